import RoadModel
import Testing

@testable import Routing

/// The openings of the week after a departure.
@Suite struct StationHoursTests {
  private static func openings(
    _ text: String, _ departure: String?, zone: TimeZoneRule? = nil
  ) -> [ChargingProblem.Opening]? {
    StationHours(
      departure: departure.flatMap { Departure(iso8601: $0) }, zone: zone, holidays: []
    ).openings(text)
  }

  @Test("openings begin and end at full minutes, whatever the second of the departure")
  func minutes() {
    // A Monday; noon is 7,230 seconds later, and the next Monday's opening more than a week.
    #expect(
      Self.openings("Mo 10:00-12:00", "2026-11-23T09:59:30Z") == [30...7_229])
    #expect(
      Self.openings("2026 Nov 23 08:00-10:00,10:01-10:02", "2026-11-23T09:59:30Z")
        == [0...29, 90...149])
  }

  @Test("hours that never close, or are unknown, need no openings; stations may never open")
  func always() {
    #expect(Self.openings("24/7", "2026-11-23T09:59Z") == nil)
    #expect(Self.openings("Mo-Su 00:00-24:00", "2026-11-23T09:59Z") == nil)
    #expect(Self.openings("sunrise-sunset", "2026-11-23T09:59Z") == nil)
    #expect(Self.openings("Mo-Fr 08:00-20:00", nil) == nil)
    // Without an offset and a zone, the departure is not used.
    #expect(Self.openings("Mo-Fr 08:00-20:00", "2026-11-23T09:59") == nil)
    #expect(Self.openings("off", "2026-11-23T09:59Z") == [])
  }

  @Test("hours of days that one day decides open on these days alone, and past midnight")
  func selectedDays() {
    // The fourth Monday of November, and of no other week.
    #expect(Self.openings("Mo[4] 22:00-02:00", "2026-11-23T09:59:30Z") == [43_230...57_629])
    #expect(Self.openings("Mo[1] 22:00-02:00", "2026-11-23T09:59:30Z") == [])
    #expect(
      Self.openings("week 40-48 Mo 10:00-12:00 || Tu[-1] 10:00-12:00", "2026-11-23T09:59:30Z")
        == [30...7_229, 86_430...93_629])
  }

  @Test("the clock goes back during the wait")
  func summerTime() throws {
    // From 21:00 of the last day of summer time to 08:00 there are twelve hours.
    let zone = try #require(TimeZoneRule(posix: "CET-1CEST,M3.5.0,M10.5.0/3"))
    let openings = try #require(
      Self.openings("08:00-20:00", "2026-10-24T21:00+02:00", zone: zone))
    #expect(openings.first == 43_200...86_399)
    #expect(openings.count == 7)
  }
}
