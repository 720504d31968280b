import RouteModel

/// A trip among charging stations, solved by trying every charge in steps of 0.05 kWh.
struct ChargingTripReference {
  /// Milliwatt-hours of a step.
  private static let step = 50_000.0

  /// A leg as the reference drives it.
  struct Leg {
    var seconds: Double
    /// Milliwatt-hours by edge.
    var edges: [Double]
  }

  let battery: Battery
  /// The power of each station in kW.
  let powers: [Double]
  /// The legs from each station, and at last from the start, to each station, and at last to the end.
  let legs: [[Leg?]]

  /// The least seconds by trying every charge; nil if there is none.
  func leastSeconds(_ rounding: FloatingPointRoundingRule) -> Double? {
    let step = Self.step
    let count = powers.count
    let low = battery.minimumChargeKilowattHours
    let usable = (battery.capacityKilowattHours - low) * 1e6
    let levels = Int((usable / step).rounded()) + 1
    func power(_ level: Double, _ station: Int) -> Double {
      let charge = low + level * step / 1e6
      var power = powers[station]
      let curve = battery.chargingCurve
      for (a, b) in zip(curve, curve.dropFirst())
      where a.kilowattHours <= charge && charge <= b.kilowattHours {
        let share = (charge - a.kilowattHours) / (b.kilowattHours - a.kilowattHours)
        power = min(power, a.kilowatts + share * (b.kilowatts - a.kilowatts))
      }
      return power
    }
    func seconds(_ level: Int, _ station: Int) -> Double {
      var seconds = 0.0
      for part in 0..<50 {
        let middle = Double(level) + (Double(part) + 0.5) / 50
        seconds += step / 1e6 / 50 * 3600 / power(middle, station)
      }
      return seconds
    }
    let charging: [[Double]] = powers.indices.map { station in
      (0..<levels).map { seconds($0, station) }
    }
    return ChargeLattice(stations: count, steps: levels).leastSeconds(
      charging: { place, _ in
        place.steps + 1 < levels ? charging[place.station][place.steps] : nil
      },
      legs: { from, _ in
        let charge =
          from.map { Double($0.steps) * step } ?? (battery.initialChargeKilowattHours - low) * 1e6
        // The best charge to leave with may lie between two steps.
        let spare = rounding == .up && from != nil ? step : 0
        return legs[from?.station ?? count].enumerated().compactMap {
          to, leg -> (ChargeLattice.Place?, Double)? in
          guard let leg, to != from?.station else { return nil }
          var left: Double? = min(charge + spare, usable)
          for edge in leg.edges {
            left = left.flatMap { $0 - edge >= 0 ? min($0 - edge, usable) : nil }
          }
          guard let left else { return nil }
          if to == count {
            let minimum = (battery.minimumAtDestinationKilowattHours ?? low) - low
            return left >= minimum * 1e6 ? (nil, leg.seconds) : nil
          }
          let steps = min(Int((left / step).rounded(rounding)), levels - 1)
          return ((to, steps), leg.seconds + battery.setupSeconds)
        }
      })
  }
}
