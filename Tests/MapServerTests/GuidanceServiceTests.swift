import TestSupport
import Testing

@testable import MapServer

/// What a client is told and shown on each step: words, lanes and signs, on drawn towns.
@Suite struct GuidanceServiceTests {
  private static let all = "steps=true&voice_instructions=true&banner_instructions=true"

  @Test("instructions come in the language asked for; without one, there are none")
  func languages() async throws {
    try await ServedMap.with(.town()) { served in
      for (query, instruction, locale) in [
        ("", nil, nil), ("&roundabout_exits=true", nil, nil), ("&voice_units=imperial", nil, nil),
        ("&language=en", "Turn right onto Side Street", "en"),
        ("&language=en_US", "Turn right onto Side Street", "en"),
        ("&language=en-GB", "Turn right onto Side Street", "en-GB"),
        ("&language=de-AT", "Rechts auf Side Street abbiegen", "de"),
        ("&banner_instructions=true", "Turn right onto Side Street", "en"),
        ("&voice_instructions=true&language=DE", "Rechts auf Side Street abbiegen", "de"),
      ] as [(String, String?, String?)] {
        let route = try await served.route(["A", "D>E 0.5"], "steps=true" + query)
        let told = route.legs[0].steps.map(\.maneuver.instruction)
        #expect(told[1] == instruction, "\(query)")
        #expect(told.allSatisfy { ($0 == nil) == (instruction == nil) }, "\(query)")
        #expect(route.voiceLocale == locale, "\(query)")
      }
    }
  }

  @Test("an answer without guidance has none of its members, and with it a name of its own")
  func members() async throws {
    try await ServedMap.with(.town()) { served in
      let target = "/route/v1/driving/\(try served.coordinates(["A", "E"]))?steps=true"
      let plain = try await served.get(target).body
      for member in ["instruction", "Instructions", "voiceLocale", "uuid", "geometry_index"] {
        #expect(!plain.contains("\"\(member)"), "\(member)")
      }
      let told = try await served.get(target + "&language=en")
      #expect(told.body.contains("\"uuid\":\""))
      #expect(try await served.get(target + "&language=en").body == told.body)
      #expect(try await served.get(target + "&language=de").body != told.body)
    }
  }

  @Test("sentences and banners lie on their step, and come nearer to its end")
  func places() async throws {
    try await ServedMap.with(.town()) { served in
      for units in ["metric", "imperial", "british_imperial"] {
        let query = Self.all + "&voice_units=\(units)"
        let route = try await served.route(["A", "C", "D"], query)
        #expect(route.legs.count == 2)
        for leg in route.legs {
          for step in leg.steps {
            let isLast = step.maneuver.type == "arrive"
            let voice = try #require(step.voiceInstructions)
            let banners = try #require(step.bannerInstructions)
            #expect(banners.isEmpty == isLast && (!isLast || voice.isEmpty))
            let distances = (
              voice.map(\.distanceAlongGeometry), banners.map(\.distanceAlongGeometry)
            )
            for places in [distances.0, distances.1] {
              #expect(places == places.sorted(by: >))
              #expect(places.allSatisfy { 0...step.distance + 0.05 ~= $0 })
            }
            if !isLast { #expect(banners[0].distanceAlongGeometry >= step.distance - 0.05) }
            for sentence in voice {
              #expect(!sentence.announcement.isEmpty)
              #expect(sentence.ssmlAnnouncement.hasPrefix("<speak>"))
            }
          }
          #expect(leg.steps[0].voiceInstructions?.isEmpty == false)
        }
        let told = route.legs.map { $0.steps.last?.maneuver.instruction ?? "" }
        #expect(told[0] != told[1], "a stop on the way is no destination")
      }
    }
  }

  @Test("matchings are told alike")
  func matchings() async throws {
    try await ServedMap.with(.town()) { served in
      let places = ["A>B 0.1", "A>B 0.6", "B>D 0.3", "B>D 0.7"]
      let answer: Answers.Match = try await served.ask(
        "match", places, Self.all + "&language=de&waypoints=0;3")
      let leg = try #require(answer.matchings.first?.legs.first)
      #expect(leg.steps[0].bannerInstructions?.first?.primary.text == "Side Street")
      #expect(leg.steps[1].maneuver.instruction == "Rechts auf Side Street abbiegen")
    }
  }

  @Test("the lanes before a turn are told in OSRM's words, and which to choose where words are")
  func lanes() async throws {
    let drawing = AsciiMap(
      """
                  N
                  |
      A-----------B-----------C
                  |
                  S
      """,
      ways: [
        "AB":
          "highway=primary oneway=yes name=West~Street lanes=3 turn:lanes=left||through;merge_to_right",
        "BC": "highway=primary oneway=yes name=East~Street",
        "BN": "highway=primary name=North~Street", "BS": "highway=primary name=South~Street",
      ])
    try await ServedMap.with(drawing) { served in
      let plain = try await served.route(["A", "N"], "steps=true")
      let lanes = try #require(plain.legs[0].steps[1].intersections[0].lanes)
      #expect(
        lanes == [
          .init(valid: true, indications: ["left"]), .init(valid: false, indications: ["none"]),
          .init(valid: false, indications: ["straight", "merge to right"]),
        ])
      let told = try await served.route(["A", "N"], Self.all)
      let chosen = try #require(told.legs[0].steps[1].intersections[0].lanes)
      #expect(chosen.map(\.active) == [true, false, false])
      #expect(chosen.map(\.valid_indication) == ["left", nil, nil])
      #expect(chosen[2].indications == ["straight", "slight right"])
      let sub = try #require(told.legs[0].steps[0].bannerInstructions?.last?.sub)
      #expect(sub.components.map(\.type) == ["lane", "lane", "lane"])
      #expect(sub.components.map(\.directions) == chosen.map(\.indications))
      #expect(sub.components.map(\.active) == [true, false, false])
      #expect(sub.components.map(\.active_direction) == ["left", nil, nil])
    }
  }

