import Navigation
import RoadModel
import RouteModel
import Routing
import TestSupport

/// Trips with charging stops that the plan of the route has inserted.
extension ScenarioTests {
  /// 1 kWh for a kilometre, a small charge, and stations at two letters.
  private static let electric: @Sendable (inout RouteRequest) -> Void = { request in
    drives(&request, with: 0.9, stations: ["B", "F"], on: .town)
  }

  private static func drives(
    _ request: inout RouteRequest, with charge: Double, stations letters: [String], on map: DrawnMap
  ) {
    var battery = Battery(
      capacityKilowattHours: max(2, charge + 0.4), initialChargeKilowattHours: charge)
    battery.setupSeconds = 60
    let stations = letters.compactMap { letter in
      (try? map.drawing.place(letter)).map {
        ChargingStation(
          id: letter, name: letter, coordinate: $0,
          connectors: [Connector(.ccs, powerKilowatts: 50)])
      }
    }
    request.options.energy = EnergyOptions(
      model: ConsumptionModel(
        freeFlow: [SpeedConsumption(kmh: 0, perMetre: 1)], ascentPerMetre: 0,
        descentRecoveryPerMetre: 0, auxiliaryPerSecond: 0),
      battery: battery, ensureReachability: true, stations: stations)
  }

  static let charging: [Scenario] = [
    Scenario(
      // 2.9 km, of which 2.5 km lead to the station on either way.
      name: "a faster route has charging stops of its own", map: .fork, places: ["S", "Z"],
      options: improving,
      request: {
        drives(&$0, with: 2.6, stations: ["D"], on: .fork)
        $0.options.exclude = .tolls
      }, answers: { _ in .yes },
      respond: { asked, engine in
        var free = asked.request
        free.options.exclude = []
        return (try? engine.routes(for: free)).map { .response(asked.id, $0) }
      }, steps: [.drive("SA", Drive(speed: 18, stand: 0)), .input(.cancel)],
      events: "leg 0, request improve, ask fasterRoute, answered, tookFasterRoute, ended cancelled"
    ),
    Scenario(
      name: "a charging stop is a leg of its own", map: .town, places: ["A", "D"],
      request: electric, steps: [.drive("AB"), .drive("BCD")],
      events: "leg 0, near 1, at 1, charging, leg 1, near 2, at 2, ended arrived"),
    Scenario(
      name: "at a charging stop the caller lets the trip go on", map: .town, places: ["A", "D"],
      options: { $0.asks = [.nextLeg] }, request: electric,
      answers: { question in
        if case .nextLeg = question.kind { .no } else { nil }
      }, steps: [.drive("AB"), .ticks(90), .input(.nextLeg), .drive("BCD")],
      events: "leg 0, near 1, at 1, charging, ask nextLeg, answered, signalLost, leg 1, "
        + "signalFound, near 2, at 2, ended arrived"),
    Scenario(
      name: "a new route has charging stops of its own", map: .town, places: ["A", "D"],
      request: electric, steps: [.drive("AHEB"), .drive("BCD")],
      events: "leg 0, left otherRoad, willReroute, request reroute, didReroute, near 1, at 1, "
        + "charging, leg 1, near 2, at 2, ended arrived"),
    Scenario(
      name: "a new route without charging stops is better than none", map: .town,
      places: ["A", "D"], request: electric,
      respond: { asked, _ in
        guard asked.request.options.energy?.ensureReachability == true else { return nil }
        return .failure(
          asked.id, .notReachable(metres: 500, station: nil, missingKilowattHours: 0.5))
      }, steps: [.drivesUntil("didReroute", "AHE"), .input(.cancel)],
      events: "leg 0, left otherRoad, willReroute, request reroute, didReroute, ended cancelled"),
  ]
}
