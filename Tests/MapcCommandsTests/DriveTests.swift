import Geo
import MapCompiler
import MapReader
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

/// `mapc drive` from files: traces and routes.
@Suite struct DriveTests {
  /// A road with a tunnel of 2 km from B to C.
  private static let tunnel = AsciiMap(
    """
    A---B-------------------C---D
    """, metresPerCell: 100,
    ways: [
      "AB": "highway=primary name=Hill", "BC": "highway=primary name=Hill tunnel=yes",
      "CD": "highway=primary name=Hill",
    ])

  /// GPX with tracks: each has letters, and the second of its first point; 20 metres a second.
  private static func gpx(_ tracks: [[(letters: String, start: Int)]], _ roads: AsciiRoads) throws
    -> String
  {
    var text = "<?xml version=\"1.0\"?><gpx version=\"1.1\" creator=\"test\">"
    for track in tracks {
      text += "<trk><trkseg>"
      for part in track {
        let ends = part.letters.map(String.init)
        // 400 metres each.
        for step in 0...20 {
          let place = try roads.drawing.place("\(ends[0])>\(ends[1]) \(Double(step) / 20)")
          let degrees = "\(place)".split(separator: ",")
          let second = part.start + step
          let clock = [second / 3_600, second / 60 % 60, second % 60].map {
            $0 < 10 ? "0\($0)" : "\($0)"
          }
          text += "<trkpt lat=\"\(degrees[0])\" lon=\"\(degrees[1])\">"
          text += "<time>2026-03-01T\(clock.joined(separator: ":"))Z</time></trkpt>"
        }
      }
      text += "</trkseg></trk>"
    }
    return text + "</gpx>"
  }

  /// What a drive from A to D along a trace writes.
  private static func drive(
    _ tracks: [[(letters: String, start: Int)]], _ options: [String] = [], hasEnds: Bool = true
  ) async throws -> String {
    let roads = try await tunnel.build()
    let folder = try TemporaryFolder()
    let trace = try folder.write(Array(try gpx(tracks, roads).utf8), "trace.gpx")
    let output = folder.file("events.jsonl")
    let (from, to) = (try roads.drawing.place("A"), try roads.drawing.place("D"))
    let ends = hasEnds ? ["--from", "\(from)", "--to", "\(to)"] : []
    let arguments =
      ["drive", roads.built.map.path, "--trace", trace, "--events", "jsonl", "-o", output] + ends
      + options
    try await CommandLineReading.run(arguments)
    return String(decoding: try Data(contentsOf: URL(filePath: output)), as: UTF8.self)
  }

  @Test("the clock ticks while a trace has no fixes: the place goes on in a tunnel")
  func ticks() async throws {
    let text = try await Self.drive([[("AB", 0), ("CD", 120)]])
    #expect(text.contains("{\"event\":\"signalLost\"}"))
    #expect(text.contains("\"source\":\"estimated\""))
    #expect(text.contains("{\"event\":\"ended\",\"how\":\"arrived\"}"))
  }

  @Test("a fix whose time is wrong does not set the clock of the lines")
  func wrongTime() async throws {
    let roads = try await Self.tunnel.build()
    let (from, to) = (try roads.drawing.place("A"), try roads.drawing.place("B"))
    var rows = (0..<40).map { second in
      let place = from.interpolated(to: to, share: min(Double(second) / 20, 1))
      return "\(place.latitude),\(place.longitude),\(1_600_000_000 + second)\n"
    }
    let folder = try TemporaryFolder()
    func lines() async throws -> [Substring] {
      let trace = try folder.write(Array(("lat,lon,time\n" + rows.joined()).utf8), "trace.csv")
      let output = folder.file("lines.txt")
      try await CommandLineReading.run(
        ["drive", roads.built.map.path, "--from", "\(from)", "--to", "\(to)"]
          + ["--trace", trace, "-o", output])
      return String(decoding: try Data(contentsOf: URL(filePath: output)), as: UTF8.self)
        .split(separator: "\n")
    }
    let right = try await lines()
    #expect(right.last?.hasSuffix("arrived") == true)
    // Receivers write 1970 for a time that they don't know.
    rows.insert("\(from.latitude),\(from.longitude),5\n", at: 3)
    let wrong = try await lines()
    #expect(wrong.filter { !$0.contains("discarded") } == right)
    #expect(wrong.count == right.count + 1)
  }

