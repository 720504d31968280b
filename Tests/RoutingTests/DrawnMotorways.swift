import RoadModel
import TestSupport

extension DrawnManeuver {
  private static let motorway: AsciiMap.Tags = "highway=motorway oneway=yes ref=A~1"
  private static let ramp: AsciiMap.Tags = "highway=motorway_link oneway=yes"

  /// Motorways and their ramps.
  static let motorways: [DrawnManeuver] = [
    DrawnManeuver(
      name: "exits to either side, and the motorway itself",
      drawing: """
                      L---M

        A-------B---------C

                      D---E
        """,
      ways: [
        ("ABC", motorway), ("BD", ramp), ("DE", "highway=primary name=South"), ("BL", ramp),
        ("LM", "highway=primary name=North"),
      ],
      trips: [
        "AC": [], "AE": ["offRamp slightRight", "newName straight South"],
        "AM": ["offRamp slightLeft", "newName straight North"],
      ]),
    DrawnManeuver(
      name: "a ramp straight ahead of a motorway that bends leaves it to a side",
      drawing: """
        A-------B---------D


                      C
        """,
      ways: [("ABC", motorway), ("BD", ramp)],
      trips: ["AD": ["offRamp slightLeft"]]),
    DrawnManeuver(
      name: "from the right one merges to the left, from the left to the right",
      drawing: """
          F



        M-------------D---------K-------N



          B-----C
        """,
      ways: [
        ("MDKN", motorway), ("BC", "highway=primary name=South"), ("BD", ramp),
        ("FK", ramp),
      ],
      trips: ["BN": ["merge slightLeft A 1"], "FN": ["merge slightRight A 1"]]),
    DrawnManeuver(
      name: "a ramp off a street is told with its side",
      drawing: """
        A-----B-----C


                  D
        """,
      ways: [("ABC", "highway=primary name=South"), ("BD", ramp)],
      trips: ["AD": ["onRamp slightRight"]]),
    onto("", ["onRamp slightRight A 1", "merge slightRight A 1"]),
    onto(" destination=Ulm", ["onRamp slightRight A 1", "merge slightRight A 1"]),
    onto(" destination:ref=A~9", ["onRamp slightRight", "merge slightRight A 1"]),
    onto(" name=Ramp", ["onRamp slightRight Ramp", "merge slightRight A 1"]),
    onto(
      "", from: "highway=motorway oneway=yes ref=A~2",
      ["offRamp slightRight A 1", "merge slightRight A 1"]),
    DrawnManeuver(
      name: "equal ramps part in a fork, and join without a word",
      drawing: """
                  C           K
                                    L-----M
        A---B
                              H
                  D
        """,
      ways: [
        ("AB", ramp), ("BC", ramp), ("BD", ramp), ("KL", ramp), ("HL", ramp), ("LM", ramp),
      ],
      trips: ["AC": ["fork slightLeft"], "AD": ["fork slightRight"], "KM": [], "HM": []]),
    DrawnManeuver(
      name: "a motorway parts into two",
      drawing: """
                      C

        A-------B

                      D
        """,
      ways: [
        ("AB", motorway), ("BC", "highway=motorway oneway=yes ref=A~2"),
        ("BD", "highway=motorway oneway=yes ref=A~3"),
      ],
      trips: ["AC": ["fork slightLeft A 2"], "AD": ["fork slightRight A 3"]]),
  ]

  /// A ramp from a street or another motorway to a motorway, with further tags.
  private static func onto(
    _ tags: String, from road: AsciiMap.Tags = "highway=primary name=West", _ expected: [String]
  ) -> DrawnManeuver {
    DrawnManeuver(
      name: "a ramp with\(tags) has its own name or that of the motorway that it leads to",
      drawing: """
        W-----d-----Q

                  c

        M-----------m-----------E
        """,
      ways: [
        ("WdQ", road), ("MmE", motorway),
        ("dcm", AsciiMap.Tags("highway=motorway_link oneway=yes\(tags)")),
      ],
      trips: ["WE": expected])
  }

  private static let ring = """
            N
            |
            a
          /   \\
    W---d       b---E
          \\   /
            c
            |
            S
    """

  private static func arms(_ east: AsciiMap.Tags) -> [(String, AsciiMap.Tags)] {
    [
      ("Na", "highway=secondary name=North"), ("Wd", "highway=secondary name=West"),
      ("Sc", "highway=secondary name=South"), ("Eb", east),
    ]
  }

  /// A ring with two roads at one of its junctions.
  private static let twin = """
        A       B
          \\   /
            a
          /   \\
    W---d       b---E
          \\   /
            c
            |
            S
    """

  private static let twinArms: [(String, AsciiMap.Tags)] =
    arms(east).filter { $0.0 != "Na" }
    + [("Aa", "highway=secondary name=Left"), ("Ba", "highway=secondary name=Right")]

