import Geo
import MapMatching
import Navigation
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// The simulated drives of the library.
@Suite struct SimulatorTests {
  @Test("the same seed gives the same fixes, and another one others")
  func seeds() async throws {
    let roads = try await DrawnMap.town.roads()
    let route = try await roads.response(from: "A", to: "F")
    func fixes(_ seed: UInt64) -> [Location] {
      var drive = DriveSimulator(route, options: .init(seed: seed))
      var all: [Location] = []
      while let fix = drive.next() { all.append(fix) }
      return all
    }
    #expect(fixes(3) == fixes(3))
    #expect(fixes(3) != fixes(4))
  }

  @Test("the clock of a replay ticks on after fixes of a clock that was set back")
  func setBack() {
    var clock = TripClock()
    func ticks(_ time: Double) -> [Double] {
      clock.ticks(before: Location(latitude: 0, longitude: 0, time: time))
    }
    #expect(ticks(1_000) == [])
    #expect(ticks(1_003) == [1_001, 1_002])
    // One early fix is wrong, three are another clock.
    #expect(ticks(10) == [])
    #expect(ticks(1_005) == [1_004])
    for time in [10.0, 11, 12] { #expect(ticks(time) == []) }
    #expect(ticks(15) == [13, 14])
  }

  @Test(
    "a vehicle stands at the end for some fixes, however rare they are", arguments: [1, 10, 60])
  func rareFixes(interval: Double) async throws {
    let roads = try await DrawnMap.line.roads()
    let route = try await roads.response(from: "A", to: "K")
    var drive = DriveSimulator(
      route, options: .init(noiseMetres: 0, intervalSeconds: interval, secondsAtEnd: 8))
    let end = try roads.drawing.place("K")
    var atEnd = 0
    while let fix = drive.next() {
      let place = try #require(Coordinate(latitude: fix.latitude, longitude: fix.longitude))
      if Distance.metres(place, end) < 2 { atEnd += 1 }
    }
    #expect(atEnd >= 4)
  }

  @Test("up to the bound of noise a trip discards no simulated fix for its accuracy")
  func mostNoise() async throws {
    let roads = try await DrawnMap.line.roads()
    let route = try await roads.response(from: "A", to: "K")
    let noise = DriveSimulator.Options.mostUsedNoise
    var drive = DriveSimulator(route, options: .init(noiseMetres: noise))
    while let fix = drive.next() {
      #expect(FixRules().flaw(of: fix, after: nil, now: nil) == nil)
    }
  }

  @Test("noise is as large as wanted, and gaps and stops are kept")
  func noise() async throws {
    let roads = try await DrawnMap.line.roads()
    let route = try await roads.response(from: "A", to: "K")
    var drive = DriveSimulator(
      route,
      options: .init(
        seed: 5, noiseMetres: 6, driftShare: 0, gaps: [1_000...1_200],
        stops: [.init(metres: 600, seconds: 60)]))
    var squares = 0.0
    var count = 0.0
    var standing = 0
    var last = 0.0
    var longest = 0.0
    while let fix = drive.next() {
      let time = try #require(fix.time)
      longest = max(longest, time - last)
      last = time
      let seen = try #require(Coordinate(latitude: fix.latitude, longitude: fix.longitude))
      let off = Distance.metres(drive.position, seen)
      // `position` is already that of the next fix; standing it is the same.
      if let speed = fix.speed, speed < 0.8, drive.speed == 0 {
        squares += off * off
        count += 1
        standing += 1
      }
    }
    #expect(standing > 55)
    #expect(longest > 8)
    // Both axes together: a mean square of twice the variance.
    let deviation = (squares / count / 2).squareRoot()
    #expect(deviation > 4.5 && deviation < 7.5)
  }

  @Test("the noise of fixes goes on across the 180th meridian")
  func meridian() async throws {
    let line = [
      Coordinate(latitudeUnits: -168_000_000, longitudeUnits: 1_799_990_000),
      Coordinate(latitudeUnits: -168_000_000, longitudeUnits: -1_799_990_000),
    ]
    let ends = line.map { SnappedWaypoint(position: $0, distanceMetres: 0, roadName: nil) }
    let section = RouteSection(
      departure: ends[0], arrival: ends[1], polyline: line,
      lengthMetres: Distance.metres(line[0], line[1]), durationSeconds: 20, edges: [])
    // A fix for each 2 m of 213 m, where the noise is 20 m.
    var drive = DriveSimulator(
      Route(sections: [section], notices: []), options: .init(noiseMetres: 20, speed: 2))
    var (east, west) = (0, 0)
    while let fix = drive.next() {
      let place = try #require(Coordinate(latitude: fix.latitude, longitude: fix.longitude))
      #expect(Distance.metres(place, drive.observed.position) < 300)
      if fix.longitude > 0 { west += 1 } else { east += 1 }
    }
    #expect(west > 20 && east > 20)
  }

  /// Streets in a grid, 400 m apart.
  private static let grid = AsciiMap(
    """
    A---B---C---D---E---F---G---H
    |   |   |   |   |   |   |   |
    I---J---K---L---M---N---O---P
    """, metresPerCell: 100,
    ways: [
      "ABCDEFGH": "highway=primary name=North", "IJKLMNOP": "highway=residential name=South",
      "AI": "highway=residential", "BJ": "highway=residential", "CK": "highway=residential",
      "DL": "highway=residential", "EM": "highway=residential", "FN": "highway=residential",
      "GO": "highway=residential", "HP": "highway=residential",
    ])

  /// The events of a drive from A to H whose driver turns wrong, or stops, at a share of the junctions.
  private static func events(
    wrongTurns: Double = 0, stops: Double = 0, seed: UInt64 = 1
  ) async throws -> [TripEvent] {
    let roads = try await grid.build()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    var request = RouteRequest(waypoints: [try roads.waypoint("A"), try roads.waypoint("H")])
    request.options.steps = true
    let response = try await engine.routes(for: request)
    var trip = try #require(
      Trip(
        response, of: request, options: Scenario.options(),
        matcher: MapMatcher(map: roads.built.map, vehicle: .car)))
    let simulator = DriveSimulator(trip.route, options: .init(seed: seed, secondsAtEnd: 30))
    var drive = SimulatedDrive(simulator, wrongTurns: wrongTurns, stops: stops, seed: seed)
    var events: [TripEvent] = []
    while let news = drive.next(
      of: &trip,
      answering: { engine.answer($0) })
    {
      events += news
      try #require(events.count < 50_000, "the drive does not end")
    }
    return events
  }

