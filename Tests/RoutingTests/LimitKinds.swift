import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Which limits bind which vehicle: directions, lanes, the law and the bridge, two weights, loads, trailers.
@Suite struct LimitKinds {
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: AsciiMap.Tags
    var vehicle: [LimitKind: UInt32]
    /// Along the way, and against it.
    var passes: (Bool, Bool)
    init(_ tags: AsciiMap.Tags, _ vehicle: [LimitKind: UInt32], _ passes: Bool) {
      self.init(tags, vehicle, (passes, passes))
    }
    init(_ tags: AsciiMap.Tags, _ vehicle: [LimitKind: UInt32], _ passes: (Bool, Bool)) {
      self.tags = tags
      self.vehicle = vehicle
      self.passes = passes
    }
    var testDescription: String {
      "\(tags.line): \(vehicle.map { "\($0.key) \($0.value)" }.sorted())"
    }
  }

  private func check(_ row: Case) async throws {
    let map = try await Bypass.map(row.tags).build()
    let vehicle = Vehicle.truck(row.vehicle)
    #expect(try await map.letters(vehicle) == Bypass.letters(short: row.passes.0))
    let back = try await map.letters(vehicle, backward: true)
    #expect(back == Bypass.letters(short: row.passes.1, backward: true))
  }

  static let directions = [
    Case(["maxheight:forward": "3.8"], [.height: 4_000], (false, true)),
    Case(["maxheight:backward": "3.8"], [.height: 4_000], (true, false)),
    Case(["maxheight": "4.5", "maxheight:forward": "3.8"], [.height: 4_000], (false, true)),
    Case(["maxheight": "3.9", "maxheight:forward": "3.8"], [.height: 4_000], (false, false)),
    Case(
      ["maxweight:forward": "7.5", "maxweight:backward": "12"], [.weight: 10_000], (false, true)),
    Case(
      ["maxweight:forward": "7.5", "maxweight:backward": "12"], [.weight: 13_000],
      (false, false)),
    Case(["maxlength:backward": "10"], [.length: 12_000], (true, false)),
    Case(["maxwidth:forward": "2.2"], [.width: 2_500], (false, true)),
    Case(["maxaxleload:forward": "8"], [.axleLoad: 10_000], (false, true)),
    Case(["hazmat:forward": "no"], [.hazmat: 1], (false, true)),
    Case(["hazmat:backward": "no"], [.hazmat: 1], (true, false)),
    Case(["maxheight:physical:forward": "3.8"], [.height: 4_000], (false, true)),
  ]

  @Test("a limit of one direction binds in that direction", arguments: directions)
  func direction(_ row: Case) async throws { try await check(row) }

  static let lanes = [
    Case(["maxheight:lanes": "3.5|4.2"], [.height: 4_000], true),
    Case(["maxheight:lanes": "3.5|4.2"], [.height: 4_300], false),
    Case(["maxheight:lanes": "3.5|"], [.height: 4_300], true),
    Case(["maxheight:lanes": "3.5|none"], [.height: 4_300], true),
    Case(["maxheight:lanes": "3.5|3.8|3.5"], [.height: 4_000], false),
    Case(["maxweight:lanes": "7.5|12"], [.weight: 12_000], true),
    Case(["maxweight:lanes": "7.5|12"], [.weight: 12_001], false),
    Case(["maxwidth:lanes": "2|2"], [.width: 2_100], false),
    Case(["maxheight:lanes:forward": "3.5|3.8"], [.height: 4_000], (false, true)),
    Case(["maxheight": "4", "maxheight:lanes": "3.5|4"], [.height: 4_000], true),
  ]

  @Test("of lanes the one that lets most pass decides", arguments: lanes)
  func lane(_ row: Case) async throws { try await check(row) }

  static let legalAndPhysical = [
    Case(["maxheight": "4", "maxheight:physical": "3.8"], [.height: 3_900], false),
    Case(["maxheight": "3.8", "maxheight:physical": "4.2"], [.height: 3_900], false),
    Case(["maxheight": "3.8", "maxheight:physical": "4.2"], [.height: 3_800], true),
    Case(["maxheight": "default", "maxheight:physical": "3.8"], [.height: 3_900], false),
    Case(["maxheight": "none", "maxheight:physical": "3.8"], [.height: 3_801], false),
    Case(["maxheight": "3.8", "maxheight:signed": "no"], [.height: 3_900], false),
    Case(["maxheight": "3.8", "maxheight:signed": "yes"], [.height: 3_800], true),
    Case(["maxheight:legal": "3.8"], [.height: 3_900], false),
    Case(["maxwidth": "3", "maxwidth:physical": "2.5"], [.width: 2_600], false),
    Case(["width": "2"], [.width: 2_550], true),
    Case(["height": "3"], [.height: 4_000], true),
    Case(["maxheight:source": "survey"], [.height: 4_000], true),
  ]

  @Test("the stricter of law and bridge binds; a width is no limit", arguments: legalAndPhysical)
  func physical(_ row: Case) async throws { try await check(row) }

  // An empty truck of 5 t that may weigh 15 t passes a bridge for 10 t, not a street for 10-tonners.
  static let twoWeights = [
    Case(["maxweight": "10"], [.weight: 5_000, .weightRating: 15_000], true),
    Case(["maxweightrating": "10"], [.weight: 5_000, .weightRating: 15_000], false),
    Case(["maxweightrating:hgv": "10"], [.weight: 5_000, .weightRating: 15_000], false),
    Case(["maxweight": "10"], [.weight: 12_000, .weightRating: 15_000], false),
    Case(["maxweight": "10"], [.weightRating: 15_000], true),
    Case(["maxweightrating": "10"], [.weight: 15_000], true),
    Case(
      ["maxweightrating": "10", "maxweight": "4"], [.weight: 5_000, .weightRating: 9_000], false),
    Case(["hgv:conditional": "no @ (weight>10)"], [.weight: 5_000, .weightRating: 15_000], true),
    Case(
      ["hgv:conditional": "no @ (weightrating>10)"], [.weight: 5_000, .weightRating: 15_000],
      false),
    Case(["maxaxleload": "8"], [.weight: 40_000], true),
    Case(["maxaxleload": "8"], [.weight: 5_000, .axleLoad: 8_001], false),
    Case(["maxbogieweight": "16"], [.axleLoad: 17_000], true),
    Case(["maxbogieweight": "16"], [.bogieLoad: 16_001], false),
    Case(["maxaxles": "4"], [.axles: 5], false),
    Case(["maxaxles": "4"], [.axles: 4], true),
  ]

  @Test("actual weight, permitted weight and loads are limits of their own", arguments: twoWeights)
  func weights(_ row: Case) async throws { try await check(row) }

  static let loads = [
    Case(["hazmat": "no"], [.hazmat: 1], false),
    Case(["hazmat": "no"], [.hazmat: 0], true),
    Case(["hazmat": "no"], [:], true),
    Case(["hazmat:water": "no"], [.hazmat: 1], true),
    Case(["hazmat:water": "no"], [.hazmat: 1, .hazmatWater: 1], false),
    Case(["hazmat": "designated"], [.hazmat: 1], true),
    Case(["trailer": "no"], [.trailers: 1], false),
    Case(["trailer": "no"], [.trailers: 0], true),
    Case(["trailer": "no"], [:], true),
    Case(["hgv_articulated": "no"], [.trailers: 1], false),
    Case(["hgv_articulated": "no"], [.trailers: 0], true),
  ]

  @Test("loads and trailers are kept out where they are banned", arguments: loads)
  func load(_ row: Case) async throws { try await check(row) }

  @Test("a ban of loads except destination is one on passing")
  func loadAtEnd() async throws {
    for tags: AsciiMap.Tags in [["hazmat": "destination"], ["trailer": "destination"]] {
      let map = try await Bypass.map(tags).build()
      let truck = Vehicle.truck([.hazmat: 1, .trailers: 1])
      #expect(try await map.letters(truck) == "ABEFCD")
      #expect(try await map.reaches(from: "A", to: "B>N 0.5", truck))
      #expect(try await map.letters(.truck([.hazmat: 0, .trailers: 0])) == "ABNCD")
    }
  }

  // MARK: Tunnels

  struct Tunnel: Sendable, CustomTestStringConvertible {
    var tags: AsciiMap.Tags
    /// The codes of loads that may not enter, `-` being a load without one.
    var closed: String
    init(_ tags: AsciiMap.Tags, closed: String) {
      self.tags = tags
      self.closed = closed
    }
    var testDescription: String { tags.line }
  }

  // ADR 8.6: a tunnel of category C is closed to loads whose code is B or C, and so on.
  static let tunnels = [
    Tunnel(["hazmat:adr_tunnel_cat": "A", "tunnel": "yes"], closed: ""),
    Tunnel(["hazmat:adr_tunnel_cat": "B", "tunnel": "yes"], closed: "B"),
    Tunnel(["hazmat:adr_tunnel_cat": "C", "tunnel": "yes"], closed: "BC"),
    Tunnel(["hazmat:adr_tunnel_cat": "D", "tunnel": "yes"], closed: "BCD"),
    Tunnel(["hazmat:adr_tunnel_cat": "E", "tunnel": "yes"], closed: "BCDE"),
    Tunnel(["hazmat:tunnel_cat": "C", "tunnel": "yes"], closed: "BC"),
    Tunnel(["hazmat:B": "no", "tunnel": "yes"], closed: "B"),
    Tunnel(["hazmat:B": "no", "hazmat:C": "no", "tunnel": "yes"], closed: "BC"),
    Tunnel(
      ["hazmat:B": "no", "hazmat:C": "no", "hazmat:D": "no", "tunnel": "yes"], closed: "BCD"),
    Tunnel(
      [
        "hazmat:B": "no", "hazmat:C": "no", "hazmat:D": "no", "hazmat:E": "no", "tunnel": "yes",
      ], closed: "BCDE"),
    Tunnel(["hazmat:E": "no", "tunnel": "yes"], closed: "BCDE"),
    Tunnel(["tunnel": "yes"], closed: ""),
  ]

  @Test("a tunnel category keeps out the codes of the law", arguments: tunnels)
  func tunnel(_ row: Tunnel) async throws {
    let map = try await Bypass.map(row.tags).build()
    for (severity, code) in "-EDCB".enumerated() {
      let found = try await map.letters(.truck([.tunnelCode: UInt32(severity)]))
      #expect(found == Bypass.letters(short: !row.closed.contains(code)), "\(code)")
    }
    #expect(try await map.letters(Vehicle(.truck)) == "ABNCD")
  }

  @Test("a limit binds any vehicle whose size is given, also a car, a bus and a bicycle")
  func otherModes() async throws {
    let map = try await Bypass.map(["maxwidth": "2", "maxheight": "2.1"]).build()
    for mode in [Mode.car, .bus, .taxi, .scooter] {
      var vehicle = Vehicle(mode)
      #expect(try await map.letters(vehicle) == "ABNCD")
      vehicle[.width] = 2_100
      #expect(try await map.letters(vehicle) == "ABEFCD")
    }
  }

  @Test("the truck network is noted, and closes no road to others")
  func network() async throws {
    let map = try await Bypass.map(["hgv:national_network": "yes"]).build()
    let route = try await map.response(from: "A", to: "D", Vehicle(.truck))
    #expect(map.letters(route) == "ABNCD")
    #expect(route.sections[0].edges.contains { $0.road.flags.contains(.truckNetwork) })
    #expect(try await map.letters(.car) == "ABNCD")
  }
}
