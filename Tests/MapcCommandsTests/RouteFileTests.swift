import Geo
import MapCompiler
import MapReader
import Navigation
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

@testable import MapcCommands

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Routes from files: of this program, and of other engines.
@Suite struct RouteFileTests {
  /// A road with a side street to each side.
  private static let sides = AsciiMap(
    """
        E
        |
    A---B-------C---D
                |
                F
    """, metresPerCell: 50,
    ways: [
      "ABCD": "highway=primary name=Main", "BE": "highway=residential name=North",
      "CF": "highway=residential name=South",
    ])

  @Test("a printed route keeps its stops, the waypoints that it passes and the side of its end")
  func stops() async throws {
    let roads = try await Self.sides.build()
    let map = roads.built.map
    // 10 m to the right of the road.
    let end = try roads.drawing.place("C>D 0.5")
    let beside = try #require(
      Coordinate(latitude: end.latitude - 0.0001, longitude: end.longitude))
    let places = ["\(try roads.drawing.place("A"))", "\(try roads.drawing.place("B>E 0.6"))"]
    let folder = try TemporaryFolder()
    let output = folder.file("route.json")
    func read(_ options: [String]) async throws -> (RouteResponse, RouteRequest) {
      try await CommandLineReading.run(
        ["route", map.path, "--from", places[0], "--via", places[1], "--to", "\(beside)"]
          + ["--steps", "--format", "json", "--force", "-o", output] + options)
      return try RouteFile.read(output, vehicle: .car, options: .init(), on: map)
    }
    let (stopping, request) = try await read([])
    #expect(stopping.routes[0].sections.count == 2)
    #expect(request.waypoints.map(\.kind) == [.stopover, .stopover, .stopover])
    #expect(stopping.routes[0].sections[1].steps.last?.maneuver.direction == .right)
    let straight = ["A", "B>C 0.5"]
    let passing = try #require(
      try await {
        let via = try roads.drawing.place(straight[1])
        try await CommandLineReading.run(
          ["route", map.path, "--from", places[0], "--via", "\(via)", "--to", "\(beside)"]
            + ["--pass-through", "--format", "json", "--force", "-o", output])
        return try RouteFile.read(output, vehicle: .car, options: .init(), on: map)
      }())
    #expect(passing.request.waypoints.map(\.kind) == [.stopover, .passThrough, .stopover])
    let section = passing.response.routes[0].sections[0]
    let passed = try #require(section.passed.first)
    let via = try roads.drawing.place(straight[1])
    #expect(Distance.metres(section.polyline[passed.point], via) < 1)
  }

  @Test("a printed route keeps the legs between stops at one place")
  func stopsAtOnePlace() async throws {
    let roads = try await Self.sides.build()
    let map = roads.built.map
    let (start, end) = ("\(try roads.drawing.place("A>B 0.5"))", "\(try roads.drawing.place("F"))")
    let folder = try TemporaryFolder()
    let output = folder.file("route.json")
    for stops in [[start, start, end], [start, end, end], [start, start]] {
      let vias = stops.dropFirst().dropLast().flatMap { ["--via", $0] }
      try await CommandLineReading.run(
        ["route", map.path, "--from", stops[0], "--to", stops[stops.count - 1]] + vias
          + ["--format", "json", "--force", "-o", output])
      let (response, request) = try RouteFile.read(output, vehicle: .car, options: .init(), on: map)
      let sections = response.routes[0].sections
      #expect(sections.count == stops.count - 1 && request.waypoints.count == stops.count)
      #expect(sections.allSatisfy { !$0.edges.isEmpty && $0.steps.last?.maneuver.kind == .arrive })
      for (section, (from, to)) in zip(sections, zip(stops, stops.dropFirst())) {
        #expect((section.lengthMetres == 0) == (from == to), "\(stops)")
      }
      #expect(Trip(response, of: request) != nil)
    }
  }

  @Test("a leg of another engine between stops at one place is kept")
  func foreignStopsAtOnePlace() async throws {
    let roads = try await Self.sides.build()
    let map = roads.built.map
    let line = try ["A", "B", "E"].map { try roads.drawing.place($0) }
      .map { [$0.longitude, $0.latitude] }
    let text = """
      {"code":"Ok","routes":[{"geometry":{"type":"LineString","coordinates":\(line)},"legs":[
      {"distance":200},{"distance":0},{"distance":100}]}]}
      """
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(text.utf8), "route.json")
    let (response, request) = try RouteFile.read(path, vehicle: .car, options: .init(), on: map)
    #expect(request.waypoints.count == 4)
    let lengths = response.routes[0].sections.map(\.lengthMetres)
    // A to B is 200 m, B to E 100 m.
    #expect(zip(lengths, [200, 0, 100]).allSatisfy { abs($0 - $1) < 2 } && lengths.count == 3)
  }

  @Test("the track of GPX is a route")
  func gpx() async throws {
    let roads = try await Self.sides.build()
    let (map, folder) = (roads.built.map, try TemporaryFolder())
    let output = folder.file("route.gpx")
    let (start, end) = (try roads.drawing.place("A"), try roads.drawing.place("F"))
    try await CommandLineReading.run(
      ["route", map.path, "--from", "\(start)", "--to", "\(end)", "--format", "gpx", "-o", output])
    let (response, request) = try RouteFile.read(output, vehicle: .car, options: .init(), on: map)
    // 600 m on Main, and 100 m on South.
    #expect(abs(response.routes[0].lengthMetres - 700) < 10)
    #expect(response.routes[0].sections[0].edges.allSatisfy { $0.id.map == map.id })
    let ends = request.waypoints.compactMap(\.coordinate)
    #expect(zip(ends, [start, end]).allSatisfy { Distance.metres($0, $1) < 5 } && ends.count == 2)
    // One without tracks is refused.
    let empty = try folder.write(Array("<gpx version=\"1.1\"></gpx>".utf8), "empty.gpx")
    #expect(throws: (any Error).self) {
      try RouteFile.read(empty, vehicle: .car, options: .init(), on: map)
    }
  }

  @Test("GPX of this program keeps its stops, the places that it passes and their names")
  func gpxStops() async throws {
    let roads = try await Self.sides.build()
    let (map, folder) = (roads.built.map, try TemporaryFolder())
    let output = folder.file("route.gpx")
    let (start, end) = (try roads.drawing.place("A"), try roads.drawing.place("F"))
    func read(_ via: String, _ end: Coordinate, _ options: [String]) async throws -> (
      RouteResponse, RouteRequest
    ) {
      let via = try roads.drawing.place(via)
      try await CommandLineReading.run(
        ["route", map.path, "--from", "\(start)", "--via", "\(via)", "--to", "\(end)"]
          + ["--format", "gpx", "--force", "-o", output] + options)
      return try RouteFile.read(output, vehicle: .car, options: .init(), on: map)
    }
    for options in [[], ["--steps"]] {
      // There and back; 200 m on Main, and 60 m on North.
      let (response, request) = try await read("B>E 0.6", start, options)
      #expect(request.waypoints.map(\.kind) == [.stopover, .stopover, .stopover], "\(options)")
      #expect(abs(response.routes[0].lengthMetres - 520) < 10, "\(options)")
      #expect(Trip(response, of: request) != nil)
    }
    let (passing, request) = try await read("B>C 0.5", end, ["--pass-through"])
    #expect(request.waypoints.map(\.kind) == [.stopover, .passThrough, .stopover])
    let section = passing.routes[0].sections[0]
    let passed = try #require(section.passed.first)
    let via = try roads.drawing.place("B>C 0.5")
    #expect(Distance.metres(section.polyline[passed.point], via) < 1)
    let text = String(decoding: try RouteFile.bytes(output), as: UTF8.self)
      .replacing("<name>2</name>", with: "<name>Bakery &amp; Son</name>")
    let named = try folder.write(Array(text.utf8), "named.gpx")
    let (_, own) = try RouteFile.read(named, vehicle: .car, options: .init(), on: map)
    #expect(own.waypoints.map(\.name) == [nil, "Bakery & Son", nil])
    // Those of other programs are places beside the route.
    let foreign = text.replacing("creator=\"mapc\"", with: "creator=\"other\"")
    let other = try folder.write(Array(foreign.utf8), "other.gpx")
    let (_, its) = try RouteFile.read(other, vehicle: .car, options: .init(), on: map)
    #expect(its.waypoints.count == 2)
  }

  @Test("the legs of other engines are stops")
  func foreignStops() async throws {
    let roads = try await Self.sides.build()
    let map = roads.built.map
    func line(_ letters: [String]) throws -> [[Double]] {
      try letters.map { try roads.drawing.place($0) }.map { [$0.longitude, $0.latitude] }
    }
    let whole = try line(["A", "B", "E", "B", "C", "F"])
    let (legs, folder) = ([[0, 2], [2, 5]], try TemporaryFolder())
    func encoded(_ range: [Int]) throws -> String {
      let places = try whole[range[0]...range[1]].map {
        try #require(Coordinate(latitude: $0[1], longitude: $0[0]))
      }
      return Polyline.encode(places, .six)
    }
    // A to E is 400 m, E to F 800 m.
    let osrm = """
      {"code":"Ok","routes":[{"geometry":{"type":"LineString","coordinates":\(whole)},"legs":[
      {"distance":400,"steps":[{"maneuver":{"type":"arrive","modifier":"left"}}]},
      {"distance":800,"steps":[{"maneuver":{"type":"arrive","modifier":"right"}}]}]}]}
      """
    let valhalla = """
      {"trip":{"legs":[{"shape":"\(try encoded(legs[0]))","maneuvers":[{"type":6}]},
      {"shape":"\(try encoded(legs[1]))","maneuvers":[{"type":5}]}]}}
      """.replacing("\\", with: "\\\\")
    let graphHopper = """
      {"paths":[{"points":{"type":"LineString","coordinates":\(whole)},"instructions":[
      {"sign":0,"interval":[0,2]},{"sign":5,"interval":[2,2]},{"sign":4,"interval":[5,5]}]}]}
      """
    for (text, sides) in [
      (osrm, [RouteManeuver.Direction.left, .right]), (valhalla, [.left, .right]),
      (graphHopper, [nil, nil]),
    ] {
      let path = try folder.write(Array(text.utf8), "route.json")
      let (response, request) = try RouteFile.read(
        path, vehicle: .car, options: .init(), on: map)
      let sections = response.routes[0].sections
      #expect(sections.count == 2, "\(text)")
      #expect(request.waypoints.count == 3)
      #expect(sections.map { $0.steps.last?.maneuver.direction } == sides, "\(text)")
      #expect(
        Distance.metres(sections[0].arrival.position, try roads.drawing.place("E")) < 5, "\(text)")
    }
  }

  @Test("a route whose line only its steps have keeps its stops and the waypoints that it passes")
  func linesOfSteps() async throws {
    let roads = try await Self.sides.build()
    let map = roads.built.map
    func steps(_ lines: [[String]]) throws -> String {
      let steps = try lines.map { letters in
        let line = try letters.map { try roads.drawing.place($0) }
          .map { [$0.longitude, $0.latitude] }
        return "{\"geometry\":{\"type\":\"LineString\",\"coordinates\":\(line)}}"
      }
      return "[\(steps.joined(separator: ","))]"
    }
    // A to E is 300 m, and E to F 600 m, of which B, 100 m behind E, is passed.
    let (toStop, toEnd) = (
      try steps([["A", "B"], ["B", "E"], ["E", "E"]]),
      try steps([["E", "B"], ["B", "C"], ["C", "F"], ["F", "F"]])
    )
    let folder = try TemporaryFolder()
    for list in ["routes", "matchings"] {
      let text = """
        {"code":"Ok","\(list)":[{"legs":[{"distance":300,"steps":\(toStop)},{"distance":600,
        "steps":\(toEnd),"via_waypoints":[{"waypoint_index":2,"distance_from_start":100,
        "geometry_index":1}]}]}]}
        """
      let path = try folder.write(Array(text.utf8), "route.json")
      let (response, request) = try RouteFile.read(path, vehicle: .car, options: .init(), on: map)
      #expect(
        request.waypoints.map(\.kind) == [.stopover, .stopover, .passThrough, .stopover], "\(list)")
      let sections = response.routes[0].sections
      #expect(
        Distance.metres(sections[0].arrival.position, try roads.drawing.place("E")) < 5, "\(list)")
      let passed = try #require(sections[1].passed.first)
      let place = try roads.drawing.place("B")
      #expect(Distance.metres(sections[1].polyline[passed.point], place) < 5, "\(list)")
    }
  }
}
