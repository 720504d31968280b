import Geo

/// Finds the noise of a trace in the trace itself.
enum NoiseEstimator {
  /// Where fixes follow each other within this many seconds, their scatter is noise rather than travel.
  private static let dense = 6.0

  /// The noise of closely spaced fixes from how far each lies beside the middle of its neighbours.
  ///
  /// Sideways of the direction of travel that is √1.5 times the noise where roads are straight; the
  /// median of the middle half keeps bends and changes of speed out.
  ///
  /// - Returns: Metres on each axis; nil where fixes lie too far apart to tell.
  static func scatter(_ fixes: [Observation]) -> Double? {
    var offsets: [Double] = []
    for index in fixes.indices.dropFirst().dropLast() {
      let (a, b, c) = (fixes[index - 1], fixes[index], fixes[index + 1])
      guard let start = a.time, let middle = b.time, let end = c.time, end > start,
        end - start <= 2 * dense, (start...end).contains(middle)
      else { continue }
      let share = (middle - start) / (end - start)
      let between = a.place.interpolated(to: c.place, share: share)
      let (east, north) = Distance.offset(from: between, to: b.place)
      let scale = (1 + share * share + (1 - share) * (1 - share)).squareRoot()
      let (dx, dy) = Distance.offset(from: a.place, to: c.place)
      let length = (dx * dx + dy * dy).squareRoot()
      guard length > 0 else { continue }
      offsets.append(abs(east * dy - north * dx) / length / scale)
    }
    guard offsets.count >= 8 else { return nil }
    offsets.sort()
    return offsets[offsets.count / 2] * 1.4826
  }

  /// The noise of most receivers, metres, and as many fixes' worth of belief in it.
  private static let usual = 10.0
  private static let few = 6.0
  /// Fixes that speak for themselves.
  private static let enough = 12

  /// The noise that the distances of fixes from their roads speak of.
  static func deviation(_ distances: [Double]) -> Double? {
    guard distances.count >= 4 else { return nil }
    let sorted = distances.sorted()
    // The median tells it alone where a few are far off; the mean square where there are few.
    let median = sorted[sorted.count / 2] * 1.4826
    let kept = sorted.prefix(sorted.count - sorted.count / 10)
    let square = kept.reduce(0) { $0 + $1 * $1 } / Double(kept.count)
    return max(median, square.squareRoot())
  }

  /// What is believed of a noise that was found from the distances of some fixes.
  ///
  /// A few say little, and what a wrong road near one of them says is wrong.
  static func believed(_ found: Double, count: Int) -> Double {
    guard count < enough else { return found }
    let weight = Double(count)
    return ((weight * found * found + few * usual * usual) / (weight + few)).squareRoot()
  }
}
