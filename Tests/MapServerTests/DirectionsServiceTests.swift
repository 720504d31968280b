import TestSupport
import Testing

@testable import MapServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `/directions/v5`: the requests of Mapbox's clients, as they send them.
@Suite struct DirectionsServiceTests {
  private static func circle() -> AsciiMap {
    AsciiMap(
      """
      W-A-B-E
        | |
        D-C
          |
          S
      """,
      ways: [
        "ADCBA": "highway=primary junction=roundabout", "WA": "highway=primary name=West",
        "BE": "highway=primary name=East", "CS": "highway=primary name=South",
      ])
  }

  @Test("what those clients send is accepted, and what is not known is passed over")
  func accepted() async throws {
    try await ServedMap.with(.town()) { served in
      let places = try served.coordinates(["A", "E"])
      for (path, query) in [
        ("mapbox/driving", ""), ("mapbox/driving-traffic", ".json"),
        ("mapbox/walking", ".json?access_token=pk.eyJ1.a-b_c"),
        ("me/cycling", "?alternatives=true"),
        ("mapbox/driving", "?annotations=congestion,maxspeed"),
        ("mapbox/driving", "?annotations=closure%2Cdistance&enable_refresh=true"),
        ("mapbox/driving", "?bearings=90.0,45.5;&radiuses=unlimited;unlimited"),
        ("mapbox/driving", "?approaches=;curb&continue_straight=true&exclude=toll"),
        ("mapbox/driving", "?waypoint_names=;Home%20town&overview=full&geometries=polyline6"),
        ("mapbox/driving", "?layers&alley_bias=0.5&steps=true&language=de"),
        ("mapbox/driving", "?max_height=3.5&max_weight=3"),
        ("mapbox/driving", "?depart_at=2026-11-27T10:00:00.000Z"),
      ] {
        let reply = try await served.get("/directions/v5/\(path)/\(places)\(query)")
        #expect(reply.status == 200, "\(path) \(query): \(reply.body)")
        #expect(reply.body.contains("\"uuid\":\""), "\(path) \(query)")
      }
      // A way round the low bridge.
      let below = "/directions/v5/mapbox/driving/\(try served.coordinates(["A", "C"]))"
      let high = try await served.get(below + "?max_height=3.9")
      let low = try await served.get(below)
      #expect(try Self.route(high).distance != Self.route(low).distance)
    }
  }

  @Test("a form that is posted is the same request as a GET, with coordinates in the body")
  func posted() async throws {
    try await ServedMap.with(.town()) { served in
      let places = try served.coordinates(["A", "E"])
      let path = "/directions/v5/mapbox/driving"
      let options = "steps=true&banner_instructions=true&language=de"
      let wanted = try await served.get(
        "\(path)/\(places)?access_token=x&\(options)&waypoint_names=;Haus%20%26%20Hof")
      #expect(wanted.status == 200 && wanted.body.contains("Haus & Hof"), "\(wanted.body)")
      let coded = places.split(separator: ";").joined(separator: "%3B")
        .split(separator: ",").joined(separator: "%2C")
      for form in [
        "coordinates=\(coded)&\(options)&waypoint_names=%3BHaus+%26+Hof",
        "\(options)&waypoint_names=;Haus%20%26%20Hof&coordinates=\(places)",
      ] {
        for slash in ["", "/"] {
          let reply = try await served.post("\(path)\(slash)?access_token=x", form)
          #expect(reply.status == 200 && reply.body == wanted.body, "\(form): \(reply.body)")
        }
      }
      for (target, form, code, status) in [
        (path, "", "InvalidQuery", 400), (path, "coordinates=", "InvalidQuery", 400),
        (path, "{\"coordinates\":\"\(places)\"}", "InvalidQuery", 400),
        (path, "coordinates=\(places)&language=tlh", "InvalidValue", 400),
        (path, "coordinates=\(places)&steps=maybe", "InvalidQuery", 400),
        ("\(path)/\(places)", "coordinates=\(places)", "InvalidUrl", 400),
        (
          path, "coordinates=\(places)&x=" + String(repeating: "x", count: 1 << 16), "TooBig", 400
        ),
        ("/route/v1/driving", "coordinates=\(places)", "InvalidMethod", 405),
      ] {
        let reply = try await served.post(target, form)
        #expect(reply.status == status && reply.body.contains("\"\(code)\""), "\(reply.body)")
      }
    }
  }

