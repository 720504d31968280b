import Bytes
import TestSupport
import Testing

@Suite struct VarintTests {
  /// What reading gave: the value and where the offset was afterwards.
  private static func read(_ bytes: [UInt8], at start: Int = 0, end: Int? = nil) -> (UInt64?, Int) {
    var offset = start
    let value = Varint.read(bytes.rawBytes, at: &offset, end: end ?? bytes.count)
    return (value, offset)
  }

  /// Values and their bytes, worked out by hand from the definition in Formats/nav-2.md, section 5.
  static let known: [(UInt64, [UInt8])] = [
    (0, [0x00]), (1, [0x01]), (127, [0x7F]), (128, [0x80, 0x01]), (300, [0xAC, 0x02]),
    (16_383, [0xFF, 0x7F]), (16_384, [0x80, 0x80, 0x01]),
    (UInt64(UInt32.max), [0xFF, 0xFF, 0xFF, 0xFF, 0x0F]),
    (1 << 63, Array(repeating: 0x80, count: 9) + [0x01]),
    (.max, Array(repeating: 0xFF, count: 9) + [0x01]),
  ]

  @Test("an integer has the bytes of its definition", arguments: known)
  func knownBytes(_ value: UInt64, _ bytes: [UInt8]) {
    var written: [UInt8] = []
    Varint.append(value, to: &written)
    #expect(written == bytes)
    #expect(Self.read(bytes) == (value, bytes.count))
  }

  @Test("every power of two and its neighbours come back, with the offset past them")
  func powers() {
    for shift in 0..<64 {
      let power: UInt64 = 1 << UInt64(shift)
      for value in [power - 1, power, power + 1] {
        var bytes: [UInt8] = [0xFF, 0xFF]
        Varint.append(value, to: &bytes)
        let length = bytes.count
        bytes += [0x80, 0x01]
        #expect(Self.read(bytes, at: 2) == (value, length))
      }
    }
  }

  @Test("random integers of every length come back", arguments: [1 as UInt64])
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<5_000 {
      let value =
        UInt64.random(in: 0 ... .max, using: &generator)
        >> UInt64.random(in: 0..<64, using: &generator)
      var bytes: [UInt8] = []
      Varint.append(value, to: &bytes)
      #expect(bytes.count <= Varint.maxLength)
      #expect(Self.read(bytes) == (value, bytes.count), "seed \(seed)")
    }
  }

  @Test(
    "an integer cut off after any of its bytes is refused and the offset stays", arguments: known)
  func truncated(_ value: UInt64, _ bytes: [UInt8]) {
    for length in 0..<bytes.count {
      #expect(Self.read(Array(bytes[..<length])) == (nil, 0))
      // The bytes are there, but the part that may be read ends before.
      #expect(Self.read(bytes, end: length) == (nil, 0))
    }
  }

  static let refused: [(String, [UInt8])] = [
    ("eleven bytes", Array(repeating: 0x80, count: 10) + [0x00]),
    ("a hundred bytes", Array(repeating: 0xFF, count: 100)),
    ("a tenth byte with a bit too many", Array(repeating: 0xFF, count: 9) + [0x02]),
    ("a tenth byte that goes on", Array(repeating: 0x80, count: 9) + [0x81, 0x00]),
  ]

  @Test("more than ten bytes or 64 bits are refused and the offset stays", arguments: refused)
  func tooLong(_ name: String, _ bytes: [UInt8]) {
    #expect(Self.read(bytes) == (nil, 0), "\(name)")
  }

  @Test("an end past the bytes, or an offset outside them, reads nothing")
  func outside() {
    #expect(Self.read([0x80], end: 100) == (nil, 0))
    #expect(Self.read([0x01], at: 1, end: 100) == (nil, 1))
    #expect(Self.read([0x01], at: -1, end: 1) == (nil, -1))
    #expect(Self.read([0x01], at: 5, end: 1) == (nil, 5))
  }

  static let folds: [(Int64, UInt64)] = [
    (0, 0), (-1, 1), (1, 2), (-2, 3), (2, 4), (1_000, 2_000), (-1_000, 1_999),
    (.max, .max - 1), (.min, .max),
  ]

  @Test("zigzag interleaves negative and positive integers", arguments: folds)
  func zigzag(_ value: Int64, _ folded: UInt64) {
    #expect(Varint.zigzag(value) == folded)
    #expect(Varint.unzigzag(folded) == value)
  }
}
