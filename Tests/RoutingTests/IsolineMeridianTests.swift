import Geo
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing
@testable import RoutingReference

/// Isolines around the 180th meridian are cut there, as RFC 7946, section 3.1.9, wants it.
@Suite struct IsolineMeridianTests {
  /// A road of 4 km from west to east over the meridian, and a side road on each side of it.
  private static let xml: String = {
    let places: [(Double, Double)] = [
      (-17, 179.98), (-17, 179.995), (-17, -179.995), (-17, -179.98), (-16.99, 179.995),
      (-17.01, -179.995),
    ]
    var xml = "<?xml version='1.0' encoding='UTF-8'?>\n<osm version=\"0.6\">\n"
    for (index, place) in places.enumerated() {
      xml += "<node id=\"\(index + 1)\" lat=\"\(place.0)\" lon=\"\(place.1)\"/>\n"
    }
    for (index, nodes) in [[1, 2, 3, 4], [2, 5], [3, 6]].enumerated() {
      xml += "<way id=\"\(index + 1)\">"
      for node in nodes { xml += "<nd ref=\"\(node)\"/>" }
      xml += "<tag k=\"highway\" v=\"primary\"/></way>\n"
    }
    return xml + "</osm>\n"
  }()

  @Test(
    "areas from both sides are cut at the meridian and contain what is reached",
    arguments: [
      179.99, -179.99, 180,
    ])
  func cut(_ longitude: Double) async throws {
    let map = try await BuiltMap(xml: Self.xml).map
    let place = try #require(Coordinate(latitude: -17, longitude: longitude))
    for isReversed in [false, true] {
      let request = IsolineRequest(
        place: Waypoint(place), quantity: .time, values: [30, 60, 110], vehicle: .car,
        isReversed: isReversed, wantsNetwork: true)
      let response = try await OfflineRoutingEngine(map: map).isolines(for: request)
      #expect(response.isolines.count == 3)
      for isoline in response.isolines {
        let polygons = isoline.polygons
        for polygon in polygons {
          let longitudes = (polygon.outer + polygon.holes.flatMap(\.self)).map(\.longitude)
          // Each lies on one side, and none goes round the earth.
          #expect(longitudes.allSatisfy { $0 > 179 } || longitudes.allSatisfy { $0 < -179 })
        }
      }
      let largest = PolygonLookup(response.isolines[2].polygons)
      #expect(response.isolines[2].polygons.count == 2)
      // 110 s at 62 km/h are 1.9 km.
      for (latitude, longitude, isInside) in [
        (-17.0, 179.9999, true), (-17.0, -179.9999, true), (-17.0, 179.996, true),
        (-17.0, -179.996, true), (-17.0, 0.0, false), (-17.0, 179.9, false), (-17.0, -179.9, false),
      ] {
        let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(largest.contains(point) == isInside, "\(longitude)")
      }
      for road in try #require(response.network) {
        for point in road.line where point.longitude.magnitude < 180 {
          #expect(largest.contains(point), "\(point)")
        }
      }
    }
  }
}
