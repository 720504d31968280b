import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing
@testable import RoutingReference

/// A range of energy has the roads to which the quickest route needs no larger charge.
@Suite struct EnergyIsolineTests {
  private static let wattHours = 150.0

  /// The charge that the quickest route needs, in watt-hours.
  private static func need(
    _ engine: OfflineRoutingEngine, _ from: Waypoint, _ to: Coordinate
  ) async throws -> Double {
    var options = RouteRequest.Options()
    options.energy = EnergyOptions(model: RouteEnergyTests.model)
    options.adjustments = EnergyTableTests.uneven(engine.map)
    let request = RouteRequest(waypoints: [from, Waypoint(to)], options: options)
    let route = try await engine.routes(for: request).routes[0]
    return Double(try #require(route.sections[0].energy).balance.need) / 1_000
  }

  private static func middle(_ line: [Coordinate]) -> Coordinate {
    line[0].interpolated(to: line[line.count - 1], share: 0.5)
  }

  @Test("what is reached needs no larger charge, what is not needs one")
  func network() async throws {
    let (map, places) = try await EnergyTableTests.towns()
    let engine = OfflineRoutingEngine(map: map)
    var options = RouteRequest.Options()
    options.energy = EnergyOptions(model: RouteEnergyTests.model)
    options.adjustments = EnergyTableTests.uneven(map)
    let request = IsolineRequest(
      place: places[0], quantity: .energy, values: [Self.wattHours], options: options,
      wantsPolygons: false, wantsNetwork: true)
    let roads = try #require(try await engine.isolines(for: request).network)
    #expect(roads.count > 50)
    var reached: Set<EdgeNumber> = []
    for (number, road) in roads.enumerated() {
      reached.insert(road.edge.number)
      #expect(road.atBegin <= road.atEnd && road.atEnd <= Self.wattHours + 0.01)
      guard number % 9 == 0, road.line.count == 2 else { continue }
      let need = try await Self.need(engine, places[0], Self.middle(road.line))
      #expect(need >= road.atBegin - 0.5 && need <= road.atEnd + 0.5, "\(road), \(need)")
    }
    var outside = 0
    for number in 0..<map.header.edgeCount / 7 {
      let edge = EdgeNumber(rawValue: 7 * number)
      guard let place = try map.place(ofEdge: map.edgeID(edge)), !reached.contains(edge),
        !reached.contains(EdgeNumber(rawValue: edge.rawValue ^ 1))
      else { continue }
      let shape = try map.tile(place.tile).shape(place.segment)
      let need = try await Self.need(engine, places[0], Self.middle(shape))
      #expect(need >= Self.wattHours - 0.5, "\(edge), \(need)")
      outside += 1
    }
    #expect(outside > 20)
  }

  @Test("no point of a road that the charge does not reach lies inside, beyond the stated error")
  func border() async throws {
    let (map, places) = try await EnergyTableTests.towns()
    let engine = OfflineRoutingEngine(map: map)
    var options = RouteRequest.Options()
    options.energy = EnergyOptions(model: RouteEnergyTests.model)
    options.adjustments = EnergyTableTests.uneven(map)
    let response = try await engine.isolines(
      for: IsolineRequest(
        place: places[0], quantity: .energy, values: [Self.wattHours], options: options,
        drawing: .init(errorMetres: 15), wantsNetwork: true))
    let lines = try #require(response.network).map(\.line).filter { $0.count > 1 }
    func samples(_ line: [Coordinate]) -> [Coordinate] {
      RoadSample.along(line).map(\.place) + [line[line.count - 1]]
    }
    let reached = PointIndex(lines.flatMap(samples))
    let lookup = PolygonLookup(response.isolines[0].polygons)
    let most = response.errorMetres + RoadSample.step
    #expect(most < 30)
    var (outside, inside) = (0, 0)
    for number in map.tiles {
      let tile = try map.tile(number)
      for segment in tile.layout.ownSegments {
        for point in samples(tile.shape(segment)) where !reached.hasPoint(within: most, of: point) {
          if lookup.contains(point) { inside += 1 } else { outside += 1 }
        }
      }
    }
    #expect(inside == 0 && outside > 100, "\(inside) inside, \(outside) outside")
  }

  @Test("people on foot have no model of their own, as for routes; with one they have a range")
  func foot() async throws {
    let (map, places) = try await EnergyTableTests.towns()
    let engine = OfflineRoutingEngine(map: map)
    var request = IsolineRequest(
      place: places[0], quantity: .energy, values: [60], vehicle: Vehicle(.foot))
    let refusal = RoutingError.invalidEnergy(
      name: "model", reason: "people on foot have none: give freeFlow")
    await #expect(throws: refusal) { try await engine.isolines(for: request) }
    request.options.energy = EnergyOptions(model: RouteEnergyTests.model)
    #expect(try await engine.isolines(for: request).isolines.count == 1)
  }

  @Test("smaller values lie in larger ones, and a reversed range of energy is refused")
  func polygons() async throws {
    let (map, places) = try await EnergyTableTests.towns()
    let engine = OfflineRoutingEngine(map: map)
    var request = IsolineRequest(place: places[0], quantity: .energy, values: [60, 120])
    let response = try await engine.isolines(for: request)
    #expect(response.isolines.count == 2)
    #expect(response.isolines.allSatisfy { !$0.polygons.isEmpty })
    let outer = response.isolines[1].polygons[0].outer
    for point in response.isolines[0].polygons[0].outer {
      #expect(outer.contains { Distance.metres($0, point) < 3_000 })
    }
    request.isReversed = true
    #expect(throws: RoutingError.unsupported([.energy])) { try request.check() }
  }
}
