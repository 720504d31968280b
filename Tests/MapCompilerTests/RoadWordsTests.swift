import MapCompiler
import MapReader
import NavFormat
import RoadModel
import TestSupport
import Testing

/// What tags say of lanes, signs and exits is in the map, where a reader looks for it.
@Suite struct RoadWordsTests {
  private struct WayMissing: Error {}

  /// The words of a map, by the letters of a drawing.
  private struct Reader {
    let roads: AsciiRoads

    var map: NavMap { roads.built.map }

    /// A word of a way in a direction.
    func word(_ kind: RoadWordKind, _ letters: String, _ direction: Direction) throws -> String? {
      try ofWay(letters) { tile, row in map.word(kind, direction, ofWay: row, in: tile) }
    }

    /// The lanes of a way in a direction.
    func lanes(_ letters: String, _ direction: Direction) throws -> Int? {
      try ofWay(letters) { tile, row in map.laneCount(direction, ofWay: row, in: tile) }
    }

    private func ofWay<Result>(
      _ letters: String, _ body: (borrowing TileView, Int) -> Result
    ) throws -> Result {
      let id = try roads.drawing.way(letters)
      for number in map.tiles {
        let tile = try map.tile(number)
        for row in 0..<tile.layout.wayCount where tile.wayOSMID(row) == id {
          return body(tile, row)
        }
      }
      throw WayMissing()
    }

    /// A word of a junction.
    func word(_ kind: RoadWordKind, of letter: Character) throws -> String? {
      let id = try roads.drawing.node(letter)
      for number in map.tiles {
        let tile = try map.tile(number)
        for junction in tile.layout.junctions where tile.junctionOSMID(junction) == id {
          return map.word(kind, of: junction, in: tile)
        }
      }
      return nil
    }

    /// What drivers meet: the letters of the segment in its direction, the point, the kind and the directions.
    func approaches() throws -> [String] {
      var found: [String] = []
      for number in map.tiles {
        let tile = try map.tile(number)
        for segment in tile.layout.segments {
          let ends = [tile.from(segment), tile.to(segment)].map {
            letter(tile.junctionOSMID($0))
          }
          for row in tile.approachRows(of: segment) {
            let approach = tile.approach(row)
            found.append(
              "\(ends[0])\(ends[1]) \(approach.point) \(approach.kind.rawValue) "
                + [".", ">", "<", "="][Int(approach.directions.rawValue)])
          }
        }
      }
      return found.sorted()
    }

    private func letter(_ id: Int64) -> Character {
      "ABCDEFGHIJKLMNOPQRSTUVWXYZ".first { (try? roads.drawing.node($0)) == id } ?? "?"
    }
  }

  private static func reader(
    _ drawing: AsciiMap, languages: [String] = [], _ order: AsciiMap.Order = .usual
  ) async throws -> Reader {
    var options = MapCompiler.Options()
    options.languages = languages
    return Reader(roads: try await drawing.build(order, options: options))
  }

  private static let town = AsciiMap(
    """
    A---B---C---D
        |   |
        E---F---G
    """,
    ways: [
      "ABC":
        "highway=primary lanes=3 lanes:forward=2 turn:lanes:forward=left|through name=Street name:de=Straße",
      "CD": "highway=motorway lanes=2 destination=Köln;Bonn destination:ref=A~1 int_ref=E~40",
      "BE": "highway=residential lanes=2 name=Lane name:de=Lane",
      "CF": "highway=motorway_link oneway=yes destination:lanes=Köln|Bonn bridge:name=Brücke",
      "EFG": "highway=residential junction:ref:backward=7",
    ],
    nodes: [
      "C": "highway=motorway_junction ref=5 name=Kreuz exit_to=Bonn",
      "D": "highway=motorway_junction ref=6",
    ])

  @Test("words of ways and junctions come back", arguments: AsciiMap.Order.allCases)
  func town(_ order: AsciiMap.Order) async throws {
    let read = try await Self.reader(Self.town, languages: ["fr", "de"], order)
    #expect(read.map.languages == ["fr", "de"])
    #expect(try read.word(.turnLanes, "ABC", .forward) == "left|through")
    #expect(try read.word(.turnLanes, "ABC", .backward) == nil)
    #expect(try read.lanes("ABC", .forward) == 2)
    #expect(try read.lanes("ABC", .backward) == 1)
    #expect(try read.lanes("CD", .forward) == 2)
    #expect(try read.lanes("CD", .backward) == nil)
    #expect(try read.lanes("BE", .backward) == 1)
    #expect(try read.lanes("CF", .forward) == nil)
    #expect(try read.word(.name(inLanguage: 1), "ABC", .backward) == "Straße")
    #expect(try read.word(.name(inLanguage: 0), "ABC", .forward) == nil)
    #expect(try read.word(.name(inLanguage: 1), "BE", .forward) == nil)
    #expect(try read.word(.destination, "CD", .forward) == "Köln;Bonn")
    #expect(try read.word(.destinationRef, "CD", .forward) == "A 1")
    #expect(try read.word(.internationalRef, "CD", .backward) == "E 40")
    #expect(try read.word(.destinationLanes, "CF", .forward) == "Köln|Bonn")
    #expect(try read.word(.bridgeName, "CF", .backward) == "Brücke")
    #expect(try read.word(.exitNumber, "EFG", .backward) == "7")
    #expect(try read.word(.exitNumber, "EFG", .forward) == nil)
    #expect(try read.word(.exitNumber, of: "C") == "5")
    #expect(try read.word(.exitName, of: "C") == "Kreuz")
    #expect(try read.word(.destination, of: "C") == "Bonn")
    #expect(try read.word(.exitNumber, of: "D") == "6")
    #expect(try read.word(.exitNumber, of: "B") == nil)
  }

