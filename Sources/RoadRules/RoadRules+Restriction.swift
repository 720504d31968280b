import RoadModel

extension RoadRules {
  /// Reads the tags of a relation as turn restrictions.
  ///
  /// `restriction` applies to all vehicles. `restriction:hgv` and similar keys apply to their vehicles, instead of the
  /// general key. A conditional restriction is added to the unconditional one; it never lifts it. `except` exempts
  /// vehicles from all of them.
  package func restriction(_ tags: RoadTags) -> RestrictionVerdict {
    if let type = tags["type"], type != "restriction", !type.hasPrefix("restriction:") {
      return .notARestriction
    }
    var log = ProblemLog()
    var turns = TurnRules(tags)
    for (key, value) in tags.pairs where key.hasPrefix("restriction") {
      turns.add(key, value, &log)
    }
    guard turns.saysAnything else {
      return tags["type"] == nil ? .notARestriction : .refused(.unknownValue)
    }
    return turns.verdict(exempt: Self.exceptions(tags, &log), &log)
  }

  private static func exceptions(_ tags: RoadTags, _ log: inout ProblemLog) -> ModeSet {
    var exempt: ModeSet = []
    guard let list = tags["except"] else { return exempt }
    for word in list.split(whereSeparator: { $0 == ";" || $0 == "," }) {
      let name = word.trimmed().lowercased()
      if TurnTags.parts[name] != nil || name == "destination" {
        // Vehicles that are only a part of a mode can't be exempted, so the restriction applies to
        // them.
        log.note("except", list, .readStricter)
      } else if let modes = TurnTags.modes[name] {
        exempt.formUnion(modes)
      } else {
        log.note("except", list, .unknownValue)
      }
    }
    return exempt
  }
}

/// Collects the rules of a relation's tags for its turn, by vehicle and condition.
private struct TurnRules {
  private struct Rule {
    var modes: ModeSet
    var condition: Condition
    /// The meaning; nil if nothing is forbidden (`none`).
    var meaning: TurnTags.Meaning?
    /// Whether its key names vehicles.
    var isSpecial: Bool
  }

  private var rules: [Rule] = []
  /// The modes of the general key; `type=restriction:bus` is the old form of `restriction:bus`.
  private var bound = TurnTags.vehicles
  /// The times of the restriction by the old keys; nil if they can't be read.
  private var oldTimes: Condition? = .always
  private var hasUnknown = false
  /// Whether a turn is forbidden only at red lights, which most countries forbid without a sign.
  private var speaksOfRed = false
  private var hasConditions = false

  init(_ tags: RoadTags) {
    if let type = tags["type"], type.hasPrefix("restriction:") {
      bound = TurnTags.modes[String(type.dropFirst("restriction:".count))] ?? []
    }
    oldTimes = TurnTags.oldTimes(tags)
  }

  /// Whether any tag is about a turn, also if it is unreadable.
  var saysAnything: Bool { !rules.isEmpty || hasUnknown || hasConditions || speaksOfRed }

  /// Adds one tag.
  mutating func add(_ key: String, _ value: String, _ log: inout ProblemLog) {
    var parts = key.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.removeFirst() == "restriction" else { return }
    var isConditional = value.contains("@")
    if parts.last == "conditional" {
      isConditional = true
      parts.removeLast()
    }
    var rule = Rule(modes: bound, condition: .always, meaning: nil, isSpecial: false)
    if let word = parts.first {
      guard parts.count == 1 else {
        log.note(key, value, .notApplied)
        return
      }
      if let (modes, term) = TurnTags.parts[String(word)] {
        rule.modes = modes
        rule.condition = Condition([term])
      } else if let modes = TurnTags.modes[String(word)] {
        rule.modes = modes
      } else {
        if !TurnTags.remarks.contains(word) { log.note(key, value, .notApplied) }
        return
      }
      rule.isSpecial = true
    }
    guard isConditional else {
      add(rule, key, value, &log)
      return
    }
    hasConditions = true
    for clause in log.clauses(key, value) {
      var part = rule
      part.condition = rule.condition.and(clause.condition)
      add(part, key, clause.value, &log)
    }
  }

  private mutating func add(
    _ rule: Rule, _ key: String, _ value: String, _ log: inout ProblemLog
  ) {
    var rule = rule
    let word = value.trimmed().lowercased()
    if word.hasSuffix("_on_red") {
      speaksOfRed = true
      return
    }
    if let meaning = TurnTags.values[word] {
      rule.meaning = meaning
    } else if word.hasPrefix("no_") || word.hasPrefix("only_") {
      // The members define the movement, not its name.
      rule.meaning = (word.hasPrefix("no_") ? .no : .only, .other)
      log.note(key, value, .unknownValue)
    } else if word != "no" && word != "none" {
      log.note(key, value, .unknownValue)
      hasUnknown = true
      return
    }
    rules.append(rule)
  }

  /// The restrictions of the rules, with their modes.
  func verdict(exempt: ModeSet, _ log: inout ProblemLog) -> RestrictionVerdict {
    guard let oldTimes else { return .refused(.conditional) }
    var readings: [RestrictionReading] = []
    for rule in rules {
      var modes = rule.modes.subtracting(exempt)
      if !rule.isSpecial { modes.subtract(spokenFor) }
      guard let meaning = rule.meaning else {
        // The conditional lifting of a ban is not supported, so the ban remains.
        if !rule.condition.terms.isEmpty, isBound(modes) {
          log.note("restriction:conditional", "none", .readStricter)
        }
        continue
      }
      readings.add(
        RestrictionReading(
          kind: meaning.kind, manoeuvre: meaning.manoeuvre, bindsModes: modes,
          condition: rule.condition.and(oldTimes), problems: []))
    }
    readings.removeAll { $0.bindsModes.isEmpty }
    guard !readings.isEmpty else {
      let isOnlyRed = speaksOfRed && rules.isEmpty && !hasUnknown
      if isOnlyRed || rules.contains(where: { $0.meaning != nil }) || !hasUnknown && !hasConditions
      {
        return .refused(.bindsNobody)
      }
      return .refused(hasConditions ? .conditional : .unknownValue)
    }
    readings[0].problems = log.problems
    return .restrictions(readings)
  }

  /// The modes with an unconditional tag of their own.
  private var spokenFor: ModeSet {
    rules.reduce(into: ModeSet.none) { modes, rule in
      if rule.isSpecial && rule.condition.terms.isEmpty { modes.formUnion(rule.modes) }
    }
  }

  private func isBound(_ modes: ModeSet) -> Bool {
    rules.contains { $0.meaning != nil && !$0.modes.intersection(modes).isEmpty }
  }
}

extension [RestrictionReading] {
  /// Adds a restriction.
  ///
  /// It is merged with an equal one for other modes, and leaves out modes that have the same one unconditionally.
  fileprivate mutating func add(_ reading: RestrictionReading) {
    var reading = reading
    for other in self where other.kind == reading.kind && other.manoeuvre == reading.manoeuvre {
      if other.condition.terms.isEmpty { reading.bindsModes.subtract(other.bindsModes) }
    }
    if let same = firstIndex(where: {
      $0.kind == reading.kind && $0.manoeuvre == reading.manoeuvre
        && $0.condition == reading.condition
    }) {
      self[same].bindsModes.formUnion(reading.bindsModes)
    } else {
      append(reading)
    }
  }
}