  /// A crossing with a one-way street whose lanes have tags.
  private static func crossing(_ lanes: String) -> AsciiMap {
    AsciiMap(
      """
                  N
                  |
      A-----------B-----------C
                  |
                  S
      """,
      ways: [
        "AB": AsciiMap.Tags("highway=primary oneway=yes name=West~Street " + lanes),
        "BC": "highway=primary oneway=yes name=West~Street",
        "BN": "highway=primary name=North~Street", "BS": "highway=primary name=South~Street",
      ])
  }

  @Test("a lane without arrows has none to follow, wherever it leads")
  func blankLane() async throws {
    try await ServedMap.with(Self.crossing("lanes=3 turn:lanes=left||right")) { served in
      let told = try await served.route(["A", "C"], Self.all)
      let places = told.legs[0].steps.flatMap(\.intersections)
      let lanes = try #require(places.compactMap(\.lanes).first)
      #expect(lanes.map(\.valid) == [false, true, false])
      #expect(lanes[1].indications == ["none"])
      #expect(lanes.allSatisfy { $0.valid_indication == nil })
    }
  }

  @Test("lanes of an intersection tell one arrow, else clients of Mapbox refuse the route")
  func oneArrow() async throws {
    try await ServedMap.with(Self.crossing("turn:lanes=through|merge_to_left")) { served in
      let told = try await served.route(["A", "C"], Self.all)
      let places = told.legs[0].steps.flatMap(\.intersections)
      let lanes = try #require(places.compactMap(\.lanes).first)
      #expect(lanes.map(\.valid) == [true, true])
      #expect(lanes.map(\.active) == [true, false])
      #expect(lanes.map(\.valid_indication) == ["straight", nil])
    }
  }

