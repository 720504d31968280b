import CZlib
import GeoTIFF
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// GeoTIFF files made by hand are read in every layout, and refused with a reason.
@Suite struct GeoTIFFFileTests {
  private static let (columns, rows) = (20, 18)

  /// The height of a point.
  private static func height(_ row: Int, _ column: Int) -> Int { 10 * row + column - 50 }

  private static func float(_ value: Float) -> [UInt8] {
    TIFFImage.little(Int(value.bitPattern), 4)
  }

  private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var size = uLong(bytes.count + 1_000)
    var result = [UInt8](repeating: 0, count: Int(size))
    // SAFETY: the sizes beside the arrays are theirs.
    let status = unsafe compress(&result, &size, bytes, uLong(bytes.count))
    precondition(status == Z_OK)
    return Array(result.prefix(Int(size)))
  }

  /// Floats in strips of five rows, with a quarter of a metre added.
  private static func strips() -> TIFFImage {
    var image = TIFFImage(columns: columns, rows: rows, bits: 32, format: 3)
    image.long(278, 5)
    for first in stride(from: 0, to: rows, by: 5) {
      image.blocks.append(
        (first..<min(first + 5, rows)).flatMap { row in
          (0..<columns).flatMap { float(Float(height(row, $0)) + 0.25) }
        })
    }
    return image
  }

  /// Shorts in deflated tiles of 16 by 16, each as the difference from its neighbour.
  private static func tiles() -> TIFFImage {
    var image = TIFFImage(columns: columns, rows: rows, bits: 16, format: 2)
    image.tags[278] = nil
    image.long(322, 16)
    image.long(323, 16)
    image.shorts(259, [8])
    image.shorts(317, [2])
    for top in [0, 16] {
      for left in [0, 16] {
        var bytes: [UInt8] = []
        for row in top..<top + 16 {
          for column in left..<left + 16 {
            let before = column == left ? 0 : height(row, column - 1)
            bytes += TIFFImage.little(height(row, column) - before, 2)
          }
        }
        image.blocks.append(zlib(bytes))
      }
    }
    return image
  }

  private static func open(_ image: TIFFImage) throws -> (TemporaryFolder, String) {
    let folder = try TemporaryFolder()
    return (folder, try folder.write(image.bytes, "heights.tif"))
  }

  @Test("strips of floats, and a first point that means its middle")
  func floats() throws {
    var image = Self.strips()
    image.locate(north: 47.5, west: 8.25, step: 0.01, isArea: false)
    let (folder, path) = try Self.open(image)
    defer { withExtendedLifetime(folder) {} }
    let file = try GeoTIFFFile(path: path)
    let grid = file.grid
    #expect([grid.columns, grid.rows] == [20, 18])
    #expect([grid.north, grid.west, grid.rowStep, grid.columnStep] == [47.5, 8.25, 0.01, 0.01])
    let heights = try file.heights(rows: 3..<12, columns: 4..<20)
    for row in 3..<12 {
      for column in 4..<20 {
        let found = heights[(row - 3) * 16 + column - 4]
        #expect(found == Float(Self.height(row, column)) + 0.25)
      }
    }
  }

  @Test("floats of 64 bits, as tools for numbers write them, and a missing height among them")
  func doubles() throws {
    var image = TIFFImage(columns: Self.columns, rows: Self.rows, bits: 64, format: 3)
    image.long(278, Self.rows)
    image.blocks.append(
      (0..<Self.rows).flatMap { row in
        (0..<Self.columns).flatMap { column -> [UInt8] in
          let height = Double(Self.height(row, column)) - 0.125
          return TIFFImage.little(Int(truncatingIfNeeded: height.bitPattern), 8)
        }
      })
    image.locate(north: 47.5, west: 8.25, step: 0.01, isArea: false)
    image.text(42_113, "-50.125")
    let (folder, path) = try Self.open(image)
    defer { withExtendedLifetime(folder) {} }
    let heights = try GeoTIFFFile(path: path).heights(rows: 0..<18, columns: 0..<20)
    #expect(heights[0].isNaN)
    for place in 1..<360 {
      #expect(heights[place] == Float(Self.height(place / 20, place % 20)) - 0.125)
    }
  }

  @Test("deflated tiles of shorts with differences, areas, and a missing height")
  func shorts() throws {
    var image = Self.tiles()
    image.locate(north: 47.5, west: 8.25, step: 0.01, isArea: true)
    image.text(42_113, " -50 ")
    let (folder, path) = try Self.open(image)
    defer { withExtendedLifetime(folder) {} }
    let file = try GeoTIFFFile(path: path)
    #expect((file.grid.north - 47.495).magnitude < 1e-9)
    #expect((file.grid.west - 8.255).magnitude < 1e-9)
    #expect(file.missing == -50)
    let heights = try file.heights(rows: 0..<18, columns: 0..<20)
    #expect(heights[0].isNaN)
    for place in 1..<360 { #expect(heights[place] == Float(Self.height(place / 20, place % 20))) }
    #expect(try file.heights(rows: 4..<4, columns: 0..<20).isEmpty)
  }

  @Test(
    "heights of a tile that is left out, as GDAL does in sparse files, are missing, or 0 if no number is",
    arguments: [true, false])
  func sparse(tellsMissing: Bool) throws {
    var image = Self.tiles()
    image.locate(north: 47.5, west: 8.25, step: 0.01, isArea: true)
    image.blocks[3] = []
    var plain = Self.strips()
    plain.locate(north: 47.5, west: 8.25, step: 0.01, isArea: false)
    plain.blocks[2] = []
    for (image, isLeftOut) in [
      (image, { row, column in row >= 16 && column >= 16 }),
      (plain, { row, _ in 10..<15 ~= row }),
    ] as [(TIFFImage, (Int, Int) -> Bool)] {
      var image = image
      if tellsMissing { image.text(42_113, "-9999") }
      let (folder, path) = try Self.open(image)
      defer { withExtendedLifetime(folder) {} }
      let file = try GeoTIFFFile(path: path)
      let heights = try file.heights(rows: 0..<Self.rows, columns: 0..<Self.columns)
      for (place, height) in heights.enumerated() {
        let (row, column) = (place / Self.columns, place % Self.columns)
        if isLeftOut(row, column) {
          #expect(tellsMissing ? height.isNaN : height == 0)
        } else {
          #expect((height - Float(Self.height(row, column))).magnitude < 1)
        }
      }
    }
  }

  @Test("numbers have the scale and offset of GDAL, but the missing one is as it is stored")
  func scale() throws {
    var image = Self.tiles()
    image.locate(north: 47.5, west: 8.25, step: 0.01, isArea: true)
    image.text(42_113, "-50")
    image.text(
      42_112,
      """
      <GDALMetadata>
        <Item name="OFFSET" sample="0" role="offset">100</Item>
        <Item name="SCALE" sample="0" role="scale">0.5</Item>
        <Item name="UNITTYPE" sample="0" role="unittype">metre</Item>
        <Item name="SOURCE">a survey</Item>
      </GDALMetadata>
      """)
    let (folder, path) = try Self.open(image)
    defer { withExtendedLifetime(folder) {} }
    let heights = try GeoTIFFFile(path: path).heights(rows: 0..<18, columns: 0..<20)
    #expect(heights[0].isNaN)
    for place in 1..<360 {
      #expect(heights[place] == Float(Self.height(place / 20, place % 20)) / 2 + 100)
    }
  }

  @Test("what is not read is refused with a reason")
  func refusals() throws {
    func reason(_ bytes: [UInt8]) throws -> String? {
      let folder = try TemporaryFolder()
      let path = try folder.write(bytes, "heights.tif")
      do throws(GeoTIFFError) {
        let file = try GeoTIFFFile(path: path)
        _ = try file.heights(rows: 0..<file.grid.rows, columns: 0..<file.grid.columns)
        return nil
      } catch { return error.reason }
    }
    func reason(_ change: (inout TIFFImage) -> Void) throws -> String? {
      var image = Self.strips()
      image.locate(north: 47.5, west: 8.25, step: 0.01, isArea: false)
      change(&image)
      return try reason(image.bytes)
    }
    #expect(try reason { _ in } == nil)
    #expect(try reason { $0.tags[34_735] = nil }?.contains("geographic") == true)
    #expect(
      try reason { $0.locate(north: 5e6, west: 3e5, step: 30, isArea: true, model: 1) }?
        .contains("gdalwarp") == true)
    #expect(try reason { $0.tags[33_550] = nil }?.contains("scale") == true)
    #expect(try reason { $0.doubles(33_550, [.nan, .nan, 0]) }?.contains("scale") == true)
    #expect(try reason { $0.doubles(33_922, [0, 0, 0, 8, 95, 0]) }?.contains("earth") == true)
    #expect(try reason { $0.shorts(277, [3]) }?.contains("several") == true)
    #expect(try reason { $0.shorts(258, [24]) }?.contains("floats of 32 or 64 bits") == true)
    func item(_ role: String, _ value: String) -> String {
      "<GDALMetadata><Item name=\"X\" sample=\"0\" role=\"\(role)\">\(value)</Item></GDALMetadata>"
    }
    #expect(try reason { $0.text(42_112, item("unittype", "ft")) }?.contains("'ft'") == true)
    #expect(try reason { $0.text(42_112, item("scale", "1,5")) }?.contains("'1,5'") == true)
    #expect(try reason { $0.text(42_112, item("scale", "0")) }?.contains("scale") == true)
    #expect(try reason { $0.long(256, 2_000_000) }?.contains("too many") == true)
    #expect(try reason([]) == "it cannot be opened as a TIFF file")
    let folder = try TemporaryFolder()
    let pipe = folder.file("pipe.tif")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    defer { unsafe unlink(pipe) }
    let waiting = #expect(throws: GeoTIFFError.self) { _ = try GeoTIFFFile(path: pipe) }
    #expect(waiting?.reason == "it cannot be opened as a TIFF file")
    #expect(try reason(Array("P6 no tiff at all".utf8)) == "it cannot be opened as a TIFF file")
  }

  @Test("no cut file and no flipped byte does more than an error")
  func hostile() throws {
    var image = Self.tiles()
    image.locate(north: 47.5, west: 8.25, step: 0.01, isArea: true)
    let good = image.bytes
    let folder = try TemporaryFolder()
    func read(_ bytes: [UInt8]) throws {
      let path = try folder.write(bytes, "heights.tif")
      do throws(GeoTIFFError) {
        let file = try GeoTIFFFile(path: path)
        let rows = min(file.grid.rows, 40)
        _ = try file.heights(rows: 0..<rows, columns: 0..<min(file.grid.columns, 40))
      } catch { #expect(!error.reason.isEmpty) }
    }
    for length in stride(from: 0, to: good.count, by: 13) { try read(Array(good.prefix(length))) }
    for place in good.indices {
      var bytes = good
      bytes[place] ^= 0xFF
      try read(bytes)
    }
  }
}
