import MapReader
import NavFormat

/// A set of base edges or junctions: one bit for each own one, and one for all copies in a tile.
struct TileBits: Sendable {
  /// The first bit of each tile, then the number of bits; a tile's first bit stands for its copies.
  private let first: [UInt32]
  private var words: [UInt64]

  /// An empty set for tiles with these numbers of own edges or junctions.
  init(counts: [Int]) {
    var first: [UInt32] = [0]
    for count in counts { first.append(first[first.count - 1] + UInt32(count) + 1) }
    self.first = first
    words = [UInt64](repeating: 0, count: Int(first[first.count - 1]) / 64 + 1)
  }

  /// Adds an edge or junction of a tile, own or copied, by its number.
  mutating func insert(tile: TileNumber, _ place: Int) {
    // A damaged map may refer to tiles that do not exist.
    guard tile.rawValue + 1 < first.count else { return }
    let bit = bit(tile, place)
    words[bit >> 6] |= 1 << UInt64(bit & 63)
  }

  /// Adds a copied edge or junction of a tile.
  ///
  /// It never takes the bit of an own one, even if a damaged map says that the copy is one.
  mutating func insertCopy(tile: TileNumber) {
    guard tile.rawValue + 1 < first.count else { return }
    let bit = Int(first[tile.rawValue])
    words[bit >> 6] |= 1 << UInt64(bit & 63)
  }

  /// Whether an edge or junction may be in the set.
  @inline(__always)
  func mayContain(tile: TileNumber, _ place: Int) -> Bool {
    let bit = bit(tile, place)
    return words[bit &>> 6] &>> UInt64(bit & 63) & 1 != 0
  }

  /// Whether some copy in a tile may be in the set.
  func mayContainCopies(tile: TileNumber) -> Bool {
    let bit = Int(first[tile.rawValue])
    return words[bit >> 6] >> UInt64(bit & 63) & 1 != 0
  }

  /// For ``rank(tile:_:_:)``: the number of bits set before each word.
  func counts() -> [UInt32] {
    var sum: UInt32 = 0
    return words.map { word in
      defer { sum += UInt32(word.nonzeroBitCount) }
      return sum
    }
  }

  /// The number of bits set before that of an own edge or junction; nil if it is not in the set.
  ///
  /// The bit for the copies in a tile comes before those of its own edges or junctions.
  @inline(__always)
  func rank(tile: TileNumber, _ place: Int, _ counts: [UInt32]) -> Int? {
    let bit = bit(tile, place)
    let mask = UInt64(1) &<< UInt64(bit & 63)
    let word = words[bit &>> 6]
    if word & mask == 0 { return nil }
    return Int(counts[bit &>> 6]) &+ (word & (mask &- 1)).nonzeroBitCount
  }

  @inline(__always)
  private func bit(_ tile: TileNumber, _ place: Int) -> Int {
    let begin = Int(first[tile.rawValue])
    let bit = begin &+ 1 &+ place
    return bit < Int(first[tile.rawValue &+ 1]) ? bit : begin
  }
}
