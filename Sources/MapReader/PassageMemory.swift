internal import Bytes
package import RoadModel

/// A passage from one edge of a map onto the next, as a key of ``PassageMemory``.
package struct PassageKey: Sendable, Equatable {
  fileprivate let edges: UInt64
  fileprivate let details: UInt32

  /// A passage of travellers.
  ///
  /// - Parameters:
  ///   - edge: The edge on which they arrive.
  ///   - next: The edge on which they go on.
  ///   - mode: Their mode.
  ///   - details: Bits for whatever else the finding depends on.
  package init(_ edge: EdgeNumber, _ next: EdgeNumber, _ mode: Mode, details: UInt8) {
    edges = UInt64(edge.rawValue) << 32 | UInt64(next.rawValue)
    self.details = UInt32(mode.rawValue) << 8 | UInt32(details)
  }
}

/// A cache of what is known about passages, shared by all requests to a map.
///
/// A finding depends on the map and the key alone, and most routes share their passages with others. The module that
/// finds it out chooses its type. The cache is set-associative: a passage may be in any slot of one group, which keeps
/// the latest ones. With junctions of a town in all slots it takes some 5 MB, and at most about 10 MB.
package final class PassageMemory: Sendable {
  /// What is known about a passage.
  package typealias Finding = any AnyObject & Sendable

  /// The slots, in groups that passages with the same hash share.
  private struct Table {
    /// The number of groups, a power of two.
    private static let groupCount = 2048
    /// The number of slots of a group: one for each byte of its tags.
    private static let groupSize = 8
    /// The number of no slot.
    static let none = -1

    /// A byte of the hash of each slot of a group, 0 for none, from the latest in the lowest byte to the oldest.
    ///
    /// They take 16 kB in all, so that in most cases only the slot of the passage itself is read from far memory.
    private var tags: [UInt64] = []
    private var slots: [(key: PassageKey?, finding: Finding?)] = []

    /// The slot of a passage; ``none`` if nothing is known about it.
    func slot(of key: PassageKey) -> Int {
      if slots.isEmpty { return Self.none }
      let (group, tag) = Self.place(key)
      // The bytes that equal the tag become 0; of such, and perhaps of the next ones, the highest bit is found.
      let apart = tags[group] ^ tag &* 0x0101_0101_0101_0101
      var left = (apart &- 0x0101_0101_0101_0101) & ~apart & 0x8080_8080_8080_8080
      while left != 0 {
        let slot = group * Self.groupSize + left.trailingZeroBitCount / 8
        if slots[slot].key == key { return slot }
        left &= left - 1
      }
      return Self.none
    }

    /// What is known about the passage of a slot; nil for ``none``.
    func finding(_ slot: Int) -> Finding? { slot == Self.none ? nil : slots[slot].finding }

    /// Keeps what is known about a passage instead of the oldest of its group.
    mutating func keep(_ key: PassageKey, _ finding: Finding) {
      if slots.isEmpty {
        tags = Array(repeating: 0, count: Self.groupCount)
        slots = Array(repeating: (nil, nil), count: Self.groupCount * Self.groupSize)
      }
      let (group, tag) = Self.place(key)
      tags[group] = tags[group] << 8 | tag
      let first = group * Self.groupSize
      for slot in (first + 1..<first + Self.groupSize).reversed() { slots[slot] = slots[slot - 1] }
      slots[first] = (key, finding)
    }

    /// The group and the tag of a key: by the highest bits after a multiplication that mixes all of them.
    private static func place(_ key: PassageKey) -> (group: Int, tag: UInt64) {
      let mixed = (key.edges ^ UInt64(key.details) << 24) &* 0x9E37_79B9_7F4A_7C15
      let group = Int(mixed >> UInt64(64 - groupCount.trailingZeroBitCount))
      return (group, mixed >> 40 & 0xFF | 1)
    }
  }

  /// The passages; without slots until the first one is kept.
  private let table = Guarded(Table())

  /// A memory without passages.
  init() {}

  /// Tells what is known about each of some passages, in order; nil where nothing is, and where there is no key.
  ///
  /// All passages of a path are looked up under one lock, because waiting for it takes longer than a look-up.
  ///
  /// - Parameters:
  ///   - keys: The passages.
  ///   - tell: Receives what is known about each; it must not ask the memory.
  package func find(_ keys: [PassageKey?], _ tell: (Finding?) -> Void) {
    table.withLock { table in
      // References are counted when all slots are found: the processor reads no memory ahead of that.
      let slots = keys.map { key in key.map { table.slot(of: $0) } ?? Table.none }
      for slot in slots { tell(table.finding(slot)) }
    }
  }

  /// Keeps what is known about passages.
  package func keep(_ found: [(key: PassageKey, finding: Finding)]) {
    if found.isEmpty { return }
    table.withLock { for (key, finding) in found { $0.keep(key, finding) } }
  }
}
