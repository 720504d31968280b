import Geo
import RoadCosts
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// What a road says when it is asked why: each rule, its tag, and what it does to the vehicle.
@Suite struct ExplanationRoads {
  typealias Effect = RoadExplanation.Rule.Effect
  typealias Verdict = RoadExplanation.Verdict

  static let truck = Vehicle.truck([
    .height: 4_000, .width: 2_550, .length: 16_500, .weight: 18_000, .weightRating: 20_000,
    .axleLoad: 10_000, .axles: 5, .trailers: 1, .hazmat: 1,
  ])
  static let bare = Vehicle(.truck)

  static func explain(
    _ tags: AsciiMap.Tags, node: AsciiMap.Tags = [:], _ vehicle: Vehicle,
    _ options: RouteRequest.Options = .init()
  ) async throws -> RoadExplanation {
    let map = try await Bypass.map(tags, node: node).build()
    let found = try OfflineRoutingEngine(map: map.built.map).explain(
      at: try map.drawing.place("B>N 0.5"), vehicle: vehicle, options: options)
    #expect(found.count == 1)
    return try #require(found.first)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var tags: AsciiMap.Tags
    var vehicle: Vehicle
    var time: String?
    var tag: String
    var effect: Effect
    var verdict: Verdict
    init(
      _ tags: AsciiMap.Tags, _ vehicle: Vehicle, at time: String? = nil, _ tag: String,
      _ effect: Effect, _ verdict: Verdict
    ) {
      self.tags = tags
      self.vehicle = vehicle
      self.time = time
      self.tag = tag
      self.effect = effect
      self.verdict = verdict
    }
    init(
      _ tags: AsciiMap.Tags, at time: String? = nil, _ tag: String, _ effect: Effect,
      _ verdict: Verdict
    ) {
      self.init(tags, ExplanationRoads.truck, at: time, tag, effect, verdict)
    }
    var testDescription: String {
      "\(tags.line) (\(vehicle.mode.name)) at \(time ?? "any time"): \(tag)"
    }
  }

  func check(_ row: Case) async throws {
    let options = row.time.map { RouteRequest.Options.at($0) } ?? .init()
    let road = try await Self.explain(row.tags, row.vehicle, options)
    #expect(road.sides.map(\.direction) == [.forward, .backward])
    for side in road.sides {
      #expect(side.verdict == row.verdict)
      let told = side.rules.map { "\($0.tag): \($0.effect.rawValue)" }
      #expect(told.contains("\(row.tag): \(row.effect.rawValue)"), "\(told)")
      #expect(side.rules.allSatisfy { !$0.text.isEmpty })
    }
  }

  static let limits = [
    Case(["maxheight": "3,8 m"], "maxheight=3.8", .closes, .closed),
    Case(["maxheight": "12'6\""], "maxheight=3.81", .closes, .closed),
    Case(["maxheight": "4"], "maxheight=4", .allows, .open),
    Case(["maxheight": "3.8"], bare, "maxheight=3.8", .notChecked, .open),
    Case(["maxheight": "3.8"], .car, "maxheight=3.8", .notChecked, .open),
    Case(["maxheight:physical": "3.8"], "maxheight=3.8", .closes, .closed),
    Case(["maxweight": "7500 kg"], "maxweight=7.5", .closes, .closed),
    Case(["maxweight": "40"], "maxweight=40", .allows, .open),
    Case(["maxweightrating": "3.5"], "maxweightrating=3.5", .closes, .closed),
    Case(["maxwidth": "2.5"], "maxwidth=2.5", .closes, .closed),
    Case(["maxlength": "12 m"], "maxlength=12", .closes, .closed),
    Case(["maxaxleload": "11.5"], "maxaxleload=11.5", .allows, .open),
    Case(["maxbogieweight": "16"], "maxbogieweight=16", .notChecked, .open),
    Case(["maxaxles": "4"], "maxaxles=4", .closes, .closed),
    Case(["hazmat": "no"], "hazmat=no", .closes, .closed),
    Case(["hazmat": "no"], bare, "hazmat=no", .notChecked, .open),
    Case(["trailer": "no"], "trailer=no", .closes, .closed),
    Case(["hazmat:water": "no"], "hazmat:water=no", .notChecked, .open),
    Case(
      ["maxheight": "3.8", "maxweight": "40"], "maxweight=40", .allows, .closed),
  ]

