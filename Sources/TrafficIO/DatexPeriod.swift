import Notation
import RoadModel

/// A `validPeriod` or an `exceptionPeriod` of DATEX II: from one time to another, or at recurring times in between.
///
/// With recurring days it holds on any of these only, and with recurring hours at any of those only.
struct DatexPeriod: Sendable {
  var begin: Int64?
  var end: Int64?
  private var hours: [Hours] = []
  private var days: [Days] = []
  /// Whether it recurs in a way that is not known here, such as on public holidays.
  private var isOdd = false

  /// The maximum numbers of hours and of days.
  private static let maximumCount = 100

  /// Hours of a day; they reach into the next day unless they end later than they begin.
  private struct Hours {
    var begin: DayTime?
    var end: DayTime?
  }

  /// A time of the day.
  private struct DayTime {
    var seconds: Int64
    /// The offset from UTC in seconds; nil for local time.
    var offset: Int?

    init?(_ text: String) {
      // xs:time also writes midnight as the end of the day.
      let isDayEnd = text.hasPrefix("24:00:00")
      let form = isDayEnd ? "00" + text.dropFirst(2) : text[...]
      guard let time = ISO8601Time("1970-01-01T" + form, allowing: .all) else { return nil }
      seconds = isDayEnd ? 86_400 : Int64(time.secondOfDay)
      offset = time.offset
    }

    /// The instant at this time of a day, counted from 1970-01-01.
    func utc(on day: Int, _ zone: TimeZoneRule?) -> Int64 {
      let local = LocalTime(seconds: Int64(day) * 86_400 + seconds)
      return Departure(time: local, offset: offset).utc(in: zone) ?? local.seconds
    }
  }

  /// Days of the week, weeks of the month and months as bits, from Monday, the first and January; 0 for all.
  private struct Days {
    var weekdays: UInt8 = 0
    var weeks: UInt8 = 0
    var months: UInt16 = 0

    /// Whether it names days, and by no weeks but all: sources count weeks of a month in several ways.
    var isKnown: Bool { (weekdays != 0 || months != 0) && (weeks == 0 || weeks == 0x1F) }

    func contains(_ day: Int) -> Bool {
      let month = GregorianCalendar.civil(days: day).month
      return (weekdays == 0 || weekdays >> UInt8(GregorianCalendar.weekday(days: day)) & 1 == 1)
        && (months == 0 || months >> UInt16(month - 1) & 1 == 1)
    }
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  private static let weeks = [
    "firstWeekOfMonth", "secondWeekOfMonth", "thirdWeekOfMonth", "fourthWeekOfMonth",
    "fifthWeekOfMonth",
  ]
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// Whether an element has recurring times.
  static func isRecurring(_ name: String) -> Bool {
    ["recurringTimePeriodOfDay", "recurringDayWeekMonthPeriod", "recurringSpecialDay"]
      .contains(name)
  }

  /// Whether it holds at recurring times only.
  var isRecurring: Bool { isOdd || !hours.isEmpty || !days.isEmpty }
  /// Whether all its recurring times are known.
  var isKnown: Bool {
    !isOdd && days.allSatisfy(\.isKnown)
      && hours.allSatisfy { $0.begin != nil && $0.end != nil }
  }

  // MARK: Elements

  /// Takes the beginning of an element inside.
  mutating func begin(_ name: String) {
    switch name {
    case "recurringTimePeriodOfDay" where hours.count < Self.maximumCount: hours.append(Hours())
    case "recurringDayWeekMonthPeriod" where days.count < Self.maximumCount: days.append(Days())
    default: if Self.isRecurring(name) { isOdd = true }
    }
  }

  /// Takes the end of an element inside.
  ///
  /// - Returns: Whether it is a time of the day without an offset from UTC.
  mutating func end(_ name: String, _ text: String, in names: [String]) -> Bool {
    if names.contains("recurringTimePeriodOfDay"), !hours.isEmpty {
      let time = DayTime(text)
      switch name {
      case "startTimeOfPeriod": hours[hours.count - 1].begin = time
      case "endTimeOfPeriod": hours[hours.count - 1].end = time
      default:
        if !Self.isRecurring(name) { isOdd = true }
        return false
      }
      return time.map { $0.offset == nil } ?? false
    }
    if names.contains("recurringDayWeekMonthPeriod"), !Self.isRecurring(name) {
      take(name, text)
    }
    return false
  }

  /// Takes a word for recurring days.
  private mutating func take(_ name: String, _ text: String) {
    guard let last = days.indices.last, !text.isEmpty else { return }
    switch name {
    case "applicableDay":
      if let bit = Self.weekdays.firstIndex(of: text) {
        days[last].weekdays |= 1 << UInt8(bit)
      } else {
        isOdd = true
      }
    case "applicableWeek":
      if let bit = Self.weeks.firstIndex(of: text) {
        days[last].weeks |= 1 << UInt8(bit)
      } else {
        isOdd = true
      }
    case "applicableMonth":
      if let bit = Self.months.firstIndex(of: text) {
        days[last].months |= 1 << UInt16(bit)
      } else {
        isOdd = true
      }
    default: isOdd = true
    }
  }

  // MARK: Times

  /// The time from its begin to its end.
  var whole: Range<Int64> {
    let begin = begin ?? .min
    return begin..<max(end ?? .max, begin)
  }

  /// The known recurring times within a time of days, one after the other.
  func recurrences(in time: Range<Int64>, _ zone: TimeZoneRule?) -> [Range<Int64>] {
    if time.isEmpty { return [] }
    // Local days begin less than a day before or after those of UTC, and hours may begin on the day before.
    let first = GregorianCalendar.floorDivide(Int(time.lowerBound), 86_400) - 2
    let last = GregorianCalendar.floorDivide(Int(time.upperBound), 86_400) + 1
    var found: [Range<Int64>] = []
    for day in first...last where days.isEmpty || days.contains(where: { $0.contains(day) }) {
      if hours.isEmpty, let midnight = DayTime("00:00:00") {
        let begin = midnight.utc(on: day, zone)
        found.append(begin..<max(midnight.utc(on: day + 1, zone), begin))
      }
      for hours in hours {
        guard let from = hours.begin, let to = hours.end else { continue }
        let begin = from.utc(on: day, zone)
        found.append(
          begin..<max(to.utc(on: to.seconds > from.seconds ? day : day + 1, zone), begin))
      }
    }
    return DatexTimes.joined(found.map { $0.clamped(to: time) })
  }
}
