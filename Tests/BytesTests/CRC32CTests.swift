import TestSupport
import Testing

@testable import Bytes

@Suite struct CRC32CTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let check: UInt32
    var testDescription: String { name }
  }

  /// RFC 3720, appendix B.4, whose values are written there lowest byte first.
  static let vectors: [Vector] = [
    .init(name: "nothing", bytes: [], check: 0),
    .init(name: "the check value", bytes: Array("123456789".utf8), check: 0xE306_9283),
    .init(name: "32 zeros", bytes: Array(repeating: 0, count: 32), check: 0x8A91_36AA),
    .init(name: "32 ones", bytes: Array(repeating: 0xFF, count: 32), check: 0x62A8_AB43),
    .init(name: "32 ascending", bytes: Array(0..<32), check: 0x46DD_794E),
    .init(name: "32 descending", bytes: Array((0..<32).reversed()), check: 0x113F_DB5C),
    .init(
      name: "a SCSI read command",
      bytes: [
        0x01, 0xC0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x14, 0, 0, 0, 0, 0, 0x04, 0, 0, 0, 0,
        0x14, 0, 0, 0, 0x18, 0x28, 0, 0, 0, 0, 0, 0, 0, 0x02, 0, 0, 0, 0, 0, 0, 0,
      ], check: 0xD996_3A56),
  ]

  private static func value(_ bytes: some Collection<UInt8>, after previous: UInt32 = 0) -> UInt32 {
    let bytes = Array(bytes)
    let value = CRC32C.value(of: bytes.rawBytes, continuing: previous)
    // What processors without the instruction do.
    #expect(CRC32C.byTables(bytes.rawBytes, continuing: previous) == value)
    return value
  }

  /// One bit at a time, from the polynomial alone.
  private static func slowly(_ bytes: some Collection<UInt8>) -> UInt32 {
    var remainder = UInt32.max
    for byte in bytes {
      for bit in 0..<8 {
        let isOdd = (remainder ^ UInt32(byte) >> UInt32(bit)) & 1 == 1
        remainder >>= 1
        if isOdd { remainder ^= 0x82F6_3B78 }
      }
    }
    return ~remainder
  }

  @Test("the published values come out", arguments: vectors)
  func published(_ vector: Vector) {
    #expect(Self.value(vector.bytes) == vector.check)
    #expect(Self.slowly(vector.bytes) == vector.check)
  }

  @Test("every length to 80 has the value that a bit at a time gives")
  func lengths() {
    var generator = SeededGenerator(seed: 2)
    for length in 0...80 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(Self.value(bytes) == Self.slowly(bytes), "length \(length)")
    }
  }

  @Test("the value of two parts, one after the other, is that of the whole, wherever it is cut")
  func continuation() {
    var generator = SeededGenerator(seed: 3)
    let bytes = (0..<67).map { _ in UInt8.random(in: 0...255, using: &generator) }
    let whole = Self.value(bytes)
    for cut in 0...bytes.count {
      #expect(Self.value(bytes[cut...], after: Self.value(bytes[..<cut])) == whole)
    }
  }

  @Test("any single flipped bit changes the value")
  func flips() {
    let bytes = (0..<40).map { UInt8($0) }
    let whole = Self.value(bytes)
    for bit in 0..<8 * bytes.count {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(Self.value(flipped) != whole)
    }
  }
}
