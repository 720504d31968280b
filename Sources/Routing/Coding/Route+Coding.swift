import Geo
import RoadModel

/// All members are there in what is written; ranges are `[first, last]`. What is read is checked: every number of
/// a point or an edge must be one of this section's.
extension RouteSection: Codable {
  private enum CodingKeys: String, CodingKey {
    case departure, arrival, polyline, lengthMetres, durationSeconds, edges, passed, steps
    case serviceWayIDs
  }

  /// Reads a section.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      departure: try container.decode(SnappedWaypoint.self, forKey: .departure),
      arrival: try container.decode(SnappedWaypoint.self, forKey: .arrival),
      polyline: try container.decode([Coordinate].self, forKey: .polyline),
      lengthMetres: try container.decode(Double.self, forKey: .lengthMetres),
      durationSeconds: try container.decode(Double.self, forKey: .durationSeconds),
      edges: try container.decode([RouteEdge].self, forKey: .edges),
      passed: try container.decode([PassedWaypoint].self, forKey: .passed),
      steps: try container.decode([RouteStep].self, forKey: .steps),
      foreignWayIDs: try container.decode([Int64].self, forKey: .serviceWayIDs))
    guard hasKnownNumbers else {
      throw DecodingError.dataCorruptedError(
        forKey: .polyline, in: container,
        debugDescription: "a number of a point or an edge that the section does not have")
    }
  }

  /// Writes a section.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(departure, forKey: .departure)
    try container.encode(arrival, forKey: .arrival)
    try container.encode(polyline, forKey: .polyline)
    try container.encode(lengthMetres, forKey: .lengthMetres)
    try container.encode(durationSeconds, forKey: .durationSeconds)
    try container.encode(edges, forKey: .edges)
    try container.encode(passed, forKey: .passed)
    try container.encode(steps, forKey: .steps)
    try container.encode(foreignWayIDs, forKey: .serviceWayIDs)
  }

  private var hasKnownNumbers: Bool {
    let points = polyline.indices
    func isKnown(_ range: ClosedRange<Int>) -> Bool {
      points.contains(range.lowerBound) && points.contains(range.upperBound)
    }
    return !polyline.isEmpty && edges.allSatisfy { isKnown($0.points) }
      && steps.allSatisfy { isKnown($0.points) }
      && passed.allSatisfy { 0...edges.count ~= $0.edge && points.contains($0.point) }
  }
}

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
      turnDuration: try container.decode(Centiseconds.self, forKey: .turnDuration),
      name: try container.decodeIfPresent(String.self, forKey: .name),
      ref: try container.decodeIfPresent(String.self, forKey: .ref),
      road: try container.decode(RoadAttributes.self, forKey: .road),
      limits: try container.decode([VehicleLimit].self, forKey: .limits),
      conditionalRules: try container.decode([RoadRule].self, forKey: .conditionalRules),
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

private let rungWords = WordTable<SearchRung>([
  "metric": .metric, "overlay": .overlay, "guided": .guided, "plain": .plain,
])

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
      settledEdges: try container.decode(Int.self, forKey: .settledEdges),
      touchedTiles: try container.decode(Int.self, forKey: .touchedTiles),
      searches: try container.decode(Int.self, forKey: .searches))
    rung = try container.decodeIfPresent(SearchRung.self, forKey: .rung)
    snapping = .nanoseconds(try container.decode(Int64.self, forKey: .snappingNanoseconds))
    searching = .nanoseconds(try container.decode(Int64.self, forKey: .searchingNanoseconds))
    building = .nanoseconds(try container.decode(Int64.self, forKey: .buildingNanoseconds))
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

extension SearchRung: Codable {
  /// Reads the rung's word.
  public init(from decoder: any Decoder) throws { self = try rungWords.read(decoder) }
  /// Writes the rung's word.
  public func encode(to encoder: any Encoder) throws { try rungWords.write(self, encoder) }
}
