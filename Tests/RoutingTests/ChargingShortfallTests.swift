import RouteModel
import TestSupport
import Testing

@testable import Routing

@Suite struct ChargingShortfallTests {
  @Test("what is missing on a trip over waypoints is the least that trying every charge finds")
  func leastMissing() {
    var found: [String: Int] = [:]
    for seed in 0..<300 {
      let trip = StagedChargingTrip(seed: UInt64(seed))
      let reached = trip.reached()
      if reached.contains(where: { $0.place == trip.destination }) { continue }
      let shortfall = ChargingShortfall.find(trip.problem, rows: trip.row, goal: trip.goal)
      let expected = trip.leastMissing(reached)
      let note: Comment = "seed \(seed)"
      #expect(shortfall?.missing == Int64(expected.steps) * StagedChargingTrip.step, note)
      guard let shortfall else { continue }
      let place = trip.place(shortfall.place)
      let most = reached.filter { $0.place == place.place && $0.stage == place.stage }
        .map(\.charge).max()
      #expect(shortfall.charge == most.map { Int64($0) * StagedChargingTrip.step }, note)
      let kind = shortfall.place == trip.problem.origin ? "start" : "station"
      found[expected.isWithinBattery ? "\(kind), within the battery" : kind, default: 0] += 1
      found["\(trip.stages) stages", default: 0] += 1
    }
    // Of each kind, and over one, two and three stages.
    #expect(found.count == 7 && found.values.allSatisfy { $0 > 5 }, "\(found)")
  }
}

/// A trip over waypoints among stations that is made at random, and solved by trying every charge in steps.
///
/// Every leg is driven edge by edge. Places are the stations, then the waypoints from the start to the destination.
struct StagedChargingTrip {
  /// Milliwatt-hours of a step.
  static let step: Int64 = 50_000

  /// A vehicle that leaves a place, or charges there.
  struct State: Hashable {
    var place: Int
    /// The number of waypoints passed, without the start.
    var stage: Int
    var charge: Int
  }

  let stages: Int
  let count: Int
  let capacity: Int
  let initial: Int
  let target: Int
  let minimumAtStation: Int
  let minimumAtDestination: Int
  /// The energies of the edges in steps, by origin and destination.
  let legs: [[[Int]?]]

