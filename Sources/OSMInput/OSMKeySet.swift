/// Keys of tags to search together; most others differ in the first byte and length.
public struct OSMKeySet: Sendable {
  /// The keys, by their hashes.
  let keys: [StaticString]
  /// The place of each of them in the list that made the set.
  let places: [Int]
  /// Where the keys of each hash begin, then where the last end.
  private let starts: [Int]

  /// A bit for each hash of a key.
  private let known: UInt64

  private static let hashes = 64
  /// The maximum number of keys that ``OSMTags/find(_:_:)`` finds together.
  static let maximumFound = 64

  /// A set of keys, none of them empty.
  public init(_ keys: [StaticString]) {
    var lists = [[Int]](repeating: [], count: Self.hashes)
    for (place, key) in keys.enumerated() {
      let text = Array("\(key)".utf8)
      lists[Self.hash(text[0], length: text.count)].append(place)
    }
    places = lists.flatMap { $0 }
    self.keys = places.map { keys[$0] }
    known = lists.indices.reduce(0) { $0 | (lists[$1].isEmpty ? 0 : 1 << UInt64($1)) }
    starts = lists.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
  }

  private static func hash(_ first: UInt8, length: Int) -> Int {
    (Int(first) &+ 5 &* length) & (hashes - 1)
  }

  /// The indices of the keys that may begin with `first` and have `length` bytes.
  @inline(__always)
  func candidates(_ first: UInt8, length: Int) -> Range<Int> {
    let hash = Self.hash(first, length: length)
    // Most other keys have the hash of none.
    if known &>> UInt64(truncatingIfNeeded: hash) & 1 == 0 { return 0..<0 }
    return starts[hash]..<starts[hash + 1]
  }
  /// The place in the list that made the set of the key in a range of bytes, which is not empty; nil if it is another.
  func place(of text: Span<UInt8>, from start: Int, to end: Int) -> Int? {
    for key in candidates(text[start], length: end - start)
    where text.hasBytes(of: keys[key], from: start, to: end) {
      return places[key]
    }
    return nil
  }
}
