import Bytes
import Geo
import TestSupport
import Testing

@testable import MapCompiler

/// Files of heights: read in every packing, refused when damaged, interpolated and filled.
@Suite struct HeightFileTests {
  /// A file whose height is its row, plus 1,000 for each tenth column.
  private static let plain: [UInt8] = (0..<1_201).flatMap { row in
    (0..<1_201).flatMap { column in
      let value = UInt16(row + (column % 10 == 0 ? 1_000 : 0))
      return [UInt8(value >> 8), UInt8(value & 0xFF)]
    }
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// The CRC-32 of some bytes.
  private static func check(_ data: [UInt8]) -> Int {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in data {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return Int(~crc)
  }

  /// An archive of files, stored (method 0) or deflated (8).
  private static func zip(_ files: [(name: String, data: [UInt8])], method: Int) -> [UInt8] {
    var (local, central): ([UInt8], [UInt8]) = ([], [])
    for (name, data) in files {
      let begin = local.count
      let packed = method == 8 ? deflated(data) : data
      // The first length is that of the compressed data.
      let sizes = little(check(data), 4) + little(packed.count, 4) + little(data.count, 4)
      local +=
        little(0x0403_4B50, 4) + little(20, 2) + little(0, 2) + little(method, 2) + little(0, 4)
      local += sizes + little(name.utf8.count, 2) + little(4, 2)
      local += Array(name.utf8) + [1, 2, 3, 4] + packed
      central += little(0x0201_4B50, 4) + little(20, 2) + little(20, 2) + little(0, 2)
      central += little(method, 2) + little(0, 4) + sizes + little(name.utf8.count, 2)
      central += little(0, 12) + little(begin, 4) + Array(name.utf8)
    }
    let end =
      little(0x0605_4B50, 4) + little(0, 4) + little(files.count, 2) + little(files.count, 2)
      + little(central.count, 4) + little(local.count, 4) + little(3, 2) + Array("end".utf8)
    return local + central + end
  }

  private static func zip(_ data: [UInt8], method: Int, name: String) -> [UInt8] {
    zip([(name, data)], method: method)
  }

  /// Deflate without compression: blocks of at most 65,535 bytes.
  private static func deflated(_ data: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var at = 0
    while at < data.count {
      let count = min(65_535, data.count - at)
      result.append(at + count == data.count ? 1 : 0)
      result += little(count, 2) + little(~count, 2) + data[at..<at + count]
      at += count
    }
    return result
  }

  private static func gzip(_ data: [UInt8]) -> [UInt8] {
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] + deflated(data) + little(check(data), 4)
      + little(data.count, 4)
  }

  struct Packing: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: @Sendable () -> [UInt8]
  }

  static let packings: [Packing] = [
    .init(testDescription: "plain") { plain },
    .init(testDescription: "stored in a zip") { zip(plain, method: 0, name: "x/N47E008.HGT") },
    .init(testDescription: "deflated in a zip") { zip(plain, method: 8, name: "a.hgt") },
    .init(testDescription: "gzip") { gzip(plain) },
  ]

