import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Gates and barriers before the last mile: who gets behind them, and who through.
@Suite struct LastMileGates {
  static let car = Vehicle(.car)
  static let truck = Vehicle(.truck)
  static let bicycle = Vehicle(.bicycle)
  static let foot = Vehicle(.foot)
  static let scooter = Vehicle(.scooter)
  static let bus = Vehicle(.bus)

  typealias Case = LastMileCase

  static let gates = [
    Case(["barrier": "gate"], passes: [car, truck, bicycle, foot]),
    Case(["barrier": "lift_gate"], passes: [car, truck, bicycle, foot]),
    Case(["barrier": "swing_gate"], passes: [car, truck]),
    Case(["barrier": "gate", "access": "yes"], passes: [car, truck, bicycle, foot]),
    Case(["barrier": "gate", "access": "permissive"], passes: [car, truck, bicycle, foot]),
    Case(
      ["barrier": "gate", "access": "private"], ends: [car, truck, bicycle, foot, scooter, bus]),
    Case(["barrier": "gate", "access": "destination"], ends: [car, truck, bicycle, foot]),
    Case(["barrier": "gate", "access": "customers"], ends: [car, truck, bicycle, foot]),
    Case(["barrier": "gate", "access": "delivery"], ends: [car, truck]),
    Case(
      ["barrier": "lift_gate", "motor_vehicle": "private"], passes: [bicycle, foot],
      ends: [car, truck]),
    Case(
      ["barrier": "gate", "access": "private", "foot": "yes", "bicycle": "yes"],
      passes: [bicycle, foot], ends: [car, truck]),
    Case(["barrier": "gate", "vehicle": "private"], passes: [foot], ends: [car, bicycle]),
    Case(["barrier": "gate", "hgv": "destination"], passes: [car, foot], ends: [truck]),
    Case(["barrier": "gate", "hgv": "no"], passes: [car, bicycle, foot], closed: [truck]),
    Case(["barrier": "gate", "access": "no"], closed: [car, truck, bicycle, foot]),
    Case(
      ["barrier": "gate", "access": "no", "bus": "yes"], passes: [bus],
      closed: [car, truck, bicycle, foot]),
    Case(
      ["barrier": "gate", "motor_vehicle": "no"], passes: [bicycle, foot], closed: [car, truck]),
    Case(
      ["barrier": "gate", "motor_vehicle": "agricultural"], passes: [bicycle, foot],
      closed: [car, truck]),
    Case(["barrier": "bollard"], passes: [bicycle, foot], closed: [car, truck, bus]),
    Case(["barrier": "bollard", "access": "no"], closed: [car, bicycle, foot]),
    Case(["barrier": "bollard", "bicycle": "no"], passes: [foot], closed: [car, bicycle]),
    Case(["barrier": "bollard", "motor_vehicle": "private"], passes: [foot], ends: [car]),
    Case(["barrier": "bus_trap"], passes: [bus], closed: [car]),
    Case(["barrier": "toll_booth"], passes: [car, truck]),
    Case(["barrier": "cattle_grid"], passes: [car, truck, bicycle, foot]),
    Case(["barrier": "border_control"], passes: [car, truck, bicycle, foot]),
    Case(["barrier": "kissing_gate"], passes: [foot], closed: [car, truck]),
    Case(["barrier": "stile"], passes: [foot], closed: [car, truck, bicycle]),
    Case(["barrier": "block"], passes: [bicycle, foot], closed: [car, truck]),
    Case(["barrier": "chain", "access": "private"], ends: [car, bicycle, foot]),
    Case(["barrier": "no"], passes: [car, truck, bicycle, foot]),
    Case(["barrier": "height_restrictor"], passes: [car, truck, bicycle]),
    Case(["access": "no"], closed: [car, truck, bicycle, foot]),
    Case(["motor_vehicle": "no"], passes: [bicycle, foot], closed: [car, truck]),
    Case(["highway": "crossing", "bicycle": "no"], passes: [car, bicycle, foot]),
  ]

  /// The two sides of N are parts of the main network; behind W lies a street that only N leads to.
  static func map(_ node: AsciiMap.Tags) -> AsciiMap {
    AsciiMap(
      """
      A---B-N-C---D
          |   |
          |   |
          E---F

      X---Y-W-Z
      |   |
      U---V
      """,
      ways: [
        "AB": "highway=residential", "BNC": "highway=residential", "CD": "highway=residential",
        "BEFC": "highway=residential", "XYVUX": "highway=residential",
        "YWZ": "highway=residential",
      ],
      nodes: ["N": node, "W": node])
  }

