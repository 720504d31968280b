import Geo
import MapReader
import RoadCosts
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Trips of months and years: times that 32 bits of hundredths of a second do not hold.
@Suite struct LongTrips {
  /// Five kilometres from A to B, and on to C by a road that is closed at every minute that anybody knows.
  private static func shuttle() async throws -> AsciiRoads {
    try await AsciiMap(
      "A----B----C", metresPerCell: 1_000,
      ways: [
        "AB": "highway=primary",
        "BC": "highway=primary motor_vehicle:conditional=no~@~(Mo-Su~00:00-23:59)",
      ]
    ).build()
  }

  private static func slow(_ time: String?) -> RouteRequest.Options {
    // Ends stay on the roads that they lie on.
    .init(
      snapRadiusMetres: 1, departure: time.flatMap { Departure(iso8601: $0) }, maximumSpeedKmh: 0.1)
  }

  /// From A to B and back, so often; every leg takes 50 hours.
  private static func legs(_ map: AsciiRoads, _ count: Int, then last: String? = nil) throws
    -> [Waypoint]
  {
    var places = try (0...count).map { try map.waypoint($0 % 2 == 0 ? "A" : "B") }
    if let last { places.append(try map.waypoint(last)) }
    return places
  }

  @Test(
    "the times of legs add up beyond what 32 bits hold",
    arguments: [nil, "2026-11-21T10:00Z"], [RouteRequest.Options.Objective.fastest, .shortest])
  func manyLegs(time: String?, objective: RouteRequest.Options.Objective) async throws {
    let map = try await Self.shuttle()
    var options = Self.slow(time)
    options.objective = objective
    // 300 legs of 50 hours: 1.7 years.
    let route = try await map.response(try Self.legs(map, 300), .car, options)
    #expect(route.sections.count == 300)
    let hours = route.durationSeconds / 3_600
    #expect(abs(hours - 15_000) < 150, "\(hours) h")
    #expect(route.sections.allSatisfy { $0.durationSeconds == route.sections[0].durationSeconds })
  }

  @Test("a condition is asked by the clock for 365 days, and as without a departure from then on")
  func clockEnds() async throws {
    let map = try await Self.shuttle()
    let options = Self.slow("2026-11-21T10:00Z")
    // 173 legs of 50 hours are 360.4 days, 177 are 368.75. The last leads over the closed road.
    await #expect(throws: RoutingError.self) {
      try await map.response(try Self.legs(map, 173, then: "C"), .car, options)
    }
    let route = try await map.response(try Self.legs(map, 177, then: "C"), .car, options)
    let potentials = route.notices.filter { if case .potential = $0 { true } else { false } }
    #expect(potentials.count == 1)
    var strict = options
    strict.strictConditions = true
    await #expect(throws: RoutingError.self) {
      try await map.response(try Self.legs(map, 177, then: "C"), .car, strict)
    }
  }

  @Test("the clock stops after 365 days, and does not begin again")
  func clock() throws {
    let departure = try #require(Departure(iso8601: "2026-11-21T10:00Z"))
    let clock = try #require(LocalClock(departure, zone: nil))
    let year: Centiseconds = 365 * 86_400 * 100
    #expect(clock.time(after: year)?.description == "2027-11-21T10:00")
    #expect(clock.time(after: year + 99) != nil)
    #expect(clock.time(after: year + 100) == nil)
    #expect(clock.time(after: .max) == nil)
  }

  /// A road of so many stretches of 250 km, each of which takes 104 days at 0.1 km/h.
  private static func coast(_ stretches: Int) async throws -> AsciiRoads {
    let letters = ["A", "B", "C", "D"].prefix(stretches + 1)
    let ways = zip(letters, letters.dropFirst()).map {
      ($0 + $1, "highway=primary" as AsciiMap.Tags)
    }
    return try await AsciiMap(
      letters.joined(separator: "-"), metresPerCell: 125_000, ways: ways
    ).build()
  }

  @Test(
    "a route of more days than a metric counts is found; one of more than all count is refused as too long"
  )
  func tooLong() async throws {
    for (stretches, isCounted) in [(1, true), (2, true), (3, false)] {
      let map = try await Self.coast(stretches)
      let end = ["A", "B", "C", "D"][stretches]
      for time in [nil, "2026-11-21T10:00Z"] {
        let options = Self.slow(time)
        let ends = [try map.waypoint("A"), try map.waypoint(end)]
        do throws(RoutingError) {
          let route = try await map.response(ends, .car, options)
          #expect(isCounted)
          let days = route.durationSeconds / 86_400
          #expect(abs(days / (Double(stretches) * 104.2) - 1) < 0.01, "\(days) days")
        } catch {
          #expect(error == .tooLong(from: 0, to: 1), "\(stretches) stretches")
          #expect(!isCounted)
        }
      }
      // At usual speed it is a route like any other.
      #expect(try await map.route(from: "A", to: end).first == "A")
    }
  }

  @Test("where no road leads, the slowest is told so too")
  func apart() async throws {
    let map = try await AsciiMap(
      "A--B--C  X--Y", metresPerCell: 100_000,
      ways: ["ABC": "highway=primary", "XY": "highway=primary"]
    ).build()
    for time in [nil, "2026-11-21T10:00Z"] {
      let ends = [try map.waypoint("A"), try map.waypoint("Y")]
      do throws(RoutingError) {
        _ = try await map.response(ends, .car, Self.slow(time))
        Issue.record("a route over the sea")
      } catch {
        guard case .noRoute(from: 0, to: 1, mode: .car, blockers: []) = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
  }

  @Test("a table has the times that routes have, and none where they are too long")
  func tables() async throws {
    for (stretches, isCounted) in [(2, true), (3, false)] {
      let map = try await Self.coast(stretches)
      let places = try ["A", "B", stretches == 2 ? "C" : "D"].map { try map.waypoint($0) }
      let engine = OfflineRoutingEngine(map: map.built.map)
      let table = try await engine.table(
        from: [places[0]], to: places, vehicle: .car, options: Self.slow(nil))
      let days = table.durationSeconds[0].map { $0.map { $0 / 86_400 } }
      #expect(days[0] == 0)
      #expect(days[1].map { abs($0 - 104.2) < 1 } == true)
      #expect(days[2].map { abs($0 - 208.4) < 2 } == (isCounted ? true : nil))
    }
  }

  @Test(
    "a maximum speed that is no number or out of range is refused",
    arguments: [
      Double.nan, -90, 0, .infinity,
    ])
  func noSpeed(_ speed: Double) async throws {
    let map = try await Self.shuttle()
    do {
      _ = try await map.response(from: "A", to: "B", .car, .init(maximumSpeedKmh: speed))
      Issue.record("not refused")
    } catch let error as RoutingError {
      guard case .invalidSetting("maximum speed", _, 0.1, 6_000) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test("distances that a service makes up are no number that stops the process")
  func madeUp() {
    for metres in [1e300, -1e300, Double.infinity, .nan, -3] {
      #expect(!RouteNotice.snappedFarther(waypoint: 0, metres: metres).text.isEmpty)
      #expect(!RouteNotice.notOnMap(-abs(metres.isNaN ? 0 : metres)...1e300).text.isEmpty)
    }
    #expect(
      RouteNotice.snappedFarther(waypoint: 1, metres: 12.6).text.hasSuffix("took one 13 m away"))
  }
}