  @Test("the lines go on by the clock as it was before fixes of another year", arguments: 1...4)
  func wrongYear(count: Int) async throws {
    let roads = try await Self.tunnel.build()
    let (from, to) = (try roads.drawing.place("A"), try roads.drawing.place("B"))
    let rows = (0..<60).map { second in
      let place = from.interpolated(to: to, share: min(Double(second) / 40, 1))
      let later = 8..<8 + count ~= second ? 31_536_000 : 0
      return "\(place.latitude),\(place.longitude),\(1_600_000_000 + second + later)\n"
    }
    let folder = try TemporaryFolder()
    let trace = try folder.write(Array(("lat,lon,time\n" + rows.joined()).utf8), "trace.csv")
    let output = folder.file("lines.txt")
    try await CommandLineReading.run(
      ["drive", roads.built.map.path, "--from", "\(from)", "--to", "\(to)"]
        + ["--trace", trace, "-o", output])
    let text = String(decoding: try Data(contentsOf: URL(filePath: output)), as: UTF8.self)
    let last = try #require(text.split(separator: "\n").last)
    #expect(last.hasSuffix("arrived"))
    // The minutes since the first fix.
    let minutes = last.split(separator: ":").first?.split(separator: " ").first.flatMap { Int($0) }
    #expect(minutes == 0 || minutes == 1, "\(last)")
  }

