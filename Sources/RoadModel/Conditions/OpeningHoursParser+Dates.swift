import Notation

extension OpeningHoursParser {
  /// `2025-2027`, `May-Sep`, `Dec 25,26`, `2025 Jun 01-2025 Sep 30`.
  ///
  /// - Returns: The ranges; empty if the next token is not a date, nil if the date can't be read.
  mutating func dates() -> [OpeningHours.DateRange]? {
    guard isYear(next) else { return beginsDate(next) ? monthDays() : [] }
    // A year directly before a month belongs to that date; several years are a separate selector.
    if beginsDate(token(1)) { return monthDays() }
    guard let years = years() else { return nil }
    guard beginsDate(next) else {
      return years.map {
        OpeningHours.DateRange(
          .init(year: UInt16($0.lowerBound), month: 1, day: 1),
          .init(year: UInt16($0.upperBound), month: 12, day: 31))
      }
    }
    guard let ranges = monthDays() else { return nil }
    return ranges.inYears(years)
  }

  /// Whether a token is a month or Easter.
  private func beginsDate(_ token: HoursToken?) -> Bool {
    token?.month != nil || around != nil && token == .word("easter")
  }

  private func isYear(_ token: HoursToken?) -> Bool {
    guard case .number(let year, 4) = token else { return false }
    // Times such as 2000-2200 are not years.
    return (1_990...2_099).contains(year)
  }

  private mutating func takeYear() -> Int? {
    guard isYear(next), case .number(let year, _) = next else { return nil }
    skip(1)
    return year
  }

  /// `2025`, `2025-2027`, `2025+`, and lists of them.
  private mutating func years() -> [ClosedRange<Int>]? {
    var years: [ClosedRange<Int>] = []
    repeat {
      guard let first = takeYear() else { return nil }
      if take("+") {
        years.append(first...Int(UInt16.max))
      } else if take("-") {
        guard let last = takeYear(), first <= last else { return nil }
        years.append(first...last)
      } else {
        years.append(first...first)
      }
    } while takeComma(if: isYear(token(1)))
    return years
  }

  /// Dates with months, each with a year or without.
  private mutating func monthDays() -> [OpeningHours.DateRange]? {
    var ranges: [OpeningHours.DateRange] = []
    repeat {
      if !ranges.isEmpty, case .number(_, 1...2) = next {
        // `Dec 25,26`
        guard let month = ranges.last?.last, let day = takeDay(of: Int(month.month)) else {
          return nil
        }
        let date = OpeningHours.YearDay(year: month.year, month: month.month, day: UInt8(day))
        ranges.append(OpeningHours.DateRange(date, date))
        continue
      }
      guard let range = monthDayRange() else { return nil }
      // It is unknown whether the year of a date also applies to the next.
      if let before = ranges.last, before.first.year != 0, range.first.year == 0 { return nil }
      ranges.append(range)
    } while takeComma(if: continuesDates)
    return ranges
  }

  private var continuesDates: Bool {
    if beginsDate(token(1)) { return true }
    if isYear(token(1)) { return beginsDate(token(2)) }
    if case .number(_, 1...2) = token(1) { return !isClock(at: 1) && token(2) != .sign("-") }
    return false
  }

  /// A date with or without a day of the month.
  private struct Date {
    var year: Int?
    var month: Int
    var day: Int?

    func yearDay(year: Int, last: Bool) -> OpeningHours.YearDay {
      .init(year: UInt16(year), month: UInt8(month), day: UInt8(day ?? (last ? 31 : 1)))
    }
  }

  private mutating func monthDayRange() -> OpeningHours.DateRange? {
    guard let first = date() else { return nil }
    var last = first
    if take("-") {
      if first.day != nil, case .number(_, 1...2) = next {
        // `Oct 15-31`
        last.day = takeDay(of: first.month)
        guard let from = first.day, let to = last.day, from <= to else { return nil }
      } else {
        guard let read = date() else { return nil }
        last = read
      }
    }
    guard (first.day == nil) == (last.day == nil) else { return nil }
    let wraps = (last.month, last.day ?? 31) < (first.month, first.day ?? 1)
    let firstYear = first.year ?? 0
    // `2025 Dec 24-Jan 06` ends in the next year.
    let lastYear = last.year ?? (firstYear == 0 ? 0 : firstYear + (wraps ? 1 : 0))
    guard firstYear == 0 ? lastYear == 0 : firstYear < lastYear || firstYear == lastYear && !wraps
    else { return nil }
    return OpeningHours.DateRange(
      first.yearDay(year: firstYear, last: false), last.yearDay(year: lastYear, last: true))
  }

  private mutating func date() -> Date? {
    let year = takeYear()
    if let around, take(word: "easter") { return easter(year, around) }
    guard let month = next?.month else { return nil }
    skip(1)
    var date = Date(year: year, month: month)
    if case .number(_, 1...2) = next, !isClock(at: 0) {
      guard let day = takeDay(of: month) else { return nil }
      date.day = day
    }
    return date
  }

  /// The day some days before or after Easter, as in `easter -2 days`, in a year or in that of the days.
  private mutating func easter(_ year: Int?, _ around: OpeningDays) -> Date? {
    let easter = LocalDate.easter(in: year ?? around.today.year)
    let (_, month, day) = GregorianCalendar.civil(days: Int(easter.days) + dayOffset())
    return Date(year: year, month: month, day: day)
  }

  private mutating func takeDay(of month: Int) -> Int? {
    guard case .number(let day, 1...2) = next else { return nil }
    // The rule may apply to any year, also to a leap year.
    guard GregorianCalendar.hasDay(year: 2000, month: month, day: day) else { return nil }
    skip(1)
    return day
  }
}

extension OpeningHours.DateRange {
  /// The range for one year, which may have no February 29 to begin with.
  ///
  /// Then it begins on March 1, or is empty if it is only that day. In the model, which is for any year, such a day is
  /// the last one of February.
  func withoutLeapDay(in year: Int) -> OpeningHours.DateRange {
    let year = first.year == 0 ? year : Int(first.year)
    guard (first.month, first.day) == (2, 29), GregorianCalendar.length(ofMonth: 2, year: year) < 29
    else { return self }
    var range = self
    if (last.month, last.day) == (2, 29) {
      // With a year of the last day only, no day is in the range.
      (range.first.year, range.last.year) = (0, 1)
    } else {
      (range.first.month, range.first.day) = (3, 1)
    }
    return range
  }
}

extension [OpeningHours.DateRange] {
  /// The ranges in each of some years; nil if they have years, span the new year, or are too many.
  fileprivate func inYears(_ years: [ClosedRange<Int>]) -> [OpeningHours.DateRange]? {
    guard years.reduce(0, { $0 + $1.count }) * count <= 16 else { return nil }
    var result: [OpeningHours.DateRange] = []
    for year in years.joined() {
      for range in self {
        guard range.first.year == 0,
          (range.first.month, range.first.day) <= (range.last.month, range.last.day)
        else { return nil }
        var dated = range
        dated.first.year = UInt16(year)
        dated.last.year = UInt16(year)
        result.append(dated)
      }
    }
    return result
  }
}
