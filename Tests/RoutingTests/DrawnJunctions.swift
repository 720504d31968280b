import RoadModel
import TestSupport

extension DrawnManeuver {
  private static let broad = "highway=primary oneway=yes name=Broad"

  /// Complex junctions, which are one maneuver.
  static let joined: [DrawnManeuver] = [
    DrawnManeuver(
      name: "a divided road is crossed and turned into at once, and one may turn round on it",
      drawing: """
                    N



        C-----------p-----------D
        E-----------q-----------F



                    S
        """,
      metres: 15,
      ways: [
        ("DpC", AsciiMap.Tags(broad)), ("EqF", AsciiMap.Tags(broad)),
        ("SqpN", "highway=residential name=Side"),
      ],
      trips: [
        "SC": ["turn left Broad"], "SF": ["turn right Broad"], "SN": [],
        "EC": ["staysOn uTurn Broad"], "EN": ["turn left Side"],
      ]),
    DrawnManeuver(
      name: "a road that is mapped twice has no fork where a drive meets only one of the copies",
      drawing: """
        A-----b-----x-----c-----D
                    |
                    S
        """,
      metres: 10,
      ways: [
        ("bcD", "highway=secondary oneway=yes name=Main"),
        ("AbxcD", "highway=secondary oneway=yes name=Main"), ("xS", "highway=service"),
      ],
      trips: ["AD": []]),
    DrawnManeuver(
      name: "one turns round on a divided road without a name, too",
      drawing: """
        C-----------p-----------D
        E-----------q-----------F
        """,
      metres: 15,
      ways: [
        ("DpC", "highway=primary oneway=yes"), ("EqF", "highway=primary oneway=yes"),
        ("qp", "highway=service"),
      ],
      trips: ["EC": ["staysOn uTurn"]]),
    DrawnManeuver(
      name: "a turn right behind a corner is told as it is seen there",
      drawing: """
                    C




                    J-----------T

        A-----------B
        """,
      metres: 10,
      ways: [
        ("AB", "highway=residential name=First"), ("BJC", "highway=residential name=Second"),
        ("JT", "highway=residential name=Third"),
      ],
      trips: ["AT": ["turn right Third"]]),
    DrawnManeuver(
      name: "a slip road that cuts a corner is one turn",
      drawing: """
                    N


        A---B-------c-------D


                    d


                    S
        """,
      metres: 12,
      ways: [
        ("ABcD", "highway=primary name=Main"), ("NcdS", "highway=secondary name=Side oneway=yes"),
        ("Bd", "highway=primary_link oneway=yes"),
      ],
      trips: ["AS": ["turn right Side"], "AD": []]),
    DrawnManeuver(
      name: "so is one for a bicycle, which may be pushed against it",
      drawing: """
                       N





        A---------B----c---------D

                     h


                       d





                       S
        """,
      metres: 10,
      ways: [
        ("ABcD", "highway=primary name=Main"), ("NcdS", "highway=secondary name=Side"),
        ("Bhd", "highway=primary_link oneway=yes"),
      ],
      vehicle: Vehicle(.bicycle), trips: ["AS": ["turn right Side"], "AD": []]),
    DrawnManeuver(
      name: "so is one of a trunk road at a crossing: it is not a ramp",
      drawing: """
                    N


        A---B-------c-------D
                  h




                    d


                    S
        """,
      metres: 10,
      ways: [
        ("AB", "highway=trunk name=Main"), ("Bc", "highway=trunk name=Main maxspeed=10"),
        ("cD", "highway=trunk name=Main"), ("NcdS", "highway=secondary name=Side oneway=yes"),
        ("Bhd", "highway=trunk_link oneway=yes"),
      ],
      trips: ["AS": ["turn right Side"], "Ah": ["turn slightRight"], "AD": []]),
    DrawnManeuver(
      name: "a link that leads to a street elsewhere is left by a turn of its own",
      drawing: """
        A---B-------c-------D
                    |
                    |
                    X

                       d---------T


                       S
        """,
      metres: 20,
      ways: [
        ("ABcD", "highway=primary name=Main"), ("cX", "highway=secondary name=Near"),
        ("dS", "highway=secondary name=Side"), ("Td", "highway=secondary name=Side"),
        ("Bd", "highway=primary_link oneway=yes"),
      ],
      trips: ["AS": ["turn slightRight", "turn right Side"]]),
  ]

