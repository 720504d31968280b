/// Where an element has the keys of a set, for callers that look up many: one pass over its tags finds all.
///
///     var found = OSMFoundKeys(of: keys)
///     tags.find(&found)
///     if let index = found[0] { … tags.value(at: index) … }
public struct OSMFoundKeys: Sendable {
  /// A key of the block that is read.
  fileprivate struct Recent: Sendable {
    /// Where it begins; no key begins at 0.
    var offset: UInt32 = 0
    /// Its place in the set's list; -1 if it is not in the set.
    var place: Int32 = -1
  }

  /// A bit for each key that the element has: bit `i` for the key `i` of the set's list.
  public private(set) var keys: UInt64 = 0
  fileprivate let set: OSMKeySet
  /// The indices of their tags.
  private var indices = [UInt32](repeating: 0, count: OSMKeySet.maximumFound)
  /// The number of the block that is read.
  fileprivate var block: UInt64 = 0
  /// Keys of this block, by the last bits of their offsets, so that most keys are not compared again.
  fileprivate var recent = [Recent](repeating: Recent(), count: recentCount)

  /// The number of keys of a block that are kept: a power of two, larger than the number of frequent ones.
  fileprivate static let recentCount = 512

  /// No keys yet.
  ///
  /// - Parameter keys: The keys to find, at most 64.
  public init(of keys: OSMKeySet) {
    precondition(keys.keys.count <= OSMKeySet.maximumFound, "too many keys")
    set = keys
  }

  /// The index of the first tag with a key, by its place in the set's list; nil if there is none.
  public subscript(key: Int) -> Int? {
    keys &>> UInt64(truncatingIfNeeded: key) & 1 == 0 ? nil : Int(indices[key])
  }

  /// Forgets the last element, and the keys of another block.
  fileprivate mutating func begin(_ block: UInt64) {
    keys = 0
    if block == self.block { return }
    self.block = block
    for slot in recent.indices { recent[slot] = Recent() }
  }

  @inline(__always)
  fileprivate mutating func add(_ key: Int, at index: Int) {
    let bit = UInt64(1) &<< UInt64(truncatingIfNeeded: key)
    if keys & bit != 0 { return }
    keys |= bit
    indices[key] = UInt32(truncatingIfNeeded: index)
  }
}

extension OSMTags {
  /// Finds the first tag with each key of a set; compares bytes and allocates nothing.
  ///
  /// - Parameter found: The keys, which receives where they are.
  public func find(_ found: inout OSMFoundKeys) {
    found.begin(block)
    let text = bytes.span
    let entries = entries.span
    for index in entries.indices {
      let (start, end) = (entries[index].keyStart, entries[index].keyEnd)
      guard start < end else { continue }
      let slot = Int(start) & (OSMFoundKeys.recentCount - 1)
      var place = found.recent[slot].place
      if block == 0 || found.recent[slot].offset != start {
        place = Int32(found.set.place(of: text, from: Int(start), to: Int(end)) ?? -1)
        if block != 0 { found.recent[slot] = OSMFoundKeys.Recent(offset: start, place: place) }
      }
      if place >= 0 { found.add(Int(place), at: index) }
    }
  }
}
