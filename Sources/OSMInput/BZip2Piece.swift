/// A part of a bzip2 file, from a place that looks like the beginning of a block up to the next such place.
///
/// Blocks begin at any bit, and nothing says where but a number of 48 bits, which can also come about by
/// chance inside a block; ``BZip2Stream`` finds out, and puts such pieces together again.
struct BZip2Piece: Sendable {
  /// The kind of a piece by its first bits.
  enum Kind {
    /// A block of compressed data.
    case block
    /// The end of a stream, with what follows it.
    case end
    /// The beginning of the file, and what follows when a piece would be too long.
    case other
  }

  /// The first bits of a block, and of the end of a stream.
  static let blockMark: UInt64 = 0x3141_5926_5359
  static let endMark: UInt64 = 0x1772_4538_5090

  /// More than the longest block there can be: 900,000 symbols of at most 20 bits.
  static let mostBytes = 3_000_000

  var kind: Kind
  /// All bytes that hold some of its bits.
  var bytes: [UInt8]
  /// Where the first of these lies in the file.
  var byteOffset: Int
  /// Its bits, counted from the beginning of the file.
  var bits: Range<Int>
  /// Whether the file ends with it.
  var isLast: Bool

  /// Makes one piece of this one and the one that follows it.
  mutating func append(_ next: BZip2Piece) {
    let known = byteOffset + bytes.count - next.byteOffset
    bytes.append(contentsOf: next.bytes[known...])
    bits = bits.lowerBound..<next.bits.upperBound
    isLast = next.isLast
  }

  /// The byte at a place of the file, nil when it is not in this piece.
  func byte(at offset: Int) -> UInt8? {
    guard offset >= byteOffset, offset * 8 < bits.upperBound else { return nil }
    return bytes[offset - byteOffset]
  }
}
