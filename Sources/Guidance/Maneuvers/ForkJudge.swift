import Geo
import RouteModel

/// Decides whether a junction is a fork, and which maneuver it needs.
struct ForkJudge {
  /// The maximum turn of roads that are ahead, in degrees.
  private static let ahead = 40.0
  /// The minimum angle between roads of a fork and all others, in degrees.
  private static let apart = 60.0

  private let judge: JunctionJudge
  private let roads: [Crossroads.Road]
  private let via: Crossroads.Road

  init(_ judge: JunctionJudge) {
    self.judge = judge
    roads = judge.crossroads.roads
    via = judge.crossroads.coming
  }

  /// The two or three roads ahead among which none is obvious; nil if there are none.
  var fork: ClosedRange<Int>? {
    guard let group = group(), group.allSatisfy({ roads[$0].isOpen }), areAlike(group) else {
      return nil
    }
    let left = group.lowerBound > 0 ? roads[group.lowerBound - 1] : via
    let right = group.upperBound + 1 < roads.count ? roads[group.upperBound + 1] : via
    guard Crossroads.angle(roads[group.lowerBound], left) >= Self.apart,
      Crossroads.angle(roads[group.upperBound], right) >= Self.apart
    else { return nil }
    for index in group.dropLast() {
      let (a, b) = (roads[index], roads[index + 1])
      if isObvious(a, beside: b) || isObvious(b, beside: a) { return nil }
    }
    return group
  }

  /// The neighbouring roads that are about straight on.
  private func group() -> ClosedRange<Int>? {
    guard let middle = roads.indices.min(by: { roads[$0].deviation < roads[$1].deviation }),
      roads[middle].deviation <= Self.ahead
    else { return nil }
    var (first, last) = (middle, middle)
    while first > 0, !isOutermost(roads[first], before: roads[first - 1]) { first -= 1 }
    while last + 1 < roads.count, !isOutermost(roads[last], before: roads[last + 1]) { last += 1 }
    return 1...2 ~= last - first ? first...last : nil
  }

  /// Whether a road is the last of a group that the next one does not belong to.
  private func isOutermost(_ road: Crossroads.Road, before next: Crossroads.Road) -> Bool {
    next.deviation > Self.ahead
      && (Crossroads.angle(road, next) > Self.ahead || road.deviation > Self.apart)
  }

  /// Whether roads have similar classes and kinds.
  private func areAlike(_ group: ClosedRange<Int>) -> Bool {
    let isLink = roads[group.upperBound].rank.isLink
    return group.allSatisfy { a in
      roads[a].rank.isLink == isLink
        && !group.contains { b in
          a != b && RoadRank.isObvious(from: via.rank, onto: roads[a].rank, beside: roads[b].rank)
        }
    }
  }

  /// Whether a driver who sees both roads would not take the other one.
  private func isObvious(_ road: Crossroads.Road, beside other: Crossroads.Road) -> Bool {
    if RoadRank.isObvious(from: via.rank, onto: road.rank, beside: other.rank) { return true }
    if RoadRank.isObvious(from: via.rank, onto: other.rank, beside: road.rank) { return false }
    if road.deviation < 1e-6, !via.title.isUnnamed, !road.title.isNews(after: via.title) {
      return true
    }
    return other.deviation > 1.4 * road.deviation && abs(other.deviation - road.deviation) > 25
  }

  /// The maneuver for a road of a fork.
  ///
  /// - Parameters:
  ///   - taken: The index of the road.
  ///   - fork: The roads of the fork.
  ///   - count: The number of roads that meet, if they are more than three.
  /// - Returns: The fork to a side, or what the other road's rank leaves of it.
  func verdict(_ taken: Int, _ fork: ClosedRange<Int>, of count: Int? = nil) -> Verdict {
    guard fork.count == 2 else { return ofThree(taken, fork) }
    let other = taken == fork.lowerBound ? fork.upperBound : fork.lowerBound
    let side: TurnDirection = taken < other ? .slightLeft : .slightRight
    let (own, rival) = (roads[taken].rank, roads[other].rank)
    if let count, abs(own.priority - rival.priority) > 1 {
      return own.priority < rival.priority
        ? judge.obviousVerdict(count) : .told(judge.basicKind, side)
    }
    return parted(taken, beside: other)
  }

  /// The maneuver where two roads part.
  func parted(_ taken: Int, beside other: Int) -> Verdict {
    let side: TurnDirection = taken < other ? .slightLeft : .slightRight
    switch (roads[taken].rank.isMinor, roads[other].rank.isMinor) {
    case (false, true): return .silent(side)
    case (true, false): return .told(.turn, side)
    default: return .told(.fork, side)
    }
  }

  private func ofThree(_ taken: Int, _ fork: ClosedRange<Int>) -> Verdict {
    if taken == fork.lowerBound { return .told(.fork, .slightLeft) }
    if taken == fork.upperBound { return .told(.fork, .slightRight) }
    if roads[taken].deviation < 3, roads[taken].title == via.title, roads[taken].rank == via.rank {
      return .silent(.straight)
    }
    return .told(.fork, .straight)
  }
}
