import RoadModel

extension RoadRules {
  /// Reads the tags of a way.
  ///
  /// - Complexity: O(number of tags), with a look-up in a small table for each.
  package func way(_ tags: RoadTags) -> WayVerdict {
    var wayClass: WayClass
    switch WayClass.of(tags) {
    case .notARoad: return .notARoad
    case .refused(let refusal): return .refused(refusal)
    case .road(let found): wayClass = found
    }
    if let refusal = Self.lifecycleRefusal(tags) { return .refused(refusal) }
    Self.adjustDefaults(of: &wayClass, tags)
    var log = ProblemLog()
    let access = AccessTags(tags, &log)
    let directions = TravelDirections(tags, wayClass, access, &log)
    var road = RoadAttributes(roadClass: wayClass.roadClass)
    road.flags = RoadFlags(tags, wayClass, directions)
    road.readSurface(tags, &log)
    let users = WayAccess(
      access, wayClass.defaults, directions, barred: Self.barred(tags, wayClass, road))
    road.forwardAccess = users.forward
    road.backwardAccess = users.backward
    // A road that tags close to all is kept, so that explanations can name it.
    let isClosedByTag = !access.isEmpty && wayClass.defaults.isUsable && tags["area"] != "yes"
    guard road.isUsable || isClosedByTag || users.rules.contains(where: \.opens) else {
      if wayClass.isUnknown { return .refused(.unknownHighway) }
      if tags["area"] == "yes" { return .refused(.area) }
      return .refused(access.hasUnreadConditions ? .closedExceptConditionally : .closedToAll)
    }
    var reading = WayReading(
      attributes: road, rules: LimitTags.read(tags, &log) + users.rules,
      name: Self.name(tags), ref: Self.text(tags["ref"]), words: [], ferrySeconds: nil,
      problems: [])
    if !road.flags.contains(.ferry) {
      let speeds = SignedSpeeds(tags, country: country, &log)
      speeds.apply(to: &reading.attributes)
      reading.rules += speeds.rules
    } else if let duration = tags["duration"] {
      reading.ferrySeconds = TravelDuration.seconds(duration)
      if reading.ferrySeconds == nil { log.note("duration", duration, .unparsable) }
    }
    reading.inclinePermille = InclineTag.permille(tags)
    reading.words = words(
      tags, name: reading.name, oneway: directions.oneway, lanes: Int(road.lanes), &log)
    reading.problems = log.problems
    return .road(reading)
  }

  /// The modes that can't use a way, regardless of its tags.
  ///
  /// Only pedestrians pass an impassable way, no motor vehicle climbs stairs, and vehicles do not
  /// drive along the outline of a surface that is drawn as an area.
  private static func barred(_ tags: RoadTags, _ wayClass: WayClass, _ road: RoadAttributes)
    -> ModeSet
  {
    var barred = ModeSet.none
    if road.smoothness == Smoothness.impassable { barred.formUnion(.vehicles) }
    if wayClass.roadClass == .steps { barred.formUnion(.motorised) }
    if tags["area"] == "yes", ![.pedestrian, .footway, .path].contains(wayClass.roadClass) {
      barred.formUnion(.motorised)
    }
    return barred
  }

  /// The values of `construction` on a road that stays open meanwhile, those of OSRM and their like.
  private static let openWorks = ["no", "minor", "widening", "narrowing"]

  /// Refuses roads of a road class that do not exist, or not yet.
  private static func lifecycleRefusal(_ tags: RoadTags) -> WayRefusal? {
    if let works = tags["construction"], !openWorks.contains(works) {
      return .construction
    }
    if tags["abandoned"] == "yes" { return .abandoned }
    if tags["impassable"] == "yes" || tags["status"] == "impassable" { return .impassable }
    return nil
  }

  /// Applies tags that change the default access of a class, before any access tag.
  private static func adjustDefaults(of wayClass: inout WayClass, _ tags: RoadTags) {
    if tags["motorroad"] == "yes" {
      for mode in [Mode.bicycle, .foot, .scooter] { wayClass.defaults[mode] = .no }
    }
    if tags["service"] == "emergency_access" {
      for mode in Mode.allCases where mode.isMotorised { wayClass.defaults[mode] = .no }
    }
    if let scale = tags["sac_scale"], scale != "hiking", scale != "strolling" {
      wayClass.defaults[.bicycle] = .no
    }
    if wayClass.roadClass == .ferry, isForPassengers(tags) {
      for mode in Mode.allCases where mode.isMotorised { wayClass.defaults[mode] = .no }
    }
    if !wayClass.defaults[.bicycle].isUsable, says(sidePaths, cyclewayKeys, tags) {
      wayClass.defaults[.bicycle] = .yes
    }
    if wayClass.defaults[.foot] == .no, says(sideWalks, sidewalkKeys, tags) {
      wayClass.defaults[.foot] = .yes
    }
  }

  /// Whether a ferry's tags allow people on foot and do not mention motor vehicles.
  private static func isForPassengers(_ tags: RoadTags) -> Bool {
    guard let foot = tags["foot"], foot == "yes" || foot == "designated" else { return false }
    return !tags.pairs.contains { key, _ in
      AccessKey.split(key).map { $0.0 != .foot && $0.0 != .bicycle } ?? false
    }
  }

  private static func says(_ words: Set<String>, _ keys: [String], _ tags: RoadTags) -> Bool {
    keys.contains { key in tags[key].map { words.contains($0) } ?? false }
  }

  private static let cyclewayKeys = [
    "cycleway", "cycleway:right", "cycleway:left", "cycleway:both",
  ]
  /// Values of a cycleway that is part of the road, which open it to bicycles, as in OSRM.
  private static let sidePaths: Set<String> = [
    "lane", "track", "shared", "shared_lane", "share_busway", "sharrow", "shoulder", "opposite",
    "opposite_lane", "opposite_track",
  ]
  private static let sidewalkKeys = [
    "sidewalk", "sidewalk:both", "sidewalk:left", "sidewalk:right",
  ]
  private static let sideWalks: Set<String> = ["yes", "both", "left", "right"]

  /// The name of a road; for a sidewalk or cycleway beside a street, also that of the street.
  private static func name(_ tags: RoadTags) -> String? {
    if let name = naming(tags["name"]) { return name }
    guard isSidePath(tags) else { return nil }
    return naming(tags["is_sidepath:of:name"]) ?? naming(tags["street:name"])
  }

  /// Whether a separate way is beside a street and belongs to it.
  private static func isSidePath(_ tags: RoadTags) -> Bool {
    switch tags["highway"] {
    // A cycleway with its street's name is beside it.
    case "cycleway": true
    case "footway", "path", "pedestrian", "steps", "bridleway", "track":
      tags["is_sidepath"] == "yes" || tags["footway"] == "sidewalk" || tags["path"] == "sidewalk"
        || tags["cycleway"] == "sidepath"
        // A name states its street.
        || tags["is_sidepath:of:name"] != nil
    default: false
    }
  }

  /// A text without outer spaces; nil if it can't be a name.
  private static func naming(_ value: String?) -> String? {
    text(value).flatMap { $0.canName ? $0 : nil }
  }

  /// A text without outer spaces; nil if it is empty.
  private static func text(_ value: String?) -> String? {
    guard let trimmed = value?.trimmed(), !trimmed.isEmpty else { return nil }
    return String(trimmed)
  }
}
