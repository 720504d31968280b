import Geo
import MapReader
import RoadCosts
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Metrics are bounds only of what costs no less: rules that open a road, quicken it or let one turn round are
/// seen before a metric that does not know them is used.
@Suite struct HierarchyBoundsTests {
  /// What a route takes, as the map without a hierarchy finds it, and as an engine with metrics does.
  private static func ways(
    _ towns: ReferenceTowns, _ engine: OfflineRoutingEngine, _ request: RouteRequest
  ) async throws -> (plain: [Int64], quick: [Int64]) {
    let plain = OfflineRoutingEngine(map: towns.plain.map)
    func ways(_ engine: OfflineRoutingEngine) async throws -> [Int64] {
      do throws(RoutingError) {
        return towns.ways(try await engine.routes(for: request).routes[0])
      } catch {
        guard case .noRoute = error else { throw error }
        return []
      }
    }
    return (try await ways(plain), try await ways(engine))
  }

  /// Makes the metric of a vehicle, as it would be when it has paid for it.
  private static func makeMetric(
    _ engine: OfflineRoutingEngine, _ vehicle: Vehicle, _ options: RouteRequest.Options = .init()
  ) throws {
    let rules = QueryRules(
      vehicle, options: options, place: engine.map.place,
      layers: CostLayers(request: try Adjustments(options.adjustments, engine.map)))
    #expect(try engine.metrics.build(engine.metrics.withTables(rules)) != nil)
  }

  /// The tags of the shorter link, a vehicle to which it is closed, and one, no smaller, to which it is open.
  struct Pair: Sendable, CustomTestStringConvertible {
    var tags: AsciiMap.Tags
    var closed: Vehicle
    var open: Vehicle
    var options = RouteRequest.Options()
    var testDescription: String { tags.line }
  }

  static let pairs = [
    Pair(
      tags: ["maxweight": "7.5", "maxweight:conditional": "none @ (length>12)"],
      closed: .truck([.weight: 10_000]), open: .truck([.weight: 10_000, .length: 14_000])),
    Pair(
      tags: ["maxweight": "7.5", "maxweight:conditional": "12 @ (axles>2)"],
      closed: .truck([.weight: 10_000, .axles: 2]), open: .truck([.weight: 10_000, .axles: 3])),
    Pair(
      tags: ["hgv:conditional": "no @ (weight<5)"], closed: .truck([.weight: 4_000]),
      open: .truck([.weight: 6_000])),
    Pair(
      tags: ["hgv:conditional": "no @ (weight<=5)"], closed: .truck([.weight: 5_000]),
      open: .truck([.weight: 5_001])),
    Pair(
      tags: ["hgv": "no", "hgv:conditional": "yes @ (trailers>=1)"],
      closed: .truck([.weight: 10_000]), open: .truck([.weight: 10_000, .trailers: 1])),
  ]

  @Test("a metric of one vehicle bounds no other to which more is open", arguments: pairs)
  func openToLarger(_ pair: Pair) async throws {
    let towns = try await ReferenceTowns(links: [
      .init(column: 5, tags: pair.tags.asRoad), .init(column: 0, tags: "highway=primary"),
    ])
    let engine = OfflineRoutingEngine(map: towns.quick.map)
    try Self.makeMetric(engine, pair.closed, pair.options)
    for (vehicle, link) in [(pair.closed, 1), (pair.open, 0)] {
      let found = try await Self.ways(towns, engine, towns.request(vehicle, pair.options))
      #expect(found.plain == [ReferenceTowns.firstLink + Int64(link)])
      #expect(found.quick == found.plain)
    }
  }

  static let classes = [
    Pair(
      tags: ["maxweight:conditional": "7.5 @ (length>12)"],
      closed: .truck([.weight: 8_000, .length: 14_000]),
      open: .truck([.weight: 7_000, .length: 14_000])),
    Pair(
      tags: ["maxheight:conditional": "3.8 @ (Mo-Fr 07:00-19:00)"],
      closed: .truck([.height: 3_801]), open: .truck([.height: 3_800]),
      options: .init(strictConditions: true)),
    Pair(
      tags: ["maxheight": "3.8"], closed: .truck([.height: 3_801]), open: .truck([.height: 3_800])),
  ]

  @Test("vehicles that a limit under a condition tells apart share no metric", arguments: classes)
  func limitsUnderConditions(_ pair: Pair) async throws {
    let towns = try await ReferenceTowns(links: [
      .init(column: 5, tags: pair.tags.asRoad), .init(column: 0, tags: "highway=primary"),
    ])
    for first in [pair.closed, pair.open] {
      let engine = OfflineRoutingEngine(map: towns.quick.map)
      try Self.makeMetric(engine, first, pair.options)
      for (vehicle, link) in [(pair.closed, 1), (pair.open, 0)] {
        let found = try await Self.ways(towns, engine, towns.request(vehicle, pair.options))
        #expect(found.plain == [ReferenceTowns.firstLink + Int64(link)])
        #expect(found.quick == found.plain)
      }
    }
  }

