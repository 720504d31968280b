import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Settings of requests out of range: an error that names them, from every calculation.
@Suite struct OddRequestTests {
  private static let drawing = AsciiMap("A---B", ways: ["AB": "highway=primary"])

  /// The setting that each calculation refuses for a waypoint and options; nil where it answers.
  private static func refused(
    _ change: (inout Waypoint, inout RouteRequest.Options) -> Void
  ) async throws -> [String?] {
    let roads = try await drawing.build()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    var (start, options) = (try roads.waypoint("A"), RouteRequest.Options())
    let end = try roads.waypoint("B")
    change(&start, &options)
    func name(_ calculate: () throws -> Void) throws -> String? {
      do { try calculate() } catch RoutingError.invalidSetting(let name, _, _, _) { return name }
      return nil
    }
    return [
      try name {
        _ = try engine.routes(for: RouteRequest(waypoints: [start, end], options: options))
      },
      try name { _ = try engine.table(from: [start], to: [end], options: options) },
      try name {
        let _: [SnappedWaypoint] = try engine.nearest(
          to: start, count: 1, vehicle: .car, options: options)
      },
      try name {
        var request = IsolineRequest(place: start, minutes: [5])
        request.options = options
        _ = try engine.isolines(for: request)
      },
    ]
  }

  @Test("a snap radius that is negative or no number is named", arguments: [Double.nan, -1])
  func radius(_ radius: Double) async throws {
    let named = [String?](repeating: "snap radius", count: 4)
    let own = try await Self.refused { waypoint, _ in waypoint.radiusMetres = radius }
    let common = try await Self.refused { _, options in options.snapRadiusMetres = radius }
    #expect(own == named && common == named)
  }

  @Test(
    "a course that no road has is named",
    arguments: [
      (Course(degrees: 90, tolerance: 0), "tolerance of the course"),
      (Course(degrees: 90, tolerance: -5), "tolerance of the course"),
      (Course(degrees: 90, tolerance: 181), "tolerance of the course"),
      (Course(degrees: -1, tolerance: 20), "course"),
      (Course(degrees: 361, tolerance: 20), "course"),
      (Course(degrees: .min, tolerance: .max), "course"),
    ])
  func course(_ course: Course, _ name: String) async throws {
    let named = [String?](repeating: name, count: 4)
    let found = try await Self.refused { waypoint, _ in waypoint.course = course }
    #expect(found == named)
  }

  @Test("settings at the ends of their ranges are taken")
  func ends() async throws {
    let found = try await Self.refused {
      $0.radiusMetres = .infinity
      $0.course = Course(degrees: 360, tolerance: 180)
      $1.maximumSpeedKmh = 6_000
    }
    #expect(found == [nil, nil, nil, nil])
  }

  @Test("a table without origins or destinations says what it lacks")
  func emptyTable() async throws {
    let roads = try await Self.drawing.build()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let a = try roads.waypoint("A")
    for (origins, destinations, name) in [
      ([a], [], "number of destinations"), ([], [a, a], "number of origins"),
    ] {
      let error = RoutingError.invalidSetting(
        name: name, value: 0, minimum: 1, maximum: Double(Int32.max))
      #expect(throws: error) { _ = try engine.table(from: origins, to: destinations) }
    }
  }
}