  @Test("a limit closes, lets pass, or is not checked", arguments: limits)
  func limit(_ row: Case) async throws { try await check(row) }

  static let access = [
    Case(["hgv": "no"], "hgv=no", .closes, .closed),
    Case(["hgv": "destination"], "hgv=destination", .endsOnly, .endsOnly),
    Case(["hgv": "delivery"], "hgv=delivery", .endsOnly, .endsOnly),
    Case(["hgv": "discouraged"], "hgv=discouraged", .allows, .open),
    Case(["access": "private"], "access=private", .endsOnly, .endsOnly),
    Case(["access": "private"], .car, "access=private", .endsOnly, .endsOnly),
    Case(["motor_vehicle": "no"], .car, "motor_vehicle=no", .closes, .closed),
    Case(
      ["motor_vehicle": "destination"], .car, "motor_vehicle=destination", .endsOnly, .endsOnly),
    Case(["vehicle": "no"], Vehicle(.bicycle), "vehicle=no", .closes, .closed),
    Case(
      ["motor_vehicle": "agricultural"], .car, "motor_vehicle=agricultural", .closes, .closed),
    Case(["bicycle": "no"], Vehicle(.bicycle), "bicycle=no", .closes, .closed),
    Case(["foot": "private"], Vehicle(.foot), "foot=private", .endsOnly, .endsOnly),
    Case([:], .car, "access=yes", .allows, .open),
    Case(["hgv": "no"], .car, "motorcar=yes", .allows, .open),
  ]

  @Test("access closes, opens, or is for the ends of trips", arguments: access)
  func accessRule(_ row: Case) async throws { try await check(row) }

  static let byDay = "hgv:conditional=no @ (Mo-Fr 07:00-19:00)"
  static let daily: AsciiMap.Tags = ["hgv:conditional": "no @ (Mo-Fr 07:00-19:00)"]

  static let conditions = [
    Case(daily, byDay, .mayHold, .open),
    Case(daily, at: "Mo 12:00", byDay, .closes, .closed),
    Case(daily, at: "Mo 20:00", byDay, .doesNotHold, .open),
    Case(daily, .car, at: "Mo 12:00", byDay, .doesNotHold, .open),
    Case(
      ["hgv:conditional": "no @ (weight>7.5)"], "hgv:conditional=no @ (weight>7.5)", .closes,
      .closed),
    Case(
      ["hgv:conditional": "no @ (weight>20)"], "hgv:conditional=no @ (weight>20)", .doesNotHold,
      .open),
    Case(
      ["hgv:conditional": "destination @ (weight>7.5)"],
      "hgv:conditional=destination @ (weight>7.5)", .endsOnly, .endsOnly),
    Case(
      ["hgv": "no", "hgv:conditional": "yes @ delivery"], "hgv:conditional=yes @ (delivery)",
      .endsOnly, .endsOnly),
    Case(
      ["maxweight": "7.5", "maxweight:conditional": "none @ destination"],
      "maxweight:conditional=none @ (destination)", .endsOnly, .endsOnly),
    Case(
      ["access:conditional": "no @ (Mo-Fr); yes @ (We)"], at: "We 12:00",
      "access:conditional=no @ (Mo-Fr)", .overridden, .open),
    Case(
      ["access:conditional": "no @ (Mo-Fr); yes @ (We)"], at: "We 12:00",
      "access:conditional=yes @ (We)", .allows, .open),
    Case(
      ["access:conditional": "no @ (Mo-Fr); yes @ (We)"], at: "Mo 12:00",
      "access:conditional=no @ (Mo-Fr)", .closes, .closed),
    Case(
      ["maxweight": "20", "maxweight:conditional": "7.5 @ (22:00-06:00)"], at: "Mo 23:00",
      "maxweight:conditional=7.5 @ (22:00-06:00)", .closes, .closed),
    Case(
      ["maxweight": "20", "maxweight:conditional": "7.5 @ (22:00-06:00)"], at: "Mo 23:00",
      "maxweight=20", .overridden, .closed),
    Case(
      ["maxweight": "20", "maxweight:conditional": "7.5 @ (22:00-06:00)"], at: "Mo 12:00",
      "maxweight=20", .allows, .open),
    Case(
      ["maxweight": "20", "maxweight:conditional": "7.5 @ (22:00-06:00)"],
      "maxweight:conditional=7.5 @ (22:00-06:00)", .mayHold, .open),
    Case(
      ["maxheight": "3.8", "maxheight:conditional": "4.2 @ (Sa,Su)"], at: "Sa 12:00",
      "maxheight:conditional=4.2 @ (Sa,Su)", .allows, .open),
    Case(
      ["maxheight": "3.8", "maxheight:conditional": "4.2 @ (Sa,Su)"], at: "Sa 12:00",
      "maxheight=3.8", .overridden, .open),
    Case(
      ["access:conditional": "no @ wet"], at: "Mo 12:00", "access:conditional=no @ (wet)",
      .mayHold, .open),
    Case(
      ["maxweight:conditional": "7.5 @ (22:00-06:00)"], bare, at: "Mo 23:00",
      "maxweight:conditional=7.5 @ (22:00-06:00)", .notChecked, .open),
  ]

