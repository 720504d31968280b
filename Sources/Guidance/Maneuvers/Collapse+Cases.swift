import RouteModel

/// The cases in which drafts are joined.
extension Collapse {
  /// The maximum length of a piece between two turns to one side that are one, in metres.
  private static let between = 7.5
  /// The maximum sum of two turns to one side that are one, in degrees.
  private static let oneTurn = 120.0
  /// The maximum length of a link that cuts the corner of a junction, in metres.
  private static let slipRoad = 120.0
  /// The length below which two forced maneuvers are joined, in metres.
  private static let forced = 1.5 * reach
  /// The length below which nobody drives along a stretch: two roads are merely not mapped at one point, in metres.
  private static let nothing = 3.0

  /// Whether none of the cases below can be: nothing is said at a draft, it is further from the next one than any two
  /// that are joined, and the one before is no turn that it could turn back.
  ///
  /// A silent draft is joined over the length of a slip road if it is one, otherwise at most where the path is forced
  /// twice.
  func isApart(_ previous: Int, _ index: Int, _ next: Int) -> Bool {
    guard stretches.isSilent(index), !stretches.isTurnOrEnd(previous) else { return false }
    let reach = drafts[index].isSlip ? Self.slipRoad : Self.forced
    return stretches.metres(index, to: next) > reach
  }

  /// Whether two drafts may be one at all.
  private func mayJoin(_ a: Int, _ b: Int) -> Bool {
    if drafts[a].isWaypoint || drafts[b].isWaypoint { return false }
    if drafts[a].isOfRing || drafts[b].isOfRing { return false }
    if stretches.isOnFerry(a) != stretches.isOnFerry(b) { return false }
    if drafts[a].changesGait || drafts[b].changesGait { return false }
    if drafts[a].direction == .uTurn { return drafts[b].kind == .newName }
    if drafts[b].direction == .uTurn { return drafts[a].kind == .newName }
    return true
  }

  private func isShort(_ index: Int) -> Bool {
    stretches.metres(index) <= Self.reach && stretches.isUndisturbed(index)
  }

  /// Whether a path turns round at the end of a dead end that has no length, as where a mapper drew a node twice.
  func turnsInStub(_ index: Int, _ next: Int) -> Bool {
    guard drafts[next].direction == .uTurn, drafts[next].isTurn, !drafts[index].isOfRing,
      !drafts[index].changesGait, !drafts[next].changesGait,
      stretches.metres(index) < Self.nothing, stretches.isUndisturbed(index)
    else { return false }
    let last = stretches.next(next)
    return !drafts[last].isWaypoint && !drafts[last].isOfRing && !drafts[last].changesGait
      && stretches.metres(next) < Self.nothing && stretches.isUndisturbed(next)
  }

  /// Whether a path only crosses from one street into another a few metres aside.
  func isStagger(_ index: Int, _ next: Int) -> Bool {
    guard stretches.metres(index) < Self.nothing, !drafts[next].isRingEntry,
      !drafts[next].changesGait
    else { return false }
    let (first, second) = (stretches.turn(index, index), stretches.turn(next, next))
    return first * second < 0 && 46...134 ~= abs(first) && 46...134 ~= abs(second)
      && stretches.isUndisturbed(index)
  }

  /// Whether a path turns back across a median, on a road with a title or without.
  func leadsBack(_ previous: Int, _ index: Int, _ next: Int) -> Bool {
    stretches.isTurnOrEnd(index)
      && (turnsBack(previous, index, next) || turnsBackWithoutTitle(previous, index, next))
  }

  /// Whether a path turns back across the median of a road that has neither a name nor a number.
  private func turnsBackWithoutTitle(_ previous: Int, _ index: Int, _ next: Int) -> Bool {
    isShort(index) && !drafts[next].isOfRing
      && !drafts[next].isWaypoint && !drafts[previous].isOfRing && !drafts[next].changesGait
      && abs(stretches.turn(index, next)) >= 145
      && stretches.areCarriagewaysWithoutTitle(index, next)
  }

  /// Whether a path turns back across a median, onto the other carriageway of its road.
  private func turnsBack(_ previous: Int, _ index: Int, _ next: Int) -> Bool {
    let metres = stretches.metres(index)
    let isForced = drafts[next].choices == 1
    guard metres <= 2 * Self.reach || isForced,
      !drafts[next].isOfRing, !drafts[next].isWaypoint,
      !drafts[previous].isOfRing, !drafts[next].changesGait,
      abs(stretches.turn(index, next)) >= 145,
      stretches.hasSameName(previous, next), stretches.isUndisturbed(index)
    else { return false }
    // The road has a name or a number, or it would not be the same.
    let isLink = metres <= 2 * Self.reach && stretches.naming(index).name == nil
    return metres <= Self.reach || isLink || isForced
  }

  /// Whether a road changes its name only between two parts, as on a bridge or in a tunnel.
  func interruptsName(_ previous: Int, _ index: Int, _ next: Int) -> Bool {
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
  func isSlipRoad(_ index: Int, _ next: Int) -> Bool {
    drafts[index].isSlip && stretches.metres(index) <= Self.slipRoad
      && mayJoin(index, next) && stretches.isUndisturbed(index)
  }

  /// Whether a draft belongs to the one that follows at once, as a new name or a bend to its side.
  func isPrelude(_ previous: Int, _ index: Int, _ next: Int) -> Bool {
    guard drafts[next].isTold, isShort(index), mayJoin(index, next) else { return false }
    if drafts[index].goesOn { return !drafts[previous].isOfRing }
    return drafts[index].kind == nil && drafts[index].direction != .straight
      && drafts[index].choices > 1 && drafts[index].isToSameSide(as: drafts[next])
  }

  /// Whether a draft continues in the next one.
  func isContinued(_ index: Int, _ next: Int) -> Bool {
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
  func isDoublyForced(_ index: Int, _ next: Int) -> Bool {
    drafts[next].choices == 1 && stretches.metres(index) < Self.forced
      && mayJoin(index, next) && stretches.isOnceForced(index)
  }

  /// Whether a path crosses the middle of a wide junction between two turns.
  func isStraightBetween(_ previous: Int, _ index: Int, _ next: Int) -> Bool {
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
