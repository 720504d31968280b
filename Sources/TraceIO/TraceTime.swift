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
    var at = text.startIndex
    func digits(_ count: Int) -> Int? {
      guard at + count <= text.endIndex else { return nil }
      var value = 0
      for byte in text[at..<at + count] {
        guard byte &- 48 <= 9 else { return nil }
        value = value * 10 + Int(byte - 48)
      }
      at += count
      return value
    }
    func skip(_ any: String) -> Bool {
      guard at < text.endIndex, any.utf8.contains(text[at]) else { return false }
      at += 1
      return true
    }
    guard let year = digits(4), skip("-"), let month = digits(2), skip("-"), let day = digits(2),
      (1...12).contains(month), (1...Self.days(in: month, year)).contains(day), skip("Tt "),
      let hour = digits(2), skip(":"), let minute = digits(2), hour < 24, minute < 60
    else { return nil }
    var seconds = 0.0
    if skip(":") {
      // A minute may have a leap second.
      guard let whole = digits(2), whole <= 60 else { return nil }
      seconds = Double(whole)
      if skip(".,") {
        var scale = 0.1
        while let digit = digits(1) {
          seconds += Double(digit) * scale
          scale /= 10
        }
      }
    }
    var offset = 0
    let sign = at < text.endIndex && text[at] == UInt8(ascii: "-") ? -1 : 1
    if skip("+-") {
      guard let hours = digits(2), hours < 24 else { return nil }
      let minutes = skip(":") ? digits(2) : digits(2) ?? 0
      guard let minutes, minutes < 60 else { return nil }
      offset = sign * (hours * 60 + minutes)
    } else {
      _ = skip("Zz")
    }
    guard at == text.endIndex else { return nil }
    let days = Self.days(year, month, day)
    return Double(days * 86_400 + hour * 3_600 + (minute - offset) * 60) + seconds
  }

  /// What is said of a text that is no time.
  static func complaint(_ text: String) -> String {
    "'\(Text.brief(text))' is not a time such as 2015-02-06T07:36:46Z, or seconds"
  }

  /// Seconds of a number: of milliseconds where it is too great for seconds; nil where it is too great for both.
  static func seconds(_ number: Double) -> Double? {
    guard abs(number) < 1e15 else { return nil }
    return abs(number) > 1e11 ? number / 1000 : number
  }

  /// The days of a month in the Gregorian calendar.
  private static func days(in month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days from 1970-01-01 in the Gregorian calendar, years counted from March.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let y = month > 2 ? year : year - 1
    let m = (month + 9) % 12
    return 365 * y + y / 4 - y / 100 + y / 400 + (m * 306 + 5) / 10 + day - 1 - 719_468
  }
}