  static let speeds: [AsciiMap.Tags] = [
    ["maxspeed:conditional": "100 @ wet"], ["maxspeed:conditional": "100 @ (22:00-06:00)"],
  ]

  @Test("a speed that may hold and is higher than the usual one is no bound", arguments: speeds)
  func strictSpeed(_ tags: AsciiMap.Tags) async throws {
    var tags = tags
    tags.pairs.append(("highway", "secondary"))
    let towns = try await ReferenceTowns(links: [
      .init(column: 5, tags: tags), .init(column: 6, tags: "highway=primary"),
    ])
    for options in [
      RouteRequest.Options(), .init(strictConditions: true), .at("Mo 23:00"), .at("Mo 12:00"),
      .at("Mo 23:00", strict: true),
    ] {
      let engine = OfflineRoutingEngine(map: towns.quick.map)
      for column in [4.5, 5.5, 6.5] {
        let request = towns.request(column: column, .car, options)
        let found = try await Self.ways(towns, engine, request)
        #expect(found.quick == found.plain, "\(options), \(column)")
      }
    }
  }

  struct Gate: Sendable, CustomTestStringConvertible {
    var tags: AsciiMap.Tags
    var vehicle = Vehicle.car
    var options = RouteRequest.Options()
    /// Whether nobody of the mode ever passes, so that one may turn round.
    var mayTurn: Bool
    var testDescription: String { "\(tags.line), \(mayTurn ? "turns" : "goes on")" }
  }

  static let gates = [
    Gate(tags: ["barrier": "height_restrictor", "maxheight": "2.5"], mayTurn: false),
    Gate(
      tags: ["barrier": "height_restrictor", "maxheight": "2.5"],
      vehicle: .truck([.height: 4_000]), mayTurn: false),
    Gate(
      tags: ["barrier": "gate", "access:conditional": "no @ (20:00-06:00)"],
      options: .at("Mo 12:00"), mayTurn: false),
    Gate(
      tags: ["barrier": "gate", "access:conditional": "no @ (20:00-06:00)"],
      options: .at("Mo 23:00"), mayTurn: false),
    Gate(
      tags: ["barrier": "gate", "access:conditional": "no @ (20:00-06:00)"],
      options: .init(strictConditions: true), mayTurn: false),
    Gate(
      tags: ["barrier": "gate", "hgv:conditional": "no @ (weight>7.5)"],
      vehicle: .truck([.weight: 8_000]), mayTurn: false),
    Gate(tags: ["barrier": "bollard"], mayTurn: true),
  ]

  /// To the north one must turn round: from the one-way P to the one-way Q at a junction where that turn is
  /// forbidden, behind which a road leads past a barrier to a distant dead end.
  private static func spur(_ barrier: AsciiMap.Tags) async throws -> ReferenceTowns {
    let south = StreetGrid(rows: 16, columns: 16)
    let north = StreetGrid(rows: 16, columns: 16, south: 470_188_660, firstID: 10_000_000)
    let (q, b, c) = (8_000_001, 8_000_002, 8_000_003)
    let extra =
      ReferenceTowns.node(q, south.place(18, 5))
      + ReferenceTowns.node(b, south.place(18, 5.3), barrier)
      + ReferenceTowns.node(c, south.place(18, 13))
      + ReferenceTowns.way(9_100_001, [south.node(15, 5), q], "highway=primary oneway=yes")
      + ReferenceTowns.way(9_100_002, [q, north.node(0, 5)], "highway=primary oneway=yes")
      + ReferenceTowns.way(9_100_003, [q, b, c], "highway=primary")
        + """
        <relation id="1"><member type="way" ref="9100001" role="from"/>\
        <member type="node" ref="\(q)" role="via"/><member type="way" ref="9100002" role="to"/>\
        <tag k="type" v="restriction"/><tag k="restriction" v="no_straight_on"/></relation>

        """
    return try await ReferenceTowns(
      links: [.init(column: 6, tags: "highway=residential maxspeed=20")], extra: extra)
  }

  @Test(
    "one may turn round at a barrier that is closed to the mode, whoever comes and when, whatever the metric says",
    arguments: gates)
  func turnsAtBarriers(_ gate: Gate) async throws {
    let towns = try await Self.spur(gate.tags)
    for warms in [false, true] {
      let engine = OfflineRoutingEngine(map: towns.quick.map)
      if warms { try Self.makeMetric(engine, gate.vehicle, gate.options) }
      let found = try await Self.ways(towns, engine, towns.request(gate.vehicle, gate.options))
      #expect(
        found.plain
          == (gate.mayTurn ? [9_100_001, 9_100_003, 9_100_002] : [ReferenceTowns.firstLink]))
      #expect(found.quick == found.plain, "with a metric of its own: \(warms)")
    }
  }
}
