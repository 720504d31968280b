import Geo
import Navigation
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Where on a route a vehicle is found, if the route leads over a road more than once or the place so far was wrong.
@Suite struct PlaceTests {
  /// A route from A to K, back to A, and to K again, and the same one once more as its alternative.
  private func winding() async throws -> (roads: AsciiRoads, runner: Runner) {
    let roads = try await DrawnMap.line.roads()
    let made = try roads.trip(
      ["A", "K", "A", "K"], passing: [1, 2], Scenario.options(),
      response: { response in
        var other = response.routes[0]
        other.sections[0].durationSeconds += 1
        response.routes.append(other)
      })
    return (roads, Runner(made))
  }

  @Test(
    "on an alternative the vehicle is at the pass that it drives, by direction and order",
    arguments: [
      ("ABCDEF", 1_500.0), ("ABCDEFGHIJKJIHGF", 4_500.0), ("ABCDEFGHIJKJIHGFEDCBABCDEF", 7_500.0),
    ])
  func pass(letters: String, metres: Double) async throws {
    var (roads, runner) = try await winding()
    let length = runner.trip.route.lengthMetres
    // From A to K are 3000 m.
    try #require(abs(length - 9_000) < 20)
    try runner.drive(try Drive(noise: 3, seed: 31, stand: 0).fixes(letters, on: roads))
    #expect(runner.words == "leg 0" || runner.words.hasPrefix("leg 0, passed 1"))
    let before = runner.trip.drivenMetres
    #expect(abs(before - metres) < 40)
    try runner.take(.selectAlternative(1))
    #expect(abs(runner.trip.drivenMetres - before) < 40)
    try checkOrder(runner.events)
  }

  @Test("on an alternative from before a passed waypoint the next one is ahead until it is reached")
  func passedBefore() async throws {
    var (roads, runner) = try await winding()
    try runner.drive(
      try Drive(noise: 3, seed: 31, stand: 0).fixes("ABCDEFGHIJKJIHGF", on: roads))
    try #require(runner.events.contains(.passed(waypoint: 1)))
    try runner.take(.selectAlternative(1))
    try #require(runner.words.contains("alternativeSelected"))
    // From F to A, the second waypoint, are 1500 m, and 600 m from C.
    try runner.drive(
      try Drive(noise: 3, seed: 32, stand: 0, start: 450).fixes("FEDC", on: roads))
    #expect(!runner.events.contains(.passed(waypoint: 2)))
    try runner.drive(
      try Drive(noise: 3, seed: 33, stand: 0, start: 540).fixes("CBABC", on: roads))
    #expect(runner.events.contains(.passed(waypoint: 2)))
    try checkOrder(runner.events)
  }

