import Geo
import RoadModel
import RouteModel

/// What a junction asks of the traveller.
enum Verdict: Equatable {
  /// Nothing: there is no choice.
  case none
  /// Nothing is said, but a turn is made that others may be joined with.
  case silent(RouteManeuver.Direction)
  /// A maneuver.
  case told(RouteManeuver.Kind, RouteManeuver.Direction)
}

/// Decides which maneuver, if any, a junction needs by itself.
struct JunctionJudge {
  /// Roads that turn less are ahead.
  static let ahead = 40
  /// Roads of a fork that are further apart from the others than this stand alone.
  private static let group = 60
  let crossroads: Crossroads
  let before: RouteEdge
  let after: RouteEdge
  let obvious: Int?
  /// Whether the traveller notices that more than the two roads of the path meet.
  private let isNoticed: Bool

  init(_ junction: Junction, from before: RouteEdge, onto after: RouteEdge) {
    crossroads = Crossroads(junction)
    self.before = before
    self.after = after
    isNoticed = junction.isNoticed
    obvious = ObviousRoad(crossroads).index
  }

  /// The verdict.
  var verdict: Verdict {
    if isOnFerry(before) != isOnFerry(after) { return .told(.notification, direction) }
    guard let taken = crossroads.taken, let way = crossroads.way else {
      return .told(isSameRoad ? .staysOn : .turn, .uTurn)
    }
    if way.deviation > 175 { return .told(isSameRoad ? .staysOn : .turn, .uTurn) }
    if let verdict = MotorwayJudge(self).verdict { return verdict }
    if let side = forkSide(of: taken) { return .told(.fork, side) }
    if isEndOfRoad {
      return .told(basicKind == .turn || basicKind == .staysOn ? .endOfRoad : basicKind, direction)
    }
    return taken == obvious ? obviousVerdict : .told(basicKind, turnDirection)
  }

  /// The turn into the road that the path takes.
  var turn: Int { crossroads.way?.turn ?? -180 }
  var direction: RouteManeuver.Direction { RouteManeuver.Direction(turn: turn) }

  private func isOnFerry(_ edge: RouteEdge) -> Bool { edge.road.flags.contains(.ferry) }
  private var naming: (before: RoadNaming, after: RoadNaming) {
    (RoadNaming(name: before.name, ref: before.ref), RoadNaming(name: after.name, ref: after.ref))
  }
  var isSameRoad: Bool { naming.after.isSame(naming.before) }
  var isNews: Bool { naming.after.isNews(after: naming.before) }

  /// The kind that the two roads alone ask for.
  var basicKind: RouteManeuver.Kind {
    let ranks = (RoadRank(before.road), RoadRank(after.road))
    if ranks.1.isRamp && !ranks.0.isRamp { return ranks.0.isMotorway ? .offRamp : .onRamp }
    return isSameRoad ? .staysOn : .turn
  }

  /// What is said on the road that one takes anyway.
  var obviousVerdict: Verdict {
    let kind = basicKind
    if kind == .onRamp || kind == .offRamp { return .told(kind, direction) }
    if kind == .turn, isNews {
      let isTurn = crossroads.taken.map(crossroads.isThroughStreet) ?? false || endsDivided
      return .told(isTurn ? .turn : .newName, direction)
    }
    return isNoticed ? .silent(direction) : .none
  }

  /// Whether a divided main road ends here: its other carriageway leaves sharply backwards.
  private var endsDivided: Bool {
    let coming = crossroads.coming
    guard !coming.leads, coming.road.lanes == 0, RoadRank(coming.road).priority < 8 else {
      return false
    }
    return crossroads.roads.contains {
      $0.isOpen && !$0.isTwoWay && $0.name == coming.name && $0.deviation > 145
    }
  }

  /// The direction of a turn; of two roads in one sector, the words tell which one is meant.
  private var turnDirection: RouteManeuver.Direction {
    guard let taken = crossroads.taken else { return direction }
    let rivals = crossroads.roads.indices.filter {
      $0 != taken && crossroads.roads[$0].isOpen
        && RouteManeuver.Direction(turn: crossroads.roads[$0].turn) == direction
    }
    guard rivals.count == 1, let rival = rivals.first else { return direction }
    let isFurtherRight = taken > rival
    switch direction {
    case .straight: return isFurtherRight ? .slightRight : .slightLeft
    case .right: return isFurtherRight ? .sharpRight : turn < 60 ? .slightRight : .right
    case .left: return !isFurtherRight ? .sharpLeft : turn > -60 ? .slightLeft : .left
    default: return direction
    }
  }

  /// Whether the road ends at another that runs across.
  private var isEndOfRoad: Bool {
    let roads = crossroads.roads
    guard roads.count == 2, let taken = crossroads.taken, taken != obvious || !isSameRoad else {
      return false
    }
    func isAcross(_ turn: Int, _ angle: Int) -> Bool { abs(turn - angle) < Self.ahead }
    return isAcross(roads[0].turn, -90) && isAcross(roads[1].turn, 90)
  }

  /// The side of a fork that the path takes; nil if the junction is no fork.
  func forkSide(of taken: Int) -> RouteManeuver.Direction? {
    let roads = crossroads.roads
    var (first, last) = (taken, taken)
    func isNear(_ a: Int, _ b: Int) -> Bool {
      abs(LineBearing.turn(from: roads[a].turn, to: roads[b].turn)) < Self.group
    }
    while first > 0, isNear(first - 1, first) { first -= 1 }
    while last + 1 < roads.count, isNear(last, last + 1) { last += 1 }
    let group = first...last
    guard 2...3 ~= group.count, group.allSatisfy({ roads[$0].isOpen }),
      group.contains(where: { roads[$0].deviation < Self.ahead }),
      group.allSatisfy({ roads[$0].deviation < Self.group })
    else { return nil }
    let links = group.map { roads[$0].road.flags.contains(.link) }
    guard Set(links).count == 1 else { return nil }
    guard obvious == nil else { return nil }
    if group.count == 3, taken == first + 1 { return .straight }
    return taken == first ? .slightLeft : .slightRight
  }
}
