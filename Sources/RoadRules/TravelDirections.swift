import RoadModel

/// In which directions each mode may travel a way: `oneway` and all that qualifies it.
///
/// A motorway and a roundabout are one-way unless tagged otherwise; a ramp only if tagged. People on foot
/// are bound by `oneway:foot` and by moving stairs alone, except on ferries.
struct TravelDirections {
  private var allowed: [DirectionSet]

  func allow(_ mode: Mode, _ direction: Direction) -> Bool {
    allowed[Int(mode.rawValue)].contains(direction)
  }

  /// Reads the direction tags of a way.
  init(
    _ tags: RoadTags, _ wayClass: WayClass, _ access: AccessTags, _ log: inout ProblemLog
  ) {
    let general = Self.general(tags, wayClass, &log)
    allowed = Array(repeating: general ?? .both, count: Mode.allCases.count)
    if let conditional = tags["oneway:conditional"] {
      log.note("oneway:conditional", conditional, .conditionalNotApplied)
    }
    let isFerry = wayClass.roadClass == .ferry || wayClass.roadClass == .carTrain
    let hasOwnRules = tags.pairs.contains { $0.key.hasPrefix("oneway:") }
    for mode in Mode.allCases {
      var directions = mode == .foot && !isFerry ? .both : general ?? .both
      if hasOwnRules, let own = Self.tagged(for: mode, tags, &log) { directions = own }
      if directions != .both {
        if mode == .bicycle && Self.hasContraflowLane(tags) { directions = .both }
        if mode == .bus && Self.hasBusContraflow(tags) { directions = .both }
        if [.bicycle, .bus, .taxi].contains(mode) {
          if access.opensByName(mode, .forward) { directions.insert(.forward) }
          if access.opensByName(mode, .backward) { directions.insert(.backward) }
        }
      }
      allowed[Int(mode.rawValue)] = directions
    }
    if wayClass.roadClass == .steps, let moving = Self.moving[tags["conveying"] ?? ""] {
      allowed[Int(Mode.foot.rawValue)] = moving
    }
  }

  /// The rule for vehicles in general; nil if nothing is tagged or implied.
  private static func general(_ tags: RoadTags, _ wayClass: WayClass, _ log: inout ProblemLog)
    -> DirectionSet?
  {
    if let value = tags["oneway"] {
      if let directions = words[value] {
        // A reversible road is open one way at a time, at hours that are not in the tag.
        if directions.isEmpty { log.note("oneway", value, .conditionalNotApplied) }
        return directions
      }
      log.note("oneway", value, .unknownValue)
    }
    if wayClass.roadClass == .motorway && !wayClass.isLink { return .forward }
    if let junction = tags["junction"], junction == "roundabout" || junction == "circular" {
      return .forward
    }
    return nil
  }

  private static let words: [String: DirectionSet] = [
    "yes": .forward, "true": .forward, "1": .forward,
    "-1": .backward, "reverse": .backward,
    "no": .both, "false": .both, "0": .both, "alternating": .both,
    "reversible": [],
  ]

  private static let moving: [String: DirectionSet] = [
    "forward": .forward, "backward": .backward,
  ]

  /// `oneway:bicycle` and its like; the key nearest to the mode decides.
  private static func tagged(for mode: Mode, _ tags: RoadTags, _ log: inout ProblemLog)
    -> DirectionSet?
  {
    for key in AccessKey.chain(of: mode) where key != .access {
      let name = onewayKeys[key] ?? ""
      guard let value = tags[name] else { continue }
      if let directions = words[value], !directions.isEmpty { return directions }
      if value == "tolerated" { return .both }
      log.note(name, value, .unknownValue)
    }
    return nil
  }

  private static let onewayKeys = Dictionary(
    uniqueKeysWithValues: AccessKey.allCases.map { ($0, "oneway:" + $0.rawValue) })

  /// Whether bicycles may ride against a one-way street, on a lane or without.
  private static func hasContraflowLane(_ tags: RoadTags) -> Bool {
    for key in cyclewayKeys {
      if let value = tags[key], value.hasPrefix("opposite") { return true }
      if let oneway = tags[key + ":oneway"], ["no", "-1", "false", "reverse"].contains(oneway) {
        return true
      }
    }
    return false
  }

  private static let cyclewayKeys = [
    "cycleway", "cycleway:left", "cycleway:right", "cycleway:both",
  ]

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
