import Geo
import MapCompiler
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Routes over the borders of tiles: restrictions that begin in one and end in another.
@Suite struct BehaviourBorders {
  /// 64 rows of 80 junctions: four tiles, with a border between columns 39 and 40.
  ///
  /// Every fourth row is a quick
  /// road, and on 16 of them a restriction over ways lies at the border.
  static let grid: StreetGrid = {
    var grid = StreetGrid(rows: 64, columns: 80)
    grid.rowClass = { $0 % 4 == 2 ? "primary" : "residential" }
    for chain in chains { grid.extra += chain.relation(grid) }
    return grid
  }()

  static let map = Task { try await BuiltMap(xml: grid.xml, options: .halved) }

  /// A restriction along a row: 'from', two 'via', 'to'; one of the four crosses the border.
  struct Chain: Sendable, CustomTestStringConvertible {
    var number: Int
    var row: Int { 2 + 4 * number }
    var isOnly: Bool { number >= 8 }
    var goesEast: Bool { number & 4 == 0 }
    /// Which of the four streets crosses the border.
    var crossing: Int { number & 3 }
    /// The column of the k-th junction of the five along the chain.
    func column(_ k: Int) -> Int { goesEast ? 39 - crossing + k : 40 + crossing - k }
    /// The street between junctions k and k + 1.
    func street(_ k: Int, _ grid: StreetGrid) -> Int {
      grid.street(eastOf: min(column(k), column(k + 1)), row: row)
    }
    func relation(_ grid: StreetGrid) -> String {
      let value = isOnly ? "only_straight_on" : "no_straight_on"
      let members = zip(["from", "via", "via", "to"], 0..<4).map { role, k in
        "<member type=\"way\" ref=\"\(street(k, grid))\" role=\"\(role)\"/>"
      }
      return "<relation id=\"\(number + 1)\">\(members.joined())<tag k=\"type\" v=\"restriction\"/>"
        + "<tag k=\"restriction\" v=\"\(value)\"/></relation>\n"
    }
    var testDescription: String {
      "\(isOnly ? "only" : "no") \(goesEast ? "east" : "west"), crossing in street \(crossing)"
    }
  }

  static let chains = (0..<16).map { Chain(number: $0) }

  private func route(_ from: Coordinate, _ to: Coordinate) async throws -> Route {
    let request = RouteRequest(waypoints: [Waypoint(from), Waypoint(to)])
    let map = try await Self.map.value.map
    return try await OfflineRoutingEngine(map: map).routes(for: request).routes[0]
  }

  @Test("the grid lies in four tiles, with a border where the cases expect it")
  func fourTiles() async throws {
    let built = try await Self.map.value
    #expect(built.map.tileCount == 4)
    #expect(built.report.usedViaWayRestrictions == 16)
    try built.map.verify()
    for tile in 0..<4 {
      let view = try built.map.tile(TileNumber(tile))
      let columns = view.layout.junctions.map { Int(view.junctionOSMID($0) - 1) % 1_000 }
      #expect((columns.min(), columns.max()) == (tile < 2 ? (0, 39) : (40, 79)))
    }
  }

