import RoadModel

/// What a service says of when to ask again (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// Reads how long to wait.
  ///
  /// - Parameters:
  ///   - value: Seconds, or a date.
  ///   - date: The service's own clock, against which a date is taken: ours may be wrong.
  /// - Returns: Seconds; nil if there is no header, or none that can be read.
  static func seconds(_ value: String?, date: String?) -> Double? {
    guard let value else { return nil }
    if let seconds = UInt32(value) { return Double(seconds) }
    guard let then = time(value), let now = date.flatMap(time) else { return nil }
    return Double(max(then.seconds - now.seconds, 0))
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Reads `Sat, 21 Nov 2026 10:00:00 GMT`, the only form that is still sent.
  private static func time(_ text: String) -> LocalTime? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]),
      let month = months.firstIndex(where: { $0 == words[2] }), let year = Int(words[3])
    else { return nil }
    let clock = words[4].split(separator: ":").map { Int($0) }
    guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2] else {
      return nil
    }
    return LocalTime(
      year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
  }
}
