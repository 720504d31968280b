internal import Bytes

/// Runs the calculations of an engine in the order of the requests.
///
///     let queue = CalculationQueue(engine)
///     let handles = requests.map { queue.calculate($0) }
///     print(queue.entries.count)
///     queue.removeAll()
///
/// A queue is itself an engine. All members may be used from any task at any time.
public final class CalculationQueue: RoutingEngine {
  /// A calculation in the queue.
  public struct Entry: Sendable, Identifiable {
    /// A number that is unique in the queue; later calculations have larger ones.
    public let id: UInt64
    /// The request.
    public let request: RouteRequest
    /// Whether it is running; it waits otherwise.
    public fileprivate(set) var isRunning: Bool

    /// An entry from its parts, such as for a mock of a queue.
    public init(id: UInt64, request: RouteRequest, isRunning: Bool) {
      self.id = id
      self.request = request
      self.isRunning = isRunning
    }
  }

  /// A calculation, with the means to end its wait and to cancel it while it runs.
  private struct Place: Sendable {
    var entry: Entry
    var resume: CheckedContinuation<Bool, Never>?
    var cancel: (@Sendable () -> Void)?
    /// Whether it was removed while it ran; it keeps its place until the engine has stopped.
    var isRemoved = false
  }

  private struct Places: Sendable {
    var waitingAndRunning: [Place] = []
    var lastID: UInt64 = 0

    func index(of id: UInt64) -> Int? { waitingAndRunning.firstIndex { $0.entry.id == id } }

    /// Removes a waiting calculation, or marks a running one; returns its previous state.
    mutating func remove(at index: Int) -> Place {
      let place = waitingAndRunning[index]
      if place.entry.isRunning {
        waitingAndRunning[index].isRemoved = true
      } else {
        waitingAndRunning.remove(at: index)
      }
      return place
    }

    /// Marks the calculations that may start now as running, up to a limit.
    mutating func start(_ limit: Int) -> [CheckedContinuation<Bool, Never>] {
      var started: [CheckedContinuation<Bool, Never>] = []
      var running = waitingAndRunning.count(where: { $0.entry.isRunning })
      for index in waitingAndRunning.indices where running < limit {
        if waitingAndRunning[index].entry.isRunning { continue }
        running += 1
        waitingAndRunning[index].entry.isRunning = true
        if let resume = waitingAndRunning[index].resume { started.append(resume) }
        waitingAndRunning[index].resume = nil
      }
      return started
    }
  }

  private let engine: any RoutingEngine
  private let limit: Int
  private let places = Guarded(Places())

  /// A queue in front of an engine.
  ///
  /// - Parameters:
  ///   - engine: The engine.
  ///   - maximumRunning: The maximum number of calculations at once, at least 1.
  public init(_ engine: any RoutingEngine, maximumRunning: Int = 1) {
    self.engine = engine
    limit = max(maximumRunning, 1)
  }

  /// The calculations that run or wait, in order.
  public var entries: [Entry] {
    places.withLock { $0.waitingAndRunning.filter { !$0.isRemoved }.map(\.entry) }
  }

  /// Appends a calculation and returns its handle; calls in a row keep their order.
  ///
  /// The state of the handle is ``RouteCalculation/State/inProgress`` while it waits.
  public func calculate(_ request: RouteRequest) -> RouteCalculation {
    RouteCalculation(Reserved(queue: self, id: reserve(request)), request)
  }

  /// Calculates routes after all earlier calculations have started, as soon as one more may run.
  ///
  /// - Throws: ``RoutingError``; ``RoutingError/cancelled`` if the calculation was removed.
  public func routes(
    for request: RouteRequest, observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse {
    try await run(reserve(request), request, observe)
  }

  /// Removes a calculation, which ends as cancelled.
  ///
  /// If it runs, the next one starts when the engine has stopped.
  ///
  /// - Returns: Whether it was in the queue.
  @discardableResult
  public func remove(_ id: Entry.ID) -> Bool {
    let place = places.withLock { places in places.index(of: id).map { places.remove(at: $0) } }
    guard let place, !place.isRemoved else { return false }
    place.resume?.resume(returning: false)
    place.cancel?()
    return true
  }

  /// Removes all calculations, including running ones; they end as cancelled.
  public func removeAll() {
    let removed = places.withLock { places in
      places.waitingAndRunning.indices.reversed().map { places.remove(at: $0) }
    }
    for place in removed {
      place.resume?.resume(returning: false)
      place.cancel?()
    }
  }

  private func reserve(_ request: RouteRequest) -> UInt64 {
    let id = places.withLock { places in
      places.lastID += 1
      places.waitingAndRunning.append(
        Place(entry: Entry(id: places.lastID, request: request, isRunning: false)))
      return places.lastID
    }
    startNext()
    return id
  }

  /// Starts the next calculations while places are free.
  private func startNext() {
    let started = places.withLock { $0.start(limit) }
    for resume in started { resume.resume(returning: true) }
  }

  /// Gives the place of a calculation that has ended to the next one.
  private func finish(_ id: UInt64) {
    places.withLock { places in
      if let index = places.index(of: id) { places.waitingAndRunning.remove(at: index) }
    }
    startNext()
  }

  /// Waits until a calculation may run; `false` if it was removed.
  private func mayRun(_ id: UInt64) async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { resume in
        let answer = places.withLock { places -> Bool? in
          guard let index = places.index(of: id) else { return false }
          let place = places.waitingAndRunning[index]
          if place.entry.isRunning { return !place.isRemoved }
          places.waitingAndRunning[index].resume = resume
          return nil
        }
        if let answer { resume.resume(returning: answer) }
      }
    } onCancel: {
      remove(id)
    }
  }

  fileprivate func run(
    _ id: UInt64, _ request: RouteRequest, _ observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse {
    defer { finish(id) }
    guard await mayRun(id) else { throw .cancelled }
    let engine = self.engine
    // A separate task, so that the queue can cancel it.
    let task = Task { () -> Result<RouteResponse, RoutingError> in
      do throws(RoutingError) {
        return .success(try await engine.routes(for: request, observe: observe))
      } catch { return .failure(error) }
    }
    let isThere = places.withLock { places in
      guard let index = places.index(of: id) else { return false }
      places.waitingAndRunning[index].cancel = { task.cancel() }
      return !places.waitingAndRunning[index].isRemoved
    }
    if !isThere { task.cancel() }
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    // An engine may have gone on, and have a result nevertheless.
    let isRemoved = places.withLock { places in
      places.index(of: id).map { places.waitingAndRunning[$0].isRemoved } ?? true
    }
    if isRemoved { throw .cancelled }
    return try result.get()
  }
}

/// An engine that uses a reserved place of a queue.
private struct Reserved: RoutingEngine {
  let queue: CalculationQueue
  let id: UInt64

  func routes(
    for request: RouteRequest, observe: @escaping @Sendable (RouteEvent) -> Void
  ) async throws(RoutingError) -> RouteResponse {
    try await queue.run(id, request, observe)
  }
}
