import Geo
import GeoTIFF
import TestSupport
import Testing

@testable import MapCompiler

/// Heights from GeoTIFF files: from the files that cover a degree, between their points, with voids filled.
@Suite struct HeightRasterTests {
  /// Metres at a place: a plane, so that interpolation is exact.
  private static func height(_ latitude: Double, _ longitude: Double) -> Double {
    500 + 300 * (latitude - 47) + 700 * (longitude - 8)
  }

  /// A file as the Copernicus model has them: a hundredth of a degree between points, the first on the northern and
  /// western borders, none on the southern and eastern ones.
  ///
  /// The whole plane may be moved east.
  private static func image(
    north: Double, west: Double, void: (Int, Int)? = nil, moved degrees: Double = 0
  ) -> [UInt8] {
    var image = TIFFImage(columns: 100, rows: 100, bits: 32, format: 3)
    image.locate(north: north, west: west + degrees, step: 0.01, isArea: false)
    image.text(42_113, "-9999")
    var bytes: [UInt8] = []
    for row in 0..<100 {
      for column in 0..<100 {
        var metres = height(north - Double(row) / 100, west + Double(column) / 100)
        if let void, void == (row, column) { metres = -9_999 }
        bytes += TIFFImage.little(Int(Float(metres).bitPattern), 4)
      }
    }
    image.blocks = [bytes]
    return image.bytes
  }