  @Test("a grid is the same in every packing", arguments: packings)
  func packed(_ packing: Packing) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(packing.bytes(), "file")
    let grid = try #require(try HeightFile.grid(path))
    // The northern border is row 0, the southern row 1,200; 10,000,000 units are a degree.
    #expect(grid.centimetres(north: 10_000_000, east: 0)?.height == 100_000)
    #expect(grid.centimetres(north: 0, east: 10_000_000)?.height == 220_000)
    #expect(grid.centimetres(north: 5_000_000, east: 2_500)?.height == 130_000)
    // Half a row to the south, three tenths of a column to the east.
    #expect(grid.centimetres(north: 9_995_834, east: 2_500)?.height == 70_050)
  }

  /// An archive in which a bit of a height is not as it was when its checksum was calculated.
  private static func flipped(method: Int) -> [UInt8] {
    var archive = zip(plain, method: method, name: "a.hgt")
    archive[1_000_000] ^= 1
    return archive
  }

  @Test("what is no grid is refused with a line that names the file")
  func damaged() throws {
    let cases: [(name: String, bytes: [UInt8], reason: String)] = [
      ("short", Array(Self.plain.dropLast()), "2884801 bytes of heights; a file of SRTM has"),
      ("empty zip", Array("PK".utf8), "the archive has no .hgt file"),
      ("other zip", Self.zip(Self.plain, method: 0, name: "a.txt"), "the archive has no .hgt"),
      ("unknown method", Self.zip(Self.plain, method: 9, name: "a.hgt"), "the archive has no"),
      ("cut gzip", Array(Self.gzip(Self.plain).prefix(5_000)), "the compressed data ends early"),
      ("changed zip", Self.flipped(method: 0), "the checksum of the archive's .hgt file"),
      ("changed deflated zip", Self.flipped(method: 8), "the checksum of the archive's .hgt file"),
      ("bad gzip", [0x1F, 0x8B, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9], ""),
    ]
    for (name, bytes, reason) in cases {
      let folder = try TemporaryFolder()
      let path = try folder.write(bytes, "file.hgt")
      let error = #expect(throws: ElevationError.self) { try HeightFile.grid(path) }
      let text = error?.description ?? ""
      #expect(text.hasPrefix(path + ": " + reason) && !text.contains("\n"), "\(name): \(text)")
    }
    #expect(try HeightFile.grid("/nowhere/N00E000.hgt") == nil)
  }

  @Test("of an archive's files the one counts after which it is named, and no note of macOS")
  func severalFiles() {
    let files: [(name: String, data: [UInt8])] = [
      ("__MACOSX/._N47E008.hgt", [1]), ("x/N46E008.hgt", [2, 2]), ("x/N47E008.hgt", [3, 3, 3]),
    ]
    let archive = Self.zip(files, method: 0)
    for (name, count) in [
      ("N47E008.hgt.zip", 3), ("NASADEM_HGT_n47e008.zip", 3), ("N46E008.zip", 2), ("a.zip", 2),
    ] {
      #expect(ZipEntry.heights(in: archive, named: name[...])?.data.count == count, "\(name)")
    }
    let notes = Self.zip(Array(files.prefix(1)), method: 0)
    #expect(ZipEntry.heights(in: notes, named: "N47E008.hgt.zip") == nil)
  }

  @Test("what the system does not read keeps the system's error")
  func unreadable() {
    let error = #expect(throws: ElevationError.self) { try HeightFile.grid("/") }
    #expect(error?.cause?.isFolder == true)
    #expect(error?.isMissing == false)
  }

  @Test("every prefix and every changed byte of an archive's end is read or refused, never a trap")
  func hostileArchives() {
    let archive = Self.zip([1, 2, 3], method: 0, name: "a.hgt")
    #expect(ZipEntry.heights(in: archive, named: "")?.data.count == 3)
    for count in 0..<archive.count {
      _ = ZipEntry.heights(in: Array(archive.prefix(count)), named: "")
    }
    for at in archive.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var changed = archive
        changed[at] = value
        let data = ZipEntry.heights(in: changed, named: "")?.data ?? 0..<0
        #expect(data.lowerBound >= 0 && data.upperBound <= changed.count)
      }
    }
  }

  @Test("narrow holes are filled from what lies around them; inside of wide ones nothing is known")
  func voids() throws {
    var bytes = Self.plain
    func set(_ rows: Range<Int>, _ columns: Range<Int>) {
      for row in rows {
        for column in columns {
          bytes[2 * (row * 1_201 + column)] = 0x80
          bytes[2 * (row * 1_201 + column) + 1] = 0
        }
      }
    }
    set(600..<601, 603..<604)
    set(0..<300, 0..<300)
    // Holes of 10 and of 25 points, and a long one that is 8 points wide.
    set(700..<710, 503..<513)
    set(800..<825, 503..<528)
    set(900..<908, 300..<900)
    let grid = try #require(HeightGrid(bytes[...]))
    func found(
      _ row: Int, _ column: Int
    ) -> (height: Int32, isFilled: Bool, outside: SIMD2<Double>)? {
      grid.centimetres(
        north: 10_000_000 - Int64((Double(row) / 1_200 * 1e7).rounded(.down)),
        east: Int64((Double(column) / 1_200 * 1e7).rounded(.up)))
    }
    // Columns 602 to 604 have the row as height: the mean of rows 599, 600 and 601 is 600.
    let single = try #require(found(600, 603))
    #expect(abs(single.height - 60_000) < 10 && single.isFilled)
    #expect(found(598, 603)?.isFilled == false)
    #expect(grid.centimetres(north: 9_500_000, east: 500_000) == nil)
    #expect(found(705, 508)?.isFilled == true && found(904, 600)?.isFilled == true)
    #expect(found(812, 515) == nil)
    // Next to its border a wide hole is filled, so that roads on a shore have heights.
    #expect(found(801, 515)?.isFilled == true && found(805, 515) == nil)
  }

  @Test(
    "a degree's file is found in upper and lower case",
    arguments: ["N47E008.hgt", "n47e008.hgt", "N47E008.HGT", "NASADEM_HGT_n47e008.zip"])
  func nameCase(_ name: String) throws {
    let folder = try TemporaryFolder()
    let isArchive = name.hasSuffix(".zip")
    _ = try folder.write(
      isArchive ? Self.zip(Self.plain, method: 0, name: "n47e008.hgt") : Self.plain, name)
    var sampler = HeightSampler(try HeightSource(folder: folder.path))
    let place = Coordinate(latitudeUnits: 475_000_000, longitudeUnits: 80_002_500)
    let height = sampler.centimetres(place)
    #expect(height == 130_000)
  }

  @Test("names of degrees on all sides of the origin")
  func names() {
    #expect(HeightFile.name(latitude: 42, longitude: 1) == "N42E001")
    #expect(HeightFile.name(latitude: -7, longitude: -123) == "S07W123")
    func degree(_ latitude: Double, _ longitude: Double) -> (latitude: Int, longitude: Int) {
      HeightSource.corner(
        HeightSource.degree(
          of: Coordinate(
            latitudeUnits: Int32(latitude * 1e7), longitudeUnits: Int32(longitude * 1e7))))
    }
    #expect(degree(42.5, 1.9) == (42, 1))
    #expect(degree(-0.5, -0.5) == (-1, -1))
    #expect(degree(90, 180) == (89, 179))
    #expect(degree(-90, -180) == (-90, -180))
  }

  @Test("places on the northern and eastern border of a degree's file have its heights")
  func borders() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.plain, "N47E008.hgt")
    let source = try HeightSource(folder: folder.path)
    var sampler = HeightSampler(source)
    let cases: [(latitude: Double, longitude: Double, height: Int32?)] = [
      // Rows 0 and 600, columns 600 and 1,200.
      (48, 8.5, 100_000), (47.5, 9, 160_000), (48, 9, 100_000), (47, 8.5, 220_000),
      (48.001, 8.5, nil), (47.5, 9.001, nil),
    ]
    for (latitude, longitude, height) in cases {
      let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let found = sampler.centimetres(place)
      #expect(found == height, "\(latitude), \(longitude)")
    }
    #expect(sampler.unknown == 2)
    // Degrees in which no place lies are not missing.
    #expect(source.missingNames == ["N47E009", "N48E008", "N48E009"])
  }
}
