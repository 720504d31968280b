import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// What a refusal says of trips over waypoints.
extension ChargingRouteTests {
  @Test("beyond a waypoint the distance counts from the start, or from the last station")
  func shortfallBehindWaypoint() async throws {
    // The waypoint C is 32 km from A; of 8 kWh, 1.6 kWh are left there for 6.4 kWh to E.
    let cases: [(initial: Double, connectors: Set<ConnectorType>, station: String?)] = [
      (8, [.chademo], nil), (4, [.ccs], "Fast"),
    ]
    for example in cases {
      let energy = Self.energy(capacity: 8, initial: example.initial) {
        $0.connectors = example.connectors
      }
      do {
        _ = try await Self.route(
          Self.map(["B": .init(Self.fast)]), ["A", "C", "E"], energy)
        Issue.record("reached")
      } catch let error as RoutingError {
        guard case .notReachable(let metres, let station, let missing, nil) = error else {
          throw error
        }
        #expect(station == example.station)
        #expect(abs(metres - 40_000) < 500)
        #expect(abs(missing - (station == nil ? 4.8 : 1.6)) < 0.1)
      }
    }
  }

  @Test("the first waypoint that can't be reached is named, unless it is the destination")
  func unreachedWaypoint() async throws {
    // 3 kWh are 15 km, 7 kWh 35 km, and 8 kWh, also from the station, 40 km. C is 32 km from A, D 48 km, and E 64 km.
    let cases: [(initial: Double, station: Character?, waypoint: Int?)] = [
      (3, nil, 1), (7, nil, 2), (7, "B", nil), (8, "A", 2),
    ]
    for example in cases {
      let nodes: [Character: AsciiMap.Tags] =
        example.station.map { [$0: .init(Self.fast)] } ?? ["E": .init(Self.fast)]
      do {
        _ = try await Self.route(
          Self.map(nodes), ["A", "C", "D", "E"],
          Self.energy(capacity: 8, initial: example.initial))
        Issue.record("reached")
      } catch let error as RoutingError {
        guard case .notReachable(_, _, _, let waypoint) = error else { throw error }
        #expect(waypoint == example.waypoint)
        let name = example.waypoint.map { "waypoint \($0 + 1)" } ?? "the destination"
        #expect("\(error)".hasPrefix("the charge does not reach \(name): from "))
      }
    }
  }

  @Test("what is missing up to a station that makes the trip possible is all that is missing")
  func shortfallBeforeStation() async throws {
    // Of 2 kWh for 10 km; the 16 km to B need 3.2 kWh. From there 16 km and 32 km are possible with 8 kWh.
    let drawing = Self.map(["B": .init(Self.fast), "C": .init(Self.slow)])
    do {
      _ = try await Self.route(drawing, ["A", "E"], Self.energy(capacity: 8, initial: 2))
      Issue.record("reached")
    } catch let error as RoutingError {
      guard case .notReachable(let metres, nil, let missing, nil) = error else { throw error }
      #expect(abs(metres - 10_000) < 500)
      #expect(abs(missing - 1.2) < 0.1)
      let energy = Self.energy(capacity: 8, initial: 2 + missing + 0.001)
      _ = try await Self.route(drawing, ["A", "E"], energy)
    }
  }

  @Test("a station counts that lies before a waypoint, even if the waypoint is reached without it")
  func shortfallBeforeWaypoint() async throws {
    // Of 2.2 kWh, the 12 km to S need 2.4, the 8 km to C 1.6, and the 24 km to E 4.8. From S there are 36 km: 7.2 of 8.
    let drawing = AsciiMap(
      """
      S-----A---C-------E
      """,
      metresPerCell: 2_000, ways: ["SACE": "highway=primary maxspeed=90"],
      nodes: ["S": .init(Self.fast)])
    do {
      _ = try await Self.route(
        drawing, ["A", "C", "E"], Self.energy(capacity: 8, initial: 2.2))
      Issue.record("reached")
    } catch let error as RoutingError {
      guard case .notReachable(let metres, nil, let missing, nil) = error else { throw error }
      #expect(abs(metres - 11_000) < 200)
      #expect(abs(missing - 0.2) < 0.05)
      let energy = Self.energy(capacity: 8, initial: 2.2 + missing + 0.001)
      let route = try await Self.route(drawing, ["A", "C", "E"], energy)
      #expect(route.sections.map { $0.chargingStation?.name } == ["Fast", nil, nil])
    }
  }

  @Test(
    "the distance counts from a station that opens within a week for as long as the vehicle charges there",
    arguments: [
      // At C after some 25 minutes, and 17 minutes to charge 3.2 kWh with 11 kW; B is always open.
      ("24/7", "Slow", 0.4), ("12:00-14:00", "Slow", 0.4), ("12:00-12:40", "Slow", 0.4),
      ("18:00-20:00", "Slow", 0.4), ("12:00-12:05", "Fast", 3.6), ("off", "Fast", 3.6),
      // The day is in the 48th week.
      ("week~40-48~12:00-14:00", "Slow", 0.4), ("week~1-20~12:00-14:00", "Fast", 3.6),
      ("18:00-20:00~||~20:00-22:00", "Slow", 0.4), ("17:00+", "Slow", 0.4),
    ])
  func shortfallAtClosedStation(_ hours: String, _ station: String, missing: Double) async throws {
    // Of 6 kWh for 30 km, the 32 km from C need 6.4 kWh, and the 48 km from B 9.6 kWh.
    let drawing = Self.map([
      "B": .init(Self.fast + " opening_hours=24/7"),
      "C": .init(Self.slow + " opening_hours=" + hours),
    ])
    do {
      _ = try await Self.route(drawing, ["A", "E"], Self.energy(capacity: 6, initial: 6)) {
        $0.options.departure = Departure(iso8601: "2026-11-23T12:00Z")
      }
      Issue.record("reached")
    } catch let error as RoutingError {
      guard case .notReachable(let metres, let named, let short, nil) = error else { throw error }
      #expect(named == station)
      #expect("\(error)".contains("from the charging station '\(station)' it reaches "))
      #expect(abs(metres - 30_000) < 500)
      #expect(abs(short - missing) < 0.1)
    }
  }
}
