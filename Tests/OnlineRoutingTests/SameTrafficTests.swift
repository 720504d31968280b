import Bytes
import MapMatching
import MapReader
import OnlineRouting
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing
import Traffic

/// The same traffic on the device and at the service: every engine gives the same routes, times and delays.
@Suite struct SameTrafficTests {
  /// A road, and a way round it.
  private static let drawing = AsciiMap(
    """
    A---------B
    |         |
    D---------E
    """,
    metresPerCell: 100,
    ways: [
      "AB": "highway=primary maxspeed=100", "AD": "highway=residential", "DE": "highway=primary",
      "EB": "highway=residential",
    ])

  private struct Case: Sendable {
    var name: String
    var letters: String
    /// The speed on AB, in tenths of km/h; 0 closes it.
    var speed: UInt16
  }

  private static let cases = [
    Case(name: "slow", letters: "AB", speed: 450), Case(name: "jam", letters: "ADEB", speed: 90),
    Case(name: "closed", letters: "ADEB", speed: 0),
  ]

  private static func snapshot(_ roads: AsciiRoads, _ speed: UInt16) throws -> TrafficSnapshot {
    let map = roads.built.map
    let pieces = try map.edges(ofWay: try roads.drawing.way("AB"), .forward).map {
      var piece = TrafficPiece(edge: $0.number)
      if speed > 0 { piece.speed = speed } else { piece.closure = .all }
      return piece
    }
    return try TrafficSnapshot(map: map.id, version: 7, made: 0, pieces: pieces)
  }

  private static func write(_ path: String, _ snapshot: TrafficSnapshot) throws {
    var file = try AtomicFile(path: path)
    try file.write(TrafficFile.bytes(of: snapshot))
    try file.commit()
  }

  /// The engine of a kind, with the same traffic on the device.
  private static func engine(
    _ kind: EngineKind, _ served: ServedEngines, _ snapshot: TrafficSnapshot
  ) throws -> any RoutingEngine {
    let map = served.roads.built.map
    let onBoard = OfflineRoutingEngine(map: map)
    try onBoard.replaceTraffic(snapshot)
    let online = OnlineRoutingEngine(base: served.base, options: .patient())
    switch kind {
    case .offline: return onBoard
    case .online: return online
    case .hybrid, .hybridByServer:
      return HybridRoutingEngine(
        onBoard: onBoard, server: online, snapper: MapSnapper(map: map),
        policy: kind == .hybrid ? .combined : .serverOnly)
    }
  }

  private static func request(_ roads: AsciiRoads, considerTraffic: Bool) throws -> RouteRequest {
    RouteRequest(
      waypoints: [try roads.waypoint("A"), try roads.waypoint("B")],
      options: .init(considerTraffic: considerTraffic))
  }

  @Test("routes, times, delays and versions are the same", arguments: EngineKind.allCases)
  func same(_ kind: EngineKind) async throws {
    for row in Self.cases {
      let folder = try TemporaryFolder()
      let path = folder.path + "/now.traffic"
      try await ServedEngines.with(
        Self.drawing,
        traffic: {
          try Self.write(path, try Self.snapshot($0, row.speed))
          return path
        }
      ) { served in
        let roads = served.roads
        let engine = try Self.engine(kind, served, try Self.snapshot(roads, row.speed))
        let free = try await engine.routes(for: Self.request(roads, considerTraffic: false))
        #expect(free.trafficVersion == nil && roads.letters(free.routes[0]) == "AB")
        #expect(free.routes[0].trafficDelaySeconds() == nil, "\(row.name)")
        let response = try await engine.routes(for: Self.request(roads, considerTraffic: true))
        let route = response.routes[0]
        #expect(response.trafficVersion == 7 && roads.letters(route) == row.letters, "\(row.name)")
        let delay = try #require(route.trafficDelaySeconds())
        guard row.letters == "AB" else {
          #expect(delay == 0, "\(row.name)")
          return
        }
        let seconds = try roads.drawing.metres("AB") * 36 / Double(row.speed)
        #expect(abs(route.durationSeconds - seconds) < 1, "\(row.name)")
        #expect(abs(seconds - delay - free.routes[0].durationSeconds) < 1, "\(row.name)")
      }
    }
  }

  @Test("times of the map are those without the service's traffic")
  func timesOfMap() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/now.traffic"
    try await ServedEngines.with(
      Self.drawing,
      traffic: {
        try Self.write(path, try Self.snapshot($0, 450))
        return path
      }
    ) { served in
      let roads = served.roads
      let map = roads.built.map
      var engine = HybridRoutingEngine(
        onBoard: OfflineRoutingEngine(map: map),
        server: OnlineRoutingEngine(base: served.base, options: .patient()),
        snapper: MapSnapper(map: map), policy: .serverOnly)
      engine.usesServerTimes = false
      let request = try Self.request(roads, considerTraffic: true)
      let free = try await OfflineRoutingEngine(map: map).routes(for: request).routes[0]
      let route = try await engine.routes(for: request).routes[0]
      #expect(roads.letters(route) == "AB" && route.trafficDelaySeconds() == nil)
      #expect(abs(route.durationSeconds - free.durationSeconds) < 1)
    }
  }
}
