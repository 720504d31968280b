import Bytes
import Geo
import JSON
import MapMatching
import MapReader
import RoadModel
import RouteModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A route or response as JSON (Formats/route-json.md), or of another program.
enum RouteFile {
  /// The maximum size of a file in bytes; a route around the earth has some tens of megabytes.
  private static let maximumSize = 256 << 20

  /// Reads a file.
  ///
  /// A route of another map or program, or printed by this program, is matched to the map by its
  /// line, with its stops and the waypoints that it passes.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - vehicle: The vehicle, for new routes.
  ///   - options: The options, for new routes; their language also applies to names in steps of the
  ///     map.
  ///   - map: The map to drive on.
  /// - Returns: The response, and a request through its route's stops and the waypoints that it
  ///   passes.
  /// - Throws: `FileError`, `TextError`, `MatchingError`, or ``Failure`` if it has no route on the map.
  static func read(
    _ path: String, vehicle: Vehicle, options: RouteRequest.Options, on map: NavMap
  ) throws -> (response: RouteResponse, request: RouteRequest) {
    let bytes = try bytes(path)
    var response: RouteResponse
    do {
      response = try decoded(bytes)
    } catch {
      let gpx = try ForeignRoute.routeOfGPX(bytes, name(path))
      guard let foreign = gpx ?? ForeignRoute.route(bytes, on: map) else {
        throw Failure(
          status: .badData,
          message: "\(name(path)): not a route or response as in Formats/route-json.md: "
            + JSONReason.text(error, in: bytes))
      }
      response = RouteResponse(routes: [try laid(foreign, path, vehicle, options.language, map)])
    }
    if let route = response.activeRoute, !route.isOn(map) {
      response = RouteResponse(routes: [try laid(route, path, vehicle, options.language, map)])
    }
    guard let route = response.activeRoute, let first = route.sections.first else {
      throw Failure(status: .badData, message: "\(name(path)): there is no route in it")
    }
    var waypoints = [Waypoint(first.departure.position, name: first.departure.name)]
    for section in route.sections {
      for passed in section.passed {
        var waypoint = Waypoint(passed.waypoint.position, name: passed.waypoint.name)
        waypoint.kind = .passThrough
        waypoints.append(waypoint)
      }
      waypoints.append(Waypoint(section.arrival.position, name: section.arrival.name))
    }
    return (response, RouteRequest(waypoints: waypoints, vehicle: vehicle, options: options))
  }

  /// A route of another map or engine as a route on the map.
  private static func laid(
    _ route: RouteModel.Route, _ path: String, _ vehicle: Vehicle, _ language: String?,
    _ map: NavMap
  ) throws -> RouteModel.Route {
    let matcher = MapMatcher(map: map, vehicle: vehicle)
    if let whole = try matcher.remade(route, language: language) { return whole }
    guard let found = try matcher.route(along: route.polyline, language: language) else {
      throw Failure(
        status: .answerIsNo,
        message: "\(name(path)): the map has no roads along the route: "
          + "take the map of its region")
    }
    if found.stretches > 1 {
      Console.error(
        "note: the map has the route in \(found.stretches) stretches; the longest is driven")
    }
    if route.sections.count > 1 || !route.sections.allSatisfy(\.passed.isEmpty) {
      Console.error("note: the map does not have all of the route: its stops are left out")
    }
    return found.route
  }

  /// The unchanged route of a file; nil if it has none in the form of Formats/route-json.md.
  static func route(_ bytes: [UInt8]) -> RouteModel.Route? {
    (try? decoded(bytes))?.activeRoute
  }

  private static func decoded(_ bytes: [UInt8]) throws -> RouteResponse {
    let data = Data(bytes)
    if try JSONDecoder().decode(Form.self, from: data).isResponse {
      return try JSONDecoder().decode(RouteResponse.self, from: data)
    }
    return RouteResponse(
      routes: [try JSONDecoder().decode(RouteModel.Route.self, from: data)])
  }

  /// Whether an object is a response or a route, so that the error is that of the right form.
  private struct Form: Decodable {
    private enum CodingKeys: String, CodingKey { case routes }

    let isResponse: Bool

    init(from decoder: any Decoder) throws {
      isResponse = try decoder.container(keyedBy: CodingKeys.self).contains(.routes)
    }
  }

  /// The name of a file in messages; `-` is standard input.
  private static func name(_ path: String) -> String { TextError.name(ofSource: path) }

  static func bytes(_ path: String) throws -> [UInt8] {
    guard let bytes = try InputFile.bytes(path: path, atMost: maximumSize) else {
      throw Failure(
        status: .badData, message: "\(name(path)): is larger than 256 MB, too large for a route")
    }
    return bytes
  }
}

extension RouteModel.Route {
  /// Whether its edges are those of a map, which is true if it has none.
  fileprivate func isOn(_ map: NavMap) -> Bool {
    sections.allSatisfy { $0.edges.allSatisfy { $0.id.map == map.id } }
  }
}
