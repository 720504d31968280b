import Bytes
import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel
import Routing
import Synchronization
import TestSupport
import Testing

/// What a caller may rely on beside the route itself: observing, cancelling, sharing, touching little.
@Suite struct EngineTests {
  private static func waypoint(_ column: Int, _ row: Int) -> Waypoint {
    let place = GridMap.position(column: column, row: row)
    return Waypoint(latitude: place.latitude, longitude: place.longitude)
  }

  private static let across = RouteRequest(waypoints: [waypoint(0, 0), waypoint(119, 119)])

  @Test("a calculation can be observed: progress up to 1, then finished")
  func observed() async throws {
    let built = try await BuiltMap(xml: GridMap.xml(columns: 20, rows: 20))
    let stops = [Self.waypoint(0, 0), Self.waypoint(5, 5), Self.waypoint(10, 10)]
    let calculation = OfflineRoutingEngine(map: built.map).calculate(RouteRequest(waypoints: stops))
    var events: [RouteEvent] = []
    for await event in calculation.events { events.append(event) }
    #expect(events == [.progress(0.5), .progress(1), .finished])
    #expect(try await calculation.response.routes.count == 1)
  }

  @Test("without its line a route has the same edges, lengths and ends, over passed waypoints too")
  func ends() async throws {
    let built = try await BuiltMap(xml: GridMap.xml(columns: 20, rows: 20))
    let engine = OfflineRoutingEngine(map: built.map)
    var stops = [(1, 0), (5, 5), (10, 10), (3, 17)].map { Self.waypoint($0.0, $0.1) }
    stops[1].kind = .passThrough
    var request = RouteRequest(waypoints: stops)
    let whole = try await engine.routes(for: request).routes[0]
    request.options.polyline = false
    let ends = try await engine.routes(for: request).routes[0]
    #expect(ends.durationSeconds == whole.durationSeconds && ends.wayIDs == whole.wayIDs)
    for (short, long) in zip(ends.sections, whole.sections) {
      #expect(short.departure == long.departure && short.arrival == long.arrival)
      #expect(short.edges.map(\.id) == long.edges.map(\.id))
      #expect(short.edges.map(\.lengthMetres) == long.edges.map(\.lengthMetres))
      #expect(short.passed.map(\.edge) == long.passed.map(\.edge))
      let places =
        [long.departure.position] + long.passed.map(\.waypoint.position) + [long.arrival.position]
      #expect(short.polyline == places && long.polyline.count > places.count)
    }
    request.options.steps = true
    #expect(try await engine.routes(for: request).routes[0].sections[0].steps.count > 2)
  }

  @Test("cancelling a calculation ends it with an error of its own")
  func cancelled() async throws {
    let built = try await BuiltMap(xml: GridMap.xml(columns: 120, rows: 120))
    let calculation = OfflineRoutingEngine(map: built.map).calculate(Self.across)
    calculation.cancel()
    await #expect(throws: RoutingError.cancelled) { try await calculation.response }
  }

  @Test("cancelling the task ends the search before it is done")
  func cancelledTask() async throws {
    let built = try await BuiltMap(xml: GridMap.xml(columns: 120, rows: 120))
    let engine = OfflineRoutingEngine(map: built.map)
    let task = Task { try await engine.routes(for: Self.across) }
    task.cancel()
    await #expect(throws: RoutingError.cancelled) { try await task.value }
  }

  @Test("dropping the handle of a calculation cancels it")
  func dropped() async throws {
    let engine = WaitingEngine()
    var calculation: RouteCalculation? = engine.calculate(Self.across)
    let events = try #require(calculation).events
    calculation = nil
    var last: RouteEvent?
    for await event in events { last = event }
    #expect(last == .finished)
    let wasCancelled = engine.wasCancelled.load(ordering: .acquiring)
    #expect(wasCancelled)
  }

  @Test("cancelling a finished calculation changes nothing")
  func cancelledLate() async throws {
    let built = try await BuiltMap(xml: GridMap.xml(columns: 20, rows: 20))
    let request = RouteRequest(waypoints: [Self.waypoint(0, 0), Self.waypoint(9, 9)])
    let calculation = OfflineRoutingEngine(map: built.map).calculate(request)
    let before = try await calculation.response
    calculation.cancel()
    #expect(try await calculation.response == before)
  }

  @Test("many calculations at once give what one gives")
  func atOnce() async throws {
    let built = try await BuiltMap(xml: GridMap.xml(columns: 40, rows: 40))
    let engine = OfflineRoutingEngine(map: built.map)
    let request = RouteRequest(waypoints: [Self.waypoint(1, 2), Self.waypoint(37, 30)])
    let alone = try await engine.routes(for: request)
    try await withThrowingTaskGroup(of: RouteResponse.self) { group in
      for _ in 0..<32 { group.addTask { try await engine.routes(for: request) } }
      for try await response in group { #expect(response.routes == alone.routes) }
    }
  }

  @Test("a route touches only the tiles it passes: damage elsewhere does not matter")
  func touchesLittle() async throws {
    let folder = try TemporaryFolder()
    let built = try await BuiltMap(xml: GridMap.xml(columns: 150, rows: 150), options: .halved)
    let count = built.map.tileCount
    #expect(count >= 4)
    let request = RouteRequest(waypoints: [Self.waypoint(2, 2), Self.waypoint(12, 9)])
    let response = try await OfflineRoutingEngine(map: built.map).routes(for: request)
    #expect(response.statistics.touchedTiles < count)
    // All tiles that keep 5 km away from the trip are overwritten with nonsense.
    let file = try MappedFile(path: built.map.path)
    var bytes = (0..<file.count).map { file.bytes.u8($0) }
    var trip = response.routes[0].boundingBox
    for edge in [Self.waypoint(-50, -50), Self.waypoint(65, 60)] {
      trip.add(try #require(edge.coordinate))
    }
    var damaged = 0
    for tile in 0..<count {
      let entry = built.map.entry(TileNumber(tile))
      guard !entry.box.intersects(trip) else { continue }
      for offset in 0..<Int(entry.byteCount) { bytes[Int(entry.offset) + offset] = 0xAA }
      damaged += 1
    }
    #expect(damaged >= 1)
    let map = try NavMap(path: try folder.write(bytes, "damaged.nav"))
    let again = try await OfflineRoutingEngine(map: map).routes(for: request)
    #expect(again.routes == response.routes)
    #expect(throws: NavError.self) { try map.verify() }
  }
}

/// An engine that calculates until it is cancelled.
private final class WaitingEngine: RoutingEngine {
  let wasCancelled = Atomic<Bool>(false)

  func routes(
    for request: RouteRequest, observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse {
    while !Task.isCancelled { await Task.yield() }
    wasCancelled.store(true, ordering: .releasing)
    throw .cancelled
  }
}
