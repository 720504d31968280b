import RouteModel

/// Joins maneuvers that drivers see as one, and drops meaningless ones.
///
/// Whether they are joined depends on their distance, their kinds, and the open roads. The cases
/// are those of OSRM's steps; `tools/bench/compare-guidance` counts the differences.
struct Collapse {
  /// The maximum distance between joined maneuvers, in metres.
  static let reach = 30.0
  /// The minimum length of a stretch whose new name is announced, in metres.
  private static let shortName = 105.0

  private(set) var stretches: Stretches

  /// The drafts of a path.
  init(_ drafts: [Draft], _ told: Range<Int>, of view: PathView) {
    stretches = Stretches(drafts, told, of: view)
  }

  var drafts: [Draft] { stretches.drafts }

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
    let direction = TurnDirection(turn: stretches.turn(index, last))
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
    let direction =
      isFixed
      ? own.direction
      : stretches.onlyBends(index, other)
        ? .straight : direction(min(index, other), max(index, other))
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
  private func direction(_ first: Int, _ second: Int) -> TurnDirection {
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
