import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// A map with arrows on its lanes, and what is told of the lanes on a trip.
struct DrawnLanes: Sendable, CustomTestStringConvertible {
  /// What it shows.
  var name: String
  var drawing: String
  var metres = 10.0
  var ways: [(String, AsciiMap.Tags)]
  /// Trips by the letters of their ends, with the lanes before each junction that has some: its letter, then for each
  /// lane `*` if it is recommended, `+` if it is valid, else `-`.
  var trips: [String: [String]]

  var testDescription: String { name }

  /// The lanes of a trip, from junction to junction.
  func lanes(
    _ trip: String, on roads: AsciiRoads, for vehicle: Vehicle = .car
  ) async throws -> [String] {
    let ends = trip.map { String($0) }
    let section = try await roads.response(
      ends.map { try roads.waypoint($0) }, vehicle, RouteRequest.Options(steps: true)
    ).sections[0]
    let letters = try drawing.filter { $0.isLetter }.map {
      (letter: $0, place: try roads.drawing.place(String($0)))
    }
    return section.steps.flatMap(\.intersections).filter { !$0.lanes.isEmpty }.map { found in
      let place = section.polyline[found.point]
      let letter = letters.first { $0.place == place }.map { String($0.letter) } ?? "?"
      let marks = found.lanes.map { $0.isRecommended ? "*" : $0.isValid ? "+" : "-" }
      return letter + " " + marks.joined()
    }
  }
}

/// Which lanes lead where the route goes, by junctions that are drawn.
@Suite struct DrawnLaneTests {
  @Test(
    "lanes are told as they lead",
    arguments: DrawnLanes.junctions + DrawnLanes.tagging + DrawnLanes.lasting)
  func told(_ item: DrawnLanes) async throws {
    let roads = try await AsciiMap(item.drawing, metresPerCell: item.metres, ways: item.ways)
      .build()
    for (trip, expected) in item.trips {
      let told = try await item.lanes(trip, on: roads)
      #expect(told == expected, "\(trip)")
    }
  }

  @Test("arrows on the carriageway are not for people on foot, but for bicycles")
  func onFoot() async throws {
    let item = try #require(DrawnLanes.junctions.first)
    let roads = try await AsciiMap(item.drawing, metresPerCell: item.metres, ways: item.ways)
      .build()
    for trip in item.trips.keys {
      #expect(try await item.lanes(trip, on: roads, for: Vehicle(.foot)).isEmpty)
      #expect(try await !item.lanes(trip, on: roads, for: Vehicle(.bicycle)).isEmpty)
    }
  }
}

extension DrawnLanes {
  private static let crossing = """
                  N



      A-----------b-----------E



                  S
    """

  private static func crossing(_ name: String, _ lanes: String, _ trips: [String: String])
    -> DrawnLanes
  {
    DrawnLanes(
      name: name, drawing: crossing,
      ways: [
        ("Ab", AsciiMap.Tags("highway=primary oneway=yes turn:lanes=\(lanes)")),
        ("bE", "highway=primary"), ("NbS", "highway=primary name=Side"),
      ],
      trips: trips.mapValues { ["b " + $0] })
  }

  /// What arrows mean at one junction.
  static let junctions: [DrawnLanes] = [
    crossing(
      "each arrow leads to the road on its side", "left|through|right",
      ["AN": "*--", "AE": "-*-", "AS": "--*"]),
    crossing(
      "a lane with two arrows leads to both roads", "left;through|through;right",
      ["AN": "*-", "AE": "**", "AS": "-*"]),
    crossing(
      "a lane without arrows leads straight on", "left||right", ["AN": "*--", "AE": "-*-"]),
    crossing(
      "a lane that must merge leads straight on, but one that lasts is better",
      "left|through|merge_to_left|right", ["AE": "-*+-", "AS": "---*"]),
    DrawnLanes(
      name: "a sharp arrow is for the sharp turn",
      drawing: """
          L       N



        A---------b-----------E
        """,
      ways: [
        ("Ab", "highway=primary oneway=yes turn:lanes=sharp_left|left|through"),
        ("bE", "highway=primary"), ("bL", "highway=primary name=Back"),
        ("bN", "highway=primary name=Side"),
      ],
      trips: ["AL": ["b *--"], "AN": ["b -*-"], "AE": ["b --*"]]),
    DrawnLanes(
      name: "a road that may not be entered has no arrow",
      drawing: crossing,
      ways: [
        ("Ab", "highway=primary oneway=yes turn:lanes=left|right"),
        ("Eb", "highway=primary oneway=yes"), ("Nb", "highway=primary oneway=yes"),
        ("bS", "highway=primary"),
      ],
      // Of the roads only that to the south is left: both arrows are for it.
      trips: ["AS": ["b +*"]]),
    DrawnLanes(
      name: "of two roads to one side each has its arrow",
      drawing: """
        A-----------b-----------E


                            F

                    S
        """,
      ways: [
        ("Ab", "highway=primary oneway=yes turn:lanes=through|slight_right|right"),
        ("bE", "highway=primary"), ("bF", "highway=primary"), ("bS", "highway=primary"),
      ],
      trips: ["AE": ["b *--"], "AF": ["b -*-"], "AS": ["b --*"]]),
    DrawnLanes(
      name: "a lane to turn round is for that alone",
      drawing: """
        C-----------p-----------D
        A-----------q-----------E
        """,
      ways: [
        ("DpC", "highway=primary oneway=yes name=Broad"),
        ("Aq", "highway=primary oneway=yes name=Broad turn:lanes=reverse|through|through"),
        ("qE", "highway=primary oneway=yes name=Broad"), ("qp", "highway=primary_link oneway=yes"),
      ],
      trips: ["AE": ["q -**"], "AC": ["q *--"]]),
  ]

