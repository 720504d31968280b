import RouteModel
import TestSupport
import Testing

@testable import Routing
@testable import RoutingReference

@Suite struct ChargingSearchTests {
  @Test(
    "the least time is that of trying every charge, within a step",
    arguments: ChargingReference.vehicles.indices)
  func leastTime(vehicle: Int) {
    var (solved, withStops) = (0, 0)
    for seed in 0..<500 {
      let reference = ChargingReference(
        ChargingReference.vehicles[vehicle], seed: UInt64(3 * seed + vehicle))
      let note: Comment = "vehicle \(vehicle), seed \(seed)"
      var search = ChargingSearch(reference.problem, rows: reference.row)
      let plan = search.run()
      let expected = reference.leastSeconds()
      #expect((plan == nil) == (expected == nil), note)
      guard let plan, let expected else {
        let shortfall = ChargingShortfall.find(
          reference.problem, rows: reference.row, goal: { _ in reference.stations.count })
        #expect(shortfall.map { $0.missing > 0 } ?? true, note)
        continue
      }
      solved += 1
      if !plan.stops.isEmpty { withStops += 1 }
      check(plan, reference, note)
      // With constant powers, every best charge is a whole number of steps.
      let isConstant = reference.vehicle.curve.isEmpty
      let slowest = reference.stations.indices.flatMap { station in
        [0, reference.vehicle.steps - 1].map { reference.secondsOfStep($0, at: station) }
      }
      let slack = isConstant ? 0 : Double(plan.stops.count) * (slowest.max() ?? 0)
      let rounding = isConstant ? 0.001 : 0.001 + 0.002 * expected
      #expect(plan.seconds <= expected + rounding, note)
      #expect(plan.seconds >= expected - slack - rounding, note)
    }
    #expect(solved > 200)
    #expect(withStops > 100)
  }

  @Test(
    "a plan waits for openings, and leaves before closings, as trying every charge does",
    arguments: ChargingReference.vehicles.indices)
  func hours(vehicle: Int) {
    var (solved, waiting) = (0, 0)
    for seed in 0..<500 {
      let reference = ChargingReference(
        ChargingReference.vehicles[vehicle], seed: UInt64(3 * seed + vehicle), withHours: true)
      let note: Comment = "vehicle \(vehicle), seed \(seed)"
      var search = ChargingSearch(reference.problem, rows: reference.row)
      let plan = search.run()
      // The parts of a charging function are half a second off at most, so a stay may just be too long.
      let expected = reference.leastSeconds(closingLater: -5)
      guard let plan else {
        #expect(expected == nil, note)
        continue
      }
      solved += 1
      waiting += check(plan, reference, note)
      #expect(plan.seconds <= (expected ?? .infinity) * 1.002 + 0.001, note)
      // The best charges lie between steps: at an opening, or at a closing. Each step more takes time.
      let slowest = reference.stations.indices.flatMap { station in
        [0, reference.vehicle.steps - 1].map { reference.secondsOfStep($0, at: station) }
      }
      let slack = Double(plan.stops.count) * (slowest.max() ?? 0) + 0.002 * plan.seconds
      let least = reference.leastSeconds(closingLater: slack)
      #expect(plan.seconds >= (least ?? .infinity) - slack - 0.001, note)
    }
    #expect(solved > 200)
    #expect(waiting > 20)
  }

