/// Points in time written as text.
enum DateText {
  /// Seconds since 1970 of `2026-11-21T10:00:00Z`; fractions of a second are cut off.
  ///
  /// Only universal time is read, as OSM writes it; anything else gives `nil`.
  static func seconds(_ text: Span<UInt8>) -> Int64? {
    guard text.count >= 20, text[text.count - 1] == UInt8(ascii: "Z") else { return nil }
    for (index, mark) in marks where text[index] != mark { return nil }
    guard
      let year = number(text, 0..<4), let month = number(text, 5..<7),
      let day = number(text, 8..<10), let hour = number(text, 11..<13),
      let minute = number(text, 14..<16), let second = number(text, 17..<19),
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    if text.count > 20 {
      guard text[19] == UInt8(ascii: "."), number(text, 20..<min(text.count - 1, 29)) != nil
      else { return nil }
    }
    return days(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
  }

  private static let marks: [(Int, UInt8)] = [
    (4, UInt8(ascii: "-")), (7, UInt8(ascii: "-")), (10, UInt8(ascii: "T")),
    (13, UInt8(ascii: ":")), (16, UInt8(ascii: ":")),
  ]

  private static func number(_ text: Span<UInt8>, _ range: Range<Int>) -> Int64? {
    var number: Int64 = 0
    for index in range {
      let digit = text[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      number = number * 10 + Int64(digit)
    }
    return number
  }

  /// Days since 1970-01-01 in the Gregorian calendar.
  ///
  /// Years are counted from March, so that the leap day comes last: Howard Hinnant,
  /// "chrono-compatible low-level date algorithms" (2013), `days_from_civil`.
  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
