package import RoadModel

/// The roads at a junction of a path, as the maker of steps needs them; whoever has a map provides them.
package struct Junction: Sendable {
  /// A road that begins or ends at the junction.
  package struct Arm: Sendable {
    /// The bearing in which it leaves the junction, in whole degrees, 0 to 359.
    package var bearing: Int
    /// The bearing of a point some metres along it, which is how a driver sees the road.
    package var heading: Int
    /// Whether the traveller may enter it, coming as the path does.
    package var isOpen: Bool
    /// Whether traffic may leave the junction by it.
    package var leads: Bool
    /// Whether traffic arrives at the junction by it.
    package var comes: Bool
    /// Its attributes.
    package var road: RoadAttributes
    /// Its name, as a number that only equal names share; 0 for none.
    package var name: UInt32
    /// Its road number, likewise.
    package var ref: UInt32

    /// An arm from its parts.
    package init(
      bearing: Int, heading: Int, isOpen: Bool, leads: Bool, comes: Bool, road: RoadAttributes,
      name: UInt32, ref: UInt32
    ) {
      self.bearing = bearing
      self.heading = heading
      self.isOpen = isOpen
      self.leads = leads
      self.comes = comes
      self.road = road
      self.name = name
      self.ref = ref
    }

    /// Whether it may be overlooked beside a road: a drive, a car park's aisle, a track.
    package var isMinor: Bool { RoadRank(road).isMinor }
  }

  /// The arms, clockwise from north.
  package var arms: [Arm]
  /// The index of the arm from which the path comes.
  package var from: Int
  /// The index of the arm on which it continues.
  package var to: Int

  /// A junction from its parts.
  package init(arms: [Arm], from: Int, to: Int) {
    self.arms = arms
    self.from = from
    self.to = to
  }

  /// Whether a traveller notices it: more than two roads meet, not counting drives and tracks beside a road.
  var isNoticed: Bool {
    guard arms.count > 2 else { return false }
    if RoadRank(arms[from].road).isMinor { return true }
    return arms.indices.contains {
      $0 != from && $0 != to && !RoadRank(arms[$0].road).isMinor
    }
  }
}
