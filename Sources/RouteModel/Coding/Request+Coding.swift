public import RoadModel

let avoidanceWords = WordTable<Avoidance>([
  "tolls": .tolls, "ferries": .ferries, "motorways": .motorways, "tunnels": .tunnels,
  "unpaved": .unpaved,
])

/// Avoidances and exclusions are lists of words.
extension Avoidance: Codable {
  /// Reads words, which must all be known, so that no excluded road is used by mistake.
  public init(from decoder: any Decoder) throws {
    self = try avoidanceWords.readWholeSet(decoder)
  }
  /// Writes words.
  public func encode(to encoder: any Encoder) throws {
    try avoidanceWords.writeSet(self, encoder)
  }
}

/// `latitude` and `longitude` are required; all other members are optional.
extension Waypoint: Codable {
  private enum CodingKeys: String, CodingKey {
    case latitude, longitude, kind, approach, radiusMetres, course, wayID, name
  }

  /// Reads a waypoint.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.requestMembers(CodingKeys.self)
    self.init(
      latitude: try container.decode(Double.self, forKey: .latitude),
      longitude: try container.decode(Double.self, forKey: .longitude),
      kind: try container.decodeIfPresent(Kind.self, forKey: .kind) ?? .stopover,
      approach: try container.decodeIfPresent(Approach.self, forKey: .approach) ?? .unrestricted,
      radiusMetres: try container.decodeIfPresent(MetresCoding.self, forKey: .radiusMetres)?.value,
      course: try container.decodeIfPresent(Course.self, forKey: .course),
      wayID: try container.decodeIfPresent(Int64.self, forKey: .wayID),
      name: try container.decodeIfPresent(String.self, forKey: .name))
  }

  /// Writes a waypoint.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(latitude, forKey: .latitude)
    try container.encode(longitude, forKey: .longitude)
    try container.encode(kind, forKey: .kind)
    try container.encode(approach, forKey: .approach)
    try container.encodeIfPresent(radiusMetres.map(MetresCoding.init), forKey: .radiusMetres)
    try container.encodeIfPresent(course, forKey: .course)
    try container.encodeIfPresent(wayID, forKey: .wayID)
    try container.encodeIfPresent(name, forKey: .name)
  }
}

/// Every member is optional.
extension RouteRequest.Options: Codable {
  private enum CodingKeys: String, CodingKey {
    case alternatives, alternativeLimits, avoid, exclude, objective, snapRadiusMetres, departure,
      strictConditions
    case allowViolations, publicHolidays, costs, maximumSpeedKmh, adjustments, considerTraffic,
      explainsRefusals, steps
    case stepsOfAlternatives, language, polyline, elevation, energy
  }

