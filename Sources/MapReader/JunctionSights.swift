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
/// mode alone, and most routes share their junctions with others. Each junction has a group of places, in which the
/// last ones that were looked at remain: at most about 2 MB in all.
package final class JunctionSights: Sendable {
  /// The number of places, a power of two.
  private static let placeCount = 8192
  /// The number of places that junctions with the same hash share, a power of two.
  private static let groupSize = 4

  private struct Sight {
    var key: UInt64 = .max
    var roads: [SeenRoad] = []
  }

  /// The places; empty until the first junction is kept.
  private let places = Guarded<[Sight]>([])

  /// A memory without junctions.
  init() {}

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
    let key = Self.key(tile, junction, mode)
    return places.withLock {
      if $0.isEmpty { return nil }
      for place in Self.group(key) where $0[place].key == key { return $0[place].roads }
      return nil
    }
  }

  /// Keeps what is seen at a junction.
  package func keep(
    _ roads: [SeenRoad], _ tile: TileNumber, _ junction: JunctionIndex, _ mode: Mode
  ) {
    let key = Self.key(tile, junction, mode)
    places.withLock {
      if $0.isEmpty { $0 = Array(repeating: Sight(), count: Self.placeCount) }
      let group = Self.group(key)
      // The oldest is dropped.
      for place in group.dropFirst().reversed() { $0[place] = $0[place - 1] }
      $0[group.lowerBound] = Sight(key: key, roads: roads)
    }
  }

  private static func key(_ tile: TileNumber, _ junction: JunctionIndex, _ mode: Mode) -> UInt64 {
    (UInt64(tile) << 24 | UInt64(junction)) << 8 | UInt64(mode.rawValue)
  }

  /// The places of a key: by its highest bits after a multiplication that mixes all of them.
  private static func group(_ key: UInt64) -> Range<Int> {
    let mixed = key &* 0x9E37_79B9_7F4A_7C15
    let count = placeCount / groupSize
    let first = Int(mixed >> UInt64(64 - count.trailingZeroBitCount)) * groupSize
    return first..<first + groupSize
  }
}