  @Test("a restriction over ways holds over a border", arguments: chains)
  func overBorder(_ chain: Chain) async throws {
    let grid = Self.grid
    let row = Double(chain.row)
    func column(_ k: Double) -> Double {
      Double(chain.column(0)) + (chain.goesEast ? k : -k)
    }
    // From the middle of 'from' straight to the middle of 'to', and past the last via to the north.
    let straight = try await route(grid.place(row, column(0.5)), grid.place(row, column(3.5)))
    let aside = try await route(grid.place(row, column(0.5)), grid.place(row + 0.5, column(3)))
    let forbidden = chain.isOnly ? aside : straight
    let allowed = chain.isOnly ? straight : aside
    #expect(abs(allowed.lengthMetres - 300) < 1)
    #expect(forbidden.lengthMetres > 310)
    // Who comes from the side onto the first via, and who goes the other way, is not bound.
    for (from, to) in [
      (grid.place(row - 0.5, column(1)), grid.place(row, column(3.5))),
      (grid.place(row - 0.5, column(1)), grid.place(row + 0.5, column(3))),
      (grid.place(row, column(3.5)), grid.place(row, column(0.5))),
    ] {
      let free = try await route(from, to)
      #expect(abs(free.lengthMetres - 300) < 1)
      let passed = Set(free.polyline)
      for k in [1.0, 2, 3] { #expect(passed.contains(grid.place(row, column(k)))) }
    }
  }

  @Test("an edge over the border is passed in part from either tile")
  func partsAtBorder() async throws {
    let grid = Self.grid
    for (from, to) in [(39.25, 39.75), (39.75, 39.25), (38.5, 39.5), (40.5, 39.5), (38.75, 40.25)] {
      let route = try await route(grid.place(0, from), grid.place(0, to))
      #expect(abs(route.lengthMetres - abs(from - to) * 100) < 0.2)
    }
  }

  @Test("two large networks with a private road between them are not one")
  func privateLink() async throws {
    let south = StreetGrid(rows: 20, columns: 20)
    var north = StreetGrid(rows: 20, columns: 20, south: 471_000_000, firstID: 10_000_000)
    north.extra =
      "<way id=\"99\"><nd ref=\"\(south.node(19, 5))\"/><nd ref=\"\(north.node(0, 5))\"/>"
      + "<tag k=\"highway\" v=\"residential\"/><tag k=\"access\" v=\"private\"/></way>\n"
    let elements = south.elements + north.elements + north.extra
    let built = try await BuiltMap(xml: "<osm version=\"0.6\">\(elements)</osm>")
    let engine = OfflineRoutingEngine(map: built.map)
    let ends = [Waypoint(south.place(3, 3)), Waypoint(north.place(3, 3))]
    // The road between is named: it is the one rule in the way.
    await #expect {
      try await engine.routes(for: RouteRequest(waypoints: ends))
    } throws: { error in
      guard case .noRoute(0, 1, .car, let blockers) = error as? RoutingError else { return false }
      return blockers.map(\.rule.tag) == ["access=private"] && blockers.map(\.wayID) == [99]
    }
    let middle = Waypoint(
      south.place(19, 5).interpolated(to: north.place(0, 5), share: 0.5))
    let route = try await engine.routes(for: RouteRequest(waypoints: [ends[0], middle])).routes[0]
    #expect(route.sections[0].arrival.distanceMetres < 1)
  }

  // MARK: Cancelling

  /// The answer of a task that is cancelled before it begins.
  private func cancelled(_ request: RouteRequest, _ map: NavMap) async -> RoutingError? {
    let task = Task { () -> RoutingError? in
      while !Task.isCancelled { await Task.yield() }
      do throws(RoutingError) {
        _ = try await OfflineRoutingEngine(map: map).routes(for: request)
        return nil
      } catch { return error }
    }
    task.cancel()
    return await task.value
  }

  @Test("a cancelled task ends a long search")
  func cancelledSearch() async throws {
    let grid = Self.grid
    let request = RouteRequest(waypoints: [
      Waypoint(grid.place(0, 0)), Waypoint(grid.place(63, 79)),
    ])
    #expect(await cancelled(request, try await Self.map.value.map) == .cancelled)
  }

  @Test("a cancelled task ends a short search too")
  func cancelledShortSearch() async throws {
    let grid = Self.grid
    let request = RouteRequest(waypoints: [
      Waypoint(grid.place(0, 0)), Waypoint(grid.place(0, 1)),
    ])
    #expect(await cancelled(request, try await Self.map.value.map) == .cancelled)
  }

  @Test("a calculation tells its progress, ends, and can be cancelled after it has ended")
  func calculation() async throws {
    let grid = Self.grid
    let request = RouteRequest(waypoints: [
      Waypoint(grid.place(0, 0)), Waypoint(grid.place(0, 1)), Waypoint(grid.place(1, 1)),
    ])
    let engine = OfflineRoutingEngine(map: try await Self.map.value.map)
    let calculation = engine.calculate(request)
    let response = try await calculation.response
    calculation.cancel()
    #expect(try await calculation.response == response)
    var events: [RouteEvent] = []
    for await event in calculation.events { events.append(event) }
    #expect(events == [.progress(0.5), .progress(1), .finished])
  }

  @Test("dropping the handle of a calculation cancels it")
  func droppedCalculation() async throws {
    let grid = Self.grid
    let ends = [Waypoint(grid.place(0, 0)), Waypoint(grid.place(63, 79))]
    let request = RouteRequest(waypoints: Array(repeating: ends, count: 50).flatMap { $0 })
    let engine = OfflineRoutingEngine(map: try await Self.map.value.map)
    let events = engine.calculate(request).events
    var progress = 0.0
    for await event in events {
      if case .progress(let share) = event { progress = share }
    }
    #expect(progress < 1)
  }
}
