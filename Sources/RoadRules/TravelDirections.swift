import RoadModel

/// The directions in which each mode may travel a way, by `oneway` and its exceptions.
///
/// Motorways and roundabouts are one-way unless tagged otherwise; ramps only if tagged. For people
/// on foot only `oneway:foot` and moving stairs count, except on ferries.
struct TravelDirections {
  /// The rule for vehicles in general.
  let general: Layered<DirectionSet>
  /// Whether bicycles may be pushed against the traffic on ways for pedestrians.
  ///
  /// They may not on roundabouts, motorways and ferries.
  let allowPushing: Bool
  /// Whether there are conditional directions.
  let hasClauses: Bool
  /// The directions by mode; empty if all modes may go both ways.
  private var allowed: [Layered<DirectionSet>] = []

  /// Whether all modes may always go both ways.
  var areAllOpen: Bool { allowed.isEmpty }

  /// The only direction of vehicles in general; nil if they may go both ways or it is conditional.
  var oneway: Direction? {
    switch general.base {
    case .forward: .forward
    case .backward: .backward
    default: nil
    }
  }

  /// The directions of a mode, with their conditional overrides.
  func layered(_ mode: Mode) -> Layered<DirectionSet> {
    allowed.isEmpty ? Layered(.both) : allowed[Int(mode.rawValue)]
  }

  /// Reads the direction tags of a way.
  init(
    _ tags: RoadTags, _ wayClass: WayClass, _ access: AccessTags, _ log: inout ProblemLog
  ) {
    let isFerry = wayClass.roadClass == .ferry || wayClass.roadClass == .carTrain
    let isRound = Self.isRound(tags)
    let own = OnewayTags(tags, &log)
    let base = own.base ?? Self.implied(wayClass, isRound: isRound)
    general = Layered(base ?? .both, own.clauses)
    allowPushing = !isFerry && !isRound && wayClass.roadClass != .motorway
    hasClauses = own.hasClauses
    let moving = Self.moving(tags, wayClass, own, &log)
    if general.base == .both && !own.hasSpecial && !hasClauses && moving == nil { return }
    allowed.reserveCapacity(Mode.allCases.count)
    for mode in Mode.allCases {
      var directions = mode == .foot && !isFerry ? Layered(.both) : general
      if own.hasSpecial { own.apply(to: &directions, of: mode) }
      if directions.base != .both || !directions.clauses.isEmpty {
        let lanes = Self.lanes(mode, tags)
        for direction in Direction.allCases where lanes.contains(direction) {
          directions.open(direction)
        }
        if [.bicycle, .bus, .taxi].contains(mode) {
          for direction in Direction.allCases where access.opensByName(mode, direction) {
            directions.open(direction)
          }
        }
      }
      allowed.append(directions)
    }
    if let moving {
      // A bicycle is pushed on ways for pedestrians.
      for mode in [Mode.foot, .bicycle] { allowed[Int(mode.rawValue)] = Layered(moving) }
    }
  }

  private static func isRound(_ tags: RoadTags) -> Bool {
    guard let junction = tags["junction"] else { return false }
    return junction == "roundabout" || junction == "circular"
  }

  private static func implied(_ wayClass: WayClass, isRound: Bool) -> DirectionSet? {
    isRound || wayClass.roadClass == .motorway && !wayClass.isLink ? .forward : nil
  }

  /// The direction of an escalator or moving walkway; nil if it does not move, or the direction is not tagged.
  private static func moving(
    _ tags: RoadTags, _ wayClass: WayClass, _ own: OnewayTags, _ log: inout ProblemLog
  ) -> DirectionSet? {
    guard let value = tags["conveying"], value != "no" else { return nil }
    switch wayClass.roadClass {
    case .steps, .footway, .pedestrian, .path: break
    default: return nil
    }
    switch value {
    case "forward": return .forward
    case "backward": return .backward
    // Only `oneway` can state it for these, since no other vehicles use them.
    case "yes": return own.base.flatMap { $0 == .forward || $0 == .backward ? $0 : nil }
    // Its direction changes as needed.
    case "reversible": return nil
    default:
      log.note("conveying", value, .unknownValue)
      return nil
    }
  }

  /// The directions that lanes for a mode open, whatever the direction of the traffic.
  private static func lanes(_ mode: Mode, _ tags: RoadTags) -> DirectionSet {
    switch mode {
    case .bicycle: bicycleLanes(tags)
    case .bus: hasBusContraflow(tags) ? .both : []
    default: []
    }
  }