  private static let east: AsciiMap.Tags = "highway=secondary name=East"

  /// Roundabouts and rotaries.
  static let rings: [DrawnManeuver] = [
    DrawnManeuver(
      name: "exits of a roundabout are counted", drawing: ring, metres: 15,
      ways: [("adcba", "highway=secondary junction=roundabout")] + arms(east),
      trips: [
        "SE": ["roundabout right 1 East", "exitRoundabout slightRight 1 East"],
        "SN": ["roundabout right 2 North", "exitRoundabout right 2 North"],
        "SW": ["roundabout right 3 West", "exitRoundabout slightRight 3 West"],
      ]),
    DrawnManeuver(
      name: "a service road is no exit", drawing: ring, metres: 15,
      ways: [("adcba", "highway=secondary junction=roundabout")] + arms("highway=service"),
      trips: ["SN": ["roundabout right 1 North", "exitRoundabout right 1 North"]]),
    DrawnManeuver(
      name: "a road that only leads in is no exit", drawing: ring, metres: 15,
      ways: [("adcba", "highway=secondary junction=roundabout")]
        + arms("highway=secondary name=East oneway=yes"),
      trips: ["SN": ["roundabout right 1 North", "exitRoundabout right 1 North"]]),
    DrawnManeuver(
      name: "a road onto which bicycles must be pushed is not an exit", drawing: ring, metres: 15,
      ways: [("adcba", "highway=secondary junction=roundabout")]
        + arms("highway=secondary name=East oneway=yes"),
      vehicle: Vehicle(.bicycle),
      trips: ["SN": ["roundabout right 1 North", "exitRoundabout right 1 North"]]),
    DrawnManeuver(
      name: "the exit beside the entry from a dual carriageway is the last, not the first",
      drawing: """
                N
                |
                a
              /   \\
        W---d       b---E
              \\   /
                c
              /   \\
            G       F
        """,
      metres: 15,
      ways: arms(east).filter { $0.0 != "Sc" }
        + [
          ("adcba", "highway=secondary junction=roundabout"),
          ("Fc", "highway=secondary name=South oneway=yes"),
          ("cG", "highway=secondary name=South oneway=yes"),
        ],
      trips: [
        "FE": ["roundabout sharpRight 1 East", "exitRoundabout slightRight 1 East"],
        "FN": ["roundabout sharpRight 2 North", "exitRoundabout right 2 North"],
        "FG": ["roundabout sharpRight 4 South", "exitRoundabout sharpRight 4 South"],
      ]),
    DrawnManeuver(
      name: "the next exit at the junction of the entry is taken without driving on the ring",
      drawing: twin, metres: 15,
      ways: twinArms + [("adcba", "highway=secondary junction=roundabout")],
      trips: ["BA": ["exitRoundabout right 1 Left"]]),
    DrawnManeuver(
      name: "so it is by bicycle", drawing: twin, metres: 15,
      ways: twinArms + [("adcba", "highway=secondary junction=roundabout")],
      vehicle: Vehicle(.bicycle), trips: ["BA": ["exitRoundabout right 1 Left"]]),
    DrawnManeuver(
      name: "and on a ring that is driven clockwise", drawing: twin, metres: 15,
      ways: twinArms + [("abcda", "highway=secondary junction=roundabout")],
      trips: ["AB": ["exitRoundabout left 1 Right"]]),
    DrawnManeuver(
      name: "a ring with a name of its own is a rotary", drawing: ring, metres: 15,
      ways: [("adcba", "highway=secondary junction=roundabout name=Circle")] + arms(east),
      trips: ["SE": ["rotary right 1 Circle", "exitRotary slightRight 1 Circle"]]),
    DrawnManeuver(
      name: "a small ring is a turn", drawing: ring, metres: 4,
      ways: [("adcba", "highway=secondary junction=roundabout")] + arms(east),
      trips: [
        "SE": ["roundaboutTurn right 1 East"], "SN": ["roundaboutTurn straight 2 North"],
        "SW": ["roundaboutTurn left 3 West"],
      ]),
    DrawnManeuver(
      name: "also if a street only leads in", drawing: ring, metres: 4,
      ways: [("adcba", "highway=secondary junction=roundabout")]
        + arms("highway=secondary name=East oneway=yes"),
      trips: ["SN": ["roundaboutTurn straight 1 North"], "SW": ["roundaboutTurn left 2 West"]]),
    DrawnManeuver(
      name: "and if a private drive begins there", drawing: ring, metres: 4,
      ways: [("adcba", "highway=secondary junction=roundabout")]
        + arms("highway=service access=private"),
      trips: ["SN": ["roundaboutTurn straight 1 North"], "SW": ["roundaboutTurn left 2 West"]]),
  ]
}
