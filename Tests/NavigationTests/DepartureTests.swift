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

  @Test("a route that is refreshed departs so that the stretch ahead is due now")
  func refresh() async throws {
    let roads = try await DrawnMap.line.roads()
    let departure = try #require(Departure(iso8601: "2026-04-01T12:00"))
    var runner = Runner(
      try roads.trip(
        ["A", "K"], Scenario.options { $0.refreshSeconds = 60 },
        edit: { $0.options.departure = departure },
        response: { $0.routes[0].sections[0].traffic = [] }))
    // The vehicle is slower than the route expects, and is at B after 60 s.
    try runner.drive(try Drive(speed: 5, stand: 0).fixes("ABC", on: roads))
    let asked: [RouteRequest] = runner.events.compactMap {
      if case .request(let request) = $0 { request.request } else { nil }
    }
    let first = try #require(asked.first?.options.departure)
    let progress = try #require(runner.progress.first { $0.time >= 60 })
    let behind = runner.trip.route.durationSeconds - progress.secondsLeft
    #expect(behind > 10 && behind < 50)
    #expect(abs(Double(first.time.seconds - departure.time.seconds) - (60 - behind)) <= 3)
  }
}
