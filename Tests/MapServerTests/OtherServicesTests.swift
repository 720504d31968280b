import RouteModel
import TestSupport
import Testing

@testable import MapServer

/// `/nearest/v1`, `/table/v1` and `/match/v1`, and what is beside them.
@Suite struct OtherServicesTests {
  @Test("the nearest roads come with their names and distances, nearest first")
  func nearest() async throws {
    try await ServedMap.with(.town()) { served in
      let answer: Answers.Nearest = try await served.ask(
        "nearest", ["A>B 0.5 right 10"], "number=3")
      #expect(answer.waypoints.count == 3)
      #expect(answer.waypoints[0].name == "Main Street")
      #expect(abs(answer.waypoints[0].distance - 10) < 0.1)
      let distances = answer.waypoints.map(\.distance)
      #expect(distances == distances.sorted())
      let drawing = served.roads.drawing
      let ends = try [Int(drawing.node("A")), Int(drawing.node("B"))]
      #expect(answer.waypoints[0].nodes == ends)
    }
  }

  @Test("a table has the durations and lengths of routes, and null where none leads")
  func table() async throws {
    try await ServedMap.with(.town()) { served in
      let places = ["A", "B>C 0.5", "X"]
      let table: Answers.Table = try await served.ask(
        "table", places, "annotations=duration,distance&radiuses=20;20;20")
      let durations = try #require(table.durations)
      let distances = try #require(table.distances)
      let drawing = served.roads.drawing
      let metres = try drawing.metres("AB") + drawing.metres("BC") / 2
      #expect(durations[0][0] == 0 && distances[1][1] == 0)
      #expect(abs((distances[0][1] ?? 0) - metres) < 1)
      #expect(durations[0][1] == (try await served.route(["A", "B>C 0.5"])).duration)
      #expect(durations[0][2] == nil && durations[2][1] == nil)
      #expect(table.sources.map(\.name) == ["Main Street", "Main Street", ""])
    }
  }

