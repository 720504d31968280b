import RoadModel
import TestSupport
import Testing

@Suite struct OpeningHoursTests {
  typealias Rule = OpeningHours.Rule
  typealias Span = OpeningHours.TimeSpan

  static let workdays: UInt8 = 0b0011111
  static let saturday: UInt8 = 0b0100000
  static let sunday: UInt8 = 0b1000000

  static func dates(_ from: (Int, Int), _ to: (Int, Int), years: (Int, Int) = (0, 0))
    -> OpeningHours.DateRange
  {
    OpeningHours.DateRange(
      .init(year: UInt16(years.0), month: UInt8(from.0), day: UInt8(from.1)),
      .init(year: UInt16(years.1), month: UInt8(to.0), day: UInt8(to.1)))
  }

  struct Text: Sendable, CustomTestStringConvertible {
    let rules: [Rule]
    let text: String
    var testDescription: String { text }
  }

  static let texts: [Text] = [
    .init(rules: [], text: "off"),
    .init(rules: [Rule()], text: "24/7"),
    .init(rules: [Rule(weekdays: 0)], text: "off"),
    .init(
      rules: [
        Rule(weekdays: workdays, times: [Span(420, 1_140)]),
        Rule(weekdays: saturday, times: [Span(480, 720)]),
        Rule(weekdays: 0, onHolidays: true, isOff: true),
      ], text: "Mo-Fr 07:00-19:00; Sa 08:00-12:00; PH off"),
    .init(rules: [Rule(times: [Span(1_320, 1_800)])], text: "22:00-06:00"),
    .init(rules: [Rule(times: [Span(1_320, 2_760)])], text: "22:00-22:00"),
    .init(rules: [Rule(times: [Span(600, 2_100)])], text: "10:00-35:00"),
    .init(rules: [Rule(times: [Span(0, 1_440), Span(0, 1)])], text: "00:00-24:00,00:00-00:01"),
    .init(rules: [Rule(dates: [dates((5, 15), (9, 30))])], text: "May 15-Sep 30"),
    .init(rules: [Rule(dates: [dates((5, 1), (9, 31))])], text: "May-Sep"),
    .init(rules: [Rule(dates: [dates((2, 1), (2, 31))])], text: "Feb"),
    .init(rules: [Rule(dates: [dates((12, 25), (12, 25))])], text: "Dec 25"),
    .init(
      rules: [Rule(dates: [dates((6, 1), (9, 30), years: (2025, 2025))])],
      text: "2025 Jun 01-2025 Sep 30"),
    .init(rules: [Rule(dates: [dates((1, 1), (12, 31), years: (2025, 2025))])], text: "2025"),
    .init(rules: [Rule(dates: [dates((1, 1), (12, 31), years: (2025, 65_535))])], text: "2025+"),
    .init(
      rules: [
        Rule(dates: [
          dates((1, 1), (12, 31), years: (2025, 2025)), dates((5, 1), (5, 31)),
        ])
      ], text: "May,2025 Jan-2025 Dec"),
    .init(rules: [Rule(weekdays: 0b1010101)], text: "Mo,We,Fr,Su"),
    .init(rules: [Rule(weekdays: saturday | sunday, onHolidays: true)], text: "Sa,Su,PH"),
    .init(rules: [Rule(onHolidays: true)], text: "Mo-Su,PH"),
    .init(
      rules: [
        Rule(weekdays: 1), Rule(weekdays: 2, times: [Span(600, 720)], isAdditional: true),
        Rule(times: [Span(840, 900)], isAdditional: true),
      ], text: "Mo open, Tu 10:00-12:00, Mo-Su 14:00-15:00"),
  ]

  @Test("hours have one text", arguments: texts)
  func text(_ item: Text) {
    #expect(OpeningHours(item.rules).text == item.text)
  }

