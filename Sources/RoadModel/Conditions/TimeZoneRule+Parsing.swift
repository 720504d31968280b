import Notation

extension TimeZoneRule {
  /// Parses a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`, `<+12>-12` or `UTC0`.
  ///
  /// Offsets are west of UTC, as in POSIX: Berlin is `-1`. A rule with daylight saving time must
  /// state when it begins and ends; `EST5EDT` alone is refused.
  public init?(posix: String) {
    var scanner = ClockScanner(posix)
    guard Self.name(&scanner), let west = Self.time(&scanner, hours: 24) else { return nil }
    let standardOffset = -west
    var daylight: Daylight?
    if !scanner.isAtEnd {
      guard let read = Self.daylight(&scanner, standardOffset: standardOffset) else { return nil }
      daylight = read
    }
    guard scanner.isAtEnd else { return nil }
    self.init(standardOffset: standardOffset, daylight: daylight, posix: posix)
  }

  /// `CEST,M3.5.0,M10.5.0/3`, an hour ahead of standard time unless an offset follows the name.
  private static func daylight(_ scanner: inout ClockScanner, standardOffset: Int) -> Daylight? {
    guard name(&scanner) else { return nil }
    var offset = standardOffset + 3_600
    if scanner.next != UInt8(ascii: ",") {
      guard let west = time(&scanner, hours: 24) else { return nil }
      offset = -west
    }
    guard scanner.take(","), let start = change(&scanner), scanner.take(","),
      let end = change(&scanner)
    else { return nil }
    return Daylight(offset: offset, start: start, end: end)
  }

  /// The abbreviation, at least three letters, or anything of letters, digits and signs in `<>`.
  private static func name(_ scanner: inout ClockScanner) -> Bool {
    guard scanner.take("<") else { return scanner.letters() >= 3 }
    let start = scanner.position
    while scanner.letters() > 0 || scanner.number(1...9) != nil || scanner.take("+")
      || scanner.take("-")
    {}
    return scanner.position - start >= 3 && scanner.take(">")
  }

  /// Hours, optionally minutes and seconds, with or without a sign, in seconds.
  private static func time(_ scanner: inout ClockScanner, hours limit: Int) -> Int? {
    let isNegative = scanner.take("-")
    if !isNegative { _ = scanner.take("+") }
    guard let hours = scanner.number(1...3), hours <= limit else { return nil }
    var seconds = hours * 3_600
    for unit in [60, 1] {
      guard scanner.take(":") else { break }
      guard let part = scanner.number(1...2), part <= 59 else { return nil }
      seconds += part * unit
    }
    guard seconds <= limit * 3_600 else { return nil }
    return isNegative ? -seconds : seconds
  }

  /// `M3.5.0`, `J60` or `59`, optionally with a time such as `/3`; by default 02:00.
  private static func change(_ scanner: inout ClockScanner) -> Switch? {
    guard let day = day(&scanner) else { return nil }
    var seconds = 7_200
    if scanner.take("/") {
      guard let read = time(&scanner, hours: 167) else { return nil }
      seconds = read
    }
    return Switch(day: day, seconds: seconds)
  }

  private static func day(_ scanner: inout ClockScanner) -> Day? {
    if scanner.take("M") {
      guard let month = scanner.number(1...2), (1...12).contains(month), scanner.take("."),
        let week = scanner.number(1...1), (1...5).contains(week), scanner.take("."),
        let weekday = scanner.number(1...1), weekday <= 6
      else { return nil }
      return .weekday(month: month, week: week, weekday: weekday)
    }
    if scanner.take("J") {
      guard let day = scanner.number(1...3), (1...365).contains(day) else { return nil }
      return .withoutLeapDay(day)
    }
    guard let day = scanner.number(1...3), day <= 365 else { return nil }
    return .withLeapDay(day)
  }
}
