import RouteModel

/// Which stations are worth passing without charging there: behind the others, the direct legs are as good.
///
/// It compares legs alone, so it tells of all charges at once. Each pair of stations is compared when it is needed.
struct ChargingDetours {
  private let problem: ChargingProblem
  private let rows: (Int) -> ChargingSearch.Row
  /// By base and station passed; none of a base that was not asked for.
  private var known: [[Bool?]]

  /// Nothing compared yet.
  init(_ problem: ChargingProblem, _ rows: @escaping (Int) -> ChargingSearch.Row) {
    self.problem = problem
    self.rows = rows
    known = problem.stations.map { _ in [] }
  }

  /// Whether every way on from a station, other than back to the base, is as good without it.
  ///
  /// - Parameters:
  ///   - place: The station that is passed.
  ///   - base: The station where the path begins.
  /// - Returns: The answer.
  /// - Complexity: O(n) for n stations; O(1) if it was asked before.
  mutating func isDetour(past place: Int, from base: Int) -> Bool {
    if known[base].isEmpty {
      known[base] = [Bool?](repeating: nil, count: problem.stations.count)
    }
    if let isDetour = known[base][place] { return isDetour }
    let isDetour = !leadsOn(past: place, from: base)
    known[base][place] = isDetour
    return isDetour
  }

  private func leadsOn(past place: Int, from base: Int) -> Bool {
    let direct = rows(base)
    guard let first = direct[place] else { return true }
    let seconds = Double(first.time) / 100 + problem.stations[place].delay
    for (column, leg) in rows(place).enumerated() where column != place {
      guard let leg else { continue }
      let energy = first.energy + leg.energy
      if column == base {
        if energy.net < 0 { return true }
        continue
      }
      // The destination follows the stations in a row.
      let end = column == problem.stations.count ? problem.destination : column
      if problem.need(of: energy, to: end) == nil { continue }
      guard let other = direct[column],
        Double(other.time) / 100 <= seconds + Double(leg.time) / 100,
        Self.takesNoMore(other.energy, than: energy)
      else { return true }
    }
    return false
  }

  /// Whether a path needs no more charge than another, and leaves as much of each.
  private static func takesNoMore(_ energy: EnergyBalance, than other: EnergyBalance) -> Bool {
    energy.net <= other.net && energy.need <= other.need && energy.tail <= other.tail
      && energy.peak <= other.peak
  }
}
