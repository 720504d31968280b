import Geo
import MapCompiler
import MapReader
import RoadCosts
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Closures, stops between roads, and tables on pieces of the network.
extension CutOffPieces {
  @Test("an end moved off a road that the request closes is told of")
  func closed() async throws {
    let map = try await Self.roads("a---b\n", [("ab", "highway=residential")])
    let edges = try map.built.map.edges(ofWay: try map.drawing.way("ab"))
    let closures = edges.map { RoadAdjustment(edge: $0, .closed) }
    let route = try await map.response(from: "a", to: "N", .car, .init(adjustments: closures))
    guard case .endLimited(0, _, let blocker)? = route.notices.first else {
      Issue.record("\(route.notices)")
      return
    }
    #expect(blocker.closure == .request)
  }

  @Test("a stop between two roads is left from the one on which it was reached")
  func stopBetweenRoads() async throws {
    let map = try await AsciiMap(
      """
      A---B---E
              |
      C---D---F
      """,
      ways: [
        "ABE": "highway=residential", "EF": "highway=residential", "CDF": "highway=residential",
      ]
    ).build()
    let stops = [try map.waypoint("A"), try map.waypoint("B>D 0.5"), try map.waypoint("C")]
    let route = try await map.response(stops)
    #expect(route.sections[0].arrival.position == route.sections[1].departure.position)
    #expect(map.letters(route) == "ABEFDC")
    #expect(abs(route.lengthMetres - (try map.drawing.metres("ABEFDC"))) < 1)
  }

  // MARK: Tables

  @Test("the cells of a table are what routes between the same places take, on pieces too")
  func tables() async throws {
    let drawing = AsciiMap(
      "a---b---c---d   e---f---g\n\ns---t\n|\nG\n|\n" + Self.mainland,
      ways: [
        ("ab", "highway=residential"), ("bc", "highway=residential maxheight=3"),
        ("cd", "highway=residential"), ("ef", "highway=residential"),
        ("fg", "highway=residential oneway=yes"), ("MG", "highway=service"),
        ("Gst", "highway=service"), Self.main,
      ], nodes: ["G": "barrier=gate access=no"])
    let letters = ["a", "b>c 0.5", "d", "e", "g", "G", "t", "M", "M>N 0.1", "N"]
    var profiles = MapCompiler.Options()
    profiles.profiles = [.car, .truck]
    var plain = MapCompiler.Options()
    plain.hierarchy = false
    for options in [profiles, plain] {
      let map = try await drawing.build(options: options)
      let places = try letters.map { try map.waypoint($0) }
      let engine = OfflineRoutingEngine(map: map.built.map)
      for vehicle in [Vehicle.car, .lorry(height: 4_000)] {
        let table = try await engine.table(from: places, to: places, vehicle: vehicle)
        var missing = 0
        for (row, from) in letters.enumerated() {
          for (column, to) in letters.enumerated() {
            var seconds: Double?
            do throws(RoutingError) {
              seconds = try await map.response([places[row], places[column]], vehicle)
                .durationSeconds
            } catch {
              guard case .noRoute = error else { throw error }
              missing += 1
            }
            #expect(
              table.durationSeconds[row][column] == seconds, "\(vehicle.mode) \(from) to \(to)")
          }
        }
        #expect(missing > 0)
      }
    }
  }
}
