import RoadModel

/// The times at which a record of DATEX II holds, where some recur or are excepted.
///
/// Traffic has single times, so those that recur are listed for the days around the publication.
struct DatexTimes {
  /// The times, in the order of the periods.
  private(set) var times: [Range<Int64>] = []
  /// Whether it holds at further times, after those days or not known here.
  private(set) var isCut = false

  /// Seconds before and after the publication for which recurring times are listed.
  private static let (before, after): (Int64, Int64) = (86_400, 7 * 86_400)

  /// Lists the times.
  ///
  /// - Parameters:
  ///   - periods: The periods in which it holds.
  ///   - exceptions: The periods in which it does not hold.
  ///   - overall: The time within which it holds.
  ///   - published: The time of the publication; nil if unknown.
  ///   - zone: The zone of local times; nil for UTC.
  init(
    _ periods: [DatexPeriod], except exceptions: [DatexPeriod], within overall: Range<Int64>,
    published: Int64?, _ zone: TimeZoneRule?
  ) {
    guard exceptions.allSatisfy(\.isKnown) else {
      isCut = true
      return
    }
    let window = published.map { $0 - Self.before..<$0 + Self.after } ?? 0..<0
    let recursExcept = exceptions.contains(where: \.isRecurring)
    for period in periods {
      var whole = period.whole.clamped(to: overall)
      guard period.isRecurring || recursExcept else {
        times.append(whole)
        continue
      }
      if !period.isKnown || whole.upperBound > window.upperBound { isCut = true }
      whole = whole.clamped(to: window)
      if !period.isRecurring {
        times.append(whole)
      } else if period.isKnown {
        times += period.recurrences(in: whole, zone)
      }
    }
    let free = Self.joined(
      exceptions.flatMap { period in
        period.isRecurring
          ? period.recurrences(in: period.whole.clamped(to: window), zone) : [period.whole]
      })
    times = times.flatMap { Self.parts(of: $0, without: free) }
  }

  /// Times in ascending order, those joined that follow each other within a second: a day may end at 23:59:59.
  static func joined(_ times: [Range<Int64>]) -> [Range<Int64>] {
    var joined: [Range<Int64>] = []
    for time in times.sorted(by: { $0.lowerBound < $1.lowerBound }) where !time.isEmpty {
      if let last = joined.last,
        last.upperBound >= time.lowerBound || last.upperBound + 1 == time.lowerBound
      {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, time.upperBound)
      } else {
        joined.append(time)
      }
    }
    return joined
  }

  /// What remains of a time without some others, which are in ascending order.
  private static func parts(of time: Range<Int64>, without others: [Range<Int64>]) -> [Range<Int64>]
  {
    var parts: [Range<Int64>] = []
    var begin = time.lowerBound
    for other in others where other.overlaps(time) {
      if begin < other.lowerBound { parts.append(begin..<other.lowerBound) }
      begin = max(begin, other.upperBound)
    }
    if begin < time.upperBound { parts.append(begin..<time.upperBound) }
    return parts
  }
}
