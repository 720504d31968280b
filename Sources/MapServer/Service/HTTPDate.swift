import Bytes
import Notation

/// The time of day as HTTP writes it, put into words once a second (RFC 9110, 5.6.7).
final class HTTPDate: Sendable {
  private let last = Guarded((second: Int64.min, text: ""))

  /// The time of now.
  var now: String {
    let second = ProcessClock.now
    return last.withLock { last in
      if last.second != second { last = (second, InternetDate.text(second)) }
      return last.text
    }
  }
}
