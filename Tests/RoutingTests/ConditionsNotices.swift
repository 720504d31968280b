import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Rules of which it is not known whether they hold: not applied and named, or applied when wanted.
@Suite struct ConditionsNotices {
  static let heavy = Vehicle.truck([.weight: 12_000, .height: 4_000, .length: 16_500])

  struct Case: Sendable, CustomTestStringConvertible {
    var tags: AsciiMap.Tags
    var vehicle: Vehicle
    var kind: String
    var tag: String
    init(
      _ tags: AsciiMap.Tags, _ vehicle: Vehicle = .car, _ kind: String = "potentialAccess",
      tag: String
    ) {
      self.tags = tags
      self.vehicle = vehicle
      self.kind = kind
      self.tag = tag
    }
    var testDescription: String { "\(tags.line) (\(vehicle.mode.name))" }
  }

  static let truck = Vehicle(.truck)

  static let closing = [
    Case(
      ["hgv:conditional": "no @ (Mo-Fr 07:00-19:00)"], truck,
      tag: "hgv:conditional=no @ (Mo-Fr 07:00-19:00)"),
    Case(
      ["hgv:conditional": "no @ Mo-Fr 7:00-19:00"], truck,
      tag: "hgv:conditional=no @ (Mo-Fr 07:00-19:00)"),
    Case(
      ["access:conditional": "no @ (22:00-06:00)"], tag: "access:conditional=no @ (22:00-06:00)"),
    Case(
      ["motor_vehicle:conditional": "no @ (Sa,Su)"], truck,
      tag: "motor_vehicle:conditional=no @ (Sa,Su)"),
    Case(
      ["vehicle:conditional": "no @ (10:00-18:00)"],
      tag: "vehicle:conditional=no @ (10:00-18:00)"),
    Case(
      ["motorcar:conditional": "no @ (10:00-18:00)"],
      tag: "motorcar:conditional=no @ (10:00-18:00)"),
    Case(
      ["bicycle:conditional": "no @ (Sa 08:00-12:00)"], Vehicle(.bicycle),
      tag: "bicycle:conditional=no @ (Sa 08:00-12:00)"),
    Case(
      ["foot:conditional": "no @ (22:00-06:00)"], Vehicle(.foot),
      tag: "foot:conditional=no @ (22:00-06:00)"),
    Case(
      ["motor_vehicle:conditional": "destination @ (07:00-19:00)"],
      tag: "motor_vehicle:conditional=destination @ (07:00-19:00)"),
    Case(
      ["hgv:conditional": "no @ (Mo-Fr 07:00-19:00 AND weight>7.5)"], heavy,
      tag: "hgv:conditional=no @ (Mo-Fr 07:00-19:00 AND weight>7.5)"),
    Case(
      ["hgv:forward:conditional": "no @ (07:00-19:00)"], truck,
      tag: "hgv:forward:conditional=no @ (07:00-19:00)"),
    Case(
      ["maxweight:conditional": "7.5 @ (22:00-06:00)"], heavy, "potentialLimit",
      tag: "maxweight:conditional=7.5 @ (22:00-06:00)"),
    Case(
      ["maxheight:conditional": "3,8 m @ (22:00-06:00)"], heavy, "potentialLimit",
      tag: "maxheight:conditional=3.8 @ (22:00-06:00)"),
    Case(
      ["maxlength:conditional": "12 @ (Mo-Fr)"], heavy, "potentialLimit",
      tag: "maxlength:conditional=12 @ (Mo-Fr)"),
    Case(["access:conditional": "no @ wet"], tag: "access:conditional=no @ (wet)"),
    Case(["hgv:conditional": "no @ (snow)"], truck, tag: "hgv:conditional=no @ (snow)"),
    Case(
      ["maxweight:conditional": "7.5 @ (flood)"], heavy, "potentialLimit",
      tag: "maxweight:conditional=7.5 @ (flood)"),
  ]

