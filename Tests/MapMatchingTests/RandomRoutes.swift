import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel
import Routing
import TestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Routes between random places of real extracts.
enum RandomRoutes {
  /// How many of an extract: `MATCH_ROUTES` where it is set, for a long run.
  static func count(_ usual: Int) -> Int {
    guard let text = unsafe getenv("MATCH_ROUTES") else { return usual }
    return Int(unsafe String(cString: text)) ?? usual
  }

  /// Routes of more than half a kilometre.
  static func routes(
    _ map: NavMap, _ count: Int, _ vehicle: Vehicle = .car, seed: UInt64 = 7
  ) async throws -> [Route] {
    var generator = SeededGenerator(seed: seed)
    let engine = OfflineRoutingEngine(map: map)
    let box = map.header.box
    var found: [Route] = []
    for _ in 0..<20 * count where found.count < count {
      func place() -> Waypoint {
        Waypoint(
          Coordinate(
            latitudeUnits: .random(in: box.minLatitude...box.maxLatitude, using: &generator),
            longitudeUnits: .random(in: box.minLongitude...box.maxLongitude, using: &generator)))
      }
      let request = RouteRequest(waypoints: [place(), place()], vehicle: vehicle)
      guard let route = try? await engine.routes(for: request).routes[0],
        route.lengthMetres > 500
      else { continue }
      found.append(route)
    }
    return found
  }
}
