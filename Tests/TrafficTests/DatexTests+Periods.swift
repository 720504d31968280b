import RoadModel
import RouteModel
import Testing
import Traffic

@testable import TrafficIO

/// Periods in which situations hold.
extension DatexTests {
  @Test("periods are incidents of their own; recurring ones have no place")
  func periods() throws {
    let period =
      "<validPeriod><startOfPeriod>2026-11-24T20:00:00Z</startOfPeriod>"
      + "<endOfPeriod>2026-11-24T21:00:00Z</endOfPeriod></validPeriod>"
    let other = period.replacing("11-24", with: "11-25")
    let records = try Self.feed(Self.situation(Self.management, Self.closed + period + other))
      .records
    #expect(records.map(\.incident?.begin) == [1_795_550_400, 1_795_636_800])
    #expect(records.map(\.incident?.end) == [1_795_554_000, 1_795_640_400])
    let nights = period.replacing(
      "</validPeriod>", with: "<recurringTimePeriodOfDay/></validPeriod>")
    #expect(
      try Self.feed(Self.situation(Self.management, Self.closed + nights)).records.map(\.place)
        == [.unsupported(.recurring)])
    // Of several periods, those without recurring times have a place; the others are counted once.
    let some = try Self.feed(Self.situation(Self.management, Self.closed + nights + other + nights))
      .records
    #expect(some.map(\.place) == [Self.linePlace, .unsupported(.recurring)])
    #expect(some.first?.incident?.begin == 1_795_636_800)
    let recurring = "<recurringDayWeekMonthPeriod/>"
    #expect(
      try Self.feed(Self.situation(Self.management, Self.closed + recurring)).records.map(\.place)
        == [.unsupported(.recurring)])
    let exception =
      "<exceptionPeriod><startOfPeriod>2026-11-24T20:30:00Z</startOfPeriod></exceptionPeriod>"
    let rest = try Self.feed(
      Self.situation(Self.management, Self.closed + period + other + exception)
    ).records
    #expect(rest.map(\.place) == [Self.linePlace])
    #expect(rest.map(\.incident?.begin) == [1_795_550_400])
    #expect(rest.map(\.incident?.end) == [1_795_552_200])
  }

  @Test("what is planned closes nothing before its time, and without one nothing at all")
  func planned() throws {
    let status = "<validityStatus>planned</validityStatus>"
    func closures(_ times: String) throws -> [TrafficPiece.Closure] {
      try Self.feed(Self.situation(Self.management, Self.closed + status + times)).records
        .map(\.closure)
    }
    #expect(try closures("") == [.none])
    #expect(
      try closures("<overallStartTime>2026-11-24T06:00:00Z</overallStartTime>") == [.all])
    #expect(
      try closures(Self.period("24T05", "24T08") + Self.period("", "24T09")) == [.all, .none])
  }

  @Test("times without an offset are those of the zone, or else of UTC, and are counted")
  func localTimes() throws {
    let berlin = try #require(TimeZoneRule(posix: "CET-1CEST,M3.5.0,M10.5.0/3"))
    func times(_ begin: String, _ end: String, _ zone: TimeZoneRule?) throws -> [Int64?] {
      let feed = try Self.feed(
        Self.situation(
          Self.management,
          "<overallStartTime>\(begin)</overallStartTime><overallEndTime>\(end)</overallEndTime>"),
        zone: zone)
      return [Int64(feed.localTimeCount)]
        + feed.records.flatMap { [$0.incident?.begin, $0.incident?.end] }
    }
    // 2026-11-24T00:00:00Z and 2026-07-24T00:00:00Z
    let (autumn, summer): (Int64, Int64) = (1_795_478_400, 1_784_851_200)
    let local = ("2026-07-24T12:00:00", "2026-11-24T12:00:00.000")
    #expect(
      try times(local.0, local.1, berlin) == [2, summer + 10 * 3_600, autumn + 11 * 3_600])
    #expect(try times(local.0, local.1, nil) == [2, summer + 12 * 3_600, autumn + 12 * 3_600])
    #expect(
      try times(local.0 + "Z", local.1 + "-05:00", berlin)
        == [0, summer + 12 * 3_600, autumn + 17 * 3_600])
    // The end of the day, as XML Schema writes it.
    #expect(
      try times("2026-11-23T24:00:00Z", "2026-11-24T24:00:00", berlin)
        == [1, autumn, autumn + 23 * 3_600])
  }

  private static func period(_ begin: String, _ end: String) -> String {
    "<validPeriod>"
      + (begin.isEmpty ? "" : "<startOfPeriod>2026-11-\(begin):00:00Z</startOfPeriod>")
      + (end.isEmpty ? "" : "<endOfPeriod>2026-11-\(end):00:00Z</endOfPeriod>") + "</validPeriod>"
  }

  @Test("periods hold within the overall time, and one may have a single end")
  func overallTimes() throws {
    // 2026-11-24T00:00:00Z
    let midnight: Int64 = 1_795_478_400
    let overall =
      "<overallStartTime>2026-11-24T06:00:00Z</overallStartTime>"
      + "<overallEndTime>2026-11-24T20:00:00Z</overallEndTime>"
    let records = try Self.feed(
      Self.situation(
        Self.management,
        overall + Self.closed + Self.period("24T05", "24T08") + Self.period("", "24T09")
          + Self.period("24T18", "") + Self.period("24T21", "24T22"))
    ).records
    func at(_ hour: Int64) -> Int64? { midnight + hour * 3_600 }
    #expect(records.map(\.incident?.begin) == [at(6), at(6), at(18)])
    #expect(records.map(\.incident?.end) == [at(8), at(9), at(20)])
  }

  @Test("a record takes a thousand periods, or places times periods, and says where there are more")
  func tooMany() throws {
    let period = Self.period("24T05", "24T08")
    func feed(_ periods: Int, _ places: Int) throws -> Int {
      let locations = String(
        repeating: "<locationContainedInGroup>\(Self.line)</locationContainedInGroup>",
        count: places)
      return try Self.feed(
        Self.situation(
          Self.management, String(repeating: period, count: periods), location: locations)
      ).records.count
    }
    for (periods, places) in [(1_000, 1), (10, 100), (0, 1_000)] {
      #expect(try feed(periods, places) == 1_000)
    }
    for (periods, places) in [(1_001, 1), (11, 100), (0, 1_001), (1_000, 1_000)] {
      do {
        _ = try feed(periods, places)
        Issue.record("\(periods) periods of \(places) places are taken")
      } catch { #expect("\(error)".contains("at most 1000"), "\(error)") }
    }
  }
}
