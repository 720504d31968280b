internal import Bytes
package import NavFormat
package import RoadModel

/// A road as a driver sees it at a junction.
package struct SeenRoad: Sendable {
  /// The bearing in which the driver sees it, in degrees.
  package var heading: Double
  /// The bearing of its first metres.
  package var first: Double
  /// The index of the road at the junction that is its other carriageway; nil for none.
  package var partner: Int?

  /// A road from its parts.
  package init(heading: Double, first: Double, partner: Int?) {
    self.heading = heading
    self.first = first
    self.partner = partner
  }
}

/// Remembers what drivers see at junctions, for all requests to a map.
///
/// To find it takes a look along each road, and a walk to where carriageways meet again; it depends on the map and the
/// mode alone, and most routes share their junctions with others. Each junction has one place, which the last one that
/// was looked at keeps: at most about 4 MB in all.
package final class JunctionSights: Sendable {
  private let places = Guarded<KnownJunctions>(KnownJunctions())

  /// A memory without junctions.
  init() {}

  /// What is known now; what others learn later is not in it.
  package var known: KnownJunctions { places.withLock { $0 } }

  /// Adds what was learned since.
  package func add(_ learned: borrowing LearnedJunctions) {
    if learned.sights.isEmpty { return }
    places.withLock { known in
      for sight in learned.sights { known.keep(sight) }
    }
  }
}

/// What is seen at a junction.
struct JunctionSight: Sendable {
  /// The junction and the mode.
  var key: UInt64 = .max
  var roads: [SeenRoad] = []

  /// The key of a junction for a mode.
  static func key(_ tile: TileNumber, _ junction: JunctionIndex, _ mode: Mode) -> UInt64 {
    (UInt64(tile) << 24 | UInt64(junction)) << 8 | UInt64(mode.rawValue)
  }
}

/// The junctions that are known at some time.
package struct KnownJunctions: Sendable {
  /// The number of places, a power of two.
  private static let placeCount = 16384

  /// The places; empty until the first junction is kept.
  private var places: [JunctionSight] = []

  /// None yet.
  package init() {}

  /// What is seen at a junction; nil if that is not known.
  ///
  /// - Parameters:
  ///   - tile: The tile of the junction.
  ///   - junction: The junction.
  ///   - mode: The mode whose roads count.
  /// - Returns: The roads, in the order in which they were kept.
  package func roads(
    _ tile: TileNumber, _ junction: JunctionIndex, _ mode: Mode
  ) -> [SeenRoad]? {
    if places.isEmpty { return nil }
    let key = JunctionSight.key(tile, junction, mode)
    let place = Self.place(key)
    return places[place].key == key ? places[place].roads : nil
  }

  fileprivate mutating func keep(_ sight: JunctionSight) {
    if places.isEmpty {
      places = Array(repeating: JunctionSight(), count: Self.placeCount)
    }
    places[Self.place(sight.key)] = sight
  }

  /// The place of a key: its highest bits after a multiplication that mixes all of them.
  private static func place(_ key: UInt64) -> Int {
    let mixed = key &* 0x9E37_79B9_7F4A_7C15
    return Int(mixed >> UInt64(64 - placeCount.trailingZeroBitCount))
  }
}

/// The junctions that a request has looked at.
package struct LearnedJunctions: Sendable {
  fileprivate var sights: [JunctionSight] = []

  /// None yet.
  package init() {}

  /// Adds what is seen at a junction.
  package mutating func keep(
    _ roads: [SeenRoad], _ tile: TileNumber, _ junction: JunctionIndex, _ mode: Mode
  ) {
    sights.append(JunctionSight(key: JunctionSight.key(tile, junction, mode), roads: roads))
  }
}