  var destination: Int { count + stages }

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (stages, count) = (
      Int.random(in: 1...3, using: &random), Int.random(in: 1...4, using: &random)
    )
    let capacity = Int.random(in: 8...24, using: &random)
    (self.stages, self.count, self.capacity) = (stages, count, capacity)
    initial = Int.random(in: 0...capacity, using: &random)
    target =
      Bool.random(using: &random)
      ? capacity : Int.random(in: capacity / 2...capacity, using: &random)
    minimumAtStation = Int.random(in: 0...capacity / 8, using: &random)
    minimumAtDestination = Int.random(in: 0...capacity / 3, using: &random)
    legs = (0...count + stages).map { from in
      (0...count + stages).map { to in
        // Some stations are not connected to each other.
        if from < count, to < count, from == to || Int.random(in: 0..<4, using: &random) == 0 {
          return nil
        }
        let most = max(from, to) < count ? capacity / 2 : capacity
        return (0..<Int.random(in: 1...3, using: &random)).map { _ in
          Int.random(in: 0..<4, using: &random) == 0
            ? -Int.random(in: 0...capacity / 4, using: &random)
            : Int.random(in: 0...most, using: &random)
        }
      }
    }
  }

  // MARK: Every charge

  /// The charge behind a leg; nil if the battery does not suffice.
  private func driven(_ edges: [Int]?, from charge: Int, capacity: Int) -> Int? {
    guard let edges else { return nil }
    var charge = charge
    for edge in edges {
      charge = min(charge - edge, capacity)
      if charge < 0 { return nil }
    }
    return charge
  }

  private func minimum(at place: Int) -> Int {
    if place == destination { return minimumAtDestination }
    return place < count ? minimumAtStation : 0
  }

  /// The places to which the legs from a place lead: the stations, and the waypoint at the end of the stage.
  private func ends(_ stage: Int) -> [Int] { Array(0..<count) + [count + stage + 1] }

  /// What follows from a state: a step more of charge, or the end of a leg.
  private func next(_ state: State) -> [State] {
    if state.place == destination { return [] }
    var result: [State] = []
    if state.place < count, state.charge < target {
      result.append(State(place: state.place, stage: state.stage, charge: state.charge + 1))
    }
    for end in ends(state.stage) {
      guard
        let left = driven(legs[state.place][end], from: state.charge, capacity: capacity),
        left >= minimum(at: end)
      else { continue }
      result.append(State(place: end, stage: state.stage + (end < count ? 0 : 1), charge: left))
    }
    return result
  }

  /// All states of a vehicle that begins with the initial charge.
  func reached() -> Set<State> {
    var waiting = [State(place: count, stage: 0, charge: initial)]
    var known = Set(waiting)
    while let state = waiting.popLast() {
      for other in next(state) where known.insert(other).inserted { waiting.append(other) }
    }
    return known
  }

  /// The states from which a waypoint is reached.
  private func leading(to end: Int) -> Set<State> {
    var all: [State] = []
    for stage in 0..<end {
      for place in Array(0..<count) + [count + stage] {
        all += (0...capacity).map { State(place: place, stage: stage, charge: $0) }
      }
    }
    var found: Set<State> = []
    while true {
      let more = all.filter { state in
        !found.contains(state)
          && next(state).contains { $0.place == count + end || found.contains($0) }
      }
      if more.isEmpty { return found }
      found.formUnion(more)
    }
  }

  /// The least charge, in steps, that is missing at one of the states.
  func leastMissing(_ reached: Set<State>) -> (steps: Int, isWithinBattery: Bool) {
    let starts = reached.filter { $0.place <= count && ($0.place < count || $0.stage == 0) }
    let toDestination = leading(to: stages)
    for steps in 1...capacity {
      if starts.contains(where: {
        $0.charge + steps <= capacity
          && leads(to: stages, toDestination, $0, more: steps, capacity: capacity)
      }) {
        return (steps, true)
      }
    }
    // In a larger battery, as far as the first waypoint that is not reached.
    let first = (reached.map(\.stage).max() ?? 0) + 1
    let toFirst = leading(to: first)
    var steps = 1
    while !starts.contains(where: {
      leads(to: first, toFirst, $0, more: steps, capacity: capacity + steps)
    }) {
      steps += 1
    }
    return (steps, false)
  }

  /// Whether a vehicle with more charge reaches a waypoint, or a state that leads there, past waypoints alone.
  private func leads(
    to end: Int, _ leading: Set<State>, _ state: State, more: Int, capacity: Int
  ) -> Bool {
    var (place, stage, charge) = (state.place, state.stage, state.charge + more)
    while stage < end {
      for station in 0..<count {
        guard let left = driven(legs[place][station], from: charge, capacity: capacity),
          left >= minimumAtStation
        else { continue }
        let arrival = State(place: station, stage: stage, charge: min(left, self.capacity))
        if leading.contains(arrival) { return true }
      }
      stage += 1
      guard let left = driven(legs[place][count + stage], from: charge, capacity: capacity) else {
        return false
      }
      if stage == end { return left >= minimum(at: count + end) }
      (place, charge) = (count + stage, left)
    }
    return false
  }
}

/// The trip as the engine's search takes it.
extension StagedChargingTrip {
  private var width: Int { count + 1 }

  var problem: ChargingProblem {
    let all = Int64(capacity) * Self.step
    let station = ChargingProblem.Station(
      function: ChargingFunction(curve: [], maximum: 50, capacity: all), delay: 0)
    let waypoint = ChargingProblem.Station(function: nil, delay: 0)
    let stage = Array(repeating: station, count: count) + [waypoint]
    return ChargingProblem(
      capacity: all, initial: Int64(initial) * Self.step, target: Int64(target) * Self.step,
      minimumAtStation: Int64(minimumAtStation) * Self.step,
      minimumAtDestination: Int64(minimumAtDestination) * Self.step,
      stations: Array((0..<stages).flatMap { _ in stage }.dropLast()))
  }

  /// The place and the stage of a number of the problem.
  func place(_ number: Int) -> (place: Int, stage: Int) {
    if number == problem.origin { return (count, 0) }
    let (stage, index) = number.quotientAndRemainder(dividingBy: width)
    return index < count ? (index, stage) : (count + stage + 1, stage + 1)
  }

  func goal(_ number: Int) -> Int { place(number).stage * width + count }

  func row(_ number: Int) -> ChargingSearch.Row {
    let (place, stage) = place(number)
    var row = ChargingSearch.Row(repeating: nil, count: stages * width)
    for end in ends(stage) {
      row[stage * width + min(end, count)] = legs[place][end].map { edges in
        ChargingLeg(
          time: 100, energy: edges.reduce(.zero) { $0 + EnergyBalance(edge: Int64($1) * Self.step) }
        )
      }
    }
    return row
  }
}
