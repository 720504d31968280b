import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Routing

/// What a snap finds in one pass is what looking at every road of the map, wish by wish, finds.
@Suite struct SnappingTests {
  /// A road of the map and its distance from a place.
  private struct Road: Equatable {
    var distance: Double
    var tile: TileNumber
    var segment: SegmentIndex

    init(_ distance: Double, _ tile: TileNumber, _ segment: SegmentIndex) {
      (self.distance, self.tile, self.segment) = (distance, tile, segment)
    }

    init(_ point: RoadPoint) { self.init(point.distance, point.tile, point.segment) }

    var key: (Double, TileNumber, SegmentIndex) { (distance, tile, segment) }
  }

  /// All roads of a map, to be looked at one by one.
  private struct AllRoads {
    let map: NavMap
    private var shapes: [(tile: TileNumber, segment: SegmentIndex, shape: [Coordinate])] = []

    init(_ map: NavMap) throws {
      self.map = map
      for number in map.tiles {
        let tile = try map.tile(number)
        for segment in tile.layout.ownSegments {
          shapes.append((number, segment, tile.shape(segment)))
        }
      }
    }

    func randomPlace(_ random: inout SeededGenerator, spread: Int32) throws -> Coordinate {
      let shape = try #require(shapes.randomElement(using: &random)).shape
      let near = try #require(shape.randomElement(using: &random))
      return Coordinate(
        latitudeUnits: near.latitudeUnits + .random(in: -spread...spread, using: &random),
        longitudeUnits: near.longitudeUnits + .random(in: -spread...spread, using: &random))
    }

    /// All of them, nearest first.
    func byDistance(from place: Coordinate) -> [Road] {
      let plane = LocalPlane(at: place)
      return shapes.map { tile, segment, shape in
        var line = [plane.project(shape[0])]
        for (previous, point) in zip(shape, shape.dropFirst()) {
          line.append(plane.project(point, next: line[line.count - 1], of: previous))
        }
        let nearest = zip(line, line.dropFirst()).map { plane.nearest(from: $0, to: $1).metres }
        return Road(nearest.min() ?? .infinity, tile, segment)
      }
      .sorted { $0.key < $1.key }
    }
  }

  /// The definition of a snap, over all roads sorted by distance.
  private struct SlowSnapper {
    let map: NavMap
    let rules: QueryRules
    let allowsViolations: Bool
    let roads: [Road]

    func nearest(
      within limit: Double, _ isWanted: (borrowing TileView, SegmentIndex) -> Bool
    ) throws -> [Road] {
      var found: [Road] = []
      for road in roads {
        if road.distance > (found.first.map { $0.distance + 0.05 } ?? limit) { break }
        let map = self.map
        let tile = try map.tile(road.tile)
        if tile.road(road.segment).flags.contains(.ferry) { continue }
        if isWanted(tile, road.segment) { found.append(road) }
      }
      return found
    }

    func inEitherDirection(_ holds: (Direction) -> Bool) -> Bool {
      Direction.allCases.contains { holds($0) }
    }

    func usable(within limit: Double, reaching: Reach = []) throws -> [Road] {
      try nearest(within: limit) { tile, segment in
        inEitherDirection { rules.use(tile, segment, $0, at: 0).ends }
          && tile.reach(segment, rules.mode).isSuperset(of: reaching)
      }
    }

    func breaking(within limit: Double) throws -> [Road] {
      try nearest(within: limit) { tile, segment in
        inEitherDirection { rules.mayBreak(tile, segment, $0, at: 0) }
      }
    }

    func openingLater(within limit: Double, _ role: WaypointRole) throws -> [Road] {
      guard role != .origin, rules.hasClock else { return [] }
      return try nearest(within: limit) { tile, segment in
        inEitherDirection { rules.mayUse(tile, segment, $0, at: 0, isLater: true) }
      }
    }

