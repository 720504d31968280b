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
    _ engine: OfflineRoutingEngine, _ from: Waypoint, _ to: Waypoint,
    _ adjustments: [RoadAdjustment]
  ) async throws -> Double {
    var options = RouteRequest.Options()
    options.energy = EnergyOptions(model: RouteEnergyTests.model)
    options.adjustments = adjustments
    let request = RouteRequest(waypoints: [from, to], options: options)
    let route = try await engine.routes(for: request).routes[0]
    return Double(try #require(route.sections[0].energy).balance.need) / 1_000
  }

  private static func middle(_ line: [Coordinate]) -> Coordinate {
    line[0].interpolated(to: line[line.count - 1], share: 0.5)
  }

  @Test(
    "what is reached, or reaches the place, needs no larger charge, what does not needs one",
    arguments: [false, true])
  func network(isReversed: Bool) async throws {
    let (map, places) = try await EnergyTableTests.towns()
    let engine = OfflineRoutingEngine(map: map)
    var options = RouteRequest.Options()
    options.energy = EnergyOptions(model: RouteEnergyTests.model)
    options.adjustments = EnergyTableTests.uneven(map)
    let request = IsolineRequest(
      place: places[0], quantity: .energy, values: [Self.wattHours], options: options,
      isReversed: isReversed, wantsPolygons: false, wantsNetwork: true)
    func need(_ place: Coordinate) async throws -> Double {
      let (from, to) = isReversed ? (Waypoint(place), places[0]) : (places[0], Waypoint(place))
      return try await Self.need(engine, from, to, options.adjustments)
    }
    let roads = try #require(try await engine.isolines(for: request).network)
    #expect(roads.count > 50)
    var reached: Set<EdgeNumber> = []
    for (number, road) in roads.enumerated() {
      reached.insert(road.edge.number)
      let (least, most) = (min(road.atBegin, road.atEnd), max(road.atBegin, road.atEnd))
      #expect(most <= Self.wattHours + 0.01 && (isReversed || least == road.atBegin))
      guard number % 9 == 0, road.line.count == 2 else { continue }
      let need = try await need(Self.middle(road.line))
      #expect(need >= least - 0.5 && need <= most + 0.5, "\(road), \(need)")
    }
    var outside = 0
    for number in 0..<map.header.edgeCount / 7 {
      let edge = EdgeNumber(rawValue: 7 * number)
      guard let place = try map.place(ofEdge: map.edgeID(edge)), !reached.contains(edge),
        !reached.contains(EdgeNumber(rawValue: edge.rawValue ^ 1))
      else { continue }
      let shape = try map.tile(place.tile).shape(place.segment)
      let need = try await need(Self.middle(shape))
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

  @Test("above a descent into a valley less charge is needed than in the valley")
  func valley() async throws {
    let drawing = AsciiMap(
      """
      T-------------------V---------C
                          x
      """,
      metresPerCell: 100,
      ways: ["TVC": "highway=residential maxspeed=50", "Vx": "highway=residential"])
    let bottom = HeightFolder.place(try drawing.place("V")).east
    let hills = try HeightFolder { _, east in Int16((900 + 0.08 * abs(east - bottom)).rounded()) }
    defer { withExtendedLifetime(hills) {} }
    let map = try await drawing.build(options: .withElevation(hills)).built.map
    let engine = OfflineRoutingEngine(map: map)
    let places = try "TVC".map { try drawing.place(String($0)) }
    let relief = try map.relief()
    #expect(relief > 150 && relief < 400, "\(relief)")
    // Climbing from the valley takes about 650 Wh, of which rolling down into it recovers some 300.
    let limit = 500.0
    for (place, isWithin) in zip(places, [true, false, true]) {
      let need = try await Self.need(engine, Waypoint(place), Waypoint(places[2]), [])
      #expect((need < limit) == isWithin, "\(need)")
    }
    var options = RouteRequest.Options()
    options.energy = EnergyOptions(model: RouteEnergyTests.model)
    let request = IsolineRequest(
      place: Waypoint(places[2]), quantity: .energy, values: [limit], options: options,
      isReversed: true, wantsNetwork: true)
    let response = try await engine.isolines(for: request)
    #expect(response.isolines[0].polygons.count == 2)
    let lookup = PolygonLookup(response.isolines[0].polygons)
    #expect(places.map { lookup.contains($0) } == [true, false, true])
    let ends = try #require(response.network).flatMap { [$0.atBegin, $0.atEnd] }
    #expect(ends.allSatisfy { $0 <= limit })
    // Both parts end where exactly this charge is needed.
    #expect(ends.count { $0 > limit - 0.1 } >= 2)
  }

  @Test("smaller values lie in larger ones")
  func polygons() async throws {
    let (map, places) = try await EnergyTableTests.towns()
    let engine = OfflineRoutingEngine(map: map)
    let request = IsolineRequest(place: places[0], quantity: .energy, values: [60, 120])
    let response = try await engine.isolines(for: request)
    #expect(response.isolines.count == 2)
    #expect(response.isolines.allSatisfy { !$0.polygons.isEmpty })
    let outer = response.isolines[1].polygons[0].outer
    for point in response.isolines[0].polygons[0].outer {
      #expect(outer.contains { Distance.metres($0, point) < 3_000 })
    }
  }
}
