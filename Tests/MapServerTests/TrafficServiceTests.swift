import Bytes
import MapReader
import RoadModel
import RouteModel
import TestSupport
import Testing
import Traffic

@testable import MapServer

/// Traffic over HTTP, from a file that is followed.
@Suite struct TrafficServiceTests {
  /// A road, and a way round it.
  static let drawing = AsciiMap(
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

  /// Puts traffic on the road AB in the place of a file.
  private static func write(
    _ path: String, _ roads: AsciiRoads, version: UInt64,
    incident: TrafficIncident = TrafficIncident(kind: "accident", text: "crash"),
    _ set: (inout TrafficPiece) -> Void
  ) throws {
    let map = roads.built.map
    let pieces = try map.edges(ofWay: try roads.drawing.way("AB"), .forward).map {
      var piece = TrafficPiece(edge: $0.number)
      set(&piece)
      return piece
    }
    let snapshot = try TrafficSnapshot(
      map: map.id, version: version, made: 0, pieces: pieces, incidents: [incident])
    try write(path, TrafficFile.bytes(of: snapshot))
  }

  private static func write(_ path: String, _ bytes: [UInt8]) throws {
    var file = try AtomicFile(path: path)
    try file.write(bytes)
    try file.commit()
  }

  /// Asks until an answer has what is wanted; false after ten minutes.
  private static func comes(
    _ served: ServedMap, _ target: String, _ isWanted: (String) -> Bool
  ) async throws -> Bool {
    for _ in 0..<6_000 {
      if isWanted(try await served.get(target).body) { return true }
      try await Task.sleep(for: .milliseconds(100))
    }
    return false
  }

  @Test(
    "a file is in force from the start, and what replaces it soon after; a bad one changes nothing")
  func follows() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/now.traffic"
    try await ServedMap.with(
      Self.drawing,
      traffic: { roads in
        try Self.write(path, roads, version: 1) { $0.speed = 450 }
        return path
      }
    ) { served in
      let target =
        "/route/v1/driving/\(try served.coordinates(["A", "B"]))"
        + "?overview=full&annotations=congestion,congestion_numeric,datasources,speed"
      let first = try await served.get(target).body
      #expect(first.contains("\"traffic_version\":\"1\""))
      #expect(first.contains("\"datasource_names\":[\"map\",\"traffic\"]"))
      #expect(first.contains("\"datasources\":[1"))
      #expect(first.contains("\"speed\":[12.5"))
      #expect(first.contains("\"congestion\":[\"moderate\""))
      #expect(first.contains("\"traffic_delay\":"))
      #expect(
        try await served.get(target + "&steps=true").body.contains("\"traffic\":[{\"metres\":["))
      let without = try await served.get(target + "&steps=true&traffic=false").body
      #expect(!without.contains("traffic_") && without.contains("\"datasources\":[0"))
      #expect(!without.contains("\"traffic\":"))
      #expect(without.contains("\"congestion\":[\"unknown\""))
      try Self.write(path, served.roads, version: 2) { $0.closure = .all }
      #expect(try await Self.comes(served, target) { $0.contains("\"traffic_version\":\"2\"") })
      let closed = try await served.get(target).body
      #expect(closed.contains("\"traffic_delay\":0,") || closed.contains("\"traffic_delay\":0}"))
      for bytes in [[], Array("no traffic".utf8)] {
        try Self.write(path, bytes)
        #expect(
          try await Self.comes(served, "/metrics") {
            $0.contains("mapc_traffic_updates_total{result=\"failed\"} \(bytes.isEmpty ? 1 : 2)\n")
          })
      }
      #expect(try await served.get(target).body == closed)
      let metrics = try await served.get("/metrics").body
      #expect(metrics.contains("mapc_traffic_version 2\n"))
      #expect(metrics.contains("mapc_traffic_updates_total{result=\"ok\"} 2\n"))
    }
  }

  @Test("directions that may be refreshed have the annotations of now on the same line")
  func refreshed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/now.traffic"
    try await ServedMap.with(
      Self.drawing,
      traffic: { roads in
        try Self.write(path, roads, version: 1) { $0.speed = 450 }
        return path
      }
    ) { served in
      let target = "/directions/v5/mapbox/driving-traffic/\(try served.coordinates(["A", "B"]))"
      let query = "?annotations=congestion_numeric,distance&overview=full&enable_refresh=true"
      let first = try await served.get(target + query).body
      let free = try #require(first.firstMatch(of: /"duration_without_traffic":([0-9.]+)/)?.1)
      #expect(first.ranges(of: "\"duration_typical\":\(free)").count == 2)
      let uuid = try #require(first.firstMatch(of: /"uuid":"([0-9a-f]+)"/)?.1)
      let refresh = "/directions-refresh/v1/mapbox/driving-traffic/\(uuid)"
      let same = try await served.get(refresh + "/0/0?access_token=x").body
      let old = try #require(first.firstMatch(of: /"annotation":\{[^}]*\}/)?.0)
      #expect(same.contains(old) && same.contains("\"traffic_version\":\"1\""))
      try Self.write(path, served.roads, version: 2) { $0.speed = 90 }
      #expect(
        try await Self.comes(served, refresh + "/0/0") { $0.contains("\"traffic_version\":\"2\"") })
      let now = try await served.get(refresh + "/0/0").body
      #expect(!now.contains(old))
      let jams = try [first, now].map { body -> Int in
        let number = body.firstMatch(of: /"congestion_numeric":\[(\d+)/).flatMap { Int($0.1) }
        return try #require(number)
      }
      #expect(jams[1] > jams[0] + 40, "\(jams)")
      #expect(now.contains("\"traffic_delay\":"))
      func delay(_ name: String) throws -> Double {
        let rest = try #require(now.firstRange(of: "\"\(name)\":").map { now[$0.upperBound...] })
        return Double(rest.prefix { $0.isNumber || $0 == "." }) ?? -1
      }
      let whole = try delay("traffic_delay")
      let remaining = try delay("traffic_delay_remaining")
      #expect(whole > 0 && remaining == whole)
      // Two points: behind the first piece nothing is left.
      let pieces = try #require(now.firstMatch(of: /"distance":\[([^\]]*)\]/)?.1).split(
        separator: ",")
      let rest = try await served.get(
        refresh + "/0/0?current_route_geometry_index=\(pieces.count - 1)"
      ).body
      let left = try #require(rest.firstMatch(of: /"distance":\[([^\]]*)\]/)?.1).split(
        separator: ",")
      #expect(left == pieces.suffix(1))
      try await Self.expectRefusals(served, refresh, String(uuid))
      // Without the wish, nothing is kept.
      let other = try await served.get(target + "?annotations=distance").body
      let unkept = try #require(other.firstMatch(of: /"uuid":"([0-9a-f]+)"/)?.1)
      let reply = try await served.get(
        "/directions-refresh/v1/mapbox/driving-traffic/\(unkept)/0/0")
      #expect(reply.body.contains("NoRoute"))
    }
  }

  /// Expects that wrong addresses of a refresh are refused.
  private static func expectRefusals(
    _ served: ServedMap, _ refresh: String, _ uuid: String
  ) async throws {
    for (path, code) in [
      (refresh + "/1/0", "InvalidValue"), (refresh + "/0/1", "InvalidValue"),
      (refresh + "/0/0?current_route_geometry_index=1000", "InvalidValue"),
      (refresh + "/0/0?current_route_geometry_index=x", "InvalidValue"),
      (refresh + "/0", "InvalidUrl"), (refresh + "/-1/0", "InvalidUrl"),
      ("/directions-refresh/v1/mapbox/ship/\(uuid)/0/0", "InvalidValue"),
      ("/directions-refresh/v1/mapbox/driving/00/0/0", "NoRoute"),
      ("/directions-refresh/v2/mapbox/driving/\(uuid)/0/0", "InvalidUrl"),
    ] {
      let reply = try await served.get(path)
      #expect(reply.status == 400 && reply.body.contains("\"\(code)\""), "\(path): \(reply.body)")
    }
  }

  @Test("annotations tell the speed of the part of an edge that is slow, and of the rest")
  func parts() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/now.traffic"
    let drawing = AsciiMap(
      "A----abc----B", metresPerCell: 100, ways: ["AabcB": "highway=primary maxspeed=100"])
    try await ServedMap.with(
      drawing,
      traffic: { roads in
        let edge = try roads.built.map.edges(ofWay: try roads.drawing.way("AabcB"), .forward)[0]
        let metres = try ["Aa", "ab"].map { try roads.drawing.metres($0) }
        let whole = try roads.drawing.metres("AB")
        let piece = TrafficPiece(
          edge: edge.number, from: UInt16((metres[0] / whole * 65_535).rounded()),
          to: UInt16(((metres[0] + metres[1]) / whole * 65_535).rounded()), speed: 90)
        try Self.write(
          path,
          TrafficFile.bytes(
            of: try TrafficSnapshot(map: roads.built.map.id, version: 1, made: 0, pieces: [piece])))
        return path
      }
    ) { served in
      let body = try await served.get(
        "/route/v1/driving/\(try served.coordinates(["A", "B"]))"
          + "?overview=full&annotations=speed,duration,datasources,congestion_numeric"
      ).body
      func numbers(_ name: String) throws -> [Double] {
        let list = try #require(body.firstRange(of: "\"\(name)\":[").map { body[$0.upperBound...] })
        return list.prefix { $0 != "]" }.split(separator: ",").map { Double($0) ?? -1 }
      }
      let speeds = try numbers("speed")
      #expect(speeds.count == 4 && speeds[1] == 2.5, "\(speeds)")
      #expect(abs(speeds[0] - speeds[3]) < 0.3 && speeds[0] > 20, "\(speeds)")
      #expect(try numbers("datasources") == [0, 1, 0, 0])
      let jams = try numbers("congestion_numeric")
      #expect(jams[0] == -1 && jams[1] > 80 && jams[2] == -1, "\(jams)")
      let sum = try numbers("duration").reduce(0, +)
      let whole = try #require(body.firstMatch(of: /"duration":([0-9.]+)/).flatMap { Double($0.1) })
      #expect(abs(sum - whole) < 0.4)
      // A waypoint in the slow part that is no stop changes no speed.
      let passing = try await served.get(
        "/route/v1/driving/\(try served.coordinates(["A", "a>b 0.5", "B"]))"
          + "?overview=full&annotations=speed&waypoints=0;2"
      ).body
      let list = try #require(passing.firstMatch(of: /"speed":\[([^\]]*)\]/)?.1)
      let passed = list.split(separator: ",").map { Double($0) ?? -1 }
      #expect(passed.count == 5 && passed[1...2].allSatisfy { abs($0 - 2.5) < 0.1 }, "\(passed)")
      #expect([0, 3, 4].allSatisfy { abs(passed[$0] - speeds[0]) < 0.3 }, "\(passed)")
    }
  }

  @Test("a refresh of a closed route has the incident, and tells of a better route")
  func closed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/now.traffic"
    try await ServedMap.with(
      Self.drawing,
      traffic: { roads in
        try Self.write(path, roads, version: 1) { $0.speed = 400 }
        return path
      }
    ) { served in
      let target = "/directions/v5/mapbox/driving-traffic/\(try served.coordinates(["A", "B"]))"
      let query = "?annotations=congestion,congestion_numeric&overview=full&enable_refresh=true"
      let first = try await served.get(target + query).body
      #expect(!first.contains("incidents"))
      let uuid = try #require(first.firstMatch(of: /"uuid":"([0-9a-f]+)"/)?.1)
      let refresh = "/directions-refresh/v1/mapbox/driving-traffic/\(uuid)/0/0"
      try Self.write(path, served.roads, version: 2) {
        $0.closure = .all
        $0.incident = 1
      }
      #expect(
        try await Self.comes(served, refresh) { $0.contains("\"traffic_version\":\"2\"") })
      let now = try await served.get(refresh).body
      #expect(now.contains("\"closed\":true") && now.contains("\"description\":\"crash\""))
      #expect(now.contains("\"congestion\":[\"severe\"") && now.contains("_numeric\":[100"))
      let better = try #require(now.firstMatch(of: /"better_route":\{"duration":([0-9.]+)/))
      #expect(!now.contains("time_saved"))
      let other = try await served.get(target + "?overview=full").body
      #expect(other.contains("\"duration\":\(better.1)"))
      // Where it is slow, an incident is told from the start.
      try Self.write(path, served.roads, version: 3) {
        $0.speed = 600
        $0.incident = 1
      }
      let route = "/route/v1/driving/\(try served.coordinates(["A", "B"]))"
      #expect(try await Self.comes(served, route) { $0.contains("\"traffic_version\":\"3\"") })
      let slow = try await served.get(route).body
      #expect(slow.contains("\"description\":\"crash\""))
      // Clients tell incidents apart by their ids.
      let ids = [now, slow].map { $0.firstMatch(of: /"incidents":\[\{"id":"([0-9a-f]+)"/)?.1 }
      #expect(ids[0] != nil && ids[0] == ids[1] && ids[0] != "0")
      // A refresh of the best route tells of no better one.
      #expect(try await !served.get(refresh).body.contains("better_route"))
      // Clients read times with seconds, as in RFC 3339.
      let works = TrafficIncident(kind: "roadworks", begin: 0, end: 4_102_444_801)
      try Self.write(path, served.roads, version: 4, incident: works) {
        $0.speed = 600
        $0.incident = 1
      }
      let times = #""start_time":"1970-01-01T00:00:00Z","end_time":"2100-01-01T00:00:01Z""#
      #expect(try await Self.comes(served, route) { $0.contains(times) })
      // They know no other types than Mapbox's.
      let types = #""type":"construction","sub_type":"roadworks""#
      #expect(try await served.get(route).body.contains(types))
    }
  }

  @Test("routes to choose from without a name have a side, whatever else is asked for")
  func sides() async throws {
    let drawing = AsciiMap(
      """
          B-------C-------D
         /                 \\
      S-A                   E-U-T
         \\                 /
          F-------G-------H
      """,
      metresPerCell: 200,
      ways: [
        "SA": "highway=secondary", "ABCDE": "highway=secondary", "AFGHE": "highway=secondary",
        "EUT": "highway=secondary",
      ])
    try await ServedMap.with(drawing) { served in
      let target = "/route/v1/driving/\(try served.coordinates(["S", "T"]))?alternatives=1"
      for more in ["", "&overview=false", "&overview=full"] {
        let body = try await served.get(target + more).body
        let sides = body.matches(of: /"side":"([a-z]+)"/).map { String($0.1) }
        #expect(sides.sorted() == ["north", "south"] && !body.contains("\"via\""), "\(body)")
      }
    }
  }

  @Test("routes to choose from have a name, the length with a toll, and the arrival")
  func compared() async throws {
    let drawing = AsciiMap(
      """
      A---------B
      |         |
      D---------E
      """, metresPerCell: 1_000,
      ways: [
        "AB": "highway=primary maxspeed=100 name=High~Road toll=yes maxheight=3.8",
        "AD": "highway=primary", "DE": "highway=primary", "EB": "highway=primary",
      ])
    try await ServedMap.with(drawing) { served in
      let target = "/route/v1/driving/\(try served.coordinates(["A", "B"]))"
      let plain = try await served.get(target).body
      #expect(!plain.contains("\"via\"") && !plain.contains("toll_") && !plain.contains("arrival"))
      let many = try await served.get(target + "?alternatives=2").body
      #expect(many.contains("\"via\":\"High Road\""))
      let tolls = try #require(many.firstMatch(of: /"toll_distance":([0-9.]+),/)?.1)
      #expect(many.contains("\"tolls\":[{\"road\":\"High Road\",\"distance\":\(tolls),"), "\(many)")
      #expect(Double(tolls).map { $0 > 1_000 } ?? false && many.contains("\"vignette\":false"))
      #expect(many.contains("\"limits\":[{\"tag\":\"maxheight=3.8\",\"road\":\"High Road\","))
      let timed = try await served.get(target + "?depart_at=2026-11-27T08:00Z").body
      #expect(timed.contains("\"arrival\":\"2026-11-27T08:"))
    }
  }

  @Test("without a file nothing tells of traffic")
  func without() async throws {
    try await ServedMap.with(Self.drawing) { served in
      let target = "/route/v1/driving/\(try served.coordinates(["A", "B"]))"
      let body = try await served.get(target).body
      #expect(body.contains("\"code\":\"Ok\"") && !body.contains("traffic"))
      #expect(try await served.get(target + "?traffic=true").body == body)
      #expect(try await served.get(target + "?traffic=no").status == 400)
    }
  }
}
