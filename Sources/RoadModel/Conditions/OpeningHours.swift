/// Opening hours after the `opening_hours` grammar of OpenStreetMap.
///
/// They are a list of rules; a later rule overrides earlier ones on the days that it selects.
public struct OpeningHours: Sendable, Hashable {
  /// One rule: days, times, and open or off.
  public struct Rule: Sendable, Hashable {
    /// Dates on which the rule applies; empty for all.
    public var dates: [DateRange]
    /// Days of the week, Monday bit 0 to Sunday bit 6; 0 if only ``onHolidays`` selects days.
    public var weekdays: UInt8
    /// Whether the rule applies on public holidays, on any day of the week.
    public var onHolidays: Bool
    /// Times of the day; empty for the whole day.
    public var times: [TimeSpan]
    /// Whether the rule means closed (`off`).
    public var isOff: Bool
    /// Whether the rule adds to earlier ones (`,`) instead of replacing them on its days (`;`).
    public var isAdditional: Bool

    /// A rule; by default open every day, all day.
    public init(
      dates: [DateRange] = [], weekdays: UInt8 = 0x7F, onHolidays: Bool = false,
      times: [TimeSpan] = [], isOff: Bool = false, isAdditional: Bool = false
    ) {
      self.dates = dates
      self.weekdays = weekdays
      self.onHolidays = onHolidays
      self.times = times
      self.isOff = isOff
      self.isAdditional = isAdditional
    }
  }

  /// A day of a year, or of every year.
  public struct YearDay: Sendable, Hashable {
    /// The year, 0 for every year.
    public var year: UInt16
    /// The month, 1 to 12.
    public var month: UInt8
    /// The day of the month, 1 to 31; a day beyond the end of the month means its last day.
    public var day: UInt8

    /// A day.
    public init(year: UInt16 = 0, month: UInt8, day: UInt8) {
      self.year = year
      self.month = month
      self.day = day
    }
  }

  /// A range of days, both included; it spans the new year if the second day is the earlier one.
  public struct DateRange: Sendable, Hashable {
    /// The first day.
    public var first: YearDay
    /// The last day.
    public var last: YearDay

    /// A range.
    public init(_ first: YearDay, _ last: YearDay) {
      self.first = first
      self.last = last
    }
  }

  /// Minutes since midnight, excluding the end; an end beyond 1,440 lies on the next day.
  public struct TimeSpan: Sendable, Hashable {
    /// The start, 0 to 1,439.
    public var start: UInt16
    /// The end, greater than ``start``, at most 2,880.
    public var end: UInt16

    /// A span.
    public init(_ start: UInt16, _ end: UInt16) {
      self.start = start
      self.end = end
    }
  }

  /// The rules in their order.
  public var rules: [Rule]

  /// Opening hours from their rules.
  public init(_ rules: [Rule]) { self.rules = rules }
}
