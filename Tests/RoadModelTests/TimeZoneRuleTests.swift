import RoadModel
import TestSupport
import Testing

@Suite struct TimeZoneRuleTests {
  struct Switch: Sendable, CustomTestStringConvertible {
    let place: String
    let posix: String
    /// The first moment of the new offset, in Greenwich.
    let utc: String
    let before: Int
    let after: Int
    var testDescription: String { "\(place) \(utc)" }
  }

  /// Switches of 2026 as in the time zone database 2026.
  static let switches: [Switch] = [
    .init(
      place: "Berlin", posix: "CET-1CEST,M3.5.0,M10.5.0/3", utc: "2026-03-29T01:00",
      before: 3_600, after: 7_200),
    .init(
      place: "Berlin", posix: "CET-1CEST,M3.5.0,M10.5.0/3", utc: "2026-10-25T01:00",
      before: 7_200, after: 3_600),
    .init(
      place: "London", posix: "GMT0BST,M3.5.0/1,M10.5.0", utc: "2026-03-29T01:00",
      before: 0, after: 3_600),
    .init(
      place: "Dublin, winter is the exception", posix: "IST-1GMT0,M10.5.0,M3.5.0/1",
      utc: "2026-03-29T01:00", before: 0, after: 3_600),
    .init(
      place: "Dublin, winter is the exception", posix: "IST-1GMT0,M10.5.0,M3.5.0/1",
      utc: "2026-10-25T01:00", before: 3_600, after: 0),
    .init(
      place: "New York", posix: "EST5EDT,M3.2.0,M11.1.0", utc: "2026-03-08T07:00",
      before: -18_000, after: -14_400),
    .init(
      place: "New York", posix: "EST5EDT,M3.2.0,M11.1.0", utc: "2026-11-01T06:00",
      before: -14_400, after: -18_000),
    .init(
      place: "Sydney", posix: "AEST-10AEDT,M10.1.0,M4.1.0/3", utc: "2026-04-04T16:00",
      before: 39_600, after: 36_000),
    .init(
      place: "Sydney", posix: "AEST-10AEDT,M10.1.0,M4.1.0/3", utc: "2026-10-03T16:00",
      before: 36_000, after: 39_600),
    .init(
      place: "Santiago", posix: "<-04>4<-03>,M9.1.6/24,M4.1.6/24", utc: "2026-09-06T04:00",
      before: -14_400, after: -10_800),
    .init(
      place: "Jerusalem, 26 hours into a Thursday", posix: "IST-2IDT,M3.4.4/26,M10.5.0",
      utc: "2026-03-27T00:00", before: 7_200, after: 10_800),
    .init(
      place: "Nuuk, the hour before a Sunday", posix: "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
      utc: "2026-03-29T01:00", before: -7_200, after: -3_600),
    .init(
      place: "Lord Howe, half an hour", posix: "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
      utc: "2026-04-04T15:00", before: 39_600, after: 37_800),
    .init(
      place: "Troll, two hours", posix: "<+00>0<+02>-2,M3.5.0/1,M10.5.0/3",
      utc: "2026-10-25T01:00", before: 7_200, after: 0),
    .init(
      place: "by days without the leap day", posix: "AAA0BBB,J60/0,J300/0", utc: "2028-03-01T00:00",
      before: 0, after: 3_600),
    .init(
      place: "by days with the leap day", posix: "AAA0BBB,59/0,300/0", utc: "2028-02-29T00:00",
      before: 0, after: 3_600),
  ]

  @Test("clocks switch at that second", arguments: switches)
  func switching(_ item: Switch) throws {
    let zone = try #require(TimeZoneRule(posix: item.posix))
    let utc = try #require(Departure(iso8601: item.utc + "Z")?.utc())
    #expect(zone.offset(atUTC: utc - 1) == item.before)
    #expect(zone.offset(atUTC: utc) == item.after)
    #expect(zone.posix == item.posix)
  }

  @Test(
    "places without daylight saving time have one offset",
    arguments: [
      ("UTC0", 0), ("<+12>-12", 43_200), ("<-0930>9:30", -34_200), ("<+0545>-5:45", 20_700),
      ("JST-9", 32_400), ("ABC-1:02:03", 3_723), ("ABC+5", -18_000), ("ABC24", -86_400),
    ])
  func fixed(_ posix: String, _ offset: Int) throws {
    let zone = try #require(TimeZoneRule(posix: posix))
    for utc: Int64 in [.min, -1, 0, 1_795_000_000, .max] {
      #expect(zone.offset(atUTC: utc) == offset)
    }
    #expect(zone.local(afterSeconds: 60, from: LocalTime(seconds: 0)).seconds == 60)
  }