  @Test("a driver turns wrong at junctions, gets new routes and arrives", arguments: [1, 2, 3])
  func wrongTurns(seed: UInt64) async throws {
    let straight = try await Self.events(seed: seed)
    #expect(!straight.contains { $0.name == "leftRoute" })
    let events = try await Self.events(wrongTurns: 1, seed: seed)
    #expect(events.contains { $0.name == "leftRoute" })
    #expect(events.contains { $0.name == "didReroute" })
    #expect(events.last?.name == "ended" && events.contains { $0.name == "didArrive" })
    #expect(try await Self.events(wrongTurns: 1, seed: seed) == events)
  }

  @Test("a vehicle does not stop where a tunnel begins or ends")
  func stopsBesideTunnel() async throws {
    let roads = try await AsciiMap(
      """
      A---B---C---D---E
                  |
                  F
      """, metresPerCell: 100,
      ways: [
        "AB": "highway=primary name=Main", "BC": "highway=primary name=Main tunnel=yes",
        "CDE": "highway=primary name=Main", "DF": "highway=residential name=Side",
      ]
    ).build()
    var request = RouteRequest(waypoints: [try roads.waypoint("A"), try roads.waypoint("E")])
    request.options.steps = true
    let route = try await OfflineRoutingEngine(map: roads.built.map).routes(for: request).routes[0]
    let stops = DriveSimulator.Options.Stop.stops(on: route, share: 1, seed: 1).map(\.metres)
      .filter { 1..<route.lengthMetres - 1 ~= $0 }
    #expect(stops.count == 1)
    #expect(abs((stops.first ?? 0) - 1_200) < 10)
  }

