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
    return RouteRequest(waypoints: ends.map { Waypoint($0) })
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
      #expect(try await group.reduce(0, +) == count)
    }
  }

  @Test("without tasks the answers are the same")
  func synchronous() async throws {
    let built = try await BuiltMap(xml: GridMap.xml(columns: 10, rows: 10))
    let engine = OfflineRoutingEngine(map: built.map)
    let request = Self.request()
    let waited = try await engine.routes(for: request)
    let waitedTable = try await engine.table(from: request.waypoints, to: request.waypoints)
    try Self.withoutTasks {
      #expect(try engine.routes(for: request).routes == waited.routes)
      #expect(try engine.table(from: request.waypoints, to: request.waypoints) == waitedTable)
    }
  }

  /// A place where no call can be awaited.
  private static func withoutTasks(_ body: () throws -> Void) rethrows { try body() }

  @Test("a cancelled task ends a calculation on the engine's thread")
  func cancelled() async throws {
    let built = try await BuiltMap(xml: GridMap.xml(columns: 10, rows: 10))
    let engine = OfflineRoutingEngine(map: built.map)
    let task = Task { () -> RoutingError? in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(RoutingError) { _ = try await engine.routes(for: Self.request()) } catch {
        return error
      }
      return nil
    }
    #expect(await task.value == .cancelled)
  }
}
