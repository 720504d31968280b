extension Double {
  /// The value within a range; for a NaN, which comparisons let through, a given value.
  ///
  /// - Parameters:
  ///   - range: The range.
  ///   - usual: The result for a NaN.
  /// - Returns: A number of the range, or `usual`.
  package func clamped(to range: ClosedRange<Double>, nan usual: Double) -> Double {
    isNaN ? usual : min(max(self, range.lowerBound), range.upperBound)
  }
}
