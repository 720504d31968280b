import MapReader
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Alternatives on trips during which times change; the trips are too long for the search with penalties.
@Suite struct AlternativeClockTests {
  /// A town with two main roads, seven streets to the south and to the north of the trip.
  private static let town: StreetGrid = {
    var grid = StreetGrid(rows: 21, columns: 80)
    grid.rowClass = { mainRoads.contains($0) ? "primary" : "residential" }
    return grid
  }()
  private static let mainRoads = [3, 17]

  /// Tuesday 24 November 2026, 08:00 UTC.
  private static let morning: Int64 = 1_795_507_200

  /// The edges of some roads to the east.
  private static func edges(
    _ map: NavMap, rows: [Int] = mainRoads
  ) throws -> [EdgeNumber] {
    let streets = rows.flatMap { row in
      (0..<town.columns - 1).map { Int64(town.street(eastOf: $0, row: row)) }
    }
    var edges: [EdgeNumber] = []
    for street in streets { edges += try map.edges(ofWay: street, .forward).map(\.number) }
    return edges
  }

  /// 60 km/h on the main roads, and from 07:00 to 09:30 on Tuesdays four fifths of it.
  private static func rushHour(_ map: NavMap) throws -> UsualSpeeds {
    let runs = [(0, 250), (1_860, 200), (2_010, 250)] as [(UInt16, UInt8)]
    let profile = WeekProfile(runs.map { WeekProfile.Run(minute: $0.0, share: $0.1) })
    return try UsualSpeeds(
      map: map.id, version: 1, profiles: [profile],
      pieces: try edges(map).map { UsualPiece(edge: $0, speed: 600, profile: 0) })
  }

  private static func request(after seconds: Int64?) -> RouteRequest {
    let departure = seconds.map { Departure(time: LocalTime(seconds: morning + $0), offset: 0) }
    return RouteRequest(
      waypoints: [Waypoint(town.place(10, 0)), Waypoint(town.place(10, 79))],
      options: .init(alternatives: 2, departure: departure))
  }

  /// Expects one alternative, over the other main road.
  private static func expectBoth(
    _ engine: OfflineRoutingEngine, after seconds: Int64?
  ) async throws {
    let routes = try await engine.routes(for: request(after: seconds)).routes
    #expect(routes.count == 2, "after \(seconds ?? -1) s")
    guard routes.count == 2 else { return }
    let ways = routes.map { Set($0.wayIDs) }
    let main = ways.map { ways in
      mainRoads.filter { ways.contains(Int64(town.street(eastOf: 40, row: $0))) }
    }
    #expect(Set(main) == Set(mainRoads.map { [$0] }), "after \(seconds ?? -1) s: \(main)")
    #expect(routes[1].durationSeconds <= 1.25 * routes[0].durationSeconds)
    #expect(routes[0].durationSeconds <= routes[1].durationSeconds)
  }

  @Test("at usual speeds, there are alternatives at every time of the day")
  func usual() async throws {
    let built = try await BuiltMap(xml: Self.town.xml)
    let engine = OfflineRoutingEngine(map: built.map)
    try engine.replaceUsualSpeeds(try Self.rushHour(built.map))
    // In the middle of the rush hour, at its beginning and its end, and without it.
    for seconds in [0, -3_900, 5_100, 14_400] as [Int64] {
      try await Self.expectBoth(engine, after: seconds)
    }
    try await Self.expectBoth(engine, after: nil)
  }

  @Test("a later leg may be slower because the one before takes longer")
  func laterLegs() async throws {
    let built = try await BuiltMap(xml: Self.town.xml)
    let engine = OfflineRoutingEngine(map: built.map)
    try engine.replaceUsualSpeeds(try Self.rushHour(built.map))
    // The rush hour begins while the second leg is driven.
    var request = Self.request(after: -4_237)
    request.waypoints.insert(Waypoint(Self.town.place(10, 40)), at: 1)
    request.options.alternatives = 8
    let routes = try await engine.routes(for: request).routes
    let best = routes[0].sections[0].wayIDs
    #expect(routes.contains { $0.sections[0].wayIDs != best })
    for route in routes { #expect(route.durationSeconds <= 1.25 * routes[0].durationSeconds) }
  }

  @Test("while traffic fades, and after that, there are alternatives")
  func fading() async throws {
    let built = try await BuiltMap(xml: Self.town.xml)
    let engine = OfflineRoutingEngine(map: built.map)
    // The trip takes longer than the traffic lasts.
    let snapshot = try TrafficSnapshot(
      map: built.map.id, version: 1, made: Self.morning, horizonSeconds: 120,
      pieces: try Self.edges(built.map).map { TrafficPiece(edge: $0, speed: 450) })
    try engine.replaceTraffic(snapshot)
    for seconds in [0, 200, 3_600] as [Int64] {
      try await Self.expectBoth(engine, after: seconds)
    }
    try await Self.expectBoth(engine, after: nil)
  }

  @Test("a jam beside a road takes no alternative away, while it fades into usual speeds")
  func fadingJams() async throws {
    let built = try await BuiltMap(xml: Self.town.xml)
    let engine = OfflineRoutingEngine(map: built.map)
    // Without the jams, the streets beside the main roads would be faster than these.
    let beside = try Self.edges(built.map, rows: [4, 16])
    let usual = [(try Self.edges(built.map), 600), (beside, 800)] as [([EdgeNumber], UInt16)]
    try engine.replaceUsualSpeeds(
      try UsualSpeeds(
        map: built.map.id, version: 1,
        profiles: [WeekProfile([WeekProfile.Run(minute: 0, share: 250)])],
        pieces: usual.flatMap { edges, speed in
          edges.map { UsualPiece(edge: $0, speed: speed, profile: 0) }
        }))
    let jam = try TrafficSnapshot(
      map: built.map.id, version: 1, made: Self.morning,
      pieces: beside.map { TrafficPiece(edge: $0, speed: 50) })
    try engine.replaceTraffic(jam)
    // An hour after the measurement, and when a third has faded.
    for seconds in [3_600, 4_800] as [Int64] { try await Self.expectBoth(engine, after: seconds) }
  }
}
