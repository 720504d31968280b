import TestSupport
import Testing

@testable import RoadModel

@Suite struct OpeningHoursParserTests {
  /// What people write, and what it is in canonical form.
  static let readable: [(String, String)] = [
    // Always, never, days and times.
    ("24/7", "24/7"), ("24 / 7", "24/7"), ("Mo-Su", "24/7"), ("00:00-24:00", "24/7"),
    ("00:00-00:00", "24/7"), ("Mo-Su 00:00-24:00", "24/7"), ("Jan-Dec", "Jan-Dec"),
    ("off", "off"), ("closed", "off"), ("open", "24/7"),
    ("07:00-19:00", "07:00-19:00"), ("22:00-06:00", "22:00-06:00"),
    ("22:00-22:00", "22:00-22:00"), ("20:00-26:00", "20:00-02:00"),
    ("10:00-35:00", "10:00-35:00"), ("20:00-24:00", "20:00-24:00"),
    ("20:00-00:00", "20:00-24:00"),
    ("Mo-Fr 07:00-19:00", "Mo-Fr 07:00-19:00"),
    ("Mo,We,Fr 08:00-10:00,16:00-18:00", "Mo,We,Fr 08:00-10:00,16:00-18:00"),
    ("Mo-Fr 08:00-10:00, 16:00-18:00", "Mo-Fr 08:00-10:00,16:00-18:00"),
    ("Fr-Mo", "Mo,Fr-Su"), ("Su-Mo", "Mo,Su"), ("Mo-Tu", "Mo,Tu"), ("Mo-Mo", "Mo"),

    // Holidays.
    ("Su,PH", "Su,PH"), ("PH,Su 00:00-24:00", "Su,PH"), ("PH", "PH"), ("Mo-Su,PH", "Mo-Su,PH"),
    ("Mo-Fr 07:00-19:00; PH off", "Mo-Fr 07:00-19:00; PH off"),
    ("Mo-Fr, PH 07:00-19:00", "Mo-Fr,PH 07:00-19:00"),
    // Rules that replace and rules that add.
    (
      "Mo-Fr 07:00-19:00;Sa 08:00-12:00;PH off;", "Mo-Fr 07:00-19:00; Sa 08:00-12:00; PH off"
    ),
    ("Mo-Sa 20:00-09:00; Su; PH", "Mo-Sa 20:00-09:00; Su; PH"),
    ("Mo-Fr 16:00-11:00;Sa 00:00-11:00", "Mo-Fr 16:00-11:00; Sa 00:00-11:00"),
    ("Mo 08:00-10:00, Tu 12:00-14:00", "Mo 08:00-10:00, Tu 12:00-14:00"),
    ("Mo open, Tu 12:00-14:00", "Mo open, Tu 12:00-14:00"),
    ("PH off, 12:00-14:00", "PH off, Mo-Su 12:00-14:00"),
    ("Mo-Fr 08:00-18:00; 12:00-14:00 off", "Mo-Fr 08:00-18:00; 12:00-14:00 off"),
    ("Mo-Fr 08:00-16:00 \"term time\"", "Mo-Fr 08:00-16:00"),
    ("Mo-Fr 08:00-16:00 open \"term time\"; PH off \"no school\"", "Mo-Fr 08:00-16:00; PH off"),
    // Dates.
    ("May-Sep", "May-Sep"), ("Nov-Mar", "Nov-Mar"), ("May", "May"), ("Nov,Dec,Jan", "Nov,Dec,Jan"),
    ("Mar-Oct,Dec Mo", "Mar-Oct,Dec Mo"), ("Dec 25", "Dec 25"),
    ("Dec 25,26 off", "Dec 25,Dec 26 off"),
    ("Nov 15-Apr 15", "Nov 15-Apr 15"), ("Oct 15-31", "Oct 15-Oct 31"),
    ("Mar 15 - Sep 1", "Mar 15-Sep 01"), ("Jun 01-30,Aug 5-7", "Jun 01-Jun 30,Aug 05-Aug 07"),
    ("Feb 29", "Feb 29"),
    (
      "Oct 01-Mar 31 Sa-Su,PH 12:00-17:00", "Oct-Mar Sa,Su,PH 12:00-17:00"
    ),
    ("May 10:00-12:00", "May 10:00-12:00"), ("Dec 24 10:00-12:00", "Dec 24 10:00-12:00"),
    ("Apr-Sep: 8:00-18:00", "Apr-Sep 08:00-18:00"), ("Mo-Fr: 8:00-18:00", "Mo-Fr 08:00-18:00"),
    ("Feb 16-Oct 15: 09:00-18:30", "Feb 16-Oct 15 09:00-18:30"),
    ("Dec 24,31: 09:00-12:00", "Dec 24,Dec 31 09:00-12:00"),
    ("2025", "2025"), ("2025-2027", "2025-2027"), ("2025+", "2025+"), ("2025,2027", "2025,2027"),
    ("2025 Jun 01-2025 Sep 30", "2025 Jun 01-2025 Sep 30"),
    ("2016 Apr 25 - 2016 Sep 26", "2016 Apr 25-2016 Sep 26"),
    ("2025 May-Sep", "2025 May-2025 Sep"), ("2025 Dec 24-Jan 06", "2025 Dec 24-2026 Jan 06"),
    ("2025 May", "2025 May"), ("2025 Dec 24", "2025 Dec 24"),
    ("2025 Nov-2026 Mar Mo 8:00-9:00", "2025 Nov-2026 Mar Mo 08:00-09:00"),
    ("2025-2026 May-Sep", "2025 May-2025 Sep,2026 May-2026 Sep"),
    ("2025,2027 May", "2025 May,2027 May"),
    ("2025 Jan-2025 Dec,2026 May", "2025 Jan-2025 Dec,2026 May"),
    ("2025 Mo-Fr", "2025 Mo-Fr"),
    // Slips that can mean one thing only.
    ("7-19", "07:00-19:00"), ("Mo-Fr 7-19", "Mo-Fr 07:00-19:00"), ("7:00-19:00", "07:00-19:00"),
    ("07.00-19.00", "07:00-19:00"), ("07:00-19:00h", "07:00-19:00"),
    ("7:00-19:00 Uhr", "07:00-19:00"), ("7h30-9h", "07:30-09:00"), ("07:00 – 19:00", "07:00-19:00"),
    ("7am-7pm", "07:00-19:00"), ("7:30 AM - 12:15 PM", "07:30-12:15"), ("12am-12pm", "00:00-12:00"),
    ("Mo 10:00-14:00 16:00-20:00; Su off", "Mo 10:00-14:00,16:00-20:00; Su off"),
    ("mo-fr 07:00-19:00", "Mo-Fr 07:00-19:00"), ("Monday-Friday", "Mo-Fr"), ("Mon-Fri", "Mo-Fr"),
    (" Mo - Fr  07:00 - 19:00 ", "Mo-Fr 07:00-19:00"), ("september-june", "Sep-Jun"),
  ]

