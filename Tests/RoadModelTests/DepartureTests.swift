import RoadModel
import TestSupport
import Testing

@Suite struct DepartureTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let canonical: String
    let offset: Int?
    var testDescription: String { text }
  }

  static let cases: [Case] = [
    .init(text: "2026-11-21T10:00", canonical: "2026-11-21T10:00", offset: nil),
    .init(text: "2026-11-21T10:00:00", canonical: "2026-11-21T10:00", offset: nil),
    .init(text: "2026-11-21T10:00:30", canonical: "2026-11-21T10:00:30", offset: nil),
    .init(text: "2026-11-21T10:00:00.000Z", canonical: "2026-11-21T10:00Z", offset: 0),
    .init(text: "2026-11-21T10:00Z", canonical: "2026-11-21T10:00Z", offset: 0),
    .init(text: "2026-11-21T10:00+00:00", canonical: "2026-11-21T10:00Z", offset: 0),
    .init(text: "2026-11-21T10:00+01:00", canonical: "2026-11-21T10:00+01:00", offset: 3_600),
    .init(text: "2026-11-21T10:00+0100", canonical: "2026-11-21T10:00+01:00", offset: 3_600),
    .init(text: "2026-11-21T10:00+01", canonical: "2026-11-21T10:00+01:00", offset: 3_600),
    .init(
      text: "2026-11-21T10:00:59-03:30", canonical: "2026-11-21T10:00:59-03:30", offset: -12_600),
    .init(text: "2024-02-29T23:59+14:00", canonical: "2024-02-29T23:59+14:00", offset: 50_400),
  ]

  @Test("a departure is read from ISO 8601 and written in it", arguments: cases)
  func reads(_ item: Case) throws {
    let departure = try #require(Departure(iso8601: item.text))
    #expect(departure.text == item.canonical)
    #expect(departure.offset == item.offset)
    #expect(Departure(iso8601: departure.text) == departure)
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "2026-11-21", "2026-11-21T10", "2026-11-21 10:00", "20261121T1000", "2026-11-21t10:00",
      "2026-11-21T10:00z", "2026-02-30T10:00", "2025-02-29T10:00", "2026-13-01T10:00",
      "2026-11-21T24:00", "2026-11-21T10:60", "2026-11-21T10:00:60", "2026-11-21T10:00.5",
      "2026-11-21T1:00", "26-11-21T10:00", "2026-11-21T10:00+1", "2026-11-21T10:00+24:00",
      "2026-11-21T10:00+01:60", "2026-11-21T10:00-00:00", "2026-11-21T10:00+01:00 ",
      "2026-11-21T10:00+01:", " 2026-11-21T10:00", "2026-11-21T10:00Europe/Berlin",
      "２０２６-11-21T10:00", "2026-11-21T+10:00", "now",
    ])
  func refuses(_ text: String) {
    #expect(Departure(iso8601: text) == nil)
  }

  @Test(
    "an offset that ISO 8601 does not have is written as one of the same instant",
    arguments: [
      30, -30, 59, 61, -61, 3_630, 86_399, -86_399, 86_400, -100_000, Int.max, Int.min + 1,
    ])
  func oddOffset(_ offset: Int) throws {
    let departure = Departure(
      time: LocalTime(seconds: 1_800_000_000 &+ Int64(offset)), offset: offset)
    guard abs(offset) < 1_000_000 else {
      #expect(!departure.text.isEmpty)
      return
    }
    let read = try #require(Departure(iso8601: departure.text))
    #expect(read.utc() == departure.utc() && read.text == departure.text)
  }

  @Test("the offset of the departure goes before the rule of the place")
  func utc() throws {
    let berlin = try #require(TimeZoneRule(posix: "CET-1CEST,M3.5.0,M10.5.0/3"))
    let plain = try #require(Departure(iso8601: "2026-11-21T10:00"))
    let newYork = try #require(Departure(iso8601: "2026-11-21T10:00-05:00"))
    #expect(plain.utc() == nil)
    #expect(plain.utc(in: berlin) == plain.time.seconds - 3_600)
    #expect(newYork.utc(in: berlin) == newYork.time.seconds + 5 * 3_600)
    #expect(newYork.local(afterSeconds: 60, in: berlin).description == "2026-11-21T16:01")
    #expect(newYork.local(afterSeconds: 60, in: nil).description == "2026-11-21T10:01")
    #expect(plain.local(afterSeconds: 60, in: nil).description == "2026-11-21T10:01")
  }

  @Test("random text is read or refused, and what is read comes back", arguments: 1...10)
  func random(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("0123456789-:T+Z .é")
    var read = 0
    for _ in 0..<2_000 {
      var text = Array("2026-11-21T10:00:30+01:00")
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let at = Int.random(in: 0..<text.count, using: &generator)
        text[at] = alphabet.randomElement(using: &generator) ?? "0"
      }
      guard let departure = Departure(iso8601: String(text)) else { continue }
      #expect(Departure(iso8601: departure.text) == departure, "SeededGenerator(seed: \(seed))")
      read += 1
    }
    #expect(read > 0)
  }
}
