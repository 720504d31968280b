import Geo
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// No trip begins or ends aboard a ferry or a car train.
@Suite struct FerryEnds {
  static func sea(_ route: String) -> AsciiMap {
    AsciiMap(
      """
      A-------B                   C-------D
      """,
      ways: [
        ("AB", "highway=primary"), ("BC", AsciiMap.Tags(route)), ("CD", "highway=primary"),
      ])
  }

  @Test("a place on the sea is brought to the landing", arguments: ["ferry", "shuttle_train"])
  func landing(_ kind: String) async throws {
    let map = try await Self.sea("route=\(kind)").build()
    let across = try await map.response(from: "A", to: "D")
    #expect(map.letters(across) == "ABCD")
    let leaving = try await map.response(from: "B>C 0.1", to: "D")
    #expect(leaving.sections[0].departure.position == (try map.drawing.place("B")))
    #expect(map.letters(leaving) == "BCD")
    let arriving = try await map.response(from: "A", to: "B>C 0.9 left 20")
    #expect(arriving.sections[0].arrival.position == (try map.drawing.place("C")))
    #expect(map.letters(arriving) == "ABC")
    let stops = ["A", "B>C 0.2", "D"]
    for kind in [Waypoint.Kind.stopover, .passThrough] {
      let route = try await map.response(try stops.map { try map.waypoint($0, kind) })
      #expect(map.letters(route) == "ABCD")
    }
    let table = try await OfflineRoutingEngine(map: map.built.map).table(
      from: [try map.waypoint("B>C 0.1")], to: [try map.waypoint("D")])
    #expect(table.origins[0].position == (try map.drawing.place("B")))
  }

  @Test("whoever is aboard by the way that is named goes on from there")
  func aboard() async throws {
    let map = try await Self.sea("route=ferry").build()
    var start = try map.waypoint("B>C 0.5")
    start.wayID = try map.drawing.way("BC")
    let route = try await map.response([start, try map.waypoint("D")])
    #expect(map.letters(route) == "CD")
    #expect(route.sections[0].departure.distanceMetres < 1)
  }

  @Test("a ferry that is the only road near is none")
  func onlyFerry() async throws {
    let map = try await AsciiMap("B---C", ways: ["BC": "route=ferry"]).build()
    let error = try await map.refusal(from: "B", to: "C")
    #expect(error == .noRoadNear(waypoint: 0, mode: .car, radiusMetres: 10_000, nearestMetres: nil))
  }
}
