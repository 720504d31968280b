import RoadModel

extension RoadRules {
  /// Reads the tags of a way.
  ///
  /// - Complexity: O(number of tags), with small tables behind each.
  public func way(_ tags: RoadTags) -> WayVerdict {
    var wayClass: WayClass
    switch WayClass.of(tags) {
    case .notARoad: return .notARoad
    case .refused(let refusal): return .refused(refusal)
    case .road(let found): wayClass = found
    }
    if let refusal = Self.lifecycleRefusal(tags) { return .refused(refusal) }
    if tags["area"] == "yes" {
      // Squares are walked along their outline; a yard or car park drawn as an area has no lanes.
      guard [.pedestrian, .footway, .path].contains(wayClass.roadClass) else {
        return .refused(.area)
      }
    }
    Self.adjustDefaults(of: &wayClass, tags)

    var log = ProblemLog()
    let access = AccessTags(tags, &log)
    let directions = TravelDirections(tags, wayClass, access, &log)
    var road = RoadAttributes(roadClass: wayClass.roadClass)
    road.flags = RoadFlags(tags, wayClass)
    road.readSurface(tags, &log)
    road.forwardAccess = access.table(.forward, wayClass.defaults, directions)
    road.backwardAccess = access.table(.backward, wayClass.defaults, directions)
    if road.smoothness == Smoothness.impassable {
      for mode in Mode.allCases where mode != .foot {
        road.forwardAccess[mode] = .no
        road.backwardAccess[mode] = .no
      }
    }
    guard road.isUsable else {
      return .refused(access.hasConditions ? .closedExceptConditionally : .closedToAll)
    }
    if !road.flags.contains(.ferry) {
      SignedSpeeds(tags, country: country, &log).apply(to: &road)
    }
    var reading = WayReading(
      attributes: road, limits: LimitTags.read(tags, &log), name: Self.text(tags["name"]),
      ref: Self.text(tags["ref"]), ferrySeconds: nil, problems: [])
    if road.flags.contains(.ferry), let duration = tags["duration"] {
      reading.ferrySeconds = TravelDuration.seconds(duration)
      if reading.ferrySeconds == nil { log.note("duration", duration, .unparsable) }
    }
    reading.problems = log.problems
    return .road(reading)
  }

  /// Refuses roads that exist by class but not, or not yet, on the ground.
  private static func lifecycleRefusal(_ tags: RoadTags) -> WayRefusal? {
    // `construction=minor` and `widening` leave a road open, as in OSRM.
    if let works = tags["construction"], !["no", "minor", "widening"].contains(works) {
      return .construction
    }
    if tags["abandoned"] == "yes" { return .abandoned }
    if tags["impassable"] == "yes" || tags["status"] == "impassable" { return .impassable }
    return nil
  }

  /// Applies tags that change who may use a class by default, before any access tag speaks.
  private static func adjustDefaults(of wayClass: inout WayClass, _ tags: RoadTags) {
    if tags["motorroad"] == "yes" {
      for mode in [Mode.bicycle, .foot, .scooter] { wayClass.defaults[mode] = .no }
    }
    if tags["service"] == "emergency_access" {
      for mode in Mode.allCases where mode.isMotorised { wayClass.defaults[mode] = .no }
    }
  }

  /// A text without outer spaces; nil if nothing is left.
  private static func text(_ value: String?) -> String? {
    guard let trimmed = value?.trimmed(), !trimmed.isEmpty else { return nil }
    return String(trimmed)
  }
}
