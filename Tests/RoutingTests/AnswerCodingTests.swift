import Geo
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Answers of the engine as JSON and back (Formats/route-json.md).
@Suite struct AnswerCodingTests {
  private static let town = AsciiMap(
    """
    A-------B-------C
            |       |
            D-------E-------F

    X---Y
    """, metresPerCell: 100,
    ways: [
      "ABC": "highway=residential name=High maxheight=3.8", "BD": "highway=residential",
      "CE": "highway=residential oneway=yes", "DEF": "highway=residential",
      "XY": "highway=residential",
    ])

  private func expectSame<Value: Codable & Equatable>(_ value: Value) throws {
    let data = try JSONEncoder().encode(value)
    #expect(try JSONDecoder().decode(Value.self, from: data) == value)
  }

  @Test("a table comes back as it was, with lengths, energies and pairs without a route")
  func table() async throws {
    let map = try await Self.town.build()
    let engine = OfflineRoutingEngine(map: map.built.map)
    let places = try ["A", "D", "X"].map { try map.waypoint($0) }
    try expectSame(try await engine.table(from: places, to: places))
    let table = try await engine.table(
      from: places, to: places,
      options: .init(snapRadiusMetres: 10, energy: EnergyOptions()), withLengths: true)
    #expect(table.durationSeconds[0][2] == nil && table.energies?[0][1] != nil)
    try expectSame(table)
  }

  @Test("isolines and their request come back as they were, with polygons and roads")
  func isolines() async throws {
    let map = try await Self.town.build()
    let request = IsolineRequest(
      place: try map.waypoint("A"), quantity: .time, values: [60, 200],
      vehicle: Vehicle.lorry(height: 3_500), isReversed: true,
      drawing: .init(maximumPoints: 50, minimumShare: 0.1), wantsNetwork: true)
    try expectSame(request)
    let response = try await OfflineRoutingEngine(map: map.built.map).isolines(for: request)
    #expect(response.isolines.count == 2 && response.network?.isEmpty == false)
    try expectSame(response)
  }

  @Test("the explanation of a road comes back as it was")
  func explanation() async throws {
    let map = try await Self.town.build()
    let engine = OfflineRoutingEngine(map: map.built.map)
    for place in ["A>B 0.5", "C>E 0.5", "C"] {
      let roads = try engine.explain(
        at: try map.drawing.place(place), vehicle: Vehicle.lorry(height: 4_000))
      #expect(!roads.isEmpty)
      try expectSame(roads)
    }
  }
}
