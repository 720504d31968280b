import Bytes
import Notation

/// The time of a fix.
struct FixTime {
  /// The time in seconds, as in the trace; nil if there is none, or it cannot be read.
  var seconds: Double?
  /// Whether there is a time that cannot be read.
  var isOdd = false
}

/// Times of traces: ISO 8601, such as `2015-02-06T07:36:46.5Z`, or with an offset.
enum TraceTime {
  /// Seconds since 1970-01-01 UTC; nil for any other text.
  ///
  /// A time without an offset counts as UTC.
  static func seconds(_ text: ArraySlice<UInt8>) -> Double? {
    guard let time = ISO8601Time(text, allowing: .all) else { return nil }
    return Double(time.seconds - (time.offset ?? 0)) + time.fraction
  }

  /// The message about a text that is not a time.
  static func complaint(_ text: String) -> String {
    "'\(TerminalText.brief(text))' is not a time such as 2015-02-06T07:36:46Z, or seconds"
  }

  /// A number as seconds; too large numbers count as milliseconds, and even larger ones give nil.
  static func seconds(_ number: Double) -> Double? {
    guard abs(number) < 1e15 else { return nil }
    return abs(number) > 1e11 ? number / 1000 : number
  }
}
