import RoadModel
import RouteModel

/// Decides which maneuver a junction of motorways, trunk roads and their ramps needs.
struct MotorwayJudge {
  private let judge: JunctionJudge
  private let via: Crossroads.Road
  private let roads: [Crossroads.Road]
  private let openCount: Int

  init(_ judge: JunctionJudge) {
    self.judge = judge
    via = judge.crossroads.coming
    roads = judge.crossroads.roads
    openCount = roads.count { $0.isOpen }
  }

  /// The maneuver onto a road; nil at junctions of other roads.
  func verdict(_ taken: Int) -> Verdict? {
    let isFrom = via.rank.isMotorway
    guard isFrom || via.rank.isRamp,
      roads.allSatisfy({
        (!$0.isOpen || $0.deviation <= 60)
          && ($0.rank.isMotorway || $0.rank.isRamp || isFrom && $0.rank.isLink)
      }), isFrom || roads.contains(where: { $0.isOpen && $0.rank.isMotorway })
    else { return nil }
    return isFrom ? onMotorway(taken) : onRamp(taken)
  }

  /// The continuation of the motorway: the one of the same name, else the straightest; nil if none.
  private var next: Int? {
    if !via.title.isUnnamed,
      let same = roads.indices.last(where: {
        roads[$0].isOpen && roads[$0].rank.isMotorway && !roads[$0].title.isUnnamed
          && !roads[$0].title.isNews(after: via.title)
      })
    {
      return same
    }
    var best: Int?
    for index in roads.indices where roads[index].rank.isMotorway {
      if let best, roads[best].deviation <= roads[index].deviation { continue }
      best = index
    }
    return best
  }

  /// The maneuver from a motorway: exits, forks, or staying on it.
  private func onMotorway(_ taken: Int) -> Verdict {
    let count = roads.count + 1
    guard let next else { return atEnd(taken) }
    func isMain(_ road: Crossroads.Road) -> Bool { road.isOpen && road.rank.isMotorway }
    let mainCount = roads.count(where: isMain)
    if mainCount == 0 { return .silent(judge.direction) }
    if mainCount > 1, mainCount == openCount {
      return fork(taken, roads.indices.filter { isMain(roads[$0]) })
    }
    // Its last road on the right is what is asked here, whichever is taken.
    let isThrough = judge.crossroads.isThroughStreet(roads.count - 1)
    if count == 2 || taken == next { return judge.obviousVerdict(count, isThrough: isThrough) }
    let kind: Draft.Kind =
      roads[taken].rank.isMotorway ? .turn : .offRamp
    let isRight = roads[taken].turn > roads[next].turn
    let isFar = isRight ? roads[taken].turn > 35 : roads[taken].turn < -35
    let side: TurnDirection =
      isRight ? (isFar ? .right : .slightRight) : (isFar ? .left : .slightLeft)
    return .told(kind, side)
  }

  /// The maneuver where a motorway ends in ramps.
  private func atEnd(_ taken: Int) -> Verdict {
    switch roads.count {
    case 2 where openCount == 2:
      return ForkJudge(judge).parted(taken, beside: 1 - taken)
    case 3 where openCount == 3 && roads.allSatisfy({ $0.rank == roads[0].rank }):
      return fork(taken, [0, 1, 2])
    case 1, 2: return .none
    default: return fallback(taken)
    }
  }

  private func fork(_ taken: Int, _ group: [Int]) -> Verdict {
    guard let first = group.first, let last = group.last, group.count < 4 else {
      return fallback(taken)
    }
    if group.count == 3, taken != first, taken != last { return .told(.fork, .straight) }
    return .told(.fork, taken == first ? .slightLeft : .slightRight)
  }

  /// The maneuver from a ramp: onto a motorway, past other ramps, or where ramps part.
  private func onRamp(_ taken: Int) -> Verdict {
    switch roads.count {
    case 1: return judge.obviousVerdict(2)
    case 2 where openCount == 1: return joining(taken)
    case 2: return parting(taken)
    case 3:
      guard roads[taken].rank.isMotorway else { return .told(.offRamp, judge.direction) }
      let isPassed = roads.indices.contains {
        $0 > taken && !roads[$0].isOpen && roads[$0].rank.isMotorway
      }
      return .told(.merge, isPassed ? .slightRight : .slightLeft)
    default: return fallback(taken)
    }
  }

  /// The maneuver where a road joins; the motorway's traffic gives the side of merging.
  private func joining(_ taken: Int) -> Verdict {
    let (way, other) = (roads[taken], roads[1 - taken])
    if way.rank.isMotorway, way.title.name != 0, other.title.name != 0,
      !way.title.isNews(after: other.title)
    {
      if way.deviation >= 80 { return .told(.merge, judge.direction) }
      return .told(.merge, taken == 1 ? .slightLeft : .slightRight)
    }
    return judge.obviousVerdict(3, isThrough: judge.crossroads.isThroughStreet(taken))
  }

  /// The maneuver where a ramp parts.
  private func parting(_ taken: Int) -> Verdict {
    if roads[1].rank.isMotorway, !roads[0].rank.isMotorway {
      return taken == 1 ? .told(.turn, .slightRight) : .told(.staysOn, .slightLeft)
    }
    return ForkJudge(judge).parted(taken, beside: 1 - taken)
  }

  private func fallback(_ taken: Int) -> Verdict {
    let way = roads[taken]
    if way.rank.isMotorway { return .told(.merge, way.turn > 0 ? .slightLeft : .slightRight) }
    if way.deviation < 25 { return .told(.turn, .straight) }
    return .told(.turn, way.turn < 0 ? .slightLeft : .slightRight)
  }
}
