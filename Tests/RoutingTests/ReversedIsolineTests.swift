import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// The areas from which a place can be reached at a time.
@Suite struct ReversedIsolineTests {
  /// The letters of a road from which D is reached within an hour, with a departure on a Tuesday, and the time from A.
  private static func starts(
    _ map: AsciiRoads, _ departure: String?
  ) async throws -> (letters: Set<Character>, seconds: Double) {
    var options = RouteRequest.Options()
    options.departure = try departure.map {
      try #require(Departure(iso8601: "2026-11-24T\($0)+00:00"))
    }
    let request = IsolineRequest(
      place: try map.waypoint("D"), quantity: .time, values: [3_600], options: options,
      isReversed: true, wantsPolygons: false, wantsNetwork: true)
    let response = try await OfflineRoutingEngine(map: map.built.map).isolines(for: request)
    let network = try #require(response.network)
    let points = Set(network.flatMap(\.line))
    let start = try map.drawing.place("A")
    return (
      Set(try "ABCD".filter { points.contains(try map.drawing.place(String($0))) }),
      network.filter { $0.line.first == start }.map(\.atBegin).min() ?? 0
    )
  }

  @Test("all roads have the rules of the departure, however late they are reached")
  func closedRoad() async throws {
    // A car takes about ten minutes for each of the roads.
    let map = try await AsciiMap(
      "A-------B-------C-------D", metresPerCell: 1_000,
      ways: [
        "AB": "highway=primary maxspeed=50",
        "BC": "highway=primary maxspeed=50 motor_vehicle:conditional=no~@~(07:00-09:00)",
        "CD": "highway=primary maxspeed=50",
      ]
    ).build()
    #expect(try await Self.starts(map, nil).letters == ["A", "B", "C", "D"])
    #expect(try await Self.starts(map, "06:55").letters == ["A", "B", "C", "D"])
    #expect(try await Self.starts(map, "07:30").letters == ["C", "D"])
    #expect(try await Self.starts(map, "08:55").letters == ["C", "D"])
  }

  @Test("all roads have the speeds of the departure")
  func slowRoad() async throws {
    let map = try await AsciiMap(
      "A-------B-------C-------D", metresPerCell: 1_000,
      ways: [
        "ABC": "highway=primary maxspeed=50",
        "CD": "highway=primary maxspeed=50 maxspeed:conditional=25~@~(07:00-09:00)",
      ]
    ).build()
    let fast = try await Self.starts(map, "06:55")
    let slow = try await Self.starts(map, "08:55")
    #expect(fast.letters == slow.letters)
    #expect(try await Self.starts(map, "12:00").seconds == fast.seconds)
    // CD takes twice as long, a third of the way.
    #expect(abs(slow.seconds / fast.seconds - 4 / 3) < 0.05)
  }
}
