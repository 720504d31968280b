import RoadModel
import Testing

/// Hours that are read for one day, after the examples of OpenStreetMap's specification of `opening_hours`.
@Suite struct OpeningDaysTests {
  struct Moments: Sendable, CustomTestStringConvertible {
    let hours: String
    var open: [String] = []
    var closed: [String] = []
    var unknown: [String] = []
    var testDescription: String { hours }
  }

  /// The first of November 2026 is a Sunday, the first of January a Thursday, Easter Sunday the fifth of April.
  ///
  /// The week of 2026 that begins on the eleventh of May is the 20th, and 2026 has 53 weeks.
  static let moments: [Moments] = [
    .init(
      hours: "week 1-20 08:00-18:00", open: ["2025-12-29T10:00", "2026-05-17T10:00"],
      closed: ["2026-05-17T19:00", "2026-05-18T10:00", "2027-01-03T10:00"]),
    .init(
      hours: "week 02-52/2 We 09:00-12:00", open: ["2026-01-07T10:00", "2026-01-21T10:00"],
      closed: ["2026-01-08T10:00", "2026-01-14T10:00"]),
    .init(
      hours: "Apr-Sep week 1,20 10:00-12:00", open: ["2026-05-11T11:00"],
      closed: ["2026-01-01T11:00", "2026-05-18T11:00"]),
    .init(
      hours: "Mo[1] 10:00-12:00", open: ["2026-11-02T11:00"],
      closed: ["2026-11-02T12:00", "2026-11-01T11:00", "2026-11-09T11:00"]),
    .init(
      hours: "Su[-1] 10:00-12:00", open: ["2026-11-29T11:00"],
      closed: ["2026-11-01T11:00", "2026-11-22T11:00"]),
    .init(
      hours: "Sa[1,3],Fr[1-2] 10:00-12:00",
      open: ["2026-11-07T11:00", "2026-11-21T11:00", "2026-11-06T11:00", "2026-11-13T11:00"],
      closed: ["2026-11-14T11:00", "2026-11-20T11:00"]),
    .init(
      hours: "Mo,Sa[1] 10:00-12:00", open: ["2026-11-09T11:00", "2026-11-07T11:00"],
      closed: ["2026-11-14T11:00"]),
    .init(
      hours: "Sa[1] 22:00-02:00", open: ["2026-11-07T23:00", "2026-11-08T01:00"],
      closed: ["2026-11-07T01:00", "2026-11-15T01:00"]),
    .init(
      hours: "Mo-Fr 08:00-18:00; Fr[-1] off", open: ["2026-11-20T11:00"],
      closed: ["2026-11-27T11:00"]),
    .init(
      hours: "17:00+", closed: ["2026-11-08T16:59"],
      unknown: ["2026-11-08T17:00", "2026-11-08T23:59", "2026-11-09T01:00"]),
    .init(
      hours: "10:00-18:00+", open: ["2026-11-08T12:00"], closed: ["2026-11-08T09:59"],
      unknown: ["2026-11-08T18:00"]),
    .init(
      hours: "Mo-Fr 08:00-12:00,13:00+; We off", open: ["2026-11-24T11:00"],
      closed: ["2026-11-24T12:30", "2026-11-25T11:00", "2026-11-25T14:00", "2026-11-28T14:00"],
      unknown: ["2026-11-24T14:00"]),
    .init(
      hours: "easter 10:00-12:00",
      open: ["2026-04-05T11:00", "2024-03-31T11:00", "2025-04-20T11:00", "2027-03-28T11:00"],
      closed: ["2026-04-04T11:00", "2026-04-06T11:00"]),
    .init(
      hours: "08:00-18:00; easter -2 days off", open: ["2026-04-04T11:00"],
      closed: ["2026-04-03T11:00"]),
    .init(
      hours: "easter +1 day-Oct 31 10:00-18:00", open: ["2026-04-06T11:00", "2026-10-31T11:00"],
      closed: ["2026-04-05T11:00", "2026-11-01T11:00"]),
    // 2026 and 2027 have no such day, 2028 has one.
    .init(
      hours: "Feb 29 10:00-12:00", open: ["2028-02-29T11:00"],
      closed: [
        "2026-02-28T11:00", "2026-03-01T11:00", "2027-02-28T11:00", "2028-02-28T11:00",
        "2028-03-01T11:00",
      ]),
    .init(
      hours: "Feb 29-Mar 10 10:00-12:00", open: ["2026-03-01T11:00", "2028-02-29T11:00"],
      closed: ["2026-02-28T11:00", "2026-03-11T11:00", "2028-02-28T11:00"]),
    .init(
      hours: "2027-2028 Feb 29 10:00-12:00", open: ["2028-02-29T11:00"],
      closed: ["2027-02-28T11:00", "2027-03-01T11:00", "2028-02-28T11:00"]),
    .init(
      hours: "Feb 20-Feb 29 10:00-12:00", open: ["2026-02-28T11:00", "2028-02-29T11:00"],
      closed: ["2026-03-01T11:00", "2028-03-01T11:00"]),
    .init(
      hours: "PH Mo-Fr 10:00-12:00", open: ["2026-12-25T11:00"],
      closed: ["2026-12-26T11:00", "2026-12-24T11:00"]),
    .init(
      hours: "Mo,PH -1 day 21:00-02:00",
      open: ["2026-12-24T22:00", "2026-12-25T22:00", "2026-12-28T22:00", "2026-12-25T01:00"],
      closed: ["2026-12-23T22:00", "2026-12-26T22:00", "2026-12-24T01:00"]),
    .init(
      hours: "PH +1 day 10:00-12:00", open: ["2026-12-26T11:00", "2026-12-27T11:00"],
      closed: ["2026-12-25T11:00"]),
    .init(
      hours: "Mo-Fr 08:00-16:00; Sa unknown", open: ["2026-11-20T11:00"],
      closed: ["2026-11-22T11:00"], unknown: ["2026-11-21T11:00"]),
    // Rules behind `||` that close hold for all before them; the 25th of December is a Friday.
    .init(
      hours: "Mo-Fr 10:00-18:00; Sa 10:00-14:00 || \"by appointment\"; Su,PH off",
      open: ["2026-11-27T11:00", "2026-11-28T11:00"],
      closed: ["2026-11-29T11:00", "2026-12-25T11:00", "2026-12-25T19:00"],
      unknown: ["2026-11-27T09:00", "2026-11-28T15:00"]),
    .init(
      hours: "Mo-Fr 08:00-12:00 || Mo-Sa 14:00-16:00; PH 10:00-15:00 off",
      open: ["2026-12-24T11:00", "2026-12-25T09:00", "2026-12-25T15:30"],
      closed: ["2026-12-25T11:00", "2026-12-25T14:30", "2026-12-24T13:00"]),
    .init(
      hours: "\"by appointment\"; Su off", closed: ["2026-11-29T11:00"],
      unknown: ["2026-11-28T11:00"]),
    .init(hours: "\"by appointment\"", unknown: ["2026-11-28T11:00"]),
  ]

