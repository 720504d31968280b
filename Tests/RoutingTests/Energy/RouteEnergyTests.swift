import MapReader
import NavFormat
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The energy of a route is that of its edges, added again from lengths, times and heights.
@Suite struct RouteEnergyTests {
  static let model = ConsumptionModel(
    freeFlow: [.init(kmh: 20, perMetre: 0.2), .init(kmh: 60, perMetre: 0.12)],
    ascentPerMetre: 6, descentRecoveryPerMetre: 4, auxiliaryPerSecond: 0.25)

  static func hills() throws -> HeightFolder {
    try HeightFolder { north, east in Int16((600 + 0.03 * north + 0.09 * east).rounded()) }
  }

  /// A town on a slope.
  static func town(_ hills: HeightFolder?) async throws -> (AsciiMap, AsciiRoads) {
    let drawing = AsciiMap(
      """
      A-b-C-d-E---J-K
              |
              f
              |
              G-h-I
      """,
      metresPerCell: 100,
      ways: [
        "AbC": "highway=primary maxspeed=70", "CdE": "highway=residential",
        "EfGhI": "highway=primary", "EJ": "route=ferry", "JK": "highway=residential",
      ])
    guard let hills else { return (drawing, try await drawing.build()) }
    return (drawing, try await drawing.build(options: .withElevation(hills)))
  }

  static func request(
    _ drawing: AsciiMap, _ places: [String], _ energy: EnergyOptions
  ) throws -> RouteRequest {
    var options = RouteRequest.Options()
    options.energy = energy
    return RouteRequest(
      waypoints: try places.map { Waypoint(try drawing.place($0)) }, options: options)
  }

  /// The consumption of a metre at a speed by ``model``.
  private static func perMetre(_ kmh: Double) -> Double {
    if kmh <= 20 { return 0.2 }
    return kmh >= 60 ? 0.12 : 0.2 - 0.08 * (kmh - 20) / 40
  }

  /// The energy of an edge that is driven whole, in thousandths.
  private static func energy(_ edge: RouteEdge, _ map: NavMap) throws -> Int64 {
    let climb = try map.elevation(ofEdge: edge.id)
    let kmh = edge.lengthMetres / edge.durationSeconds * 3.6
    let (up, down) = (
      Double(climb?.ascentDecimetres ?? 0) / 10, Double(climb?.descentDecimetres ?? 0) / 10
    )
    let sum =
      edge.lengthMetres * perMetre(kmh) + 6 * up - 4 * down
      + (edge.durationSeconds + edge.turnDurationSeconds) * 0.25
    return Int64((sum * 1_000).rounded())
  }

