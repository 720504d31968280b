import Notation

/// Conversion between dates and day numbers in the proleptic Gregorian calendar.
extension LocalDate {
  /// A day of the calendar; nil if the day does not exist.
  ///
  /// - Parameters:
  ///   - year: -9,999 to 65,535; year 0 is the one before year 1.
  ///   - month: 1 to 12.
  ///   - day: 1 to the last of the month.
  public init?(year: Int, month: Int, day: Int) {
    guard (-9_999...65_535).contains(year),
      GregorianCalendar.hasDay(year: year, month: month, day: day)
    else { return nil }
    self.init(days: Int32(GregorianCalendar.days(year: year, month: month, day: day)))
  }

  /// Parses an ISO 8601 date such as `2026-11-21`; nil if it is invalid.
  public init?(iso8601 text: String) {
    var scanner = ClockScanner(text)
    guard let days = scanner.date(), scanner.isAtEnd else { return nil }
    self.init(days: Int32(days))
  }

  /// The day in year, month (1 to 12) and day of the month (1 to 31).
  public var civil: (year: Int, month: Int, day: Int) {
    GregorianCalendar.civil(days: Int(days))
  }

  /// The day of the week, 0 for Monday to 6 for Sunday: the bit in ``OpeningHours/Rule/weekdays``.
  public var weekday: Int {
    GregorianCalendar.weekday(days: Int(days))
  }
}

extension LocalTime {
  /// A time on a day; nil if the day does not exist or the time is not between 00:00:00 and 23:59:59.
  public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int = 0) {
    guard let date = LocalDate(year: year, month: month, day: day), (0...23).contains(hour),
      (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    self.init(date, secondOfDay: (hour * 60 + minute) * 60 + second)
  }

  /// The time some seconds after the midnight at the start of a day.
  public init(_ date: LocalDate, secondOfDay: Int = 0) {
    self.init(seconds: Int64(date.days) * 86_400 &+ Int64(secondOfDay))
  }

  /// The day, clamped to the range of ``LocalDate`` (5.8 million years).
  public var date: LocalDate {
    LocalDate(days: Int32(clamping: GregorianCalendar.floorDivide(Int(seconds), 86_400)))
  }

  /// Seconds since the start of the day, 0 to 86,399.
  public var secondOfDay: Int {
    let rest = Int(seconds % 86_400)
    return rest < 0 ? rest + 86_400 : rest
  }

  /// Minutes since the start of the day, 0 to 1,439.
  public var minuteOfDay: Int { secondOfDay / 60 }
}

extension LocalDate: CustomStringConvertible {
  /// The day in ISO 8601: `2026-11-21`.
  public var description: String {
    let (year, month, day) = civil
    return "\(Decimals.padded(year, 4))-\(Decimals.padded(month, 2))-\(Decimals.padded(day, 2))"
  }
}

extension LocalTime: CustomStringConvertible {
  /// The time in ISO 8601, with seconds unless they are 0: `2026-11-21T10:00`.
  public var description: String {
    let second = secondOfDay % 60
    return "\(date)T\(Decimals.padded(minuteOfDay / 60, 2)):\(Decimals.padded(minuteOfDay % 60, 2))"
      + (second == 0 ? "" : ":\(Decimals.padded(second, 2))")
  }
}
