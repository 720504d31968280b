import Testing

@testable import MapcCommands

/// Spans of a trip as they are typed.
@Suite struct TimeOrDistanceTests {
  @Test(
    "a span is a time or a distance",
    arguments: [
      ("90", TimeOrDistance.seconds(5_400)), ("90min", .seconds(5_400)),
      ("1h30min", .seconds(5_400)), ("4h30", .seconds(16_200)), ("4 h", .seconds(14_400)),
      ("1.5h", .seconds(5_400)), ("600s", .seconds(600)), ("120km", .metres(120_000)),
      ("0.5 km", .metres(500)), ("500m", .metres(500)), ("0", .seconds(0)),
    ])
  func spans(_ text: String, _ span: TimeOrDistance) {
    #expect(TimeOrDistance(text) == span)
  }

  @Test(
    "anything else is none",
    arguments: ["", "soon", "-5", "km", "5 miles", "1h2h", "1km2km", "5min3km", "nan", "1e9", "٣"])
  func nothing(_ text: String) {
    #expect(TimeOrDistance(text) == nil)
  }
}