  @Test("heights lie on the plane between points, and a void is filled from around it")
  func plane() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.image(north: 48, west: 8, void: (50, 40)), "a.tif")
    _ = try folder.write(Self.image(north: 47, west: 8), "b.TIFF")
    var sampler = HeightSampler(try HeightSource(folder: folder.path))
    for (latitude, longitude) in [
      (47.5, 8.5), (47.123_456, 8.765_432), (47.02, 8.02), (47.97, 8.97), (46.5, 8.25), (47.5, 8.4),
      (47.503, 8.404),
    ] {
      let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let height = sampler.centimetres(place)
      let found = try #require(height)
      #expect((Double(found) / 100 - Self.height(latitude, longitude)).magnitude < 0.02)
    }
    // Beyond the last row and column the height is that of the border.
    let corner = try #require(Coordinate(latitude: 46.995 + 0.01, longitude: 8.995))
    let border = sampler.centimetres(corner)
    let edge = try #require(border)
    #expect((Double(edge) / 100 - Self.height(47.01, 8.99)).magnitude < 3.6)
    let nowhere = try #require(Coordinate(latitude: 47.5, longitude: 9.5))
    let none = sampler.centimetres(nowhere)
    #expect(none == nil)
  }

  @Test("files that each cover a part of a degree all count, and the finest first")
  func parts() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.image(north: 48, west: 7.5), "b.tif")
    _ = try folder.write(Self.image(north: 48, west: 8.5), "c.tif")
    // A coarse file of 10 m everywhere, also where the others have nothing.
    var coarse = TIFFImage(columns: 4, rows: 4, bits: 32, format: 3)
    coarse.locate(north: 49, west: 7, step: 1, isArea: false)
    coarse.blocks = [(0..<16).flatMap { _ in TIFFImage.little(Int(Float(10).bitPattern), 4) }]
    _ = try folder.write(coarse.bytes, "a.tif")
    var sampler = HeightSampler(try HeightSource(folder: folder.path))
    for longitude in [8.25, 8.75] {
      let place = try #require(Coordinate(latitude: 47.5, longitude: longitude))
      let height = sampler.centimetres(place)
      let found = try #require(height)
      #expect((Double(found) / 100 - Self.height(47.5, longitude)).magnitude < 0.02)
    }
    let outside = try #require(Coordinate(latitude: 46.5, longitude: 8.5))
    let height = sampler.centimetres(outside)
    #expect(height == 1_000)
  }

  @Test("between two files, and where they overlap, heights lie on the plane")
  func seams() throws {
    let folder = try TemporaryFolder()
    // A degree, the one to the south and the one to the east, and a file half a degree to the north.
    for (name, north, west) in [
      ("a", 48.0, 8.0), ("b", 47.0, 8.0), ("c", 48.0, 9.0), ("d", 48.5, 8.0),
    ] {
      _ = try folder.write(Self.image(north: north, west: west), name + ".tif")
    }
    let source = try HeightSource(folder: folder.path)
    var sampler = HeightSampler(source)
    for (latitude, longitude) in [
      (47.005, 8.5), (47.001, 8.25), (47.5, 8.992), (47.503, 8.999), (47.508, 8.1), (47.506, 8.1),
      (47.5, 8.1), (47.997, 8.3),
    ] {
      let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let height = sampler.centimetres(place)
      let found = try #require(height)
      #expect(
        (Double(found) / 100 - Self.height(latitude, longitude)).magnitude < 0.02,
        "\(latitude), \(longitude)")
    }
    // A file that only touches a degree has no heights of it.
    let north = try #require(Coordinate(latitude: 48.7, longitude: 8.5))
    let west = try #require(Coordinate(latitude: 47.5, longitude: 7.5))
    for place in [north, west] {
      let height = sampler.centimetres(place)
      #expect(height == nil)
    }
    #expect(source.missingNames == ["N47E007"])
  }

  @Test(
    "heights lie on the plane around the 180th meridian, however the files count longitudes",
    arguments: [[172.0, -188], [172, 172], [-188, -188]])
  func meridian(_ moved: [Double]) throws {
    let folder = try TemporaryFolder()
    for (name, west, degrees) in [("a", 7.0, moved[0]), ("b", 8.0, moved[1])] {
      _ = try folder.write(Self.image(north: 48, west: west, moved: degrees), name + ".tif")
    }
    let source = try HeightSource(folder: folder.path)
    var sampler = HeightSampler(source)
    for longitude in [179.5, 179.985, 179.992, 179.999, 180, -179.998, -179.5, -179.02] {
      let place = try #require(Coordinate(latitude: 47.5, longitude: longitude))
      let height = sampler.centimetres(place)
      let found = try #require(height, "\(longitude)")
      let east = longitude < 0 ? longitude + 360 : longitude
      // The meridian itself belongs to the degree to its west, whose last heights are a step before it.
      let expected = Self.height(47.5, east - 172)
      #expect((Double(found) / 100 - expected).magnitude < 0.02, "\(longitude)")
    }
    #expect(source.missingNames.isEmpty)
  }

  static let tinySteps = [1e-9, 1e-300, Double.leastNonzeroMagnitude]

  @Test("points that are nearly in one place end no build", arguments: tinySteps)
  func nearlyOnePlace(_ step: Double) throws {
    var image = TIFFImage(columns: 4, rows: 4, bits: 32, format: 3)
    image.locate(north: 47.5, west: 8.5, step: step, isArea: false)
    image.text(42_113, "-9999")
    image.blocks = [
      (0..<16).flatMap { TIFFImage.little(Int(Float($0 == 0 ? -9_999 : 700).bitPattern), 4) }
    ]
    let folder = try TemporaryFolder()
    _ = try folder.write(image.bytes, "a.tif")
    var sampler = HeightSampler(try HeightSource(folder: folder.path))
    let place = try #require(Coordinate(latitude: 47.5, longitude: 8.5))
    // The first point is a void, with heights in three directions at once.
    let height = sampler.centimetres(place)
    #expect(height ?? 70_000 == 70_000)
  }

  @Test("a file that is no GeoTIFF in geographic coordinates is refused by name")
  func refused() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1, 2, 3], "c.tif")
    #expect(throws: ElevationError(path: path, reason: "it cannot be opened as a TIFF file")) {
      try HeightSource(folder: folder.path)
    }
  }
}
