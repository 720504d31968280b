import MapReader
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import RoadCosts
@testable import Routing

/// What usual speeds do to routes; random ones are compared with plain Dijkstra in ``UsualReferenceTests``.
@Suite struct UsualSpeedTests {
  /// A road of a kilometre, and a way round it.
  private static func roads() async throws -> AsciiRoads {
    try await AsciiMap(
      """
      A---------B
      |         |
      C---------D
      """,
      metresPerCell: 100,
      ways: [
        "AB": "highway=primary maxspeed=100", "AC": "highway=residential",
        "CD": "highway=primary maxspeed=100", "DB": "highway=residential",
      ]
    ).build()
  }

  /// A profile of minutes and shares.
  private static func profile(_ runs: [(Int, UInt8)]) -> WeekProfile {
    WeekProfile(runs.map { WeekProfile.Run(minute: UInt16($0.0), share: $0.1) })
  }

  private static func usual(
    _ roads: AsciiRoads, _ way: String, _ tenths: UInt16, _ runs: [(Int, UInt8)],
    part: ClosedRange<UInt16> = 0...UInt16.max
  ) throws -> UsualSpeeds {
    let map = roads.built.map
    return try UsualSpeeds(
      map: map.id, version: 1, profiles: [profile(runs)],
      pieces: try map.edges(ofWay: try roads.drawing.way(way)).map {
        UsualPiece(
          edge: $0.number, from: part.lowerBound, to: part.upperBound, speed: tenths, profile: 0)
      })
  }

  /// Tuesday 24 November 2026, 00:00.
  private static let tuesday: Int64 = 1_795_478_400

  private static func request(
    _ roads: AsciiRoads, _ from: String, _ to: String, _ vehicle: Vehicle = .car,
    at seconds: Int64? = nil, day: Int64 = tuesday
  ) throws -> RouteRequest {
    RouteRequest(
      waypoints: [try roads.waypoint(from), try roads.waypoint(to)], vehicle: vehicle,
      options: .init(
        departure: seconds.map { Departure(time: LocalTime(seconds: day + $0), offset: 0) }))
  }

  private static let minute: Int64 = 60
  private static let hour: Int64 = 3_600

