import Geo
import RoadModel
import RouteModel

/// Joins maneuvers that drivers see as one, and drops meaningless ones.
///
/// Whether they are joined depends on their distance, their kinds, and the open roads. The cases
/// are those of OSRM's steps; `tools/bench/compare-guidance` counts the differences.
struct Collapse {
  /// The maximum distance between joined maneuvers, in metres.
  static let reach = 30.0
  /// The maximum length of a piece between two turns to one side that are one, in metres, and the maximum of both turns
  /// together, in degrees.
  private static let (between, oneTurn) = (7.5, 120.0)
  /// The maximum length of a link that cuts the corner of a junction, in metres.
  private static let slipRoad = 120.0
  /// The length below which two forced maneuvers are joined, in metres.
  private static let forced = 1.5 * reach
  /// The length below which nobody drives along a stretch: two roads are merely not mapped at one point, in metres.
  private static let nothing = 3.0
  /// The minimum length of a stretch whose new name is announced, in metres.
  private static let shortName = 105.0

  private var stretches: Stretches

  /// The drafts of a path.
  init(_ drafts: [Draft], _ told: Range<Int>, of view: PathView) {
    stretches = Stretches(drafts, told, of: view)
  }

  private var drafts: [Draft] { stretches.drafts }

  /// The drafts that are announced, joined.
  mutating func collapsed() -> [Draft] {
    for index in drafts.indices.dropFirst().dropLast() where stretches.isLeft(index) {
      if !drafts[index].isWaypoint { collapse(index) }
    }
    dropSilent()
    nameExits()
    dropShortNames()
    tellBends()
    return stretches.remaining
  }

  /// Joins a draft with its neighbours.
  private mutating func collapse(_ index: Int) {
    if drafts[index].isRingEntry { return }
    let (previous, next) = (stretches.previous(index), stretches.next(index))
    if isApart(previous, index, next) { return }
    if drafts[next].isWaypoint || stretches.isOnFerry(index) != stretches.isOnFerry(next) { return }
    join(previous, index, next)
    guard stretches.isLeft(index) else { return }
    let after = stretches.next(index)
    if isDoublyForced(index, after) { combine(previous, index, after) }
    guard !drafts[previous].isWaypoint else { return }
    if leadsBack(stretches.previous(previous), previous, index) { turnBack(previous, index) }
  }

  private mutating func join(_ previous: Int, _ index: Int, _ next: Int) {
    if turnsInStub(index, next) {
      passStub(previous, index, next)
    } else if isStagger(index, next) {
      let isSame = stretches.hasSameName(previous, next)
      stretches.set(index, isSame ? nil : .newName)
      stretches.set(index, .straight)
      stretches.join(index, next)
    } else if leadsBack(previous, index, next) {
      turnBack(index, next)
    } else if isSlipRoad(index, next) {
      stretches.set(index, stretches.hasSameName(previous, next) ? .staysOn : .turn)
      stretches.set(index, direction(index, next))
      stretches.join(index, next)
    } else if interruptsName(previous, index, next) {
      stretches.drop(next)
      stretches.drop(index)
    } else if isPrelude(previous, index, next) {
      let (own, turn) = (drafts[next], stretches.turn(next, next))
      adjust(next, with: index, after: previous)
      // At the second of two corners, a driver who is told to turn round would go back.
      let isTurnBack = drafts[next].direction == .uTurn
      if drafts[index].kind == nil, isTurnBack || stretches.isConnector(index) {
        stretches.set(index, drafts[next].kind)
        stretches.set(index, drafts[next].direction)
        stretches.join(index, next)
      } else {
        stretches.drop(index)
        // At the second corner travellers see only that: a sum with a corner before it would mislead them, and so
        // would one to the other side, or back.
        let isBehindCorner = drafts[index].kind == .newName && !drafts[index].isAhead
        if isBehindCorner || !drafts[next].mayLead(turn) {
          if own.kind == .newName { stretches.set(next, own.kind) }
          stretches.set(next, own.direction)
        }
      }
    } else if isContinued(index, next) {
      combine(previous, index, next)
    } else if isStraightBetween(previous, index, next) {
      let first = stretches.previous(previous)
      stretches.drop(index)
      combine(first, previous, next)
    } else if mayJoin(index, next),
      let end = stretches.endOfTurn(from: index, past: next, within: Self.reach)
    {
      stretches.join(index, next)
      combine(previous, index, end)
    }
  }

  private mutating func turnBack(_ index: Int, _ next: Int) {
    stretches.set(index, .staysOn)
    stretches.set(index, .uTurn)
    stretches.join(index, next)
  }

