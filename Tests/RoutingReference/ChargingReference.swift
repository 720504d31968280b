import RouteModel
import TestSupport

/// A trip among stations that is made at random, and solved by trying every charge in steps of 0.05 kWh.
///
/// It shares nothing with the search but the statement: legs are driven edge by edge, charging is integrated
/// numerically, and Dijkstra's algorithm visits every station with every charge.
struct ChargingReference {
  /// Milliwatt-hours of a step.
  static let step: Int64 = 50_000

  /// A vehicle: its battery in steps above the minimum, and how it charges.
  struct Vehicle {
    var name: String
    var steps: Int
    var delay: Double
    /// Power in kW by step, the power between two of them linear.
    var curve: [(step: Int, kilowatts: Double)]
  }

  static let vehicles = [
    Vehicle(name: "constant power", steps: 120, delay: 0, curve: []),
    Vehicle(
      name: "falling power", steps: 100, delay: 60,
      curve: [(0, 50), (40, 50), (80, 12), (100, 4)]),
    Vehicle(
      name: "rising and falling power", steps: 80, delay: 240,
      curve: [(0, 8), (20, 40), (50, 60), (80, 6)]),
  ]

  struct Leg {
    var hundredths: UInt32
    /// The energy of each edge in steps.
    var edges: [Int]
  }

  let vehicle: Vehicle
  let initial: Int
  let target: Int
  let minimumAtStation: Int
  let minimumAtDestination: Int
  /// The greatest power of each station, and the seconds of waiting there.
  let stations: [(kilowatts: Double, wait: Double)]
  /// By origin (the stations, then the start) and destination (the stations, then the end).
  let legs: [[Leg?]]
  /// The times at which each station is open; nil if always.
  let openings: [[ClosedRange<Double>]?]

  init(_ vehicle: Vehicle, seed: UInt64, withHours: Bool = false) {
    var random = SeededGenerator(seed: seed)
    self.vehicle = vehicle
    let count = Int.random(in: 1...6, using: &random)
    let full = vehicle.steps
    initial = Int.random(in: full / 4...full, using: &random)
    target = Bool.random(using: &random) ? full : Int.random(in: full / 2...full, using: &random)
    minimumAtStation = Int.random(in: 0...full / 10, using: &random)
    minimumAtDestination = Int.random(in: 0...full / 2, using: &random)
    stations = (0..<count).map { _ in
      (
        [3.0, 11, 22, 50, 150].randomElement(using: &random) ?? 3,
        Bool.random(using: &random) ? 0 : Double(Int.random(in: 0...300, using: &random))
      )
    }
    legs = (0...count).map { from in
      (0...count).map { to in
        // The way to the end alone is mostly too far.
        if from == to && from < count || Int.random(in: 0..<8, using: &random) == 0 { return nil }
        let isWhole = from == count && to == count
        let edges = (0..<Int.random(in: 1...5, using: &random)).map { _ in
          let most = isWhole ? full : full / 3
          return Int.random(in: 0..<4, using: &random) == 0
            ? -Int.random(in: 0...full / 5, using: &random)
            : Int.random(in: 0...most, using: &random)
        }
        return Leg(
          hundredths: UInt32(Int.random(in: 1_000...200_000, using: &random)), edges: edges)
      }
    }
    openings = (0..<count).map { _ in
      guard withHours, Int.random(in: 0..<4, using: &random) > 0 else { return nil }
      let times = (0..<2 * Int.random(in: 1...Self.openings, using: &random)).map { _ in
        Double(Int.random(in: 0...200, using: &random) * 60)
      }.sorted()
      return stride(from: 0, to: times.count, by: 2).map { times[$0]...times[$0 + 1] }
    }
  }

  /// The maximum number of openings of a station.
  private static let openings = 3

