import Geo
import MapReader
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Routes have the heights of the roads that they take, also where they begin and end on them.
@Suite struct RouteElevationTests {
  private static func height(_ place: Coordinate) -> Double {
    let (north, east) = HeightFolder.place(place)
    return 500 + 0.02 * north + 0.05 * east
  }

  private static func map() async throws -> (AsciiMap, AsciiRoads) {
    let hills = try HeightFolder { north, east in
      Int16((500 + 0.02 * north + 0.05 * east).rounded())
    }
    defer { withExtendedLifetime(hills) {} }
    let drawing = AsciiMap(
      """
      A-b-C-d-E
              |
              f
              |
              G-h-I
      """,
      metresPerCell: 100,
      ways: ["AbC": "highway=primary", "CdE": "highway=primary", "EfGhI": "highway=primary"])
    return (drawing, try await drawing.build(options: .withElevation(hills)))
  }

  private static func request(
    _ drawing: AsciiMap, _ places: [String], passing: Bool = false
  ) throws -> RouteRequest {
    var waypoints = try places.map { Waypoint(try drawing.place($0)) }
    if passing { for index in 1..<waypoints.count - 1 { waypoints[index].kind = .passThrough } }
    var options = RouteRequest.Options()
    options.elevation = true
    return RouteRequest(waypoints: waypoints, options: options)
  }

  @Test(
    "heights are those of the hill at each point of the line, ends between points included",
    arguments: [
      ["A", "I"], ["A>b 0.5", "h>I 0.3"], ["b>C 0.2", "b>C 0.9"], ["b>C 0.9", "b>C 0.2"],
      ["I", "A>b 0.7"], ["A", "C>d 0.4", "G"],
    ])
  func heights(_ places: [String]) async throws {
    let (drawing, roads) = try await Self.map()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    for passing in places.count > 2 ? [false, true] : [false] {
      let request = try Self.request(drawing, places, passing: passing)
      let route = try await engine.routes(for: request).routes[0]
      #expect(route.sections.count == (passing ? 1 : places.count - 1))
      var (up, down) = (0.0, 0.0)
      for section in route.sections {
        let elevation = try #require(section.elevation)
        #expect(elevation.heightsMetres.count == section.polyline.count)
        for (point, height) in zip(section.polyline, elevation.heightsMetres) {
          #expect(abs(try #require(height) - Self.height(point)) < 1.1)
        }
        // The hill rises to the east and falls to the south: no road goes up and down.
        for (a, b) in zip(section.polyline, section.polyline.dropFirst()) {
          up += max(Self.height(b) - Self.height(a), 0)
          down += max(Self.height(a) - Self.height(b), 0)
        }
      }
      #expect(abs(try #require(route.ascentMetres) - up) < 3)
      #expect(abs(try #require(route.descentMetres) - down) < 3)
    }
  }

  @Test("nothing is told unless it is asked for, or where the map has no heights")
  func absent() async throws {
    let (drawing, roads) = try await Self.map()
    var request = try Self.request(drawing, ["A", "I"])
    let flat = try await drawing.build()
    let without = try await OfflineRoutingEngine(map: flat.built.map).routes(for: request).routes[0]
    #expect(without.sections[0].elevation == nil && without.ascentMetres == nil)
    request.options.elevation = false
    let quiet = try await OfflineRoutingEngine(map: roads.built.map).routes(for: request).routes[0]
    // The edges of two maps have different ids.
    #expect(quiet.sections[0].elevation == nil && quiet.polyline == without.polyline)
    #expect(quiet.durationSeconds == without.durationSeconds)
  }

  @Test("a grade slows down who walks on a path, but not on steps, whose speed is that of climbing")
  func steps() async throws {
    let hills = try HeightFolder { _, east in Int16((500 + 0.2 * east).rounded()) }
    defer { withExtendedLifetime(hills) {} }
    let drawing = AsciiMap(
      """
      A-----B-----C
      """,
      metresPerCell: 50, ways: ["AB": "highway=steps", "BC": "highway=footway"])
    let roads = (
      flat: try await drawing.build(),
      steep: try await drawing.build(options: .withElevation(hills))
    )
    func seconds(_ roads: AsciiRoads, _ places: String...) async throws -> Double {
      var request = try Self.request(drawing, places)
      request.vehicle = Vehicle(.foot)
      return try await OfflineRoutingEngine(map: roads.built.map).routes(for: request).routes[0]
        .durationSeconds
    }
    for (from, to) in [("A", "B"), ("B", "A")] {
      let (steep, flat) = (
        try await seconds(roads.steep, from, to), try await seconds(roads.flat, from, to)
      )
      #expect(steep == flat)
    }
    // Tobler: e to the power of 3.5 · 0.2.
    let (steep, flat) = (
      try await seconds(roads.steep, "B", "C"), try await seconds(roads.flat, "B", "C")
    )
    #expect(abs(steep / flat - 2.01) < 0.1)
  }

  @Test("the rest of a route keeps the heights that are ahead")
  func rest() async throws {
    let (drawing, roads) = try await Self.map()
    let request = try Self.request(drawing, ["A", "I"])
    let route = try await OfflineRoutingEngine(map: roads.built.map).routes(for: request).routes[0]
    let rest: Route = try #require(route.rest(from: 250.0))
    let section = rest.sections[0]
    let heights = try #require(section.elevation).heightsMetres
    #expect(heights.count == section.polyline.count)
    for (point, height) in zip(section.polyline, heights) {
      #expect(abs(try #require(height) - Self.height(point)) < 1.1)
    }
    let all: Double = try #require(route.ascentMetres)
    let left: Double = try #require(rest.ascentMetres)
    #expect(abs(all - left - 12.5) < 2.0)
  }
}
