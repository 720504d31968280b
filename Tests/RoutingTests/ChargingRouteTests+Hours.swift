import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Opening hours with words for people.
extension ChargingRouteTests {
  @Test(
    "a station of which only a comment says when it is open may be closed; its stated hours count",
    arguments: [
      // At noon on a Monday.
      (#"24/7~"by~appointment""#, "Fast", true), (#"Mo-Fr~08:00-20:00~"ask""#, "Fast", true),
      (#"Mo-Fr~08:00-20:00;~Sa~"ask""#, "Fast", false), (#"24/7~open~"ring""#, "Fast", false),
      (#"08:00-20:00;~Mo~off~"rest""#, "Slow", false), (#""by~appointment""#, "Fast", true),
    ])
  func comments(_ hours: String, _ station: String, mayBeClosed: Bool) async throws {
    let slow = Self.slow + " opening_hours=24/7"
    let drawing = Self.map([
      "B": .init(slow), "C": .init(Self.fast + " opening_hours=" + hours),
    ])
    let route = try await Self.route(
      drawing, ["A", "E"], Self.energy(capacity: 10, initial: 10)
    ) { $0.options.departure = Departure(iso8601: "2026-11-23T12:00Z") }
    #expect(route.sections[0].chargingStation?.name == station)
    #expect(route.notices.contains(.stationMayBeClosed(station: station)) == mayBeClosed)
  }

  @Test(
    "forty stations that are closed are left out, and the open one among them is used",
    arguments: [["A", "E"], ["A", "B", "E"]])
  func manyClosed(_ places: [String]) async throws {
    let drawing = Self.map(["C": .init(Self.slow + " opening_hours=24/7")])
    var energy = Self.energy(capacity: 10, initial: 10)
    let place = try drawing.place("C>D 0.1")
    energy.stations = (0..<40).map { number in
      ChargingStation(
        id: "\(number)", coordinate: place, connectors: [Connector(.ccs, powerKilowatts: 150)],
        openingHours: "Sa 10:00-11:00")
    }
    let route = try await Self.route(drawing, places, energy) {
      $0.options.departure = Departure(iso8601: "2026-11-23T12:00Z")
    }
    #expect(route.sections.compactMap { $0.chargingStation?.name } == ["Slow"])
  }
}
