internal import Bytes

/// Where a column of a tile lies: numbers of as many bits as the largest of them needs, in the rows of a table
/// (Formats/nav-2.md, section 6.3).
struct PackedColumn: Sendable {
  /// The first bit, counted from the tile's beginning.
  let start: Int
  /// Bits of a number.
  let width: Int
  /// Bits from a number to the next: those of a row of the table.
  let stride: Int
  /// As many low bits set as a number has.
  let mask: UInt64

  /// Zero bytes behind the tables of a tile, so that eight bytes can be read at any number.
  static let slack = 8
  /// The largest width that can begin at any bit of eight bytes; beside it there is 64.
  static let wide = 56

  /// The column that begins at a bit.
  init(at bit: Int, width: Int, stride: Int) {
    start = bit
    self.width = width
    self.stride = stride
    mask = width == 0 ? 0 : .max &>> UInt64(64 &- width)
  }

  /// The number in a row.
  @inline(__always)
  func number(_ bytes: RawSpan, _ row: Int) -> UInt64 {
    let bit = start &+ row &* stride
    return bytes.u64(bit &>> 3) &>> UInt64(truncatingIfNeeded: bit & 7) & mask
  }

  /// The byte in which the number in a row begins.
  func byte(_ row: Int) -> Int { (start &+ row &* stride) &>> 3 }

  /// The bytes that so many rows take.
  static func length(_ count: Int, width: Int) -> Int { (count * width + 7) / 8 }
}

/// Two columns of a table, side by side and of 16 bits at most, whose numbers are read at once.
struct PackedPair: Sendable {
  private let start: Int
  private let stride: Int
  private let width: UInt64
  private let firstMask: UInt64
  private let secondMask: UInt64

  /// Two columns, the second right behind the first.
  init(_ first: PackedColumn, _ second: PackedColumn) {
    start = first.start
    stride = first.stride
    width = UInt64(first.width)
    firstMask = first.mask
    secondMask = second.mask
  }

  /// The numbers in a row.
  @inline(__always)
  func numbers(_ bytes: RawSpan, _ row: Int) -> (first: Int, second: Int) {
    let bit = start &+ row &* stride
    let word = bytes.u64(bit &>> 3) &>> UInt64(truncatingIfNeeded: bit & 7)
    return (
      Int(truncatingIfNeeded: word & firstMask),
      Int(truncatingIfNeeded: word &>> width & secondMask)
    )
  }
}

/// Numbers of any widths, one behind the other from the lowest bit of the first byte on.
struct BitPacker {
  private var writer = ByteWriter()
  private var word: UInt64 = 0
  private var filled = 0

  /// Appends a number that is below 2 to the power of its width, which is 0 to 64.
  mutating func append(_ number: UInt64, _ width: Int) {
    word |= number << UInt64(filled)
    filled += width
    guard filled >= 64 else { return }
    writer.u64(word)
    filled -= 64
    word = filled == 0 ? 0 : number >> UInt64(width - filled)
  }

  /// The bytes; bits left in the last are zero.
  consuming func finished() -> [UInt8] {
    for byte in 0..<(filled + 7) / 8 {
      writer.u8(UInt8(truncatingIfNeeded: word >> UInt64(8 * byte)))
    }
    return writer.bytes
  }
}
