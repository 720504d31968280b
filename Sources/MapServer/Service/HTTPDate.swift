import Bytes
import Notation

/// The date in the format of HTTP, formatted once per second (RFC 9110, 5.6.7).
final class HTTPDate: Sendable {
  private let last = Guarded((second: Int64.min, text: ""))

  /// The current date.
  var now: String {
    let second = ProcessClock.now
    return last.withLock { last in
      if last.second != second { last = (second, InternetDate.text(second)) }
      return last.text
    }
  }
}