  @Test("Mapbox's limits are those of a car, others those of a truck; none is given twice")
  func limits() async throws {
    let street = AsciiMap("A----B", ways: ["AB": "highway=residential hgv=no"])
    try await ServedMap.with(street) { served in
      let target = "/directions/v5/mapbox/driving/\(try served.coordinates(["A", "B"]))"
      for (query, code) in [
        ("?max_height=1.6&max_width=1.9&max_weight=2.5", "Ok"),
        ("?max_height=1.6&width=1.9", "NoSegment"),
        ("?height=1.6", "NoSegment"), ("?max_height=1.6&height=1.6", "InvalidQuery"),
        ("?ev%5BmaxCharge%5D=-1", "InvalidValue"), ("?ev%5Bfoo%5D=1", "InvalidQuery"),
      ] {
        let reply = try await served.get(target + query)
        #expect(reply.body.contains("\"code\":\"\(code)\""), "\(query): \(reply.body)")
      }
    }
  }

  @Test("the refusal of tolls that are paid in cash says why, and what to exclude instead")
  func cashTolls() async throws {
    try await ServedMap.with(.town()) { served in
      let target = "/directions/v5/mapbox/driving/\(try served.coordinates(["A", "E"]))?exclude="
      for words in ["cash_only_tolls", "ferry,cash_only_tolls"] {
        let reply = try await served.get(target + words)
        #expect(reply.status == 400 && reply.body.contains("\"InvalidValue\""), "\(reply.body)")
        #expect(reply.body.contains("how tolls are paid. toll excludes all"), "\(reply.body)")
      }
    }
  }

  private static func route(_ reply: ServedMap.Reply) throws -> Answers.Route {
    try JSONDecoder().decode(Answers.Routes.self, from: Data(reply.body.utf8)).routes[0]
  }

  @Test("the client's names of stops are told where it arrives")
  func waypointNames() async throws {
    try await ServedMap.with(.town()) { served in
      let places = try served.coordinates(["A", "B", "E"])
      let target = "/directions/v5/mapbox/driving/\(places)?steps=true&banner_instructions=true"
      let named = try await served.get(target + "&waypoint_names=;Caf%C3%A9%20Rose;Home")
      #expect(named.body.contains("reached Café Rose"), "\(named.body)")
      #expect(named.body.contains("arrived at Home"))
      let signs = try await served.get(target + "&waypoint_names=;;Fish%20%26%20Chips%20100%25")
      #expect(signs.body.contains("arrived at Fish & Chips 100%"), "\(signs.body)")
      let partly = try await served.get(target + "&waypoint_names=;;Home;too;many")
      #expect(!partly.body.contains("Rose") && partly.body.contains("arrived at Home"))
      // With coordinates that are only passed, there is a name for each stop, or for each coordinate.
      for names in [";Home", ";Rose;Home"] {
        let passing = try await served.get(target + "&waypoints=0;2&waypoint_names=\(names)")
        #expect(!passing.body.contains("Rose") && passing.body.contains("arrived at Home"))
      }
    }
  }

