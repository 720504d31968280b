import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

@testable import MapServer

/// One flipped bit in one tile, for every tile and everything that is done with a map: the error names the tile, or
/// the answer is that of the good map.
@Suite struct DamagedTileTests {
  /// A town of several tiles with every kind of road that a request can ask for or keep away from.
  private enum Town {
    static let side = 84

    static func place(_ row: Int, _ column: Int) -> Coordinate {
      Coordinate(
        latitudeUnits: 100_000_000 + 9_000 * Int32(row),
        longitudeUnits: 200_000_000 + 9_000 * Int32(column))
    }

    /// What the streets along a row are.
    private static func tags(_ row: Int) -> [(String, String)] {
      switch row % 7 {
      case 0: [("maxheight", "3.5")]
      case 1: [("toll", "yes")]
      case 2: [("surface", "gravel")]
      case 3: [("tunnel", "yes"), ("maxspeed:conditional", "30 @ (22:00-06:00)")]
      case 4: [("hgv:conditional", "no @ (22:00-06:00)")]
      case 5: [("maxweight", "7.5"), ("maxweight:conditional", "none @ destination")]
      default: []
      }
    }

    static var xml: String {
      var lines = [#"<osm version="0.6">"#]
      func id(_ row: Int, _ column: Int) -> Int { 1 + row * side + column }
      for row in 0..<side {
        for column in 0..<side {
          let place = place(row, column)
          lines.append(
            #"<node id="\#(id(row, column))" lat="\#(place.latitude)" lon="\#(place.longitude)"/>"#)
        }
      }
      func way(_ number: Int, _ nodes: [Int], _ tags: [(String, String)]) {
        lines.append(#"<way id="\#(number)">"#)
        lines += nodes.map { #"<nd ref="\#($0)"/>"# }
        lines += (tags + [("highway", "residential"), ("name", "\(number) Street")]).map {
          #"<tag k="\#($0.0)" v="\#($0.1)"/>"#
        }
        lines.append("</way>")
      }
      for row in 0..<side { way(1_000 + row, (0..<side).map { id(row, $0) }, tags(row)) }
      for column in 0..<side { way(2_000 + column, (0..<side).map { id($0, column) }, []) }
      return (lines + ["</osm>"]).joined(separator: "\n")
    }

    private static let building = Task { try await BuiltMap(xml: xml) }
    static var built: BuiltMap { get async throws { try await building.value } }
  }

  /// Something that is done with a map.
  private struct Use: Sendable {
    var name: String
    /// Whether it looks at all tiles.
    var readsAll = false
    /// What came of it.
    var run: @Sendable (NavMap) async throws -> String
  }

  /// Why something was refused.
  private enum Refusal: Equatable {
    case damaged(tile: Int)
    /// The service does not say more.
    case damagedMap
    case other(String)

    init(_ error: any Error) {
      switch error {
      case RoutingError.map(let failure) where failure.kind == .damaged:
        // tile 7 at byte 4711: …
        self =
          failure.text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
          .map { .damaged(tile: $0) } ?? .other(failure.text)
      case let error as ServiceError where error.code == .damagedMap: self = .damagedMap
      default: self = .other("\(error)")
      }
    }
  }

  private static let corners = [(3, 3), (80, 5), (78, 79), (4, 80)].map { Town.place($0.0, $0.1) }
  private static let truck = Vehicle.truck(height: .meters(4), weight: .tonnes(40))

  // MARK: Uses of an engine

  private static func route(
    _ name: String, _ vehicle: Vehicle, _ options: RouteRequest.Options = .init(),
    prepares: Bool = false
  ) -> Use {
    Use(name: name, readsAll: prepares) { map in
      let engine = OfflineRoutingEngine(map: map)
      var options = options
      // The first edge of each tile, where any is to be adjusted.
      if let effect = options.adjustments.first?.effect {
        options.adjustments = map.tiles.map {
          RoadAdjustment(edge: map.edgeID(EdgeNumber(rawValue: map.entry($0).firstEdge)), effect)
        }
      }
      if prepares { try await engine.prepare(vehicle, options: options) }
      let request = RouteRequest(
        waypoints: [corners[0], corners[2], corners[1]].map { Waypoint($0) }, vehicle: vehicle,
        options: options)
      let route = try await engine.routes(for: request).routes[0]
      return "\(route.durationSeconds) \(route.sections.flatMap { $0.edges.map(\.id) })"
    }
  }

  private static func table(
    _ name: String, _ vehicle: Vehicle, _ options: RouteRequest.Options = .init(),
    withLengths: Bool = false, readsAll: Bool = false
  ) -> Use {
    Use(name: name, readsAll: readsAll) { map in
      let engine = OfflineRoutingEngine(map: map)
      let places = corners.map { Waypoint($0) }
      let table = try await engine.table(
        from: places, to: places, vehicle: vehicle, options: options, withLengths: withLengths)
      return "\(table.durationSeconds) \(table.lengthMetres ?? [])"
    }
  }

  private static let engineUses: [Use] = [
    route("a route", .car),
    route("a route with limits", truck),
    route("a route with a departure", truck, at("2026-11-21T23:00Z")),
    route("a metric of a vehicle", truck, prepares: true),
    route("a metric with avoidances", .car, .init(avoid: [.tolls, .tunnels]), prepares: true),
    route("a metric of the shortest", .car, .init(objective: .shortest), prepares: true),
    route("a metric of a slow one", .car, .init(maximumSpeedKmh: 20), prepares: true),
    route("a closed road", .car, adjusted(.closed), prepares: true),
    route("a slow road", .car, adjusted(.time(permille: 3_000))),
    route("a liked road", .car, adjusted(.weight(permille: 500)), prepares: true),
    table("a table", .car), table("a table with limits", truck, readsAll: true),
    table("lengths of a table with limits", truck, withLengths: true, readsAll: true),
    table("a table with avoidances", .car, .init(avoid: [.unpaved]), readsAll: true),
    table("a table with a departure", truck, at("2026-11-21T23:00Z")),
    Use(name: "an explanation") { map in
      try corners.map {
        try OfflineRoutingEngine(map: map).explain(at: $0, vehicle: truck).map(\.position)
      }.description
    },
  ]

  private static func at(_ time: String) -> RouteRequest.Options {
    .init(departure: Departure(iso8601: time))
  }

  private static func adjusted(_ effect: RoadAdjustment.Effect) -> RouteRequest.Options {
    .init(adjustments: [RoadAdjustment(edge: EdgeID(map: MapID(rawValue: 0), number: 0), effect)])
  }

  // MARK: Uses of the service

  private static func url(_ name: String, _ target: String) -> Use {
    Use(name: name) { map in
      let url = try ServiceURL(target)
      let answers = MapAnswers(map, ServiceLimits())
      // Of a map tile other things are asked than of all else.
      let bytes =
        url.service == .tile
        ? try answers.tile(url.profile, TileQuery(url))
        : try answers.answer(url, Query(url)) { _ in }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private static func text(_ places: [Coordinate]) -> String {
    places.map { "\($0.longitude),\($0.latitude)" }.joined(separator: ";")
  }

  private static let trace = text(stride(from: 2, to: 82, by: 2).map { Town.place($0, 40) })
  private static let middle = TileAddress(
    x: UInt32((20.0342 + 180) / 360 * 16_384), y: 7_732, z: 14)

  private static let serviceUses: [Use] = [
    url(
      "a route of the service",
      "/route/v1/driving/\(text(corners))?steps=true&annotations=true&explain=true"),
    url(
      "a route of a truck by the service",
      "/route/v1/truck/\(text(corners))?height=4&weight=40&explain=true"),
    url("the nearest roads", "/nearest/v1/driving/\(text([Town.place(40, 41)]))?number=5"),
    url(
      "a table of the service", "/table/v1/driving/\(text(corners))?annotations=duration,distance"),
    url("a match", "/match/v1/driving/\(trace)?steps=true&annotations=true"),
    url("a map tile", "/tile/v1/driving/tile(\(middle.x),\(middle.y),\(middle.z)).mvt"),
    url(
      "all layers of a map tile",
      "/tile/v1/driving/tile(\(middle.x),\(middle.y),\(middle.z)).mvt"
        + "?layers=speeds,turns,osmnodes,limits,roads"),
  ]

  // MARK: The matrix

  /// Without optimisation only every second tile is damaged.
  #if DEBUG
    private static let step = 2
  #else
    private static let step = 1
  #endif

  private static func outcome(_ use: Use, _ map: NavMap) async -> Result<String, any Error> {
    do { return .success(try await use.run(map)) } catch { return .failure(error) }
  }

  @Test(
    "a damaged tile is an error of what needs it, and nothing to what does not",
    arguments: engineUses.indices.map { $0 } + serviceUses.indices.map { engineUses.count + $0 })
  func matrix(number: Int) async throws {
    let use = (Self.engineUses + Self.serviceUses)[number]
    let built = try await Town.built
    let good = built.map
    #expect(good.tileCount >= 3)
    let expected = try await use.run(good)
    let bytes = built.fileBytes
    let folder = try TemporaryFolder()
    var refused = 0
    for tile in stride(from: 0, to: good.tileCount, by: Self.step) {
      let entry = good.entry(TileNumber(tile))
      var changed = bytes
      changed[Int(entry.offset) + Int(entry.byteCount) * (2 + tile % 5) / 8] ^= 4
      let map = try NavMap(path: try folder.write(changed, "damaged-\(tile).nav"))
      switch await Self.outcome(use, map) {
      case .success(let found):
        #expect(found == expected, "\(use.name), tile \(tile)")
        #expect(!use.readsAll, "\(use.name), tile \(tile)")
      case .failure(let error):
        refused += 1
        let refusal = Refusal(error)
        #expect(
          refusal == .damaged(tile: tile) || refusal == .damagedMap,
          "\(use.name), tile \(tile): \(error)")
      }
    }
    #expect(refused > 0, "\(use.name) looks at no tile")
  }
}
