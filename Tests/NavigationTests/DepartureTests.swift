import Geo
import MapCompiler
import Navigation
import RoadModel
import RouteModel
import TestSupport
import Testing

/// The departure time of new routes.
@Suite struct DepartureTests {
  @Test(
    "a new route departs when the clocks on the way show that time, or at the offset of the departure",
    arguments: [
      // Both are the same instant; at 02:00 the clocks of central Europe go forward to 03:00.
      ("2026-03-29T01:30", 3), ("2026-03-29T01:30+01:00", 2), ("2026-03-30T01:30", 2),
    ])
  func clockChange(departure: String, hour: Int) async throws {
    var compiling = MapCompiler.Options()
    compiling.timeZone = "CET-1CEST,M3.5.0,M10.5.0/3"
    let roads = try await DrawnMap.town.drawing.build(options: compiling)
    var runner = Runner(
      try roads.trip(
        ["A", "D"], Scenario.options(),
        edit: { $0.options.departure = Departure(iso8601: departure) }))
    try runner.drive(try Drive(stand: 0).fixes("AB", on: roads))
    let place = try roads.drawing.place("B")
    try runner.drive(
      (1...59).map { minute in
        Location(
          latitude: place.latitude, longitude: place.longitude, time: 40 + 60 * Double(minute),
          speed: 0)
      })
    var drive = Drive(stand: 0)
    drive.start = 3_600
    try runner.drive(try drive.fixes("BE", on: roads))
    let asked: [Departure] = runner.events.compactMap {
      if case .request(let request) = $0 { request.request.options.departure } else { nil }
    }
    let first = try #require(asked.first)
    #expect(first.time.minuteOfDay / 60 == hour, "\(first.text)")
    #expect(first.offset == Departure(iso8601: departure)?.offset)
  }

  @Test("a fix with a time a month ahead does not make a new route depart a month later")
  func wrongTime() async throws {
    let roads = try await DrawnMap.town.roads()
    var runner = Runner(
      try roads.trip(
        ["A", "D"], Scenario.options(),
        edit: { $0.options.departure = Departure(iso8601: "2026-04-01T12:00") }))
    var fixes = try Drive(stand: 0).fixes("ABEF", on: roads)
    fixes[20].time = 20 + 30 * 86_400
    try runner.drive(fixes)
    let asked: [Departure] = runner.events.compactMap {
      if case .request(let request) = $0 { request.request.options.departure } else { nil }
    }
    let first = try #require(asked.first)
    #expect(first.text.hasPrefix("2026-04-01T12:0"), "\(first.text)")
  }
}
