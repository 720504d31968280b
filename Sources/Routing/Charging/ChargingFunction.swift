import Geo

/// The charging time at a station: an increasing function of charge, linear between points.
///
/// The power of a curve changes between its points. Each stretch is divided into parts whose power
/// changes by at most 5 %. In each part the power is constant, at the value that gives the part its
/// exact duration. So the time is exact at the points; between them its error is at most 1 % of the
/// time of the part. The search is exact for this function.
struct ChargingFunction: Sendable {
  /// The power at a charge above the minimum; linear between two of them, constant beyond the first and the last.
  struct Power: Sendable, Hashable {
    /// Milliwatt-hours above the minimum.
    var charge: Int64
    /// Kilowatts, above 0.
    var kilowatts: Double
  }

  /// Milliwatt-hours above the minimum, strictly ascending, from 0 to the usable capacity.
  let charges: [Int64]
  /// The seconds from 0 to each charge.
  let seconds: [Double]
  /// Whether the power never increases with the charge.
  let isFalling: Bool
  /// The maximum power in milliwatt-hours per second.
  let maximumPower: Double

  /// The largest ratio of powers in a part.
  private static let ratio = 1.05
  /// Milliwatt-hours per second of a kilowatt.
  private static let flow = 1e6 / 3600

  /// A function from a curve.
  ///
  /// - Parameters:
  ///   - curve: The maximum power of the battery, with strictly ascending charges; empty for no
  ///     limit.
  ///   - maximum: The maximum power of the station and the vehicle in kilowatts, above 0.
  ///   - capacity: The usable capacity in milliwatt-hours, above 0.
  init(curve: [Power], maximum: Double, capacity: Int64) {
    var charges: [Int64] = [0]
    var seconds = [0.0]
    var powers: [Double] = []
    let points = Self.points(curve, maximum: maximum, capacity: capacity)
    for (a, b) in zip(points, points.dropFirst()) {
      for (from, to) in Self.parts(a, b) {
        let length = Double(to.charge - from.charge)
        let middle = (from.kilowatts + to.kilowatts) / 2
        // Simpson's rule; with this ratio it differs from the logarithm by less than 1e-6.
        let inverse = (1 / from.kilowatts + 4 / middle + 1 / to.kilowatts) / 6
        charges.append(to.charge)
        seconds.append(seconds[seconds.count - 1] + length * inverse / Self.flow)
        powers.append(Self.flow / inverse)
      }
    }
    self.charges = charges
    self.seconds = seconds
    maximumPower = powers.max() ?? 0
    // Parts of equal power differ by rounding.
    isFalling = zip(powers, powers.dropFirst()).allSatisfy { $1 <= $0 * (1 + 1e-12) }
  }

  /// The points of the power curve between 0 and the capacity, limited to a maximum.
  private static func points(_ curve: [Power], maximum: Double, capacity: Int64) -> [Power] {
    func power(_ charge: Int64) -> Double {
      guard let first = curve.first, let last = curve.last else { return maximum }
      if charge <= first.charge { return first.kilowatts }
      if charge >= last.charge { return last.kilowatts }
      let next = curve.firstIndex { $0.charge > charge } ?? curve.count - 1
      let (a, b) = (curve[next - 1], curve[next])
      let share = Double(charge - a.charge) / Double(b.charge - a.charge)
      return a.kilowatts + share * (b.kilowatts - a.kilowatts)
    }
    var bends: Set<Int64> = [0, capacity]
    for point in curve where 0 < point.charge && point.charge < capacity {
      bends.insert(point.charge)
    }
    for (a, b) in zip(curve, curve.dropFirst())
    where (a.kilowatts < maximum) != (b.kilowatts < maximum) && a.kilowatts != b.kilowatts {
      let share = (maximum - a.kilowatts) / (b.kilowatts - a.kilowatts)
      let charge = a.charge + Int64((share * Double(b.charge - a.charge)).rounded())
      if 0 < charge, charge < capacity { bends.insert(charge) }
    }
    return bends.sorted().map { Power(charge: $0, kilowatts: min(power($0), maximum)) }
  }

  /// Divides a stretch so that the power of no part changes by more than ``ratio``.
  private static func parts(_ a: Power, _ b: Power) -> [(Power, Power)] {
    let (low, high) = (min(a.kilowatts, b.kilowatts), max(a.kilowatts, b.kilowatts))
    guard high > low * ratio, b.charge - a.charge > 1 else { return [(a, b)] }
    let middle = a.charge + (b.charge - a.charge) / 2
    let share = Double(middle - a.charge) / Double(b.charge - a.charge)
    let between = Power(
      charge: middle, kilowatts: a.kilowatts + share * (b.kilowatts - a.kilowatts))
    return parts(a, between) + parts(between, b)
  }

  /// The index of the part that has a charge; the last one for the capacity.
  private func part(_ charge: Int64) -> Int {
    max(min(charges.partitioningIndex { $0 > charge }, charges.count - 1) - 1, 0)
  }

  /// The seconds from the minimum to a charge.
  ///
  /// - Parameter charge: Milliwatt-hours above the minimum, 0 to the usable capacity.
  /// - Returns: The seconds.
  /// - Complexity: O(log points).
  func seconds(to charge: Int64) -> Double {
    let k = part(charge)
    return seconds[k] + Double(charge - charges[k]) / power(ofPart: k)
  }

  /// The charge after some seconds of charging from the minimum, in whole milliwatt-hours, at most the usable capacity.
  ///
  /// - Complexity: O(log points).
  func charge(after time: Double) -> Int64 {
    guard time > 0 else { return 0 }
    var (low, high) = (0, charges.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if seconds[middle] <= time { low = middle } else { high = middle - 1 }
    }
    guard low + 1 < charges.count else { return charges[low] }
    // Without the thousandth, the inverse of `seconds(to:)` would sometimes be a whole number less.
    let more = Int64((time - seconds[low]) * power(ofPart: low) + 0.001)
    return min(charges[low] + more, charges[low + 1])
  }

  /// The power at a charge, in milliwatt-hours per second; behind a point of the function, that of the next part.
  func power(at charge: Int64) -> Double { power(ofPart: part(charge)) }

  private func power(ofPart k: Int) -> Double {
    Double(charges[k + 1] - charges[k]) / (seconds[k + 1] - seconds[k])
  }

  /// The indices of the points between two charges, both excluded.
  func points(between low: Int64, and high: Int64) -> Range<Int> {
    guard low < high else { return 0..<0 }
    let first = part(low) + 1
    var end = first
    while end < charges.count, charges[end] < high { end += 1 }
    return first..<end
  }
}
