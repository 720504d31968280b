import Bytes
import Geo
import NavFormat
import RoadModel
import Testing

/// Bytes that are put right again after they were changed.
enum Checked {
  /// The header with the check value of its bytes.
  static func header(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let body = Array(bytes[..<252])
    put(CRC32C.value(of: body.rawBytes), at: 252, in: &bytes)
    return bytes
  }

  static func put(_ value: UInt32, at offset: Int, in bytes: inout [UInt8]) {
    for byte in 0..<4 {
      bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(byte)))
    }
  }

  static func put(_ value: UInt64, at offset: Int, in bytes: inout [UInt8]) {
    put(UInt32(truncatingIfNeeded: value), at: offset, in: &bytes)
    put(UInt32(truncatingIfNeeded: value >> 32), at: offset + 4, in: &bytes)
  }
}

@Suite struct FileHeaderTests {
  /// A header with a value of its own in every field, of a file that has nothing else.
  static var sample: FileHeader {
    var header = FileHeader()
    header.minor = 0x0202
    header.optional = 0x0807_0605_0403_0201
    header.fileLength = 256
    header.sectionCount = 6
    header.sectionTableCheck = 0x1112_1314
    header.snapshot = -0x2122_2324_2526_2728
    header.box = Box(
      minLatitude: -0x3132_3334, minLongitude: 0x4142_4344, maxLatitude: 0x5152_5354,
      maxLongitude: 0x6162_6364)
    header.tileCount = 0x7172_7374
    header.edgeCount = 0x8182_8384
    header.junctionCount = 0x9192_9394
    header.segmentCount = 0xA1A2_A3A4
    header.country = "FJ"
    header.drivingSide = .left
    header.buildID = 0xB1B2_B3B4_B5B6_B7B8
    header.edgeEnd = 0xC1C2_C3C4
    return header
  }

  private static func read(_ bytes: [UInt8]) throws(FormatError) -> FileHeader {
    try FileHeader(bytes.rawBytes)
  }

  @Test("every field is where the format puts it")
  func layout() {
    let bytes = Self.sample.encoded()
    #expect(bytes.count == 256)
    #expect(Array(bytes[..<8]) == [0x89, 0x4E, 0x41, 0x56, 0x0D, 0x0A, 0x1A, 0x0A])
    let words: [(Int, UInt64)] = [
      (8, 0x0100_0202_0002), (16, 0), (24, 0x0807_0605_0403_0201), (32, 256), (40, 256),
      (48, 0x1112_1314_0000_0006), (56, UInt64(bitPattern: -0x2122_2324_2526_2728)),
      (64, 0x4142_4344_CECD_CCCC), (72, 0x6162_6364_5152_5354), (80, 0x8182_8384_7172_7374),
      (88, 0xA1A2_A3A4_9192_9394), (96, 0x0000_0000_0002_4A46), (104, 0xB1B2_B3B4_B5B6_B7B8),
      (112, 0xC1C2_C3C4),
    ]
    for (offset, value) in words {
      let found = bytes.rawBytes.u64(offset)
      #expect(found == value, "byte \(offset)")
    }
    #expect(bytes[116..<252].allSatisfy { $0 == 0 })
    let body = Array(bytes[..<252])
    let check = bytes.rawBytes.u32(252)
    #expect(check == CRC32C.value(of: body.rawBytes))
  }

  @Test("a header that was written is read the same")
  func roundTrip() throws {
    #expect(try Self.read(Self.sample.encoded()) == Self.sample)
    var empty = FileHeader()
    empty.fileLength = 256
    #expect(try Self.read(empty.encoded()) == empty)
    #expect(empty.country == "" && empty.drivingSide == .unknown)
  }

  @Test("every prefix of a header is refused as what it is")
  func prefixes() {
    let bytes = Self.sample.encoded()
    for length in 0..<256 {
      let wanted: FormatError =
        length < 8 ? .notNav : .truncated(part: "header", needs: 256, has: UInt64(length))
      #expect(throws: wanted) { try Self.read(Array(bytes[..<length])) }
    }
  }

  @Test("every flipped bit is found: in the magic, in the version, or by the check")
  func flips() {
    let bytes = Self.sample.encoded()
    for bit in 0..<8 * 256 {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      let error = #expect(throws: FormatError.self) { try Self.read(flipped) }
      switch (bit / 8, error) {
      case (0..<8, .notNav), (8..<10, .newerVersion),
        (10..<256, .damaged(part: "header", offset: 0, _, _)):
        break
      default: Issue.record("bit \(bit): \(String(describing: error))")
      }
    }
  }

  struct Flaw: Sendable, CustomTestStringConvertible {
    let name: String
    let offset: Int
    let value: UInt8
    let error: FormatError
    var testDescription: String { name }
  }

  private static func invalid(_ offset: UInt64, _ rule: String) -> FormatError {
    .invalid(part: "header", offset: offset, rule: rule)
  }