  /// Joins the way into a stub, the turn at its end and the way out of it: the path only passes the junction before it.
  private mutating func passStub(_ previous: Int, _ index: Int, _ turn: Int) {
    let last = stretches.next(turn)
    let isSame = stretches.hasSameName(previous, last)
    let direction = RouteManeuver.Direction(turn: stretches.turn(index, last))
    if direction == .straight {
      stretches.set(index, isSame ? nil : .newName)
    } else {
      stretches.set(index, isSame ? .staysOn : .turn)
    }
    stretches.set(index, direction)
    stretches.join(index, turn)
    stretches.join(index, last)
  }

  private mutating func combine(_ previous: Int, _ index: Int, _ next: Int) {
    adjust(index, with: next, after: previous)
    stretches.join(index, next)
  }

  /// Adjusts a draft so that it describes itself and another one.
  private mutating func adjust(_ index: Int, with other: Int, after previous: Int) {
    let (own, second) = (drafts[index], drafts[other])
    let isFixed = own.kind == .fork || own.kind == .merge
    let direction = isFixed ? own.direction : direction(min(index, other), max(index, other))
    let isSame = stretches.hasSameName(previous, other)
    if second.goesOn || own.goesOn || own.kind == nil {
      if own.kind == nil {
        stretches.set(index, direction == .straight ? .newName : isSame ? .staysOn : .turn)
      } else if own.kind == .newName {
        if second.kind == nil, direction != .straight { stretches.set(index, .turn) }
      } else if own.isTurn {
        stretches.set(index, isSame ? .staysOn : .turn)
      }
    } else if second.kind == .onRamp {
      stretches.set(index, .onRamp)
    } else if own.isTurn, second.kind == .turn {
      stretches.set(index, isSame ? .staysOn : .turn)
    }
    stretches.set(index, direction)
  }

  /// The direction of two turns combined.
  private func direction(_ first: Int, _ second: Int) -> RouteManeuver.Direction {
    let total = stretches.turn(first, second)
    let turns = (stretches.turn(first, first), stretches.turn(second, second))
    let isToOneSide =
      turns.0 >= -5 && turns.1 >= -5 || turns.0 <= 5 && turns.1 <= 5
    // More than half a turn to one side is none to the other.
    let sum = turns.0 + turns.1
    if isToOneSide, abs(sum) > 180, abs(total) <= Junction.turningBack {
      return sum < 0 ? .sharpLeft : .sharpRight
    }
    let isTotal = abs(total) >= 20 && (stretches.metres(first) < Self.reach || isToOneSide)
    return .init(turn: isTotal ? total : turns.0)
  }

  /// Drops drafts that are not announced; the end of a road becomes a turn if nothing was passed before it.
  private mutating func dropSilent() {
    for index in drafts.indices.dropFirst().dropLast()
    where stretches.isLeft(index) && !drafts[index].isTold && !drafts[index].isWaypoint {
      stretches.drop(index)
    }
    for index in drafts.indices where stretches.isLeft(index) && drafts[index].kind == .endOfRoad {
      let previous = stretches.previous(index)
      if !stretches.passesJunction(previous) {
        stretches.set(index, stretches.hasSameName(previous, index) ? .staysOn : .turn)
      }
    }
  }

  /// Tells the bends onto through streets that are joined with nothing.
  private mutating func tellBends() {
    for index in drafts.indices where stretches.isLeft(index) {
      let draft = drafts[index]
      guard let bend = draft.bend, draft.kind == .turn, draft.direction == .straight,
        draft.edge == draft.last
      else { continue }
      stretches.set(index, bend)
    }
  }

  /// Gives the exit of a ring the name of the road that a short piece without a name leads to.
  private mutating func nameExits() {
    for index in drafts.indices.dropFirst().dropLast()
    where stretches.isLeft(index) && drafts[index].leavesRing {
      let next = stretches.next(index)
      if drafts[next].kind == .newName, stretches.naming(index).isUnnamed,
        stretches.metres(index) <= Self.reach, stretches.isUndisturbed(index),
        !stretches.hasLanes(before: drafts[next].edge)
      {
        stretches.join(index, next)
      }
    }
  }

  /// Drops names that are known, or that do not last; where lanes are announced, the name is announced with them.
  private mutating func dropShortNames() {
    var previous = 0
    for index in drafts.indices.dropFirst().dropLast() where stretches.isLeft(index) {
      let draft = drafts[index]
      if draft.kind == .newName,
        !stretches.hasLanes(before: draft.edge),
        stretches.hasSameName(previous, index)
          || stretches.metresPastWaypoints(index) < Self.shortName
      {
        stretches.drop(index)
      } else {
        previous = index
      }
    }
  }
}