  @Test("names in other languages are kept only if they are asked for")
  func noLanguages() async throws {
    let read = try await Self.reader(Self.town)
    #expect(read.map.languages.isEmpty)
    #expect(try read.word(.name(inLanguage: 0), "ABC", .forward) == nil)
    #expect(try read.word(.turnLanes, "ABC", .forward) == "left|through")
  }

  @Test("signs that are relations give their words to the way that they point to")
  func signs() async throws {
    func sign(_ tags: String, _ members: [(String, String)]) -> AsciiMap.Relation {
      AsciiMap.Relation(members, AsciiMap.Tags("type=destination_sign " + tags))
    }
    let read = try await Self.reader(
      AsciiMap(
        """
        A---B---C
            |
        D---E---F
        """,
        ways: [
          "AB": "highway=primary", "BC": "highway=primary destination:forward=Own",
          "EB": "highway=primary", "DE": "highway=primary oneway=yes", "EF": "highway=primary",
        ],
        relations: [
          // From AB into EB, against its direction.
          sign("destination=Köln", [("from", "AB"), ("intersection", "B"), ("to", "EB")]),
          sign("destination=Bonn;Köln colour=red", [("from", "AB"), ("to", "EB")]),
          sign("destination=Other destination:ref=B~7", [("intersection", "B"), ("to", "BC")]),
          sign("destination=Other", [("intersection", "B"), ("to", "BC")]),
          sign("destination=Aachen", [("to", "DE")]),
          sign("destination=Nowhere", [("to", "EF")]),
          sign("destination=Nowhere", [("to", "??")]), sign("distance=3", [("to", "EF")]),
        ]))
    // Seen from AB only, and by nobody else.
    let from = try read.roads.drawing.way("AB")
    #expect(try read.word(.destinationFromWay, "EB", .backward) == "\(from)=Köln;Bonn")
    #expect(try read.word(.destination, "EB", .backward) == nil)
    #expect(try read.word(.destinationFromWay, "EB", .forward) == nil)
    #expect(try read.word(.destination, "BC", .forward) == "Own")
    #expect(try read.word(.destinationRef, "BC", .forward) == "B 7")
    #expect(try read.word(.destination, "DE", .forward) == "Aachen")
    #expect(try read.word(.destination, "EF", .forward) == nil)
    #expect(read.roads.report.usedDestinationSigns == 4)
    #expect(
      read.roads.report.refusedDestinationSigns == [
        "way has tags of its own": 1, "direction unknown": 1, "way missing": 1,
        "nothing on it": 1,
      ])
  }

  @Test("signs and lights count for those who meet them")
  func approaches() async throws {
    let read = try await Self.reader(
      AsciiMap(
        """
        A--s---t----C----r--D
                    |
                    g
                    |
        E--l--b-----F--x----G
        """,
        ways: [
          "AstC": "highway=primary", "CrD": "highway=primary", "CgF": "highway=residential",
          "ElbF": "highway=primary oneway=yes", "FxG": "highway=primary",
        ],
        nodes: [
          "s": "highway=stop direction=backward", "t": "highway=give_way",
          "r": "railway=level_crossing", "g": "highway=stop", "b": "barrier=border_control",
          "l": "highway=traffic_signals traffic_signals:direction=forward",
          "C": "highway=stop direction=forward", "F": "highway=stop stop=all",
          "x": "highway=traffic_signals",
        ]))
    #expect(
      try read.approaches()
        == [
          // A stop sign against the way; a give-way sign near C.
          "AC 1 2 <", "AC 2 3 >",
          // Midway counts for the beginning; all stop at F.
          "CF 1 2 <", "CF 2 2 >",
          // The crossing with rails is a junction, met from both sides.
          "?D 0 5 <", "C? 1 5 >",
          // Lights for one direction, on a one-way road; a border; all stop.
          "E? 1 1 >", "?F 1 4 >", "?F 2 2 >",
          "F? 0 2 <",
        ].sorted())
  }

  @Test("a map without any of it is what it was")
  func plain() async throws {
    let read = try await Self.reader(
      AsciiMap(
        "A---B---C",
        ways: ["AB": "highway=primary lanes=2", "BC": "highway=motorway lanes=2 name:de=X"],
        nodes: ["B": "highway=traffic_signals"]))
    let layout = try read.map.tile(0).layout
    #expect(layout.wordCount + layout.junctionWordCount + layout.approachCount == 0)
  }
}