  /// A road that parts into its carriageways, one of which a bicycle may only be pushed along.
  private static func parting(_ vehicle: Vehicle) -> DrawnManeuver {
    DrawnManeuver(
      name: "a road parts into its carriageways before a \(vehicle.mode)",
      drawing: """
                        c---------------------D

        A-----------b

                        e---------------------F
        """,
      metres: 3,
      ways: [
        ("Ab", "highway=secondary name=Main"),
        ("Dcb", "highway=secondary oneway=yes name=Main"),
        ("beF", "highway=secondary oneway=yes name=Main"),
      ],
      vehicle: vehicle, trips: ["AF": []])
  }

  /// Where nothing is said.
  static let silence: [DrawnManeuver] = [
    parting(.car), parting(Vehicle(.bicycle)),
    DrawnManeuver(
      name: "a name for a few metres is not told",
      drawing: """
            X Y     Z
            | |     |
        A---B-C-----D
        """,
      metres: 30,
      ways: [
        ("AB", "highway=residential name=Main"), ("BC", "highway=residential name=Short"),
        ("CD", "highway=residential name=Long"), ("XB", "highway=residential name=Side"),
        ("YC", "highway=residential name=Side~2"), ("ZD", "highway=residential name=Side~3"),
      ],
      trips: ["AD": ["newName straight Long"]]),
    DrawnManeuver(
      name: "nor is one on which the same lanes go on to the next junction",
      drawing: """
        A-----------b---c-----D
                        |
                        S
        """,
      metres: 12,
      ways: [
        ("Ab", "highway=primary oneway=yes name=Long turn:lanes=through|right"),
        ("bc", "highway=primary oneway=yes name=Short turn:lanes=through|right"),
        ("cD", "highway=primary oneway=yes name=Short"), ("cS", "highway=residential name=Side"),
      ],
      trips: ["AS": ["turn right Side"]]),
    DrawnManeuver(
      name: "a bridge with its own name, and a number that changes",
      drawing: "A-----B-----C-----D-----E",
      ways: [
        ("AB", "highway=primary name=Main ref=7"),
        ("BC", "highway=primary name=Old~Bridge bridge=yes ref=7"),
        ("CD", "highway=primary name=Main ref=7"), ("DE", "highway=primary name=Main ref=9"),
      ],
      trips: ["AE": []]),
    DrawnManeuver(
      name: "the same name in another form",
      drawing: """
              X
              |
        A-----B-----C
        """,
      ways: [
        ("AB", "highway=primary name=Main~Street"),
        ("BC", "highway=primary name=Main~Street~North"),
        ("XB", "highway=residential name=Side"),
      ],
      trips: ["AC": []]),
    DrawnManeuver(
      name: "a name of which only the direction changes",
      drawing: """
              X
              |
        A-----B-----C
        """,
      ways: [
        ("AB", "highway=primary name=West~Main~Street"),
        ("BC", "highway=primary name=East~Main~Street"),
        ("XB", "highway=residential name=Side"),
      ],
      trips: ["AC": []]),
    DrawnManeuver(
      name: "a switchback of one road, also past a drive",
      drawing: """
        A-----------B---S

              C-----D
                    |
              F-----E
        """,
      metres: 20,
      ways: [
        ("ABCDEF", "highway=tertiary name=Pass"), ("BS", "highway=service"),
      ],
      trips: ["AF": []]),
  ]
}