  @Test("what the sign of an exit says is told in OSRM's form and in the banner")
  func signs() async throws {
    let drawing = AsciiMap(
      """
      A-------------B-------------C
                     \\
                      D
                       \\
                        E-----F
      """,
      ways: [
        "ABC": "highway=motorway oneway=yes ref=A~1",
        "BDE":
          "highway=motorway_link oneway=yes junction:ref=12a;13 destination=Köln;Bonn destination:ref=A~2;A~3",
        "EF": "highway=primary name=Ring ref=B~37;B~45",
      ])
    try await ServedMap.with(drawing) { served in
      let plain = try await served.route(["A", "F"], "steps=true")
      let exit = try #require(plain.legs[0].steps.first { $0.maneuver.type == "off ramp" })
      #expect(exit.destinations == "A 2, A 3: Köln, Bonn" && exit.exits == "12a; 13")
      #expect(plain.legs[0].steps.contains { $0.ref == "B 37; B 45" })
      #expect(plain.legs[0].steps[0].intersections[0].classes == ["motorway"])
      // As OSRM, also where one departs and arrives on such a road, but not among words.
      let along = try await served.route(["D", "E"], "steps=true")
      #expect(
        along.legs[0].steps.map(\.destinations) == ["A 2, A 3: Köln, Bonn", "A 2, A 3: Köln, Bonn"])
      let worded = try await served.route(["D", "E"], Self.all)
      #expect(worded.legs[0].steps.allSatisfy { $0.destinations == nil })
      let told = try await served.route(["A", "F"], Self.all + "&language=de")
      let banner = try #require(told.legs[0].steps[0].bannerInstructions?.first)
      #expect(banner.primary.type == "off ramp")
      #expect(banner.primary.components.map(\.type).prefix(2) == ["exit", "exit-number"])
      #expect(banner.primary.components.contains { $0.text == "12a/13" })
      #expect((banner.secondary ?? banner.primary).text.contains("Köln"))
    }
  }

  @Test("classes change where a tunnel begins and ends, though no other road is there")
  func changingClasses() async throws {
    for tags in ["tunnel=yes", "toll=yes", "motor_vehicle=destination"] {
      let drawing = AsciiMap(
        "A-----B-----C-----D",
        ways: [
          "AB": "highway=primary name=Main",
          "BC": AsciiMap.Tags("highway=primary name=Main \(tags)"),
          "CD": "highway=primary name=Main",
        ])
      try await ServedMap.with(drawing) { served in
        let stop = tags.hasPrefix("motor") ? "B>C 0.9" : "D"
        let steps = try await served.route(["A", stop], "steps=true").legs[0].steps
        #expect(steps.map(\.maneuver.type) == ["depart", "arrive"])
        let places = steps[0].intersections
        let inside = ["tunnel=yes": "tunnel", "toll=yes": "toll"][tags] ?? "restricted"
        let classes: [[String]?] = stop == "D" ? [nil, [inside], nil] : [nil, [inside]]
        #expect(places.map(\.classes) == classes)
        #expect(places[1].bearings == [90, 270] && places[1].entry == [true, false])
        #expect(places[1].in == 1 && places[1].out == 0)
      }
    }
  }

  @Test("the class toll is for the tolls that the vehicle pays: of trucks also their own")
  func tollClasses() async throws {
    let drawing = AsciiMap(
      "A-----B-----C-----D-----E",
      ways: [
        "AB": "highway=primary name=Main",
        "BC": "highway=primary name=Main toll:hgv=yes",
        "CD": "highway=primary name=Main toll=yes",
        "DE": "highway=primary name=Main",
      ])
    try await ServedMap.with(drawing) { served in
      func classes(_ options: String) async throws -> [[String]?] {
        let steps = try await served.route(["A", "E"], "steps=true" + options).legs[0].steps
        return steps[0].intersections.map(\.classes)
      }
      // For a truck, the toll is the same from B to D.
      #expect(try await classes("&height=4") == [nil, ["toll"], nil])
      #expect(try await classes("") == [nil, ["toll"], nil])
      let toll = try await served.route(["B", "C"], "steps=true&height=4").legs[0].steps
      #expect(toll[0].intersections.map(\.classes) == [["toll"]])
      let free = try await served.route(["B", "C"], "steps=true").legs[0].steps
      #expect(free[0].intersections.map(\.classes) == [nil])
    }
  }

  @Test("the name of a tunnel is told where it begins, besides that of the road")
  func tunnelName() async throws {
    let drawing = AsciiMap(
      "A-----B-----C-----D",
      ways: [
        "AB": "highway=primary name=Main",
        "BC": "highway=primary name=Main tunnel=yes tunnel:name=Rose~Tunnel",
        "CD": "highway=primary name=Main",
      ])
    try await ServedMap.with(drawing) { served in
      let told = try await served.route(["A", "D"], Self.all).legs[0].steps[0]
      #expect(told.name == "Main")
      #expect(told.intersections.map(\.tunnel_name) == [nil, "Rose Tunnel", nil])
      let plain = try await served.route(["A", "D"], "steps=true").legs[0].steps[0]
      #expect(plain.intersections.allSatisfy { $0.tunnel_name == nil })
    }
  }

  @Test("crossings with rails, lights, signs and tolls are members of intersections, as in Mapbox")
  func encounters() async throws {
    let drawing = AsciiMap(
      "A-----r-----l-----t-----s---D",
      ways: ["ArltsD": "highway=primary name=Main"],
      nodes: [
        "r": "railway=level_crossing", "l": "highway=traffic_signals", "t": "barrier=toll_booth",
        "s": "highway=stop direction=forward",
      ])
    try await ServedMap.with(drawing) { served in
      let told = try await served.route(["A", "D"], Self.all).legs[0].steps
      #expect(told.map(\.maneuver.type) == ["depart", "arrive"])
      let places = told[0].intersections
      #expect(places.map(\.railway_crossing) == [nil, true, nil, nil, nil])
      #expect(places.map(\.traffic_signal) == [nil, nil, true, nil, nil])
      #expect(places.map(\.toll_collection?.type) == [nil, nil, nil, "toll_booth", nil])
      #expect(places.map(\.stop_sign) == [nil, nil, nil, nil, true])
      #expect(places.allSatisfy { $0.yield_sign == nil })
      let plain = try await served.route(["A", "D"], "steps=true").legs[0].steps[0]
      #expect(plain.intersections.allSatisfy { $0.railway_crossing == nil && $0.stop_sign == nil })
    }
  }

  @Test("a road for destination access only has OSRM's class restricted, and an arrival has none")
  func restricted() async throws {
    let drawing = AsciiMap(
      """
      A-----B-----C
            |
            D
      """,
      ways: [
        "ABC": "highway=residential name=Main",
        "BD": "highway=residential name=Yard access=destination",
      ])
    try await ServedMap.with(drawing) { served in
      let steps = try await served.route(["A", "D"], "steps=true").legs[0].steps
      #expect(steps.map(\.name) == ["Main", "Yard", "Yard"])
      #expect(steps.map { $0.intersections[0].classes } == [nil, ["restricted"], nil])
    }
  }
}
