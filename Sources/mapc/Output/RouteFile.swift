import Bytes
import RoadModel
import RouteModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A route or response as JSON (Formats/route-json.md).
enum RouteFile {
  /// The maximum size of a file in bytes: a route around the earth has some tens of megabytes.
  private static let maximumSize = 256 << 20

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - vehicle: The vehicle, for new routes.
  /// - Returns: The response, and a request through the stops of its route and the waypoints that it passes.
  /// - Throws: `FileError`, or ``Failure`` if it has no route.
  static func read(
    _ path: String, vehicle: Vehicle
  ) throws -> (response: RouteResponse, request: RouteRequest) {
    let bytes = try bytes(path)
    let response: RouteResponse
    do {
      response = try decoded(bytes)
    } catch {
      throw Failure(
        status: .badData,
        message: "\(path): no route or response as in Formats/route-json.md: \(reason(error))")
    }
    guard let route = response.activeRoute, let first = route.sections.first else {
      throw Failure(status: .badData, message: "\(path): there is no route in it")
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
    var request = RouteRequest(waypoints: waypoints, vehicle: vehicle)
    request.options.steps = true
    return (response, request)
  }

  private static func decoded(_ bytes: [UInt8]) throws -> RouteResponse {
    let data = Data(bytes)
    if try JSONDecoder().decode(Form.self, from: data).isResponse {
      return try JSONDecoder().decode(RouteResponse.self, from: data)
    }
    return RouteResponse(
      routes: [try JSONDecoder().decode(RouteModel.Route.self, from: data)])
  }

  /// Whether an object is a response or a route: the error of the one must not hide that of the other.
  private struct Form: Decodable {
    private enum CodingKeys: String, CodingKey { case routes }

    let isResponse: Bool

    init(from decoder: any Decoder) throws {
      isResponse = try decoder.container(keyedBy: CodingKeys.self).contains(.routes)
    }
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    let file = try InputFile(path: path)
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= maximumSize {
      let count = try file.read(into: &piece)
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
    throw Failure(status: .badData, message: "\(path): more than 256 MB is no route")
  }

  /// Why JSON can't be read, in a few words.
  static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "it is no JSON" }
    switch error {
    case .dataCorrupted(let context): return context.debugDescription
    case .keyNotFound(let key, _): return "'\(key.stringValue)' is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      return context.codingPath.map(\.stringValue).joined(separator: ".")
        + " is of another type"
    @unknown default: return "it is no JSON"
    }
  }
}
