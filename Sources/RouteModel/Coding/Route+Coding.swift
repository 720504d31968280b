import Geo
import RoadModel

/// Limits and rules of kinds that this version does not know are left out.
extension RouteEdge: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, wayID, isForward, lengthMetres, duration, turnDuration, name, ref, road, limits
    case conditionalRules, points
  }

  /// Reads an edge.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(EdgeID.self, forKey: .id),
      wayID: try container.decode(Int64.self, forKey: .wayID),
      isForward: try container.decode(Bool.self, forKey: .isForward),
      lengthMetres: try container.decode(Double.self, forKey: .lengthMetres),
      duration: try container.decode(Centiseconds.self, forKey: .duration),
      turnDuration: try container.decode(.turnDuration, default: 0),
      name: try container.decodeIfPresent(String.self, forKey: .name),
      ref: try container.decodeIfPresent(String.self, forKey: .ref),
      road: try container.decode(.road, default: RoadAttributes(roadClass: .unknown)),
      limits: try container.decodeKnown(.limits),
      conditionalRules: try container.decodeKnown(.conditionalRules),
      points: try container.decode(ClosedRange<Int>.self, forKey: .points))
  }

  /// Writes an edge.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(wayID, forKey: .wayID)
    try container.encode(isForward, forKey: .isForward)
    try container.encode(lengthMetres, forKey: .lengthMetres)
    try container.encode(duration, forKey: .duration)
    try container.encode(turnDuration, forKey: .turnDuration)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encodeIfPresent(ref, forKey: .ref)
    try container.encode(road, forKey: .road)
    try container.encode(limits, forKey: .limits)
    try container.encode(conditionalRules, forKey: .conditionalRules)
    try container.encode(points, forKey: .points)
  }
}

/// Times are whole nanoseconds.
extension SearchStatistics: Codable {
  private enum CodingKeys: String, CodingKey {
    case settledEdges, touchedTiles, searches, rung
    case snappingNanoseconds, searchingNanoseconds, buildingNanoseconds
  }

  /// Reads what a calculation did.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      settledEdges: try container.decode(.settledEdges, default: 0),
      touchedTiles: try container.decode(.touchedTiles, default: 0),
      searches: try container.decode(.searches, default: 0))
    rung = try container.decodeIfPresent(SearchRung.self, forKey: .rung)
    snapping = .nanoseconds(try container.decode(.snappingNanoseconds, default: 0) as Int64)
    searching = .nanoseconds(try container.decode(.searchingNanoseconds, default: 0) as Int64)
    building = .nanoseconds(try container.decode(.buildingNanoseconds, default: 0) as Int64)
  }

  /// Writes what a calculation did.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(settledEdges, forKey: .settledEdges)
    try container.encode(touchedTiles, forKey: .touchedTiles)
    try container.encode(searches, forKey: .searches)
    try container.encodeIfPresent(rung, forKey: .rung)
    try container.encode(Self.nanoseconds(snapping), forKey: .snappingNanoseconds)
    try container.encode(Self.nanoseconds(searching), forKey: .searchingNanoseconds)
    try container.encode(Self.nanoseconds(building), forKey: .buildingNanoseconds)
  }

  private static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
  }
}