  @Test("hours say whether a place is open, or that it is unknown", arguments: moments)
  func evaluates(_ item: Moments) throws {
    for (times, state) in [
      (item.open, OpeningState.open), (item.closed, .closed), (item.unknown, .unknown),
    ] {
      for time in times { #expect(try Self.state(item.hours, time) == state, "at \(time)") }
    }
  }

  private static func state(_ text: String, _ time: String) throws -> OpeningState {
    // A Friday and a Saturday.
    let holidays = Set(["2026-12-25", "2026-12-26"].compactMap { LocalDate(iso8601: $0) })
    let time = try #require(Departure(iso8601: time)?.time)
    return OpeningState(of: text, at: time, holidays: holidays)
  }

  @Test(
    "what can't be read for one day either is refused",
    arguments: [
      "sunrise-sunset", "PH -1", "PH,PH -1 day",
      "Su[1] -1 day", "Mo-Fr[1]", "Mo[6]", "Mo[0]", "Mo[]", "Mo[1",
      "week", "week 20-10", "week 54", "week 1-20/0", "easter-", "Mo-Fr PH", "08:00-", "+",
    ])
  func refuses(_ text: String) throws {
    let date = try #require(LocalDate(iso8601: "2026-11-28"))
    let days = OpeningDays(date, holidays: [], areSchoolHolidays: false)
    #expect(OpeningHours(text, around: days, isCertain: false) == nil)
    #expect(!HoursOfDay(text, on: date, holidays: []).isUnderstood)
    #expect(!HoursOfDay("Mo 08:00-12:00 || " + text, on: date, holidays: []).isUnderstood)
  }

  @Test(
    "hours that are read are understood on any day, even if they are unknown at some times",
    arguments: [
      "24/7", "off", "week 1-20 Mo[1] 08:00+", "SH 10:00-12:00", "Sa \"by appointment\"",
      "Mo 08:00-12:00 || \"ask\"",
    ])
  func understands(_ text: String) {
    for days in [Int32(0), 20_000] {
      let date = LocalDate(days: days)
      #expect(HoursOfDay(text, on: date, holidays: []).isUnderstood)
    }
  }

  @Test("any day can be asked for", arguments: [Int32.min, .min + 1, 0, .max])
  func anyDay(_ days: Int32) {
    let days = OpeningDays(LocalDate(days: days), holidays: [], areSchoolHolidays: true)
    for text in ["easter -2 days", "week 1 Mo[-1] 08:00+", "SH off"] {
      #expect(OpeningHours(text, around: days, isCertain: true) != nil)
    }
  }
}
