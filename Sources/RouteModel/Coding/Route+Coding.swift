import Geo
import RoadModel

/// Limits and rules of kinds that this version does not know are left out.
extension RouteEdge: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, wayID, isForward, lengthMetres, durationSeconds, turnDurationSeconds, name, ref, road,
      limits
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
      durationSeconds: try container.decode(Double.self, forKey: .durationSeconds),
      turnDurationSeconds: try container.decode(.turnDurationSeconds, default: 0),
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
    try container.encode(durationSeconds, forKey: .durationSeconds)
    try container.encode(turnDurationSeconds, forKey: .turnDurationSeconds)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encodeIfPresent(ref, forKey: .ref)
    try container.encode(road, forKey: .road)
    try container.encode(limits, forKey: .limits)
    try container.encode(conditionalRules, forKey: .conditionalRules)
    try container.encode(points, forKey: .points)
  }
}