  /// What the tags may say.
  static let tagging: [DrawnLanes] = [
    DrawnLanes(
      name: "each direction has its own lanes",
      drawing: """
              N

        A-----b-----E-----F
        """,
      ways: [
        ("Ab", "highway=primary lanes=4 turn:lanes:forward=left|through"),
        ("bE", "highway=primary lanes=4 turn:lanes:backward=through|right"),
        ("EF", "highway=primary"), ("bN", "highway=primary name=Side"),
      ],
      trips: ["AN": ["b *-"], "FN": ["b -*"], "FA": ["b *-"]]),
    DrawnLanes(
      name: "a lane for buses is never recommended",
      drawing: crossing,
      ways: [
        (
          "Ab",
          """
          highway=primary oneway=yes turn:lanes=left|through|through \
          access:lanes=yes|yes|no bus:lanes=yes|yes|designated
          """
        ),
        ("bE", "highway=primary"), ("NbS", "highway=primary name=Side"),
      ],
      trips: ["AE": ["b -*-"]]),
    DrawnLanes(
      name:
        "arrows are for the end of their way, and tell nothing where a street along it is passed",
      drawing: """
              X       N

        A-----c-------b-------E
        """,
      ways: [
        ("Acb", "highway=primary oneway=yes turn:lanes=left|through"), ("bE", "highway=primary"),
        ("cX", "highway=residential"), ("bN", "highway=primary name=Side"),
      ],
      trips: ["AE": ["b -*"], "AN": ["b *-"]]),
    DrawnLanes(
      name: "arrows that lead nowhere that the route goes are not told",
      drawing: crossing,
      ways: [
        (
          "Ab",
          "highway=primary oneway=yes turn:lanes=through|through access:lanes=no|no"
        ),
        ("bE", "highway=primary"), ("NbS", "highway=primary name=Side"),
      ],
      trips: ["AE": []]),
  ]

  private static func grid(
    _ name: String, metres: Double = 6, first: String, second: String, trips: [String: [String]]
  ) -> DrawnLanes {
    DrawnLanes(
      name: name,
      drawing: """
              D      N
              |      |
        A-----b---c--f-------E
              |      |
              S      R
        """,
      metres: metres,
      ways: [
        ("Ab", AsciiMap.Tags("highway=primary oneway=yes turn:lanes=\(first)")),
        ("bcf", AsciiMap.Tags("highway=primary oneway=yes turn:lanes=\(second)")),
        ("fE", "highway=primary"), ("Nf", "highway=primary name=Side"),
        ("fR", "highway=primary name=Side"), ("bD", "highway=residential name=Lane"),
        ("Sb", "highway=residential oneway=yes name=Yard"),
      ],
      trips: trips)
  }

