import Geo
import RoadModel
import RouteModel

/// Finds the places on a path where a maneuver may be announced, junction by junction.
struct Drafting {
  /// The minimum length of a stretch where a bicycle is pushed, or ridden in between, that is told, in metres.
  private static let leastPushed = 15.0
  /// The minimum turn that is not told as straight on, in degrees.
  private static let bend = 30.0

  let view: PathView
  let mode: Mode

  /// The drafts before the edges of a range except the first, in order, including passed waypoints.
  func drafts(_ told: Range<Int>) -> [Draft] {
    var isPushed = beginsPushed(told)
    var drafts: [Draft] = []
    drafts.reserveCapacity(told.count / 2)
    for index in told.dropFirst() {
      let pushing = pushing(from: index, after: isPushed)
      let isOntoStairs = beginsStairs(at: index, told)
      // Most junctions ask for nothing, and are not even referred to.
      if pushing == nil, !isOntoStairs, view.junctions[index]?.asksNothing == true { continue }
      guard let junction = view.junctions[index] else {
        drafts.append(.waypoint(index))
        continue
      }
      let found = judged(junction, before: index)
      guard pushing != nil || isOntoStairs else {
        if let found { drafts.append(found) }
        continue
      }
      var draft =
        found ?? Draft(edge: index, last: index, kind: nil, direction: turn(before: index))
      if let pushing {
        isPushed = pushing
        draft.isPushed = pushing
      }
      if draft.kind == nil || draft.kind == .newName {
        draft.kind = .notification
        draft.isOntoStairs = isOntoStairs
      }
      drafts.append(draft)
    }
    return drafts
  }

  /// The direction in which the path turns between an edge and the one before, by its line.
  private func turn(before index: Int) -> TurnDirection {
    let point = view.edges[index].points.lowerBound
    return .init(
      turn: LineBearing.turn(
        from: Double(LineBearing.arriving(view.line, point)),
        to: Double(LineBearing.leaving(view.line, point))))
  }

  /// Whether an edge belongs to a ring, of which exits are told: not to people on foot, who walk round it either way.
  private func isRing(_ index: Int) -> Bool { mode != .foot && isOfRing(index) }

  /// Whether an edge belongs to a ring, for whomever.
  private func isOfRing(_ index: Int) -> Bool {
    view.edges[index].way.road.flags.contains(.roundabout)
  }

  /// Whether a bicycle must be pushed from the beginning of a path on, for more than a few metres or all the way.
  func beginsPushed(_ told: Range<Int>) -> Bool {
    let edges = view.edges[told]
    return mode == .bicycle && edges.first?.isPushed == true
      && (Self.lasts(edges, true) || edges.allSatisfy(\.isPushed))
  }

  /// Whether a bicycle must be pushed from an edge on, or may be ridden again; nil if the rider knows it, or if it is
  /// so for only a few metres.
  private func pushing(from index: Int, after isPushed: Bool) -> Bool? {
    guard mode == .bicycle, view.edges[index].isPushed != isPushed,
      Self.lasts(view.edges[index...], !isPushed)
    else { return nil }
    return !isPushed
  }

  /// Whether a bicycle is pushed, or ridden, on the first edges of some for more than a few metres.
  private static func lasts(_ edges: ArraySlice<RouteEdge>, _ isPushed: Bool) -> Bool {
    var metres = 0.0
    for edge in edges {
      guard edge.isPushed == isPushed, metres < leastPushed else { break }
      metres += edge.lengthMetres
    }
    return metres >= leastPushed
  }

