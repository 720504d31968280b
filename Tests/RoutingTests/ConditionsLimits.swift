import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Limits of size and weight that hold at times, or not for those who end there.
@Suite struct ConditionsLimits {
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: AsciiMap.Tags
    var vehicle: [LimitKind: UInt32]
    var open: [String]
    var closed: [String]
    init(
      _ tags: AsciiMap.Tags, _ vehicle: [LimitKind: UInt32], open: [String] = [],
      closed: [String] = []
    ) {
      self.tags = tags
      self.vehicle = vehicle
      self.open = open
      self.closed = closed
    }
    var testDescription: String {
      "\(tags.line): \(vehicle.map { "\($0.key) \($0.value)" }.sorted())"
    }
  }

  static let nightly: AsciiMap.Tags = ["maxweight:conditional": "7.5 @ (22:00-06:00)"]
  static let looser: AsciiMap.Tags = [
    "maxheight": "3.8", "maxheight:conditional": "4.2 @ (Sa,Su)",
  ]
  static let stricter: AsciiMap.Tags = [
    "maxweight": "20", "maxweight:conditional": "7.5 @ (22:00-06:00)",
  ]

  static let timed = [
    Case(nightly, [.weight: 12_000], open: ["Mo 12:00"], closed: ["Mo 23:00", "Mo 05:00"]),
    Case(nightly, [.weight: 7_500], open: ["Mo 12:00", "Mo 23:00"]),
    Case(nightly, [.weight: 7_501], closed: ["Mo 23:00"]),
    Case(nightly, [:], open: ["Mo 23:00"]),
    Case(nightly, [.weightRating: 40_000], open: ["Mo 23:00"]),
    Case(stricter, [.weight: 12_000], open: ["Mo 12:00"], closed: ["Mo 23:00"]),
    Case(stricter, [.weight: 21_000], closed: ["Mo 12:00", "Mo 23:00"]),
    Case(looser, [.height: 4_000], open: ["Sa 12:00"], closed: ["Mo 12:00"]),
    Case(looser, [.height: 4_200], open: ["Sa 12:00"]),
    Case(looser, [.height: 4_201], closed: ["Sa 12:00", "Mo 12:00"]),
    Case(looser, [.height: 3_800], open: ["Mo 12:00"]),
    Case(
      ["maxweight": "7.5", "maxweight:conditional": "none @ (06:00-22:00)"], [.weight: 40_000],
      open: ["Mo 12:00"], closed: ["Mo 23:00"]),
    Case(
      ["maxlength:conditional": "12 @ (Mo-Fr 07:00-09:00,16:00-18:00)"], [.length: 16_500],
      open: ["Mo 12:00", "Sa 08:00"], closed: ["Mo 08:00", "Mo 17:00"]),
    Case(
      ["maxwidth:conditional": "2.2 @ (Sa)"], [.width: 2_550], open: ["Mo 12:00"],
      closed: ["Sa 12:00"]),
    Case(
      ["maxaxleload:conditional": "7 @ (Mar-Apr)"], [.axleLoad: 10_000],
      open: ["2026-05-01 12:00"], closed: ["2026-03-15 12:00"]),
    Case(
      ["maxweightrating:conditional": "3.5 @ (22:00-06:00)"], [.weightRating: 7_500],
      open: ["Mo 12:00"], closed: ["Mo 23:00"]),
    Case(
      ["maxweightrating:hgv:conditional": "7.5 @ (22:00-06:00)"], [.weightRating: 12_000],
      open: ["Mo 12:00"], closed: ["Mo 23:00"]),
    Case(
      ["hazmat:conditional": "no @ (07:00-19:00)"], [.hazmat: 1], open: ["Mo 20:00"],
      closed: ["Mo 12:00"]),
    Case(
      ["hazmat:conditional": "no @ (07:00-19:00)"], [.hazmat: 0], open: ["Mo 12:00"]),
    Case(
      ["trailer:conditional": "no @ (Nov-Mar)"], [.trailers: 1], open: ["2026-07-01 12:00"],
      closed: ["Mo 12:00"]),
    // Later clauses override.
    Case(
      ["maxweight:conditional": "7.5 @ (Mo-Fr); 20 @ (We)"], [.weight: 12_000],
      open: ["We 12:00", "Sa 12:00"], closed: ["Mo 12:00"]),
    Case(
      ["maxweight:conditional": "20 @ (We); 7.5 @ (Mo-Fr)"], [.weight: 12_000],
      closed: ["We 12:00", "Mo 12:00"]),
    // A limit for long vehicles, and one for those with a trailer.
    Case(
      ["maxweight:conditional": "7.5 @ (length>12)"], [.weight: 12_000, .length: 16_000],
      closed: ["Mo 12:00"]),
    Case(
      ["maxweight:conditional": "7.5 @ (length>12)"], [.weight: 12_000, .length: 10_000],
      open: ["Mo 12:00"]),
    Case(
      ["maxheight:conditional": "3.5 @ (trailers>=1)"], [.height: 4_000, .trailers: 1],
      closed: ["Mo 12:00"]),
    Case(
      ["maxheight:conditional": "3.5 @ (trailers>=1)"], [.height: 4_000, .trailers: 0],
      open: ["Mo 12:00"]),
    // What is lifted by the law does not lift the bridge.
    Case(
      [
        "maxheight": "3.8", "maxheight:physical": "4",
        "maxheight:conditional": "none @ (06:00-22:00)",
      ], [.height: 4_000], open: ["Mo 12:00"], closed: ["Mo 23:00"]),
    Case(
      [
        "maxheight": "3.8", "maxheight:physical": "4",
        "maxheight:conditional": "none @ (06:00-22:00)",
      ], [.height: 4_001], closed: ["Mo 12:00", "Mo 23:00"]),
  ]

  @Test("a limit binds at its times", arguments: timed)
  func byTime(_ row: Case) async throws {
    let map = try await Bypass.map(row.tags).build()
    for (times, isOpen) in [(row.open, true), (row.closed, false)] {
      for time in times {
        let found = try await map.letters(.truck(row.vehicle), .at(time))
        #expect(found == Bypass.letters(short: isOpen), "\(time)")
      }
    }
  }

  @Test("a limit of one direction binds at its times in that direction")
  func direction() async throws {
    let map = try await Bypass.map([
      "maxweight:forward:conditional": "7.5 @ (22:00-06:00)"
    ]).build()
    let lorry = Vehicle.lorry(weight: 12_000)
    #expect(try await map.letters(lorry, .at("Mo 23:00")) == "ABEFCD")
    #expect(try await map.letters(lorry, .at("Mo 23:00"), backward: true) == "DCNBA")
    #expect(try await map.letters(lorry, .at("Mo 12:00")) == "ABNCD")
  }

  @Test("a limit at a node binds at its times what crosses it")
  func atNode() async throws {
    let map = try await Bypass.map(
      [:], node: ["barrier": "height_restrictor", "maxheight:conditional": "2 @ (22:00-06:00)"]
    ).build()
    let van = Vehicle.lorry(height: 2_500)
    #expect(try await map.letters(van, .at("Mo 12:00")) == "ABNCD")
    #expect(try await map.letters(van, .at("Mo 23:00")) == "ABEFCD")
    #expect(try await map.route(from: "A", to: "B>N 0.5", van, .at("Mo 23:00")) == "AB")
    let route = try await map.response(from: "A", to: "D", van)
    #expect(map.letters(route) == "ABNCD")
    #expect(
      route.potentialTags == ["potentialLimit maxheight:conditional=2 @ (22:00-06:00)"])
  }

  // MARK: Except destination

  static let exceptions: [AsciiMap.Tags] = [
    ["maxweight": "7.5", "maxweight:conditional": "none @ destination"],
    ["maxweight": "7.5", "maxweight:conditional": "none @ (destination)"],
    ["maxweight": "7.5", "maxweight:conditional": "none @ delivery"],
    ["maxweight": "7.5", "maxweight:conditional": "none @ (delivery)"],
    ["maxweight": "7.5", "maxweight:conditional": "40 @ destination"],
    ["maxweight": "7.5", "maxweight:hgv:conditional": "none @ destination"],
    ["maxweight": "3.5", "maxweight:conditional": "none @ (agricultural); none @ destination"],
    ["maxweightrating": "7.5", "maxweightrating:conditional": "none @ destination"],
    ["maxweightrating:hgv": "7.5", "maxweightrating:hgv:conditional": "none @ delivery"],
    ["maxlength": "10", "maxlength:conditional": "none @ destination"],
    ["hgv:conditional": "no @ (weight>7.5); yes @ destination"],
    ["hgv": "no", "hgv:conditional": "yes @ delivery"],
    ["hgv": "no", "hgv:conditional": "destination @ (weight<=40)"],
    ["hgv": "no", "hgv:conditional": "delivery @ (06:00-22:00)"],
  ]

  /// A truck for which every one of the limits is too low.
  static let truck = Vehicle.truck([
    .weight: 12_000, .weightRating: 18_000, .length: 12_000,
  ])

  @Test("who begins or ends there may be there, and nobody passes", arguments: exceptions.indices)
  func except(_ row: Int) async throws {
    let map = try await Bypass.map(Self.exceptions[row]).build()
    let noon = RouteRequest.Options.at("Mo 12:00")
    for (from, to, letters) in [
      ("A", "D", "ABEFCD"), ("D", "A", "DCFEBA"), ("A", "N>C 0.5", "ABN"),
      ("D", "N>C 0.5", "DC"), ("N>C 0.5", "D", "CD"), ("N>C 0.5", "A", "NBA"),
      ("B>N 0.5", "N>C 0.5", "N"),
    ] {
      let found = try await map.attempt(from: from, to: to, Self.truck, noon)
      #expect(found == letters, "\(from) to \(to)")
    }
    // Who is not limited passes.
    #expect(try await map.letters(.car, noon) == "ABNCD")
  }

  @Test("a physical limit holds for deliveries too")
  func physical() async throws {
    let map = try await Bypass.map([
      "maxheight:physical": "3.8", "maxheight:conditional": "none @ delivery",
    ]).build()
    #expect(try await !map.reaches(from: "A", to: "B>N 0.5", .lorry(height: 4_000)))
    #expect(try await map.reaches(from: "A", to: "B>N 0.5", .lorry(height: 3_800)))
  }

  @Test("streets enclosed by limits except destination are reached, and not passed through")
  func enclosed() async throws {
    let limit: AsciiMap.Tags = [
      "highway": "residential", "maxweight": "3.5", "maxweight:conditional": "none @ destination",
    ]
    let map = try await AsciiMap(
      """
      A---B---C---D---G
          |   |   |
          |   S   |
          |       |
          E-------F
      """,
      ways: [
        "AB": "highway=residential", "BC": limit, "CD": limit, "DG": "highway=residential",
        "CS": "highway=residential", "BEFD": "highway=residential",
      ]
    ).build()
    let lorry = Vehicle.lorry(weight: 12_000)
    #expect(try await map.route(from: "A", to: "G", lorry) == "ABEFDG")
    #expect(try await map.route(from: "A", to: "C>S 0.5", lorry) == "ABC")
    #expect(try await map.route(from: "S", to: "G", lorry) == "SCDG")
    #expect(try await map.route(from: "A", to: "G") == "ABCDG")
  }
}
