/// Moments as HTTP and mail write them (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
package enum InternetDate {
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The text of a moment in seconds since 1970.
  package static func text(_ seconds: Int64) -> String {
    let days = GregorianCalendar.floorDivide(Int(seconds), 86_400)
    let (year, month, day) = GregorianCalendar.civil(days: days)
    let clock = Int(seconds) - days * 86_400
    let words = [clock / 3_600, clock / 60 % 60, clock % 60].map { Decimals.padded($0, 2) }
    return "\(weekdays[GregorianCalendar.weekday(days: days)]), \(Decimals.padded(day, 2)) "
      + "\(months[month - 1]) \(year) " + words.joined(separator: ":") + " GMT"
  }

  /// Seconds since 1970 of a text in the only form that is still sent; nil for any other.
  package static func seconds(_ text: String) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int(words[1]),
      let month = months.firstIndex(where: { $0 == words[2] }), let year = Int(words[3]),
      (0...9_999).contains(year),
      GregorianCalendar.hasDay(year: year, month: month + 1, day: day)
    else { return nil }
    let clock = words[4].split(separator: ":").map { Int($0) ?? -1 }
    guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]),
      (0...59).contains(clock[2])
    else { return nil }
    let days = GregorianCalendar.days(year: year, month: month + 1, day: day)
    return Int64(days * 86_400 + (clock[0] * 60 + clock[1]) * 60 + clock[2])
  }
}