  @Test("a search for stops ends when its task is cancelled")
  func cancelled() async {
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return (0..<20).contains { seed in
        let reference = ChargingReference(ChargingReference.vehicles[0], seed: UInt64(seed))
        var search = ChargingSearch(reference.problem, rows: reference.row)
        return search.run() != nil
      }
    }
    task.cancel()
    #expect(await task.value == false)
  }

  /// Drives a plan edge by edge, and charges by numerical integration.
  ///
  /// - Returns: The number of stops that wait for an opening.
  @discardableResult private func check(
    _ plan: ChargingPlan, _ reference: ChargingReference, _ note: Comment
  ) -> Int {
    var waiting = 0
    let step = ChargingReference.step
    let capacity = Int64(reference.vehicle.steps) * step
    let target = Int64(reference.target) * step
    let end = reference.stations.count
    var charge = Int64(reference.initial) * step
    var seconds = 0.0
    var place = end
    func drive(to next: Int, atLeast minimum: Int) {
      guard let leg = reference.legs[place][next] else {
        Issue.record("no such leg, \(note)")
        return
      }
      for edge in leg.edges {
        charge = min(charge - Int64(edge) * step, capacity)
        #expect(charge >= 0, note)
      }
      #expect(charge >= Int64(minimum) * step, note)
      seconds += Double(leg.hundredths) / 100
      place = next
    }
    for stop in plan.stops {
      drive(to: stop.station, atLeast: reference.minimumAtStation)
      #expect(charge == stop.arrival, note)
      #expect(charge <= stop.departure && stop.departure <= max(charge, target), note)
      let charging = reference.chargingSeconds(
        from: charge, to: stop.departure, at: stop.station)
      #expect(abs(stop.chargingSeconds - charging) <= 0.5 + 0.003 * charging, note)
      let delay = reference.vehicle.delay + reference.stations[stop.station].wait
      if let openings = reference.openings[stop.station], stop.chargingSeconds > 0 {
        let stay = delay + stop.chargingSeconds
        let opening = openings.first { max(seconds, $0.lowerBound) + stay <= $0.upperBound + 1e-4 }
        #expect(opening != nil, note)
        if let opening, opening.lowerBound > seconds {
          seconds = opening.lowerBound
          waiting += 1
        }
      }
      seconds += delay + stop.chargingSeconds
      charge = stop.departure
    }
    drive(to: end, atLeast: reference.minimumAtDestination)
    #expect(charge == plan.arrival, note)
    #expect(abs(seconds - plan.seconds) < 0.001, note)
    return waiting
  }

  @Test("charging takes the integral of the inverse power")
  func integral() {
    // From 100 kW at 0 to 10 kW at 9 kWh; ∫ dE / P = ln(100 / P(E)) / 10 hours.
    let function = ChargingFunction(
      curve: [.init(charge: 0, kilowatts: 100), .init(charge: 9_000_000, kilowatts: 10)],
      maximum: 1_000, capacity: 9_000_000)
    #expect(abs(function.seconds(to: 9_000_000) - 2.302585 * 360) < 0.01)
    // Half way to 55 kW.
    #expect(abs(function.seconds(to: 4_500_000) - 0.597837 * 360) < 0.3)
    #expect(function.isFalling)
    #expect(abs(function.maximumPower * 3600 / 1e6 - 100) < 6)
  }

  @Test("the power of the station bounds that of the curve")
  func stationPower() {
    let function = ChargingFunction(
      curve: [.init(charge: 0, kilowatts: 100), .init(charge: 9_000_000, kilowatts: 10)],
      maximum: 10, capacity: 9_000_000)
    #expect(abs(function.seconds(to: 9_000_000) - 0.9 * 3600) < 0.01)
  }

  @Test("three hundred stations are planned among in a moment")
  func manyStations() {
    var random = SeededGenerator(seed: 7)
    let capacity: Int64 = 50_000_000
    let places = (0..<300).map { _ in
      (
        x: Double.random(in: 0...500, using: &random),
        y: Double.random(in: -40...40, using: &random)
      )
    }
    let stations = places.map { _ in
      ChargingProblem.Station(
        function: ChargingFunction(
          curve: [
            .init(charge: 0, kilowatts: 120), .init(charge: 25_000_000, kilowatts: 120),
            .init(charge: capacity, kilowatts: 10),
          ], maximum: [11.0, 50, 150].randomElement(using: &random) ?? 11, capacity: capacity),
        delay: 300)
    }
    let problem = ChargingProblem(
      capacity: capacity, initial: 40_000_000, target: capacity, minimumAtStation: 2_000_000,
      minimumAtDestination: 5_000_000, stations: stations)
    let all = places + [(0, 0), (500, 0)]
    func leg(_ from: Int, _ to: Int) -> ChargingLeg {
      let (x, y) = (all[to].x - all[from].x, all[to].y - all[from].y)
      let kilometres = 1.2 * (x * x + y * y).squareRoot()
      return ChargingLeg(
        time: UInt32(kilometres * 3_600), energy: EnergyBalance(edge: Int64(kilometres * 180_000)))
    }
    let rows = (0...300).map { from in
      (Array(0..<300) + [301]).map { Optional(leg(from, $0)) }
    }
    var search = ChargingSearch(problem, rows: { rows[$0] })
    let plan = search.run()
    #expect(plan?.stops.isEmpty == false)
    #expect(search.labels.count < 20_000)
  }
}
