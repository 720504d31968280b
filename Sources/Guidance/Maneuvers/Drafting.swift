import Geo
import RoadModel
import RouteModel

/// Finds the places on a path where a maneuver may be announced, junction by junction.
struct Drafting {
  /// The minimum length of a stretch where a bicycle is pushed, or ridden in between, that is told, in metres.
  private static let leastPushed = 15.0

  let view: PathView
  let mode: Mode

  /// The drafts before the edges of a range except the first, in order, including passed waypoints.
  func drafts(_ told: Range<Int>) -> [Draft] {
    told.dropFirst().compactMap { index in
      view.junctions[index] == nil ? .waypoint(index) : draft(before: index)
    }
  }

  private func isRing(_ index: Int) -> Bool {
    view.edges[index].way.road.flags.contains(.roundabout)
  }

  /// The draft before an edge; nil if there is no choice.
  private func draft(before index: Int) -> Draft? {
    let found = judged(before: index)
    guard mode == .bicycle, changesPushing(index) else { return found }
    var draft = found ?? Draft(edge: index, last: index, kind: nil, direction: .straight)
    draft.changesPushing = true
    if draft.kind == nil || draft.kind == .newName { draft.kind = .notification }
    return draft
  }

  /// Whether a bicycle must be pushed from an edge on, or may be ridden again, each for more than a few metres.
  private func changesPushing(_ index: Int) -> Bool {
    let edges = view.edges
    let isPushed = edges[index].isPushed
    guard edges[index - 1].isPushed != isPushed else { return false }
    func lasts(_ stretch: some Sequence<RouteEdge>, _ isPushed: Bool) -> Bool {
      var metres = 0.0
      for edge in stretch {
        guard edge.isPushed == isPushed, metres < Self.leastPushed else { break }
        metres += edge.lengthMetres
      }
      return metres >= Self.leastPushed
    }
    return lasts(edges[index...], isPushed) && lasts(edges[..<index].reversed(), !isPushed)
  }

  /// The draft that the junction before an edge asks for; nil if there is no choice.
  private func judged(before index: Int) -> Draft? {
    guard let junction = view.junctions[index] else { return nil }
    if junction.isUnnoticed || junction.isAtSea { return nil }
    let (before, after) = (view.edges[index - 1].way, view.edges[index].way)
    if goesOn(junction, before, after) { return nil }
    switch (isRing(index - 1), isRing(index)) {
    case (true, true): return nil
    case (false, true): return entry(of: index, junction)
    case (true, false): return exit(before: index, junction)
    case (false, false):
      let judge = JunctionJudge(junction, from: before, onto: after)
      var draft = Draft(edge: index, last: index, kind: nil, direction: judge.direction)
      draft.choices = judge.crossroads.openCount
      draft.isSlip = junction.slip == junction.to
      switch judge.verdict {
      case .none: return nil
      case .silent(let direction): draft.direction = direction
      case .told(let kind, let direction):
        // A slip road at a crossing is not a ramp.
        let isRamp = kind == .offRamp || kind == .onRamp
        (draft.kind, draft.direction) = (isRamp && draft.isSlip ? .turn : kind, direction)
      }
      return draft
    }
  }

  /// Whether nothing but a road that goes on unchanged is at a junction, as at most junctions of a path.
  private func goesOn(_ junction: Junction, _ before: RouteWay, _ after: RouteWay) -> Bool {
    guard junction.arms.count == 2, junction.from != junction.to else { return false }
    if before === after { return true }
    let (from, to) = (junction.arms[junction.from], junction.arms[junction.to])
    // A road that turns back is announced even if it is the same.
    let turn = LineBearing.turn(from: LineBearing.opposite(from.heading), to: to.heading)
    return abs(turn) <= Junction.turningBack && from.road.isAlike(to.road)
      && before.road.isAlike(after.road)
      && before.localName == after.localName && before.ref == after.ref
  }

  /// The entry of a ring.
  private func entry(of index: Int, _ junction: Junction) -> Draft {
    let turn = Crossroads(junction).way?.turn ?? 0
    var end = index
    while end < view.edges.count, isRing(end) { end += 1 }
    var draft = Draft(
      edge: index, last: index, kind: .roundabout, direction: .init(turn: turn))
    draft.exit = end < view.edges.count ? exits(from: index, to: end) : nil
    guard let ring = view.rings[index] else { return draft }
    if ring.isRotary {
      draft.kind = .rotary
      draft.rotaryName = ring.text
    } else if ring.isJunction, end < view.edges.count, let way = view.junctions[end] {
      draft.kind = .roundaboutTurn
      draft.direction = .init(
        turn: LineBearing.turn(from: junction.roundedWays.from, to: way.roundedWays.to))
      draft.last = end
    }
    return draft
  }

  /// The exit of a ring; nil if the ring is driven like a junction.
  private func exit(before index: Int, _ junction: Junction) -> Draft? {
    var first = index - 1
    while first > 0, isRing(first - 1) { first -= 1 }
    let turn = Crossroads(junction).way?.turn ?? 0
    var draft = Draft(
      edge: index, last: index, kind: .exitRoundabout, direction: .init(turn: turn))
    draft.exit = first > 0 ? exits(from: first, to: index) : nil
    guard let ring = view.rings[first] else { return draft }
    if ring.isRotary {
      draft.kind = .exitRotary
      draft.rotaryName = ring.text
    } else if first > 0, ring.isJunction {
      return nil
    }
    return draft
  }

  /// The number of the exit onto an edge, counted as drivers count.
  ///
  /// Roads that lead only onto the ring do not count, nor those where a bicycle must be pushed, nor drives and the
  /// like, unless the ring itself is one. Exits at the junction of the entry count if the path passes them, even if
  /// they are forbidden from the entry. The exit that the path takes counts alone at its junction.
  private func exits(from first: Int, to last: Int) -> Int {
    let isMinor = RoadRank(view.edges[first].road).isMinor
    return (first..<last).reduce(1) { count, index in
      guard let junction = view.junctions[index] else { return count }
      return count
        + junction.arms.indices.count { number in
          let arm = junction.arms[number]
          return number != junction.from && arm.leads && !arm.isPushed
            && !arm.road.flags.contains(.roundabout) && (isMinor || !RoadRank(arm.road).isMinor)
            && (index > first || junction.passes(number))
        }
    }
  }
}

extension Junction {
  /// Whether a path that enters a ring passes an arm: it lies on the side to which the path turns, not on the side of
  /// the traffic on the ring, like the exit beside the entry from a dual carriageway.
  fileprivate func passes(_ number: Int) -> Bool {
    let comes = arms.indices.first { $0 != to && arms[$0].road.flags.contains(.roundabout) }
    guard let comes else { return true }
    /// How many arms further clockwise.
    func steps(_ other: Int) -> Int { (other - from + arms.count) % arms.count }
    return (steps(number) < steps(to)) == (steps(comes) > steps(to))
  }
}

extension RouteEdge {
  /// Whether a bicycle must be pushed on it.
  var isPushed: Bool { road.access(isForward ? .forward : .backward)[.bicycle] == .dismount }
}

extension RoadAttributes {
  /// Whether the differences between this road and another cause no maneuver.
  fileprivate func isAlike(_ other: RoadAttributes) -> Bool {
    roadClass == other.roadClass && flags == other.flags
  }
}