  @Test("a rule under a condition: holds, does not, may, or is overridden", arguments: conditions)
  func condition(_ row: Case) async throws { try await check(row) }

  static let speeds = [
    Case(["maxspeed": "50"], .car, "maxspeed=50", .setsSpeed, .open),
    Case(["maxspeed": "30 mph"], .car, "maxspeed=48.3", .setsSpeed, .open),
    Case(["maxspeed": "none"], .car, "maxspeed=none", .setsSpeed, .open),
    Case(["maxspeed": "80", "maxspeed:hgv": "60"], "maxspeed:hgv=60", .setsSpeed, .open),
    Case(
      ["maxspeed": "100", "maxspeed:conditional": "60 @ (22:00-06:00)"], .car, at: "Mo 23:00",
      "maxspeed:conditional=60 @ (22:00-06:00)", .setsSpeed, .open),
    Case(
      ["maxspeed": "100", "maxspeed:conditional": "60 @ (22:00-06:00)"], .car, at: "Mo 12:00",
      "maxspeed:conditional=60 @ (22:00-06:00)", .doesNotHold, .open),
    Case(
      ["maxspeed": "100", "maxspeed:conditional": "60 @ (22:00-06:00)"], .car,
      "maxspeed:conditional=60 @ (22:00-06:00)", .mayHold, .open),
  ]

  @Test("a sign of speed sets the speed", arguments: speeds)
  func speed(_ row: Case) async throws { try await check(row) }

  static let directed:
    [(tags: AsciiMap.Tags, vehicle: Vehicle, verdicts: [Verdict], tag: String, side: Int)] = [
      (["oneway": "yes"], .car, [.open, .closed], "oneway=yes", 1),
      (["oneway": "-1"], .car, [.closed, .open], "oneway=-1", 0),
      (["oneway": "yes"], Vehicle(.foot), [.open, .open], "access=yes", 0),
      (["maxheight:forward": "3.8"], truck, [.closed, .open], "maxheight:forward=3.8", 0),
      (["maxweight:backward": "7.5"], truck, [.open, .closed], "maxweight:backward=7.5", 1),
      (
        ["hgv:forward:conditional": "no @ (weight>7.5)"], truck, [.closed, .open],
        "hgv:forward:conditional=no @ (weight>7.5)", 0
      ),
      (
        ["motor_vehicle:backward": "destination"], .car, [.open, .endsOnly],
        "motor_vehicle:backward=destination", 1
      ),
    ]

  @Test("the two directions are told apart", arguments: directed.indices)
  func direction(_ row: Int) async throws {
    let (tags, vehicle, verdicts, tag, side) = Self.directed[row]
    let road = try await Self.explain(tags, vehicle)
    #expect(road.sides.map(\.verdict) == verdicts)
    #expect(road.sides[side].rules.contains { $0.tag == tag }, "\(road.sides[side].rules)")
    #expect(abs(road.sides[0].heading - 90) < 3 && abs(road.sides[1].heading - 270) < 3)
  }

