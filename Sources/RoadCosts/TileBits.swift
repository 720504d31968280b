import MapReader
import NavFormat

/// A set of base edges or junctions: one bit for each own one, and one for all copies in a tile.
struct TileBits: Sendable {
  /// The first bit of each tile, then the number of bits; a tile's first bit stands for its copies.
  private let first: [UInt32]
  /// The bits, 32 in the lower half of each word; in the upper half the number of bits set before them, for ranks.
  private var words: [UInt64]

  /// An empty set for tiles with these numbers of own edges or junctions.
  init(counts: [Int]) {
    var first: [UInt32] = [0]
    for count in counts { first.append(first[first.count - 1] + UInt32(count) + 1) }
    self.first = first
    words = [UInt64](repeating: 0, count: Int(first[first.count - 1]) / 32 + 1)
  }

  /// Adds an edge or junction of a tile, own or copied, by its number.
  mutating func insert(tile: TileNumber, _ place: Int) {
    // A damaged map may refer to tiles that do not exist.
    guard tile.rawValue + 1 < first.count else { return }
    let bit = bit(tile, place)
    words[bit >> 5] |= 1 << UInt64(bit & 31)
  }

  /// Adds a copied edge or junction of a tile.
  ///
  /// It never takes the bit of an own one, even if a damaged map says that the copy is one.
  mutating func insertCopy(tile: TileNumber) {
    guard tile.rawValue + 1 < first.count else { return }
    let bit = Int(first[tile.rawValue])
    words[bit >> 5] |= 1 << UInt64(bit & 31)
  }

  /// Whether an edge or junction may be in the set.
  @inline(__always)
  func mayContain(tile: TileNumber, _ place: Int) -> Bool {
    let bit = bit(tile, place)
    return words[bit &>> 5] &>> UInt64(bit & 31) & 1 != 0
  }

  /// Whether some copy in a tile may be in the set.
  func mayContainCopies(tile: TileNumber) -> Bool {
    let bit = Int(first[tile.rawValue])
    return words[bit >> 5] >> UInt64(bit & 31) & 1 != 0
  }

  /// Counts the bits for ``rank(tile:_:)``; nothing may be added later.
  mutating func count() {
    var sum: UInt64 = 0
    for index in words.indices {
      let bits = words[index]
      words[index] |= sum << 32
      sum += UInt64(bits.nonzeroBitCount)
    }
  }

  /// The number of bits set before that of an own edge or junction, once counted; nil if it is not in the set.
  ///
  /// The bit for the copies in a tile comes before those of its own edges or junctions.
  @inline(__always)
  func rank(tile: TileNumber, _ place: Int) -> Int? {
    let bit = bit(tile, place)
    let mask = UInt64(1) &<< UInt64(bit & 31)
    // A word holds its bits and their count, so that a lookup reads one place of memory.
    let word = words[bit &>> 5]
    if word & mask == 0 { return nil }
    return Int(word &>> 32) &+ (word & (mask &- 1)).nonzeroBitCount
  }

  @inline(__always)
  private func bit(_ tile: TileNumber, _ place: Int) -> Int {
    let begin = Int(first[tile.rawValue])
    let bit = begin &+ 1 &+ place
    return bit < Int(first[tile.rawValue &+ 1]) ? bit : begin
  }
}
