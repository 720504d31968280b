import Geo
import RouteModel

/// Decides which maneuver a junction of ordinary roads needs.
struct TurnJudge {
  /// The angle by which the straighter of two roads ahead is the one straight on, in degrees.
  private static let straighter = 5.0

  private let judge: JunctionJudge
  private let crossroads: Crossroads
  private var roads: [Crossroads.Road] { crossroads.roads }

  init(_ judge: JunctionJudge) {
    self.judge = judge
    crossroads = judge.crossroads
  }

  /// The maneuver onto a road.
  func verdict(_ taken: Int) -> Verdict {
    let found =
      switch roads.count {
      case 1: judge.obviousVerdict(2)
      case 2: ofThree(taken)
      default: ofMore(taken)
      }
    guard case .told(let kind, .straight) = found, kind == .turn || kind == .staysOn,
      taken != judge.obvious
    else { return found }
    return .told(kind, sideAhead(taken))
  }

  /// The direction of a road that is about straight on: if another one is nearly so as well, the side on which it
  /// leaves.
  private func sideAhead(_ taken: Int) -> TurnDirection {
    let own = roads[taken].deviation
    func leadsAhead(_ index: Int) -> Bool {
      roads[index].isOpen && Self.direction(roads[index]) == .straight
        && roads[index].deviation <= own + Self.straighter
    }
    let (left, right) = (roads[..<taken].indices, roads[(taken + 1)...].indices)
    switch (left.contains(where: leadsAhead), right.contains(where: leadsAhead)) {
    case (true, false): return .slightRight
    case (false, true): return .slightLeft
    default: return .straight
    }
  }

  /// The maneuver where three roads meet.
  private func ofThree(_ taken: Int) -> Verdict {
    let areLinks = crossroads.coming.rank.isLink && roads.allSatisfy(\.rank.isLink)
    if areLinks || judge.obvious == nil, let fork = ForkJudge(judge).fork {
      return ForkJudge(judge).verdict(taken, fork)
    }
    guard let obvious = judge.obvious else {
      if isEndOfRoad, judge.basicKind != .onRamp {
        return .told(.endOfRoad, taken == 0 ? .left : .right)
      }
      return .told(judge.basicKind, judge.direction)
    }
    if taken == obvious {
      return judge.obviousVerdict(3, isThrough: crossroads.isThroughStreet(taken))
    }
    let areStraight = roads.allSatisfy { Self.direction($0) == .straight }
    let apart: TurnDirection = taken > obvious ? .slightRight : .slightLeft
    return .told(judge.basicKind, areStraight ? apart : judge.direction)
  }

  /// Whether the road ends at a road across.
  private var isEndOfRoad: Bool {
    abs(roads[0].turn + 90) < 40 && abs(roads[1].turn - 90) < 40
      && Crossroads.angle(roads[0], roads[1]) > 80
  }

  /// The maneuver where four or more roads meet.
  private func ofMore(_ taken: Int) -> Verdict {
    let count = roads.count + 1
    if let obvious = judge.obvious {
      if taken == obvious {
        return judge.obviousVerdict(count, isThrough: crossroads.isThroughStreet(taken))
      }
      return beside(taken, obvious...obvious)
    }
    let judgeOfForks = ForkJudge(judge)
    if let fork = judgeOfForks.fork {
      return fork.contains(taken)
        ? judgeOfForks.verdict(taken, fork, of: count) : beside(taken, fork)
    }
    guard
      let middle = roads.indices.min(by: { roads[$0].deviation < roads[$1].deviation })
    else { return .told(judge.basicKind, judge.direction) }
    if roads[middle].deviation < 25, !roads[middle].isOpen { return beside(taken, middle...middle) }
    if roads[middle].turn == 0 { return .told(judge.basicKind, judge.direction) }
    let left = roads[middle].turn < 0 ? middle + 1 : middle
    return taken < left
      ? side(taken, 0..<left, isLeft: true) : side(taken, left..<roads.count, isLeft: false)
  }

  /// The maneuver on a road to the left or to the right of others.
  private func beside(_ taken: Int, _ middle: ClosedRange<Int>) -> Verdict {
    taken < middle.lowerBound
      ? side(taken, 0..<middle.lowerBound, isLeft: true)
      : side(taken, middle.upperBound + 1..<roads.count, isLeft: false)
  }

  private func side(_ taken: Int, _ range: Range<Int>, isLeft: Bool) -> Verdict {
    SideTurns(judge, range, isLeft: isLeft).verdict(taken)
  }

  static func direction(_ road: Crossroads.Road) -> TurnDirection {
    TurnDirection(turn: road.turn)
  }
}