  @Test("signed limits of every piece are told in whole km/h, for trucks theirs")
  func maxspeed() async throws {
    let street = AsciiMap(
      "A----B----C----D",
      ways: [
        "AB": "highway=motorway oneway=no maxspeed=none maxspeed:hgv=80",
        "BC": "highway=primary maxspeed=30~mph", "CD": "highway=primary",
      ])
    try await ServedMap.with(street) { served in
      let places = try served.coordinates(["A", "D"])
      let limits = [
        // 30 mph are 48.28 km/h.
        #"{"none":true}"#, #"{"speed":48,"unit":"km/h"}"#, #"{"unknown":true}"#,
      ].joined(separator: ",")
      for path in ["directions/v5/mapbox/driving", "route/v1/driving"] {
        let reply = try await served.get("/\(path)/\(places)?annotations=maxspeed&overview=full")
        #expect(reply.body.contains("\"maxspeed\":[\(limits)]"), "\(reply.body)")
      }
      let truck = try await served.get("/route/v1/truck/\(places)?annotations=maxspeed")
      let first = #""maxspeed":[{"speed":80,"unit":"km/h"},"#
      #expect(truck.body.contains(first), "\(truck.body)")
      let directions = try await served.get(
        "/directions/v5/mapbox/truck/\(places)?annotations=maxspeed&enable_refresh=true")
      let uuid = try #require(directions.body.firstMatch(of: /"uuid":"([0-9a-f]+)"/)?.1)
      let refreshed = try await served.get("/directions-refresh/v1/mapbox/truck/\(uuid)/0/0")
      #expect(refreshed.body.contains(first), "\(refreshed.body)")
    }
  }

  @Test("annotations are those that are known, and none where none is")
  func annotations() async throws {
    try await ServedMap.with(.town()) { served in
      let target = "/directions/v5/mapbox/driving/\(try served.coordinates(["A", "E"]))"
      let none = try await served.get(target + "?annotations=closure")
      #expect(!none.body.contains("\"annotation\""))
      let some = try await served.get(target + "?annotations=congestion,distance,duration")
      #expect(some.body.contains("\"annotation\":{"))
      #expect(some.body.contains("\"congestion\":[\"unknown\""))
    }
  }

