import Foundation
import Guidance
import JSON
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import MapcCommands

/// How the formats of `mapc route` tell the maneuvers.
@Suite struct RouteStepsTests {
  private static let town = AsciiMap(
    """
    A---B---C
        |
        D---E
    """,
    ways: [
      "AB": "highway=primary name=Main~Street", "BC": "highway=primary name=Main~Street",
      "BD": "highway=residential name=A<B&C", "DE": "highway=residential name=Last~Lane",
    ])

  /// A trip with a stop, on a map; the turn into the second road has a sign and lanes.
  private struct Trip {
    let roads: AsciiRoads
    let answer: Answer
    let plain: GuidanceOptions

    init() async throws {
      let roads = try await RouteStepsTests.town.build()
      var route = try await roads.response(
        ["A", "D", "E"].map { try roads.waypoint($0) }, .car, .init(steps: true))
      let turn = try #require(
        route.sections[0].steps.firstIndex { $0.maneuver.kind == .turn }, "no turn at B")
      route.sections[0].steps[turn].sign = RoadSign(
        exitNumber: "12a", roadNumbers: ["A 5"], towards: ["Here", "There"])
      route.sections[0].steps[turn].intersections[0].lanes = [
        lane([.left, .straight], false, false), lane([.straight, .right], true, false),
        lane([.right], true, true),
      ]
      self.roads = roads
      let response = RouteResponse(routes: [route])
      let summary = response.summaries(for: RouteRequest(waypoints: []))[0]
      answer = Answer(
        label: "car", vehicle: .car, places: [], route: route, summary: summary,
        statistics: .init(), farPlaces: [])
      let command = try await CommandLineReading.command(["route", "a.nav", "--steps"])
      plain = try #require(command as? MapcCommands.Route).guidance
    }
  }

  private static func lane(
    _ indications: LaneIndications, _ isValid: Bool, _ isRecommended: Bool
  ) -> RouteLane {
    RouteLane(
      indications: indications, isValid: isValid, isRecommended: isRecommended,
      followed: isValid ? .right : [])
  }

  @Test("arrivals have the names of the waypoints, in every format", arguments: [false, true])
  func names(isLast: Bool) async throws {
    let trip = try await Trip()
    var answer = trip.answer
    answer.route.sections[isLast ? 1 : 0].arrival.name = "Beck Bakery"
    let words = try trip.plain.words()
    let sentence = isLast ? "You have arrived at Beck Bakery" : "You have reached Beck Bakery"
    let other = isLast ? "your stop" : "your destination"
    for index in 0...1 {
      let last = try #require(words.texts(of: index, in: answer.route).last)
      #expect(last.hasPrefix(index == (isLast ? 1 : 0) ? sentence : "You have"))
      #expect(last.contains(other) == (index == (isLast ? 0 : 1)), "\(last)")
      var json = JSONWriter()
      json.object { RouteJSON.writeManeuvers(of: index, in: answer.route, words, to: &$0) }
      // Once as the instruction, and once as the sentence at the arrival.
      let parts = json.text.split(separator: sentence, omittingEmptySubsequences: false)
      #expect((parts.count > 2) == (index == (isLast ? 1 : 0)), "\(json.text)")
    }
  }

  @Test("text numbers the maneuvers through all sections, with signs and lanes below")
  func text() async throws {
    let trip = try await Trip()
    let text = RouteText([trip.answer], words: try trip.plain.words()).text
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("car: "))
    #expect(lines.contains { $0.hasPrefix("  to stop 1: ") })
    #expect(lines.contains { $0.hasPrefix("  to the destination: ") })
    let count = trip.answer.route.sections.reduce(0) { $0 + $1.steps.count }
    let numbers = lines.compactMap { line in
      line.split(separator: " ").first.flatMap { Int($0) }
    }
    #expect(numbers == Array(1...count))
    let turn = try #require(lines.firstIndex { $0.contains("Turn right") })
    #expect(lines[turn + 1].hasSuffix("  sign: exit 12a | A 5 | Here, There"))
    #expect(lines[turn + 2].hasSuffix("  lanes: ←↑ (↑→) [→]"))
    let margin = lines[turn + 1].prefix { $0 == " " }.count
    #expect(lines[turn].dropFirst(margin).hasPrefix("Turn right"))
    #expect(lines.contains { $0.contains("your stop") })
    #expect(lines.last?.contains("your destination") ?? false)
  }

  @Test("text tells charging stations and what to do there, and counts only the other stops")
  func charging() async throws {
    let trip = try await Trip()
    var answer = trip.answer
    answer.route.sections[0].chargingStation = ChargingStation(
      id: "node/1", name: "Harbour", coordinate: answer.route.sections[0].arrival.position)
    answer.route.sections[0].postActions = [.chargingSetup(seconds: 60)]
    let wordings: [Instructions?] = [nil, try trip.plain.words()]
    for words in wordings {
      let text = RouteText([answer], words: words).text
      #expect(text.contains("\n  to charging station Harbour: "), "\(text)")
      #expect(text.contains("\n  prepare charging for 1 min\n"), "\(text)")
      #expect(text.contains("\n  to the destination: ") && !text.contains("to stop"), "\(text)")
      #expect(text.contains("your charging stop, Harbour") == (words != nil), "\(text)")
      #expect(!text.contains("your stop"), "\(text)")
    }
  }

  @Test("the arrows of a lane come from left to right, and turn round to the driver's side")
  func arrows() {
    #expect(LaneArrows.text([], .right) == "·")
    #expect(LaneArrows.text([.right, .straight, .left], .right) == "←↑→")
    #expect(LaneArrows.text([.uTurn, .left], .right) == "↶←")
    #expect(LaneArrows.text([.uTurn, .right], .left) == "→↷")
    #expect(LaneArrows.text(LaneIndications(rawValue: .max), .right) == "↶↙←↖⇖↑⇗↗→↘")
  }

  private struct File: Decodable {
    let language: String?, units: String?
    let routes: [Route]
    struct Route: Decodable { let sections: [Section] }
    struct Section: Decodable { let maneuvers: [Maneuver]? }
    struct Maneuver: Decodable {
      let instruction: String, type: String
      let modifier: String?, road: String?
      let action: Action, at: [Double], bearings: [Int], points: [Int]
      let sign: Sign?, lanes: [Lane], intersections: [Intersection]
      let announcements: [Announcement]
      let length_m: Double
    }
    struct Action: Decodable { let number: Int, name: String }
    struct Sign: Decodable { let exit: String?, refs: [String], towards: [String] }
    struct Lane: Decodable {
      let indications: [String], valid: Bool, recommended: Bool, follow: String?
    }
    struct Intersection: Decodable { let at: [Double], bearings: [Int], open: [Bool] }
    struct Announcement: Decodable { let distance_m: Double, text: String, ssml: String }
  }

  @Test("JSON has maneuvers only when they are asked for")
  func json() async throws {
    let trip = try await Trip()
    func file(_ json: String) throws -> File {
      try JSONDecoder().decode(File.self, from: Data(json.utf8))
    }
    let without = try file(try RouteJSON.text([trip.answer], trip.roads.built.map, nil))
    #expect(without.language == nil && without.units == nil)
    #expect(without.routes[0].sections.allSatisfy { $0.maneuvers == nil })
    let found = try file(
      try RouteJSON.text([trip.answer], trip.roads.built.map, try trip.plain.words()))
    #expect(found.language == "en" && found.units == "metric")
    for (section, steps) in zip(found.routes[0].sections, trip.answer.route.sections.map(\.steps)) {
      let maneuvers = try #require(section.maneuvers)
      #expect(maneuvers.map(\.type) == steps.map(\.maneuver.kind.rawValue))
      #expect(maneuvers.last?.announcements.isEmpty ?? false)
      for maneuver in maneuvers {
        #expect(maneuver.at.count == 2 && maneuver.bearings.count == 2)
        #expect(maneuver.announcements.allSatisfy { $0.distance_m <= maneuver.length_m + 0.1 })
        #expect(maneuver.announcements.allSatisfy { $0.ssml.hasPrefix("<speak>") })
      }
    }
    let turn = try #require(found.routes[0].sections[0].maneuvers?.first { $0.type == "turn" })
    #expect(turn.action.number == 17 && turn.action.name == "turn right")
    #expect(turn.modifier == "right" && turn.road == "A<B&C")
    #expect(turn.sign?.exit == "12a" && turn.sign?.towards == ["Here", "There"])
    #expect(
      turn.lanes.map(\.indications) == [["left", "straight"], ["straight", "right"], ["right"]])
    #expect(turn.lanes.map(\.valid) == [false, true, true])
    #expect(turn.lanes.map(\.recommended) == [false, false, true])
    #expect(turn.lanes.map(\.follow) == [nil, "right", "right"])
    #expect(turn.intersections.first?.bearings.count == 3)
  }

  @Test("GPX has waypoints, routes and tracks in the order of the schema, and escaped names")
  func gpx() async throws {
    let trip = try await Trip()
    var answer = trip.answer
    answer.places = [answer.route.polyline[0]]
    let map = trip.roads.built.map
    #expect(!RouteGPX.text([answer], map, nil).contains("<rte"))
    let text = RouteGPX.text([answer], map, try trip.plain.words())
    let order = ["<metadata>", "<wpt ", "<rte>", "<rtept ", "</rte>", "<trk>"].map {
      text.range(of: $0)?.lowerBound
    }
    let known = order.compactMap { $0 }
    #expect(known.count == order.count && known == known.sorted())
    let cues = text.split(separator: "\n").filter { $0.contains("<rtept ") }
    #expect(cues.count == answer.route.sections.reduce(0) { $0 + $1.steps.count })
    for cue in cues {
      let parts = ["<name>", "</name><desc>", "</desc><type>", "</type></rtept>"]
      let places = parts.map { cue.range(of: $0)?.lowerBound }.compactMap { $0 }
      #expect(places.count == parts.count && places == places.sorted(), "\(cue)")
    }
    let turn = try #require(cues.first { $0.contains("<type>turn right</type>") })
    #expect(turn.contains("onto A&lt;B&amp;C</name>"))
    #expect(turn.contains("Continue for "))
  }

  @Test("text for XML has no character that XML lacks, and no sign is hidden by a mark")
  func xml() {
    #expect(Text.xml("a<\u{338}&\u{1}\u{FFFE}\t>") == "a&lt;\u{338}&amp;\u{FFFD}\u{FFFD}\t&gt;")
  }

  @Test("GeoJSON has a point for each maneuver between the line and the waypoints")
  func geoJSON() async throws {
    struct Features: Decodable {
      struct Feature: Decodable {
        struct Properties: Decodable { let maneuver: Int?, instruction: String?, action: Int? }
        struct Geometry: Decodable { let type: String }
        let properties: Properties, geometry: Geometry
      }
      let features: [Feature]
    }
    let trip = try await Trip()
    let map = trip.roads.built.map
    let json = RouteJSON.geoJSON([trip.answer], map, try trip.plain.words())
    let features = try JSONDecoder().decode(Features.self, from: Data(json.utf8)).features
    let wanted = trip.answer.route.sections.flatMap {
      [nil] + $0.steps.indices.map { Optional($0) }
    }
    #expect(features.map(\.properties.maneuver) == wanted)
    for feature in features {
      let isCue = feature.properties.maneuver != nil
      #expect(feature.geometry.type == (isCue ? "Point" : "LineString"))
      #expect((feature.properties.instruction != nil) == isCue)
    }
  }

  @Test("the line of a trip to where it begins has two points in GeoJSON")
  func noLength() async throws {
    struct Features: Decodable {
      struct Feature: Decodable {
        struct Geometry: Decodable { let coordinates: [[Double]] }
        let geometry: Geometry
      }
      let features: [Feature]
    }
    let trip = try await Trip()
    var answer = trip.answer
    answer.route.sections[0].polyline.removeSubrange(1...)
    let json = RouteJSON.geoJSON([answer], trip.roads.built.map, nil)
    let features = try JSONDecoder().decode(Features.self, from: Data(json.utf8)).features
    let lines = features.map(\.geometry.coordinates)
    #expect(lines[0].count == 2 && lines[0][0] == lines[0][1])
    #expect(lines[1].count == answer.route.sections[1].polyline.count)
  }
}
