import Geo
import RoadModel

/// A junction as a traveller sees it: roads by the turn that leads into them, carriageways of one road as one.
struct Crossroads {
  /// A road that leaves the junction, or from which traffic comes.
  struct Road {
    /// The turn into it in degrees, -180 ..< 180, clockwise positive; 0 is straight on.
    var turn: Double
    /// The turn by the first metres of both roads.
    var first: Double
    /// Whether the traveller may enter it.
    var isOpen: Bool
    /// The index of its arm at the junction.
    var arm: Int
    /// Its attributes.
    var road: RoadAttributes
    var rank: RoadRank
    var title: RoadTitle
    /// The metres of its arm.
    var metres: Double
    /// Whether it is for destination access only.
    var isRestricted: Bool

    /// Degrees from straight on.
    var deviation: Double { abs(turn) }
    var isRing: Bool { road.flags.contains(.roundabout) }
    /// The turn from the direction of the whole road to that of its first metres, in degrees.
    var bend: Double { LineBearing.turn(from: turn, to: first) }

    init(_ arm: Junction.Arm, at index: Int, turn: Double, first: Double) {
      self.arm = index
      self.turn = turn
      self.first = first
      isOpen = arm.isOpen
      road = arm.road
      rank = RoadRank(arm.road)
      title = RoadTitle(name: arm.name, ref: arm.ref)
      metres = arm.metres
      isRestricted = arm.isRestricted
    }
  }

  /// The road from which the traveller comes; its turn is the way back.
  private(set) var coming: Road
  /// The other roads, from the sharpest left to the sharpest right.
  private(set) var roads: [Road] = []
  /// The index of the road that the path takes; nil if it turns round.
  private(set) var taken: Int?
  /// The number of roads that the traveller may enter.
  private(set) var openCount: Int

  init(_ junction: Junction) {
    let arms = junction.arms
    let from = arms[junction.from]
    openCount = junction.openCount
    var heading = LineBearing.opposite(from.heading)
    let first = LineBearing.opposite(from.first)
    // Few junctions have carriageways; only those need memory for merged arms.
    let hasPartners = arms.contains { $0.partner != nil }
    var isMerged = [Bool](repeating: false, count: hasPartners ? arms.count : 0)
    if let partner = from.partner, partner != junction.to {
      // The traveller comes from the middle of both carriageways.
      isMerged[partner] = true
      heading = LineBearing.middle(heading, LineBearing.opposite(arms[partner].heading))
    }
    coming = Road(
      from, at: junction.from, turn: 180, first: LineBearing.turn(from: heading, to: from.first))
    coming.isOpen = false
    roads.reserveCapacity(arms.count)
    for index in arms.indices
    where index != junction.from && !(hasPartners && isMerged[index]) {
      let arm = arms[index]
      var leaving = arm.heading
      var (isOpen, isTaken) = (arm.isOpen, index == junction.to)
      if let partner = arm.partner, partner != junction.from, !isMerged[partner] {
        isMerged[partner] = true
        leaving = LineBearing.middle(leaving, arms[partner].heading)
        isOpen = isOpen || arms[partner].isOpen
        isTaken = isTaken || partner == junction.to
      }
      var made = Road(
        arm, at: index, turn: LineBearing.turn(from: heading, to: leaving),
        first: LineBearing.turn(from: first, to: arm.first))
      made.isOpen = isOpen
      if isTaken { taken = roads.count }
      roads.append(made)
    }
    sort()
  }

  /// The difference of turns, in degrees, below which the first metres decide which of two roads is to the left.
  private static let parallel = 5.0
  /// The minimum angle between their first metres for that, in degrees.
  private static let parting = 10.0

  /// Whether a road is to the left of another: by their turns, or where these hardly differ, by their first metres.
  ///
  /// A road may bend to the other side of one that leaves beside it, but does not cross it.
  private static func isLeft(_ a: Road, of b: Road) -> Bool {
    let first = LineBearing.turn(from: a.first, to: b.first)
    if abs(a.turn - b.turn) < parallel, parting...90 ~= abs(first) { return first > 0 }
    return a.turn < b.turn
  }

  /// Sorts the roads from left to right.
  private mutating func sort() {
    let way = taken.map { roads[$0].arm }
    // There are few roads, and they are nearly in order.
    for index in roads.indices.dropFirst() {
      var place = index
      while place > 0, Self.isLeft(roads[place], of: roads[place - 1]) {
        roads.swapAt(place - 1, place)
        place -= 1
      }
    }
    taken = way.flatMap { way in roads.firstIndex { $0.arm == way } }
  }

  /// The road that the path takes.
  var way: Road? { taken.map { roads[$0] } }

  /// The angle between two roads.
  static func angle(_ a: Road, _ b: Road) -> Double {
    abs(LineBearing.turn(from: a.turn, to: b.turn))
  }

  /// The road most nearly opposite to another.
  func opposite(_ road: Road) -> Road {
    var (best, angle) = (coming, Self.angle(coming, road))
    for other in roads where Self.angle(other, road) > angle {
      (best, angle) = (other, Self.angle(other, road))
    }
    return best
  }

  /// Whether a road other than the one that the traveller comes from continues one of the roads across the junction.
  func isThroughStreet(_ index: Int) -> Bool {
    let own = roads[index]
    return roads.indices.contains {
      $0 != index && roads[$0].rank == own.rank && roads[$0].title.isSame(as: own.title)
        && Self.angle(own, roads[$0]) > 155
    }
  }
}
