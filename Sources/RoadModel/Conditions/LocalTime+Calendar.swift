/// Between the civil calendar and numbers of days: the proleptic Gregorian calendar, without leap seconds.
///
/// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2013: years are counted from March, so that
/// the leap day is the last of its year, and 400 of them are always 146,097 days.
extension LocalDate {
  /// A day of the calendar; nil if there is no such day.
  ///
  /// - Parameters:
  ///   - year: -9,999 to 65,535; year 0 is the one before year 1.
  ///   - month: 1 to 12.
  ///   - day: 1 to the last of the month.
  public init?(year: Int, month: Int, day: Int) {
    guard (-9_999...65_535).contains(year), (1...12).contains(month),
      day >= 1, day <= Self.length(ofMonth: month, year: year)
    else { return nil }
    self.init(days: Int32(Self.days(year: year, month: month, day: day)))
  }

  /// Reads a day as ISO 8601 writes it, `2026-11-21`; nil if it is none.
  public init?(iso8601 text: String) {
    var scanner = ClockScanner(text)
    guard let date = LocalDate(&scanner), scanner.isAtEnd else { return nil }
    self = date
  }

  /// Takes a day as ISO 8601 writes it.
  init?(_ scanner: inout ClockScanner) {
    guard let year = scanner.number(4...4), scanner.take("-"),
      let month = scanner.number(2...2), scanner.take("-"), let day = scanner.number(2...2)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day in year, month (1 to 12) and day of the month (1 to 31).
  public var civil: (year: Int, month: Int, day: Int) {
    let shifted = Int(days) + Self.daysBeforeEpoch
    let era = Self.floorDivide(shifted, 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  /// The day of the week, 0 for Monday to 6 for Sunday: the bit in ``OpeningHours/Rule/weekdays``.
  public var weekday: Int {
    // 1970-01-01 was a Thursday.
    let fromThursday = (Int(days) + 3) % 7
    return fromThursday < 0 ? fromThursday + 7 : fromThursday
  }

  /// How many days a month has.
  static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Whether a year has a 29th of February.
  static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Days since 1970-01-01 of a day that may lie past the end of its month.
  static func days(year: Int, month: Int, day: Int) -> Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = floorDivide(yearFromMarch, 400)
    let yearOfEra = yearFromMarch - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - daysBeforeEpoch
  }

  /// From 0000-03-01 to 1970-01-01.
  private static let daysBeforeEpoch = 719_468

  /// The quotient rounded down, also of negative numbers.
  static func floorDivide(_ a: Int, _ b: Int) -> Int {
    let quotient = a / b
    return a % b < 0 ? quotient - 1 : quotient
  }
}

extension LocalTime {
  /// A moment of a day; nil if the calendar or the clock, which ends at 23:59:59, has no such moment.
  public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int = 0) {
    guard let date = LocalDate(year: year, month: month, day: day), (0...23).contains(hour),
      (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    self.init(date, secondOfDay: (hour * 60 + minute) * 60 + second)
  }

  /// A moment some seconds after the midnight with which a day begins.
  public init(_ date: LocalDate, secondOfDay: Int = 0) {
    self.init(seconds: Int64(date.days) * 86_400 &+ Int64(secondOfDay))
  }

  /// The day; the last that a ``LocalDate`` can hold if it lies beyond (in 5.8 million years).
  public var date: LocalDate {
    LocalDate(days: Int32(clamping: LocalDate.floorDivide(Int(seconds), 86_400)))
  }

  /// Seconds since the midnight with which the day begins, 0 to 86,399.
  public var secondOfDay: Int {
    let rest = Int(seconds % 86_400)
    return rest < 0 ? rest + 86_400 : rest
  }

  /// Minutes since the midnight with which the day begins, 0 to 1,439.
  public var minuteOfDay: Int { secondOfDay / 60 }
}

extension LocalDate: CustomStringConvertible {
  /// The day as in ISO 8601: `2026-11-21`.
  public var description: String {
    let (year, month, day) = civil
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}

extension LocalTime: CustomStringConvertible {
  /// The moment as in ISO 8601, with seconds if there are any: `2026-11-21T10:00`.
  public var description: String {
    let second = secondOfDay % 60
    return "\(date)T\(padded(minuteOfDay / 60, 2)):\(padded(minuteOfDay % 60, 2))"
      + (second == 0 ? "" : ":\(padded(second, 2))")
  }
}

/// A number with at least so many digits, zeros before it.
func padded(_ number: Int, _ digits: Int) -> String {
  let text = String(number.magnitude)
  let zeros = String(repeating: "0", count: max(0, digits - text.utf8.count))
  return (number < 0 ? "-" : "") + zeros + text
}
