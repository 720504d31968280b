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
        // Some of a mode, which the model cannot take out: they stay bound.
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

/// Collects what the tags of one relation say about its turn, by vehicle and condition.
private struct TurnRules {
  private struct Rule {
    var modes: ModeSet
    var condition: Condition
    /// Nil: nothing is forbidden to these (`none`).
    var meaning: TurnTags.Meaning?
    /// Whether it is said of vehicles by name.
    var isSpecial: Bool
  }

  private var rules: [Rule] = []
  /// Whom the general key binds; `type=restriction:bus` is the old form of `restriction:bus`.
  private var bound = TurnTags.vehicles
  /// When it binds them, by the old way to write times; nil if that cannot be read.
  private var oldTimes: Condition? = .always
  private var hasUnknown = false
  /// Whether a turn is forbidden at red lights alone, where it is not allowed without a sign in most countries.
  private var speaksOfRed = false
  private var hasConditions = false

  init(_ tags: RoadTags) {
    if let type = tags["type"], type.hasPrefix("restriction:") {
      bound = TurnTags.modes[String(type.dropFirst("restriction:".count))] ?? []
    }
    oldTimes = TurnTags.oldTimes(tags)
  }

  /// Whether any tag is about a turn, understood or not.
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
      // The members decide which movement is meant, not its name.
      rule.meaning = (word.hasPrefix("no_") ? .no : .only, .other)
      log.note(key, value, .unknownValue)
    } else if word != "no" && word != "none" {
      log.note(key, value, .unknownValue)
      hasUnknown = true
      return
    }
    rules.append(rule)
  }

  /// The restrictions that the rules make, each with those it binds.
  func verdict(exempt: ModeSet, _ log: inout ProblemLog) -> RestrictionVerdict {
    guard let oldTimes else { return .refused(.conditional) }
    var readings: [RestrictionReading] = []
    for rule in rules {
      var modes = rule.modes.subtracting(exempt)
      if !rule.isSpecial { modes.subtract(spokenFor) }
      guard let meaning = rule.meaning else {
        // A conditional lifting of a ban is not distinguished from an unconditional one: the ban stays.
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

  /// The modes for which a tag of their own always speaks.
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
