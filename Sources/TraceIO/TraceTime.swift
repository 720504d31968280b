import Bytes
import Notation

/// A time of a fix, as far as it can be read.
struct FixTime {
  /// Seconds, as in the trace; nil without a time that can be read.
  var seconds: Double?
  /// Whether something stands there that is no time.
  var isOdd = false
}

/// Dates of traces: ISO 8601 such as `2015-02-06T07:36:46.5Z` or with an offset.
enum TraceTime {
  /// Seconds since 1970; nil for anything else.
  ///
  /// Without an offset it is taken as UTC.
  static func seconds(_ text: ArraySlice<UInt8>) -> Double? {
    guard let time = ISO8601Time(text, allowing: .all) else { return nil }
    return Double(time.seconds - (time.offset ?? 0)) + time.fraction
  }

  /// What is said of a text that is no time.
  static func complaint(_ text: String) -> String {
    "'\(TerminalText.brief(text))' is not a time such as 2015-02-06T07:36:46Z, or seconds"
  }

  /// Seconds of a number: of milliseconds where it is too great for seconds; nil where it is too great for both.
  static func seconds(_ number: Double) -> Double? {
    guard abs(number) < 1e15 else { return nil }
    return abs(number) > 1e11 ? number / 1000 : number
  }
}