/// The cases in which drafts are joined.
extension Collapse {
  /// Whether none of the cases below can be: nothing is said at a draft, it is further from the next one than any two
  /// that are joined, and the one before is no turn that it could turn back.
  ///
  /// A silent draft is joined over the length of a slip road if it is one, otherwise at most where the path is forced
  /// twice.
  private func isApart(_ previous: Int, _ index: Int, _ next: Int) -> Bool {
    guard stretches.isSilent(index), !stretches.isTurnOrEnd(previous) else { return false }
    let reach = drafts[index].isSlip ? Self.slipRoad : Self.forced
    return stretches.metres(index, to: next) > reach
  }

  /// Whether two drafts may be one at all.
  private func mayJoin(_ a: Int, _ b: Int) -> Bool {
    if drafts[a].isWaypoint || drafts[b].isWaypoint { return false }
    if drafts[a].isOfRing || drafts[b].isOfRing { return false }
    if stretches.isOnFerry(a) != stretches.isOnFerry(b) { return false }
    if drafts[a].changesPushing || drafts[b].changesPushing { return false }
    if drafts[a].direction == .uTurn { return drafts[b].kind == .newName }
    if drafts[b].direction == .uTurn { return drafts[a].kind == .newName }
    return true
  }

  private func isShort(_ index: Int) -> Bool {
    stretches.metres(index) <= Self.reach && stretches.isUndisturbed(index)
  }

  /// Whether a path turns round at the end of a dead end that has no length, as where a mapper drew a node twice.
  private func turnsInStub(_ index: Int, _ next: Int) -> Bool {
    guard drafts[next].direction == .uTurn, drafts[next].isTurn, !drafts[index].isOfRing,
      !drafts[index].changesPushing, !drafts[next].changesPushing,
      stretches.metres(index) < Self.nothing, stretches.isUndisturbed(index)
    else { return false }
    let last = stretches.next(next)
    return !drafts[last].isWaypoint && !drafts[last].isOfRing && !drafts[last].changesPushing
      && stretches.metres(next) < Self.nothing && stretches.isUndisturbed(next)
  }

  /// Whether a path only crosses from one street into another a few metres aside.
  private func isStagger(_ index: Int, _ next: Int) -> Bool {
    guard stretches.metres(index) < Self.nothing, !drafts[next].isRingEntry,
      !drafts[next].changesPushing
    else { return false }
    let (first, second) = (stretches.turn(index, index), stretches.turn(next, next))
    return first * second < 0 && 46...134 ~= abs(first) && 46...134 ~= abs(second)
      && stretches.isUndisturbed(index)
  }

  /// Whether a path turns back across a median, on a road with a title or without.
  private func leadsBack(_ previous: Int, _ index: Int, _ next: Int) -> Bool {
    stretches.isTurnOrEnd(index)
      && (turnsBack(previous, index, next) || turnsBackWithoutTitle(previous, index, next))
  }

  /// Whether a path turns back across the median of a road that has neither a name nor a number.
  private func turnsBackWithoutTitle(_ previous: Int, _ index: Int, _ next: Int) -> Bool {
    isShort(index) && !drafts[next].isOfRing
      && !drafts[next].isWaypoint && !drafts[previous].isOfRing && !drafts[next].changesPushing
      && abs(stretches.turn(index, next)) >= 145
      && stretches.areCarriagewaysWithoutTitle(index, next)
  }

  /// Whether a path turns back across a median, onto the other carriageway of its road.
  private func turnsBack(_ previous: Int, _ index: Int, _ next: Int) -> Bool {
    let metres = stretches.metres(index)
    let isForced = drafts[next].choices == 1
    guard metres <= 2 * Self.reach || isForced,
      !drafts[next].isOfRing, !drafts[next].isWaypoint,
      !drafts[previous].isOfRing, !drafts[next].changesPushing,
      abs(stretches.turn(index, next)) >= 145,
      stretches.hasSameName(previous, next), stretches.isUndisturbed(index)
    else { return false }
    // The road has a name or a number, or it would not be the same.
    let isLink = metres <= 2 * Self.reach && stretches.naming(index).name == nil
    return metres <= Self.reach || isLink || isForced
  }

  /// Whether a road changes its name only between two parts, as on a bridge or in a tunnel.
  private func interruptsName(_ previous: Int, _ index: Int, _ next: Int) -> Bool {
    // Most drafts are not such a change, which is known before copying them and comparing names.
    let kind = drafts[index].kind
    guard kind == .newName || kind == .turn && drafts[index].direction == .straight,
      !drafts[previous].isOfRing, !drafts[next].isOfRing
    else { return false }
    let second = drafts[next]
    let (before, after) = (stretches.naming(previous), stretches.naming(next))
    let isChange =
      second.kind == .newName || second.kind == .turn && second.direction == .straight
      || second.kind == nil && after.isUnnamed
    return isChange
      && (stretches.hasSameName(previous, next) || before.isUnnamed && after.isUnnamed)
  }

