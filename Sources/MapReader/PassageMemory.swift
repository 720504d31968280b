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

  /// The number of slots, a power of two.
  private static let slotCount = 16384
  /// The number of slots that passages with the same hash share, a power of two.
  private static let groupSize = 8

  private struct Slot {
    var key: PassageKey?
    var finding: Finding?
  }

  /// The slots; empty until the first passage is kept.
  private let slots = Guarded<[Slot]>([])

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
    slots.withLock { slots in
      let isEmpty = slots.isEmpty
      for key in keys {
        guard !isEmpty, let key,
          let slot = Self.group(key).first(where: { slots[$0].key == key })
        else {
          tell(nil)
          continue
        }
        tell(slots[slot].finding)
      }
    }
  }

  /// Keeps what is known about passages.
  package func keep(_ found: [(key: PassageKey, finding: Finding)]) {
    if found.isEmpty { return }
    slots.withLock {
      if $0.isEmpty { $0 = Array(repeating: Slot(), count: Self.slotCount) }
      for (key, finding) in found {
        let group = Self.group(key)
        // The oldest is dropped.
        for slot in group.dropFirst().reversed() { $0[slot] = $0[slot - 1] }
        $0[group.lowerBound] = Slot(key: key, finding: finding)
      }
    }
  }

  /// The slots of a key: by its highest bits after a multiplication that mixes all of them.
  private static func group(_ key: PassageKey) -> Range<Int> {
    let mixed = (key.edges ^ UInt64(key.details) << 24) &* 0x9E37_79B9_7F4A_7C15
    let count = slotCount / groupSize
    let first = Int(mixed >> UInt64(64 - count.trailingZeroBitCount)) * groupSize
    return first..<first + groupSize
  }
}
