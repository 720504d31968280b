import Notation

/// A time zone: the offset of local time from UTC, and its daylight saving changes.
///
/// It is the `TZ` rule of POSIX.1-2017 (section 8.3), with the hours of RFC 8536 (section 3.3.1).
/// The rule is the same for every year; it does not include earlier laws.
///
///     let berlin = TimeZoneRule(posix: "CET-1CEST,M3.5.0,M10.5.0/3")
///     berlin?.offset(atUTC: 1_782_907_200)      // 7200: July
public struct TimeZoneRule: Sendable, Hashable {
  /// Daylight saving time.
  struct Daylight: Sendable, Hashable {
    /// The offset from UTC during it, in seconds, positive to the east.
    var offset: Int
    /// Its beginning, in standard time.
    var start: Switch
    /// Its end, in daylight saving time.
    var end: Switch
  }

  /// A moment of each year at which clocks change.
  struct Switch: Sendable, Hashable {
    /// The day.
    var day: Day
    /// Seconds after its midnight, -167 to 167 hours.
    var seconds: Int
  }

  /// A day of each year.
  enum Day: Sendable, Hashable {
    /// `Mm.w.d`: the `week`-th (5: the last) such weekday (0 is Sunday) of a month.
    case weekday(month: Int, week: Int, weekday: Int)
    /// `Jn`: day 1 to 365 of a year that has no 29th of February.
    case withoutLeapDay(Int)
    /// `n`: day 0 to 365 of the year as it is.
    case withLeapDay(Int)
  }

  /// The offset of standard time from UTC in seconds, positive to the east.
  var standardOffset: Int
  /// Daylight saving time; nil if the zone has none.
  var daylight: Daylight?
  /// The rule as it was parsed.
  public let posix: String

  /// A rule of parts.
  init(standardOffset: Int, daylight: Daylight?, posix: String) {
    self.standardOffset = standardOffset
    self.daylight = daylight
    self.posix = posix
  }
}

extension TimeZoneRule {
  /// The offset of local time from UTC.
  ///
  /// - Parameter utc: Seconds since 1970-01-01 00:00 UTC.
  /// - Returns: Seconds ahead of UTC, negative to the west; less than 25 hours.
  /// - Complexity: O(1).
  public func offset(atUTC utc: Int64) -> Int {
    guard let daylight else { return standardOffset }
    let year = LocalTime(seconds: utc &+ Int64(standardOffset)).date.civil.year
    // Changes may lie up to a week outside their year, so the last one is searched in three years.
    // If daylight saving time ends at the moment when that of the next year begins, the later
    // change counts, so that a zone can have it all year.
    var latest = Int64.min
    var offset = standardOffset
    for year in (year - 1)...(year + 1) {
      let start = daylight.start.local(in: year) &- Int64(standardOffset)
      let end = daylight.end.local(in: year) &- Int64(daylight.offset)
      let startsFirst = start <= end
      for isStart in [startsFirst, !startsFirst] {
        let moment = isStart ? start : end
        guard moment <= utc, moment >= latest else { continue }
        latest = moment
        offset = isStart ? daylight.offset : standardOffset
      }
    }
    return offset
  }

  /// The local time at an instant.
  ///
  /// - Parameter utc: Seconds since 1970-01-01 00:00 UTC.
  /// - Returns: The local time.
  public func local(atUTC utc: Int64) -> LocalTime {
    LocalTime(seconds: utc &+ Int64(offset(atUTC: utc)))
  }

  /// The instant of a local time, in seconds since 1970-01-01 00:00 UTC.
  ///
  /// If clocks go back and the time occurs twice, it is the first of the two. If clocks go forward and the time is
  /// skipped, it is read as if they had not changed: 02:30 in a night that skips from 02:00 to 03:00 means 03:30. Give
  /// the departure an offset to name another instant.
  public func utc(of local: LocalTime) -> Int64 {
    guard let daylight else { return local.seconds &- Int64(standardOffset) }
    // The larger offset gives the earlier moment.
    let east = max(standardOffset, daylight.offset)
    let west = min(standardOffset, daylight.offset)
    let earlier = local.seconds &- Int64(east)
    if offset(atUTC: earlier) == east { return earlier }
    // The time is valid by the other offset, or skipped: then the smaller offset was in force
    // before the change.
    return local.seconds &- Int64(west)
  }

  /// The local time after some elapsed time, considering changes to and from daylight saving time.
  ///
  /// - Parameters:
  ///   - elapsed: Elapsed seconds; may be negative.
  ///   - start: The local time at the start; see ``utc(of:)`` for times that occur twice or never.
  /// - Returns: The local time. For repeated calls, compute ``utc(of:)`` once and use ``local(atUTC:)``.
  public func local(afterSeconds elapsed: Int64, from start: LocalTime) -> LocalTime {
    local(atUTC: utc(of: start) &+ elapsed)
  }
}

extension TimeZoneRule.Switch {
  /// The moment in a year, by the clocks before the switch, in seconds since 1970-01-01 00:00 on them.
  func local(in year: Int) -> Int64 {
    Int64(day.number(in: year)) * 86_400 + Int64(seconds)
  }
}

extension TimeZoneRule.Day {
  /// Days since 1970-01-01.
  func number(in year: Int) -> Int {
    switch self {
    case .withLeapDay(let day):
      return GregorianCalendar.days(year: year, month: 1, day: 1) + day
    case .withoutLeapDay(let day):
      // From March on, leap years have one day more before.
      return GregorianCalendar.days(year: year, month: 1, day: 1) + day - 1
        + (day >= 60 && GregorianCalendar.isLeap(year) ? 1 : 0)
    case .weekday(let month, let week, let weekday):
      let first = GregorianCalendar.days(year: year, month: month, day: 1)
      // 1970-01-01 was a Thursday, day 4 of a week from Sunday.
      let firstWeekday = (first % 7 + 7 + 4) % 7
      var day = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
      while day >= first + GregorianCalendar.length(ofMonth: month, year: year) { day -= 7 }
      return day
    }
  }
}
