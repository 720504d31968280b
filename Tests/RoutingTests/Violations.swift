import RoadCosts
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Where no route is legal, the one that breaks least, with a notice for each rule that it breaks.
@Suite struct Violations {
  static let anyway = RouteRequest.Options(snapRadiusMetres: 1, allowViolations: true)
  /// At the very roads that the places lie on.
  static let exact = RouteRequest.Options(snapRadiusMetres: 1)

  /// A truck that no limit of these maps lets pass.
  static let truck = Vehicle.truck([
    .height: 4_000, .width: 2_550, .length: 16_500, .weight: 18_000, .weightRating: 20_000,
    .axleLoad: 10_000, .bogieLoad: 16_000, .axles: 5, .trailers: 1, .hazmat: 1,
  ])

  struct Case: Sendable, CustomTestStringConvertible {
    var tags: AsciiMap.Tags
    var vehicle: Vehicle
    var tag: String
    /// The vehicle's value, where the rule is a limit.
    var needed: UInt32?
    init(
      _ tags: AsciiMap.Tags, _ vehicle: Vehicle = Violations.truck, tag: String,
      needed: UInt32? = nil
    ) {
      self.tags = tags
      self.vehicle = vehicle
      self.tag = tag
      self.needed = needed
    }
    var testDescription: String { "\(tags.line) (\(vehicle.mode.name))" }
  }

  static let single = [
    Case(["maxheight": "3,8 m"], tag: "maxheight=3.8", needed: 4_000),
    Case(["maxheight": "12'6\""], tag: "maxheight=3.81", needed: 4_000),
    Case(["maxheight:physical": "3.8"], tag: "maxheight=3.8", needed: 4_000),
    Case(["maxwidth": "2.50"], tag: "maxwidth=2.5", needed: 2_550),
    Case(["maxlength": "12"], tag: "maxlength=12", needed: 16_500),
    Case(["maxweight": "7500 kg"], tag: "maxweight=7.5", needed: 18_000),
    Case(["maxweightrating": "3.5"], tag: "maxweightrating=3.5", needed: 20_000),
    Case(["maxaxleload": "8"], tag: "maxaxleload=8", needed: 10_000),
    Case(["maxbogieweight": "12"], tag: "maxbogieweight=12", needed: 16_000),
    Case(["maxaxles": "3"], tag: "maxaxles=3", needed: 5),
    Case(["trailer": "no"], tag: "trailer=no", needed: 1),
    Case(["hazmat": "no"], tag: "hazmat=no", needed: 1),
    Case(["maxheight:forward": "3.8"], tag: "maxheight:forward=3.8", needed: 4_000),
    Case(["hgv": "no"], tag: "hgv=no"),
    Case(["hgv:forward": "no"], tag: "hgv:forward=no"),
    Case(["motor_vehicle": "no"], .car, tag: "motor_vehicle=no"),
    Case(["vehicle": "no"], .car, tag: "vehicle=no"),
    Case(["motorcar": "no"], .car, tag: "motorcar=no"),
    Case(["foot": "no"], Vehicle(.foot), tag: "foot=no"),
    Case(["motor_vehicle": "agricultural"], .car, tag: "motor_vehicle=agricultural"),
    Case(
      ["hgv:conditional": "no @ (weight>7.5)"], tag: "hgv:conditional=no @ (weight>7.5)"),
    Case(
      ["maxweight:conditional": "7.5 @ (length>12)"],
      tag: "maxweight:conditional=7.5 @ (length>12)", needed: 18_000),
  ]

  @Test("a refusal names the rule, what is needed, the road and the place", arguments: single)
  func refused(_ row: Case) async throws {
    var tags = row.tags
    tags.pairs.append(("name", "Harbour Street"))
    let map = try await Bypass.only(tags).build()
    let error = try await map.refusal(from: "A", to: "D", row.vehicle, Self.exact)
    guard case .noRoute(0, 1, row.vehicle.mode, let blockers) = error else {
      Issue.record("\(error)")
      return
    }
    let blocker = try #require(blockers.first)
    #expect(blockers.count == 1)
    #expect(blocker.rule.tag == row.tag)
    #expect(blocker.needed == row.needed)
    #expect(blocker.road == "Harbour Street")
    #expect(blocker.wayID == (try map.drawing.way("BNC")))
    #expect(blocker.position == (try map.drawing.place("N")))
    #expect(error.description.contains(row.tag))
    #expect(error.description.contains("Harbour Street (way 102)"))
  }