  /// The directions of lanes and tracks for bicycles; both if one is against the traffic.
  private static func bicycleLanes(_ tags: RoadTags) -> DirectionSet {
    var lanes: DirectionSet = []
    for (key, onewayKey) in cyclewayKeys {
      let lane = tags[key] ?? tags["cycleway:both"] ?? tags["cycleway"] ?? ""
      if lane.hasPrefix("opposite") { lanes = .both }
      // A separate cycleway is another way, which does not open this one.
      if ["no", "none", "separate"].contains(lane) { continue }
      if let oneway = tags[onewayKey] { lanes.formUnion(OnewayTags.words[oneway] ?? []) }
    }
    return lanes
  }

  private static let cyclewayKeys = [
    "cycleway", "cycleway:left", "cycleway:right", "cycleway:both",
  ].map { ($0, $0 + ":oneway") }

  /// Whether buses have a lane against a one-way street.
  private static func hasBusContraflow(_ tags: RoadTags) -> Bool {
    for key in ["busway", "busway:left", "busway:right", "busway:both", "psv", "bus"] {
      if let value = tags[key], value.hasPrefix("opposite") { return true }
    }
    for key in ["lanes:bus:backward", "lanes:psv:backward"] {
      if let value = tags[key], let lanes = Int(value), lanes > 0 { return true }
    }
    return false
  }
}

extension Layered where Value == DirectionSet {
  /// Opens a direction at all times.
  fileprivate mutating func open(_ direction: Direction) {
    let opened = direction == .forward ? DirectionSet.forward : .backward
    base.insert(opened)
    for index in clauses.indices { clauses[index].value.insert(opened) }
  }
}

/// The tags `oneway`, `oneway:conditional` and those for kinds of vehicles.
struct OnewayTags {
  /// The meaning of `oneway`; nil if it has none.
  private(set) var base: DirectionSet?
  /// The meaning of `oneway:conditional`.
  private(set) var clauses: [Layered<DirectionSet>.Clause] = []
  private var special: [Special] = []

  private struct Special {
    var key: AccessKey
    var base: DirectionSet?
    var clauses: [Layered<DirectionSet>.Clause] = []
  }

  /// Whether there are rules for kinds of vehicles.
  var hasSpecial: Bool { !special.isEmpty }

  /// Whether there are conditional rules.
  var hasClauses: Bool { !clauses.isEmpty || special.contains { !$0.clauses.isEmpty } }

  /// Reads the tags; unreadable ones are reported.
  init(_ tags: RoadTags, _ log: inout ProblemLog) {
    for (name, value) in tags.pairs where name.hasPrefix("oneway") {
      if name == "oneway" {
        if value.contains("@") {
          clauses += Self.read(name, value, &log)
        } else {
          base = Self.words[value]
          if base == nil { log.note(name, value, .unknownValue) }
        }
      } else if name == "oneway:conditional" {
        clauses += Self.read(name, value, &log)
      } else if name.hasPrefix("oneway:") {
        readSpecial(name, value, &log)
      }
    }
    // A reversible road is open in one direction at a time, which is unknown without hours.
    if base == [] && clauses.isEmpty { log.note("oneway", "reversible", .readStricter) }
  }

  private mutating func readSpecial(_ name: String, _ value: String, _ log: inout ProblemLog) {
    let parts = name.split(separator: ":").dropFirst()
    guard let word = parts.first, let key = AccessKey(rawValue: String(word)), key != .access
    else { return }
    var entry = Special(key: key)
    switch parts.dropFirst().first {
    case nil:
      entry.base = Self.words[value] ?? (value == "tolerated" ? .both : nil)
      if entry.base == [] { entry.base = nil }
      if entry.base == nil { log.note(name, value, .unknownValue) }
    case "conditional": entry.clauses = Self.read(name, value, &log)
    default: return
    }
    special.append(entry)
  }

  private static func read(_ name: String, _ value: String, _ log: inout ProblemLog)
    -> [Layered<DirectionSet>.Clause]
  {
    log.clauses(name, value).compactMap { clause in
      guard let directions = words[clause.value] else {
        log.note(name, clause.value, .unknownValue)
        return nil
      }
      return .init(value: directions, condition: clause.condition)
    }
  }

  /// Adds the rules for a mode over those for vehicles in general, the most specific last.
  func apply(to directions: inout Layered<DirectionSet>, of mode: Mode) {
    for key in AccessKey.chain(of: mode).reversed() {
      for entry in special where entry.key == key {
        if let base = entry.base { directions = Layered(base) }
      }
      for entry in special where entry.key == key { directions.clauses += entry.clauses }
    }
  }

  fileprivate static let words: [String: DirectionSet] = [
    "yes": .forward, "true": .forward, "1": .forward,
    "-1": .backward, "reverse": .backward,
    "no": .both, "false": .both, "0": .both, "alternating": .both,
    "reversible": [],
  ]
}