  @Test("a new route that comes late begins where the vehicle is by then")
  func late() async throws {
    let roads = try await DrawnMap.line.roads()
    var runner = Runner(
      try roads.trip(["C", "A"], Scenario.options { $0.requestSeconds = 600 }))
    runner.isSilent = true
    // The route leads west; the driver goes east to the end, turns there, and comes back to H.
    try runner.drive(
      try Drive(speed: 20, noise: 3, seed: 32, stand: 0).fixes("CDEFGHIJKJIH", on: roads))
    let request = try #require(
      runner.events.compactMap { if case .request(let request) = $0 { request } else { nil } }.last)
    let response = try roads.response(through: ["D", "K", "A"], passing: [1])
    try runner.take(.response(request.id, response))
    // From D to K are 2100 m, and from K to A 3000 m.
    try #require(abs(runner.trip.route.lengthMetres - 5_100) < 20)
    // From H to A are 2100 m.
    #expect(abs(runner.trip.route.lengthMetres - runner.trip.drivenMetres - 2_100) < 60)
  }

  @Test("a vehicle that drives against its route leaves it, also without headings and speeds")
  func against() async throws {
    let roads = try await DrawnMap.line.roads()
    var runner = Runner(try roads.trip(["K", "A"], Scenario.options()))
    runner.isSilent = true
    let fixes = try Drive(noise: 3, seed: 34, stand: 0).fixes("ABCDEFGHIJK", on: roads)
    for fix in fixes {
      var bare = fix
      (bare.headingDegrees, bare.speed) = (nil, nil)
      try runner.take(.fix(bare))
    }
    #expect(runner.words.contains("left"), "\(runner.words)")
  }

  @Test("a vehicle without headings is found on the stretch that leads back")
  func wayBack() async throws {
    let roads = try await DrawnMap.line.roads()
    // From A to K are 3,000 m; the route does not tell that it passes K.
    let made = try roads.trip(
      ["A", "K", "A"], passing: [1], Scenario.options(),
      response: { $0.routes[0].sections[0].passed = [] })
    var runner = Runner(made)
    let fixes = try Drive(noise: 3, seed: 41, stand: 0).fixes("ABCDEFGHIJKJIHGFEDCBA", on: roads)
    // After 2,700 m there are no fixes for 15 s; then it is 360 m behind K.
    let seen = Array(fixes[...270]) + fixes[336..<376]
    for (index, fix) in seen.enumerated() {
      var bare = fix
      bare.time = Double(index + (index > 270 ? 15 : 0))
      (bare.headingDegrees, bare.speed) = (nil, nil)
      try runner.take(.fix(bare))
    }
    let told = try #require(runner.progress.last)
    // It has driven 3,750 of 6,000 m.
    #expect(abs(told.metresLeft - 2_250) < 40, "\(told.metresLeft)")
  }

  @Test(
    "who turns back on foot before the route does is soon found on the way back",
    arguments: [1.5, 3])
  func earlyWayBack(_ speed: Double) async throws {
    let roads = try await DrawnMap.line.roads()
    // From A to K, where alone the route can turn, are 3,000 m.
    let made = try roads.trip(
      ["A", "K", "A"], passing: [1], Scenario.options(),
      response: { $0.routes[0].sections[0].passed = [] })
    var runner = Runner(made)
    let walk = Drive(speed: speed, noise: 3, seed: 43, hasHeading: false, stand: 0)
    let fixes = try walk.fixes("ABCDEFGHIJKJ", on: roads)
    // 30 m before K the walker turns, and goes 75 m back.
    let (turn, back) = (Int(2_970 / speed), Int(3_030 / speed))
    let seen = fixes[..<turn] + fixes[back..<back + Int(75 / speed)]
    for (index, fix) in seen.enumerated() {
      var fix = fix
      fix.time = Double(index)
      try runner.take(.fix(fix))
    }
    let told = try #require(runner.progress.last)
    #expect(abs(told.metresLeft - 2_895) < 40, "\(told.metresLeft)")
  }

  @Test("who turns before the route does is found on the way back by three headings")
  func headedWayBack() async throws {
    let roads = try await DrawnMap.line.roads()
    let made = try roads.trip(
      ["A", "K", "A"], passing: [1], Scenario.options(),
      response: { $0.routes[0].sections[0].passed = [] })
    var runner = Runner(made)
    let fixes = try Drive(speed: 5, noise: 3, seed: 43, stand: 0).fixes("ABCDEFGHIJKJ", on: roads)
    // 30 m before K it turns, and goes 35 m back: too little to see by places alone.
    for (index, fix) in (fixes[..<594] + fixes[606..<614]).enumerated() {
      var fix = fix
      fix.time = Double(index)
      try runner.take(.fix(fix))
    }
    let told = try #require(runner.progress.last)
    #expect(abs(told.metresLeft - 2_935) < 40, "\(told.metresLeft)")
  }

  @Test("who stands 30 m before the end for eight seconds and drives on has not arrived there")
  func lightBeforeEnd() async throws {
    let roads = try await DrawnMap.town.roads()
    var runner = Runner(try roads.trip(["A", "D"], Scenario.options()))
    let fixes = try Drive().fixes("ABCD", on: roads)
    var standing = fixes[117]
    standing.speed = 0
    for (index, fix) in (fixes[...117] + Array(repeating: standing, count: 8) + fixes[118...])
      .enumerated()
    {
      var fix = fix
      fix.time = Double(index)
      try runner.take(.fix(fix))
    }
    #expect(runner.words == ScenarioTests.arrival)
    let told = try #require(runner.progress.last)
    #expect(told.metresToWaypoint < 16, "\(told.metresToWaypoint)")
  }

  @Test("a wrong place ahead is given up, and what is shown never runs backwards")
  func wrong() async throws {
    let roads = try await DrawnMap.line.roads()
    var runner = Runner(try roads.trip(["A", "K"], Scenario.options()))
    let drive = Drive(noise: 3, seed: 33, stand: 0)
    let fixes = try drive.fixes("ABCDEFGHIJK", on: roads)
    let far = try drive.fixes("FG", on: roads)
    // 600 m are driven; then the receiver is 900 m ahead for six seconds.
    for (index, fix) in fixes.enumerated() {
      var fix = fix
      if 60..<66 ~= index {
        (fix.latitude, fix.longitude) = (far[index - 60].latitude, far[index - 60].longitude)
      }
      try runner.take(.fix(fix))
    }
    #expect(runner.words == "leg 0, discarded jump, near 1, at 1, ended arrived")
    for (a, b) in zip(runner.progress, runner.progress.dropFirst()) {
      #expect(b.shareDriven >= a.shareDriven)
    }
    // The arrival is that of the vehicle: 3000 m at 10 m a second.
    let end = try #require(runner.progress.last?.time)
    #expect(end > 296)
    let passed = try #require(runner.progress.first { $0.time == 200 })
    #expect(abs(passed.metresLeft - 1_000) < 20)
  }

  @Test("what was left out because of a wrong place ahead is told when that is given up")
  func tellsAgain() async throws {
    let roads = try await DrawnMap.fork.roads()
    var runner = Runner(try roads.trip(["S", "Z"], Scenario.options()))
    let drive = Drive(noise: 3, seed: 33, stand: 0)
    let fixes = try drive.fixes("SA", on: roads)
    let far = try drive.fixes("BC", on: roads)
    // The fork is at 400 m. Beginning at 200 m, the receiver is far behind it for six seconds.
    for (index, fix) in fixes.enumerated() {
      var fix = fix
      if 20..<26 ~= index {
        (fix.latitude, fix.longitude) = (far[index].latitude, far[index].longitude)
      }
      try runner.take(.fix(fix))
    }
    var time = 0.0
    var told: [Double] = []
    for event in runner.events {
      if case .progress(let progress) = event { time = progress.time }
      if case .spoken(_, _, let metres) = event, time > 26 { told.append(metres + 10 * time) }
    }
    #expect(told.contains { abs($0 - 400) < 30 }, "\(told)")
  }

  /// A road of 40 km, and one of 2 km that begins after 30 km.
  private static let long = AsciiMap(
    """
    A---------B---------C---------D---------E
                                  |
                                  F
    """, metresPerCell: 1_000,
    ways: ["ABCDE": "highway=primary name=Long", "DF": "highway=primary name=Side"])

  @Test("a vehicle is found where it is on its route after minutes without fixes")
  func longGap() async throws {
    let roads = try await Self.long.build()
    var runner = Runner(try roads.trip(["A", "E"], Scenario.options()))
    let fixes = try Drive(speed: 20).fixes("ABCDE", on: roads)
    try runner.drive(Array(fixes[..<60]))
    let count = runner.progress.count
    // 25 minutes later, it has driven 31.2 of 40 km.
    try runner.drive(Array(fixes[1_560..<1_700]))
    let told = try #require(runner.progress.dropFirst(count).first)
    #expect(told.source == .fix && abs(told.metresLeft - 8_800) < 150)
    #expect(!runner.words.contains("left"), "\(runner.words)")
  }

  @Test("a vehicle that has left its route during minutes without fixes is where its fixes are")
  func longGapOffRoute() async throws {
    let roads = try await Self.long.build()
    var runner = Runner(try roads.trip(["A", "E"], Scenario.options()))
    let fixes = try Drive(speed: 20).fixes("ABCDF", on: roads)
    try runner.drive(Array(fixes[..<60]))
    // 800 m to 1.4 km behind D.
    try runner.drive(Array(fixes[1_540..<1_570]))
    let left = try #require(
      runner.events.compactMap { if case .leftRoute(let left) = $0 { left } else { nil } }.first)
    let turn = try roads.drawing.place("D")
    #expect(left.roadName == "Side" && Distance.metres(left.position, turn) > 700)
  }

  /// Fixes at 20 m/s on a road of which 400 to 2,400 m are a tunnel.
  private func throughTunnel() async throws -> (runner: Runner, fixes: [Location]) {
    let roads = try await DrawnMap.tunnel.roads()
    let runner = Runner(try roads.trip(["A", "D"], Scenario.options()))
    return (runner, try Drive(speed: 20).fixes("ABCD", on: roads))
  }

  @Test(
    "in a tunnel the place goes on if fixes repeat the last place, or are inaccurate",
    arguments: [nil, 500] as [Double?])
  func withoutReception(accuracy: Double?) async throws {
    var (runner, fixes) = try await throughTunnel()
    for index in 21..<120 {
      (fixes[index].latitude, fixes[index].longitude) = (fixes[20].latitude, fixes[20].longitude)
      fixes[index].accuracyMetres = accuracy
    }
    try runner.drive(Array(fixes[..<120]))
    let told = try #require(runner.progress.last)
    // It has driven 2,380 of 2,800 m.
    #expect(told.source == .estimated)
    #expect(abs(told.metresLeft - 420) < 60)
    try runner.drive(Array(fixes[120...]))
    let flaw = accuracy == nil ? "repeated" : "inaccurate"
    #expect(
      runner.words == "leg 0, discarded \(flaw), signalLost, discarded \(flaw), signalFound, "
        + "near 1, at 1, ended arrived")
  }

  @Test("a repeated place is none at the end of a tunnel, which a slower vehicle reaches later")
  func slowThroughTunnel() async throws {
    let (made, fixes) = try await throughTunnel()
    var runner = made
    // It is expected at the end after 120 s, and comes out after 160 s.
    let repeated = (21..<160).map { second in
      var fix = fixes[20]
      fix.time = Double(second)
      return fix
    }
    try runner.drive(Array(fixes[..<21]) + repeated)
    let told = try #require(runner.progress.last)
    #expect(told.source == .estimated && abs(told.metresLeft - 400) < 60)
    let rest = fixes[120...].map { fix in
      var fix = fix
      fix.time = fix.time.map { $0 + 40 }
      return fix
    }
    try runner.drive(rest)
    #expect(runner.words.hasSuffix("signalFound, near 1, at 1, ended arrived"))
  }

  @Test("where the signal is lost long before a tunnel, no place in it is estimated")
  func lostBeforeTunnel() async throws {
    let roads = try await DrawnMap.tunnel.roads()
    var runner = Runner(try roads.trip(["A", "D"], Scenario.options()))
    // At 10 m/s, 300 m before the tunnel.
    try runner.drive(Array(try Drive().fixes("AB", on: roads)[...10]))
    for second in 11..<90 { try runner.take(.tick(Double(second))) }
    #expect(!runner.progress.contains { $0.source == .estimated })
    #expect(runner.words == "leg 0, signalLost")
  }

  @Test("fixes beside all roads do not lead out of a tunnel")
  func besideTunnel() async throws {
    var (runner, fixes) = try await throughTunnel()
    for index in 30..<110 {
      let metres = 6 * Double(min(index - 30, 110 - index))
      fixes[index].latitude += metres / (Distance.metresPerUnit * Coordinate.unitsPerDegree)
    }
    try runner.drive(fixes)
    #expect(!runner.words.contains("left") && runner.words.hasSuffix("at 1, ended arrived"))
  }

  @Test("a trip begins at its beginning, even if an inaccurate fix is nearer to a later road")
  func inaccurateBeginning() async throws {
    // From A to B are 80 m, and E and D lie 40 m south of them.
    let roads = try await AsciiMap(
      """
            A---B
                |
      E-----D---C
      """, metresPerCell: 20, ways: ["ABCDE": "highway=residential name=Bend"]
    ).build()
    var runner = Runner(try roads.trip(["A", "E"], Scenario.options()))
    let place = try roads.drawing.place("D>C 0.1")
    try runner.take(
      .fix(
        Location(
          latitude: place.latitude, longitude: place.longitude, time: 0, accuracyMetres: 30,
          speed: 0)))
    #expect(runner.trip.drivenMetres < 20)
  }

  @Test("a pedestrian is where he walks, at his speed")
  func pedestrian() async throws {
    let roads = try await DrawnMap.paths.roads()
    var runner = Runner(
      try roads.trip(["A", "C"], Scenario.options(), vehicle: Vehicle(.foot)))
    try runner.drive(try Drive(speed: 1.2, stand: 0).fixes("AB", on: roads))
    let progress = try #require(runner.progress.last)
    #expect(abs(progress.metresLeft - 362) < 4)
    #expect(abs(progress.speed - 1.2) < 0.2)
  }

  @Test("the delay is told on every route for which traffic was considered", arguments: [0.0, 20])
  func delay(refreshSeconds: Double) async throws {
    let roads = try await DrawnMap.line.roads()
    var runner = Runner(
      try roads.trip(["C", "K"], Scenario.options { $0.refreshSeconds = refreshSeconds }))
    let engine = runner.engine
    runner.respond = { request in
      guard request.purpose == .reroute, var response = try? engine.routes(for: request.request)
      else { return nil }
      let length = response.routes[0].sections[0].lengthMetres
      response.routes[0].sections[0].traffic = [
        TrafficSpan(
          metres: 0...length, baseSpeed: 14, speed: 7, jamFactor: 5, delaySeconds: 90)
      ]
      return .response(request.id, response)
    }
    try runner.drive(try Drive(stand: 0).fixes("CB", on: roads))
    #expect(runner.words.contains("didReroute"))
    #expect(runner.progress.first?.trafficDelaySeconds == nil)
    let delay = try #require(runner.progress.last?.trafficDelaySeconds)
    #expect(delay > 60 && delay <= 90)
  }
}

extension AsciiRoads {
  /// The engine's answer through some places.
  fileprivate func response(through places: [String], passing: Set<Int>) throws -> RouteResponse {
    var waypoints = try places.map { try waypoint($0) }
    for index in passing { waypoints[index].kind = .passThrough }
    var request = RouteRequest(waypoints: waypoints)
    request.options.steps = true
    return try OfflineRoutingEngine(map: built.map).routes(for: request)
  }
}
