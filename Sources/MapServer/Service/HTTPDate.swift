import Bytes
import RoadModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time of day as HTTP writes it, put into words once a second (RFC 9110, 5.6.7).
final class HTTPDate: Sendable {
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private let last = Guarded((second: Int64.min, text: ""))

  /// The time of now.
  var now: String {
    let second = Int64(Date().timeIntervalSince1970)
    return last.withLock { last in
      if last.second != second { last = (second, Self.text(second)) }
      return last.text
    }
  }

  /// Seconds since 1970 as `Sun, 06 Nov 1994 08:49:37 GMT`.
  static func text(_ seconds: Int64) -> String {
    let time = LocalTime(seconds: seconds)
    let (year, month, day) = time.date.civil
    let clock = seconds - Int64(time.date.days) * 86_400
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let words = [clock / 3_600, clock / 60 % 60, clock % 60].map { two(Int($0)) }
    return "\(weekdays[time.date.weekday]), \(two(day)) \(months[month - 1]) \(year) "
      + words.joined(separator: ":") + " GMT"
  }
}
