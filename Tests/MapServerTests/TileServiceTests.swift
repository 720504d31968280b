import Geo
import RouteModel
import TestSupport
import Testing

@testable import MapServer

/// `/tile/v1` on drawn towns, read by a decoder of its own.
@Suite struct TileServiceTests {
  /// A tile at a place of the drawing, and where its layers lie.
  private func layers(
    _ served: ServedMap, at letter: String, z: UInt32, profile: String = "driving",
    _ query: String = ""
  ) async throws -> (TileAddress, [String: VectorTileReader.Layer]) {
    let tile = TileAddress(try served.roads.drawing.place(letter), z: z)
    let bytes = try await served.bytes(
      "/tile/v1/\(profile)/tile(\(tile.x),\(tile.y),\(z)).mvt\(query)")
    return (tile, VectorTileReader.layers(bytes))
  }

  /// A town whose streets are seen from wherever they lie in the tile.
  private func point(_ served: ServedMap, _ letter: String, _ tile: TileAddress) throws -> [Int] {
    let place = TileProjection(tile).place(try served.roads.drawing.place(letter))
    return [Int(place.x.rounded()), Int(place.y.rounded())]
  }

  @Test("OSRM's layers have a line for each direction, with speed and time as routes have them")
  func speeds() async throws {
    try await ServedMap.with(.town()) { served in
      let (tile, layers) = try await layers(served, at: "A", z: 14)
      let speeds = try #require(layers["speeds"])
      #expect(speeds.version == 2 && speeds.extent == 4_096)
      // AB, BC, BD, DEC, XY, each in both directions.
      #expect(speeds.features.count == 10)
      let ends = try [point(served, "A", tile), point(served, "B", tile)]
      let found = try #require(speeds.features.first { $0.lines == [ends] })
      #expect(speeds.features.contains { $0.lines == [[ends[1], ends[0]]] })
      #expect(found.text("name") == "Main Street")
      let route = try await served.route(["A", "B"])
      let duration = try #require(found.number("duration"))
      #expect(abs(duration - route.duration) < 0.11)
      #expect(found.number("weight") == duration)
      let speed = try #require(found.number("speed"))
      #expect(abs(speed - route.distance / duration * 3.6) < 1)
      #expect(found.tags["is_startpoint"] == .bool(true))
      #expect(found.tags["datasource"] == .string("map"))
      let nodes = try #require(layers["osmnodes"])
      #expect(nodes.features.allSatisfy { $0.type == 1 && ($0.id ?? 0) > 0 })
      #expect(nodes.features.map { $0.lines[0][0] }.contains(ends[0]))
      #expect(layers["turns"] == nil && layers["roads"] == nil)
    }
  }

  @Test("turns are there from zoom 15 on, where there is a choice")
  func turns() async throws {
    try await ServedMap.with(.town()) { served in
      let (tile, layers) = try await layers(served, at: "B", z: 16)
      let turns = try #require(layers["turns"]).features
      let here = try point(served, "B", tile)
      let atB = turns.filter { $0.lines == [[here]] }
      // Three roads meet: two turns from each.
      #expect(atB.count == 6)
      let fromWest = atB.filter { $0.number("bearing_in") == 90 }
      #expect(Set(fromWest.compactMap { $0.number("turn_angle") }) == [0, 90])
      let right = try #require(fromWest.first { $0.number("turn_angle") == 90 })
      #expect(right.text("type") == "turn" && right.text("modifier") == "right")
      #expect((right.number("cost") ?? 0) > 0 && right.number("weight") == right.number("cost"))
    }
  }

