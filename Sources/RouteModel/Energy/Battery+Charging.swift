extension Battery {
  /// Seconds of charging from one charge to another: the integral of the energy over the power.
  ///
  /// The power is the lowest of the curve's, the station's and the battery's. Within a segment of
  /// the curve the integral has a closed form. The time is infinite if no power is known.
  ///
  /// - Parameters:
  ///   - from: The charge at the beginning in kWh.
  ///   - to: The charge at the end in kWh; no time passes if it is not larger.
  ///   - stationKilowatts: The power of the station in kW; nil if unknown.
  /// - Returns: Seconds, without the setup time.
  public func chargingSeconds(
    from: Double, to: Double, stationKilowatts: Double?
  ) -> Double {
    guard to > from else { return 0 }
    let most = min(stationKilowatts ?? .infinity, maximumPowerKilowatts ?? .infinity)
    guard let first = chargingCurve.first, let last = chargingCurve.last else {
      return most < .infinity ? (to - from) / most * 3_600 : .infinity
    }
    var hours = 0.0
    // Before, between and behind the points.
    hours += max(min(to, first.kilowattHours) - from, 0) / min(first.kilowatts, most)
    for (a, b) in zip(chargingCurve, chargingCurve.dropFirst()) {
      hours += Self.hours(a, b, from: from, to: to, most: most)
    }
    hours += max(to - max(from, last.kilowattHours), 0) / min(last.kilowatts, most)
    return hours * 3_600
  }

  /// Hours within a piece of the curve, with a power of at most `most` kW.
  private static func hours(
    _ a: ChargingPower, _ b: ChargingPower, from: Double, to: Double, most: Double
  ) -> Double {
    let (begin, end) = (max(from, a.kilowattHours), min(to, b.kilowattHours))
    guard begin < end else { return 0 }
    let slope = (b.kilowatts - a.kilowatts) / (b.kilowattHours - a.kilowattHours)
    func power(_ charge: Double) -> Double { a.kilowatts + slope * (charge - a.kilowattHours) }
    let (p, q) = (power(begin), power(end))
    if min(p, q) >= most { return (end - begin) / most }
    if max(p, q) <= most { return (end - begin) * meanInverse(p, q) }
    let crossing = a.kilowattHours + (most - a.kilowatts) / slope
    let (limited, free) =
      p > q ? (crossing - begin, end - crossing) : (end - crossing, crossing - begin)
    return limited / most + free * meanInverse(min(p, q), most)
  }

  /// The mean of 1 / power while the power changes linearly from `p` to `q`: ln(q / p) / (q - p).
  ///
  /// It uses plain arithmetic, so that the bits are the same on all machines.
  private static func meanInverse(_ p: Double, _ q: Double) -> Double {
    // ln r = 2 (z + z³/3 + z⁵/5 + …) with z = (r - 1) / (r + 1), for a root of the ratio near 1.
    var root = max(p, q) / min(p, q)
    var times = 1.0
    while root > 2 {
      root = root.squareRoot()
      times *= 2
    }
    let z = (root - 1) / (root + 1)
    var (sum, power) = (0.0, 1.0)
    for term in 0..<20 {
      sum += power / Double(2 * term + 1)
      power *= z * z
    }
    // Equal powers have no difference to divide by; the series of ln r / (r - 1) is 2 / (r + 1) there.
    if times == 1 { return 2 / (root + 1) * sum / min(p, q) }
    return times * 2 * z * sum / abs(q - p)
  }
}
