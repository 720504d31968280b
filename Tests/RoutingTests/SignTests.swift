import MapCompiler
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// What lanes and signs of a map say in the steps of a route.
@Suite struct SignTests {
  private static let exit = AsciiMap(
    """
    A---B---C
         \\
          D---E
    """,
    ways: [
      "AB": """
      highway=motorway oneway=yes ref=A~1 turn:lanes=through|through|slight_right \
      destination:lanes=Porto|Porto|Braga;Guimarães destination:ref:lanes=A~1|A~1|A~7;N~14
      """,
      "BC": "highway=motorway oneway=yes ref=A~1",
      "BD": "highway=motorway_link oneway=yes junction:ref=12a",
      "DE": "highway=primary name=Rua~Nova name:pronunciation=nɔvɐ name:en=New~Street",
    ])

  private static func steps(_ language: String? = nil, languages: [String] = []) async throws
    -> [RouteStep]
  {
    var options = MapCompiler.Options()
    options.languages = languages
    let roads = try await exit.build(options: options)
    return try await roads.response(
      [try roads.waypoint("A"), try roads.waypoint("E")], .car,
      RouteRequest.Options(steps: true, language: language)
    ).sections[0].steps
  }

  @Test("an exit has its number, the places and numbers of its lanes, and the lanes themselves")
  func exitSign() async throws {
    let step = try #require(try await Self.steps().first { $0.maneuver.kind == .offRamp })
    #expect(
      step.sign
        == RoadSign(
          exitNumber: "12a", roadNumbers: ["A 7", "N 14"], towards: ["Braga", "Guimarães"]))
    let lanes = try #require(step.intersections.first?.lanes)
    #expect(lanes.map(\.isValid) == [false, false, true])
    #expect(lanes.map(\.isRecommended) == [false, false, true])
    #expect(lanes[2].followed == .slightRight)
  }

  @Test("a ramp without arrows leads to what its lanes say, the first of each lane first")
  func rampLanes() async throws {
    let roads = try await AsciiMap(
      """
      A---B---C
           \\
            D---E
      """,
      ways: [
        "ABC": "highway=motorway oneway=yes ref=A~1",
        "BD": """
        highway=motorway_link oneway=yes destination:lanes=Braga;Chaves|Porto|Porto \
        destination:ref:lanes=A~3|A~4|A~4
        """,
        "DE": "highway=primary",
      ]
    ).build()
    let steps = try await roads.response(
      [try roads.waypoint("A"), try roads.waypoint("E")], .car, RouteRequest.Options(steps: true)
    ).sections[0].steps
    let exit = try #require(steps.first { $0.maneuver.kind == .offRamp })
    #expect(
      exit.sign == RoadSign(roadNumbers: ["A 3", "A 4"], towards: ["Braga", "Porto", "Chaves"]))
  }

  @Test("the sign above lanes that hold on to the junction is that of the exit")
  func lanesBefore() async throws {
    let roads = try await AsciiMap(
      """
      A---B-x---C
             \\
              D---E
      """, metresPerCell: 20,
      ways: [
        "AB": """
        highway=motorway oneway=yes ref=A~1 turn:lanes=through|through|slight_right \
        destination:lanes=Porto|Porto|Braga
        """,
        "BxC": "highway=motorway oneway=yes ref=A~1 bridge=yes",
        "xD": "highway=motorway_link oneway=yes", "DE": "highway=primary",
      ]
    ).build()
    let steps = try await roads.response(
      [try roads.waypoint("A"), try roads.waypoint("E")], .car, RouteRequest.Options(steps: true)
    ).sections[0].steps
    let exit = try #require(steps.first { $0.maneuver.kind == .offRamp })
    #expect(exit.intersections.first?.lanes.map(\.isRecommended) == [false, false, true])
    #expect(exit.sign == RoadSign(towards: ["Braga"]))
  }

  @Test(
    "without a sign on its ramp an exit has the places and numbers of its junction",
    arguments: [
      (
        "",
        RoadSign(exitNumber: "5", roadNumbers: ["A 20", "EN12-1"], towards: ["Viana", "A Vila"])
      ),
      (" destination=Gaia", RoadSign(exitNumber: "5", towards: ["Gaia"])),
      (
        " junction:ref=6",
        RoadSign(
          exitNumber: "6", roadNumbers: ["A 20", "EN12-1"], towards: ["Viana", "A Vila"])
      ),
    ])
  func exitOfJunction(ramp: String, sign: RoadSign) async throws {
    let map = AsciiMap(
      """
      A---B---C
           \\
            D---E
      """,
      ways: [
        "AB": "highway=motorway oneway=yes ref=A~1",
        "BC": "highway=motorway oneway=yes ref=A~1",
        "BD": AsciiMap.Tags("highway=motorway_link oneway=yes\(ramp)"),
        "DE": "highway=primary name=Rua~Nova",
      ],
      nodes: ["B": "highway=motorway_junction ref=5 exit_to=A~20~Viana;A~20;~A~Vila;EN12-1"])
    let roads = try await map.build()
    let steps = try await roads.response(
      [try roads.waypoint("A"), try roads.waypoint("E")], .car, RouteRequest.Options(steps: true)
    ).sections[0].steps
    #expect(steps.first { $0.maneuver.kind == .offRamp }?.sign == sign)
    // Who stays on the motorway reads nothing.
    let past = try await roads.response(
      [try roads.waypoint("A"), try roads.waypoint("C")], .car, RouteRequest.Options(steps: true))
    #expect(past.sections[0].steps.allSatisfy { $0.sign == nil })
  }

  @Test(
    "an exit has its name in the language asked for",
    arguments: [("de", "Kreuz Nord"), ("fr", "Échangeur Nord"), (nil, "Nord"), ("es", "Nord")]
      as [(String?, String)])
  func exitName(language: String?, name: String) async throws {
    var options = MapCompiler.Options()
    options.languages = ["fr", "de"]
    let map = AsciiMap(
      """
      A---B---C
           \\
            D---E
      """,
      ways: [
        "AB": "highway=motorway oneway=yes ref=A~1",
        "BC": "highway=motorway oneway=yes ref=A~1",
        "BD": "highway=motorway_link oneway=yes", "DE": "highway=primary",
      ],
      nodes: [
        "B": """
        highway=motorway_junction name=Nord name:de=Kreuz~Nord name:fr=Échangeur~Nord
        """
      ])
    let roads = try await map.build(options: options)
    let steps = try await roads.response(
      [try roads.waypoint("A"), try roads.waypoint("E")], .car,
      RouteRequest.Options(steps: true, language: language)
    ).sections[0].steps
    let exit = try #require(steps.first { $0.maneuver.kind == .offRamp })
    #expect(exit.sign?.exitName == name)
  }

  @Test(
    "a sign is seen by those who come from where it stands",
    arguments: [("A", ["Köln", "Bonn", "Ulm"]), ("C", ["Bonn", "Ulm"])] as [(String, [String])])
  func approaches(start: String, places: [String]) async throws {
    func sign(_ place: String, _ members: [(String, String)]) -> AsciiMap.Relation {
      AsciiMap.Relation(members, AsciiMap.Tags("type=destination_sign destination=\(place)"))
    }
    let roads = try await AsciiMap(
      """
      A---B---C
          |
          E---F
          |
          G
      """,
      ways: [
        "AB": "highway=primary name=West", "BC": "highway=primary name=East",
        "BE": "highway=secondary name=South", "EF": "highway=secondary name=Side",
        "EG": "highway=secondary name=South",
      ],
      relations: [
        sign("Köln", [("from", "AB"), ("intersection", "B"), ("to", "BE")]),
        sign("Bonn", [("intersection", "B"), ("to", "BE")]),
        // Whose way does not meet the other at its beginning comes over roads in between.
        sign("Ulm", [("from", "EF"), ("intersection", "B"), ("to", "BE")]),
      ]
    ).build()
    let steps = try await roads.response(
      [try roads.waypoint(start), try roads.waypoint("G")], .car,
      RouteRequest.Options(steps: true)
    ).sections[0].steps
    #expect(steps.lazy.compactMap(\.sign).first?.towards == places)
  }

  @Test("the entry of a roundabout has the sign of the exit, because both are announced there")
  func roundaboutSign() async throws {
    let roads = try await AsciiMap(
      """
                   N
                   |
                   a
                 /   \\
      W---------d     b---------E
                 \\   /
                   c
                   |
                   S
      """, metresPerCell: 25,
      ways: [
        "Wd": "highway=secondary name=West",
        "bE": "highway=secondary destination:forward=Lyon;Paris",
        "Na": "highway=secondary name=North", "cS": "highway=secondary name=South",
        "dcbad": "highway=secondary junction=roundabout",
      ]
    ).build()
    let steps = try await roads.response(
      [try roads.waypoint("W"), try roads.waypoint("E")], .car, RouteRequest.Options(steps: true)
    ).sections[0].steps
    #expect(steps.map(\.maneuver.kind) == [.depart, .roundabout, .exitRoundabout, .arrive])
    #expect(steps[1].maneuver.exit == 2)
    #expect(steps[1].sign == RoadSign(towards: ["Lyon", "Paris"]))
    #expect(steps[2].sign == steps[1].sign)
  }

  @Test(
    "of a sign in two languages, the places are told in the one asked for",
    arguments: [
      ("fr", ["Bruxelles"]), ("nl", ["Brussel"]), ("de", ["Bruxelles", "Brussel"]),
    ])
  func bilingualSign(language: String, places: [String]) async throws {
    var options = MapCompiler.Options()
    options.languages = ["fr", "nl"]
    let roads = try await AsciiMap(
      """
      A---B---C
           \\
            D---E
      """,
      ways: [
        "ABC": "highway=motorway oneway=yes ref=A~1",
        "BD": """
        highway=motorway_link oneway=yes destination=Bruxelles;Brussel \
        destination:lang:fr=Bruxelles destination:lang:nl=Brussel
        """,
        "DE": "highway=primary name=Rue",
      ]
    ).build(options: options)
    let steps = try await roads.response(
      [try roads.waypoint("A"), try roads.waypoint("E")], .car,
      RouteRequest.Options(steps: true, language: language)
    ).sections[0].steps
    #expect(steps[1].maneuver.kind == .offRamp)
    #expect(steps[1].sign?.towards == places)
  }

  @Test(
    "a rotary has its name in the language asked for",
    arguments: [("de", "Sternplatz"), ("fr", "Star Circus")])
  func rotaryName(language: String, name: String) async throws {
    var options = MapCompiler.Options()
    options.languages = ["de"]
    let roads = try await AsciiMap(
      """
                   N
                   |
                   a
                 /   \\
      W---------d     b---------E
                 \\   /
                   c
                   |
                   S
      """, metresPerCell: 25,
      ways: [
        "Wd": "highway=secondary name=West", "bE": "highway=secondary name=East",
        "Na": "highway=secondary name=North", "cS": "highway=secondary name=South",
        "dcbad": "highway=secondary junction=roundabout name=Star~Circus name:de=Sternplatz",
      ]
    ).build(options: options)
    let steps = try await roads.response(
      [try roads.waypoint("W"), try roads.waypoint("E")], .car,
      RouteRequest.Options(steps: true, language: language)
    ).sections[0].steps
    #expect(steps.map(\.maneuver.kind) == [.depart, .rotary, .exitRotary, .arrive])
    #expect(steps[1].rotaryName == name)
  }

  @Test(
    "a ring whose parts have several names is a roundabout without a name",
    arguments: [("Star", "Star", "Star"), ("Star", "Moon", nil), ("Star", "", "Star")]
      as [(String, String, String?)])
  func ringNames(one: String, two: String, told: String?) async throws {
    let name = two.isEmpty ? "" : " name=\(two)"
    let roads = try await AsciiMap(
      """
                   N
                   |
                   a
                 /   \\
      W---------d     b---------E
                 \\   /
                   c
                   |
                   S
      """, metresPerCell: 25,
      ways: [
        "Wd": "highway=secondary name=West", "bE": "highway=secondary name=East",
        "Na": "highway=secondary name=North", "cS": "highway=secondary name=South",
        "dcb": AsciiMap.Tags("highway=secondary junction=roundabout name=\(one)"),
        "bad": AsciiMap.Tags("highway=secondary junction=roundabout\(name)"),
      ]
    ).build()
    let steps = try await roads.response(
      [try roads.waypoint("W"), try roads.waypoint("E")], .car, RouteRequest.Options(steps: true)
    ).sections[0].steps
    let isRotary = told != nil
    #expect(
      steps.map(\.maneuver.kind)
        == [
          .depart, isRotary ? .rotary : .roundabout, isRotary ? .exitRotary : .exitRoundabout,
          .arrive,
        ])
    #expect(steps[1].rotaryName == told)
  }

  @Test("edges, ends and the titles of routes are named in the language asked for as well")
  func titles() async throws {
    var options = MapCompiler.Options()
    options.languages = ["en"]
    let roads = try await Self.exit.build(options: options)
    let names: [(String?, String)] = [
      (nil, "Rua Nova"), ("en", "New Street"), ("fr", "Rua Nova"),
    ]
    for (language, name) in names {
      for steps in [false, true] {
        let request = RouteRequest(
          waypoints: [try roads.waypoint("D>E 0.1"), try roads.waypoint("D>E 0.9")],
          options: .init(steps: steps, language: language))
        let response = try await OfflineRoutingEngine(map: roads.built.map).routes(for: request)
        let section = response.routes[0].sections[0]
        #expect(section.edges.map(\.name) == [name])
        #expect(section.arrival.roadName == name)
        #expect(response.summaries(for: request).map(\.via) == [name])
      }
    }
  }

  @Test("a step has the pronunciation of its name, and the name in the language asked for")
  func names() async throws {
    let local = try #require(try await Self.steps(languages: ["en"]).last { $0.lengthMetres > 0 })
    #expect(local.roadName == "Rua Nova")
    #expect(local.pronunciation == "nɔvɐ")
    let english = try await Self.steps("en-GB", languages: ["en"])
    let street = try #require(english.last { $0.lengthMetres > 0 })
    #expect(street.roadName == "New Street")
    // That is not said like the local name.
    #expect(street.pronunciation == nil)
    let unknown = try await Self.steps("fr", languages: ["en"])
    #expect(unknown.last { $0.lengthMetres > 0 }?.roadName == "Rua Nova")
  }
}