  @Test("hours that say so hold always")
  func always() {
    let halves = Rule(times: [Span(720, 1_440), Span(0, 720)])
    let off = Rule(weekdays: 0, onHolidays: true, isOff: true)
    #expect(OpeningHours([Rule()]).isAlways)
    #expect(OpeningHours([halves]).isAlways)
    #expect(OpeningHours([off, Rule()]).isAlways)
    #expect(OpeningHours([Rule(weekdays: Self.workdays), Rule(weekdays: 0x60)]).isAlways)
    #expect(OpeningHours([Rule(), Rule(times: [Span(0, 60)], isAdditional: true)]).isAlways)
    #expect(!OpeningHours([]).isAlways)
    #expect(!OpeningHours([Rule(), off]).isAlways)
    #expect(!OpeningHours([Rule(weekdays: Self.workdays, onHolidays: true)]).isAlways)
    #expect(!OpeningHours([Rule(), Rule(weekdays: 1, times: [Span(0, 60)])]).isAlways)
    #expect(
      !OpeningHours([Rule(), Rule(weekdays: 0, onHolidays: true, times: [Span(0, 60)])]).isAlways)
    #expect(!OpeningHours([Rule(dates: [Self.dates((1, 1), (12, 30))])]).isAlways)
    #expect(!OpeningHours([Rule(times: [Span(0, 1_439)])]).isAlways)
  }

  @Test("damaged rules match something or nothing, without a crash")
  func damaged() {
    let yearDay = OpeningHours.YearDay(year: .max, month: .max, day: .max)
    let zero = OpeningHours.YearDay(year: 0, month: 0, day: 0)
    for range in [(yearDay, zero), (zero, yearDay), (yearDay, yearDay), (zero, zero)] {
      let hours = OpeningHours([
        Rule(
          dates: [.init(range.0, range.1)], weekdays: .max, times: [Span(.max, 0), Span(0, .max)])
      ])
      for seconds: Int64 in [.min, 0, .max] {
        _ = hours.contains(LocalTime(seconds: seconds), holidays: [])
      }
      #expect(!hours.text.isEmpty)
      #expect(!hours.isAlways)
    }
  }

  /// The same meaning, from the description and not from the code: paints each minute of two weeks, day by day.
  private struct Painter {
    let hours: OpeningHours
    let holidays: Set<LocalDate>

    /// Whether a day of the calendar is one of the rule's.
    func applies(_ rule: Rule, _ date: LocalDate) -> Bool {
      let bit = UInt8(1) << UInt8((Int(date.days) + 3 + 70_000_000) % 7)
      var isDay = rule.weekdays & bit == bit
      if rule.onHolidays && holidays.contains(date) { isDay = true }
      if !isDay { return false }
      if rule.dates.isEmpty { return true }
      let civil = date.civil
      for range in rule.dates {
        for year in (civil.year - 1)...civil.year {
          let firstYear = range.first.year == 0 ? year : Int(range.first.year)
          let backwards =
            range.last.month < range.first.month
            || (range.last.month == range.first.month && range.last.day < range.first.day)
          let lastYear =
            range.last.year == 0 ? firstYear + (backwards ? 1 : 0) : Int(range.last.year)
          let from = existing(range.first, firstYear)
          let to = existing(range.last, lastYear)
          if from <= date && date <= to { return true }
        }
      }
      return false
    }

    /// The day itself, or the last before it that exists.
    func existing(_ day: OpeningHours.YearDay, _ year: Int) -> LocalDate {
      for number in stride(from: Int(day.day), to: 0, by: -1) {
        if let date = LocalDate(year: year, month: Int(day.month), day: number) { return date }
      }
      return LocalDate(days: .max)
    }

    /// The open minutes of some days, the first of which may lack what the day before leaves it.
    func paint(from first: LocalDate, days: Int) -> [Bool] {
      // For each minute the rule that opened it, counted per day on which it began.
      var openedHere = [Int?](repeating: nil, count: (days + 3) * 1_440)
      var open = [Bool](repeating: false, count: (days + 3) * 1_440)
      for day in 0..<days {
        let date = LocalDate(days: first.days + Int32(day))
        var minutes = [Int?](repeating: nil, count: 2_880)
        for (index, rule) in hours.rules.enumerated() where applies(rule, date) {
          if !rule.isAdditional && !rule.isOff {
            minutes = [Int?](repeating: nil, count: 2_880)
          }
          for span in rule.times {
            for minute in span.start..<span.end { minutes[Int(minute)] = rule.isOff ? nil : index }
          }
          if rule.times.isEmpty {
            for minute in 0..<(rule.isOff ? 2_880 : 1_440) {
              minutes[minute] = rule.isOff ? nil : index
            }
          }
        }
        // What began yesterday, unless a later rule of today names the minute as closed.
        for minute in 0..<1_440 {
          guard let opener = openedHere[day * 1_440 + minute] else { continue }
          let closes = hours.rules[(opener + 1)...].contains { rule in
            rule.isOff && applies(rule, date)
              && rule.times.contains { Int($0.start) <= minute && minute < Int($0.end) }
          }
          if !closes { open[day * 1_440 + minute] = true }
        }
        for minute in 0..<1_440 where minutes[minute] != nil { open[day * 1_440 + minute] = true }
        for minute in 1_440..<2_880 { openedHere[day * 1_440 + minute] = minutes[minute] }
      }
      return open
    }
  }

  static func randomHours(_ generator: inout SeededGenerator) -> OpeningHours {
    let rules = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
      var rule = Rule()
      if Int.random(in: 0..<3, using: &generator) == 0 {
        let months = (
          Int.random(in: 1...12, using: &generator), Int.random(in: 1...12, using: &generator)
        )
        let days = (
          Int.random(in: 1...31, using: &generator), Int.random(in: 1...31, using: &generator)
        )
        var years = (0, 0)
        if Bool.random(using: &generator) { years = (2023, 2024) }
        rule.dates = [dates((months.0, days.0), (months.1, days.1), years: years)]
      }
      if Bool.random(using: &generator) {
        rule.weekdays = UInt8.random(in: 0...0x7F, using: &generator)
        rule.onHolidays = Bool.random(using: &generator)
      }
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        let start = Int.random(in: 0...47, using: &generator) * 30
        let length = Int.random(in: 1...48, using: &generator) * 30
        rule.times.append(Span(UInt16(start), UInt16(start + length)))
      }
      rule.isOff = Int.random(in: 0..<4, using: &generator) == 0
      rule.isAdditional = Int.random(in: 0..<4, using: &generator) == 0
      return rule
    }
    return OpeningHours(rules)
  }

  @Test("hours hold in the minutes that are painted day by day", arguments: 1...30)
  func differential(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<6 {
      let hours = Self.randomHours(&generator)
      let first = LocalDate(days: Int32.random(in: 19_300...20_200, using: &generator))
      let holidays = Set(
        (0..<3).map { _ in
          LocalDate(days: first.days + Int32.random(in: 0..<8, using: &generator))
        })
      let open = Painter(hours: hours, holidays: holidays).paint(from: first, days: 8)
      for minute in stride(from: 1_440, to: 8 * 1_440, by: 15) {
        let time = LocalTime(first, secondOfDay: minute * 60 + 59)
        let contains = hours.contains(time, holidays: holidays)
        if contains != open[minute] {
          Issue.record("SeededGenerator(seed: \(seed)): \(hours.text) at \(time)")
          return
        }
        if hours.isAlways { #expect(contains) }
      }
    }
  }
}
