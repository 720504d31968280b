import Notation

/// The days for which opening hours are read, for selectors that the model can't express for all days.
package struct OpeningDays: Sendable {
  /// The day of a moment.
  let today: CalendarDay
  /// The day before, whose hours may reach into it.
  let yesterday: CalendarDay
  /// The public holidays.
  let holidays: Set<LocalDate>
  /// Whether they are school holidays.
  let areSchoolHolidays: Bool

  /// A day and the one before.
  ///
  /// - Parameters:
  ///   - date: The day.
  ///   - holidays: The public holidays.
  ///   - areSchoolHolidays: Whether to assume school holidays.
  package init(_ date: LocalDate, holidays: Set<LocalDate>, areSchoolHolidays: Bool) {
    today = CalendarDay(date, holidays)
    yesterday = CalendarDay(LocalDate(days: max(date.days, .min + 1) - 1), holidays)
    self.holidays = holidays
    self.areSchoolHolidays = areSchoolHolidays
  }

  /// Whether a day is some days behind a public holiday, or before it if the number is negative.
  func isHoliday(_ day: CalendarDay, plus days: Int) -> Bool {
    if days == 0 { return day.isHoliday }
    return holidays.contains(LocalDate(days: Int32(clamping: Int(day.date.days) - days)))
  }
}

/// The days of the week and holidays of a rule.
struct SelectedDays {
  var weekdays: UInt8 = 0
  var onHolidays = false
  /// How many days behind holidays they are, or before them if negative.
  var holidayOffset = 0
  var onSchoolHolidays = false
  /// Days such as `Mo[1,-1]`: the weekdays, and which of those of a month.
  var counted: [(weekday: Int, counts: [ClosedRange<Int>])] = []
  /// Whether a day must be a holiday and one of the weekdays.
  var mustBeBoth = false

  var isAny: Bool { weekdays != 0 || onHolidays || dependOnDate }
  var dependOnDate: Bool {
    !counted.isEmpty || onSchoolHolidays || mustBeBoth || holidayOffset != 0
  }
  /// Whether holidays are all that was read.
  var areHolidays: Bool { (onHolidays || onSchoolHolidays) && weekdays == 0 && counted.isEmpty }

  func contains(_ day: CalendarDay, _ around: OpeningDays) -> Bool {
    let isHoliday =
      onHolidays && around.isHoliday(day, plus: holidayOffset)
      || onSchoolHolidays && around.areSchoolHolidays
    let isOne =
      weekdays & (1 << UInt8(day.weekday)) != 0
      || counted.contains { $0.weekday == day.weekday && $0.counts.contains(where: day.isOne) }
    return mustBeBoth ? isHoliday && isOne : isHoliday || isOne
  }
}

extension CalendarDay {
  /// Whether the day is one of those of its weekday in its month, counted from the first, 1, or back from the last, -1.
  func isOne(of counts: ClosedRange<Int>) -> Bool {
    let rest = GregorianCalendar.length(ofMonth: month, year: year) - day
    return counts.contains((day - 1) / 7 + 1) || counts.contains(-(rest / 7) - 1)
  }
}

extension OpeningHoursParser {
  /// Weeks of a year, each or only some of them.
  struct Weeks {
    let range: ClosedRange<Int>
    let step: Int

    func contains(_ week: Int) -> Bool {
      range.contains(week) && (week - range.lowerBound) % step == 0
    }
  }

  /// `week 1-20`, `week 02-52/2`, `week 10,12`; empty if the next token is none, nil if they can't be read.
  mutating func weeks() -> [Weeks]? {
    var weeks: [Weeks] = []
    guard around != nil, take(word: "week") else { return weeks }
    repeat {
      guard let first = number(1...53) else { return nil }
      var (last, step) = (first, 1)
      if take("-") {
        guard let read = number(first...53) else { return nil }
        last = read
        if take("/") {
          guard let read = number(1...53) else { return nil }
          step = read
        }
      }
      weeks.append(Weeks(range: first...last, step: step))
    } while takeComma(if: isWeek(at: 1))
    _ = take(":")
    return weeks
  }

  private func isWeek(at ahead: Int) -> Bool {
    guard case .number(_, 1...2) = token(ahead) else { return false }
    return !isClock(at: ahead)
  }

  /// `1]`, `1,3]`, `1-2]`, `-1]`: which of the weekdays of a month, behind the opening bracket; nil if unreadable.
  mutating func counts() -> [ClosedRange<Int>]? {
    var counts: [ClosedRange<Int>] = []
    repeat {
      let isBackward = take("-")
      guard let first = number(1...5) else { return nil }
      if isBackward {
        counts.append(-first ... -first)
      } else if take("-") {
        guard let last = number(first...5) else { return nil }
        counts.append(first...last)
      } else {
        counts.append(first...first)
      }
    } while take(",")
    return take("]") ? counts : nil
  }

  /// `+1 day`, `-2 days`; 0 if the next token is none.
  mutating func dayOffset() -> Int {
    guard next == .sign("+") || next == .sign("-"), case .number(let days, 1...3) = token(1),
      token(2) == .word("days") || token(2) == .word("day")
    else { return 0 }
    let isBefore = next == .sign("-")
    skip(3)
    return isBefore ? -days : days
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    guard case .number(let value, 1...2) = next, range.contains(value) else { return nil }
    skip(1)
    return value
  }

  /// Limits a rule to those of the days around that have its dates, weeks and days of the week.
  func limit(_ rule: inout OpeningHours.Rule, to weeks: [Weeks], _ days: SelectedDays) {
    guard let around else { return }
    let dates = rule.dates
    let selected = [around.yesterday, around.today].filter { day in
      (weeks.isEmpty || weeks.contains { $0.contains(day.date.week) })
        && (dates.isEmpty || dates.contains { $0.contains(day) })
        && (!days.isAny || days.contains(day, around))
    }
    rule.dates = selected.map { day in
      let date = OpeningHours.YearDay(
        year: UInt16(clamping: day.year), month: UInt8(day.month), day: UInt8(day.day))
      return OpeningHours.DateRange(date, date)
    }
    // Without weekdays, the rule matches no day.
    (rule.weekdays, rule.onHolidays) = (selected.isEmpty ? 0 : 0x7F, false)
  }
}

extension LocalDate {
  /// The week of the year by ISO 8601, 1 to 53.
  var week: Int {
    // A week belongs to the year of its Thursday.
    let thursday = Int(days) - weekday + 3
    let year = GregorianCalendar.civil(days: thursday).year
    return (thursday - GregorianCalendar.days(year: year, month: 1, day: 1)) / 7 + 1
  }

  /// Easter Sunday of a year of the Gregorian calendar (Jean Meeus, "Astronomical Algorithms", chapter 8).
  static func easter(in year: Int) -> LocalDate {
    let (a, b, c) = (year % 19, year / 100, year % 100)
    let h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7
    let sum = h + l - 7 * ((a + 11 * h + 22 * l) / 451) + 114
    let (month, day) = sum.quotientAndRemainder(dividingBy: 31)
    let days = GregorianCalendar.days(year: year, month: month, day: day + 1)
    return LocalDate(days: Int32(clamping: days))
  }
}