  @Test(
    "the energy is that of its edges added again",
    arguments: [["A", "I"], ["I", "A"], ["E", "A"]])
  func sum(_ places: [String]) async throws {
    let hills = try Self.hills()
    let (drawing, roads) = try await Self.town(hills)
    let map = roads.built.map
    let engine = OfflineRoutingEngine(map: map)
    let request = try Self.request(drawing, places, EnergyOptions(model: Self.model))
    let route = try await engine.routes(for: request).routes[0]
    let section = route.sections[0]
    let energy = try #require(section.energy)
    #expect(energy.spans.count == section.edges.count)
    var sum: Int64 = 0
    for (edge, span) in zip(section.edges, energy.spans) {
      // Ends may lie on pieces without length.
      if edge.lengthMetres > 0 { #expect(span.energy == (try Self.energy(edge, map))) }
      #expect(span.lengthMetres == edge.lengthMetres)
      sum += span.energy
    }
    #expect(route.consumptionKilowattHours == Double(sum) / 1e6)
    #expect(!route.notices.contains(.energyWithoutElevation))
  }

  @Test("parts of edges take their share, through a stop or past it")
  func parts() async throws {
    let hills = try Self.hills()
    let (drawing, roads) = try await Self.town(hills)
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let energy = EnergyOptions(model: Self.model)
    let whole = try await engine.routes(for: try Self.request(drawing, ["A", "I"], energy))
    var stops = try Self.request(drawing, ["A", "C>d 0.4", "I"], energy)
    for kind in [Waypoint.Kind.stopover, .passThrough] {
      stops.waypoints[1].kind = kind
      let route = try await engine.routes(for: stops).routes[0]
      #expect(route.sections.count == (kind == .stopover ? 2 : 1))
      for section in route.sections {
        #expect(try #require(section.energy).spans.count == section.edges.count)
      }
      let sum = try #require(route.consumptionKilowattHours)
      #expect(abs(sum - (try #require(whole.routes[0].consumptionKilowattHours))) < 1e-5)
    }
  }

  @Test("a ferry consumes nothing, and a map without heights says so")
  func ferry() async throws {
    let (drawing, roads) = try await Self.town(nil)
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let request = try Self.request(drawing, ["A", "K"], EnergyOptions(model: Self.model))
    let route = try await engine.routes(for: request).routes[0]
    let section = route.sections[0]
    let spans = try #require(section.energy).spans
    #expect(section.edges.contains { $0.road.flags.contains(.ferry) })
    for (edge, span) in zip(section.edges, spans) where edge.lengthMetres > 0 {
      #expect((span.energy == 0) == edge.road.flags.contains(.ferry))
    }
    #expect(route.notices.contains(.energyWithoutElevation))
  }

  @Test("charges go on from section to section, and a charge that is too low is told")
  func charges() async throws {
    let hills = try Self.hills()
    let (drawing, roads) = try await Self.town(hills)
    let engine = OfflineRoutingEngine(map: roads.built.map)
    var energy = EnergyOptions(model: Self.model)
    energy.battery = Battery(capacityKilowattHours: 2, initialChargeKilowattHours: 1.5)
    energy.battery?.minimumChargeKilowattHours = 0.5
    var request = try Self.request(drawing, ["A", "E", "I"], energy)
    let route = try await engine.routes(for: request).routes[0]
    let used = try #require(route.consumptionKilowattHours)
    let sections = route.sections.compactMap(\.energy)
    #expect(sections[0].departureChargeKilowattHours == 1.5)
    #expect(sections[0].arrivalChargeKilowattHours == sections[1].departureChargeKilowattHours)
    #expect(abs(try #require(route.arrivalChargeKilowattHours) - (1.5 - used)) < 1e-9)
    #expect(!route.notices.contains { if case .chargeTooLow = $0 { true } else { false } })

    // With half of what the first section needs.
    let need = Double(sections[0].balance.need) / 1e6
    energy.battery?.initialChargeKilowattHours = 0.5 + need / 2
    request.options.energy = energy
    let short = try await engine.routes(for: request).routes[0]
    #expect(short.arrivalChargeKilowattHours == nil)
    let notice = try #require(
      short.notices.compactMap { notice -> (Double, Double)? in
        if case .chargeTooLow(let metres, let missing) = notice { (metres, missing) } else { nil }
      }.first)
    #expect(notice.0 > 0 && notice.0 < short.sections[0].lengthMetres)
    let whole = sections.reduce(EnergyBalance.zero) { $0 + $1.balance }
    #expect(abs(notice.1 - (Double(max(whole.need, whole.net)) / 1e6 - need / 2)) < 1e-6)
  }

