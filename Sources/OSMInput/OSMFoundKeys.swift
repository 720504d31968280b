/// Where an element has the keys of a set, for callers that look up many: one pass over its tags finds all.
///
///     tags.find(keys, &found)
///     if let index = found[0] { … tags.value(at: index) … }
public struct OSMFoundKeys: Sendable {
  /// A bit for each key that the element has: bit `i` for the key `i` of the set's list.
  public private(set) var keys: UInt64 = 0
  /// The indices of their tags.
  private var indices = [UInt32](repeating: 0, count: OSMKeySet.maximumFound)

  /// No keys.
  public init() {}

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
  /// - Parameters:
  ///   - keys: At most 64 keys.
  ///   - found: Receives where they are.
  public func find(_ keys: OSMKeySet, _ found: inout OSMFoundKeys) {
    precondition(keys.keys.count <= OSMKeySet.maximumFound, "too many keys")
    found.removeAll()
    let text = bytes.span
    let entries = entries.span
    for index in entries.indices {
      let (start, end) = (Int(entries[index].keyStart), Int(entries[index].keyEnd))
      guard start < end else { continue }
      for place in keys.candidates(text[start], length: end - start)
      where text.hasBytes(of: keys.keys[place], from: start, to: end) {
        found.add(keys.places[place], at: index)
      }
    }
  }
}
