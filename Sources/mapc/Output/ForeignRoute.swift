import Bytes
import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The line of a route in the JSON of an engine: this program's, OSRM's and those like it, Valhalla's, GraphHopper's, or
/// GeoJSON.
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
        // Points beside the route have no list of places.
        self = .places((try? container.decode([[Double]].self, forKey: .coordinates)) ?? [])
      }
    }
  }
  private struct Section: Decodable { var polyline6: String? }
  private struct Route: Decodable {
    var geometry: Line?
    var points: Line?
    var sections: [Section]?
  }
  private struct Leg: Decodable { var shape: String? }
  private struct Trip: Decodable { var legs: [Leg] }

  private var routes: [Route]?
  private var paths: [Route]?
  private var features: [Route]?
  private var trip: Trip?
  private var geometry: Line?
  private var coordinates: [[Double]]?

  /// The lines that the text may mean: encoded ones with five and with six decimals.
  private var lines: [[Coordinate]] {
    var result: [[Coordinate]] = []
    for precision in [Polyline.Precision.six, .five] {
      var line: [Coordinate] = []
      if let sections = (routes ?? []).first?.sections {
        for text in sections.compactMap(\.polyline6) { line += Self.decoded(text, .six) }
      } else if let trip {
        for text in trip.legs.compactMap(\.shape) { line += Self.decoded(text, precision) }
      } else if let coordinates {
        line = Self.line(coordinates)
      } else if let features {
        for case .places(let places) in features.compactMap(\.geometry) where places.count > 1 {
          line += Self.line(places)
        }
      } else {
        let route = (routes ?? []).first ?? (paths ?? []).first
        switch route?.geometry ?? route?.points ?? geometry {
        case .encoded(let text): line = Self.decoded(text, precision)
        case .places(let places): line = Self.line(places)
        case nil: break
        }
      }
      if line.count >= 2 { result.append(line) }
    }
    return result
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
  ///   - map: The map, which tells how a line is encoded: that is the line which begins on it.
  /// - Returns: At least two points.
  /// - Throws: `FileError`, or ``Failure`` if there is no route on the map in it.
  static func line(_ path: String, on map: NavMap) throws -> [Coordinate] {
    let bytes = try RouteFile.bytes(path)
    if let route = RouteFile.route(bytes) { return route.polyline }
    guard let line = line(bytes, on: map) else {
      throw Failure(
        status: .badData,
        message: "\(path): no route: neither routes, paths, trip nor GeoJSON with a line")
    }
    return line
  }

  /// The line of a route in the JSON of an engine; nil if there is none.
  static func line(_ bytes: [UInt8], on map: NavMap) -> [Coordinate]? {
    guard let lines = try? JSONDecoder().decode(ForeignRoute.self, from: Data(bytes)).lines,
      let first = lines.first
    else { return nil }
    let box = map.header.box
    return lines.first { $0.contains(where: box.contains) } ?? first
  }
}