  @Test("signs stand once for each way, where the way is, with their values")
  func limits() async throws {
    let drawing = AsciiMap(
      "A---B---C---D",
      ways: [
        "ABC": "highway=primary name=Main~Street maxheight=3.8 maxweight=7.5",
        "CD": "highway=residential hgv=no",
      ], nodes: ["B": "barrier=height_restrictor maxheight=2.1"])
    try await ServedMap.with(drawing) { served in
      let (tile, layers) = try await layers(served, at: "B", z: 15, "?layers=limits")
      #expect(layers.keys.sorted() == ["limits"])
      let signs = try #require(layers["limits"]).features
      let height = signs.filter { $0.text("tag") == "maxheight=3.8" }
      #expect(height.count == 1 && height[0].number("value") == 3.8)
      #expect(height[0].text("kind") == "maxheight" && height[0].text("text") == "3.8 m")
      #expect(height[0].text("name") == "Main Street" && (height[0].number("way") ?? 0) > 0)
      #expect(signs.filter { $0.text("tag") == "maxweight=7.5" }.count == 1)
      #expect(signs.filter { $0.text("kind") == "hgv" }.count == 1)
      let barrier = try #require(signs.first { $0.text("tag") == "maxheight=2.1" })
      #expect(barrier.lines == [[try point(served, "B", tile)]] && barrier.tags["way"] == nil)
    }
  }

