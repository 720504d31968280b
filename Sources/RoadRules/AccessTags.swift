import RoadModel

/// The access tags of an element; the most specific one applies.
///
/// A key of the chain overrides all keys behind it. For one key, `:forward` and `:backward`
/// override the plain form, which overrides the common value of all lanes in `:lanes`. Clauses of a
/// `:conditional` tag override their own key and all more general ones, but not more specific ones.
struct AccessTags {
  private struct Entry {
    var key: AccessKey
    /// The direction of the tag; nil for the plain form.
    var direction: Direction?
    var access: Access
    var condition = Condition.always
  }

  /// The unconditional values; the first one for a key and direction counts.
  private var entries: [Entry] = []
  /// The conditional values, in the order of the tags.
  private var clauses: [Entry] = []
  /// Whether a condition could not be read.
  private(set) var hasUnreadConditions = false

  /// Collects the access tags of an element; unreadable ones are reported and ignored.
  init(_ tags: RoadTags, _ log: inout ProblemLog) {
    // Values that count only if no tag of the same key applies.
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

  /// The access of the vehicles in a value: `access=psv` closes a road to all others, and
  /// `access=destination;psv` only to their through traffic.
  private static func named(_ value: String, _ entry: Entry) -> [Entry] {
    if entry.access.isOpenToThroughTraffic { return [] }
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
      // Values such as `psv=opposite` are about direction, `hov=lane` is about lanes.
      if !value.hasPrefix("opposite") && key != .hov { log.note(name, value, .unknownValue) }
      return nil
    }
  }

  /// The common access of a way's lanes; nil unless each is closed to through traffic.
  ///
  /// For a lane, `none` means that nothing is said of it, as in `turn:lanes`.
  private static func ofAllLanes(_ value: String, _ key: AccessKey) -> Access? {
    var widest: Access?
    for lane in value.split(separator: "|", omittingEmptySubsequences: false) {
      guard lane.trimmed().lowercased() != "none",
        case .access(let said) = AccessValue(String(lane)), let access = key.access(said),
        !access.isOpenToThroughTraffic
      else { return nil }
      if widest.map({ access.width > $0.width }) ?? true { widest = access }
    }
    return widest
  }

  /// Whether no access is tagged.
  var isEmpty: Bool { entries.isEmpty && clauses.isEmpty }

  /// Whether there is conditional access.
  var hasClauses: Bool { !clauses.isEmpty }

  /// The unconditional access of a mode in a direction, and its key; nil if there is none.
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

  /// Whether a key of the mode itself opens a direction, such as `bicycle:backward=yes`.
  func opensByName(_ mode: Mode, _ direction: Direction) -> Bool {
    let own = AccessKey.chain(of: mode).prefix {
      ![.motorcar, .motorVehicle, .vehicle, .access].contains($0)
    }
    return entries.contains {
      own.contains($0.key) && $0.direction == direction && $0.access.isUsable
    }
  }

  /// The access of a mode: the tagged one, otherwise the default, with its conditional overrides.
  ///
  /// - Parameters:
  ///   - mode: The mode.
  ///   - direction: The direction.
  ///   - usual: The access without tags.
  ///   - meaning: The meaning of a key's access for the mode.
  /// - Returns: The unconditional access, and the clauses of the keys that no other key hides.
  func layered(
    _ mode: Mode, _ direction: Direction, usual: Access,
    _ meaning: (AccessKey, Access) -> Access
  ) -> Layered<Access> {
    let tagged = tagged(mode, direction)
    var result = Layered(tagged.map { meaning($0.key, $0.access) } ?? usual)
    guard !clauses.isEmpty else { return result }
    let chain = AccessKey.chain(of: mode)
    // Clauses of keys that are more general than an unconditional one have no effect.
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
