import Bytes
import Geo
import JSON
import MapReader
import NavFormat
import RoadModel
import RouteModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A route in the JSON of an engine, in GeoJSON or GPX.
///
/// The engines are this program, OSRM and similar ones, Valhalla, and GraphHopper.
struct ForeignRoute: Decodable {
  /// A line as an encoded polyline or as an array of longitudes and latitudes.
  private enum Line: Decodable {
    case encoded(String)
    case places([[Double]])

    private enum Keys: String, CodingKey { case coordinates }

    init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        self = .encoded(text)
      } else {
        let container = try decoder.container(keyedBy: Keys.self)
        // Points that are not on the route have no list of places.
        let line = try? container.decode(Coordinates.self, forKey: .coordinates)
        self = .places(line?.places ?? [])
      }
    }
  }

  /// A section of this program's routes (Formats/cli-json.md).
  private struct Section: Decodable {
    struct End: Decodable { var name: String? }
    struct Passed: Decodable {
      var point: Int
      var name: String?
    }
    struct Maneuver: Decodable { var modifier: RouteManeuver.Direction? }

    var polyline6: String?
    var departure: End?
    var arrival: End?
    var passed: [Passed]?
    var maneuvers: [Maneuver]?
  }

  private struct Route: Decodable {
    /// An instruction of GraphHopper.
    struct Instruction: Decodable {
      var sign: Int
      var interval: [Int]
    }

    var geometry: Line?
    var points: Line?
    var sections: [Section]?
    var legs: [Leg]?
    var instructions: [Instruction]?
  }

  private struct Leg: Decodable {
    /// A step of OSRM.
    struct Step: Decodable {
      struct Maneuver: Decodable { var modifier: RouteManeuver.Direction? }

      var maneuver: Maneuver?
      var geometry: Line?
    }
    /// A waypoint of Mapbox that is passed without a stop.
    struct Via: Decodable {
      private enum CodingKeys: String, CodingKey { case metres = "distance_from_start" }

      var metres: Double
    }
    /// A maneuver of Valhalla.
    struct Maneuver: Decodable { var type: Int }

    private enum CodingKeys: String, CodingKey {
      case distance, steps, shape, maneuvers
      case passed = "via_waypoints"
    }

    var distance: Double?
    var steps: [Step]?
    var passed: [Via]?
    var shape: String?
    var maneuvers: [Maneuver]?
  }

  private struct Trip: Decodable { var legs: [Leg] }

  /// The coordinates of a GeoJSON line, or of several in succession.
  private struct Coordinates: Decodable {
    var places: [[Double]]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let line = try? container.decode([[Double]].self) {
        places = line
      } else {
        places = Array(try container.decode([[[Double]]].self).joined())
      }
    }
  }

  private var routes: [Route]?
  private var matchings: [Route]?
  private var paths: [Route]?
  private var features: [Route]?
  private var trip: Trip?
  private var geometry: Line?
  private var coordinates: Coordinates?

  /// GraphHopper's sign of a reached waypoint, and Valhalla's types of a destination on a side.
  private static let waypointReached = 5
  private static let destinationSides: [Int: RouteManeuver.Direction] = [5: .right, 6: .left]

  /// The sections of the route, if its encoded lines have this precision.
  private func sections(_ precision: Polyline.Precision) -> [RouteSection] {
    if let sections = (routes ?? []).first?.sections { return sections.compactMap(Self.section) }
    if let trip {
      return trip.legs.compactMap { leg in
        Self.section(
          Self.decoded(leg.shape ?? "", precision),
          side: leg.maneuvers?.last.flatMap { Self.destinationSides[$0.type] }, least: 1)
      }
    }
    if let coordinates {
      return [Self.section(Self.line(coordinates.places))].compactMap(\.self)
    }
    if let features {
      var line: [Coordinate] = []
      for case .places(let places) in features.compactMap(\.geometry) where places.count > 1 {
        line += Self.line(places)
      }
      return [Self.section(line)].compactMap(\.self)
    }
    let route = (routes ?? matchings ?? []).first ?? (paths ?? []).first
    let line = Self.points(route?.geometry ?? route?.points ?? geometry, precision)
    if !line.isEmpty { return Self.sections(of: line, route) }
    // OSRM leaves the line of the route out with overview=false.
    return (route?.legs ?? []).compactMap { leg in
      Self.section(Self.line(of: leg, precision), leg)
    }
  }

  /// The line of a leg by those of its steps.
  private static func line(of leg: Leg, _ precision: Polyline.Precision) -> [Coordinate] {
    var line: [Coordinate] = []
    for step in leg.steps ?? [] {
      for point in points(step.geometry, precision) where point != line.last { line.append(point) }
    }
    return line
  }

  private static func points(_ line: Line?, _ precision: Polyline.Precision) -> [Coordinate] {
    switch line {
    case .encoded(let text): decoded(text, precision)
    case .places(let places): Self.line(places)
    case nil: []
    }
  }

  /// A section of this program's routes, whose line has one point between stops at one place; nil if it has no line.
  private static func section(_ section: Section) -> RouteSection? {
    let line = decoded(section.polyline6 ?? "", .six)
    let side = section.maneuvers?.last?.modifier
    guard var made = self.section(line, side: side, least: 1) else { return nil }
    made.departure.name = section.departure?.name
    made.arrival.name = section.arrival?.name
    for passed in section.passed ?? [] where line.indices.contains(passed.point) {
      var waypoint = waypoint(line[passed.point])
      waypoint.name = passed.name
      made.passed.append(PassedWaypoint(waypoint: waypoint, edge: 0, point: passed.point))
    }
    made.passed.sort { $0.point < $1.point }
    return made
  }

  /// The sections of a line with legs, as in OSRM, or with waypoints among its instructions.
  private static func sections(of line: [Coordinate], _ route: Route?) -> [RouteSection] {
    let legs = route?.legs ?? []
    var cuts: [Int] = []
    if legs.count > 1 {
      cuts = self.cuts(of: line, at: legs.map { $0.distance ?? 0 })
    } else {
      let reached = (route?.instructions ?? []).filter { $0.sign == waypointReached }
      cuts = reached.compactMap(\.interval.first).filter(line.indices.contains)
    }
    let ends = [0] + cuts + [line.count - 1]
    return zip(ends, ends.dropFirst()).enumerated().compactMap { index, range in
      guard range.0 <= range.1 else { return nil }
      return section(
        Array(line[range.0...range.1]), legs.indices.contains(index) ? legs[index] : nil)
    }
  }

  /// A section of a leg of OSRM, with the waypoints that it passes; nil if it has no line.
  private static func section(_ line: [Coordinate], _ leg: Leg?) -> RouteSection? {
    let side = leg?.steps?.last?.maneuver?.modifier
    guard var made = section(line, side: side, least: 1) else { return nil }
    guard let leg, let passed = leg.passed, let distance = leg.distance else { return made }
    let places = [0] + passed.map(\.metres) + [distance]
    let lengths = zip(places, places.dropFirst()).map { max($1 - $0, 0) }
    made.passed = cuts(of: line, at: lengths).map { point in
      PassedWaypoint(waypoint: waypoint(line[point]), edge: 0, point: point)
    }
    return made
  }

  /// The points of a line at which its legs end, except the last, by their lengths.
  private static func cuts(of line: [Coordinate], at lengths: [Double]) -> [Int] {
    var ends = [0.0]
    for (a, b) in zip(line, line.dropFirst()) {
      ends.append(ends[ends.count - 1] + Distance.metres(a, b))
    }
    let whole = lengths.reduce(0, +)
    guard whole > 0, let metres = ends.last else { return [] }
    var (walked, point) = (0.0, 0)
    return lengths.dropLast().map { length in
      walked += length / whole * metres
      while point + 1 < ends.count, abs(ends[point + 1] - walked) <= abs(ends[point] - walked) {
        point += 1
      }
      return point
    }
  }

  /// A section with only its line and its destination's side; nil for less than the least number of points.
  static func section(
    _ line: [Coordinate], side: RouteManeuver.Direction? = nil, least: Int = 2
  ) -> RouteSection? {
    guard let first = line.first, let last = line.last, line.count >= least else { return nil }
    let arrival = RouteManeuver(
      kind: .arrive, direction: side, position: last, bearingBefore: 0, bearingAfter: 0)
    let end = line.count - 1
    return RouteSection(
      departure: waypoint(first), arrival: waypoint(last), polyline: line, lengthMetres: 0,
      durationSeconds: 0, edges: [],
      steps: [
        RouteStep(
          maneuver: arrival, roadName: nil, roadNumber: nil, lengthMetres: 0, durationSeconds: 0,
          points: end...end)
      ])
  }

  static func waypoint(_ place: Coordinate) -> SnappedWaypoint {
    SnappedWaypoint(position: place, distanceMetres: 0, roadName: nil)
  }

  private static func decoded(
    _ text: String, _ precision: Polyline.Precision
  ) -> [Coordinate] {
    (Polyline.decode(text.utf8, precision) ?? []).compactMap {
      Coordinate(latitude: $0.latitude, longitude: $0.longitude)
    }
  }

  private static func line(_ places: [[Double]]) -> [Coordinate] {
    places.compactMap { place in
      place.count >= 2 ? Coordinate(latitude: place[1], longitude: place[0]) : nil
    }
  }

  /// Reads the line of a route.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - map: The map; the line's encoding is the one with which it begins on the map.
  /// - Returns: Its points; one only for a route between stops at one place.
  /// - Throws: `FileError`, or ``Failure`` if the file has no route on the map.
  static func line(_ path: String, on map: NavMap) throws -> [Coordinate] {
    let bytes = try RouteFile.bytes(path)
    let name = TextError.name(ofSource: path)
    if isGPX(bytes) { return Array(try gpx(bytes, name).joined()) }
    if let route = RouteFile.route(bytes) { return route.polyline }
    guard let route = route(bytes, on: map) else {
      throw Failure(
        status: .badData,
        message:
          "\(name): no route: neither GPX, nor JSON with routes, paths or a trip, nor GeoJSON "
          + "with a LineString or MultiLineString")
    }
    return route.polyline
  }

  /// The route in the JSON of an engine, without edges; nil if there is none.
  static func route(_ bytes: [UInt8], on map: NavMap) -> RouteModel.Route? {
    guard let foreign = try? JSONDecoder().decode(ForeignRoute.self, from: Data(bytes)) else {
      return nil
    }
    // Encoded lines have five or six decimals.
    let readings = [Polyline.Precision.six, .five].map { foreign.sections($0) }
      .filter { !$0.isEmpty }
    let box = map.header.box
    let found =
      readings.first { $0.contains { $0.polyline.contains(where: box.contains) } }
      ?? readings.first
    return found.map { RouteModel.Route(sections: $0, notices: []) }
  }
}
