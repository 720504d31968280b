import RoadModel

/// The access tags of one element, and the rule that the most specific wins.
///
/// A key of the chain beats every key behind it; of one key, `:forward` and `:backward` beat the plain
/// form, and that beats what `:lanes` says of all lanes together. Clauses of a `:conditional` tag override
/// their own key and all more general ones, never a more specific one.
struct AccessTags {
  private struct Entry {
    var key: AccessKey
    /// Nil for the plain form.
    var direction: Direction?
    var access: Access
    var condition = Condition.always
  }

  /// The unconditional values; for a key and direction only the first counts.
  private var entries: [Entry] = []
  /// The conditional values, in the order of the tags.
  private var clauses: [Entry] = []
  /// Whether a condition could not be read.
  private(set) var hasUnreadConditions = false

  /// Collects the access tags of an element; those it cannot read are noted and ignored.
  init(_ tags: RoadTags, _ log: inout ProblemLog) {
    // What counts only where no tag of the same key speaks.
    var others: [Entry] = []
    for (name, value) in tags.pairs {
      guard let (key, modifiers) = AccessKey.split(name) else { continue }
      var entry = Entry(key: key, access: .no)
      switch modifiers {
      case "": break
      case "forward": entry.direction = .forward
      case "backward": entry.direction = .backward
      case "both_ways": break
      case "conditional": break
      case "forward:conditional": entry.direction = .forward
      case "backward:conditional": entry.direction = .backward
      case "lanes", "lanes:forward", "lanes:backward":
        if modifiers != "lanes" {
          entry.direction = modifiers == "lanes:forward" ? .forward : .backward
        }
        if let access = Self.ofAllLanes(value, key) {
          entry.access = access
          others.append(entry)
        }
        continue
      default: continue  // notes, lanes of one kind: not about the way as a whole
      }
      if modifiers.hasSuffix("conditional") || value.contains("@") {
        addClauses(name, value, entry, &log)
      } else if let access = Self.read(name, value, key, &log) {
        entry.access = access
        add(entry)
        others += Self.named(value, entry)
      }
    }
    for entry in others { add(entry) }
  }

  /// What a value opens to those whom it names: `access=psv` closes a road to all others.
  private static func named(_ value: String, _ entry: Entry) -> [Entry] {
    guard entry.access == .no else { return [] }
    return value.split(separator: ";").compactMap { part in
      guard let group = groups[part.trimmed().lowercased()], group.isPart(of: entry.key) else {
        return nil
      }
      var named = entry
      named.key = group
      named.access = .yes
      return named
    }
  }

  private static let groups: [String: AccessKey] = [
    "psv": .psv, "bus": .bus, "taxi": .taxi, "foot": .foot, "pedestrian": .foot,
    "bicycle": .bicycle, "hgv": .hgv, "goods": .goods, "motorcar": .motorcar, "moped": .moped,
    "motorcycle": .motorcycle,
    "motor_vehicle": .motorVehicle, "vehicle": .vehicle,
  ]

  private mutating func add(_ entry: Entry) {
    var entry = entry
    entry.condition = entry.condition.and(entry.key.condition)
    if entry.condition.terms.isEmpty { entries.append(entry) } else { clauses.append(entry) }
  }

  private mutating func addClauses(
    _ name: String, _ value: String, _ entry: Entry, _ log: inout ProblemLog
  ) {
    let read = log.clauses(name, value)
    if read.isEmpty { hasUnreadConditions = true }
    for clause in read {
      guard let access = Self.read(name, clause.value, entry.key, &log) else { continue }
      var entry = entry
      entry.access = access
      entry.condition = clause.condition
      add(entry)
      for named in Self.named(clause.value, entry) { add(named) }
    }
  }

  private static func read(
    _ name: String, _ value: String, _ key: AccessKey, _ log: inout ProblemLog
  ) -> Access? {
    switch AccessValue(value) {
    case .access(let access): return key.access(access)
    case .silent: return nil
    case .unknown:
      // `psv=opposite` and the like are about direction; `hov=lane` is about lanes.
      if !value.hasPrefix("opposite") && key != .hov { log.note(name, value, .unknownValue) }
      return nil
    }
  }

  /// What the lanes of a way say together: nothing, unless through traffic is kept off every one.
  private static func ofAllLanes(_ value: String, _ key: AccessKey) -> Access? {
    var widest: Access?
    for lane in value.split(separator: "|", omittingEmptySubsequences: false) {
      guard case .access(let said) = AccessValue(String(lane)), let access = key.access(said),
        !access.isOpenToThroughTraffic
      else { return nil }
      if widest.map({ access.width > $0.width }) ?? true { widest = access }
    }
    return widest
  }

  /// Whether no access is tagged.
  var isEmpty: Bool { entries.isEmpty && clauses.isEmpty }

  /// Whether some access holds only under conditions.
  var hasClauses: Bool { !clauses.isEmpty }

  /// What the tags always say for a mode in a direction, and which key says it; nil if none does.
  func tagged(_ mode: Mode, _ direction: Direction) -> (key: AccessKey, access: Access)? {
    guard !entries.isEmpty else { return nil }
    for key in AccessKey.chain(of: mode) {
      var plain: Access?
      for entry in entries where entry.key == key {
        if entry.direction == direction { return (key, entry.access) }
        if entry.direction == nil { plain = plain ?? entry.access }
      }
      if let plain { return (key, plain) }
    }
    return nil
  }

  /// Whether a key of the mode's own, such as `bicycle:backward=yes`, opens one direction by name.
  func opensByName(_ mode: Mode, _ direction: Direction) -> Bool {
    let own = AccessKey.chain(of: mode).prefix {
      ![.motorcar, .motorVehicle, .vehicle, .access].contains($0)
    }
    return entries.contains {
      own.contains($0.key) && $0.direction == direction && $0.access.isUsable
    }
  }

  /// The access of a mode: what is tagged, else the default; and what overrides it under conditions.
  ///
  /// - Parameters:
  ///   - mode: Whose access.
  ///   - direction: In which direction.
  ///   - usual: The access where nothing is tagged.
  ///   - meaning: What an access said by a key means for the mode.
  /// - Returns: The access that always holds, and clauses of those keys alone that are not hidden.
  func layered(
    _ mode: Mode, _ direction: Direction, usual: Access,
    _ meaning: (AccessKey, Access) -> Access
  ) -> Layered<Access> {
    let tagged = tagged(mode, direction)
    var result = Layered(tagged.map { meaning($0.key, $0.access) } ?? usual)
    guard !clauses.isEmpty else { return result }
    let chain = AccessKey.chain(of: mode)
    // Clauses of keys more general than the one that always decides say nothing.
    for key in chain.prefix(through: chain.firstIndex { $0 == tagged?.key } ?? chain.count - 1)
      .reversed()
    {
      let isSetByDirection = entries.contains { $0.key == key && $0.direction == direction }
      for form in isSetByDirection ? [direction] : [nil, direction] {
        for clause in clauses where clause.key == key && clause.direction == form {
          result.clauses.append(
            .init(value: meaning(key, clause.access), condition: clause.condition))
        }
      }
    }
    return result
  }
}
