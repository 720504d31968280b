/// The energy along a path, so that paths can be joined and a charge can be driven along them.
///
/// Numbers are thousandths of the unit of an ``EnergyCarrier``: milliwatt-hours, or microlitres of fuel. The energy of
/// an edge is rounded once to a whole number, so sums are exact in any order of joining.
///
/// A battery cannot hold more than its capacity: energy recovered by a full battery is lost, so the
/// remaining charge does not follow from the sum alone. Let M be the capacity minus the minimum
/// charge. A path can be driven with charge b above the minimum if and only if `need <= b` and
/// `peak <= M`. The charge at its end is then min(b - `net`, M - `tail`) above the minimum.
///
///     let path = EnergyBalance(edge: 500) + EnergyBalance(edge: -200)
///     path.charge(after: 600, usable: 1_000)     // 300
///     path.charge(after: 400, usable: 1_000)     // nil: the first edge needs 500
public struct EnergyBalance: Sendable, Hashable, Codable {
  /// The sum of all edges; negative if more is recovered than used.
  public var net: Int64
  /// The charge needed at the start: the largest sum of edges from the start on, at least 0.
  public var need: Int64
  /// The largest sum of edges up to the end, at least 0.
  public var tail: Int64
  /// The largest sum of consecutive edges, at least 0.
  public var peak: Int64

  /// A balance from its parts.
  public init(net: Int64, need: Int64, tail: Int64, peak: Int64) {
    self.net = net
    self.need = need
    self.tail = tail
    self.peak = peak
  }

  /// The balance of one edge.
  ///
  /// - Parameter energy: Positive if used, negative if recovered.
  public init(edge energy: Int64) {
    let used = max(energy, 0)
    self.init(net: energy, need: used, tail: used, peak: used)
  }

  /// The balance of a path without edges.
  public static let zero = EnergyBalance(net: 0, need: 0, tail: 0, peak: 0)

  /// The balance of a path followed by another; associative.
  ///
  /// Traps if a number exceeds 64 bits, which is far beyond any path.
  public static func + (a: EnergyBalance, b: EnergyBalance) -> EnergyBalance {
    EnergyBalance(
      net: a.net + b.net, need: max(a.need, a.net + b.need), tail: max(b.tail, b.net + a.tail),
      peak: max(a.peak, b.peak, a.tail + b.need))
  }

  /// Appends a path.
  public static func += (a: inout EnergyBalance, b: EnergyBalance) { a = a + b }

  /// The charge left after the path.
  ///
  /// - Parameters:
  ///   - charge: The charge at the start above the minimum charge, 0 to `usable`.
  ///   - usable: The capacity less the minimum charge.
  /// - Returns: The charge left above the minimum; nil if the charge falls below the minimum on the way.
  public func charge(after charge: Int64, usable: Int64) -> Int64? {
    guard need <= charge, peak <= usable else { return nil }
    return min(charge - net, usable - tail)
  }
}