  @Test(
    "the trip is made anyway when it is wanted, with one notice and its span", arguments: single)
  func broken(_ row: Case) async throws {
    let map = try await Bypass.only(row.tags).build()
    let route = try await map.response(from: "A", to: "D", row.vehicle, Self.anyway)
    #expect(map.letters(route) == "ABNCD")
    let violation = try #require(route.violations.first)
    #expect(route.notices == [.violated(violation)])
    #expect(violation.rule.tag == row.tag)
    #expect(violation.needed == row.needed)
    #expect(violation.wayID == 102)
    let span = try #require(violation.span)
    let start = try map.drawing.metres("AB")
    let length = try map.drawing.metres("BNC")
    #expect(abs(span.lowerBound - start) < 0.5)
    #expect(abs(span.upperBound - start - length) < 0.5)
  }

  @Test("a legal way is taken without a notice, however long", arguments: single)
  func legalFirst(_ row: Case) async throws {
    let map = try await Bypass.map(row.tags, metresPerCell: 500).build()
    let route = try await map.response(from: "A", to: "D", row.vehicle, Self.anyway)
    #expect(map.letters(route) == "ABEFCD")
    #expect(route.violations.isEmpty)
    #expect(route.notices.isEmpty)
  }

  @Test("the limit that a vehicle does not exceed is not named")
  func fitting() async throws {
    let map = try await Bypass.only(["maxheight": "3.8", "maxweight": "40"]).build()
    let error = try await map.refusal(from: "A", to: "D", Self.truck, Self.exact)
    guard case .noRoute(_, _, _, let blockers) = error else {
      Issue.record("no blockers: \(error)")
      return
    }
    #expect(blockers.map(\.rule.tag) == ["maxheight=3.8"])
  }