  @Test("without a departure time a rule of hours is not applied, and named", arguments: closing)
  func notApplied(_ row: Case) async throws {
    let map = try await Bypass.map(row.tags).build()
    let route = try await map.response(from: "A", to: "D", row.vehicle)
    #expect(map.letters(route) == "ABNCD")
    #expect(route.potentialTags == ["\(row.kind) \(row.tag)"])
    #expect(route.notices.count == 1)
    let rule = try #require(route.potentialRules.first)
    #expect(rule.wayID == (try map.drawing.way("BNC")))
    #expect(rule.tag == row.tag && rule.text.contains("way 102"))
    #expect(!rule.text.contains(row.kind) && !rule.text.contains(":conditional"), "\(rule.text)")
    #expect(rule.position == (try map.drawing.place("N")))
  }

  static let wordings: [(AsciiMap.Tags, Vehicle, String)] = [
    (
      ["hgv:conditional": "no @ (Mo-Fr 07:00-19:00)"], truck,
      "a closure to truck (Mo-Fr 07:00-19:00) may hold and was not applied: "
    ),
    (
      ["access:conditional": "no @ wet"], .car,
      "a closure to everyone (wet) may hold and was not applied: "
    ),
    (
      ["motor_vehicle:conditional": "destination @ (07:00-19:00)"], .car,
      "a closure to through traffic for "
    ),
    (
      ["maxheight:conditional": "3,8 m @ (22:00-06:00)"], heavy,
      "a limit on height of 3.8 m (22:00-06:00) may hold and was not applied: "
    ),
    (
      ["maxspeed:conditional": "60 @ (22:00-06:00)"], .car,
      "a speed limit of 60 km/h (22:00-06:00) may hold and was not applied: "
    ),
  ]

  @Test("a rule that may hold is told in words", arguments: wordings)
  func words(_ tags: AsciiMap.Tags, _ vehicle: Vehicle, _ start: String) async throws {
    let map = try await Bypass.map(tags).build()
    let route = try await map.response(from: "A", to: "D", vehicle)
    let text = try #require(route.notices.first?.text)
    #expect(text.hasPrefix(start), "\(text)")
  }

  @Test("with strict conditions such a rule is applied", arguments: closing)
  func strict(_ row: Case) async throws {
    let map = try await Bypass.map(row.tags).build()
    let route = try await map.response(
      from: "A", to: "D", row.vehicle, .init(strictConditions: true))
    #expect(map.letters(route) == "ABEFCD")
    #expect(route.notices.isEmpty)
  }

  /// Those that no time decides.
  static let unknown = closing.filter { row in
    ["wet", "snow", "flood"].contains { row.tag.hasSuffix("(\($0))") }
  }

  @Test("what nobody can know is named with a departure time too", arguments: unknown)
  func unknowable(_ row: Case) async throws {
    let map = try await Bypass.map(row.tags).build()
    let route = try await map.response(from: "A", to: "D", row.vehicle, .at("Mo 12:00"))
    #expect(map.letters(route) == "ABNCD")
    #expect(route.potentialTags == ["\(row.kind) \(row.tag)"])
    let strict = try await map.letters(row.vehicle, .at("Mo 12:00", strict: true))
    #expect(strict == "ABEFCD")
  }

  @Test("of a condition with a time the unknown part matters only at that time")
  func unknownAndTime() async throws {
    let map = try await Bypass.map(["access:conditional": "no @ (Mo-Fr AND wet)"]).build()
    let weekday = try await map.response(from: "A", to: "D", .car, .at("Mo 12:00"))
    #expect(weekday.potentialRules.count == 1)
    let weekend = try await map.response(from: "A", to: "D", .car, .at("Sa 12:00"))
    #expect(weekend.notices.isEmpty)
    #expect(try await map.letters(.car, .at("Mo 12:00", strict: true)) == "ABEFCD")
    #expect(try await map.letters(.car, .at("Sa 12:00", strict: true)) == "ABNCD")
  }

  // MARK: Rules that open

  static let opening: [AsciiMap.Tags] = [
    ["motor_vehicle": "no", "motor_vehicle:conditional": "yes @ (18:00-10:00)"],
    ["access": "no", "access:conditional": "yes @ (May-Oct)"],
    ["motorcar": "no", "motorcar:conditional": "yes @ (dry)"],
    ["oneway": "-1", "oneway:conditional": "no @ (22:00-06:00)"],
  ]

