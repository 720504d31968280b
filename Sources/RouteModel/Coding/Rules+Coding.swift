public import RoadModel

let comparisonWords = WordTable<Condition.Comparison>([
  "<": .less, "<=": .atMost, "=": .equal, ">=": .atLeast, ">": .greater,
])

let endUseWords = WordTable<Condition.EndUse>([
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
///
/// A term that this version does not understand is read as `unknown`, with its words if there are
/// any. Whether it holds is then unknown.
extension Condition.Term: Codable {
  private enum CodingKeys: String, CodingKey {
    case time, property, comparison, value, atEnds, unknown
  }

  /// Reads a term.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self =
      try ifKnown { try Self.known(container, at: decoder.codingPath) }
      ?? .unknown(try Self.words(of: decoder.container(keyedBy: MemberKey.self)))
  }

  private static func known(
    _ container: KeyedDecodingContainer<CodingKeys>, at path: [any CodingKey]
  ) throws -> Self {
    if let words = try container.decodeIfPresent(String.self, forKey: .unknown) {
      return .unknown(words)
    }
    if let hours = try container.decodeIfPresent(OpeningHours.self, forKey: .time) {
      return .time(hours)
    }
    if let use = try container.decodeIfPresent(Condition.EndUse.self, forKey: .atEnds) {
      return .atEnds(use)
    }
    guard let kind = try container.decodeIfPresent(LimitKind.self, forKey: .property) else {
      throw DecodingError.unknownWord("a term", at: path)
    }
    return .vehicle(
      kind, try container.decode(Condition.Comparison.self, forKey: .comparison),
      try container.decode(UInt32.self, forKey: .value))
  }

  /// The text of a term with unknown members: `atEnds employees`, `surface`.
  private static func words(of members: KeyedDecodingContainer<MemberKey>) throws -> String {
    var words: [String] = []
    for key in members.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      words.append(key.stringValue)
      // The words alone are kept: numbers and lists mean nothing without their kind.
      if let word = try? members.decode(String.self, forKey: key) { words.append(word) }
    }
    return words.joined(separator: " ")
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

/// A rule has one member for its kind, and optionally `directions` and `condition`.
///
/// The kinds are `limit` (with `value`, unless any vehicle may pass), `access` with `modes`,
/// `speed`, `truckSpeed`, `ban`, and `turnRound`. Without `directions` a rule applies in both,
/// without `condition` always.
///
/// A rule of a kind that this version does not know is an error; each type that contains rules
/// states how it handles it.
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
    } else if let modes = try container.decodeIfPresent(ModeSet.self, forKey: .ban) {
      effect = .ban(modes)
    } else {
      throw DecodingError.unknownWord("a rule", at: decoder.codingPath)
    }
    self.init(
      effect, directions: try container.decode(.directions, default: .both),
      condition: try container.decode(.condition, default: Condition()))
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

extension RoadRule: RoadFact {
  static func leavesOutWords(_ decoder: any Decoder) throws -> Bool {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    for key in [CodingKeys.modes, .ban, .turnRound]
    where try container.leavesOutWords(key, modeSetWords) {
      return true
    }
    return try container.leavesOutWords(.directions, directionWords)
  }
}
