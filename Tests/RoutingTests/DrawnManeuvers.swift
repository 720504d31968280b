import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// A map, a trip on it, and what the driver is told between its ends.
struct DrawnManeuver: Sendable, CustomTestStringConvertible {
  /// What it shows.
  var name: String
  var drawing: String
  var metres = 50.0
  var ways: [(String, AsciiMap.Tags)]
  var vehicle = Vehicle.car
  /// Trips by the letters of their ends, with the maneuvers: kind, direction, exit number, name of the road.
  var trips: [String: [String]]

  var testDescription: String { name }

  /// The maneuvers of a trip but the first and the last.
  func told(_ trip: String, on roads: AsciiRoads) async throws -> [String] {
    let ends = trip.map { String($0) }
    let route = try await roads.response(
      ends.map { try roads.waypoint($0) }, vehicle, RouteRequest.Options(steps: true))
    return route.sections[0].steps.dropFirst().dropLast().map { step in
      let maneuver = step.maneuver
      var words = ["\(maneuver.kind)"]
      if let direction = maneuver.direction { words.append("\(direction)") }
      if let exit = maneuver.exit { words.append("\(exit)") }
      if let road = step.rotaryName ?? step.roadName ?? step.roadNumber { words.append(road) }
      return words.joined(separator: " ")
    }
  }
}

/// Every type of maneuver, and the silence where nothing is to be said, on maps that are drawn.
@Suite struct DrawnManeuverTests {
  @Test(
    "the driver is told what the junction asks for",
    arguments: DrawnManeuver.turns + DrawnManeuver.forks + DrawnManeuver.motorways
      + DrawnManeuver.rings + DrawnManeuver.joined + DrawnManeuver.hairpins
      + DrawnManeuver.silence)
  func told(_ item: DrawnManeuver) async throws {
    let roads = try await AsciiMap(item.drawing, metresPerCell: item.metres, ways: item.ways)
      .build()
    for (trip, expected) in item.trips {
      let told = try await item.told(trip, on: roads)
      #expect(told == expected, "\(trip)")
    }
  }
}

/// Where a maneuver of several junctions is told.
@Suite struct ManeuverPlaceTests {
  @Test("a turn into the farther carriageway of a divided road begins at the nearer one")
  func across() async throws {
    let roads = try await AsciiMap(
      """
                  N



      C-----------p-----------D
      E-----------q-----------F



                  S
      """, metresPerCell: 15,
      ways: [
        ("DpC", "highway=primary oneway=yes name=Broad"),
        ("EqF", "highway=primary oneway=yes name=Broad"), ("SqpN", "highway=residential name=Side"),
      ]
    ).build()
    for (end, letter) in [("C", "q"), ("F", "q")] {
      let route = try await roads.response(
        [try roads.waypoint("S"), try roads.waypoint(end)], .car, RouteRequest.Options(steps: true))
      let steps = route.sections[0].steps
      #expect(steps.count == 3)
      let place = try roads.drawing.place(letter)
      #expect(steps.dropFirst().first?.maneuver.position == place, "to \(end)")
    }
  }
}