  @Test("two rules of a road are both named")
  func two() async throws {
    let map = try await Bypass.only(["maxheight": "3.8", "maxweight": "7.5", "hgv": "no"]).build()
    let error = try await map.refusal(from: "A", to: "D", Self.truck, Self.exact)
    guard case .noRoute(_, _, _, let blockers) = error else {
      Issue.record("no blockers: \(error)")
      return
    }
    #expect(
      Set(blockers.map(\.rule.tag)) == ["maxheight=3.8", "maxweight=7.5", "hgv=no"])
    let route = try await map.response(from: "A", to: "D", Self.truck, Self.anyway)
    #expect(Set(route.violations.map(\.rule.tag)).count == 3)
  }

  // MARK: Which one

  struct Choice: Sendable, CustomTestStringConvertible {
    var short: AsciiMap.Tags
    var round: AsciiMap.Tags
    var isShort: Bool
    init(_ short: AsciiMap.Tags, _ round: AsciiMap.Tags, isShort: Bool) {
      self.short = short
      self.round = round
      self.isShort = isShort
    }
    var testDescription: String { "\(short.line) or \(round.line)" }
  }

  // Height, width and length are of the bridge; the others of the law.
  static let choices = [
    Choice(["maxheight": "3.8"], ["maxweight": "7.5"], isShort: false),
    Choice(["maxwidth": "2"], ["maxweight": "7.5"], isShort: false),
    Choice(["maxlength": "10"], ["hgv": "no"], isShort: false),
    Choice(["maxheight": "3.8"], ["maxweight": "7.5", "hgv": "no"], isShort: false),
    Choice(["maxheight": "3.8"], ["access": "private"], isShort: false),
    Choice(["maxheight": "3.8"], ["maxaxleload": "5"], isShort: false),
    Choice(["maxheight": "3.8"], ["hazmat": "no"], isShort: false),
    Choice(["maxheight": "3.8"], ["trailer": "no"], isShort: false),
    Choice(["maxweight": "7.5"], ["maxheight": "3.8"], isShort: true),
    Choice(["hgv": "no"], ["maxheight": "3.8"], isShort: true),
    Choice(["maxweight": "7.5"], ["maxweight": "12"], isShort: true),
    Choice(["maxheight": "3.8"], ["maxheight": "3.5"], isShort: true),
    Choice(["hgv": "no"], ["maxweight": "7.5"], isShort: true),
    Choice(["maxheight": "3.8"], ["maxheight": "3.5", "maxweight": "7.5"], isShort: true),
  ]

  @Test(
    "rules of the law are broken before a vehicle is sent where it does not fit", arguments: choices
  )
  func leastViolating(_ row: Choice) async throws {
    let map = try await AsciiMap(
      """
      A---B-N-C---D
          |   |
          E---F
      """,
      ways: [
        "AB": "highway=primary", "BNC": row.short.asRoad, "CD": "highway=primary",
        "BEFC": row.round.asRoad,
      ]
    ).build()
    let route = try await map.response(from: "A", to: "D", Self.truck, Self.anyway)
    #expect(map.letters(route) == Bypass.letters(short: row.isShort))
    #expect(Set(route.violations.map(\.wayID)) == [row.isShort ? 102 : 104])
    // A refusal names those of the same way.
    let error = try await map.refusal(from: "A", to: "D", Self.truck, Self.exact)
    guard case .noRoute(_, _, _, let blockers) = error else {
      Issue.record("no blockers: \(error)")
      return
    }
    #expect(Set(blockers.map(\.wayID)) == [row.isShort ? 102 : 104])
  }

  @Test("fewer roads with a rule are better than more")
  func fewest() async throws {
    let low: AsciiMap.Tags = ["highway": "primary", "maxweight": "7.5"]
    let map = try await AsciiMap(
      """
      A---B-M-N-C---D
          |     |
          E-----F
      """,
      ways: [
        "AB": "highway=primary", "BM": low, "MN": low, "NC": low, "CD": "highway=primary",
        "BE": "highway=residential", "EF": "highway=residential maxweight=7.5",
        "FC": "highway=residential",
      ]
    ).build()
    let route = try await map.response(from: "A", to: "D", Self.truck, Self.anyway)
    #expect(map.letters(route) == "ABEFCD")
    #expect(route.violations.map(\.wayID) == [107])
  }

  @Test("two roads with a rule are two notices, in the order of the trip")
  func twoRoads() async throws {
    let map = try await AsciiMap(
      "A---B---C---D---E---F",
      ways: [
        "AB": "highway=primary", "BC": "highway=primary maxheight=3.8", "CD": "highway=primary",
        "DE": "highway=primary maxweight=7.5", "EF": "highway=primary",
      ]
    ).build()
    let route = try await map.response(from: "A", to: "F", Self.truck, Self.anyway)
    #expect(route.violations.map(\.rule.tag) == ["maxheight=3.8", "maxweight=7.5"])
    let spans = route.violations.compactMap(\.span)
    let cell = try map.drawing.metres("AB")
    #expect(spans.count == 2)
    for (span, start) in zip(spans, [1.0, 3.0]) {
      #expect(abs(span.lowerBound - start * cell) < 0.5)
      #expect(abs(span.upperBound - (start + 1) * cell) < 0.5)
    }
    #expect(route.notices.allSatisfy { $0.text.hasPrefix("violates ") })
  }

  @Test("a rule of a way that junctions cut is one notice over all of it")
  func oneNotice() async throws {
    let map = try await AsciiMap(
      """
      A---B---M---N---C---D
              |   |
              P   Q
      """,
      ways: [
        "AB": "highway=primary", "BMNC": "highway=primary maxheight=3.8", "CD": "highway=primary",
        "MP": "highway=residential", "NQ": "highway=residential",
      ]
    ).build()
    let route = try await map.response(from: "A", to: "D", Self.truck, Self.anyway)
    let span = try #require(route.violations.first?.span)
    #expect(route.violations.count == 1)
    #expect(abs(span.upperBound - span.lowerBound - (try map.drawing.metres("BMNC"))) < 1)
  }

  @Test("spans count from the start of the whole trip over stops")
  func spanOverStops() async throws {
    let map = try await AsciiMap(
      "A---B---C---D---E",
      ways: [
        "ABC": "highway=primary", "CD": "highway=primary maxweight=7.5", "DE": "highway=primary",
      ]
    ).build()
    let stops = [try map.waypoint("A"), try map.waypoint("B"), try map.waypoint("E")]
    let route = try await map.response(stops, Self.truck, Self.anyway)
    let span = try #require(route.violations.first?.span)
    #expect(abs(span.lowerBound - (try map.drawing.metres("ABC"))) < 0.5)
  }

  @Test("where no road leads at all, no rule is to blame")
  func island() async throws {
    let map = try await AsciiMap(
      "A---B   C---D", ways: ["AB": "highway=primary", "CD": "highway=primary"]
    ).build()
    let error = try await map.refusal(
      from: "A", to: "D", Self.truck, .init(snapRadiusMetres: 1, allowViolations: true))
    #expect(error == .noRoute(from: 0, to: 1, mode: .truck, blockers: []))
  }

  @Test("no car drives on a footway, through a wall or against a one-way street, wanted or not")
  func neverTolerated() async throws {
    for (tags, node): (AsciiMap.Tags, AsciiMap.Tags) in [
      ("highway=footway", [:]), ("highway=steps", [:]), ("highway=primary oneway=-1", [:]),
      ("highway=primary", "barrier=wall"), ("highway=primary", "barrier=bollard"),
    ] {
      let map = try await Bypass.only(tags, node: node).build()
      let error = try await map.refusal(
        from: "A", to: "D", .car, .init(snapRadiusMetres: 1, allowViolations: true))
      guard case .noRoute = error else {
        Issue.record("\(error)")
        continue
      }
    }
  }
}