  @Test("eight o'clock differs from ten o'clock, and a long jam is worth a detour")
  func rushHour() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let metres = try roads.drawing.metres("AB")
    let without = try await engine.routes(for: Self.request(roads, "A", "B", at: 8 * Self.hour))
    // 90 km/h, and on Tuesdays from 7 to 9 a fifth of it.
    let day = 1_440
    try engine.replaceUsualSpeeds(
      try Self.usual(roads, "AB", 900, [(0, 250), (day + 420, 50), (day + 540, 250)]))
    #expect(engine.usualSpeeds?.version == 1)
    for (hour, day, kmh) in [
      (8, 0, 18.0), (10, 0, 90), (6, 0, 90), (8, 1, 90), (8, 7, 18), (8, -7, 18), (22, 0, 90),
    ] as [(Int64, Int64, Double)] {
      let route = try await engine.routes(
        for: Self.request(
          roads, "A", "B", at: hour * Self.hour, day: Self.tuesday + day * 24 * Self.hour)
      ).routes[0]
      if kmh == 18 {
        #expect(roads.letters(route) == "ACDB", "\(hour), day \(day)")
      } else {
        #expect(roads.letters(route) == "AB", "\(hour), day \(day)")
        #expect(abs(route.durationSeconds - metres / kmh * 3.6) < 0.02, "\(hour), day \(day)")
      }
    }
    // Without a departure time, on foot, and without considering the traffic, all is as before.
    var request = try Self.request(roads, "A", "B")
    #expect(try await engine.routes(for: request).routes[0].edges == without.routes[0].edges)
    request = try Self.request(roads, "A", "B", at: 8 * Self.hour)
    request.options.considerTraffic = false
    #expect(try await engine.routes(for: request).routes == without.routes)
    let bicycle = try Self.request(roads, "A", "B", Vehicle(.bicycle), at: 8 * Self.hour)
    #expect(roads.letters(try await engine.routes(for: bicycle).routes[0]) == "AB")
    try engine.replaceUsualSpeeds(nil)
    request.options.considerTraffic = true
    #expect(try await engine.routes(for: request).routes == without.routes)
  }

  @Test("the speed changes on the way, also at midnight on Sunday")
  func changesOnTheWay() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let metres = try roads.drawing.metres("AB")
    // 36 km/h in the last minute of the week, 72 km/h in the first.
    try engine.replaceUsualSpeeds(
      try Self.usual(roads, "AB", 720, [(0, 250), (1, 125)]))
    let sunday = Self.tuesday - 2 * 24 * Self.hour
    for before in [1, 20, 59] as [Int64] {
      let route = try await engine.routes(
        for: Self.request(roads, "A", "B", at: 24 * Self.hour - before, day: sunday)
      ).routes[0]
      // The first seconds at 10 m/s, then at 20 m/s, at most a minute long.
      let fast = min((metres - Double(before) * 10) / 20, 60)
      let rest = (metres - Double(before) * 10 - fast * 20) / 10
      #expect(abs(route.durationSeconds - Double(before) - fast - rest) < 0.02, "\(before)")
    }
  }

  @Test("trucks are not faster than the map says, cars are")
  func trucks() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    func seconds(_ vehicle: Vehicle) async throws -> Double {
      try await engine.routes(for: Self.request(roads, "A", "B", vehicle, at: 0)).routes[0]
        .durationSeconds
    }
    let (car, truck) = (try await seconds(.car), try await seconds(Vehicle(.truck)))
    try engine.replaceUsualSpeeds(try Self.usual(roads, "AB", 1_300, [(0, 250)]))
    #expect(try await seconds(Vehicle(.truck)) == truck)
    #expect(try await seconds(.car) < car)
    try engine.replaceUsualSpeeds(try Self.usual(roads, "AB", 300, [(0, 250)]))
    #expect(try await seconds(Vehicle(.truck)) > truck)
  }

  @Test("a part of an edge has its own speed, and parts without one that of the map")
  func parts() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let metres = try roads.drawing.metres("AB")
    let map = try await engine.routes(for: Self.request(roads, "A", "B", at: 0)).routes[0]
      .durationSeconds
    try engine.replaceUsualSpeeds(
      try Self.usual(roads, "AB", 360, [(0, 250)], part: 32_768...UInt16.max))
    func seconds(_ from: String, _ to: String) async throws -> Double {
      try await engine.routes(for: Self.request(roads, from, to, at: 0)).routes[0].durationSeconds
    }
    #expect(abs(try await seconds("A>B 0.6", "A>B 0.9") - metres * 0.3 / 10) < 0.3)
    #expect(abs(try await seconds("A>B 0.1", "A>B 0.4") - map * 0.3) < 0.3)
    // Both directions have the piece, each in its own.
    #expect(abs(try await seconds("B>A 0.6", "B>A 0.9") - metres * 0.3 / 10) < 0.3)
  }

  @Test("times without a known speed have that of the map")
  func unknownTimes() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let map = try await engine.routes(for: Self.request(roads, "A", "B", at: 0)).routes[0]
    try engine.replaceUsualSpeeds(
      try Self.usual(roads, "AB", 360, [(0, 0), (1_440 + 480, 250), (1_440 + 540, 0)]))
    for (hour, isKnown) in [(7, false), (8, true), (9, false)] as [(Int64, Bool)] {
      let route = try await engine.routes(
        for: Self.request(roads, "A>B 0.45", "A>B 0.55", at: hour * Self.hour)
      ).routes[0]
      let part = try await engine.routes(for: Self.request(roads, "A>B 0.45", "A>B 0.55")).routes[0]
      #expect((route.durationSeconds > part.durationSeconds * 1.5) == isKnown, "\(hour)")
    }
    #expect(map.sections[0].traffic == nil)
  }

  @Test("measured traffic fades into the usual speed of the hour")
  func fading() async throws {
    let roads = try await Self.roads()
    let map = roads.built.map
    let engine = OfflineRoutingEngine(map: map)
    let edges = try map.edges(ofWay: try roads.drawing.way("AB"))
    let metres = try roads.drawing.metres("AB") * 0.5
    try engine.replaceUsualSpeeds(
      try Self.usual(roads, "AB", 720, [(0, 250), (1_440 + 600, 125), (1_440 + 660, 250)]))
    let made = Self.tuesday + 8 * Self.hour
    try engine.replaceTraffic(
      try TrafficSnapshot(
        map: map.id, version: 1, made: made,
        pieces: edges.map { TrafficPiece(edge: $0.number, speed: 180) }))
    // Measured at 8: 18 km/h until 9, then fading until 10, when it is usually 36 km/h; from 11 on 72 km/h.
    for (minutes, expected) in [
      (0, 5.0), (60, 5.0), (120, 10), (150, 10), (181, 20),
    ] as [(Int64, Double)] {
      let route = try await engine.routes(
        for: Self.request(
          roads, "A>B 0.3", "A>B 0.8", at: 8 * Self.hour + minutes * Self.minute)
      ).routes[0]
      #expect(abs(route.durationSeconds - metres / expected) < 0.1, "\(minutes)")
    }
    var last = 0.0
    for minutes in stride(from: 50, through: 130, by: 5) as StrideThrough<Int64> {
      let route = try await engine.routes(
        for: Self.request(
          roads, "A>B 0.3", "A>B 0.8", at: 8 * Self.hour + minutes * Self.minute)
      ).routes[0]
      let arrival = Double(minutes * 60) + route.durationSeconds
      #expect(arrival >= last, "\(minutes)")
      last = arrival
      let span = try #require(route.sections[0].traffic?.first)
      #expect(abs(span.speed - route.lengthMetres / route.durationSeconds) < 0.1)
    }
  }

  @Test("the delay counts from the speed of the map, with spans for usual speeds")
  func spans() async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let map = try await engine.routes(for: Self.request(roads, "A", "B", at: 0)).routes[0]
    #expect(map.durationWithoutTraffic == nil)
    try engine.replaceUsualSpeeds(try Self.usual(roads, "AB", 600, [(0, 250)]))
    let route = try await engine.routes(for: Self.request(roads, "A", "B", at: 0)).routes[0]
    let spans = try #require(route.sections[0].traffic)
    #expect(spans.count == 1 && abs(spans[0].speed - 60 / 3.6) < 0.1)
    #expect(abs(try #require(route.durationWithoutTraffic) - map.durationSeconds) < 0.05)
  }

  /// What a car needs for the road AB, by the time at which it enters.
  private static func firstInFirstOut(
    _ roads: AsciiRoads, _ layers: CostLayers, departure: Int64, zone: TimeZoneRule?
  ) throws -> [Int64] {
    let map = roads.built.map
    let rules = QueryRules(
      .car,
      options: .init(departure: Departure(time: LocalTime(seconds: departure), offset: 0)),
      place: MapPlace(country: "", drivesOnLeft: false, zone: zone), layers: layers)
    let id = try map.edges(ofWay: try roads.drawing.way("AB"), .forward)[0]
    let place = try #require(try map.place(ofEdge: id))
    let tile = try map.tile(place.tile)
    return (0..<120_000).map { entered in
      Int64(entered) + Int64(rules.edgeTime(tile, place.edge, at: UInt32(entered)))
    }
  }

  @Test(
    "nobody who enters later leaves earlier, whatever the speeds, the traffic and the clocks",
    arguments: 0..<32, [400, 1_000, 2_700] as [UInt32])
  func noOvertaking(seed: Int, permille: UInt32) async throws {
    let roads = try await Self.roads()
    let map = roads.built.map
    var random = SeededGenerator(seed: UInt64(seed))
    let runs = (0..<WeekProfile.minuteCount).map { minute in
      (minute, UInt8(minute % 2 + 2 * Int.random(in: 2...124, using: &random)))
    }
    var part: ClosedRange<UInt16> = 0...UInt16.max
    if seed % 3 == 0 { part = 20_000...50_000 }
    let usual = try Self.usual(roads, "AB", 1_200, runs, part: part)
    // Clocks go back on 25 October 2026 at 01:00 UTC, and forward on 29 March.
    let departure: Int64 = (seed % 2 == 0 ? 1_792_890_000 : 1_774_746_000) - 500
    var snapshot: TrafficSnapshot?
    if seed % 4 > 0 {
      let horizon = UInt32.random(in: 0...600, using: &random)
      // From the 24th on with gaps, which have their shares of the usual time.
      let parts: [(UInt16, UInt16)] =
        seed < 24 ? [(0, .max)] : (0..<8).map { (8_191 * $0, 8_191 * $0 + 4_000) }
      var pieces: [TrafficPiece] = []
      for edge in try map.edges(ofWay: try roads.drawing.way("AB")) {
        for (low, high) in parts {
          let speed = UInt16.random(in: 30...1_300, using: &random)
          let delay = UInt16.random(in: 0...300, using: &random)
          pieces.append(
            TrafficPiece(edge: edge.number, from: low, to: high, speed: speed, delay: delay))
        }
      }
      snapshot = try TrafficSnapshot(
        map: map.id, version: 1, made: departure - 100, horizonSeconds: horizon, pieces: pieces)
    }
    let layers = CostLayers(
      request: try Adjustments(
        map.edges(ofWay: try roads.drawing.way("AB")).map {
          RoadAdjustment(edge: $0, .time(permille: permille))
        }, map),
      traffic: try snapshot.map { try TrafficLayer($0, map) },
      // Without usual speeds, traffic fades into the time by the map.
      usual: seed % 8 == 7 ? nil : try UsualLayer(usual, map))
    let left = try Self.firstInFirstOut(
      roads, layers, departure: departure, zone: TimeZoneRule(posix: "CET-1CEST,M3.5.0,M10.5.0/3"))
    let wrong = left.indices.dropFirst().first { left[$0 - 1] > left[$0] } ?? -1
    #expect(wrong == -1)
    #expect(Set(left.enumerated().map { $0.element - Int64($0.offset) }).count > 10)
  }

  @Test("speeds of another map, or of edges that are not there, are refused, and the old ones stay")
  func refused() async throws {
    let roads = try await Self.roads()
    let map = roads.built.map
    let engine = OfflineRoutingEngine(map: map)
    try engine.replaceUsualSpeeds(try Self.usual(roads, "AB", 600, [(0, 250)]))
    let profile = Self.profile([(0, 250)])
    let other = try UsualSpeeds(
      map: MapID(rawValue: 1), version: 2, profiles: [profile],
      pieces: [UsualPiece(edge: 0, speed: 1, profile: 0)])
    #expect(throws: RoutingError.self) { try engine.replaceUsualSpeeds(other) }
    let unknown = try UsualSpeeds(
      map: map.id, version: 2, profiles: [profile],
      pieces: [UsualPiece(edge: 4_000, speed: 1, profile: 0)])
    #expect(throws: RoutingError.unknownEdge(map.edgeID(4_000))) {
      try engine.replaceUsualSpeeds(unknown)
    }
    #expect(engine.usualSpeeds?.version == 1)
  }

  @Test("a departure as far away as a number can be is answered", arguments: [Int64.min, .max])
  func farDepartures(seconds: Int64) async throws {
    let roads = try await Self.roads()
    let engine = OfflineRoutingEngine(map: roads.built.map)
    try engine.replaceUsualSpeeds(try Self.usual(roads, "AB", 600, [(0, 250)]))
    var request = try Self.request(roads, "A", "B")
    request.options.departure = Departure(time: LocalTime(seconds: seconds), offset: 0)
    #expect(try await engine.routes(for: request).routes.count == 1)
  }
}

extension Route {
  fileprivate var edges: [RouteEdge] { sections.flatMap(\.edges) }
}
