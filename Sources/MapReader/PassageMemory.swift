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
  ///   - details: Bits for what else matters to the one who remembers passages.
  package init(_ edge: EdgeNumber, _ next: EdgeNumber, _ mode: Mode, details: UInt8) {
    edges = UInt64(edge.rawValue) << 32 | UInt64(next.rawValue)
    self.details = UInt32(mode.rawValue) << 8 | UInt32(details)
  }
}

/// Remembers what was found out about passages, for all requests to a map.
///
/// It depends on the map and the key alone, and most routes share their passages with others. The objects are those of
/// the module that finds it out. Each passage has a group of places, in which the last ones that were kept remain: with
/// the junctions of a town in all of them, some 5 MB, and about 10 MB if nobody passes one of them unnoticed.
package final class PassageMemory: Sendable {
  /// What is known about a passage.
  package typealias Finding = any AnyObject & Sendable

  /// The number of places, a power of two.
  private static let placeCount = 16384
  /// The number of places that passages with the same hash share, a power of two.
  private static let groupSize = 4

  private struct Place {
    var key: PassageKey?
    var finding: Finding?
  }

  /// The places; empty until the first passage is kept.
  private let places = Guarded<[Place]>([])

  /// A memory without passages.
  init() {}

  /// What is known about each of some passages; nil where nothing is, and where there is no key.
  ///
  /// All passages of a path are looked up at once, because waiting for other requests takes longer than a look.
  package func findings(_ keys: [PassageKey?]) -> [Finding?] {
    places.withLock { places in
      keys.map { key in
        guard let key, !places.isEmpty else { return nil }
        let place = Self.group(key).first { places[$0].key == key }
        return place.flatMap { places[$0].finding }
      }
    }
  }

  /// Keeps what is known about passages.
  package func keep(_ found: [(key: PassageKey, finding: Finding)]) {
    if found.isEmpty { return }
    places.withLock {
      if $0.isEmpty { $0 = Array(repeating: Place(), count: Self.placeCount) }
      for (key, finding) in found {
        let group = Self.group(key)
        // The oldest is dropped.
        for place in group.dropFirst().reversed() { $0[place] = $0[place - 1] }
        $0[group.lowerBound] = Place(key: key, finding: finding)
      }
    }
  }

  /// The places of a key: by its highest bits after a multiplication that mixes all of them.
  private static func group(_ key: PassageKey) -> Range<Int> {
    let mixed = (key.edges ^ UInt64(key.details) << 24) &* 0x9E37_79B9_7F4A_7C15
    let count = placeCount / groupSize
    let first = Int(mixed >> UInt64(64 - count.trailingZeroBitCount)) * groupSize
    return first..<first + groupSize
  }
}
