import Geo
import RoadModel
import RouteModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Batteries are charged as long as an integral of small steps says, and impossible ones are refused by name.
@Suite struct BatteryTests {
  private static let curve = [
    ChargingPower(kilowattHours: 5, kilowatts: 40),
    ChargingPower(kilowattHours: 20, kilowatts: 150),
    ChargingPower(kilowattHours: 35, kilowatts: 150),
    ChargingPower(kilowattHours: 50, kilowatts: 7),
  ]

  private static func battery() -> Battery {
    Battery(capacityKilowattHours: 60, initialChargeKilowattHours: 30)
  }

  /// The power at a charge, read off the curve.
  private static func power(_ charge: Double, _ most: Double) -> Double {
    if charge <= 5 { return min(40, most) }
    if charge <= 20 { return min(40 + 110 * (charge - 5) / 15, most) }
    if charge <= 35 { return min(150, most) }
    if charge <= 50 { return min(150 - 143 * (charge - 35) / 15, most) }
    return min(7, most)
  }

  @Test(
    "the time is the integral of energy over power",
    arguments: [(0.0, 60.0), (4, 6), (10, 40), (33, 49), (20, 35), (49, 60), (12, 12)],
    [Double.infinity, 100, 22, 5])
  func chargingSeconds(_ charges: (Double, Double), _ most: Double) {
    var battery = Self.battery()
    battery.chargingCurve = Self.curve
    let steps = 200_000
    let width = (charges.1 - charges.0) / Double(steps)
    var hours = 0.0
    for step in 0..<steps {
      hours += width / Self.power(charges.0 + (Double(step) + 0.5) * width, most)
    }
    let seconds = battery.chargingSeconds(
      from: charges.0, to: charges.1, stationKilowatts: most < .infinity ? most : nil)
    #expect(abs(seconds - hours * 3_600) <= 1e-6 * max(seconds, 1))
    battery.maximumPowerKilowatts = most < .infinity ? most : nil
    #expect(
      battery.chargingSeconds(from: charges.0, to: charges.1, stationKilowatts: 1_000) == seconds)
  }

  @Test("without a curve the power of the station counts; without any power it takes for ever")
  func withoutCurve() {
    let battery = Self.battery()
    #expect(battery.chargingSeconds(from: 10, to: 21, stationKilowatts: 11) == 3_600)
    #expect(battery.chargingSeconds(from: 10, to: 21, stationKilowatts: nil) == .infinity)
  }

  /// A change that makes the options impossible, and the name in the error.
  struct Flaw: Sendable, CustomTestStringConvertible {
    var name: String
    var change: @Sendable (inout EnergyOptions) -> Void
    var testDescription: String { name }

    init(_ name: String, _ change: @escaping @Sendable (inout EnergyOptions) -> Void) {
      self.name = name
      self.change = change
    }
  }

  @Test(
    "what is not possible is refused by name",
    arguments: [
      Flaw("freeFlow") { $0.model.freeFlow = [] },
      Flaw("freeFlow[0].perMetre") { $0.model.freeFlow = [.init(kmh: 50, perMetre: -0.1)] },
      Flaw("freeFlow[0].kmh") { $0.model.freeFlow = [.init(kmh: .nan, perMetre: 0.1)] },
      Flaw("freeFlow") {
        $0.model.freeFlow = [.init(kmh: 50, perMetre: 0.1), .init(kmh: 50, perMetre: 0.2)]
      },
      Flaw("traffic") {
        $0.model.traffic = (0...100).map { .init(kmh: Double($0), perMetre: 0.2) }
      },
      Flaw("ascentPerMetre") { $0.model.ascentPerMetre = -1 },
      Flaw("descentRecoveryPerMetre") { $0.model.descentRecoveryPerMetre = .infinity },
      Flaw("auxiliaryPerSecond") { $0.model.auxiliaryPerSecond = -0.1 },
      Flaw("capacityKilowattHours") { $0.battery?.capacityKilowattHours = 0 },
      Flaw("capacityKilowattHours") { $0.battery?.capacityKilowattHours = .nan },
      Flaw("initialChargeKilowattHours") { $0.battery?.initialChargeKilowattHours = 61 },
      Flaw("minimumChargeKilowattHours") { $0.battery?.minimumChargeKilowattHours = -1 },
      Flaw("targetChargeKilowattHours") { $0.battery?.targetChargeKilowattHours = 60.1 },
      Flaw("minimumAtDestinationKilowattHours") {
        $0.battery?.minimumAtDestinationKilowattHours = 70
      },
      Flaw("chargingCurve") {
        $0.battery?.chargingCurve = [
          .init(kilowattHours: 10, kilowatts: 50), .init(kilowattHours: 5, kilowatts: 40),
        ]
      },
      Flaw("chargingCurve[1].kilowatts") {
        $0.battery?.chargingCurve = [
          .init(kilowattHours: 10, kilowatts: 5), .init(kilowattHours: 11, kilowatts: 0),
        ]
      },
      Flaw("setupSeconds") { $0.battery?.setupSeconds = -1 },
      Flaw("battery") { $0.model.carrier = .diesel },
      Flaw("ensureReachability") {
        $0.battery = nil
        $0.ensureReachability = true
      },
      Flaw("stations") { $0.take([Connector(.ccs, powerKilowatts: -5)]) },
      Flaw("stations") { $0.take([Connector(.ccs, powerKilowatts: .nan)]) },
      Flaw("stations") { $0.take([Connector(.ccs, count: 0)]) },
      Flaw("stations") { options in for _ in 0..<2 { options.take([]) } },
    ])
  func flaws(_ flaw: Flaw) {
    var options = RouteRequest.Options()
    options.energy = EnergyOptions(battery: Self.battery())
    #expect(throws: Never.self) { try options.check(.car) }
    flaw.change(&options.energy!)
    let error = #expect(throws: RoutingError.self) { try options.check(.car) }
    switch error {
    case .invalidEnergy(let name, _), .invalidSetting(let name, _, _, _):
      #expect(name == flaw.name)
    default: Issue.record("another error: \(error.map { "\($0)" } ?? "none")")
    }
  }

  @Test("own stations beyond the maximum number are refused with both numbers")
  func numberOfStations() throws {
    var options = RouteRequest.Options()
    var energy = EnergyOptions(battery: Self.battery(), ensureReachability: true)
    energy.stations = (0..<10_000).map {
      ChargingStation(id: "\($0)", coordinate: Coordinate(latitudeUnits: 0, longitudeUnits: 0))
    }
    options.energy = energy
    #expect(throws: Never.self) { try options.check(.car) }
    energy.stations.append(
      ChargingStation(id: "more", coordinate: Coordinate(latitudeUnits: 0, longitudeUnits: 0)))
    options.energy = energy
    let error = #expect(throws: RoutingError.self) { try options.check(.car) }
    guard case .invalidEnergy("stations", let reason) = error else {
      Issue.record("another error: \(error.map { "\($0)" } ?? "none")")
      return
    }
    #expect(reason.contains("10001") && reason.contains("at most 10000"))
  }

  @Test(
    "stations of a request have only what is known",
    arguments: [
      (#"{"id":"a","latitude":1,"longitude":2,"connectors":[{"type":"ccs"}]}"#, true),
      (#"{"id":"a","latitude":1,"longitude":2,"connectors":[{"type":"foo"}]}"#, false),
      (#"{"id":"a","latitude":1,"longitude":2,"connectors":[{"type":"ccs","kw":5}]}"#, false),
      (#"{"id":"a","latitude":1,"longitude":2,"foo":1}"#, false),
    ])
  func stations(_ station: String, isRead: Bool) throws {
    let text = "{\"stations\":[" + station + "]}"
    let options = try? JSONDecoder().decode(EnergyOptions.self, from: Data(text.utf8))
    #expect((options?.stations.count == 1) == isRead)
  }

  @Test(
    "the error of an unknown connector lists the known ones",
    arguments: [
      #"{"battery":{"capacityKilowattHours":50,"connectors":["tpye2"]}}"#,
      #"{"stations":[{"id":"a","latitude":1,"longitude":2,"connectors":[{"type":"tpye2"}]}]}"#,
    ])
  func unknownConnector(_ text: String) {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(EnergyOptions.self, from: Data(text.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("another error")
      return
    }
    #expect(context.debugDescription.contains("no such connector: tpye2"))
    for type in ConnectorType.allCases {
      #expect(context.debugDescription.contains(type.rawValue))
    }
  }

  @Test("people on foot have no energy unless a model says what")
  func foot() {
    var options = RouteRequest.Options()
    options.energy = EnergyOptions()
    #expect(throws: RoutingError.self) { try options.check(Vehicle(.foot)) }
    options.energy?.model.freeFlow = [.init(kmh: 5, perMetre: 0.06)]
    #expect(throws: Never.self) { try options.check(Vehicle(.foot)) }
  }

  @Test("a climb alone is possible however little it takes: the default recovers no more")
  func ascentAlone() {
    var options = RouteRequest.Options()
    options.energy = EnergyOptions(model: ConsumptionModel(ascentPerMetre: 1))
    #expect(throws: Never.self) { try options.check(.car) }
    let model = ConsumptionModel(ascentPerMetre: 1).completed(for: .car)
    #expect(model.descentRecoveryPerMetre == 1)
    options.energy?.model.descentRecoveryPerMetre = 2
    #expect(throws: RoutingError.self) { try options.check(.car) }
  }

  @Test("charging stops go neither with the shortest route nor with alternatives")
  func reachability() {
    var options = RouteRequest.Options()
    options.energy = EnergyOptions(battery: Self.battery(), ensureReachability: true)
    #expect(throws: Never.self) { try options.check(.car) }
    options.objective = .shortest
    #expect(throws: RoutingError.self) { try options.check(.car) }
    options.objective = .fastest
    options.alternatives = 1
    #expect(throws: RoutingError.self) { try options.check(.car) }
  }
}

extension EnergyOptions {
  /// Wants charging stops, also at a station with these connectors.
  fileprivate mutating func take(_ connectors: [Connector]) {
    ensureReachability = true
    stations.append(
      ChargingStation(
        id: "a", coordinate: Coordinate(latitudeUnits: 0, longitudeUnits: 0),
        connectors: connectors))
  }
}