  @Test("a rule that may open a road is not applied, strict or not", arguments: opening.indices)
  func mayOpen(_ row: Int) async throws {
    let map = try await Bypass.map(Self.opening[row]).build()
    for isStrict in [false, true] {
      let route = try await map.response(
        from: "A", to: "D", .car, .init(strictConditions: isStrict))
      #expect(map.letters(route) == "ABEFCD")
      #expect(route.notices.isEmpty)
    }
  }

  @Test("a looser limit that may hold does not lift the stricter one")
  func mayLoosen() async throws {
    let map = try await Bypass.map([
      "maxweight": "7.5", "maxweight:conditional": "40 @ (06:00-22:00)",
    ]).build()
    for isStrict in [false, true] {
      let found = try await map.letters(
        .lorry(weight: 12_000), .init(strictConditions: isStrict))
      #expect(found == "ABEFCD")
    }
  }

  // MARK: No notice

  static let irrelevant = [
    // Not of this mode, this vehicle, this direction; not stricter; not given.
    Case(["hgv:conditional": "no @ (22:00-06:00)"], .car, tag: ""),
    Case(["bicycle:conditional": "no @ (22:00-06:00)"], truck, tag: ""),
    Case(
      ["maxweight:conditional": "7.5 @ (22:00-06:00)"], .lorry(weight: 7_500), tag: ""),
    Case(["maxweight:conditional": "7.5 @ (22:00-06:00)"], truck, tag: ""),
    Case(["hgv:backward:conditional": "no @ (22:00-06:00)"], truck, tag: ""),
    Case(["hgv:conditional": "yes @ (22:00-06:00)"], truck, tag: ""),
    Case(["hgv:conditional": "no @ (22:00-06:00 AND weight>20)"], heavy, tag: ""),
    Case(["maxspeed": "50", "maxspeed:conditional": "70 @ (22:00-06:00)"], .car, tag: ""),
    Case(["maxspeed:conditional": "30 @ (22:00-06:00)"], Vehicle(.foot), tag: ""),
  ]

  @Test("a rule that would not matter to the trip makes no notice", arguments: irrelevant)
  func noNotice(_ row: Case) async throws {
    let map = try await Bypass.map(row.tags).build()
    let route = try await map.response(from: "A", to: "D", row.vehicle)
    #expect(map.letters(route) == "ABNCD")
    #expect(route.notices.isEmpty, "\(route.notices.map(\.text))")
  }

  @Test("a rule that ends-only traffic keeps makes no notice for a trip that ends there")
  func endThere() async throws {
    let map = try await Bypass.map([
      "motor_vehicle:conditional": "destination @ (07:00-19:00)"
    ]).build()
    let route = try await map.response(from: "A", to: "N>C 0.5", .car, .at("Mo 12:00"))
    #expect(map.letters(route) == "ABN")
    #expect(route.notices.isEmpty)
  }

  @Test("the same rule on several roads is one notice, and says on how many")
  func several() async throws {
    let rule: AsciiMap.Tags = ["highway": "primary", "access:conditional": "no @ (07:00-19:00)"]
    let map = try await AsciiMap(
      "A---B---C---D",
      ways: ["AB": rule, "BC": "highway=primary", "CD": rule]
    ).build()
    let route = try await map.response(from: "A", to: "D")
    #expect(route.potentialRules.map(\.count) == [2])
  }

  @Test(
    "a known time leaves no notice, whether the rule holds or not",
    arguments: closing.filter { row in !unknown.contains { $0.tag == row.tag } })
  func knownTime(_ row: Case) async throws {
    let map = try await Bypass.map(row.tags).build()
    for time in ["Mo 02:00", "Mo 12:00", "Sa 11:00", "Su 14:00"] {
      let route = try await map.response(from: "A", to: "D", row.vehicle, .at(time))
      #expect(route.notices.isEmpty)
    }
  }
}