  @Test("hours are read, and written in one way", arguments: readable)
  func reads(_ text: String, _ canonical: String) throws {
    let hours = try OpeningHoursParser.parse(text)
    #expect(hours.text == canonical)
    #expect(try OpeningHoursParser.parse(hours.text) == hours)
  }

  @Test(
    "a comment without a state can be read as closed",
    arguments: [
      ("Mo-Fr 08:00-16:00 \"ask\"; Sa 10:00-12:00", "Mo-Fr 08:00-16:00 off; Sa 10:00-12:00"),
      ("24/7 \"ask\"", "off"), ("24/7 open \"ask\"", "24/7"), ("Mo off \"ask\"", "Mo off"),
      ("Mo-Fr 08:00-16:00", "Mo-Fr 08:00-16:00"),
    ])
  func comments(_ text: String, _ canonical: String) throws {
    #expect(try OpeningHoursParser.parse(text, commentsClose: true).text == canonical)
  }

  static let unsupported = [
    "sunrise-sunset", "(sunset-01:00)-(sunrise+00:30)", "sunrise-(sunset+00:30)", "dusk-dawn",
    "Mo-Fr sunrise-18:00", "22:00+", "Su[1]", "Su[-1] 10:00-12:00", "Fr,Su[1]", "week 1-20",
    "week 01-53/2 Mo-Fr", "easter", "easter -2 days", "SH", "Mo-Fr 08:00-16:00; SH off",
    "SH,PH off", "PH -1 day", "Fr, Sa, PH -1 day 21:00-06:00", "10:00-12:00 || 14:00-16:00",
    "Mo unknown", "10:00-16:00+", "Mar Su[-1]-Oct Su[-1]",
  ]

