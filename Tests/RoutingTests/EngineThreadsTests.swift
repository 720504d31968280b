import Bytes
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// On which threads calculations run.
@Suite struct EngineThreadsTests {
  private static func request() -> RouteRequest {
    let ends = [GridMap.position(column: 0, row: 0), GridMap.position(column: 9, row: 9)]
    return RouteRequest(
      waypoints: ends.map { Waypoint(latitude: $0.latitude, longitude: $0.longitude) })
  }

  @Test("calculations that hang leave the threads of Swift's tasks free")
  func freePool() async throws {
    let built = try await BuiltMap(xml: GridMap.xml(columns: 10, rows: 10))
    let engine = OfflineRoutingEngine(map: built.map)
    let (hung, release) = (CountingSemaphore(), CountingSemaphore())
    let count = ProcessClock.processorCount + 1
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<count {
        group.addTask {
          try await engine.routes(for: Self.request()) { _ in
            hung.signal()
            release.wait()
          }.routes.count
        }
      }
      // Were the engine's threads those of the tasks, no task would get here.
      let others = await withTaskGroup(of: Int.self) { tasks in
        for number in 0..<100 { tasks.addTask { number } }
        return await tasks.reduce(0, +)
      }
      #expect(others == 4_950)
      hung.wait()
      release.signal(count)
      let answered = try await group.reduce(0, +)
      #expect(answered == count)
    }
  }

  @Test("without tasks the answers are the same")
  func synchronous() async throws {
    let built = try await BuiltMap(xml: GridMap.xml(columns: 10, rows: 10))
    let engine = OfflineRoutingEngine(map: built.map)
    let request = Self.request()
    let waited = try await engine.routes(for: request)
    let waitedTable = try await engine.table(from: request.waypoints, to: request.waypoints)
    let (routes, table) = try Self.answers(engine, request)
    #expect(routes == waited.routes)
    #expect(table == waitedTable)
  }

  /// What the engine answers where nothing can be awaited.
  private static func answers(
    _ engine: OfflineRoutingEngine, _ request: RouteRequest
  ) throws -> ([Route], TravelTable) {
    (
      try engine.routes(for: request).routes,
      try engine.table(from: request.waypoints, to: request.waypoints)
    )
  }

  @Test("a cancelled task ends a calculation on the engine's thread")
  func cancelled() async throws {
    let built = try await BuiltMap(xml: GridMap.xml(columns: 10, rows: 10))
    let engine = OfflineRoutingEngine(map: built.map)
    let error = await withTaskGroup(of: RoutingError?.self) { group in
      group.cancelAll()
      group.addTask {
        do throws(RoutingError) { _ = try await engine.routes(for: Self.request()) } catch {
          return error
        }
        return nil
      }
      return await group.reduce(nil) { $0 ?? $1 }
    }
    #expect(error == .cancelled)
  }
}
