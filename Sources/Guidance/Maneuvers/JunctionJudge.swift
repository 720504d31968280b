import Geo
import RoadModel
import RouteModel

/// The maneuver that a junction requires.
enum Verdict: Equatable {
  /// No maneuver: there is no choice.
  case none
  /// No instruction, but a turn that may be joined with other turns.
  case silent(TurnDirection)
  /// A maneuver.
  case told(Draft.Kind, TurnDirection)
}

/// What a junction asks of a path: a maneuver or none, and what else is known of the turn.
struct Judgement: Sendable {
  var verdict: Verdict
  /// The turn into the road that the path takes, in degrees.
  var turn: Double
  /// The number of roads that the traveller may take.
  var choices: Int

  var direction: TurnDirection { TurnDirection(turn: turn) }
}

/// Decides which maneuver, if any, a single junction needs.
///
/// It is an object because the judges of forks, motorways and turns share it: its parts are large to copy.
final class JunctionJudge {
  let crossroads: Crossroads
  let before: RouteWay
  let after: RouteWay
  let obvious: Int?
  /// Whether the path passes a slip road.
  private let passesSlip: Bool

  init(_ junction: Junction, from before: RouteWay, onto after: RouteWay) {
    crossroads = Crossroads(junction)
    passesSlip = junction.slip != nil && junction.slip != junction.to
    self.before = before
    self.after = after
    obvious = ObviousRoad(crossroads).index
  }

  /// The verdict, with what else is known of the turn.
  var judgement: Judgement {
    Judgement(verdict: verdict, turn: turn, choices: crossroads.openCount)
  }

  /// The verdict.
  var verdict: Verdict {
    if isOnFerry(before) == isOnFerry(after) { return roadVerdict }
    // Who leaves a ferry where there is a choice makes a turn.
    if isOnFerry(before), case .told(let kind, let direction) = roadVerdict, kind != .newName {
      return .told(kind, direction)
    }
    return .told(.notification, direction)
  }

  /// The verdict without regard to ferries.
  private var roadVerdict: Verdict {
    guard let taken = crossroads.taken, let way = crossroads.way else {
      return .told(isSameRoad ? .staysOn : .turn, .uTurn)
    }
    if way.deviation > Junction.turningBack { return .told(isSameRoad ? .staysOn : .turn, .uTurn) }
    let found =
      pastDrives(taken) ?? onHighRoads(taken) ?? TurnJudge(self).verdict(taken)
    if case .told(.onRamp, let direction) = found, crossroads.coming.rank.isMotorway {
      return .told(.offRamp, direction)
    }
    if case .told(.fork, _) = found, passesSlip { return besideSlip }
    return found
  }

  /// The maneuver from a motorway or trunk road, or one of their ramps; nil at junctions of other roads.
  private func onHighRoads(_ taken: Int) -> Verdict? {
    crossroads.coming.rank.isHigh ? MotorwayJudge(self).verdict(taken) : nil
  }

  /// The maneuver on the road beside a slip road, if the two look like a fork.
  private var besideSlip: Verdict {
    if isSameRoad {
      return direction == .straight ? .silent(direction) : .told(.staysOn, direction)
    }
    return isNews ? .told(.newName, direction) : .silent(direction)
  }

  /// The turn into the road that the path takes.
  var turn: Double { crossroads.way?.turn ?? -180 }
  var direction: TurnDirection { TurnDirection(turn: turn) }

  private func isOnFerry(_ way: RouteWay) -> Bool { way.road.flags.contains(.ferry) }
  /// Whether the path takes a road with another name.
  private(set) lazy var isNews =
    before !== after
    && RoadNaming(name: after.localName, ref: after.ref)
      .isNews(after: RoadNaming(name: before.localName, ref: before.ref))
  /// Whether the path stays on a road with a name.
  var isSameRoad: Bool { before.localName != nil && after.localName != nil && !isNews }

  /// Whether both roads agree in motorway, toll, tunnel and ferry, which requests may avoid.
  private var isSameKind: Bool {
    let avoided: RoadFlags = [.toll, .tunnel, .ferry]
    return before.road.flags.intersection(avoided) == after.road.flags.intersection(avoided)
      && (before.road.roadClass == .motorway) == (after.road.roadClass == .motorway)
  }

  /// The kind by only the two roads.
  var basicKind: Draft.Kind {
    if let way = crossroads.way, way.rank.isRamp, !crossroads.coming.rank.isRamp { return .onRamp }
    return isSameRoad ? .staysOn : .turn
  }

  /// The maneuver if all other roads are drives and the like.
  private func pastDrives(_ taken: Int) -> Verdict? {
    let roads = crossroads.roads
    guard roads.count > 1, !crossroads.coming.rank.isMinor,
      roads.count(where: { !$0.rank.isMinor }) == 1
    else { return nil }
    if !roads[taken].rank.isMinor {
      return isNews && !isSameRoad ? .told(.newName, direction) : Verdict.none
    }
    if direction == .straight, let road = roads.firstIndex(where: { !$0.rank.isMinor }),
      TurnDirection(turn: roads[road].turn) == .straight
    {
      return .told(.turn, taken > road ? .slightRight : .slightLeft)
    }
    return .told(.turn, direction)
  }

  /// The maneuver on the obvious road.
  ///
  /// - Parameters:
  ///   - count: The number of roads that meet.
  ///   - isThrough: Whether the road also continues on the other side of the junction.
  /// - Returns: Silence, a new name, or a turn into a through street.
  func obviousVerdict(_ count: Int, isThrough: Bool = false) -> Verdict {
    if basicKind == .onRamp { return .told(.onRamp, direction) }
    guard isNews, !isSameRoad, let way = crossroads.way else {
      return count > 2 || !isSameKind ? .silent(direction) : .none
    }
    guard isThrough else { return .told(.newName, direction) }
    if way.rank.isMotorway { return .told(.merge, turn < 0 ? .slightRight : .slightLeft) }
    if way.rank.isRamp, crossroads.coming.rank.isRamp { return .silent(direction) }
    let isAhead = way.deviation < 40 && way.metres > Junction.Arm.short
    return .told(.turn, isAhead ? .straight : direction)
  }
}
