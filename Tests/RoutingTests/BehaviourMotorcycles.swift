import MapCompiler
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// A motorcycle is a mode of its own.
@Suite struct BehaviourMotorcycles {
  static let map = AsciiMap(
    """
    A---B-------C---D
        |       |
        E-------F
    """,
    ways: [
      "AB": "highway=residential", "BC": "highway=primary motorcycle=no",
      "CD": "highway=residential", "BEFC": "highway=residential motorcar=no",
    ])

  @Test("it keeps to its own signs, with a metric of its own and without")
  func signs() async throws {
    var own = MapCompiler.Options()
    own.profiles = [.car, MetricProfile(.motorcycle), MetricProfile(.motorcycle, avoiding: .tolls)]
    for options in [MapCompiler.Options(), own] {
      let map = try await Self.map.build(options: options)
      let motorcycle = Vehicle(.motorcycle)
      #expect(try await map.attempt(from: "A", to: "D", motorcycle) == "ABEFCD")
      #expect(try await map.attempt(from: "D", to: "A", motorcycle) == "DCFEBA")
      #expect(try await map.attempt(from: "A", to: "D") == "ABCD")
      let stops = try ["A", "D"].map { try map.waypoint($0) }
      let engine = OfflineRoutingEngine(map: map.built.map)
      let table = try await engine.table(from: stops, to: stops, vehicle: motorcycle)
      let route = try await map.response(from: "A", to: "D", motorcycle)
      #expect(table.durationSeconds[0][1] == route.durationSeconds)
    }
  }

  @Test("it is as quick as a car, on every road of both, and no rule for lorries binds it")
  func speed() async throws {
    let map = try await AsciiMap(
      "A---B---C---D---E",
      ways: [
        "AB": "highway=motorway oneway=no", "BC": "highway=primary maxspeed=70 maxspeed:hgv=30",
        "CD": "highway=residential hgv=no", "DE": "highway=service",
      ]
    ).build()
    let motorcycle = try await map.response(from: "A", to: "E", Vehicle(.motorcycle))
    let car = try await map.response(from: "A", to: "E")
    #expect(map.letters(motorcycle) == "ABCDE")
    #expect(motorcycle.durationSeconds == car.durationSeconds)
  }

  @Test("it says so where nothing leads on")
  func refusal() async throws {
    let map = try await AsciiMap(
      "A---B---C---D",
      ways: [
        "AB": "highway=primary", "BC": "highway=primary motorcycle=no", "CD": "highway=primary",
      ]
    ).build()
    let error = try await map.refusal(
      from: "A", to: "D", Vehicle(.motorcycle), .init(snapRadiusMetres: 1))
    guard case .noRoute(0, 1, .motorcycle, let blockers) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(blockers.map(\.tag) == ["motorcycle=no"])
  }
}