    /// Compares a snap with the definition.
    func check(_ snap: Snap, radius: Double, role: WaypointRole, _ label: String) throws {
      var near = try usable(within: radius)
      if near.isEmpty { near = try openingLater(within: radius, role) }
      let isBreaking = near.isEmpty && allowsViolations
      if isBreaking { near = try breaking(within: radius) }
      let connected = try usable(within: radius, reaching: role.reach)
      #expect(snap.nearest.map(Road.init) == near, "\(label)")
      #expect(snap.connected.map(Road.init) == connected, "\(label)")
      let isConnected = connected.first.map { $0.distance <= near[0].distance + 0.05 } ?? false
      let chosen = isConnected || connected.isEmpty ? near : connected
      let reach = chosen[0].distance - 0.05
      let later = reach > 0 ? try openingLater(within: reach, role) : []
      var limited: Road?
      if reach > 0, !rules.isUnlimited || rules.hasClock, near[0].distance > 0.05 {
        limited = try nearest(within: near[0].distance - 0.05) { tile, segment in
          inEitherDirection { tile.access(segment, $0)[rules.mode].isUsable }
        }.first
      }
      let isTolerant = reach > 0 && allowsViolations && (!isConnected || limited != nil)
      #expect(snap.hopeful.map(Road.init) == later, "\(label)")
      #expect(snap.limited.map(Road.init) == limited, "\(label)")
      #expect(
        snap.tolerable.map(Road.init)
          == (isBreaking ? near : isTolerant ? try breaking(within: reach) : []), "\(label)")
    }
  }

  static let monaco = "monaco-osrm.osm.pbf"

  static let vehicles: [Vehicle] = [
    .car, Vehicle(.bicycle), Vehicle(.foot), .truck(height: .meters(4.5), weight: .tonnes(40)),
  ]

  /// Cases that shall occur among the random ones.
  private struct Counts {
    var tied = 0
    var closed = 0
    var refused = 0
  }

  @Test(
    "one pass finds what looking at every road finds",
    .enabled(if: TestData.has(monaco), "needs monaco-osrm.osm.pbf; set MAPC_DATA"))
  func slowDefinition() async throws {
    var counts = Counts()
    for path in [TestData.path(Self.monaco), "\(TestData.package)/Samples/saelmund.osm.bz2"] {
      try Self.check(try await BuiltMap(file: path), &counts)
    }
    #expect(counts.tied > 20 && counts.refused > 5 && counts.closed > 0)
  }

  private static func check(_ built: BuiltMap, _ counts: inout Counts) throws {
    let roads = try AllRoads(built.map)
    var random = SeededGenerator(seed: 20_261_122)
    let mapPlace = MapPlace(country: "", drivesOnLeft: false, zone: TimeZoneRule(posix: "UTC0"))
    for round in 0..<120 {
      let place = try roads.randomPlace(&random, spread: [0, 300, 8_000][round % 3])
      let sorted = roads.byDistance(from: place)
      let radius = [10_000, 30, 4][round % 3 == 0 ? 0 : round % 4 % 3]
      for (index, vehicle) in Self.vehicles.enumerated() {
        var options = RouteRequest.Options()
        options.allowViolations = (round + index) % 2 == 0
        if round % 4 < 2 { options.departure = Departure(iso8601: "2026-11-21T03:30Z") }
        let rules = QueryRules(vehicle, options: options, place: mapPlace)
        let slow = SlowSnapper(
          map: built.map, rules: rules, allowsViolations: options.allowViolations, roads: sorted)
        let role = [WaypointRole.origin, .destination, .stop][round / 2 % 3]
        let snapper = Snapper(
          map: built.map, rules: rules, role: role, time: 0,
          allowsViolations: options.allowViolations)
        let label = "\(place) within \(radius), \(vehicle.mode)"
        do {
          let snap = try snapper.snap(place, index: 0, radius: Double(radius))
          try slow.check(snap, radius: Double(radius), role: role, label)
          if snap.nearest.count > 1 { counts.tied += 1 }
          if snap.limited != nil || !snap.tolerable.isEmpty { counts.closed += 1 }
        } catch let error as RoutingError {
          let nearest = try slow.usable(within: .infinity).first?.distance
          #expect(
            error
              == .noRoadNear(
                waypoint: 0, mode: rules.mode, radiusMetres: Double(radius), nearestMetres: nearest)
          )
          #expect(nearest ?? .infinity > Double(radius), "\(label)")
          counts.refused += 1
        }
      }
    }
  }
}