  @Test("rows and columns can be chosen, missing ways estimated, durations scaled")
  func tableOptions() async throws {
    try await ServedMap.with(.town()) { served in
      let places = ["A", "C", "X"]
      let part: Answers.Table = try await served.ask(
        "table", places, "sources=1&destinations=0;2&fallback_speed=10&radiuses=20;20;20")
      #expect(part.durations?.count == 1 && part.durations?[0].count == 2)
      #expect(part.distances == nil)
      #expect(part.fallback_speed_cells == [[0, 1]])
      let metres = try served.roads.drawing.metres("CX")
      #expect(abs((part.durations?[0][1] ?? 0) - metres / 10) < 0.2)
      let plain: Answers.Table = try await served.ask("table", ["A", "C"])
      let twice: Answers.Table = try await served.ask("table", ["A", "C"], "scale_factor=2")
      let seconds = try #require(plain.durations?[0][1])
      #expect(abs((twice.durations?[0][1] ?? 0) - 2 * seconds) < 0.11)
      let high: Answers.Table = try await served.ask(
        "table", ["A", "C"], "height=4&annotations=distance", profile: "truck")
      #expect(
        abs((high.distances?[0][1] ?? 0) - (try served.roads.drawing.metres("ABDEC"))) < 1)
    }
  }

  @Test("a table has a maximum of pairs, however many places the service takes")
  func tooManyPairs() async throws {
    var limits = ServiceLimits()
    limits.tablePlaces = 4_000
    try await ServedMap.with(.town(), limits: limits) { served in
      let places = Array(repeating: try served.coordinates(["A"]), count: 3_163)
        .joined(separator: ";")
      let refused = try await served.get("/table/v1/driving/\(places)")
      #expect(refused.status == 400 && refused.body.contains("\"code\":\"TooBig\""))
      // 3,163 to the second.
      #expect(refused.body.contains("10004569 is higher than current maximum (10000000)"))
      let one = try await served.get("/table/v1/driving/\(places)?sources=0&destinations=0")
      #expect(one.status == 200)
    }
  }

  @Test("a trace is matched: a leg between each two fixes, null where a fix was left out")
  func match() async throws {
    try await ServedMap.with(.town()) { served in
      let fixes = [
        "A>B 0.2 left 3", "A>B 0.6 right 3", "B>D 0.3 left 2", "B>D 0.8 right 2", "D>E 0.5 left 3",
      ]
      let answer: Answers.Match = try await served.ask(
        "match", fixes, "steps=true&timestamps=10;20;30;40;50")
      #expect(answer.matchings.count == 1)
      let matching = try #require(answer.matchings.first)
      #expect(matching.legs.count == fixes.count - 1)
      #expect(answer.tracepoints.map { $0?.waypoint_index } == [0, 1, 2, 3, 4])
      #expect(
        answer.tracepoints.map { $0?.name }
          == ["Main Street", "Main Street", "Side Street", "Side Street", "Back Street"])
      let drawing = served.roads.drawing
      let metres =
        try 0.8 * drawing.metres("AB") + drawing.metres("BD") + 0.5 * drawing.metres("DE")
      #expect(abs(matching.distance - metres) < 3)
      #expect(abs(matching.legs[0].distance - 0.4 * (try drawing.metres("AB"))) < 2)
      #expect(0...1 ~= (matching.confidence ?? -1))
      let ends: Answers.Match = try await served.ask("match", fixes, "waypoints=0;4")
      #expect(ends.matchings[0].legs.count == 1)
      #expect(ends.tracepoints.map { $0?.waypoint_index } == [0, nil, nil, nil, 1])
      #expect(abs(ends.matchings[0].distance - matching.distance) < 0.5)
    }
  }

  @Test("a bearing that allows any direction is no heading of a fix")
  func anyBearing() async throws {
    try await ServedMap.with(.town()) { served in
      // At the last fix three roads meet.
      let fixes = try served.coordinates(["A>B 0.2", "A>B 0.6", "B"])
      let target = "/match/v1/driving/\(fixes)?timestamps=10;20;30"
      let plain = try await served.get(target)
      #expect(!plain.body.contains("Side Street"))
      #expect(try await served.get(target + "&bearings=;;180,180").body == plain.body)
      #expect(try await served.get(target + "&bearings=;;180,20").body.contains("Side Street"))
    }
  }

  @Test("a match explains itself: the rules that it violates, stops, stretches off the roads")
  func explained() async throws {
    let street = AsciiMap(
      """
      A---B---C---D
      """, metresPerCell: 40, ways: ["ABCD": "highway=residential name=Mill~Lane oneway=yes"])
    try await ServedMap.with(street) { served in
      let fixes = ["C>D 0.9", "C>D 0.4", "B>C 0.8", "B>C 0.2", "A>B 0.6", "A>B 0.1"]
      let plain = try await served.get(
        "/match/v1/driving/\(try served.coordinates(fixes))?timestamps=0;9;18;27;36;45")
      #expect(plain.status == 200 && !plain.body.contains("violations"))
      #expect(!plain.body.contains("stops") && !plain.body.contains("off_road"))
      let told = try await served.get(
        "/match/v1/driving/\(try served.coordinates(fixes))?timestamps=0;9;18;27;36;45&explain=true"
      )
      #expect(told.status == 200)
      #expect(told.body.contains("\"violations\":[{\"kind\":\"wrong way\",\"rule\":{\"text\":"))
      #expect(told.body.contains("\"tag\":\"oneway=yes\""))
      #expect(told.body.contains("\"stops\":[]") && told.body.contains("\"off_road\":[]"))
    }
  }

  @Test("after a gap in the roads, a matching begins at its first tracepoint")
  func gap() async throws {
    let broken = AsciiMap(
      """
      A-------B       C-------D
      """, metresPerCell: 25, ways: ["AB": "highway=residential", "CD": "highway=residential"])
    try await ServedMap.with(broken) { served in
      let answer: Answers.Match = try await served.ask(
        "match", ["A>B 0.25", "A>B 0.5", "A>B 0.75", "C>D 0.25", "C>D 0.5", "C>D 0.75"],
        "timestamps=0;5;10;40;45;50")
      #expect(answer.tracepoints.map { $0?.matchings_index } == [0, 0, 0, 1, 1, 1])
      let metres = 0.5 * (try served.roads.drawing.metres("AB"))
      for matching in answer.matchings {
        #expect(matching.legs.count == 2 && abs(matching.distance - metres) < 2)
      }
    }
  }

  @Test("a trace far from all roads has no segment")
  func noMatch() async throws {
    try await ServedMap.with(.town()) { served in
      let reply = try await served.get("/match/v1/driving/1,1;1,1.001;1,1.002")
      #expect(reply.status == 400 && reply.body.contains("\"code\":\"NoSegment\""))
    }
  }

  @Test("health, metrics, CORS and HEAD")
  func beside() async throws {
    try await ServedMap.with(.town()) { served in
      #expect(try await served.get("/health").body.contains("\"status\":\"ok\""))
      let place = try served.coordinates(["A"])
      let nearest = try await served.get("/nearest/v1/driving/\(place)")
      #expect(nearest.headers.lowercased().contains("access-control-allow-origin: *"))
      let head = try await served.get("/nearest/v1/driving/\(place)", method: "HEAD")
      #expect(head.status == 200 && head.body.isEmpty)
      #expect(head.headers.lowercased().contains("content-length: \(nearest.body.utf8.count)"))
      let options = try await served.get("/nearest/v1/driving/\(place)", method: "OPTIONS")
      #expect(options.status == 204)
      #expect(options.headers.contains("GET, HEAD, OPTIONS"))
      _ = try await served.get("/nearest/v1/driving/1")
      let metrics = try await served.get("/metrics").body
      #expect(metrics.contains("mapc_requests_total{service=\"nearest\",code=\"Ok\"} 2\n"))
      #expect(
        metrics.contains("mapc_requests_total{service=\"nearest\",code=\"InvalidQuery\"} 1\n"))
      #expect(metrics.contains("mapc_request_seconds_count{service=\"nearest\"} 3\n"))
    }
  }
}