  /// Reads options.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.requestMembers(CodingKeys.self)
    self.init()
    func read<Value: Decodable>(_ key: CodingKeys, _ set: (Value) -> Void) throws {
      if let value = try container.decodeIfPresent(Value.self, forKey: key) { set(value) }
    }
    try read(.alternatives) { alternatives = $0 }
    try read(.alternativeLimits) { alternativeLimits = $0 }
    try read(.avoid) { avoid = $0 }
    try read(.exclude) { exclude = $0 }
    try read(.objective) { objective = $0 }
    try read(.snapRadiusMetres) { (metres: MetresCoding) in snapRadiusMetres = metres.value }
    try read(.departure) { departure = $0 }
    try read(.strictConditions) { strictConditions = $0 }
    try read(.allowViolations) { allowViolations = $0 }
    try read(.publicHolidays) { publicHolidays = $0 }
    try read(.costs) { costs = $0 }
    try read(.maximumSpeedKmh) { maximumSpeedKmh = $0 }
    try read(.adjustments) { adjustments = $0 }
    try read(.considerTraffic) { considerTraffic = $0 }
    try read(.explainsRefusals) { explainsRefusals = $0 }
    try read(.steps) { steps = $0 }
    try read(.stepsOfAlternatives) { stepsOfAlternatives = $0 }
    try read(.language) { language = $0 }
    try read(.polyline) { polyline = $0 }
    try read(.elevation) { elevation = $0 }
    try read(.energy) { energy = $0 }
  }

  /// Writes options.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(alternatives, forKey: .alternatives)
    if alternativeLimits != AlternativeLimits() {
      try container.encode(alternativeLimits, forKey: .alternativeLimits)
    }
    try container.encode(avoid, forKey: .avoid)
    try container.encode(exclude, forKey: .exclude)
    try container.encode(objective, forKey: .objective)
    try container.encode(MetresCoding(snapRadiusMetres), forKey: .snapRadiusMetres)
    try container.encodeIfPresent(departure, forKey: .departure)
    try container.encode(strictConditions, forKey: .strictConditions)
    try container.encode(allowViolations, forKey: .allowViolations)
    try container.encode(publicHolidays.sorted(), forKey: .publicHolidays)
    if costs != .usual { try container.encode(costs, forKey: .costs) }
    try container.encodeIfPresent(maximumSpeedKmh, forKey: .maximumSpeedKmh)
    try container.encode(adjustments, forKey: .adjustments)
    if !considerTraffic { try container.encode(false, forKey: .considerTraffic) }
    try container.encode(explainsRefusals, forKey: .explainsRefusals)
    try container.encode(steps, forKey: .steps)
    if !stepsOfAlternatives { try container.encode(false, forKey: .stepsOfAlternatives) }
    try container.encodeIfPresent(language, forKey: .language)
    try container.encode(polyline, forKey: .polyline)
    if elevation { try container.encode(true, forKey: .elevation) }
    try container.encodeIfPresent(energy, forKey: .energy)
  }
}

/// Every member is optional.
extension AlternativeLimits: Codable {
  private enum CodingKeys: String, CodingKey { case stretch, sharing, locality }

  /// Reads limits.
  ///
  /// - Throws: `DecodingError`, also for a value out of range.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.requestMembers(CodingKeys.self)
    let usual = AlternativeLimits()
    func read(_ key: CodingKeys, _ most: Double, _ usual: Double) throws -> Double {
      let value = try container.decode(key, default: usual)
      guard (0...most).contains(value) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container,
          debugDescription: "\(key.stringValue) takes 0 to \(Int(most))")
      }
      return value
    }
    self.init(
      stretch: try read(.stretch, 10, usual.stretch),
      sharing: try read(.sharing, 1, usual.sharing),
      locality: try read(.locality, 1, usual.locality))
  }

  /// Writes limits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(stretch, forKey: .stretch)
    try container.encode(sharing, forKey: .sharing)
    try container.encode(locality, forKey: .locality)
  }
}

/// An adjustment is the `edge`, and one of `closed`, `speed` in tenths of km/h, and `time` and `weight` in thousandths.
extension RoadAdjustment: Codable {
  private enum CodingKeys: String, CodingKey { case edge, closed, speed, time, weight }

  /// Reads an adjustment.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.requestMembers(CodingKeys.self)
    let isClosed = try container.decode(.closed, default: false)
    let given: [Effect?] = [
      isClosed ? .closed : nil,
      try container.decodeIfPresent(UInt16.self, forKey: .speed).map { .speed(tenthsOfKmh: $0) },
      try container.decodeIfPresent(UInt32.self, forKey: .time).map { .time(permille: $0) },
      try container.decodeIfPresent(UInt32.self, forKey: .weight).map { .weight(permille: $0) },
    ]
    let effects = given.compactMap(\.self)
    guard effects.count == 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .closed, in: container,
        debugDescription: "an adjustment has one of closed, speed, time and weight, not "
          + "\(effects.count)")
    }
    self.init(edge: try container.decode(EdgeID.self, forKey: .edge), effects[0])
  }

  /// Writes an adjustment.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(edge, forKey: .edge)
    switch effect {
    case .closed: try container.encode(true, forKey: .closed)
    case .speed(let speed): try container.encode(speed, forKey: .speed)
    case .time(let permille): try container.encode(permille, forKey: .time)
    case .weight(let permille): try container.encode(permille, forKey: .weight)
    }
  }
}
