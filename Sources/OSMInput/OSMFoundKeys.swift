/// Where an element has the keys of a set, for callers that look up many: one pass over its tags finds all.
///
///     var found = OSMFoundKeys(of: keys)
///     tags.find(&found)
///     if let index = found[0] { … tags.value(at: index) … }
public struct OSMFoundKeys: Sendable {
  /// A key of the input, and its place in the set's list; nil if it is not in the set.
  fileprivate struct Recent: Sendable {
    var id: OSMTextID
    var place: Int?
  }

  /// A bit for each key that the element has: bit `i` for the key `i` of the set's list.
  public private(set) var keys: UInt64 = 0
  fileprivate let set: OSMKeySet
  /// The indices of their tags.
  private var indices = [UInt32](repeating: 0, count: OSMKeySet.maximumFound)
  /// Keys of the block that is read, by the last bits of their offsets, so that most keys are not compared again.
  fileprivate var recent: [Recent]

  /// The number of keys of a block that are kept: a power of two, larger than the number of frequent ones.
  fileprivate static let recentCount = 512

  /// No keys yet.
  ///
  /// - Parameter keys: The keys to find, at most 64.
  public init(of keys: OSMKeySet) {
    precondition(keys.keys.count <= OSMKeySet.maximumFound, "too many keys")
    set = keys
    recent = Array(
      repeating: Recent(id: OSMTextID(block: 0, offset: 0), place: nil), count: Self.recentCount)
  }

  /// The index of the first tag with a key, by its place in the set's list; nil if there is none.
  public subscript(key: Int) -> Int? {
    keys &>> UInt64(truncatingIfNeeded: key) & 1 == 0 ? nil : Int(indices[key])
  }

  fileprivate mutating func removeAll() { keys = 0 }

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
    found.removeAll()
    let text = bytes.span
    let entries = entries.span
    for index in entries.indices {
      let entry = entries[index]
      guard entry.keyStart < entry.keyEnd else { continue }
      let place: Int?
      if block == 0 {
        place = found.set.place(of: text, from: Int(entry.keyStart), to: Int(entry.keyEnd))
      } else {
        let id = OSMTextID(block: block, offset: entry.keyStart)
        let slot = Int(entry.keyStart) & (OSMFoundKeys.recentCount - 1)
        if found.recent[slot].id != id {
          let place = found.set.place(of: text, from: Int(entry.keyStart), to: Int(entry.keyEnd))
          found.recent[slot] = OSMFoundKeys.Recent(id: id, place: place)
        }
        place = found.recent[slot].place
      }
      if let place { found.add(place, at: index) }
    }
  }
}
