/// A date and a time of day in ISO 8601: `2026-11-21T10:00`, `2026-11-21T10:00:30.5+01:00`.
///
/// The form is date, `T`, hour and minute, optional seconds, and an optional offset: `Z`, `+01:00`,
/// `+0100` or `+01`. ``Leniency`` permits other forms. A date alone, hour 24 and days that do not
/// exist are never accepted.
package struct ISO8601Time: Sendable, Equatable {
  /// The forms that are accepted besides the strict one.
  package struct Leniency: OptionSet, Sendable {
    /// A bit for each form.
    package let rawValue: UInt8

    /// A set from its bits.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A space or a lower-case letter instead of `T`, and a lower-case `z`.
    package static let marks = Leniency(rawValue: 1)
    /// Parts of a second, after a point or a comma.
    package static let fractions = Leniency(rawValue: 2)
    /// The second 60 of any minute.
    package static let leapSeconds = Leniency(rawValue: 4)
    /// `-00:00`, RFC 3339's form for an unknown offset, as the offset 0.
    package static let unknownOffset = Leniency(rawValue: 8)

    /// All of these forms.
    package static let all: Leniency = [.marks, .fractions, .leapSeconds, .unknownOffset]
  }

  /// Days since 1970-01-01 at the offset of the text.
  package var days: Int
  /// Seconds since midnight; 86,400 at most, in a leap second.
  package var secondOfDay: Int
  /// The fraction of the second, at least 0 and below 1.
  package var fraction = 0.0
  /// The offset from UTC in seconds, positive to the east, less than a day; nil if unknown.
  package var offset: Int?

  /// Seconds since 1970-01-01 00:00 at the offset of the text.
  package var seconds: Int { days * 86_400 + secondOfDay }

  /// Parses a text; nil unless it is exactly a time.
  package init?(_ text: String, allowing leniency: Leniency = []) {
    self.init(Array(text.utf8)[...], allowing: leniency)
  }

  /// Reads bytes; nil if they are nothing else than a time.
  package init?(_ text: ArraySlice<UInt8>, allowing leniency: Leniency = []) {
    var scanner = ClockScanner(text)
    guard let days = scanner.date(), Self.takeMark(&scanner, "T", "t", leniency),
      let hour = scanner.number(2...2), hour <= 23, scanner.take(":"),
      let minute = scanner.number(2...2), minute <= 59
    else { return nil }
    self.days = days
    secondOfDay = (hour * 60 + minute) * 60
    if scanner.take(":") {
      let most = leniency.contains(.leapSeconds) ? 60 : 59
      guard let second = scanner.number(2...2), second <= most else { return nil }
      secondOfDay += second
      if leniency.contains(.fractions) { fraction = Self.fraction(&scanner) }
    }
    if scanner.isAtEnd { return }
    guard let offset = Self.offset(&scanner, leniency), scanner.isAtEnd else { return nil }
    self.offset = offset
  }

  /// Reads `T` or `Z`, or its alternative.
  private static func takeMark(
    _ scanner: inout ClockScanner, _ mark: Unicode.Scalar, _ small: Unicode.Scalar,
    _ leniency: Leniency
  ) -> Bool {
    if scanner.take(mark) { return true }
    guard leniency.contains(.marks) else { return false }
    return scanner.take(small) || mark == "T" && scanner.take(" ")
  }

  private static func fraction(_ scanner: inout ClockScanner) -> Double {
    guard scanner.take(".") || scanner.take(",") else { return 0 }
    var fraction = 0.0
    var scale = 0.1
    while let digit = scanner.number(1...1) {
      fraction += Double(digit) * scale
      scale /= 10
    }
    return fraction
  }

  private static func offset(_ scanner: inout ClockScanner, _ leniency: Leniency) -> Int? {
    if takeMark(&scanner, "Z", "z", leniency) { return 0 }
    let isWest = scanner.take("-")
    guard isWest || scanner.take("+"), let hours = scanner.number(2...2), hours <= 23 else {
      return nil
    }
    var minutes = 0
    if !scanner.isAtEnd {
      _ = scanner.take(":")
      guard let read = scanner.number(2...2), read <= 59 else { return nil }
      minutes = read
    }
    let seconds = (hours * 60 + minutes) * 60
    guard isWest else { return seconds }
    return seconds == 0 && !leniency.contains(.unknownOffset) ? nil : -seconds
  }
}

extension ClockScanner {
  /// Takes a day as ISO 8601 writes it, `2026-11-21`.
  ///
  /// - Returns: Days since 1970-01-01; nil if there is no such day.
  package mutating func date() -> Int? {
    guard let year = number(4...4), take("-"), let month = number(2...2), take("-"),
      let day = number(2...2), GregorianCalendar.hasDay(year: year, month: month, day: day)
    else { return nil }
    return GregorianCalendar.days(year: year, month: month, day: day)
  }
}
