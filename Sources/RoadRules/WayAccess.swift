import RoadModel

/// The access of a way in each direction: access tags, defaults of the class and one-way rules combined.
///
/// Unconditional access is in tables, conditional access in rules.
struct WayAccess {
  private(set) var forward = AccessTable.closed
  private(set) var backward = AccessTable.closed
  private(set) var rules: [RoadRule] = []

  /// Combines the parts.
  ///
  /// - Parameters:
  ///   - tags: The access tags.
  ///   - defaults: The access of the class.
  ///   - directions: The permitted directions of each mode.
  ///   - barred: The modes that can't use the way, regardless of its tags.
  init(
    _ tags: AccessTags, _ defaults: AccessTable, _ directions: TravelDirections, barred: ModeSet
  ) {
    if tags.isEmpty && directions.areAllOpen && barred.isEmpty {
      forward = defaults
      backward = defaults
      return
    }
    let mayHaveRules = tags.hasClauses || directions.hasClauses
    var lists: [(slots: UInt16, clauses: [Layered<Access>.Clause])] = []
    for direction in Direction.allCases {
      var isWalked = false
      // People on foot come first, since no bicycle is pushed on ways that they may not use.
      for mode in Self.order where !barred.contains(mode) {
        let usual = Self.usual(mode, direction, tags, defaults)
        var access = tags.layered(mode, direction, usual: usual) { key, access in
          Self.meaning(of: access, by: key, for: mode, usual: usual)
        }
        let allowed = directions.layered(mode)
        if mode == .foot { isWalked = Self.isAlwaysWalked(access, allowed, direction) }
        let pushes = mode == .bicycle && isWalked && directions.allowPushing
        if mayHaveRules || allowed.base != .both {
          access = access.merged(with: allowed) { access, allowed in
            if allowed.contains(direction) { return access }
            return pushes && access.isOpenToThroughTraffic ? .dismount : .no
          }
        }
        if direction == .forward {
          forward[mode] = access.base
        } else {
          backward[mode] = access.base
        }
        if !access.clauses.isEmpty {
          lists.append((RoadRule.slot(mode, direction), access.simplified().clauses))
        }
      }
    }
    if !lists.isEmpty { rules = RoadRule.accessRules(lists) }
  }

  private static let order = [Mode.foot] + Mode.allCases.filter { $0 != .foot }

  /// The default of the class; a bicycle is pushed where tags open a way to people on foot, and not
  /// where `foot` closes it.
  private static func usual(
    _ mode: Mode, _ direction: Direction, _ tags: AccessTags, _ defaults: AccessTable
  ) -> Access {
    let usual = defaults[mode]
    guard mode == .bicycle, let foot = tags.tagged(.foot, direction) else { return usual }
    let isWalked = foot.access.isOpenToThroughTraffic
    // The general key is also about bicycles, and is read as theirs.
    if usual == .dismount && !isWalked && foot.key == .foot { return foot.access }
    if usual == .no && isWalked && tags.tagged(.bicycle, direction) == nil { return .dismount }
    return usual
  }

  private static func isAlwaysWalked(
    _ access: Layered<Access>, _ allowed: Layered<DirectionSet>, _ direction: Direction
  ) -> Bool {
    access.base.isOpenToThroughTraffic && allowed.base.contains(direction)
      && access.clauses.allSatisfy { $0.value.isOpenToThroughTraffic }
      && allowed.clauses.allSatisfy { $0.value.contains(direction) }
  }

  /// The access of a mode from a key's access and the mode's default.
  private static func meaning(
    of access: Access, by key: AccessKey, for mode: Mode, usual: Access
  ) -> Access {
    if access == .dismount && mode != .bicycle { return mode == .foot ? .yes : .no }
    // `access=yes` on a footway is for people on foot: the general key can restrict a class, but
    // not open it to other modes. Keys for vehicles can.
    if key == .access {
      if !usual.isUsable { return usual }
      if usual == .designated && access == .yes { return usual }
      // Bicycles are pushed here, or only at the ends of a trip, as people on foot walk.
      let isPushed = usual == .dismount || mode == .bicycle && usual.isEndOnly
      if isPushed && access.isOpenToThroughTraffic { return usual }
    }
    // A pushed bicycle is not a vehicle.
    if key == .vehicle && usual == .dismount && !access.isOpenToThroughTraffic { return usual }
    return access
  }
}

extension RoadRule {
  /// The bit of a mode and direction in the slots of joined clauses.
  static func slot(_ mode: Mode, _ direction: Direction) -> UInt16 {
    1 &<< (UInt16(mode.rawValue) * 2 + UInt16(direction.rawValue))
  }

  /// The access rules from the clauses of modes and directions.
  static func accessRules(_ lists: [(slots: UInt16, clauses: [Layered<Access>.Clause])])
    -> [RoadRule]
  {
    var rules: [RoadRule] = []
    for joined in JoinedClause.joining(lists) {
      var modes: [ModeSet] = [.none, .none]
      for mode in Mode.allCases {
        for direction in Direction.allCases where joined.slots & slot(mode, direction) != 0 {
          modes[Int(direction.rawValue)].insert(ModeSet(mode))
        }
      }
      let both = modes[0].intersection(modes[1])
      for (modes, directions) in [
        (both, DirectionSet.both), (modes[0].subtracting(both), .forward),
        (modes[1].subtracting(both), .backward),
      ] where !modes.isEmpty {
        rules.append(
          RoadRule(
            .access(joined.value, modes), directions: directions, condition: joined.condition))
      }
    }
    return rules
  }

  /// The rules of each direction, with joined clauses of both.
  static func rules<Value>(
    forward: [Layered<Value>.Clause], backward: [Layered<Value>.Clause],
    _ effect: (Value) -> Effect
  ) -> [RoadRule] {
    JoinedClause.joining([
      (UInt16(DirectionSet.forward.rawValue), forward),
      (UInt16(DirectionSet.backward.rawValue), backward),
    ]).map {
      RoadRule(
        effect($0.value), directions: DirectionSet(rawValue: UInt8(truncatingIfNeeded: $0.slots)),
        condition: $0.condition)
    }
  }
}