  static let flaws: [Flaw] = [
    .init(name: "major 0", offset: 8, value: 0, error: .newerVersion(major: 0, minor: 0x0202)),
    .init(name: "major 1", offset: 8, value: 1, error: .newerVersion(major: 1, minor: 0x0202)),
    .init(name: "major 3", offset: 8, value: 3, error: .newerVersion(major: 3, minor: 0x0202)),
    .init(name: "major 258", offset: 9, value: 1, error: .newerVersion(major: 258, minor: 0x0202)),
    .init(name: "required feature 0", offset: 16, value: 1, error: .unknownFeature(bit: 0)),
    .init(name: "required feature 3", offset: 16, value: 0x28, error: .unknownFeature(bit: 3)),
    .init(name: "required feature 63", offset: 23, value: 0x80, error: .unknownFeature(bit: 63)),
    .init(
      name: "a longer header", offset: 12, value: 1,
      error: invalid(12, "header and table begin elsewhere")),
    .init(
      name: "a table elsewhere", offset: 41, value: 2,
      error: invalid(12, "header and table begin elsewhere")),
    .init(
      name: "4,102 sections", offset: 49, value: 16,
      error: invalid(48, "more than 4096 sections")),
    .init(
      name: "millions of sections", offset: 51, value: 255,
      error: invalid(48, "more than 4096 sections")),
    .init(
      name: "a country of a small letter", offset: 97, value: 0x6A,
      error: invalid(96, "the country is not two capital letters")),
    .init(
      name: "half a country", offset: 96, value: 0,
      error: invalid(96, "the country is not two capital letters")),
    .init(name: "driving side 3", offset: 98, value: 3, error: invalid(98, "unknown driving side")),
    .init(
      name: "a file that should be longer", offset: 33, value: 2,
      error: .truncated(part: "file", needs: 512, has: 256)),
    .init(
      name: "a file that should be shorter", offset: 32, value: 1,
      error: .truncated(part: "file", needs: 257, has: 256)),
    .init(
      name: "a length past 63 bits", offset: 39, value: 0x80,
      error: .truncated(part: "file", needs: 1 << 63 | 256, has: 256)),
  ]

  @Test(
    "an intact header that this version can't read is refused by what it says", arguments: flaws)
  func refused(_ flaw: Flaw) {
    var bytes = Self.sample.encoded()
    bytes[flaw.offset] = flaw.value
    #expect(throws: flaw.error) { try Self.read(Checked.header(bytes)) }
  }

  @Test("every reserved byte must be zero")
  func reserved() {
    for offset in Array(99..<104) + Array(116..<252) {
      var bytes = Self.sample.encoded()
      bytes[offset] = 1
      #expect(throws: Self.invalid(UInt64(offset), "reserved byte is not zero")) {
        try Self.read(Checked.header(bytes))
      }
    }
  }

  @Test("a minor version and optional features that are not known are accepted")
  func later() throws {
    var header = Self.sample
    header.minor = .max
    header.optional = .max
    #expect(try Self.read(header.encoded()) == header)
  }

  @Test("any single byte of an intact header may be anything: it is refused, or read as it stands")
  func everyByte() {
    let bytes = Self.sample.encoded()
    for offset in 0..<252 {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = bytes
        changed[offset] = value
        changed = Checked.header(changed)
        if let header = try? Self.read(changed) {
          #expect(header.encoded() == changed, "what is not reserved comes back byte by byte")
        }
      }
    }
  }

  @Test("errors say on one line what was found and what to do")
  func words() {
    let errors: [(FormatError, String)] = [
      (.notNav, "not a .nav file (the first eight bytes differ); build one with 'mapc build'"),
      (
        .newerVersion(major: 3, minor: 7),
        "format version 3.7 is not known to this program (it reads 2.x); "
          + "build the file again, or use a newer mapc"
      ),
      (
        .unknownFeature(bit: 5),
        "needs feature 5, which this program does not know; use a newer mapc"
      ),
      (
        .unknownPart(part: "tile 3", name: "table 200"),
        "tile 3 needs table 200, which this program does not know; use a newer mapc"
      ),
      (
        .truncated(part: "header", needs: 256, has: 9),
        "header: needs 256 bytes, file has 9; copy or build the file again"
      ),
      (
        .damaged(part: "tile 3", offset: 4_096, expected: 0xAB, found: 0xFFFF_FFFF),
        "tile 3 at byte 4096: check value 0xffffffff, expected 0x000000ab; "
          + "the file is damaged, copy or build it again"
      ),
      (
        .invalid(part: "tile 3", offset: 80, rule: "what is wrong"),
        "tile 3 at byte 80: what is wrong; the file was not written by a correct compiler"
      ),
    ]
    for (error, text) in errors { #expect(error.description == text) }
  }
}
