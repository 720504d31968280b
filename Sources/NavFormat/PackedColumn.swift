internal import Bytes

/// The position of a column in a tile: numbers as wide as the largest needs, one per row of a table (Formats/nav-2.md,
/// section 6.3).
struct PackedColumn: Sendable {
  /// The first bit, counted from the beginning of the tile's bytes.
  let start: Int
  /// The width of a number in bits.
  let width: Int
  /// Bits from one number to the next: the width of a row.
  let stride: Int
  /// A mask of `width` low bits.
  let mask: UInt64

  /// The number of zero bytes behind the tables of a tile, so that eight bytes can be read from any number on.
  static let slack = 8
  /// The maximum width that fits in eight bytes from any bit; the only larger width is 64.
  static let wide = 56

  /// A column that begins at a bit.
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

  /// The number of bytes that the rows of a table take.
  static func length(_ count: Int, width: Int) -> Int { (count * width + 7) / 8 }
}

/// Two adjacent columns of a table, of at most 16 bits each, read together.
struct PackedPair: Sendable {
  private let start: Int
  private let stride: Int
  private let width: UInt64
  private let firstMask: UInt64
  private let secondMask: UInt64

  /// Two columns; the second must follow the first directly.
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

/// Packs numbers of any widths, one after the other, lowest bit first.
struct BitPacker {
  private var writer = ByteWriter()
  private var word: UInt64 = 0
  private var filled = 0

  /// Appends a number below 2^`width`; the width is 0 to 64.
  mutating func append(_ number: UInt64, _ width: Int) {
    word |= number << UInt64(filled)
    filled += width
    guard filled >= 64 else { return }
    writer.u64(word)
    filled -= 64
    word = filled == 0 ? 0 : number >> UInt64(width - filled)
  }

  /// The bytes; unused bits of the last one are zero.
  consuming func finished() -> [UInt8] {
    for byte in 0..<(filled + 7) / 8 {
      writer.u8(UInt8(truncatingIfNeeded: word >> UInt64(8 * byte)))
    }
    return writer.bytes
  }
}