  /// Whether a slip road only cuts the corner of a junction.
  private func isSlipRoad(_ index: Int, _ next: Int) -> Bool {
    drafts[index].isSlip && stretches.metres(index) <= Self.slipRoad
      && mayJoin(index, next) && stretches.isUndisturbed(index)
  }

  /// Whether a draft belongs to the one that follows at once, as a new name or a bend to its side.
  private func isPrelude(_ previous: Int, _ index: Int, _ next: Int) -> Bool {
    guard drafts[next].isTold, isShort(index), mayJoin(index, next) else { return false }
    if drafts[index].goesOn { return !drafts[previous].isOfRing }
    return drafts[index].kind == nil && drafts[index].direction != .straight
      && drafts[index].choices > 1 && drafts[index].isToSameSide(as: drafts[next])
  }

  /// Whether a draft continues in the next one.
  private func isContinued(_ index: Int, _ next: Int) -> Bool {
    // Most drafts are farther from the next one than any two that are joined.
    let metres = stretches.metres(index)
    guard metres <= 2 * Self.reach, mayJoin(index, next) else { return false }
    let (first, second) = (drafts[index], drafts[next])
    let isNear = metres <= 1.5 * Self.reach
    let isForced = second.choices == 1
    if first.isTold, second.goesOn {
      let isName = second.kind == .newName && (second.direction == .straight || isForced)
      if isShort(index) || isName && isNear { return !beginsCrossing(next) }
    }
    if first.kind == nil, second.kind == .newName, metres < Self.reach / 4 {
      return !isPrelude(index, next, stretches.next(next))
    }
    if first.isTold, second.kind == nil, second.direction != .straight, isShort(index),
      first.isToSameSide(as: second)
    {
      return true
    }
    if first.direction != .straight, isForced, second.isTold, isShort(index) { return true }
    if isOneTurn(index, next) { return true }
    // A road that only parts before it joins another one.
    if first.isTurn, first.direction != .straight, second.kind == .turn, second.isAhead,
      second.direction != .straight, first.isToSameSide(as: second), isShort(index),
      stretches.isOnlyWayAhead(next)
    {
      return true
    }
    // Drivers turn into the farther carriageway of a divided road at once, even if they are led across the nearer one.
    if first.isTurn, second.kind == .turn, isShort(index),
      stretches.crossesCarriageway(index, next)
    {
      return true
    }
    // Drivers turn onto a ramp across the nearer carriageway at once.
    if first.isTurn, first.direction != .straight, second.kind == .onRamp, second.isAhead,
      20..<170 ~= abs(stretches.turn(index, next)), isShort(index)
    {
      return true
    }
    return first.isTurn && first.direction == .straight && isForced
      && stretches.isUndisturbed(index)
  }

  /// Whether two turns to one side are so close together, and so little, that drivers turn once.
  private func isOneTurn(_ index: Int, _ next: Int) -> Bool {
    guard stretches.metres(index) <= Self.between, drafts[index].isTurn, drafts[next].isTurn,
      stretches.isUndisturbed(index)
    else { return false }
    let (first, second) = (stretches.turn(index, index), stretches.turn(next, next))
    return first * second > 0 && abs(first + second) <= Self.oneTurn
  }

  /// Whether a draft at the nearer carriageway of a divided road belongs to the turn into the farther one: the piece
  /// between has the name of that road, but does not lead along it.
  private func beginsCrossing(_ index: Int) -> Bool {
    let next = stretches.next(index)
    return drafts[next].isTurn && isShort(index) && stretches.crossesCarriageway(index, next)
  }

  /// Whether the path is forced twice at once.
  private func isDoublyForced(_ index: Int, _ next: Int) -> Bool {
    drafts[next].choices == 1 && stretches.metres(index) < Self.forced
      && mayJoin(index, next) && stretches.isOnceForced(index)
  }

  /// Whether a path crosses the middle of a wide junction between two turns.
  private func isStraightBetween(_ previous: Int, _ index: Int, _ next: Int) -> Bool {
    guard drafts[index].kind == nil, drafts[index].direction == .straight,
      drafts[previous].isTurn, drafts[next].isTurn || drafts[next].kind == .onRamp,
      !drafts[previous].isWaypoint, mayJoin(previous, index), mayJoin(index, next)
    else { return false }
    let (first, second) = (stretches.metres(previous), stretches.metres(index))
    let (low, high) = (min(first, second), max(first, second))
    return high < 0.8 * Self.reach && (high < 5 || low > 0.75 * high)
      && abs(stretches.turn(previous, next)) < 140
  }
}