  @Test("who may pass a gate, who may get behind it, and who may not", arguments: gates)
  func gate(_ row: Case) async throws {
    let map = try await Self.map(row.tags).build()
    let near = RouteRequest.Options(snapRadiusMetres: 1)
    for vehicle in row.passes {
      let name = vehicle.mode.name
      #expect(try await map.letters(vehicle) == "ABNCD", "\(name)")
      #expect(try await map.letters(vehicle, backward: true) == "DCNBA", "\(name)")
      #expect(try await map.route(from: "X", to: "Z", vehicle, near) == "XYWZ", "\(name)")
    }
    for vehicle in row.ends {
      let name = vehicle.mode.name
      #expect(try await map.letters(vehicle) == "ABEFCD", "\(name)")
      #expect(try await map.route(from: "X", to: "Z", vehicle, near) == "XYWZ", "\(name)")
      #expect(try await map.route(from: "Z", to: "X", vehicle, near) == "ZWYX", "\(name)")
    }
    for vehicle in row.closed {
      let name = vehicle.mode.name
      #expect(try await map.letters(vehicle) == "ABEFCD", "\(name)")
      #expect(try await map.attempt(from: "X", to: "Z", vehicle) == "none", "\(name)")
      #expect(try await map.attempt(from: "Z", to: "X", vehicle) == "none", "\(name)")
      // Before the gate one may stop.
      #expect(try await map.route(from: "X", to: "Y>W 0.5", vehicle, near) == "XY", "\(name)")
    }
  }

  // MARK: Conditions

  static let timed: [(node: AsciiMap.Tags, open: String, closed: String)] = [
    (["barrier": "gate", "access:conditional": "no @ (22:00-06:00)"], "Mo 12:00", "Mo 23:00"),
    (["barrier": "lift_gate", "motor_vehicle:conditional": "no @ (Su)"], "Mo 12:00", "Su 12:00"),
    (
      ["barrier": "gate", "access": "no", "access:conditional": "yes @ (06:00-22:00)"],
      "Mo 12:00", "Mo 23:00"
    ),
    (
      ["barrier": "bollard", "motor_vehicle:conditional": "yes @ (06:00-10:00)"],
      "Mo 08:00", "Mo 12:00"
    ),
    (["barrier": "gate", "vehicle:conditional": "no @ (Nov-Mar)"], "2026-07-01 12:00", "Mo 12:00"),
  ]

  @Test("a gate is shut at its times", arguments: timed.indices)
  func timedGate(_ row: Int) async throws {
    let (node, open, closed) = Self.timed[row]
    let map = try await Self.map(node).build()
    #expect(try await map.letters(.car, .at(open)) == "ABNCD")
    #expect(try await map.letters(.car, .at(closed)) == "ABEFCD")
    #expect(try await map.letters(.car, .at(closed), backward: true) == "DCFEBA")
  }

  @Test("a gate that may be shut is passed and named")
  func mayBeShut() async throws {
    let map = try await Self.map([
      "barrier": "gate", "access:conditional": "no @ (22:00-06:00)",
    ]).build()
    let route = try await map.response(from: "A", to: "D")
    #expect(map.letters(route) == "ABNCD")
    #expect(
      route.potentialTags == ["potentialAccess access:conditional=no @ (22:00-06:00)"])
    #expect(route.potentialRules.first?.position == (try map.drawing.place("N")))
    let strict = try await map.letters(.car, .init(strictConditions: true))
    #expect(strict == "ABEFCD")
  }

  @Test("a gate closed to the heavy")
  func heavy() async throws {
    let map = try await Self.map([
      "barrier": "gate", "hgv:conditional": "no @ (weight>7.5)",
    ]).build()
    #expect(try await map.letters(.lorry(weight: 12_000)) == "ABEFCD")
    #expect(try await map.letters(.lorry(weight: 7_500)) == "ABNCD")
  }

  // MARK: Limits

  static let limits: [(node: AsciiMap.Tags, kind: LimitKind, passes: UInt32)] = [
    (["barrier": "height_restrictor", "maxheight": "2.1"], .height, 2_100),
    (["barrier": "height_restrictor", "maxheight": "6'7\""], .height, 2_006),
    (["maxheight": "3.8"], .height, 3_800),
    (["maxheight:physical": "3.8"], .height, 3_800),
    (["barrier": "bollard", "maxwidth": "2", "motor_vehicle": "yes"], .width, 2_000),
    (["barrier": "width_restrictor", "maxwidth": "2.2"], .width, 2_200),
    (["traffic_calming": "choker", "maxwidth:physical": "2.5"], .width, 2_500),
    (["barrier": "gate", "maxweight": "3.5"], .weight, 3_500),
    (["barrier": "lift_gate", "maxlength": "10"], .length, 10_000),
    (["barrier": "gate", "maxweightrating": "7.5"], .weightRating, 7_500),
    (["barrier": "toll_booth", "maxaxleload": "10"], .axleLoad, 10_000),
    (["barrier": "border_control", "hazmat": "no"], .hazmat, 0),
  ]

  @Test("a limit at a node binds what crosses it, to the unit", arguments: limits.indices)
  func limit(_ row: Int) async throws {
    let (node, kind, passes) = Self.limits[row]
    let map = try await Self.map(node).build()
    #expect(try await map.letters(.truck([kind: passes])) == "ABNCD")
    #expect(try await map.letters(.truck([kind: passes + 1])) == "ABEFCD")
    #expect(try await map.letters(.truck([kind: passes + 1]), backward: true) == "DCFEBA")
    let near = RouteRequest.Options(snapRadiusMetres: 1)
    let before = try await map.route(from: "X", to: "Y>W 0.5", .truck([kind: passes + 1]), near)
    #expect(before == "XY")
  }
}