  @Test("grammar that the model does not have is told from what is none", arguments: unsupported)
  func refusesUnsupported(_ text: String) {
    #expect(throws: OpeningHoursParser.Failure.unsupported) { try OpeningHoursParser.parse(text) }
  }

  static let unparsable = [
    "", " ", ";", ",", "\"by sign\"", "banana", "Mo-So 19:00-07:00", "Mo-Fr 7:00-", "07:00", "7",
    "25:00-26:00", "24:00-06:00", "07:60-19:00", "10:00-49:00", "10:00-48:01", "Feb 30", "Apr 31",
    "May 0", "May 32", "Oct 31-15", "2025-06-01", "2027-2025", "2025 Sep-2025 May", "May-2025 Sep",
    "2025 May,Jun", "May-Sep 7", "May 1-Sep", "1800-2000", "2000-2200", "0700-1900", "7-9am",
    "13am-14pm", "PH Mo-Fr", "Mo-Fr PH", "Mo Tu", "Mo-Fr,May", "May,Mo",
    "Mo-Fr, May-Sep 10:00-12:00",
    "08:00-10:00 Mo-Fr", "Mo-Fr 08:00-10:00 May-Sep", "Mo-Fr 08:00-10:00; ; Sa", "Mo-Fr;; Sa",
    "Mo-", "-Fr", "Mo-Fr off on", "24/7 Mo", "24/6", "Su 24/7", "Mo-Fr 08:00-10:00 and 16:00-18:00",
    "Mo-Fr 8-10 \"open quote", "12345", "Mo-Fr 08:00/10:00", "Mo‐Fr é", "08:00-10:00foo+",
    "2025-2099 May", "2025 Mo,2026 Tu", "08:00-10:00,", "Mo 08:00-10:00,foo", "(Mo-Fr)",
  ]

  @Test("what can mean two things, or nothing, is not read", arguments: unparsable)
  func refuses(_ text: String) {
    #expect(throws: OpeningHoursParser.Failure.unparsable) { try OpeningHoursParser.parse(text) }
  }

  struct Moment: Sendable, CustomTestStringConvertible {
    let hours: String
    /// Open at these local times.
    var open: [String] = []
    /// Closed at these.
    var closed: [String] = []
    var testDescription: String { hours }
  }

