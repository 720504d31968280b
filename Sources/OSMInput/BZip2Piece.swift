/// A part of a bzip2 file, from a possible beginning of a block to the next.
///
/// Blocks begin at any bit, with a number of 48 bits that can also occur by chance inside a block;
/// ``BZip2Stream`` finds these cases and joins such pieces.
struct BZip2Piece: Sendable {
  /// The kind of a piece by its first bits.
  enum Kind {
    /// A block of compressed data.
    case block
    /// The end of a stream, with the bytes that follow it.
    case end
    /// The beginning of the file, or the rest of a piece that would be too long.
    case other
  }

  /// The first bits of a block, and of the end of a stream.
  static let blockMark: UInt64 = 0x3141_5926_5359
  static let endMark: UInt64 = 0x1772_4538_5090

  /// More bytes than the longest possible block: 900,000 symbols of at most 20 bits.
  static let mostBytes = 3_000_000

  var kind: Kind
  /// All bytes that contain some of its bits.
  var bytes: [UInt8]
  /// The offset of the first of these bytes in the file.
  var byteOffset: Int
  /// The range of its bits, counted from the beginning of the file.
  var bits: Range<Int>
  /// Whether the file ends with it.
  var isLast: Bool

  /// Appends the piece that follows this one.
  mutating func append(_ next: BZip2Piece) {
    let known = byteOffset + bytes.count - next.byteOffset
    bytes.append(contentsOf: next.bytes[known...])
    bits = bits.lowerBound..<next.bits.upperBound
    isLast = next.isLast
  }

  /// The byte at an offset of the file; nil if it is not in this piece.
  func byte(at offset: Int) -> UInt8? {
    guard offset >= byteOffset, offset * 8 < bits.upperBound else { return nil }
    return bytes[offset - byteOffset]
  }
}
