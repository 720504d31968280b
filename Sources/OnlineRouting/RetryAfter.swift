import Notation

/// The time after which a service accepts a retry (RFC 9110, section 10.2.3).
enum RetryAfter {
  /// The time to wait.
  ///
  /// - Parameters:
  ///   - value: Seconds, or a date.
  ///   - date: The time by the service's clock, the reference for a date, because ours may be
  ///     wrong.
  /// - Returns: Seconds; nil if there is no readable header.
  static func seconds(_ value: String?, date: String?) -> Double? {
    guard let value else { return nil }
    if let seconds = UInt32(value) { return Double(seconds) }
    guard let then = InternetDate.seconds(value), let now = date.flatMap(InternetDate.seconds)
    else { return nil }
    return Double(max(then - now, 0))
  }
}
