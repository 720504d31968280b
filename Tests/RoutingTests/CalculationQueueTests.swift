import Bytes
import RoadModel
import RouteModel
import Testing

/// The order of calculations in a queue, and what becomes of removed ones.
@Suite struct CalculationQueueTests {
  private static func request(_ number: Int) -> RouteRequest {
    RouteRequest(waypoints: [
      Waypoint(latitude: Double(number), longitude: 0), Waypoint(latitude: 0, longitude: 0),
    ])
  }

  private func number(_ request: RouteRequest) -> Int { Int(request.waypoints[0].latitude) }

  @Test("calculations start in the order in which they were asked for", arguments: [1, 3])
  func order(_ limit: Int) async throws {
    let engine = HeldEngine()
    let queue = CalculationQueue(engine, maximumRunning: limit)
    let handles = (1...20).map { queue.calculate(Self.request($0)) }
    #expect(queue.entries.map { number($0.request) } == Array(1...20))
    for served in 1...20 {
      await engine.hasStarted(min(served + limit - 1, 20))
      let running = queue.entries.filter(\.isRunning).map { number($0.request) }
      #expect(running == Array(served...min(served + limit - 1, 20)))
      engine.finish(served)
      _ = try await handles[served - 1].response
      #expect(!queue.entries.contains { number($0.request) == served })
    }
    // The first ones start at once, each in a task of its own, which may be scheduled in any order.
    #expect(engine.started.prefix(limit).sorted() == Array(1...limit))
    #expect(engine.started.dropFirst(limit) == Array(limit + 1...20)[...])
  }

  @Test("an entry can be made without a queue, as a mock or a preview of one needs it")
  func made() {
    let entry = CalculationQueue.Entry(id: 7, request: Self.request(3), isRunning: true)
    #expect(entry.id == 7 && number(entry.request) == 3 && entry.isRunning)
  }

  @Test("an emptied queue starts nothing, and its calculations end as cancelled")
  func emptied() async throws {
    let engine = HeldEngine()
    let queue = CalculationQueue(engine)
    let handles = (1...3).map { queue.calculate(Self.request($0)) }
    await engine.hasStarted(1)
    queue.removeAll()
    #expect(queue.entries.isEmpty)
    for handle in handles {
      await #expect(throws: RoutingError.cancelled) { try await handle.response }
      #expect(handle.state == .cancelled)
    }
    #expect(engine.started == [1])
    let next = queue.calculate(Self.request(4))
    await engine.hasStarted(2)
    engine.finish(4)
    _ = try await next.response
  }

  @Test("a calculation that is removed, cancelled or released leaves its place to the next")
  func removed() async throws {
    let engine = HeldEngine()
    let queue = CalculationQueue(engine)
    let first = queue.calculate(Self.request(1))
    let second = queue.calculate(Self.request(2))
    var third: RouteCalculation? = queue.calculate(Self.request(3))
    let fourth = queue.calculate(Self.request(4))
    await engine.hasStarted(1)
    #expect(third?.state == .inProgress)
    let waiting = try #require(queue.entries.first { !$0.isRunning })
    #expect(queue.remove(waiting.id))
    #expect(!queue.remove(waiting.id))
    await #expect(throws: RoutingError.cancelled) { try await second.response }
    third = nil
    first.cancel()
    await engine.hasStarted(2)
    #expect(engine.started == [1, 4])
    engine.finish(4)
    _ = try await fourth.response
    while !queue.entries.isEmpty { await Task.yield() }
  }

  @Test("a removed calculation keeps its place until the engine has stopped, and ends as cancelled")
  func stubborn() async throws {
    let engine = HeldEngine(isStubborn: true)
    let queue = CalculationQueue(engine)
    let handles = (1...3).map { queue.calculate(Self.request($0)) }
    await engine.hasStarted(1)
    queue.removeAll()
    let next = queue.calculate(Self.request(4))
    #expect(queue.entries.map { number($0.request) } == [4])
    for _ in 1...1_000 { await Task.yield() }
    #expect(engine.started == [1])
    engine.finish(1)
    await engine.hasStarted(2)
    #expect(engine.started == [1, 4])
    engine.finish(4)
    _ = try await next.response
    for handle in handles {
      await #expect(throws: RoutingError.cancelled) { try await handle.response }
    }
  }

  @Test("the order holds where the queue stands as any engine")
  func existential() async throws {
    let engine = HeldEngine()
    let queue: any RoutingEngine = CalculationQueue(engine)
    let handles = (1...20).map { queue.calculate(Self.request($0)) }
    for number in 1...20 {
      engine.finish(number)
      _ = try await handles[number - 1].response
    }
    #expect(engine.started == Array(1...20))
  }

  @Test("errors of the engine are the calculation's, and the next one runs")
  func errors() async throws {
    let queue = CalculationQueue(FailingEngine())
    for number in 1...3 {
      await #expect(throws: RoutingError.tooFewWaypoints(number)) {
        try await queue.routes(for: Self.request(number))
      }
    }
    #expect(queue.entries.isEmpty)
  }

  @Test("a request for walking ignores what concerns vehicles")
  func walking() {
    var options = RouteRequest.Options(
      avoid: [.tolls], exclude: [.ferries], objective: .shortest,
      costs: CostSettings(preferences: [.toll: 0]), maximumSpeedKmh: 3, steps: true)
    let request = RouteRequest.walking(waypoints: Self.request(1).waypoints, options: options)
    options = RouteRequest.Options(steps: true)
    #expect(request.vehicle == Vehicle(.foot) && request.options == options)
  }
}

/// An engine whose calculations end when they are told to.
private final class HeldEngine: RoutingEngine {
  private struct State {
    var started: [Int] = []
    var finished: Set<Int> = []
  }

  private let state = Guarded(State())
  /// Whether it goes on when it is cancelled.
  private let isStubborn: Bool

  init(isStubborn: Bool = false) { self.isStubborn = isStubborn }

  /// The numbers of the requests that have started, in order.
  var started: [Int] { state.withLock { $0.started } }

  func hasStarted(_ count: Int) async { while started.count < count { await Task.yield() } }

  func finish(_ number: Int) { state.withLock { _ = $0.finished.insert(number) } }

  func routes(
    for request: RouteRequest, observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse {
    let number = Int(request.waypoints[0].latitude)
    state.withLock { $0.started.append(number) }
    while !state.withLock({ $0.finished.contains(number) }) {
      if Task.isCancelled && !isStubborn { throw .cancelled }
      await Task.yield()
    }
    return RouteResponse(routes: [Route(sections: [], notices: [])])
  }
}

/// An engine that fails with the number of the request.
private struct FailingEngine: RoutingEngine {
  func routes(
    for request: RouteRequest, observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse {
    throw .tooFewWaypoints(Int(request.waypoints[0].latitude))
  }
}
