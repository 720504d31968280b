import RoadModel

extension RoadRules {
  /// Reads the tags of a relation as a turn restriction.
  ///
  /// `restriction` binds all vehicles; `restriction:hgv` and its like bind theirs, and speak for them in
  /// place of the general key. `except` takes vehicles out of either.
  public func restriction(_ tags: RoadTags) -> RestrictionVerdict {
    if let type = tags["type"], type != "restriction", !type.hasPrefix("restriction:") {
      return .notARestriction
    }
    var log = ProblemLog()
    var general: String?
    var special: [(modes: ModeSet, key: String, value: String)] = []
    var hasConditions = false
    for (key, value) in tags.pairs where key.hasPrefix("restriction") {
      let parts = key.split(separator: ":")
      guard parts.first == "restriction" else { continue }
      if parts.last == "conditional" || value.contains("@") {
        hasConditions = true
        log.note(key, value, .conditionalNotApplied)
      } else if parts.count == 1 {
        general = value
      } else if parts.count == 2, let modes = TurnTags.modes[String(parts[1])] {
        special.append((modes, key, value))
      } else {
        log.note(key, value, .notApplied)
      }
    }
    guard general != nil || !special.isEmpty else {
      if hasConditions { return .refused(.conditional) }
      return tags["type"] == nil ? .notARestriction : .refused(.unknownValue)
    }
    if TurnTags.oldTimes.contains(where: { tags[$0] != nil }) { return .refused(.conditional) }

    // `type=restriction:bus` is the old form of `restriction:bus`.
    var bound = TurnTags.vehicles
    if let type = tags["type"], type.hasPrefix("restriction:") {
      bound = TurnTags.modes[String(type.dropFirst("restriction:".count))] ?? []
    }
    var value = general ?? ""
    if general == nil, let first = special.first {
      value = first.value
      bound = []
    }
    guard let meaning = TurnTags.values[Self.normalised(value)] else {
      return .refused(.unknownValue)
    }
    for entry in special {
      if Self.normalised(entry.value) == Self.normalised(value) {
        bound.formUnion(entry.modes)
      } else {
        // Another rule for these vehicles (`none`, or another turn): the general one is not theirs.
        bound.subtract(entry.modes)
        if TurnTags.values[Self.normalised(entry.value)] != nil {
          log.note(entry.key, entry.value, .notApplied)
        } else if !["no", "none"].contains(entry.value) {
          log.note(entry.key, entry.value, .unknownValue)
        }
      }
    }
    bound.subtract(Self.exceptions(tags, &log))
    guard !bound.isEmpty else { return .refused(.bindsNobody) }
    return .restriction(
      RestrictionReading(
        kind: meaning.kind, manoeuvre: meaning.manoeuvre, bindsModes: bound, problems: log.problems)
    )
  }

  private static func exceptions(_ tags: RoadTags, _ log: inout ProblemLog) -> ModeSet {
    var exempt: ModeSet = []
    guard let list = tags["except"] else { return exempt }
    for word in list.split(whereSeparator: { $0 == ";" || $0 == "," }) {
      let name = word.trimmed().lowercased()
      if let modes = TurnTags.modes[name] {
        exempt.formUnion(modes)
      } else {
        log.note("except", list, name == "destination" ? .readStricter : .unknownValue)
      }
    }
    return exempt
  }

  private static func normalised(_ value: String) -> String { String(value.trimmed()).lowercased() }
}
