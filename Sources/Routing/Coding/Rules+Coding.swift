public import RoadModel

private let comparisonWords = WordTable<Condition.Comparison>([
  "<": .less, "<=": .atMost, "=": .equal, ">=": .atLeast, ">": .greater,
])

private let endUseWords = WordTable<Condition.EndUse>([
  "destination": .destination, "delivery": .delivery, "customers": .customers,
  "residents": .residents,
])

extension Condition.Comparison: Codable {
  /// Reads the sign.
  public init(from decoder: any Decoder) throws { self = try comparisonWords.read(decoder) }
  /// Writes the sign.
  public func encode(to encoder: any Encoder) throws { try comparisonWords.write(self, encoder) }
}

extension Condition.EndUse: Codable {
  /// Reads the word.
  public init(from decoder: any Decoder) throws { self = try endUseWords.read(decoder) }
  /// Writes the word.
  public func encode(to encoder: any Encoder) throws { try endUseWords.write(self, encoder) }
}

/// A condition is the list of its terms; an empty one always holds.
extension Condition: Codable {
  /// Reads terms.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([Term].self))
  }

  /// Writes terms.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(terms)
  }
}

/// A term has one of the members `time`, `atEnds`, `unknown`, or `property` with `comparison` and `value`.
extension Condition.Term: Codable {
  private enum CodingKeys: String, CodingKey {
    case time, property, comparison, value, atEnds, unknown
  }

  /// Reads a term.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let hours = try container.decodeIfPresent(OpeningHours.self, forKey: .time) {
      self = .time(hours)
    } else if let use = try container.decodeIfPresent(Condition.EndUse.self, forKey: .atEnds) {
      self = .atEnds(use)
    } else if let kind = try container.decodeIfPresent(LimitKind.self, forKey: .property) {
      self = .vehicle(
        kind, try container.decode(Condition.Comparison.self, forKey: .comparison),
        try container.decode(UInt32.self, forKey: .value))
    } else {
      self = .unknown(try container.decode(String.self, forKey: .unknown))
    }
  }

  /// Writes a term.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .time(let hours): try container.encode(hours, forKey: .time)
    case .atEnds(let use): try container.encode(use, forKey: .atEnds)
    case .unknown(let words): try container.encode(words, forKey: .unknown)
    case .vehicle(let kind, let comparison, let value):
      try container.encode(kind, forKey: .property)
      try container.encode(comparison, forKey: .comparison)
      try container.encode(value, forKey: .value)
    }
  }
}

/// A rule has one of the members `limit` (with `value`; none where any passes), `access` with `modes`, `speed`,
/// `truckSpeed`, `ban`, or `turnRound`; then `directions` and `condition`.
extension RoadRule: Codable {
  private enum CodingKeys: String, CodingKey {
    case limit, value, access, modes, speed, truckSpeed, ban, turnRound, directions, condition
  }

  /// Reads a rule.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let effect: Effect
    if let kind = try container.decodeIfPresent(LimitKind.self, forKey: .limit) {
      effect = .limit(kind, try container.decodeIfPresent(UInt32.self, forKey: .value))
    } else if let access = try container.decodeIfPresent(Access.self, forKey: .access) {
      effect = .access(access, try container.decode(ModeSet.self, forKey: .modes))
    } else if let speed = try container.decodeIfPresent(Speed.self, forKey: .speed) {
      effect = .speed(speed)
    } else if let speed = try container.decodeIfPresent(Speed.self, forKey: .truckSpeed) {
      effect = .truckSpeed(speed)
    } else if let modes = try container.decodeIfPresent(ModeSet.self, forKey: .turnRound) {
      effect = .turnRound(modes)
    } else {
      effect = .ban(try container.decode(ModeSet.self, forKey: .ban))
    }
    self.init(
      effect, directions: try container.decode(DirectionSet.self, forKey: .directions),
      condition: try container.decode(Condition.self, forKey: .condition))
  }

  /// Writes a rule.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch effect {
    case .limit(let kind, let value):
      try container.encode(kind, forKey: .limit)
      try container.encodeIfPresent(value, forKey: .value)
    case .access(let access, let modes):
      try container.encode(access, forKey: .access)
      try container.encode(modes, forKey: .modes)
    case .speed(let speed): try container.encode(speed, forKey: .speed)
    case .truckSpeed(let speed): try container.encode(speed, forKey: .truckSpeed)
    case .ban(let modes): try container.encode(modes, forKey: .ban)
    case .turnRound(let modes): try container.encode(modes, forKey: .turnRound)
    }
    try container.encode(directions, forKey: .directions)
    try container.encode(condition, forKey: .condition)
  }
}
