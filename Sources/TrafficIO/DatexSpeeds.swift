/// The speeds of a record or a measurement of DATEX II.
struct DatexSpeeds {
  private var values: [(kmh: Double, weight: Double, index: Int?)] = []

  /// Adds a speed in km/h above 0 with the number of vehicles behind it; one that no vehicle is behind does not count.
  ///
  /// - Parameters:
  ///   - kmh: The speed.
  ///   - inputs: The number of vehicles; nil if unknown.
  ///   - index: The index of the value at its site; nil if it has none.
  mutating func add(_ kmh: Double, inputs: Double?, index: Int?) {
    let weight = inputs.map { min(max($0, 0), 1e6) } ?? 1
    if weight > 0 { values.append((kmh, weight, index)) }
  }

  /// The mean in km/h, weighted by numbers of vehicles if known, without those at some indexes; nil for none.
  func mean(without slow: Set<Int> = []) -> Double? {
    var (sum, weight) = (0.0, 0.0)
    for value in values where !(value.index.map(slow.contains) ?? false) {
      sum += value.kmh * value.weight
      weight += value.weight
    }
    return weight > 0 ? sum / weight : nil
  }
}