  /// The draft that the junction before an edge asks for; nil if there is no choice.
  private func judged(_ junction: Junction, before index: Int) -> Draft? {
    if junction.asksNothing { return nil }
    // Most junctions are known from other paths, with what they ask.
    if junction.judgement == nil, goesOn(junction, before: index) { return nil }
    // Once on a ring, people on foot follow it too, although it bends away from every road that meets it.
    if mode == .foot, isOfRing(index - 1), isOfRing(index) { return nil }
    switch (isRing(index - 1), isRing(index)) {
    case (true, true): return nil
    case (false, true): return entry(of: index, junction)
    case (true, false): return exit(before: index, junction)
    case (false, false):
      if junction.meetsRing, junction.touchesRing, let draft = nextExit(at: index, junction) {
        return draft
      }
      let judgement = junction.judgement ?? judgement(of: junction, before: index)
      var draft = Draft(edge: index, last: index, kind: nil, direction: judgement.direction)
      draft.choices = judgement.choices
      draft.isSlip = junction.slip == junction.to
      switch judgement.verdict {
      case .none: return nil
      case .silent(let direction): draft.direction = direction
      case .told(let kind, let direction):
        // A slip road at a crossing is not a ramp.
        let isRamp = kind == .offRamp || kind == .onRamp
        (draft.kind, draft.direction) = (isRamp && draft.isSlip ? .turn : kind, direction)
        if kind == .turn, direction == .straight, abs(judgement.turn) >= Self.bend {
          draft.bend = judgement.direction
        }
      }
      // The ring that people on foot leave does not end.
      if draft.kind == .endOfRoad, isOfRing(index - 1) { draft.kind = .turn }
      return draft
    }
  }

  /// Whether a road goes on unchanged at a junction that is not judged yet.
  private func goesOn(_ junction: Junction, before index: Int) -> Bool {
    junction.goesOn(from: view.edges[index - 1].way, onto: view.edges[index].way)
  }

  /// What a junction asks that is not judged yet.
  private func judgement(of junction: Junction, before index: Int) -> Judgement {
    JunctionJudge(junction, from: view.edges[index - 1].way, onto: view.edges[index].way)
      .judgement
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
      draft.rotary = index
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
      draft.rotary = first
    } else if first > 0, ring.isJunction {
      return nil
    }
    return draft
  }

  /// The exit that begins where the path comes to a ring, so that it is not driven on; nil straight on.
  private func nextExit(at index: Int, _ junction: Junction) -> Draft? {
    let direction = TurnDirection(turn: Crossroads(junction).way?.turn ?? 0)
    guard direction != .straight else { return nil }
    var draft = Draft(edge: index, last: index, kind: .exitRoundabout, direction: direction)
    draft.exit = 1
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
          return number != junction.from && arm.carriesAway
            && !arm.isOfRing && (isMinor || !RoadRank(arm.road).isMinor)
            && (index > first || junction.passes(number))
        }
    }
  }
}

extension Junction {
  /// Whether a path comes to a ring and leaves it again there: seen from it, traffic on the ring comes and goes on
  /// before the road that it takes.
  fileprivate var touchesRing: Bool {
    guard let comes = arms.firstIndex(where: { $0.isOfRing && $0.comes && !$0.carriesAway }),
      let goes = arms.firstIndex(where: { $0.isOfRing && $0.carriesAway })
    else { return false }
    let (first, second, last) = (steps(comes), steps(goes), steps(to))
    return first < second && second < last || last < second && second < first
  }

  /// How many arms further clockwise another one is than that of the path.
  private func steps(_ other: Int) -> Int { (other - from + arms.count) % arms.count }

  /// Whether a path that enters a ring passes an arm: it lies on the side to which the path turns, not on the side of
  /// the traffic on the ring, like the exit beside the entry from a dual carriageway.
  fileprivate func passes(_ number: Int) -> Bool {
    let comes = arms.indices.first { $0 != to && arms[$0].isOfRing }
    guard let comes else { return true }
    return (steps(number) < steps(to)) == (steps(comes) > steps(to))
  }
}

extension Junction.Arm {
  /// Whether it belongs to a roundabout.
  fileprivate var isOfRing: Bool { road.flags.contains(.roundabout) }
}

extension RouteEdge {
  /// Whether a bicycle must be pushed on it; aboard a ferry, it is neither pushed nor ridden.
  fileprivate var isPushed: Bool {
    let (road, direction) = (way.road, isForward ? Direction.forward : .backward)
    return road.access(direction)[.bicycle] == .dismount && !road.flags.contains(.ferry)
  }
}
