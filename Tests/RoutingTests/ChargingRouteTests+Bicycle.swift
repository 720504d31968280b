import MapReader
import NavFormat
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

extension ChargingRouteTests {
  /// A station, and the connectors that a bicycle has there; nil if the station is not for bicycles.
  struct BicycleStation: Sendable, CustomTestStringConvertible {
    var tags: String
    var connectors: [ConnectorType]?
    var testDescription: String { tags }

    init(_ tags: String, _ connectors: [ConnectorType]?) {
      self.tags = tags
      self.connectors = connectors
    }
  }

  @Test(
    "bicycles charge where there is a domestic socket, or a station of their own",
    arguments: [
      .init("socket:type2_combo=2", nil), .init("socket:type2=2", nil), .init("capacity=4", nil),
      .init("socket:type2=2 socket:schuko=1", [.schuko]),
      .init("bicycle=yes motorcar=no socket:schuko=4", [.schuko]),
      .init("bicycle=yes", []),
    ] as [BicycleStation])
  func bicycle(_ station: BicycleStation) async throws {
    let tags = "amenity=charging_station " + station.tags
    let roads = try await Self.map(["B": .init(tags)]).build()
    let reader = StationReader(roads.built.map)
    let found = try reader.stations(in: roads.built.map.header.box, for: .bicycle)
    #expect(found.map { $0.connectors.map(\.type) } == (station.connectors.map { [$0] } ?? []))
    #expect(try reader.stations(in: roads.built.map.header.box).count == 1)
  }

  @Test(
    "scooters charge at stations for scooters and at those for cars",
    arguments: [
      ("scooter=yes motorcar=no socket:schuko=4", 1), ("moped=yes", 1), ("socket:type2=2", 1),
      ("socket:type2=2 motorcar=no hgv=yes", 0),
    ])
  func scooter(_ tags: String, count: Int) async throws {
    let roads = try await Self.map(["B": .init("amenity=charging_station " + tags)]).build()
    let reader = StationReader(roads.built.map)
    #expect(try reader.stations(in: roads.built.map.header.box, for: .scooter).count == count)
  }

  @Test("a map whose stations do not serve the vehicle is not one without stations")
  func stationsForOthers() async throws {
    let energy = Self.energy(capacity: 10, initial: 10)
    do {
      _ = try await Self.route(Self.map(["B": .init(Self.slow)]), ["A", "E"], energy) {
        $0.vehicle = Vehicle(.bicycle)
      }
      Issue.record("reached")
    } catch let error as RoutingError {
      guard case .notReachable(let metres, nil, let missing, nil) = error else { throw error }
      // 50 km of 64, and 0.2 kWh for each of the others.
      #expect(abs(metres - 50_000) < 500)
      #expect(abs(missing - 2.8) < 0.1)
    }
  }
}
