import RoadModel
import RouteModel
import Testing
import Traffic

@testable import TrafficIO

/// Periods that recur, such as every night, and exceptions.
extension DatexTests {
  /// 2026-11-24T00:00:00Z, a Tuesday.
  private static let tuesday: Int64 = 1_795_478_400

  private static func hours(_ begin: String, _ end: String) -> String {
    "<recurringTimePeriodOfDay xsi:type=\"TimePeriodByHour\">"
      + "<startTimeOfPeriod>\(begin)</startTimeOfPeriod>"
      + "<endTimeOfPeriod>\(end)</endTimeOfPeriod></recurringTimePeriodOfDay>"
  }

  private static func days(_ members: (name: String, words: [String])...) -> String {
    let elements = members.flatMap { member in
      member.words.map { "<applicable\(member.name)>\($0)</applicable\(member.name)>" }
    }
    return "<recurringDayWeekMonthPeriod>\(elements.joined())</recurringDayWeekMonthPeriod>"
  }

  private static func period(_ content: String, to end: String? = nil) -> String {
    "<validPeriod>" + (end.map { "<endOfPeriod>\($0)</endOfPeriod>" } ?? "") + content
      + "</validPeriod>"
  }

  /// The hours since Tuesday 0:00 in which the road is closed, and whether there are more that have no place.
  private static func closedHours(
    _ times: String, published: String? = "2026-11-24T12:00:00Z", zone: TimeZoneRule? = nil
  ) throws -> (hours: [[Double]], isCut: Bool) {
    let time = published.map { "<publicationTime>\($0)</publicationTime>" } ?? ""
    let text = situation(management, closed + times)
      .replacing("<situation id", with: time + "<situation id")
    let records = try feed(text, zone: zone).records
    let placed = records.filter { $0.place == linePlace }
    #expect(placed.allSatisfy { $0.closure == .all })
    let others = records.filter { $0.place != linePlace }
    #expect(others.allSatisfy { $0.place == .unsupported(.recurring) } && others.count <= 1)
    let hours = placed.map { record in
      [record.incident?.begin, record.incident?.end].compactMap { $0 }
        .map { Double($0 - tuesday) / 3_600 }
    }
    return (hours, !others.isEmpty)
  }

  @Test("nights are listed from a day before the publication to a week after it")
  func nights() throws {
    let nights = Self.hours("22:00:00", "05:00:00")
    let all = try Self.closedHours(Self.period(nights))
    let days: [Double] = [0, 24, 48, 72, 96, 120, 144, 168]
    #expect(all.hours == days.map { [$0 - 2, $0 + 5] })
    #expect(all.isCut)
    let some = try Self.closedHours(Self.period(nights, to: "2026-11-26T00:00:00Z"))
    #expect(some.hours == [[-2, 5], [22, 29], [46, 48]])
    #expect(!some.isCut)
    let unknown = try Self.closedHours(Self.period(nights), published: nil)
    #expect(unknown.hours.isEmpty && unknown.isCut)
  }

  @Test("hours hold on the days named, by the clock of the zone or of their own")
  func daysAndHours() throws {
    let berlin = try #require(TimeZoneRule(posix: "CET-1CEST,M3.5.0,M10.5.0/3"))
    let days = Self.days(("Day", ["tuesday", "wednesday"]))
    for (hours, zone) in [
      (Self.hours("08:00:00", "10:00:00"), berlin),
      (Self.hours("08:00:00+01:00", "10:00:00+01:00"), nil),
    ] {
      let found = try Self.closedHours(Self.period(hours + days), zone: zone)
      #expect(found.hours == [[7, 9], [31, 33], [175, 177]])
      #expect(found.isCut)
    }
    let twice = Self.hours("06:00:00", "07:00:00") + Self.hours("23:00:00", "24:00:00")
    #expect(
      try Self.closedHours(Self.period(twice + Self.days(("Day", ["friday"])))).hours
        == [[78, 79], [95, 96]])
  }

  @Test("days without hours are whole days, and days that follow each other one time")
  func wholeDays() throws {
    let weeks = ["first", "second", "third", "fourth", "fifth"].map { $0 + "WeekOfMonth" }
    let end = "2026-11-30T00:00:00Z"
    for days in [
      Self.days(("Day", ["saturday"])),
      Self.days(("Day", ["saturday"]), ("Week", weeks), ("Month", ["november", "january"])),
    ] {
      let found = try Self.closedHours(Self.period(days, to: end))
      #expect(found.hours == [[96, 120]] && !found.isCut)
    }
    let others = try Self.closedHours(
      Self.period(Self.days(("Day", ["saturday"]), ("Month", ["december"])), to: end))
    #expect(others.hours.isEmpty && !others.isCut)
    let daily =
      "<overallStartTime>2026-11-24T00:00:00Z</overallStartTime>"
      + Self.period(Self.hours("00:00:00", "23:59:59"), to: "2026-11-26T00:00:00Z")
    #expect(try Self.closedHours(daily).hours == [[0, 172_799 / 3_600.0]])
  }

  @Test("exceptions are left out, also those that recur")
  func exceptions() throws {
    let overall =
      "<overallStartTime>2026-11-24T00:00:00Z</overallStartTime>"
      + "<overallEndTime>2026-11-26T00:00:00Z</overallEndTime>"
    let day = "<exceptionPeriod>" + Self.hours("06:00:00", "20:00:00") + "</exceptionPeriod>"
    let found = try Self.closedHours(overall + day)
    #expect(found.hours == [[0, 6], [20, 30], [44, 48]] && !found.isCut)
    let nights = Self.period(Self.hours("22:00:00", "05:00:00"), to: "2026-11-26T00:00:00Z")
    let party =
      "<exceptionPeriod><startOfPeriod>2026-11-24T03:00:00Z</startOfPeriod>"
      + "<endOfPeriod>2026-11-25T12:00:00Z</endOfPeriod></exceptionPeriod>"
    let rest = try Self.closedHours(nights + party)
    #expect(rest.hours == [[-2, 3], [46, 48]] && !rest.isCut)
  }

  @Test("what recurs in another way has no place")
  func unknownRecurrence() throws {
    for content in [
      Self.days(("Day", ["monday"]), ("Week", ["firstWeekOfMonth"])),
      Self.days(("Day", ["blueMonday"])), Self.days(), Self.hours("22:00:00", ""),
      Self.hours("25:00:00", "05:00:00"), "<recurringSpecialDay/>",
    ] {
      let found = try Self.closedHours(Self.period(content))
      #expect(found.hours.isEmpty && found.isCut, "\(content)")
      let exception = "<exceptionPeriod>\(content)</exceptionPeriod>"
      let all = try Self.closedHours(
        Self.period(Self.hours("22:00:00", "05:00:00")) + exception)
      #expect(all.hours.isEmpty && all.isCut, "\(content)")
    }
  }
}
