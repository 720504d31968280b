extension TimeZoneRule {
  /// The moments at which the offset from UTC changes within a span of a few years, in order.
  ///
  /// - Parameter span: Seconds since 1970-01-01 UTC.
  /// - Returns: The first seconds with another offset than the second before.
  /// - Complexity: O(years).
  package func changes(in span: ClosedRange<Int64>) -> [Int64] {
    guard let daylight else { return [] }
    func year(_ utc: Int64) -> Int {
      LocalTime(seconds: utc &+ Int64(standardOffset)).date.civil.year
    }
    var moments: Set<Int64> = []
    // Switches may lie a week outside their year.
    for year in year(span.lowerBound) - 1...year(span.upperBound) + 1 {
      moments.insert(daylight.start.local(in: year) &- Int64(standardOffset))
      moments.insert(daylight.end.local(in: year) &- Int64(daylight.offset))
    }
    return moments.filter { span.contains($0) && offset(atUTC: $0) != offset(atUTC: $0 - 1) }
      .sorted()
  }
}