  /// 2026-11-20 is a Friday; the 23rd, a Monday, is a public holiday.
  static let moments: [Moment] = [
    .init(
      hours: "Mo-Fr 07:00-19:00",
      open: ["2026-11-20T07:00", "2026-11-20T18:59:59", "2026-11-23T12:00"],
      closed: ["2026-11-20T06:59", "2026-11-20T19:00", "2026-11-21T12:00"]),
    .init(
      hours: "Fr 22:00-06:00", open: ["2026-11-20T22:00", "2026-11-21T05:59"],
      closed: ["2026-11-20T05:00", "2026-11-21T06:00", "2026-11-21T22:00"]),
    .init(
      hours: "Mo-Fr 16:00-11:00;Sa 00:00-11:00",
      open: ["2026-11-21T10:59", "2026-11-20T16:00", "2026-11-20T10:00"],
      closed: ["2026-11-21T11:00", "2026-11-20T12:00", "2026-11-23T10:00"]),
    .init(
      hours: "Mo-Th 20:00-02:00; Fr 20:00-04:00",
      open: ["2026-11-20T01:00", "2026-11-20T23:00", "2026-11-21T03:00"],
      closed: ["2026-11-20T02:00", "2026-11-20T03:00", "2026-11-22T01:00"]),
    .init(
      hours: "22:00-06:00; Su off",
      open: ["2026-11-21T23:00", "2026-11-22T03:00", "2026-11-23T23:00"],
      closed: ["2026-11-22T23:00", "2026-11-23T03:00"]),
    .init(
      hours: "22:00-06:00; Sa 04:00-05:00 off",
      open: ["2026-11-21T03:59", "2026-11-21T05:00", "2026-11-22T04:30"],
      closed: ["2026-11-21T04:30"]),
    .init(
      hours: "Sa 04:00-05:00 off; 22:00-06:00", open: ["2026-11-21T04:30"]),
    .init(
      hours: "08:00-18:00; Fr 12:00-14:00", open: ["2026-11-20T13:00", "2026-11-21T09:00"],
      closed: ["2026-11-20T09:00"]),
    .init(
      hours: "08:00-18:00, Fr 20:00-22:00", open: ["2026-11-20T09:00", "2026-11-20T21:00"],
      closed: ["2026-11-21T21:00"]),
    .init(
      hours: "08:00-18:00; 12:00-14:00 off", open: ["2026-11-20T09:00", "2026-11-20T15:00"],
      closed: ["2026-11-20T13:00"]),
    .init(
      hours: "Mo-Fr 07:00-19:00; PH off", open: ["2026-11-20T12:00", "2026-11-24T12:00"],
      closed: ["2026-11-23T12:00"]),
    .init(
      hours: "Su,PH 10:00-12:00", open: ["2026-11-22T11:00", "2026-11-23T11:00"],
      closed: ["2026-11-24T11:00"]),
    .init(
      hours: "Nov 15-Apr 15", open: ["2026-11-15T00:00", "2027-01-01T00:00", "2027-04-15T23:59"],
      closed: ["2026-11-14T23:59", "2027-04-16T00:00"]),
    .init(
      hours: "Jan-Feb", open: ["2027-02-28T23:59", "2028-02-29T12:00"], closed: ["2027-03-01T00:00"]
    ),
    .init(
      hours: "Feb 29", open: ["2028-02-29T12:00", "2027-02-28T12:00"], closed: ["2028-02-28T12:00"]),
    .init(
      hours: "2025 Jun 01-2026 Sep 30", open: ["2025-06-01T00:00", "2026-01-01T00:00"],
      closed: ["2025-05-31T12:00", "2026-10-01T00:00", "2027-07-01T00:00"]),
    .init(
      hours: "Dec 31 22:00-03:00", open: ["2026-12-31T22:00", "2027-01-01T02:59"],
      closed: ["2027-01-01T03:00", "2026-12-31T02:00"]),
    .init(
      hours: "2027+", open: ["2027-01-01T00:00", "2099-01-01T00:00"], closed: ["2026-12-31T23:59"]),
    .init(hours: "off; Fr 10:00-12:00", open: ["2026-11-20T11:00"], closed: ["2026-11-21T11:00"]),
    .init(
      hours: "Sa 10:00-40:00", open: ["2026-11-21T10:00", "2026-11-22T15:59"],
      closed: ["2026-11-22T16:00"]),
  ]

  @Test("hours hold when they say so", arguments: moments)
  func evaluates(_ item: Moment) throws {
    let hours = try OpeningHoursParser.parse(item.hours)
    let holiday = try #require(LocalDate(year: 2026, month: 11, day: 23))
    for (times, isOpen) in [(item.open, true), (item.closed, false)] {
      for text in times {
        let time = try #require(Departure(iso8601: text)?.time)
        #expect(hours.contains(time, holidays: [holiday]) == isOpen, "at \(text)")
      }
    }
  }

  @Test("without a calendar no day is a public holiday")
  func withoutCalendar() throws {
    let monday = try #require(Departure(iso8601: "2026-11-23T12:00")?.time)
    #expect(try !OpeningHoursParser.parse("PH").contains(monday, holidays: []))
    #expect(try OpeningHoursParser.parse("Mo-Fr; PH off").contains(monday, holidays: []))
  }

  @Test("what is read from random pieces is written and read as the same", arguments: 1...20)
  func roundTrip(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "Mo", "Fr", "Su", "PH", "-", "-", ",", ",", ";", ":", " ", "07:00", "22:00", "06:00", "26:00",
      "May", "Sep", "Feb", "15", "29", "2025", "2027", "off", "open", "24/7", "7", "19", "\"x\"",
      "SH", "+", "am", "sunset", "[1]", "é", "(", "00:00-24:00", "07:00-19:00", "Mo-Fr",
    ]
    var count = 0
    for _ in 0..<5_000 {
      let text = (0..<Int.random(in: 1...9, using: &generator))
        .map { _ in pieces.randomElement(using: &generator) ?? "" }
        .joined(separator: Bool.random(using: &generator) ? " " : "")
      guard let hours = try? OpeningHoursParser.parse(text) else { continue }
      count += 1
      let again = try? OpeningHoursParser.parse(hours.text)
      #expect(again == hours, "SeededGenerator(seed: \(seed)): \(text) is \(hours.text)")
    }
    #expect(count > 100)
  }
}