  @Test("a trace without a route is driven along the roads that were matched from it")
  func matched() async throws {
    let text = try await Self.drive([[("AB", 0)]], hasEnds: false)
    // Those roads lead no farther than the trace, 400 metres.
    let first = try #require(text.split(separator: "\n").first { $0.contains("\"metresLeft\"") })
    let left = try #require(
      first.split(separator: "\"metresLeft\":").last?.split(separator: ",").first)
    #expect(300...410 ~= (try #require(Double(left))))
    #expect(!text.contains("\"event\":\"leftRoute\""))
  }

  @Test("the words are those of a language file")
  func words() async throws {
    let folder = try TemporaryFolder()
    let file = "language: de-XX\nname: Test\ninherit: de\n"
    let path = try folder.write(Array(file.utf8), "words.txt")
    let english = try await Self.drive([[("AB", 0), ("BC", 20), ("CD", 120)]])
    #expect(english.contains("destination") && !english.contains("Ziel"))
    let other = try await Self.drive(
      [[("AB", 0), ("BC", 20), ("CD", 120)]], ["--language", path])
    #expect(other.contains("Ziel") && !other.contains("destination"))
  }

  @Test("names are in the language where the map has them")
  func names() async throws {
    var build = MapCompiler.Options()
    build.languages = ["de"]
    let roads = try await AsciiMap(
      """
      A---B
          |
          |
          C
      """, metresPerCell: 100,
      ways: [
        "AB": "highway=primary name=First",
        "BC": "highway=primary name=Second~Street name:de=Zweite~Gasse",
      ]
    ).build(options: build)
    let folder = try TemporaryFolder()
    let output = folder.file("events.jsonl")
    let places = try ["A", "B", "C"].map { try roads.drawing.place($0) }
    let ends = ["--from", "\(places[0])", "--to", "\(places[2])"]
    let route = folder.file("route.json")
    try await CommandLineReading.run(
      ["route", roads.built.map.path] + ends + ["--format", "json", "-o", route])
    let fixes = zip(places, places.dropFirst()).flatMap { from, to in
      (0..<20).map { from.interpolated(to: to, share: Double($0) / 20) }
    }
    let lines = fixes.enumerated().map { index, fix in
      "{\"lat\":\(fix.latitude),\"lon\":\(fix.longitude),\"time\":\(1_600_000_000 + index)}\n"
    }
    let trace = try folder.write(Array(lines.joined().utf8), "trace.jsonl")
    for drive in [ends, ["--route", route], ["--trace", trace]] {
      for (language, name) in [([], "Second Street"), (["--language", "de"], "Zweite Gasse")] {
        try await CommandLineReading.run(
          ["drive", roads.built.map.path, "--events", "jsonl", "--force", "-o", output] + drive
            + language)
        let text = String(decoding: try Data(contentsOf: URL(filePath: output)), as: UTF8.self)
        let spoken = text.split(separator: "\n").filter { $0.contains("\"event\":\"spoken\"") }
        #expect(spoken.contains { $0.contains(name) }, "\(drive) \(spoken)")
      }
    }
  }

  @Test("one track is driven, and not all as if they were one")
  func tracks() async throws {
    let tracks = [[(letters: "AB", start: 0)], [(letters: "CD", start: 3_600)]]
    let first = try await Self.drive(tracks)
    #expect(first.contains("\"event\":\"progress\"") && !first.contains("\"event\":\"ended\""))
    #expect(try await Self.drive(tracks, ["--track", "1"]) == first)
    let second = try await Self.drive(tracks, ["--track", "2"])
    #expect(second != first && second.contains("\"event\":\"ended\""))
    await #expect(throws: (any Error).self) { try await Self.drive(tracks, ["--track", "3"]) }
  }

  @Test("a route from a file keeps the waypoints that it passes")
  func passed() async throws {
    let roads = try await Self.tunnel.build()
    let route = try await roads.response([
      try roads.waypoint("A"), try roads.waypoint("B", .passThrough), try roads.waypoint("D"),
    ])
    try #require(route.sections[0].passed.count == 1)
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(try JSONEncoder().encode(route)), "route.json")
    let request = try RouteFile.read(path, vehicle: .car, options: .init(), on: roads.built.map)
      .request
    #expect(request.waypoints.map(\.kind) == [.stopover, .passThrough, .stopover])
  }

  @Test("a route as mapc route prints it is driven, and one of another map by its line")
  func printed() async throws {
    let roads = try await Self.tunnel.build()
    let map = roads.built.map
    let folder = try TemporaryFolder()
    let output = folder.file("route.json")
    let arguments = [
      "route", map.path, "--from", "\(try roads.drawing.place("A"))", "--to",
      "\(try roads.drawing.place("D"))", "--format", "json", "-o", output,
    ]
    try await CommandLineReading.run(arguments)
    let printed = try RouteFile.read(output, vehicle: .car, options: .init(), on: map).response
      .routes[0]
    #expect(abs(printed.lengthMetres - 2_800) < 30)
    #expect(printed.sections[0].steps.count >= 2)
    // The same roads and one more: another map.
    let other = try await AsciiMap(
      """
      A---B-------------------C---D
          |
          E
      """, metresPerCell: 100,
      ways: [
        "AB": "highway=primary name=Hill", "BC": "highway=primary name=Hill tunnel=yes",
        "CD": "highway=primary name=Hill", "BE": "highway=service",
      ]
    ).build()
    let route = try await other.response([try other.waypoint("A"), try other.waypoint("D")])
    let path = try folder.write(Array(try JSONEncoder().encode(route)), "other.json")
    let laid = try RouteFile.read(path, vehicle: .car, options: .init(), on: map).response.routes[0]
    #expect(laid.sections.allSatisfy { $0.edges.allSatisfy { $0.id.map == map.id } })
    #expect(abs(laid.lengthMetres - 2_800) < 30)
  }

  @Test("a trace without any time is refused")
  func noTimes() async throws {
    let roads = try await Self.tunnel.build()
    let folder = try TemporaryFolder()
    let fixes = try ["A", "B"].map { try roads.drawing.place($0) }
    let lines = fixes.map { "{\"lat\":\($0.latitude),\"lon\":\($0.longitude)}\n" }
    let trace = try folder.write(Array(lines.joined().utf8), "trace.jsonl")
    let ends = ["--from", "\(fixes[0])", "--to", "\(fixes[1])"]
    for options in [ends, []] {
      do {
        try await CommandLineReading.run(
          ["drive", roads.built.map.path, "--trace", trace, "-o", folder.file("out.txt")] + options
            + ["--force"])
        Issue.record("it was driven")
      } catch let failure as Failure {
        #expect(failure.status == .badData && failure.message.contains("no fix has a time"))
      }
    }
  }

  @Test("a response that cannot be read is refused for its own flaw")
  func flaw() async throws {
    let roads = try await Self.tunnel.build()
    let folder = try TemporaryFolder()
    let path = try folder.write(Array("{\"routes\":[{\"sections\":[{}]}]}".utf8), "route.json")
    do {
      _ = try RouteFile.read(path, vehicle: .car, options: .init(), on: roads.built.map)
      Issue.record("it was read")
    } catch {
      let text = "\(error)"
      // The form of a route has sections; that of a response has routes, and its section lacks a member.
      #expect(text.contains("is missing") && !text.contains("'sections' is missing"), "\(text)")
    }
  }
}
