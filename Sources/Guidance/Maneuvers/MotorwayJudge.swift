import RoadModel
import RouteModel

/// Decides which maneuver a junction of motorways, trunk roads and their ramps needs.
struct MotorwayJudge {
  private let judge: JunctionJudge
  private let crossroads: Crossroads
  private let from: RoadRank
  private let onto: RoadRank

  init(_ judge: JunctionJudge) {
    self.judge = judge
    crossroads = judge.crossroads
    from = RoadRank(judge.before.road)
    onto = RoadRank(judge.after.road)
  }

  /// The verdict; nil for junctions of other roads.
  var verdict: Verdict? {
    guard let taken = crossroads.taken, crossroads.roads.count > 1 else { return nil }
    if from.isMotorway { return onMotorway(taken) }
    if from.isRamp { return onRamp(taken) }
    return nil
  }

  /// The other roads that may be taken for the way ahead.
  private func others(_ counts: (RoadRank) -> Bool) -> [Crossroads.Road] {
    crossroads.roads.indices.filter { $0 != crossroads.taken }.map { crossroads.roads[$0] }
      .filter { $0.isOpen && $0.deviation < 90 && counts(RoadRank($0.road)) }
  }

  /// The side of the others on which the road taken lies.
  private var side: RouteManeuver.Direction {
    let rivals = others { _ in true }
    guard let taken = crossroads.way, let rival = rivals.min(by: { $0.deviation < $1.deviation })
    else { return judge.direction }
    return taken.turn < rival.turn ? .slightLeft : .slightRight
  }

  /// From a motorway: exits, forks, and the motorway itself.
  private func onMotorway(_ taken: Int) -> Verdict? {
    let high = crossroads.roads.filter { RoadRank($0.road).isHigh }
    guard high.count == crossroads.roads.count else { return nil }
    if onto.isRamp {
      let rivals = others { _ in true }
      if rivals.isEmpty { return .silent(judge.direction) }
      if rivals.allSatisfy({ RoadRank($0.road).isRamp }) { return .told(.fork, side) }
      return .told(.offRamp, abs(judge.turn) < 35 ? side : judge.direction)
    }
    if !others(\.isMotorway).isEmpty {
      return .told(.fork, side)
    }
    return judge.isNews && !judge.isSameRoad
      ? .told(.newName, judge.direction) : .silent(judge.direction)
  }

  /// From a ramp: onto a motorway, past other ramps, and where ramps part.
  private func onRamp(_ taken: Int) -> Verdict? {
    let rivals = others { _ in true }
    if rivals.isEmpty {
      guard onto.isMotorway, let main, let way = crossroads.way else { return nil }
      // Traffic on a motorway with the ramp's own number is no news.
      guard judge.isNews || way.name != 0 && main.name == way.name else { return nil }
      return main.name == way.name && main.ref == way.ref ? .told(.merge, mergeSide) : nil
    }
    guard rivals.allSatisfy({ RoadRank($0.road).isHigh }), onto.isHigh else { return nil }
    return .told(.fork, side)
  }

  /// The motorway from which traffic comes; nil if there is none.
  private var main: Crossroads.Road? {
    crossroads.roads.first { !$0.isOpen && RoadRank($0.road).isMotorway }
  }

  /// The side to which a ramp joins a motorway: that of the traffic on the motorway.
  private var mergeSide: RouteManeuver.Direction {
    main.map { $0.turn > 0 ? .slightRight : .slightLeft } ?? .slightLeft
  }
}
