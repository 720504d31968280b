import Geo
import RouteModel

/// The parts of a trip to draw on a map, as a GeoJSON FeatureCollection (Formats/trip-events.md).
///
/// It has the route by leg and part, its spans, its traffic, the waypoints, and the alternatives. The caller chooses
/// layers and colours.
public struct TripFeatures: Sendable, Encodable {
  private struct Feature: Sendable, Encodable {
    enum CodingKeys: String, CodingKey { case type, geometry, properties }

    var geometry: Geometry
    var properties: Properties

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("Feature", forKey: .type)
      try container.encode(properties, forKey: .properties)
      try container.encode(geometry, forKey: .geometry)
    }
  }

  private struct Geometry: Sendable, Encodable {
    enum CodingKeys: String, CodingKey { case type, coordinates }

    var points: [Coordinate]
    var isLine = true

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      func places(_ points: [Coordinate]) -> [[Double]] {
        points.map { [$0.longitude, $0.latitude] }
      }
      guard isLine else {
        try container.encode("Point", forKey: .type)
        return try container.encode(places(points).first ?? [], forKey: .coordinates)
      }
      let parts = parts
      try container.encode(parts.count > 1 ? "MultiLineString" : "LineString", forKey: .type)
      if parts.count > 1 {
        try container.encode(parts.map(places), forKey: .coordinates)
      } else {
        try container.encode(places(parts.first ?? points), forKey: .coordinates)
      }
    }

    /// The line in parts that do not cross the 180th meridian, where maps would draw it around the earth (RFC 7946,
    /// 3.1.9).
    private var parts: [[Coordinate]] {
      var parts: [[Coordinate]] = []
      var part: [Coordinate] = []
      for point in points {
        if let last = part.last, let cut = Self.cut(from: last, to: point) {
          if last != cut.near { part.append(cut.near) }
          parts.append(part)
          part = point == cut.far ? [] : [cut.far]
        }
        part.append(point)
      }
      parts.append(part)
      return parts.filter { $0.count > 1 }
    }

    /// Where a stretch crosses the 180th meridian, with the longitudes of both sides; nil if it does not.
    private static func cut(
      from a: Coordinate, to b: Coordinate
    ) -> (near: Coordinate, far: Coordinate)? {
      let east = Distance.longitudeDifference(a, b)
      guard Int64(a.longitudeUnits) + east != Int64(b.longitudeUnits) else { return nil }
      let side: Int32 = a.longitudeUnits > 0 ? 1_800_000_000 : -1_800_000_000
      let share = east == 0 ? 0 : Double(Int64(side) - Int64(a.longitudeUnits)) / Double(east)
      let north = Double(Int64(b.latitudeUnits) - Int64(a.latitudeUnits)) * share
      let latitude = a.latitudeUnits + Int32(north.rounded())
      return (
        Coordinate(latitudeUnits: latitude, longitudeUnits: side),
        Coordinate(latitudeUnits: latitude, longitudeUnits: -side)
      )
    }
  }

  private struct Properties: Sendable, Encodable {
    var kind: String
    var leg: Int?
    var state: String?
    var waypoint: Int?
    var alternative: UInt32?
    var severity: String?
    var jamFactor: Double?
  }

  private enum CodingKeys: String, CodingKey { case type, features }

  private var features: [Feature] = []

  /// The features of a trip as it is now.
  ///
  /// - Complexity: O(points of the routes).
  public init(_ trip: Trip) {
    addLegs(trip)
    for span in trip.spans {
      add(trip.line, span.metres, Properties(kind: span.kind.rawValue))
    }
    addTraffic(trip)
    addWaypoints(trip)
    for other in trip.state.alternatives {
      features.append(
        Feature(
          geometry: Geometry(points: other.route.polyline),
          properties: Properties(kind: "alternative", alternative: other.id)))
    }
  }

  private mutating func addLegs(_ trip: Trip) {
    let driven = trip.state.driven
    for index in trip.state.route.sections.indices {
      let first = trip.line.sectionPoints[index]
      let last = trip.line.sectionPoints[index + 1] - 1
      let (low, high) = (trip.line.metres[first], trip.line.metres[last])
      let leg = trip.state.firstStop + index
      let middle = min(max(driven, low), high)
      if middle > low {
        add(trip.line, low...middle, Properties(kind: "route", leg: leg, state: "driven"))
      }
      if high > middle {
        add(trip.line, middle...high, Properties(kind: "route", leg: leg, state: "ahead"))
      }
    }
  }

  private mutating func addTraffic(_ trip: Trip) {
    for (index, section) in trip.state.route.sections.enumerated() {
      let start = trip.line.metres[trip.line.sectionPoints[index]]
      for span in section.traffic ?? [] {
        add(
          trip.line, start + span.metres.lowerBound...start + span.metres.upperBound,
          Properties(
            kind: "congestion", severity: span.severity.rawValue, jamFactor: span.jamFactor))
      }
    }
  }

  private mutating func addWaypoints(_ trip: Trip) {
    let state = trip.state
    // A trip that holds at a stop has reached it.
    let isHolding = state.phase == .holding
    let passed = isHolding ? state.stops[state.stop] : state.passedWaypoint
    let next = state.stops[min(state.stop + (isHolding ? 1 : 0), state.stops.count - 1)]
    for (index, waypoint) in state.request.waypoints.enumerated() {
      guard let place = waypoint.coordinate else { continue }
      let word = index <= passed ? "passed" : index == next ? "next" : "ahead"
      let leg = state.stops.firstIndex { $0 >= index }
      features.append(
        Feature(
          geometry: Geometry(points: [place], isLine: false),
          properties: Properties(
            kind: trip.isStation(index)
              ? "chargingStation" : waypoint.kind == .stopover ? "waypoint" : "passThrough",
            leg: leg, state: word, waypoint: index)))
    }
  }

  private mutating func add(
    _ line: RouteLine, _ range: ClosedRange<Double>, _ properties: Properties
  ) {
    let points = line.points(between: range)
    guard points.count > 1 else { return }
    features.append(Feature(geometry: Geometry(points: points), properties: properties))
  }

  /// Writes the collection.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode("FeatureCollection", forKey: .type)
    try container.encode(features, forKey: .features)
  }
}
