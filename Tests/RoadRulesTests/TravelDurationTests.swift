import Testing

@testable import RoadRules

@Suite struct TravelDurationTests {
  static let cases: [(String, Int?)] = [
    ("15", 900), ("00:15", 900), ("1:45", 6_300), ("00:05:00", 300), ("12:00", 43_200),
    ("36:00", 129_600), ("PT3M", 180), ("PT1H30M", 5_400), ("P1DT2H", 93_600), ("1h 30min", 5_400),
    ("20 min", 1_200), ("20 minutes", 1_200), ("90 s", 90), ("2 hours", 7_200),
    ("", nil), ("0", nil), ("00:00", nil), ("soon", nil), ("1:75", nil), ("1:2:3:4", nil),
    ("-5", nil), ("1.5 h", nil), ("999999999999999999999", nil), ("99999:00", nil), ("P", nil),
    ("5 min or so", nil), (":", nil),
  ]

  @Test("a duration is read as it is written", arguments: cases)
  func duration(_ text: String, _ seconds: Int?) {
    #expect(TravelDuration.seconds(text) == seconds)
  }

  @Test("a duration that cannot be read is reported")
  func problem() {
    #expect(
      RoadRules().road("route=ferry duration=soon")?.problems
        == [TagProblem(key: "duration", value: "soon", reason: .unparsable)])
  }
}
