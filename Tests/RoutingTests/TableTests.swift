import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// Every cell of a table is what the route between the two places takes.
@Suite struct TableTests {
  /// Who travels how.
  struct Kind: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var vehicle = Vehicle.car
    var options = RouteRequest.Options()

    init(_ name: String, _ vehicle: Vehicle = .car, _ options: RouteRequest.Options = .init()) {
      testDescription = name
      self.vehicle = vehicle
      self.options = options
    }
  }

  static let kinds = [
    Kind("car"), Kind("foot, which has no metric", Vehicle(.foot)),
    Kind("truck 3.5 m, 18 t", .truck([.height: 3_500, .weight: 18_000])),
    Kind("no motorways", .car, .init(avoid: [.motorways])),
    Kind("no unpaved roads, tolls, tunnels", .car, .init(avoid: [.unpaved, .tolls, .tunnels])),
    Kind("never on motorways", .car, .init(exclude: [.motorways])),
    Kind(
      "never on unpaved roads, in tunnels; no tolls", .truck([.height: 3_500]),
      .init(avoid: [.tolls], exclude: [.unpaved, .tunnels])),
    Kind("strict", .truck([.weight: 7_000]), .init(strictConditions: true)),
    Kind("45 km/h", .car, .init(maximumSpeedKmh: 45)),
    Kind(
      "preferences", .car,
      .init(costs: CostSettings(preferences: [.motorway: 0.1, .unpaved: 0.3, .tunnel: 0.9]))),
    Kind("u-turns disliked", .car, .init(costs: CostSettings(preferences: [.uTurn: 0]))),
    Kind("shortest", .car, .init(objective: .shortest)),
    Kind("at eight in the morning", .car, .at("Mo 08:00")),
    Kind(
      "truck at ten in the evening", .truck([.height: 3_500, .weight: 18_000]), .at("Su 21:50")),
    Kind(
      "45 km/h at night", .car,
      .init(departure: .init(iso8601: "2026-11-23T02:00+01:00"), maximumSpeedKmh: 45)),
  ]

  /// Places next to roads all over the map, some close together, some where roads are cut off.
  static func places(_ map: NavMap, _ count: Int, seed: UInt64) throws -> [Waypoint] {
    var random = SeededGenerator(seed: seed)
    var places: [Waypoint] = []
    while places.count < count {
      let tile = try map.tile(TileNumber(Int.random(in: 0..<map.tileCount, using: &random)))
      guard tile.layout.junctionCount > 0 else { continue }
      let junction = Int.random(in: 0..<tile.layout.junctionCount, using: &random)
      let place = tile.position(JunctionIndex(junction))
      for _ in 0..<2 {
        places.append(
          Waypoint(
            latitude: place.latitude + Double.random(in: -0.0004...0.0004, using: &random),
            longitude: place.longitude + Double.random(in: -0.0004...0.0004, using: &random)))
      }
    }
    return places
  }

  @Test(
    "cells are what routes take",
    .enabled(
      if: TestData.has("liechtenstein-2025.osm.pbf"),
      "needs liechtenstein-2025.osm.pbf; set MAPC_DATA"),
    arguments: kinds)
  func cells(_ kind: Kind) async throws {
    try await Self.compare(try await BuiltMap(extract: "liechtenstein-2025.osm.pbf").map, kind)
  }

  @Test("cells are what routes take, where towns hang together by a link", arguments: kinds)
  func towns(_ kind: Kind) async throws {
    let towns = try await ReferenceTowns(links: [.init(column: 3, tags: "highway=primary")])
    try await Self.compare(towns.quick.map, kind)
    try await Self.compare(towns.plain.map, kind)
  }

  @Test(
    "cells are what routes take, where towns hang together by a road to be avoided",
    arguments: [
      Kind("no tolls", .car, .init(avoid: [.tolls])),
      Kind("truck, no tolls", .truck([.height: 3_500]), .init(avoid: [.tolls, .ferries])),
    ])
  func avoidedLink(_ kind: Kind) async throws {
    let towns = try await ReferenceTowns(
      links: [.init(column: 3, tags: "highway=primary toll=yes")])
    try await Self.compare(towns.quick.map, kind)
    try await Self.compare(towns.plain.map, kind)
  }

  @Test(
    "cells are what routes take at a time of day, whose rules change on the way, hold, or do not",
    arguments: [
      Kind("at noon", .car, .at("Mo 12:00")), Kind("before ten", .car, .at("Mo 21:59")),
      Kind("at night", .car, .at("Tu 01:00")), Kind("strict", .car, .at("Mo 12:00", strict: true)),
      Kind("truck on Sunday", .truck([.weight: 12_000]), .at("Su 21:59")),
      Kind("truck on Monday", .truck([.height: 3_500]), .at("Mo 14:00")),
    ])
  func atTimesOfDay(_ kind: Kind) async throws {
    let links: [ReferenceTowns.Link] = [
      .init(
        column: 2,
        tags: [
          "highway": "primary", "maxspeed": "100", "maxspeed:conditional": "30 @ (22:00-06:00)",
        ]),
      .init(
        column: 6,
        tags: ["highway": "primary", "hgv:conditional": "no @ (Su 00:00-22:00; weight>7.5)"]),
      .init(column: 9, tags: ["highway": "trunk", "access:conditional": "no @ wet"]),
      .init(
        column: 13,
        tags: ["highway": "tertiary", "access": "no", "access:conditional": "yes @ (22:00-05:00)"]),
    ]
    let towns = try await ReferenceTowns(links: links)
    for avoid in [[], [.unpaved]] as [Avoidance] {
      var kind = kind
      kind.options.avoid = avoid
      try await Self.compare(towns.quick.map, kind)
      try await Self.compare(towns.plain.map, kind)
    }
  }

  @Test("where only trips that end there may drive, a rule that opens at night counts at its time")
  func sideRoads() async throws {
    // At its end the road is entered from a street of the grid.
    let grid = StreetGrid(rows: 16, columns: 16)
    let road = [grid.place(8.3, 8.4), grid.place(8.3, 8.8)]
    let street = grid.node(8, 8)
    let towns = try await ReferenceTowns(
      links: [.init(column: 3, tags: "highway=primary")],
      extra: ReferenceTowns.node(9_900_001, road[0]) + ReferenceTowns.node(9_900_002, road[1])
        + ReferenceTowns.way(
          9_900_003, [street, 9_900_001, 9_900_002],
          [
            "highway": "service", "motor_vehicle": "destination", "maxspeed": "10",
            "maxspeed:conditional": "100 @ (22:00-06:00)",
          ]))
    let places = [road[1], towns.north.place(5, 5), towns.north.place(9, 14)].map { Waypoint($0) }
    for time in ["Mo 12:00", "Mo 21:59", "Tu 01:00"] {
      let kind = Kind("car", .car, .at(time))
      #expect(try await Self.compare(towns.quick.map, kind, from: places, to: places) == 9)
    }
  }

  @Test("energies of a table at night are not those of one at noon")
  func energiesAtTimes() async throws {
    let towns = try await ReferenceTowns(links: [
      .init(
        column: 2,
        tags: [
          "highway": "primary", "maxspeed": "100", "maxspeed:conditional": "30 @ (22:00-06:00)",
        ])
    ])
    let map = towns.quick.map
    let engine = OfflineRoutingEngine(map: map)
    let from = [towns.south.place(2, 3), towns.south.place(12, 9)].map { Waypoint($0) }
    let to = [towns.north.place(5, 5), towns.north.place(9, 14)].map { Waypoint($0) }
    for time in ["Tu 01:00", "Mo 12:00", "Tu 01:00"] {
      var options = RouteRequest.Options.at(time)
      options.energy = EnergyOptions()
      let table = try await engine.table(from: from, to: to, options: options)
      for (row, origin) in from.enumerated() {
        for (column, destination) in to.enumerated() {
          let request = RouteRequest(waypoints: [origin, destination], options: options)
          let route = try await engine.routes(for: request).routes[0]
          let energy = try #require(route.sections[0].energy?.balance)
          let cell = try #require(table.energies?[row][column])
          #expect(abs(cell.net - energy.net) <= 1, "\(time)")
        }
      }
    }
  }

  @Test(
    "cells are what routes take, with what is known of single roads",
    .enabled(
      if: TestData.has("liechtenstein-2025.osm.pbf"),
      "needs liechtenstein-2025.osm.pbf; set MAPC_DATA"),
    arguments: zip(
      [
        [.closed], [.time(permille: 2_500), .time(permille: 400)], [.weight(permille: 3_000)],
        [.weight(permille: 500)],
        [.closed, .time(permille: 1_700), .weight(permille: 600), .weight(permille: 1_900)],
      ] as [[RoadAdjustment.Effect]],
      [[], [], [.motorways], [.unpaved], []] as [Avoidance]))
  func adjusted(_ effects: [RoadAdjustment.Effect], _ avoid: Avoidance) async throws {
    let map = try await BuiltMap(extract: "liechtenstein-2025.osm.pbf").map
    var random = SeededGenerator(seed: 3)
    let adjustments = (0..<map.header.edgeCount / 50).map { number in
      RoadAdjustment(
        edge: map.edgeID(map.randomEdge(using: &random)),
        effects[Int(number) % effects.count])
    }
    var options = RouteRequest.Options(avoid: avoid, adjustments: adjustments)
    try await Self.compare(map, Kind("car", .car, options))
    options.departure = RouteRequest.Options.at("Mo 08:00").departure
    try await Self.compare(map, Kind("car at eight", .car, options))
  }

  @Test(
    "pairs that nothing connects have no way, nor do others change by them",
    arguments: [
      Kind("car"), Kind("no tolls", .car, .init(avoid: [.tolls])),
      Kind("truck, no motorways", .truck([.height: 3_500]), .init(avoid: [.motorways])),
    ])
  func unconnected(_ kind: Kind) async throws {
    // A road of its own among the streets of the south, where trips begin and end if both of their ends are on it.
    let grid = StreetGrid(rows: 16, columns: 16)
    let island = [grid.place(8.3, 8.4), grid.place(8.3, 8.6)]
    let towns = try await ReferenceTowns(
      links: [],
      extra: ReferenceTowns.node(9_900_001, island[0]) + ReferenceTowns.node(9_900_002, island[1])
        + ReferenceTowns.way(9_900_003, [9_900_001, 9_900_002], "highway=residential"))
    let places = [
      island[0], island[1], towns.south.place(2, 3), towns.south.place(12, 9),
      towns.north.place(5, 5), towns.north.place(9, 14),
    ].map { Waypoint($0) }
    var kind = kind
    // So that the north is not taken for the south.
    kind.options.snapRadiusMetres = 60
    for map in [towns.quick.map, towns.plain.map] {
      let found = try await Self.compare(map, kind, from: places, to: places)
      // Of four places in the south, and of two in the north.
      #expect(found == 4 * 4 + 2 * 2)
      for place in places {
        _ = try await Self.compare(map, kind, from: [place], to: Array(places[2..<4]))
        _ = try await Self.compare(map, kind, from: Array(places[2..<4]), to: [place])
      }
    }
  }

  private static func compare(_ map: NavMap, _ kind: Kind) async throws {
    let origins = try places(map, 24, seed: 1)
    let destinations = Array(try places(map, 24, seed: 2) + origins.prefix(6))
    let found = try await compare(map, kind, from: origins, to: destinations)
    #expect(found > origins.count * destinations.count / 2)
  }

  /// Compares each cell with its route, and says how many ways there are.
  private static func compare(
    _ map: NavMap, _ kind: Kind, from origins: [Waypoint], to destinations: [Waypoint]
  ) async throws -> Int {
    let engine = OfflineRoutingEngine(map: map)
    let table = try await engine.table(
      from: origins, to: destinations, vehicle: kind.vehicle, options: kind.options,
      withLengths: true)
    let durations = try await engine.table(
      from: origins, to: destinations, vehicle: kind.vehicle, options: kind.options)
    #expect(durations.durationSeconds == table.durationSeconds)
    #expect(durations.lengthMetres == nil)
    var (found, otherLengths) = (0, 0)
    for (row, origin) in origins.enumerated() {
      for (column, destination) in destinations.enumerated() {
        let request = RouteRequest(
          waypoints: [origin, destination], vehicle: kind.vehicle, options: kind.options)
        let route = try await routeIfAny(engine, request)
        #expect(
          table.durationSeconds[row][column] == route?.durationSeconds,
          "\(origin) to \(destination)")
        let length = table.lengthMetres?[row][column]
        #expect((length == nil) == (route == nil))
        guard let route, let length else { continue }
        // An end that one of the routes moves is told of the whole table.
        for notice in route.notices where notice.isOfEnd {
          let told = notice.numbered { $0 == 0 ? row : origins.count + column }
          #expect(table.notices.contains(told), "\(told) of \(origin) to \(destination)")
        }
        found += 1
        if abs(length - route.lengthMetres) > 0.001 { otherLengths += 1 }
      }
    }
    // Ways that take as long to the hundredth of a second are rare but on a grid.
    #expect(otherLengths <= found / (map.tileCount > 2 ? 100 : 2))
    return found
  }

  @Test("a place that is moved for one of the trips is told of once, and no other")
  func moved() async throws {
    let main = "M" + String(repeating: "-", count: 60) + "N"
    let drawing = AsciiMap(
      "s---t\n\n" + main, ways: [("st", "highway=residential"), ("MN", "highway=primary")])
    let roads = try await drawing.build()
    let places = try ["M", "t", "N"].map { Waypoint(try roads.drawing.place($0)) }
    let engine = OfflineRoutingEngine(map: roads.built.map)
    let table = try await engine.table(from: places, to: Array(places.dropFirst(2)))
    let metres = table.origins[1].distanceMetres
    // The rows of the drawing lie 100 m apart.
    #expect(abs(metres - 100) < 1)
    #expect(table.notices == [.snappedFarther(waypoint: 1, metres: metres)])
    let back = try await engine.table(from: Array(places.prefix(1)), to: places)
    #expect(back.notices == [.snappedFarther(waypoint: 2, metres: metres)])
    let within = try await engine.table(from: [places[1]], to: [places[1]])
    #expect(within.notices.isEmpty && within.origins[0].distanceMetres < 1)
  }

  private static func routeIfAny(
    _ engine: OfflineRoutingEngine, _ request: RouteRequest
  ) async throws -> Route? {
    do throws(RoutingError) {
      return try await engine.routes(for: request).routes[0]
    } catch {
      guard case .noRoute = error else { throw error }
      return nil
    }
  }

  @Test("a place without a road near it is named by its number, origins first")
  func noRoad() async throws {
    let towns = try await ReferenceTowns(links: [.init(column: 3, tags: "highway=primary")])
    let engine = OfflineRoutingEngine(map: towns.quick.map)
    let here = Waypoint(towns.south.place(3, 3))
    await #expect {
      _ = try await engine.table(from: [here], to: [here, Waypoint(latitude: 10, longitude: 10)])
    } throws: { error in
      guard case .noRoadNear(waypoint: 2, _, _, _)? = error as? RoutingError else { return false }
      return true
    }
  }
}

extension RouteNotice {
  /// Whether it says that a waypoint's nearest road was not taken.
  fileprivate var isOfEnd: Bool {
    switch self {
    case .snappedFarther, .endLimited: true
    default: false
    }
  }
}
