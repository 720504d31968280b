import RouteModel

/// Lower bounds of the time from a station, or the origin, to the destination.
///
/// Two bounds, each by one backward search over all legs that a full battery can drive:
/// - driving and the delays of the stations on the way;
/// - the same, plus for each leg the time to charge its energy with the maximum power of any
///   station, minus the time to charge the energy above the minimum at the destination that the
///   battery already has. Energy lost by a full battery only adds to the true time. This is the
///   second potential of Baum et al., see ``ChargingSearch``.
struct ChargingBounds: Sendable {
  private let times: [Double]
  /// Empty if a leg recovers more energy than the maximum power charges in its time.
  private let withCharging: [Double]
  private let maximumPower: Double
  private let minimum: Int64

  /// Bounds of a trip.
  ///
  /// - Complexity: O(n²) for n stations.
  init(_ problem: ChargingProblem, _ rows: (Int) -> ChargingSearch.Row) {
    let power = problem.stations.reduce(0.0) { max($0, $1.function?.maximumPower ?? 0) }
    maximumPower = power
    minimum = problem.minimumAtDestination
    let count = problem.stations.count
    var costs: [[Double]] = []
    var charged: [[Double]] = []
    var isPositive = true
    for place in 0...count {
      let row = rows(place)
      var times = [Double](repeating: .infinity, count: count + 1)
      var others = times
      for column in 0...count {
        let target = column == count ? problem.destination : column
        guard target != place, let leg = row[column],
          problem.need(of: leg.energy, to: target) != nil
        else { continue }
        let delay = column == count ? 0 : problem.stations[column].delay
        times[column] = Double(leg.time) / 100 + delay
        others[column] = times[column] + (power > 0 ? Double(leg.energy.net) / power : 0)
        if others[column] < 0 { isPositive = false }
      }
      costs.append(times)
      charged.append(others)
    }
    times = Self.distances(costs)
    withCharging = isPositive && power > 0 ? Self.distances(charged) : []
  }

  /// The shortest distances from each place to the last column, which is the destination.
  private static func distances(_ costs: [[Double]]) -> [Double] {
    // The origin is the last row; nothing leads to it.
    let count = costs.count
    var result = costs.map { $0[count - 1] }
    var isSettled = [Bool](repeating: false, count: count)
    while true {
      var best: Int?
      for place in 0..<count - 1 where !isSettled[place] && result[place] < .infinity {
        if result[place] < best.map({ result[$0] }) ?? .infinity { best = place }
      }
      guard let best else { return result }
      isSettled[best] = true
      for place in 0..<count where !isSettled[place] {
        result[place] = min(result[place], costs[place][best] + result[best])
      }
    }
  }

  /// A lower bound of the seconds from a place to the destination, with a charge.
  ///
  /// - Parameters:
  ///   - place: A station, ready to charge there, or the origin.
  ///   - charge: Milliwatt-hours above the minimum.
  /// - Returns: The seconds; infinite if no battery suffices.
  func remaining(from place: Int, charge: Int64) -> Double {
    guard !withCharging.isEmpty else { return times[place] }
    return max(times[place], withCharging[place] - Double(charge - minimum) / maximumPower)
  }
}