  @Test("leaving a roundabout is a step where OSRM has it, and where it is asked for")
  func roundaboutExits() async throws {
    try await ServedMap.with(Self.circle()) { served in
      let places = try served.coordinates(["W", "S"])
      let told = "steps=true&banner_instructions=true"
      for (target, hasExit) in [
        ("/route/v1/driving/\(places)?\(told)", true),
        ("/route/v1/driving/\(places)?\(told)&roundabout_exits=true", true),
        ("/route/v1/driving/\(places)?\(told)&roundabout_exits=false", false),
        ("/directions/v5/mapbox/driving/\(places)?\(told)", false),
        ("/directions/v5/mapbox/driving/\(places)?\(told)&roundabout_exits=true", true),
      ] {
        let route = try Self.route(try await served.get(target))
        let steps = route.legs[0].steps
        #expect(
          steps.map(\.maneuver.type)
            == (hasExit
              ? ["depart", "roundabout", "exit roundabout", "arrive"]
              : ["depart", "roundabout", "arrive"]),
          "\(target)")
        #expect(steps[1].name == "South" && steps[1].maneuver.exit == 1, "\(target)")
        #expect(abs(steps.reduce(0) { $0 + $1.distance } - route.distance) < 0.3, "\(target)")
        let line = try #require(steps[0].bannerInstructions?.first?.primary)
        #expect(line.type == "roundabout" && line.text.contains("South"), "\(target)")
        #expect(line.degrees == 90, "\(target)")
      }
    }
  }

  @Test("the same is said at the same places whether or not leaving a roundabout is a step")
  func roundaboutWords() async throws {
    try await ServedMap.with(Self.circle()) { served in
      let places = try served.coordinates(["W", "S"])
      var spoken: [[(text: String, metres: Double)]] = []
      for hasExit in [true, false] {
        let query = "steps=true&voice_instructions=true&roundabout_exits=\(hasExit)"
        let route = try Self.route(try await served.get("/route/v1/driving/\(places)?\(query)"))
        var left = route.distance
        var told: [(text: String, metres: Double)] = []
        for step in route.legs[0].steps {
          left -= step.distance
          let voice = try #require(step.voiceInstructions)
          let distances = voice.map(\.distanceAlongGeometry)
          #expect(distances == distances.sorted(by: >))
          #expect(distances.allSatisfy { 0...step.distance + 0.05 ~= $0 })
          told += voice.map { (text: $0.announcement, metres: left + $0.distanceAlongGeometry) }
        }
        spoken.append(told)
      }
      #expect(spoken[0].contains { $0.text == "Exit the roundabout onto South" })
      #expect(spoken[0].map(\.text) == spoken[1].map(\.text))
      for (one, other) in zip(spoken[0], spoken[1]) {
        #expect(abs(one.metres - other.metres) < 0.5)
      }
    }
  }

  @Test("a leg tells the coordinates that it passes, by their index in the request")
  func viaWaypoints() async throws {
    struct Answer: Decodable {
      struct Via: Decodable {
        var waypoint_index: Int
        var distance_from_start: Double
        var geometry_index: Int
      }
      struct Leg: Decodable { var via_waypoints: [Via]? }
      struct Route: Decodable { var legs: [Leg] }
      var routes: [Route]
    }
    try await ServedMap.with(.town()) { served in
      let drawing = served.roads.drawing
      let places = try served.coordinates(["A", "A>B 0.5", "C", "C>E 0.5", "D"])
      let reply = try await served.get(
        "/directions/v5/mapbox/driving/\(places)?waypoints=0;2;4&steps=true")
      let legs = try JSONDecoder().decode(Answer.self, from: Data(reply.body.utf8)).routes[0].legs
      let vias = legs.map { $0.via_waypoints ?? [] }
      #expect(vias.map { $0.map(\.waypoint_index) } == [[1], [3]])
      // The line of the first leg has its begin, the via point, the junction B and its end.
      #expect(vias[0].first?.geometry_index == 1)
      for (via, street) in zip(vias.joined(), ["AB", "CE"]) {
        #expect(abs(via.distance_from_start - (try drawing.metres(street) / 2)) < 1)
      }
      let plain = try await served.get("/route/v1/driving/\(places)?waypoints=0;2;4&steps=true")
      #expect(plain.status == 200 && !plain.body.contains("via_waypoints"))
    }
  }

  @Test(
    "a coordinate that is passed without a word changes no step",
    arguments: ["W>B 0.5", "B>E 0.01", "B>E 0.2", "B>E 0.9"])
  func silentVia(place: String) async throws {
    let road = AsciiMap(
      "W-----B-----E",
      ways: ["WB": "highway=primary name=West", "BE": "highway=primary name=East"])
    try await ServedMap.with(road) { served in
      let direct = try await served.route(["W", "E"], "steps=true").legs[0].steps
      let through = try await served.route(["W", place, "E"], "steps=true&waypoints=0;2")
      #expect(direct.map(\.name) == ["West", "East", "East"])
      #expect(through.legs.count == 1)
      let steps = through.legs[0].steps
      #expect(steps.map(\.name) == direct.map(\.name))
      #expect(steps.map(\.maneuver.type) == direct.map(\.maneuver.type))
      for (one, other) in zip(steps, direct) { #expect(abs(one.distance - other.distance) < 0.2) }
    }
  }

  @Test("the page is told which languages there are")
  func description() async throws {
    struct Description: Decodable { var languages: [String] }
    try await ServedMap.with(.town()) { served in
      let reply = try await served.get("/map.json")
      let told = try JSONDecoder().decode(Description.self, from: Data(reply.body.utf8))
      #expect(told.languages.contains("en") && told.languages.contains("pt-BR"))
      let refusal = try await served.get(
        "/route/v1/driving/\(try served.coordinates(["A", "E"]))?language=tlh")
      for tag in told.languages { #expect(refusal.body.contains(tag)) }
    }
  }
}