  /// Seconds to charge one step from a charge, by the midpoints of a hundred parts.
  func secondsOfStep(_ charge: Int, at station: Int) -> Double {
    var seconds = 0.0
    for part in 0..<100 {
      let at = Double(charge) + (Double(part) + 0.5) / 100
      seconds += Double(Self.step) / 1e6 / 100 / min(power(at), stations[station].kilowatts) * 3600
    }
    return seconds
  }

  private func power(_ charge: Double) -> Double {
    guard let first = vehicle.curve.first else { return .infinity }
    var before = first
    for point in vehicle.curve {
      if charge <= Double(point.step) {
        if point.step == before.step { return point.kilowatts }
        let share = (charge - Double(before.step)) / Double(point.step - before.step)
        return before.kilowatts + share * (point.kilowatts - before.kilowatts)
      }
      before = point
    }
    return before.kilowatts
  }

  /// Seconds to charge from one number of milliwatt-hours to another, by the midpoints of many parts.
  func chargingSeconds(from: Int64, to: Int64, at station: Int) -> Double {
    let parts = 10_000
    var seconds = 0.0
    for part in 0..<parts {
      let share = (Double(part) + 0.5) / Double(parts)
      let at = (Double(from) + share * Double(to - from)) / Double(Self.step)
      let power = min(power(at), stations[station].kilowatts)
      seconds += Double(to - from) / 1e6 / Double(parts) / power * 3600
    }
    return seconds
  }

  /// The charge behind a leg; nil if the battery does not suffice.
  func driven(_ leg: Leg, from charge: Int, atLeast minimum: Int) -> Int? {
    var charge = charge
    for edge in leg.edges {
      charge = min(charge - edge, vehicle.steps)
      if charge < 0 { return nil }
    }
    return charge >= minimum ? charge : nil
  }

  /// The least time of all plans whose charges are whole steps, if stations close later by some seconds; nil if there
  /// is none.
  ///
  /// Each station counts once for each of its openings, and once for passing it without charging.
  func leastSeconds(closingLater spare: Double = 0) -> Double? {
    let stays = Self.openings + 1
    let charging = stations.indices.map { station in
      (0..<vehicle.steps).map { secondsOfStep($0, at: station) }
    }
    return ChargeLattice(stations: stations.count * stays, steps: vehicle.steps + 1).leastSeconds(
      charging: { place, time in
        let (station, stay) = place.station.quotientAndRemainder(dividingBy: stays)
        guard place.steps < target else { return nil }
        let seconds = charging[station][place.steps]
        guard let openings = openings[station] else { return seconds }
        guard stay < openings.count, time + seconds <= openings[stay].upperBound + spare + 1e-6
        else { return nil }
        return seconds
      },
      legs: { place, time in
        arrivals(
          from: place.map { $0.station / stays } ?? stations.count, at: time,
          charge: place?.steps ?? initial)
      })
  }

  /// What the legs from a station, or the start, lead to; an arrival without place is the end.
  private func arrivals(
    from place: Int, at time: Double, charge: Int
  ) -> [(place: ChargeLattice.Place?, seconds: Double)] {
    typealias Arrival = (place: ChargeLattice.Place?, seconds: Double)
    return legs[place].enumerated().flatMap { to, leg -> [Arrival] in
      let isEnd = to == stations.count
      let minimum = isEnd ? minimumAtDestination : minimumAtStation
      guard let leg, let left = driven(leg, from: charge, atLeast: minimum) else { return [] }
      let seconds = Double(leg.hundredths) / 100
      if isEnd { return [(nil, seconds)] }
      let delay = vehicle.delay + stations[to].wait
      let first = to * (Self.openings + 1)
      guard let openings = openings[to] else { return [((first, left), seconds + delay)] }
      // The last is passing; the first ones wait for an opening.
      return [((first + Self.openings, left), seconds + delay)]
        + openings.enumerated().map { number, opening in
          ((first + number, left), max(seconds, opening.lowerBound - time) + delay)
        }
    }
  }
}