extension DrawnManeuver {
  /// Turns by their angle, and by what else the junction offers.
  static let turns: [DrawnManeuver] = [
    DrawnManeuver(
      name: "left, right and nothing straight on at a crossing",
      drawing: """
            C
            |
        A---B---D
            |
            E
        """,
      ways: [
        ("ABD", "highway=residential name=Main"), ("CBE", "highway=residential name=Side"),
      ],
      trips: ["AC": ["turn left Side"], "AE": ["turn right Side"], "AD": []]),
    DrawnManeuver(
      name: "a bend of 34 degrees onto a through street is told, though there is no choice",
      drawing: """
           C



        A--------b



                       D
        """,
      metres: 20,
      ways: [
        ("Ab", "highway=residential name=Side"),
        ("CbD", "highway=residential name=Main oneway=yes"),
      ],
      trips: ["AD": ["turn slightRight Main"]]),
    DrawnManeuver(
      name: "a bend of 27 degrees onto a street is straight on, though a footpath crosses it",
      drawing: """
                C



        A---------------b F
                          p
                          G





                                        D
        """,
      metres: 20,
      ways: [
        ("Ab", "highway=residential name=Side"),
        ("CbpD", "highway=residential name=Main oneway=yes"), ("FpG", "highway=footway"),
      ],
      trips: ["AD": ["turn straight Main"]]),
    DrawnManeuver(
      name: "sharp and slight turns",
      drawing: """
        A-------B-------C

             D
                     E
        """,
      ways: [
        ("ABC", "highway=residential name=Main"), ("BD", "highway=residential name=Back"),
        ("BE", "highway=residential name=Fore"),
      ],
      trips: [
        "AD": ["turn sharpRight Back"], "AE": ["turn slightRight Fore"],
        "CD": ["turn slightLeft Back"], "CE": ["turn sharpLeft Fore"],
      ]),
    DrawnManeuver(
      name: "a road that ends at another, passed others before",
      drawing: """
            X   C
            |   |
        A---S---B
                |
                D
        """,
      ways: [
        ("ASB", "highway=residential name=Main"), ("CBD", "highway=residential name=Cross"),
        ("XS", "highway=residential name=Side"),
      ],
      trips: ["AC": ["endOfRoad left Cross"], "AD": ["endOfRoad right Cross"]]),
    DrawnManeuver(
      name: "a street that turns off under its name is stayed on",
      drawing: """
            C
            |
        A---B---D
        """,
      ways: [
        ("ABC", "highway=residential name=Main"), ("BD", "highway=residential name=Other"),
      ],
      trips: ["AC": ["staysOn left Main"]]),
    DrawnManeuver(
      name: "the only way that may be taken is a turn where it leaves the straight line",
      drawing: """
        A---B---C
            |
            D
        """,
      ways: [
        ("AB", "highway=residential name=Main"),
        ("CB", "highway=residential name=Other oneway=yes"),
        ("BD", "highway=residential name=Side"),
      ],
      trips: ["AD": ["turn right Side"]]),
    DrawnManeuver(
      name: "from a drive without a name onto a street",
      drawing: """
        C---B---D
            |
            A
        """,
      ways: [("AB", "highway=service"), ("CBD", "highway=residential name=Main")],
      trips: ["AC": ["turn left Main"], "AD": ["turn right Main"]]),
    DrawnManeuver(
      name: "two streets on one side have different words",
      drawing: """
        A-------B-------D



                  C
               E
        """,
      ways: [
        ("ABD", "highway=residential name=Main"), ("BC", "highway=residential name=First"),
        ("BE", "highway=residential name=Second"),
      ],
      trips: ["AC": ["turn slightRight First"], "AE": ["turn right Second"]]),
    DrawnManeuver(
      name: "another name straight on, where it lasts",
      drawing: """
            X       Y
            |       |
        A---B---C---D
        """,
      ways: [
        ("AB", "highway=residential name=Main"), ("BCD", "highway=residential name=New"),
        ("XB", "highway=residential name=Side"), ("YD", "highway=residential name=Last"),
      ],
      trips: ["AD": ["newName straight New"]]),
    DrawnManeuver(
      name: "a tunnel that begins behind its name is told, and so is the road after it",
      drawing: """
        A-------b-c---------d-------E
        """,
      metres: 25,
      ways: [
        ("Ab", "highway=trunk name=Main"), ("bc", "highway=trunk name=Tube"),
        ("cd", "highway=trunk name=Tube tunnel=yes"), ("dE", "highway=trunk name=Main"),
      ],
      trips: ["AE": ["newName straight Tube", "newName straight Main"]]),
    DrawnManeuver(
      name: "on and off a ferry",
      drawing: "A---B-----C---D",
      ways: [
        ("AB", "highway=residential name=Quay"), ("BC", "route=ferry name=Boat duration=00:10"),
        ("CD", "highway=residential name=Pier"),
      ],
      trips: ["AD": ["notification straight Boat", "notification straight Pier"]]),
    DrawnManeuver(
      name: "where ferries part or bend at sea, passengers do nothing",
      drawing: """
        A---B-----f-----C---D
                  |
                  |
                  E---G
        """,
      ways: [
        ("AB", "highway=residential name=Quay"), ("Bf", "route=ferry name=Boat duration=00:10"),
        ("fC", "route=ferry name=Boat duration=00:10"),
        ("fE", "route=ferry name=Boat duration=00:10"), ("CD", "highway=residential name=Pier"),
        ("EG", "highway=residential name=Jetty"),
      ],
      trips: [
        "AD": ["notification straight Boat", "notification straight Pier"],
        "AG": ["notification straight Boat", "notification left Jetty"],
      ]),
    DrawnManeuver(
      name: "off a ferry where there is a choice",
      drawing: """
                  N
                  |
        A---B-----C
                  |
                  S
        """,
      ways: [
        ("AB", "highway=residential name=Quay"), ("BC", "route=ferry name=Boat duration=00:10"),
        ("NCS", "highway=residential name=Pier"),
      ],
      trips: [
        "AN": ["notification straight Boat", "turn left Pier"],
        "AS": ["notification straight Boat", "turn right Pier"],
      ]),
  ]

  /// Forks.
  static let forks: [DrawnManeuver] = [
    DrawnManeuver(
      name: "a fork of two alike",
      drawing: """
                  C

        A---B

                  D
        """,
      ways: [
        ("AB", "highway=residential name=Main"), ("BC", "highway=residential name=Upper"),
        ("BD", "highway=residential name=Lower"),
      ],
      trips: ["AC": ["fork slightLeft Upper"], "AD": ["fork slightRight Lower"]]),
    DrawnManeuver(
      name: "a fork of three",
      drawing: """
                       C


        A---B

                       E




                      D
        """,
      ways: [
        ("AB", "highway=residential name=Main"), ("BC", "highway=residential name=Upper"),
        ("BD", "highway=residential name=Lower"), ("BE", "highway=residential name=Middle"),
      ],
      trips: [
        "AC": ["fork slightLeft Upper"], "AD": ["fork slightRight Lower"],
        "AE": ["fork straight Middle"],
      ]),
    DrawnManeuver(
      name: "a drive beside the road is no fork",
      drawing: """
                  C

        A---B

                  D
        """,
      ways: [
        ("ABC", "highway=residential name=Main"), ("BD", "highway=service"),
      ],
      trips: ["AC": []]),
  ]
}
