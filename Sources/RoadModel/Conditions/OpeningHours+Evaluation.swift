import Notation

/// Whether hours hold at a moment (OpenStreetMap wiki, "Key:opening_hours/specification").
///
/// The rules that match a day decide, in their order, when it is open: an open rule replaces the
/// times of those before it, unless it is additional; `off` removes its times, or all.
///
/// A span over midnight belongs entirely to the day on which it begins. So a rule for the next day
/// does not cut its end: `Mo-Th 20:00-02:00; Fr 20:00-04:00` is open on Friday at 01:00, and
/// `22:00-06:00; Su off` on Sunday at 03:00 but not on Monday at 03:00. Only an `off` with times
/// cuts it, since it states these minutes: `22:00-06:00; Sa 04:00-05:00 off`.
extension OpeningHours {
  /// Whether the hours cover all times, including holidays.
  ///
  /// It may be `false` for hours that cover all times only in combination, such as two halves of the year.
  ///
  /// - Complexity: O(number of rules and their times).
  public var isAlways: Bool {
    var covered: UInt8 = 0
    for rule in rules {
      let mayTouch = rule.onHolidays ? 0x7F : rule.weekdays
      if rule.isOff {
        covered &= ~mayTouch
      } else if rule.opensWholeDays {
        if rule.dates.isEmpty { covered |= rule.weekdays }
      } else if !rule.isAdditional {
        covered &= ~mayTouch
      }
    }
    return covered & 0x7F == 0x7F
  }

  /// Whether a time lies in the hours.
  ///
  /// - Parameters:
  ///   - time: The local time.
  ///   - holidays: The public holidays; rules for `PH` match only these.
  /// - Returns: Whether the rules of its day cover it, or those of the previous day past midnight.
  /// - Complexity: O(number of rules and their times).
  public func contains(_ time: LocalTime, holidays: Set<LocalDate>) -> Bool {
    let minute = time.minuteOfDay
    let today = CalendarDay(time.date, holidays)
    if let rule = lastRule(on: today, minute: minute), !rules[rule].isOff { return true }
    guard reachesNextDay, today.date.days > .min else { return false }
    let yesterday = CalendarDay(LocalDate(days: today.date.days - 1), holidays)
    guard let rule = lastRule(on: yesterday, minute: minute + 1_440), !rules[rule].isOff else {
      return false
    }
    return !rules[(rule + 1)...].contains {
      $0.isOff && !$0.times.isEmpty && $0.matches(today) && $0.covers(minute)
    }
  }

  /// The deciding rule for a minute of a day; nil if none opens or closes it.
  ///
  /// Minutes from 1,440 are on the next day, but belong to this one.
  private func lastRule(on day: CalendarDay, minute: Int) -> Int? {
    var last: Int?
    for (index, rule) in rules.enumerated() where rule.matches(day) {
      if rule.covers(minute) {
        last = index
      } else if !rule.isOff && !rule.isAdditional {
        last = nil
      }
    }
    return last
  }

  private var reachesNextDay: Bool {
    rules.contains { rule in rule.times.contains { $0.end > 1_440 } }
  }
}

/// A day with its properties for rules.
struct CalendarDay {
  let date: LocalDate
  let year: Int
  let month: Int
  let day: Int
  let weekday: Int
  let isHoliday: Bool

  init(_ date: LocalDate, _ holidays: Set<LocalDate>) {
    self.date = date
    (year, month, day) = date.civil
    weekday = date.weekday
    isHoliday = holidays.contains(date)
  }
}

extension OpeningHours.Rule {
  /// Whether the rule applies to a day.
  func matches(_ day: CalendarDay) -> Bool {
    guard weekdays & (1 << UInt8(day.weekday)) != 0 || (onHolidays && day.isHoliday) else {
      return false
    }
    return dates.isEmpty || dates.contains { $0.contains(day) }
  }

  /// Whether the times contain a minute, counted from midnight at the beginning of a matching day.
  ///
  /// Without times, `off` covers all spans that begin on the day.
  func covers(_ minute: Int) -> Bool {
    if times.isEmpty { return isOff || minute < 1_440 }
    return times.contains { Int($0.start) <= minute && minute < Int($0.end) }
  }

  /// Whether the rule opens each minute of its days.
  var opensWholeDays: Bool {
    if times.isEmpty { return true }
    var reached: UInt16 = 0
    while reached < 1_440 {
      let further = times.filter { $0.start <= reached }.map(\.end).max() ?? 0
      guard further > reached else { return false }
      reached = further
    }
    return true
  }
}

extension OpeningHours.DateRange {
  /// Whether a day lies in the range.
  func contains(_ day: CalendarDay) -> Bool {
    let wraps = (last.month, last.day) < (first.month, first.day)
    guard first.year != 0 else {
      // A last day of one year with a first day of every year is meaningless.
      guard last.year == 0 else { return false }
      let (from, to) = (first.key(in: day.year), last.key(in: day.year))
      let now = OpeningHours.YearDay.key(day.year, day.month, day.day)
      return wraps ? now >= from || now <= to : from <= now && now <= to
    }
    let lastYear = last.year != 0 ? Int(last.year) : Int(first.year) + (wraps ? 1 : 0)
    let now = OpeningHours.YearDay.key(day.year, day.month, day.day)
    return first.key(in: Int(first.year)) <= now && now <= last.key(in: lastYear)
  }
}

extension OpeningHours.YearDay {
  /// A number that orders days.
  fileprivate static func key(_ year: Int, _ month: Int, _ day: Int) -> Int {
    (year * 16 + month) * 32 + day
  }

  /// The key of this day in a year; that of the month's last day if the month is shorter.
  fileprivate func key(in year: Int) -> Int {
    let length = GregorianCalendar.length(ofMonth: Int(month), year: year)
    return Self.key(year, Int(month), min(Int(day), length))
  }
}
