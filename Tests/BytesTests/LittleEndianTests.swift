import Bytes
import Testing

@Suite struct LittleEndianTests {
  static let bytes: [UInt8] = [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0x80]

  @Test("the lowest byte comes first, at any alignment")
  func loads() {
    let (u8, u16, u32, u64) = (
      Self.bytes.rawBytes.u8(8), Self.bytes.rawBytes.u16(1), Self.bytes.rawBytes.u32(3),
      Self.bytes.rawBytes.u64(0)
    )
    #expect(u8 == 0x80)
    #expect(u16 == 0x4523)
    #expect(u32 == 0xCDAB_8967)
    #expect(u64 == 0xEFCD_AB89_6745_2301)
  }

  @Test("the highest bit of a signed integer is its sign")
  func signedLoads() {
    let (i32, i64, odd) = (
      Self.bytes.rawBytes.i32(5), Self.bytes.rawBytes.i64(1), Self.bytes.rawBytes.i32(0)
    )
    #expect(i32 == Int32(bitPattern: 0x80EF_CDAB))
    #expect(i64 == Int64(bitPattern: 0x80EF_CDAB_8967_4523))
    #expect(odd == 0x6745_2301)
  }

  struct RangeCase: Sendable, CustomTestStringConvertible {
    let name: String
    let offset: UInt64
    let count: UInt64
    var stride: UInt64 = 1
    let range: Range<Int>?
    var testDescription: String { name }
  }

  static let ranges: [RangeCase] = [
    .init(name: "all of it", offset: 0, count: 9, range: 0..<9),
    .init(name: "nothing at the end", offset: 9, count: 0, range: 9..<9),
    .init(name: "records", offset: 1, count: 2, stride: 4, range: 1..<9),
    .init(name: "one record too many", offset: 2, count: 2, stride: 4, range: nil),
    .init(name: "one byte too many", offset: 0, count: 10, range: nil),
    .init(name: "nothing past the end", offset: 10, count: 0, range: nil),
    .init(name: "the maximum offset", offset: .max, count: 1, range: nil),
    .init(name: "the maximum count", offset: 1, count: .max, range: nil),
    .init(name: "a product past 64 bits", offset: 0, count: 1 << 62, stride: 8, range: nil),
    .init(name: "a product that wraps to 8", offset: 0, count: 1 << 61 | 1, stride: 8, range: nil),
    .init(name: "a sum that wraps to 8", offset: .max - 7, count: 16, range: nil),
    .init(name: "strides of nothing", offset: 3, count: .max, stride: 0, range: 3..<3),
  ]

  @Test("a range is given when all of it lies inside, and nothing overflows", arguments: ranges)
  func checkedRange(_ item: RangeCase) {
    let found = Self.bytes.rawBytes.checkedRange(
      item.offset, count: item.count, stride: item.stride)
    #expect(found == item.range)
  }

  struct TextCase: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let text: String
    var testDescription: String { name }
  }

  static let texts: [TextCase] = [
    .init(name: "nothing", bytes: [], text: ""),
    .init(name: "a short one", bytes: [0x41, 0x31], text: "A1"),
    .init(name: "two-byte letters", bytes: [0x52, 0xC3, 0xBC, 0x65], text: "R\u{FC}e"),
    .init(
      name: "longer than a word", bytes: [UInt8](repeating: 0x61, count: 40),
      text: String(repeating: "a", count: 40)),
    .init(name: "a letter cut short", bytes: [0x61, 0xC3], text: "a\u{FFFD}"),
    .init(name: "no UTF-8", bytes: [0xFF, 0x62], text: "\u{FFFD}b"),
  ]

  @Test("bytes are read as UTF-8, and what is none is repaired", arguments: texts)
  func text(_ item: TextCase) {
    let bytes = [0x78] + item.bytes + [0x79]
    #expect(bytes.rawBytes.text(1..<1 + item.bytes.count) == item.text)
  }

  @Test("a text past the end stops the process")
  func textPastTheEnd() async {
    await #expect(processExitsWith: .failure) {
      let bytes: [UInt8] = [1, 2, 3]
      _ = bytes.rawBytes.text(2..<4)
    }
  }

  @Test("a load past the end stops the process")
  func pastTheEnd() async {
    await #expect(processExitsWith: .failure) {
      let bytes: [UInt8] = [1, 2, 3]
      _ = bytes.rawBytes.u32(0)
    }
  }
}