  @Test("daylight saving time can last all the year")
  func allTheYear() throws {
    let zone = try #require(TimeZoneRule(posix: "EST5EDT,0/0,J365/25"))
    let start = try #require(Departure(iso8601: "2026-01-01T00:00Z")?.utc())
    for hour in 0..<Int64(2 * 366 * 24) {
      #expect(zone.offset(atUTC: start + hour * 3_600) == -14_400)
    }
  }

  @Test(
    "these are no rules",
    arguments: [
      "", "CET", "CE-1", "1", "-1", "CET-25", "CET-1:60", "CET-1CEST", "EST5EDT,M3.2.0",
      "EST5EDT,M13.2.0,M11.1.0", "EST5EDT,M3.6.0,M11.1.0", "EST5EDT,M3.0.0,M11.1.0",
      "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,J0,J300", "EST5EDT,J366,J300", "EST5EDT,366,300",
      "EST5EDT,M3.2.0/168,M11.1.0", "EST5EDT,M3.2.0,M11.1.0 ", "EST5EDT,M3.2.0,M11.1.0,",
      "<+1>-1", "<+12-12", "Europe/Berlin", ":CET-1", "CET-1CEST,M3.5.0,M10.5.0/",
      "ÄÖÜ-1", "CET--1",
    ])
  func refused(_ posix: String) {
    #expect(TimeZoneRule(posix: posix) == nil)
  }

  @Test(
    "hours on the way are real hours, though the clocks switch",
    arguments: [
      ("2026-03-29T01:00", 3_600, "2026-03-29T03:00"),
      ("2026-03-29T01:59:59", 1, "2026-03-29T03:00"),
      ("2026-03-28T12:00", 86_400, "2026-03-29T13:00"),
      ("2026-10-24T12:00", 86_400, "2026-10-25T11:00"),
      ("2026-10-25T01:30", 3_600, "2026-10-25T02:30"),
      ("2026-10-25T01:30", 7_200, "2026-10-25T02:30"),
      ("2026-10-25T01:30", 10_800, "2026-10-25T03:30"),
      ("2026-03-29T04:00", -7_200, "2026-03-29T01:00"),
      ("2026-12-31T23:30", 3_600, "2027-01-01T00:30"),
      ("2026-06-01T08:00", 200 * 86_400, "2026-12-18T07:00"),
    ])
  func onTheWay(_ from: String, _ elapsed: Int64, _ to: String) throws {
    let berlin = try #require(TimeZoneRule(posix: "CET-1CEST,M3.5.0,M10.5.0/3"))
    let start = try #require(Departure(iso8601: from))
    #expect(berlin.local(afterSeconds: elapsed, from: start.time).description == to)
    #expect(start.local(afterSeconds: elapsed, in: berlin).description == to)
  }

  @Test("a time shown twice is the first, a time skipped is as long after midnight as it says")
  func ambiguous() throws {
    let berlin = try #require(TimeZoneRule(posix: "CET-1CEST,M3.5.0,M10.5.0/3"))
    let twice = try #require(Departure(iso8601: "2026-10-25T02:30"))
    #expect(berlin.utc(of: twice.time) == Departure(iso8601: "2026-10-25T00:30Z")?.utc())
    let second = try #require(Departure(iso8601: "2026-10-25T02:30+01:00"))
    #expect(second.local(afterSeconds: 0, in: berlin).description == "2026-10-25T02:30")
    #expect(second.local(afterSeconds: 1_800, in: berlin).description == "2026-10-25T03:00")
    let skipped = try #require(Departure(iso8601: "2026-03-29T02:30"))
    #expect(skipped.local(afterSeconds: 0, in: berlin).description == "2026-03-29T03:30")
  }

  @Test("what the clocks say leads back to the moment, but for the hours shown twice")
  func backAndForth() throws {
    for posix in Set(Self.switches.map(\.posix)) {
      let zone = try #require(TimeZoneRule(posix: posix))
      let start = try #require(Departure(iso8601: "2026-01-01T00:00Z")?.utc())
      for half in 0..<Int64(366 * 48) {
        let utc = start + half * 1_800
        let local = zone.local(atUTC: utc)
        let back = zone.utc(of: local)
        #expect(back <= utc)
        #expect(zone.local(atUTC: back) == local)
      }
    }
  }

  @Test("random text never crashes", arguments: 1...10)
  func random(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("0123456789-+,./:MJ<>CETé ")
    var read = 0
    for _ in 0..<2_000 {
      var text = Array("CET-1CEST,M3.5.0,M10.5.0/3")
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let at = Int.random(in: 0..<text.count, using: &generator)
        text[at] = alphabet.randomElement(using: &generator) ?? "0"
      }
      guard let zone = TimeZoneRule(posix: String(text)) else { continue }
      read += 1
      for utc: Int64 in [.min, 0, 1_795_000_000, .max] {
        #expect((-90_000...90_000).contains(zone.offset(atUTC: utc)))
      }
    }
    #expect(read > 0)
  }
}
