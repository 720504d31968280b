import Geo
import RoadModel

/// A junction as a traveller sees it: roads by the turn that leads into them, carriageways of one road as one.
struct Crossroads {
  /// A road that leaves the junction, or from which traffic comes.
  struct Road {
    /// The turn into it in degrees, -180 to 179, clockwise positive; 0 is straight on.
    var turn: Int
    /// Whether the traveller may enter it.
    var isOpen: Bool
    /// Its attributes.
    var road: RoadAttributes
    /// Numbers of its name and its road number; 0 for none.
    var name: UInt32
    var ref: UInt32
    /// Whether traffic uses it in both directions, on one carriageway or two.
    var isTwoWay: Bool

    /// Degrees from straight on.
    var deviation: Int { abs(turn) }
  }

  /// The road from which the traveller comes.
  let coming: Junction.Arm
  /// The other roads, from the sharpest left to the sharpest right.
  private(set) var roads: [Road] = []
  /// The index of the road that the path takes; nil if it turns round.
  private(set) var taken: Int?

  /// Two arms that diverge by more are not carriageways of one road.
  private static let carriageways = 60

  init(_ junction: Junction) {
    let arms = junction.arms
    coming = arms[junction.from]
    var heading = LineBearing.opposite(coming.heading)
    var isMerged = [Bool](repeating: false, count: arms.count)
    if let partner = Self.partner(of: junction.from, in: arms), partner != junction.to {
      // The traveller comes from the middle of both carriageways.
      isMerged[partner] = true
      heading += LineBearing.turn(from: coming.heading, to: arms[partner].heading) / 2
    }
    for index in arms.indices where index != junction.from && !isMerged[index] {
      let arm = arms[index]
      var made = Road(
        turn: LineBearing.turn(from: heading, to: arm.heading), isOpen: arm.isOpen, road: arm.road,
        name: arm.name, ref: arm.ref, isTwoWay: arm.leads && arm.comes)
      if arm.leads != arm.comes, let partner = Self.partner(of: index, in: arms),
        partner != junction.from, !isMerged[partner]
      {
        isMerged[partner] = true
        made.turn = LineBearing.turn(
          from: heading,
          to: arm.heading + LineBearing.turn(from: arm.heading, to: arms[partner].heading) / 2)
        made.isOpen = arm.isOpen || arms[partner].isOpen
        made.isTwoWay = true
        if partner == junction.to { taken = roads.count }
      }
      if index == junction.to { taken = roads.count }
      roads.append(made)
    }
    sort()
  }

  /// Sorts the roads by their turns.
  private mutating func sort() {
    let order = roads.indices.sorted { (roads[$0].turn, $0) < (roads[$1].turn, $1) }
    if let old = taken { taken = order.firstIndex(of: old) }
    roads = order.map { roads[$0] }
  }

  /// The other carriageway of a one-way arm, if it ends or begins at the same junction.
  private static func partner(of index: Int, in arms: [Junction.Arm]) -> Int? {
    let arm = arms[index]
    guard arm.leads != arm.comes, !arm.road.flags.contains(.link), arm.name | arm.ref != 0 else {
      return nil
    }
    return arms.indices.first {
      let other = arms[$0]
      return $0 != index && other.leads == arm.comes && other.comes == arm.leads
        && other.name == arm.name && other.ref == arm.ref
        && other.road.flags.contains(.roundabout) == arm.road.flags.contains(.roundabout)
        && !other.road.flags.contains(.link)
        && abs(LineBearing.turn(from: arm.heading, to: other.heading)) < carriageways
    }
  }

  /// The road that the path takes.
  var way: Road? { taken.map { roads[$0] } }

  /// Whether a road other than the one taken continues the one that the path takes, across the junction.
  ///
  /// - Parameter index: The index of the road that the path takes.
  /// - Returns: Whether one of the same name, number and class does.
  func isThroughStreet(_ index: Int) -> Bool {
    let own = roads[index]
    let rank = RoadRank(own.road).priority
    return own.name | own.ref != 0
      && roads.indices.contains {
        $0 != index && roads[$0].name == own.name
          && (roads[$0].ref == own.ref || own.name != 0)
          && RoadRank(roads[$0].road).priority == rank
          && abs(LineBearing.turn(from: own.turn, to: roads[$0].turn)) > 155
      }
  }
}
