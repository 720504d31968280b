import Notation

/// The time after which a service accepts a retry (RFC 9110, section 10.2.3).
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
    guard let then = InternetDate.seconds(value), let now = date.flatMap(InternetDate.seconds)
    else { return nil }
    return Double(max(then - now, 0))
  }
}
