import RoadModel
import Testing

@Suite struct LocalTimeTests {
  struct Day: Sendable, CustomTestStringConvertible {
    let text: String
    let days: Int32
    /// Monday 0 to Sunday 6.
    let weekday: Int
    var testDescription: String { text }
  }

  /// Dates whose number and day of the week are known from a calendar.
  static let days: [Day] = [
    .init(text: "1970-01-01", days: 0, weekday: 3),
    .init(text: "1969-12-31", days: -1, weekday: 2),
    .init(text: "2000-02-29", days: 11_016, weekday: 1),
    .init(text: "2000-03-01", days: 11_017, weekday: 2),
    .init(text: "1900-02-28", days: -25_509, weekday: 2),
    .init(text: "1900-03-01", days: -25_508, weekday: 3),
    .init(text: "2026-11-21", days: 20_778, weekday: 5),
    .init(text: "0001-01-01", days: -719_162, weekday: 0),
    .init(text: "0000-02-29", days: -719_469, weekday: 1),
    .init(text: "9999-12-31", days: 2_932_896, weekday: 4),
  ]

  @Test("a day has its number, its date and its day of the week", arguments: days)
  func calendar(_ item: Day) throws {
    let date = LocalDate(days: item.days)
    #expect(date.description == item.text)
    #expect(date.weekday == item.weekday)
    let (year, month, day) = date.civil
    #expect(LocalDate(year: year, month: month, day: day) == date)
    #expect(LocalDate(iso8601: item.text) == date)
  }

  @Test(
    "these are no days", arguments: ["", "2026-11", "2026-11-31", "2026-11-21 ", "2026-1-1", "x"])
  func refused(_ text: String) {
    #expect(LocalDate(iso8601: text) == nil)
  }

  @Test("counting day by day through 800 years agrees with the calendar")
  func everyDay() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var number = LocalDate(year: 1600, month: 1, day: 1)?.days ?? 0
    for year in 1600..<2400 {
      let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
      for month in 1...12 {
        for day in 1...(lengths[month - 1] + (isLeap && month == 2 ? 1 : 0)) {
          let civil = LocalDate(days: number).civil
          if civil != (year, month, day) { Issue.record("\(year)-\(month)-\(day) is \(civil)") }
          number += 1
        }
      }
    }
  }

  @Test(
    "there are no such days",
    arguments: [
      (2026, 2, 29), (1900, 2, 29), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0),
      (2026, 1, 32), (70_000, 1, 1),
    ])
  func impossibleDays(_ year: Int, _ month: Int, _ day: Int) {
    #expect(LocalDate(year: year, month: month, day: day) == nil)
    #expect(LocalTime(year: year, month: month, day: day, hour: 1, minute: 1) == nil)
  }

  @Test("there are no such times of the day", arguments: [(24, 0, 0), (1, 60, 0), (1, 1, 60)])
  func impossibleTimes(_ hour: Int, _ minute: Int, _ second: Int) {
    let time = LocalTime(year: 2026, month: 1, day: 1, hour: hour, minute: minute, second: second)
    #expect(time == nil)
  }

  @Test("a moment is a day and the seconds in it, also before 1970")
  func moments() {
    let time = LocalTime(year: 2026, month: 11, day: 21, hour: 10, minute: 2, second: 3)
    #expect(time?.description == "2026-11-21T10:02:03")
    #expect(time?.date.days == 20_778)
    #expect(time?.minuteOfDay == 602)
    #expect(time?.secondOfDay == 36_123)
    let before = LocalTime(seconds: -1)
    #expect(before.description == "1969-12-31T23:59:59")
    #expect(before.minuteOfDay == 1_439)
  }

  @Test("moments beyond the calendar do not crash", arguments: [Int64.min, Int64.max])
  func farAway(_ seconds: Int64) {
    let time = LocalTime(seconds: seconds)
    #expect((0...86_399).contains(time.secondOfDay))
    #expect(!time.description.isEmpty)
    #expect((0...6).contains(time.date.weekday))
  }
}