  @Test("a forecast from a position is that of the rest of the route")
  func forecast() async throws {
    let hills = try Self.hills()
    let (drawing, roads) = try await Self.town(hills)
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let battery = Battery(capacityKilowattHours: 2, initialChargeKilowattHours: 2)
    let request = try Self.request(
      drawing, ["A", "I"], EnergyOptions(model: Self.model, battery: battery))
    let route = try await engine.routes(for: request).routes[0]
    let used = try #require(route.consumptionKilowattHours)
    let begin = try #require(route.forecast(of: battery))
    #expect(begin.isReached && begin.reachMetres == route.lengthMetres)
    #expect(abs(try #require(begin.arrivalChargeKilowattHours) - (2 - used)) < 1e-9)
    #expect(route.charge(at: 0, of: battery) == 2)
    #expect(
      route.charge(at: route.lengthMetres + 1, of: battery) == begin.arrivalChargeKilowattHours)
    #expect(route.charge(at: route.lengthMetres, of: battery, beginningWith: 0.001) == nil)
    var last = Double.infinity
    for part in [0.0, 0.2, 0.5, 0.9] {
      let metres = part * route.lengthMetres
      let rest = try #require(route.rest(from: metres) as RouteModel.Route?)
      let need = Double(rest.sections.reduce(EnergyBalance.zero) { $0 + $1.energy!.balance }.need)
      let enough = try #require(route.forecast(of: battery, charge: need / 1e6, from: metres))
      #expect(enough.isReached)
      let less = try #require(
        route.forecast(of: battery, charge: need / 1e6 - 0.001, from: metres))
      #expect(!less.isReached && abs(less.missingKilowattHours - 0.001) < 1e-6)
      #expect(less.reachMetres < rest.lengthMetres)
      #expect(need < last)
      let there = try #require(route.charge(at: metres, of: battery))
      let left = try #require(route.forecast(of: battery, charge: there, from: metres))
      #expect(abs(try #require(left.arrivalChargeKilowattHours) - (2 - used)) < 1e-5)
      last = need
    }
    let arrived = try #require(
      route.forecast(of: battery, charge: 1, from: route.lengthMetres + 1))
    #expect(arrived.isReached && arrived.arrivalChargeKilowattHours == 1)
    // At the end as well, the battery holds no more than its 2 kWh.
    let tooMuch = try #require(
      route.forecast(of: battery, charge: 3, from: route.lengthMetres + 1))
    #expect(tooMuch.isReached && tooMuch.arrivalChargeKilowattHours == 2)
    #expect(route.forecast(of: battery, charge: 0)?.isReached == false)
  }

  @Test("a route charges where its stops do, and its time counts them")
  func stops() async throws {
    let hills = try Self.hills()
    let (drawing, roads) = try await Self.town(hills)
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let battery = Battery(capacityKilowattHours: 2, initialChargeKilowattHours: 2)
    let request = try Self.request(
      drawing, ["A", "E", "I"], EnergyOptions(model: Self.model, battery: battery))
    var route = try await engine.routes(for: request).routes[0]
    let seconds = route.durationSeconds
    route.sections[0].postActions = [
      .wait(seconds: 60), .chargingSetup(seconds: 120),
      .charging(.init(seconds: 300, fromKilowattHours: 0.1, toKilowattHours: 1.9)),
    ]
    #expect(route.durationSeconds == seconds + 480)
    let need = Double(route.sections[0].energy!.balance.need) / 1e6
    let forecast = try #require(route.forecast(of: battery, charge: need))
    #expect(forecast.isReached)
    let last = route.sections[1].energy!.consumptionKilowattHours!
    #expect(abs(try #require(forecast.arrivalChargeKilowattHours) - (1.9 - last)) < 1e-6)
  }

  @Test("the consumption in traffic counts where traffic sets the speed, not where it is only told")
  func consumptionInTraffic() async throws {
    let (drawing, roads) = try await Self.town(nil)
    let map = roads.built.map
    let engine = OfflineRoutingEngine(map: map)
    var model = ConsumptionModel(
      freeFlow: [.init(kmh: 50, perMetre: 0.1)], ascentPerMetre: 0, descentRecoveryPerMetre: 0,
      auxiliaryPerSecond: 0)
    model.traffic = [.init(kmh: 50, perMetre: 0.3)]
    let request = try Self.request(drawing, ["A", "C"], EnergyOptions(model: model))
    let free = try #require(try await engine.routes(for: request).routes[0].consumption)
    let edge = try map.edges(ofWay: try drawing.way("AbC"), .forward)[0].number
    func consumption(_ change: (inout TrafficPiece) -> Void) async throws -> Int64? {
      var piece = TrafficPiece(edge: edge)
      change(&piece)
      try engine.replaceTraffic(
        try TrafficSnapshot(
          map: map.id, version: 1, made: 0, pieces: [piece],
          incidents: [TrafficIncident(kind: "roadworks")]))
      return try await engine.routes(for: request).routes[0].consumption
    }
    #expect(try await consumption { $0.incident = 1 } == free)
    #expect(try await consumption { $0.jam = 30 } == free)
    #expect(try await consumption { $0.closure = .trucks } == free)
    let slow = try #require(try await consumption { $0.speed = 200 })
    #expect(abs(slow - 3 * free) <= 2)
    let delayed = try #require(try await consumption { $0.delay = 50 })
    #expect(abs(delayed - 3 * free) <= 2)
  }

  @Test("fuel is told in litres with its carbon dioxide, and never recovered")
  func fuel() async throws {
    let hills = try Self.hills()
    let (drawing, roads) = try await Self.town(hills)
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let energy = EnergyOptions(model: ConsumptionModel(carrier: .diesel))
    let up = try await engine.routes(for: try Self.request(drawing, ["A", "E"], energy)).routes[0]
    let down = try await engine.routes(for: try Self.request(drawing, ["E", "A"], energy)).routes[0]
    let litres = try #require(up.consumptionLitres)
    #expect(litres > 0 && up.consumptionKilowattHours == nil)
    #expect(up.carbonDioxideKilograms == litres * 2.689)
    #expect(litres > (try #require(down.consumptionLitres)))
    #expect(down.sections[0].energy!.spans.allSatisfy { $0.energy >= 0 })
  }

  @Test("requests and routes with energy are read as they were written")
  func coding() async throws {
    let hills = try Self.hills()
    let (drawing, roads) = try await Self.town(hills)
    let engine = OfflineRoutingEngine(map: roads.built.map)
    var battery = Battery(capacityKilowattHours: 64, initialChargeKilowattHours: 31)
    battery.minimumChargeKilowattHours = 2
    battery.minimumAtDestinationKilowattHours = 3
    battery.minimumAtChargerKilowattHours = 4
    battery.targetChargeKilowattHours = 55
    battery.chargingCurve = [.init(kilowattHours: 1, kilowatts: 100)]
    battery.connectors = [.ccs, .type2]
    battery.maximumPowerKilowatts = 120
    battery.setupSeconds = 77
    var model = Self.model
    model.traffic = [.init(kmh: 10, perMetre: 0.3)]
    let station = ChargingStation(
      id: "own/1", name: "Park", operatorName: "City", coordinate: try drawing.place("C"),
      connectors: [Connector(.ccs, powerKilowatts: 50, count: 2)], access: "customers",
      openingHours: "24/7", fee: true)
    let request = try Self.request(
      drawing, ["A", "I"], EnergyOptions(model: model, battery: battery, stations: [station]))
    let coded = try JSONEncoder().encode(request)
    #expect(try JSONDecoder().decode(RouteRequest.self, from: coded) == request)

    var route = try await engine.routes(for: request).routes[0]
    route.sections[0].chargingStation = station
    route.sections[0].postActions = [
      .wait(seconds: 1), .chargingSetup(seconds: 2),
      .charging(
        .init(seconds: 3, fromKilowattHours: 4, toKilowattHours: 5, connector: .chademo)),
    ]
    let text = try JSONEncoder().encode(route)
    #expect(try JSONDecoder().decode(RouteModel.Route.self, from: text) == route)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        Battery.self,
        from: Data(#"{"capacityKilowattHours":40,"connectors":["type9"]}"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Battery.self, from: Data(#"{"connectors":[]}"#.utf8))
    }
  }

  @Test("a forecast keeps the minimum charge on arrival at a charging stop")
  func forecastAtStop() async throws {
    // 3.2 kWh to the station, and 9.6 kWh behind it.
    let energy = ChargingRouteTests.energy(capacity: 10, initial: 10) {
      $0.minimumAtChargerKilowattHours = 4
    }
    let battery = try #require(energy.battery)
    let route = try await ChargingRouteTests.route(
      ChargingRouteTests.map(["B": .init(ChargingRouteTests.fast)]), ["A", "E"], energy)
    #expect(route.forecast(of: battery)?.isReached == true)
    let forecast = try #require(route.forecast(of: battery, charge: 7))
    #expect(!forecast.isReached)
    #expect(abs(forecast.missingKilowattHours - 0.2) < 0.1)
  }

  @Test("a charge, or a part of the battery, that is no number has a forecast all the same")
  func oddCharges() async throws {
    let hills = try Self.hills()
    let (drawing, roads) = try await Self.town(hills)
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let battery = Battery(capacityKilowattHours: 2, initialChargeKilowattHours: 2)
    let request = try Self.request(
      drawing, ["A", "I"], EnergyOptions(model: Self.model, battery: battery))
    let route = try await engine.routes(for: request).routes[0]
    let fields: [WritableKeyPath<Battery, Double>] = [
      \.capacityKilowattHours, \.initialChargeKilowattHours, \.minimumChargeKilowattHours,
    ]
    for odd in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      for metres in [0, odd, route.lengthMetres + 1] {
        for field in fields {
          var changed = battery
          changed[keyPath: field] = odd
          #expect(route.forecast(of: changed, from: metres) != nil, "\(odd)")
          _ = route.charge(at: metres, of: changed)
        }
        var changed = battery
        changed.minimumAtDestinationKilowattHours = odd
        #expect(route.forecast(of: changed, from: metres) != nil, "\(odd)")
        #expect(route.forecast(of: battery, charge: odd, from: metres) != nil, "\(odd)")
        _ = route.charge(at: metres, of: battery, beginningWith: odd)
      }
    }
    #expect(route.forecast(of: battery, charge: .nan) == route.forecast(of: battery, charge: 0))
    #expect(route.charge(at: .nan, of: battery) == 2)
  }
}