  @Test("a vehicle that turns onto an alternative goes on from where it is")
  func alternative() async throws {
    let made = try await DrawnMap.fork.roads().trip(
      ["S", "Z"], Scenario.options { $0.improveSeconds = 20 })
    // Whether the alternative is known at the fork depends on the drive.
    let taken = try (1...12 as ClosedRange<UInt64>).count { try takesAlternative(made, $0) }
    #expect(taken > 0)
  }

  /// Whether a drive with wrong turns takes an alternative; checks that the vehicle never jumps.
  private func takesAlternative(
    _ made: (trip: Trip, engine: OfflineRoutingEngine), _ seed: UInt64
  ) throws -> Bool {
    var trip = made.trip
    // The alternative begins where it was requested, before the wrong turn at A.
    var drive = SimulatedDrive(
      DriveSimulator(trip.route, options: .init(seed: seed, noiseMetres: 0)), wrongTurns: 1)
    var places: [Coordinate] = []
    var took = false
    while places.count < 120,
      let events = drive.next(
        of: &trip,
        answering: { made.engine.answer($0) })
    {
      for event in events {
        if case .didTakeAlternative = event { took = true }
        if case .progress(let progress) = event, let place = progress.rawPosition {
          places.append(place)
        }
      }
    }
    for (a, b) in zip(places, places.dropFirst()) { #expect(Distance.metres(a, b) < 60) }
    return took
  }

  @Test("a vehicle with a fix each minute turns wrong at the junction, and not from behind it")
  func rareWrongTurn() async throws {
    let roads = try await DrawnMap.fork.roads()
    let made = try roads.trip(["S", "Z"], Scenario.options())
    var trip = made.trip
    var drive = SimulatedDrive(
      DriveSimulator(
        trip.route, options: .init(noiseMetres: 0, intervalSeconds: 60, speed: 10)), wrongTurns: 1)
    var places: [Coordinate] = []
    while places.count < 2,
      let events = drive.next(
        of: &trip,
        answering: { made.engine.answer($0) })
    {
      for event in events {
        if case .progress(let progress) = event, let place = progress.rawPosition {
          places.append(place)
        }
      }
    }
    // After a minute it is behind the fork at A, from where the other road leads south.
    let fork = try roads.drawing.place("A")
    let place = try #require(places.dropFirst().first)
    #expect(place.longitudeUnits > fork.longitudeUnits)
    #expect(place.latitudeUnits < fork.latitudeUnits - 200)
  }

  @Test("a vehicle follows an alternative that the caller selects between two fixes")
  func selectedAlternative() async throws {
    let roads = try await DrawnMap.fork.roads()
    let made = try roads.trip(["S", "Z"], Scenario.options(), alternatives: 2)
    var trip = made.trip
    let chosen = try #require(trip.alternatives.first)
    var drive = SimulatedDrive(DriveSimulator(trip.route, options: .init(noiseMetres: 0)))
    var events: [TripEvent] = []
    for number in 0..<1_000 {
      if number == 5 { events += trip.take(.selectAlternative(chosen.id)) }
      guard
        let news = drive.next(of: &trip, answering: { .failure($0.id, .cancelled) })
      else { break }
      events += news
    }
    #expect(events.contains { $0.name == "alternativeSelected" })
    #expect(!events.contains { $0.name == "leftRoute" })
    #expect(events.last == .ended(.arrived) && trip.route == chosen.route)
  }

  @Test("a vehicle stands at a share of the junctions")
  func stopsAtJunctions() async throws {
    func standing(_ share: Double) async throws -> Int {
      try await Self.events(stops: share).count {
        if case .progress(let progress) = $0 { progress.speed < 0.5 } else { false }
      }
    }
    let (none, some, all) = (try await standing(0), try await standing(0.5), try await standing(1))
    #expect(none < some && some < all)
    // Six junctions of 5 to 60 seconds.
    #expect(all - none > 60)
  }

  @Test("a vehicle is slow only at a corner, and brakes and accelerates as usual drivers do")
  func corner() async throws {
    let drawing = AsciiMap(
      """
      A---B
          |
          |
          |
          C
      """, metresPerCell: 100, ways: ["ABC": "highway=primary"])
    let roads = try await drawing.build()
    let request = RouteRequest(waypoints: [try roads.waypoint("A"), try roads.waypoint("C")])
    let route = try await OfflineRoutingEngine(map: roads.built.map).routes(for: request).routes[0]
    let corner = DriveSimulator.metres(along: route, nearestTo: try drawing.place("B"))
    var drive = DriveSimulator(
      route, options: .init(noiseMetres: 0, intervalSeconds: 0.25, speed: 20))
    var (before, atCorner, onStraight) = (0.0, 100.0, 0.0)
    while drive.next() != nil {
      let change = (drive.speed - before) / 0.25
      #expect(change > -2.001 && change < 1.501, "at \(drive.along)")
      before = drive.speed
      if abs(drive.along - corner) < 5 { atCorner = min(atCorner, drive.speed) }
      // From 4.5 to 20 m/s at 1.5 m/s² takes 127 m; from there to a stand at 2 m/s², 100 m.
      if 130..<290 ~= drive.along - corner { onStraight = max(onStraight, drive.speed) }
    }
    #expect(corner > 390 && route.lengthMetres - corner > 390)
    #expect(atCorner < 5 && onStraight > 19.9, "\(atCorner), \(onStraight)")
  }

  typealias Field = WritableKeyPath<DriveSimulator.Options, Double>

  @Test("options that are no numbers, or have no end, still make a drive that ends")
  func oddOptions() async throws {
    let roads = try await DrawnMap.line.roads()
    let route = try await roads.response(from: "A", to: "K")
    func ends(_ options: DriveSimulator.Options) throws {
      var drive = DriveSimulator(route, options: options)
      var last = -Double.infinity
      while let fix = drive.next() {
        let time = try #require(fix.time)
        try #require(time > last && fix.latitude.isFinite && fix.longitude.isFinite)
        last = time
      }
      #expect(drive.along > route.lengthMetres - 1)
    }
    let fields: [Field] = [
      \.noiseMetres, \.driftShare, \.driftSeconds, \.dropShare, \.secondsAtEnd, \.startTime,
    ]
    for odd in [Double.nan, .infinity, -.infinity, -1, 1e300] {
      var options = DriveSimulator.Options(intervalSeconds: 60)
      for field in fields {
        var changed = options
        changed[keyPath: field] = odd
        try ends(changed)
      }
      options.speed = odd
      try ends(options)
      options.speed = nil
      options.stops = [.init(metres: odd, seconds: 5), .init(metres: 50, seconds: odd)]
      try ends(options)
      options.intervalSeconds = odd
      options.stops = []
      try ends(options)
    }
  }

  @Test("a vehicle that follows a route from a place that is no number begins at its beginning")
  func oddPlace() async throws {
    let roads = try await DrawnMap.line.roads()
    let route = try await roads.response(from: "A", to: "K")
    var drive = DriveSimulator(route)
    drive.follow(route, from: .nan, stops: [.init(metres: .nan, seconds: .nan)])
    #expect(drive.along == 0)
    #expect(drive.next() != nil)
    drive.follow(route, from: .infinity)
    #expect(drive.along == drive.length)
  }
}