  /// What the lanes of one junction have to do with the next.
  static let lasting: [DrawnLanes] = [
    DrawnLanes(
      name: "the lane of a slight turn is recommended at the junction before it, too",
      drawing: """
                N
            C   |




                p
                |
                |
            W---q---E
                |
                |
                S
        """,
      ways: [
        ("Sq", "highway=primary oneway=yes turn:lanes=left|through|through"),
        ("qp", "highway=primary oneway=yes turn:lanes=left|through|through"),
        ("pN", "highway=primary oneway=yes name=Main"),
        ("pC", "highway=secondary oneway=yes name=Side"),
        ("Wq", "highway=residential oneway=yes"), ("Eq", "highway=residential oneway=yes"),
      ],
      trips: ["SC": ["q *++", "p *--"], "SN": ["q +**", "p -**"]]),
    grid(
      "the same lanes lead through a small junction: its street is not what the arrow is for",
      first: "left|through", second: "left|through",
      trips: ["AN": ["b *-", "f *-"], "AE": ["b -*", "f -*"], "AD": ["b *-"]]),
    DrawnLanes(
      name: "arrows for a junction close behind a street are not for the street",
      drawing: """
                  N
                  |
        A-----b---f
              |   |
              D   R
        """,
      ways: [
        ("Ab", "highway=secondary oneway=yes turn:lanes=left|right"),
        ("bf", "highway=secondary oneway=yes turn:lanes=left|right"),
        ("NfR", "highway=primary name=Main"), ("bD", "highway=residential"),
      ],
      trips: ["AR": ["b -*", "f -*"], "AN": ["b *-", "f *-"]]),
    grid(
      "other arrows are other lanes", first: "left|through", second: "left|left|through",
      trips: ["AN": ["b -*", "f **-"]]),
    grid(
      "junctions with room between them have lanes of their own: none leads on at the first",
      metres: 7,
      first: "left|through", second: "left|through",
      trips: ["AN": ["b -*", "f *-"], "AE": ["b -*", "f -*"]]),
    grid(
      "lanes may be changed between junctions further apart", metres: 10, first: "left|through",
      second: "left|through", trips: ["AN": ["b -*", "f *-"]]),
    DrawnLanes(
      name: "the arrows are those before a crossing on foot a few metres before the junction",
      drawing: """
                  N
                  |
        A-----b---f-----E
                  |
                  S
        """,
      ways: [
        ("Ab", "highway=secondary name=Main oneway=yes turn:lanes=left|through|right"),
        ("bf", "highway=secondary name=Main oneway=yes"), ("fE", "highway=secondary name=Main"),
        ("NfS", "highway=secondary name=Side"),
      ],
      trips: ["AN": ["f *--"], "AS": ["f --*"], "AE": ["f -*-"]]),
    DrawnLanes(
      name: "and those before a one-way street that comes in, where all lanes lead on",
      drawing: """
              I   N
              |   |
        A-----b---f-----E
        """,
      ways: [
        ("Ab", "highway=secondary name=Main oneway=yes turn:lanes=left|through"),
        ("bf", "highway=secondary name=Main oneway=yes"), ("fE", "highway=secondary name=Main"),
        ("Ib", "highway=secondary name=In oneway=yes"), ("Nf", "highway=secondary name=Side"),
      ],
      trips: ["AN": ["b *+", "f *-"], "AE": ["b +*", "f -*"]]),
    DrawnLanes(
      name: "the same arrows round a corner are other lanes",
      drawing: """
              E
              |
              f---G
              |
              |
        A-----b-----D
        """,
      ways: [
        ("Ab", "highway=primary oneway=yes turn:lanes=left|right"),
        ("bf", "highway=primary oneway=yes name=Side turn:lanes=left|right"),
        ("bD", "highway=primary name=Main"), ("fE", "highway=primary name=Side"),
        ("fG", "highway=primary name=Last"),
      ],
      trips: ["AG": ["b *-", "f -*"]]),
    DrawnLanes(
      name: "of three lanes to the right those suit that lead on into the lanes of the next turn",
      drawing: """
        A-----b-----X
              |
              |
              |
              |
              |
              |
              c-----D
              |
              |
              Y
        """,
      ways: [
        ("Ab", "highway=primary oneway=yes name=Main turn:lanes=through|right|right|right"),
        ("bX", "highway=primary name=Main"),
        ("bc", "highway=primary oneway=yes name=Side turn:lanes=left|left|through"),
        ("cD", "highway=primary name=Last"), ("cY", "highway=primary name=Side"),
      ],
      trips: ["AD": ["b -**+", "c **-"], "AY": ["b -++*", "c --*"]]),
    DrawnLanes(
      name: "of two lanes to the left the right one suits a right turn behind it",
      drawing: """
              H
              |
              f-------G
              |
              |
              |
              |
        A-----b-----D
        """,
      ways: [
        ("Ab", "highway=primary oneway=yes turn:lanes=left|left|through"),
        ("bfH", "highway=primary name=Side"), ("bD", "highway=primary name=Main"),
        ("fG", "highway=primary name=Last"),
      ],
      trips: ["AG": ["b +*-"], "AH": ["b **-"]]),
  ]
}
