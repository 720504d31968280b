import Geo
public import RoadModel

/// The text of a later version about a rule that this version does not know, or not completely.
struct RuleWords: Sendable, Hashable {
  var tag: String
  var reason: String
  /// The kind of rule, for a rule that may or may not hold.
  var kind: String?
  /// The kinds of roads that the request excludes and this version does not know.
  var excluded: [String] = []
  /// The word for the closure, if this version does not know it; else nil.
  var closure: String?
  /// The rule as it was read, if this version does not understand it completely; else nil.
  var rule: JSONValue?
}

extension RoadRule {
  /// A placeholder for a rule of a kind that this version does not know; it applies to no vehicle.
  ///
  /// The values that contain it keep the text of the writer: ``Blocker/tag``, ``Blocker/reason``,
  /// ``PotentialRule/tag``.
  public static let unknown = RoadRule(
    .access(.no, []), condition: Condition([.unknown("unknown")]))
}

/// A blocker has the rule for programs, and `text`, `reason` and `tag` for people.
///
/// The texts are read only if this version does not know the rule, or not all of its words.
extension Blocker: Codable {
  private enum CodingKeys: String, CodingKey {
    case text, reason, tag, rule, excluded, closure, needed, road, wayID, position, span, turn,
      oneway
  }

  /// Reads a blocker.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let part = try container.decodeIfPresent(KeptPart<RoadRule>.self, forKey: .rule)
    let rule = part?.value
    self.init(
      rule: rule ?? .unknown,
      needed: try container.decodeIfPresent(UInt32.self, forKey: .needed),
      road: try container.decodeIfPresent(String.self, forKey: .road),
      wayID: try container.decode(Int64.self, forKey: .wayID),
      position: try container.decode(Coordinate.self, forKey: .position))
    span = try container.decodeIfPresent(ClosedRange<Double>.self, forKey: .span)
    turn = try container.decodeIfPresent(String.self, forKey: .turn)
    oneway = try container.decodeIfPresent(String.self, forKey: .oneway)
    let kinds = try container.decodeIfPresent([String].self, forKey: .excluded)
    let (known, unknown) = avoidanceWords.set(of: kinds ?? [])
    if kinds != nil { excluded = known }
    let word = try container.decodeIfPresent(String.self, forKey: .closure)
    closure = word.flatMap { Closure(rawValue: $0) }
    let isKnown = rule != nil && part?.json == nil
    if isKnown && unknown.isEmpty && (word == nil || closure != nil) { return }
    let own = rule == nil ? ("", "") : (tag, reason)
    words = RuleWords(
      tag: try container.decode(.tag, default: own.0),
      reason: try container.decode(.reason, default: own.1), excluded: unknown,
      closure: closure == nil ? word : nil, rule: part?.json)
  }

  /// Writes a blocker.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
    try container.encode(reason, forKey: .reason)
    try container.encode(tag, forKey: .tag)
    try container.encode(rule, keeping: words, forKey: .rule)
    if let excluded {
      let kinds = avoidanceWords.words(of: excluded) + (words?.excluded ?? [])
      try container.encode(kinds, forKey: .excluded)
    }
    try container.encodeIfPresent(closure?.rawValue ?? words?.closure, forKey: .closure)
    try container.encodeIfPresent(needed, forKey: .needed)
    try container.encodeIfPresent(road, forKey: .road)
    try container.encode(wayID, forKey: .wayID)
    try container.encode(position, forKey: .position)
    try container.encodeIfPresent(span, forKey: .span)
    try container.encodeIfPresent(turn, forKey: .turn)
    try container.encodeIfPresent(oneway, forKey: .oneway)
  }
}

/// As a blocker, with `kind` and `count`.
extension PotentialRule: Codable {
  private enum CodingKeys: String, CodingKey {
    case text, reason, tag, kind, rule, road, wayID, position, count, turn
  }

  /// Reads a rule.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let part = try container.decodeIfPresent(KeptPart<RoadRule>.self, forKey: .rule)
    let rule = part?.value
    self.init(
      rule: rule ?? .unknown,
      road: try container.decodeIfPresent(String.self, forKey: .road),
      wayID: try container.decodeIfPresent(Int64.self, forKey: .wayID),
      position: try container.decode(Coordinate.self, forKey: .position),
      count: try container.decode(.count, default: 1))
    turn = try container.decodeIfPresent(String.self, forKey: .turn)
    if rule != nil && part?.json == nil { return }
    let own = rule == nil ? ("", "") : (tag, reason)
    let ownKind = rule == nil ? nil : kind
    words = RuleWords(
      tag: try container.decode(.tag, default: own.0),
      reason: try container.decode(.reason, default: own.1),
      kind: try container.decodeIfPresent(String.self, forKey: .kind) ?? ownKind,
      rule: part?.json)
  }

  /// Writes a rule.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(text, forKey: .text)
    try container.encode(reason, forKey: .reason)
    try container.encode(tag, forKey: .tag)
    try container.encode(kind, forKey: .kind)
    try container.encode(rule, keeping: words, forKey: .rule)
    try container.encodeIfPresent(road, forKey: .road)
    try container.encodeIfPresent(wayID, forKey: .wayID)
    try container.encode(position, forKey: .position)
    try container.encode(count, forKey: .count)
    try container.encodeIfPresent(turn, forKey: .turn)
  }
}

extension KeyedEncodingContainer {
  /// Writes a rule as it was read if this version does not understand it completely; a placeholder is left out.
  fileprivate mutating func encode(
    _ rule: RoadRule, keeping words: RuleWords?, forKey key: Key
  ) throws {
    if let json = words?.rule {
      try encode(json, forKey: key)
    } else if rule != .unknown {
      try encode(rule, forKey: key)
    }
  }
}