  @Test("the road is named, with its way, its place and its length")
  func facts() async throws {
    let map = try await Bypass.map(["name": "Harbour Street", "ref": "B 42", "surface": "gravel"])
      .build()
    let place = try map.drawing.place("B>N 0.5 left 10")
    let found = try OfflineRoutingEngine(map: map.built.map).explain(at: place)
    let road = try #require(found.first)
    #expect((road.name, road.ref) == ("Harbour Street", "B 42"))
    #expect(road.wayID == 102)
    #expect(road.road.surface == .gravel)
    #expect(abs(road.distanceMetres - 10) < 0.5)
    #expect(abs(road.lengthMetres - (try map.drawing.metres("BNC"))) < 1)
    #expect(Distance.metres(road.position, try map.drawing.place("B>N 0.5")) < 0.5)
    #expect(road.sides.allSatisfy { $0.speedKmh > 0 && $0.speedKmh <= 45 })
  }

  @Test("where roads meet, all of them are explained")
  func atJunction() async throws {
    let map = try await Bypass.map([:]).build()
    let found = try OfflineRoutingEngine(map: map.built.map).explain(
      at: try map.drawing.place("B"))
    #expect(Set(found.map(\.wayID)) == [101, 102, 104])
  }

  @Test("far from any road there is none to explain")
  func nowhere() async throws {
    let map = try await Bypass.map([:]).build()
    #expect(throws: RoutingError.self) {
      try OfflineRoutingEngine(map: map.built.map).explain(
        at: Coordinate(latitudeUnits: 100_000_000, longitudeUnits: 100_000_000))
    }
  }

  // MARK: Junctions

  static let gates:
    [(
      node: AsciiMap.Tags, vehicle: Vehicle, time: String?, tag: String, effect: Effect,
      verdict: Verdict
    )] = [
      (
        ["barrier": "gate", "access": "private"], .car, nil, "access=private", .endsOnly, .endsOnly
      ),
      (["barrier": "gate", "hgv": "no"], truck, nil, "hgv=no", .closes, .closed),
      (
        ["barrier": "height_restrictor", "maxheight": "2.1"], truck, nil, "maxheight=2.1", .closes,
        .closed
      ),
      (
        ["barrier": "gate", "access:conditional": "no @ (22:00-06:00)"], .car, "Mo 23:00",
        "access:conditional=no @ (22:00-06:00)", .closes, .closed
      ),
      (
        ["barrier": "gate", "access:conditional": "no @ (22:00-06:00)"], .car, nil,
        "access:conditional=no @ (22:00-06:00)", .mayHold, .open
      ),
    ]

  @Test("what stands at the ends of the road is explained too", arguments: gates.indices)
  func gate(_ row: Int) async throws {
    let (node, vehicle, time, tag, effect, verdict) = Self.gates[row]
    let options = time.map { RouteRequest.Options.at($0) } ?? .init()
    let road = try await Self.explain([:], node: node, vehicle, options)
    let junction = try #require(road.junctions.first)
    #expect(road.junctions.count == 1)
    #expect(junction.verdict == verdict)
    let told = junction.rules.map { "\($0.tag): \($0.effect.rawValue)" }
    #expect(told.contains("\(tag): \(effect.rawValue)"), "\(told)")
    #expect(junction.nodeID == 3)
  }

  @Test("a rule of unknown effect tells that it closes the road with strict conditions")
  func strict() async throws {
    for isStrict in [false, true] {
      let road = try await Self.explain(
        ["highway": "residential", "hgv:conditional": "no @ (19:00-06:00)"], Self.truck,
        .init(strictConditions: isStrict))
      let side = try #require(road.sides.first)
      #expect(side.verdict == (isStrict ? .closed : .open))
      let rule = try #require(side.rules.first { $0.effect == .mayHold })
      #expect(rule.text.hasSuffix("so the stricter case counts") == isStrict, "\(rule.text)")
    }
  }
}
