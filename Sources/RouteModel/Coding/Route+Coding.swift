import Geo
import RoadModel

/// Limits and rules of kinds that this version does not know are left out.
///
/// Unknown words, limits and rules are kept beside the others, and written back.
extension RouteEdge: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, wayID, isForward, lengthMetres, durationSeconds, turnDurationSeconds, name, ref, road,
      limits
    case conditionalRules, points
  }

  /// Reads an edge.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let road = try container.decode(
      .road, default: RoadCoding(RoadAttributes(roadClass: .unknown)))
    let limits: [KeptPart<VehicleLimit>] = try container.decode(.limits, default: [])
    let rules: [KeptPart<RoadRule>] = try container.decode(.conditionalRules, default: [])
    let seconds = try container.decode(Double.self, forKey: .durationSeconds)
    let turnSeconds: Double = try container.decode(.turnDurationSeconds, default: 0)
    self.init(
      id: try container.decode(EdgeID.self, forKey: .id),
      isForward: try container.decode(Bool.self, forKey: .isForward),
      lengthMetres: try container.decode(Double.self, forKey: .lengthMetres),
      time: Centiseconds(seconds: seconds), turnTime: Centiseconds(seconds: turnSeconds),
      way: RouteWay(
        id: try container.decode(Int64.self, forKey: .wayID),
        name: try container.decodeIfPresent(String.self, forKey: .name),
        ref: try container.decodeIfPresent(String.self, forKey: .ref), road: road.road,
        later: LaterWords(road: road.words, limits: limits, rules: rules)),
      limits: limits.compactMap(\.value), conditionalRules: rules.compactMap(\.value),
      points: try container.decode(ClosedRange<Int>.self, forKey: .points))
  }

  /// Writes an edge.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(wayID, forKey: .wayID)
    try container.encode(isForward, forKey: .isForward)
    try container.encode(lengthMetres, forKey: .lengthMetres)
    try container.encode(durationSeconds, forKey: .durationSeconds)
    try container.encode(turnDurationSeconds, forKey: .turnDurationSeconds)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encodeIfPresent(ref, forKey: .ref)
    try container.encode(RoadCoding(road, way.later?.road ?? RoadWords()), forKey: .road)
    try container.encode(limits, keeping: way.later?.limits ?? [], forKey: .limits)
    try container.encode(
      conditionalRules, keeping: way.later?.rules ?? [], forKey: .conditionalRules)
    try container.encode(points, forKey: .points)
  }
}

extension KeyedEncodingContainer {
  /// Writes limits or rules, and those that were read with them and are not understood.
  fileprivate mutating func encode<Value>(
    _ values: [Value], keeping parts: [KeptPart<Value>], forKey key: Key
  ) throws {
    if parts.isEmpty {
      try encode(values, forKey: key)
    } else if parts.compactMap(\.value) == values {
      try encode(parts, forKey: key)
    } else {
      // The list was changed after it was read.
      try encode(values.map { KeptPart($0) } + parts.filter { $0.value == nil }, forKey: key)
    }
  }
}