  @Test("the roads of the map are whole lines from close by, and fewer from afar")
  func roads() async throws {
    let drawing = AsciiMap(
      """
      A---B---C
      |   |   |
      D---E---F
      """,
      ways: [
        "ABC": "highway=primary name=Main~Street ref=7", "DE": "highway=footway",
        "AD": "highway=residential oneway=-1", "BE": "highway=residential",
        "EF": "highway=residential access=no", "CF": "highway=motorway oneway=yes",
      ])
    try await ServedMap.with(drawing) { served in
      let (tile, near) = try await layers(served, at: "B", z: 14, "?layers=roads")
      let roads = try #require(near["roads"]).features
      let main = try #require(roads.first { $0.text("name") == "Main Street" })
      #expect(main.text("ref") == "7" && main.text("class") == "primary")
      let line = try ["A", "B", "C"].map { try point(served, $0, tile) }
      #expect(main.lines == [line] || main.lines == [line.reversed()])
      // One drives from D to A, against the way as it is drawn.
      let oneway = try #require(
        roads.first { $0.tags["oneway"] == .bool(true) && $0.text("class") == "residential" })
      #expect(oneway.lines == [[try point(served, "D", tile), try point(served, "A", tile)]])
      #expect(roads.first { $0.text("class") == "footway" }?.tags["open"] == .bool(false))
      #expect(
        roads.contains { $0.text("class") == "residential" && $0.tags["open"] == .bool(false) })
      let (_, afoot) = try await layers(
        served, at: "B", z: 14, profile: "walking", "?layers=roads")
      #expect(
        afoot["roads"]?.features.first { $0.text("class") == "footway" }?.tags["open"]
          == .bool(true))
      // So few roads are shown three zooms earlier than on a large map.
      let (_, far) = try await layers(served, at: "B", z: 3, "?layers=roads")
      let afar = Set(far["roads"]?.features.compactMap { $0.text("class") } ?? [])
      #expect(afar.isSubset(of: ["primary", "motorway"]))
      let (_, middle) = try await layers(served, at: "B", z: 8, "?layers=roads")
      let classes = Set(middle["roads"]?.features.compactMap { $0.text("class") } ?? [])
      #expect(classes.contains("primary") && !classes.contains("footway"))
    }
  }

  @Test("a road over the 180th meridian lies at both edges of the world, and not between them")
  func meridian() async throws {
    let map = try await BuiltMap(
      xml: #"<osm version="0.6"><node id="1" lat="-17" lon="179.99"/>"#
        + #"<node id="2" lat="-17" lon="-179.99"/><way id="1"><nd ref="1"/><nd ref="2"/>"#
        + #"<tag k="highway" v="primary"/></way></osm>"#
    ).map
    let answers = MapAnswers(map, ServiceLimits())
    let end = try #require(Coordinate(latitude: -17, longitude: 179.99))
    let row = TileAddress(end, z: 14).y
    // A hundredth of a degree is 1,864.1 of the 2^26 steps around the earth.
    let expected: [(Int, [Int])] = [(16_383, [2_232, 4_224]), (0, [-128, 1_864]), (8_192, [])]
    for (column, ends) in expected {
      let url = try ServiceURL("/tile/v1/driving/tile(\(column),\(row),14).mvt?layers=roads")
      let layers = VectorTileReader.layers(try answers.tile(.driving, TileQuery(url)))
      let lines = layers["roads"]?.features.flatMap(\.lines) ?? []
      #expect(lines.joined().map { $0[0] }.sorted() == ends, "\(column): \(lines)")
    }
  }

  @Test("a tile where there is nothing is empty, as OSRM's is")
  func nothing() async throws {
    try await ServedMap.with(.town()) { served in
      let reply = try await served.get("/tile/v1/driving/tile(0,0,14).mvt")
      #expect(reply.status == 200 && reply.body.isEmpty)
      #expect(reply.headers.contains("Content-Length: 0"))
    }
  }

  @Test("a tile is the same when it comes from memory, and is not sent to who has it")
  func kept() async throws {
    try await ServedMap.with(.town()) { served in
      let tile = TileAddress(try served.roads.drawing.place("B"), z: 15)
      let target = "/tile/v1/truck/tile(\(tile.x),\(tile.y),15).mvt"
      let first = try await served.bytes(target)
      #expect(try await served.bytes(target) == first && first.count > 100)
      let reply = try await served.get(target)
      #expect(reply.headers.contains("Content-Type: application/x-protobuf"))
      let line = try #require(
        reply.headers.split(separator: "\r\n").first { $0.hasPrefix("ETag: ") })
      let again = try await served.send(
        "GET \(target) HTTP/1.1\r\nHost: a\r\nIf-None-Match: \(line.dropFirst(6))\r\n"
          + "Connection: close\r\n\r\n")
      #expect(again.status == 304 && again.body.isEmpty)
    }
  }

  /// What is wrong with a URL and where, seen with osrm-routed 26.10.
  static let refused: [(String, String)] = [
    ("tile(1,2,3).mvt", "Invalid coodinates. Only zoomlevel 12+ is supported"),
    ("tile(8528,5975,20).mvt", "Invalid coodinates. Only zoomlevel 12+ is supported"),
    ("tile(99999,5975,14).mvt", "Invalid coodinates. Only zoomlevel 12+ is supported"),
    ("tile(0,0,4000000000).mvt", "Invalid coodinates. Only zoomlevel 12+ is supported"),
    ("tile(4294967295,1,14).mvt", "Invalid coodinates. Only zoomlevel 12+ is supported"),
    ("tile(8528,5975,14)", "Query string malformed close to position 34"),
    ("tile(8528,5975,14).mvt?a=b", "Query string malformed close to position 39"),
    ("tile(8528,5975,14).mvt?", "Query string malformed close to position 39"),
    ("tile(8528,5975,14).mvt.json", "Query string malformed close to position 39"),
    ("tile(-1,5975,14).mvt", "Query string malformed close to position 22"),
    ("tile(8528.5,5975,14).mvt", "Query string malformed close to position 26"),
    ("tile(8528,5975).mvt", "Query string malformed close to position 31"),
    ("tile(99999999999,5975,14).mvt", "Query string malformed close to position 22"),
    ("tile(8528,5975,14).pbf", "Query string malformed close to position 34"),
    ("7.4,43.7", "Query string malformed close to position 17"),
    ("TILE(8528,5975,14).mvt", "Query string malformed close to position 17"),
    ("tile()", "Query string malformed close to position 22"),
    // Beyond OSRM: the layers.
    ("tile(0,0,20).mvt?layers=roads", "Invalid coodinates. Only zoomlevel 12+ is supported"),
    ("tile(8528,5975,14).mvt?layers=", "Query string malformed close to position 47"),
    ("tile(8528,5975,14).mvt?layers=roads,hills", "Query string malformed close to position 52"),
    ("tile(8528,5975,14).mvt?layers=roads&a=b", "Query string malformed close to position 52"),
  ]

  @Test("what is no tile is refused in OSRM's words")
  func bad() async throws {
    try await ServedMap.with(.town()) { served in
      for (target, message) in Self.refused {
        let reply = try await served.get("/tile/v1/driving/" + target)
        let code = message.hasPrefix("Query") ? "InvalidQuery" : "InvalidOptions"
        #expect(reply.status == 400, "\(target)")
        #expect(
          reply.body == "{\"message\":\"\(message)\",\"code\":\"\(code)\"}", "\(target)")
      }
      let leading = try await served.get("/tile/v1/driving/tile(08528,5975,14).mvt")
      #expect(leading.status == 200)
    }
  }
}
