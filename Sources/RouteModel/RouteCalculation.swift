internal import Bytes

/// A calculation under way: it can be observed, awaited and cancelled; dropping the handle cancels it.
///
///     let calculation = engine.calculate(request)
///     for await event in calculation.events { print(event) }
///     if case .succeeded(let response) = calculation.state { print(response.routes[0].lengthMetres) }
///
/// All members may be used from any task at any time.
public final class RouteCalculation: Sendable {
  /// What has become of a calculation so far.
  public enum State: Sendable, Equatable {
    /// The engine is at work.
    case inProgress
    /// It has found routes.
    case succeeded(RouteResponse)
    /// It has none to give.
    case failed(RoutingError)
    /// It was cancelled before it had ended.
    case cancelled
  }

  private let log: CalculationLog
  private let task: Task<State, Never>
  /// What happens, until ``RouteEvent/finished``; for one consumer, who is told the newest 64 if it is slow.
  public let events: AsyncStream<RouteEvent>

  init(_ engine: any RoutingEngine, _ request: RouteRequest) {
    let (stream, continuation) = AsyncStream<RouteEvent>.makeStream(
      bufferingPolicy: .bufferingNewest(64))
    let log = CalculationLog()
    events = stream
    self.log = log
    task = Task {
      let state: State
      do throws(RoutingError) {
        let response = try await engine.routes(for: request) { event in
          log.note(event)
          continuation.yield(event)
        }
        state = log.end(.succeeded(response))
      } catch {
        state = log.end(error == .cancelled ? .cancelled : .failed(error))
      }
      continuation.yield(.finished)
      continuation.finish()
      return state
    }
  }

  deinit { task.cancel() }

  /// Ends the calculation; one that has finished stays as it is.
  ///
  /// The state is ``State/cancelled`` at once; the engine stops a few milliseconds later.
  public func cancel() {
    _ = log.end(.cancelled)
    task.cancel()
  }

  /// What has become of the calculation so far.
  public var state: State { log.entries.state }

  /// The share of the work that is done, 0 to 1; it never falls, and is 1 when routes were found.
  public var progress: Double { log.entries.progress }

  /// What failed so far that the calculation could go on without, in order.
  public var nonFatalErrors: [RoutingError] { log.entries.errors }

  /// The answer, when it is there; to stop waiting does not stop the calculation.
  public var response: RouteResponse {
    get async throws(RoutingError) {
      switch await task.value {
      case .succeeded(let response): return response
      case .failed(let error): throw error
      case .cancelled, .inProgress: throw .cancelled
      }
    }
  }
}

/// What a handle and its task both know; the task must not hold the handle, whose end cancels it.
private final class CalculationLog: Sendable {
  struct Entries: Sendable {
    var state = RouteCalculation.State.inProgress
    var progress = 0.0
    var errors: [RoutingError] = []
  }

  private let stored = Guarded(Entries())

  var entries: Entries { stored.withLock { $0 } }

  func note(_ event: RouteEvent) {
    stored.withLock { entries in
      guard entries.state == .inProgress else { return }
      switch event {
      case .progress(let share): entries.progress = max(entries.progress, min(share, 1))
      case .nonFatal(let error): entries.errors.append(error)
      case .finished: break
      }
    }
  }

  /// Ends with a state, unless it has ended already; gives the state that holds.
  func end(_ state: RouteCalculation.State) -> RouteCalculation.State {
    stored.withLock { entries in
      if entries.state == .inProgress {
        entries.state = state
        if case .succeeded = state { entries.progress = 1 }
      }
      return entries.state
    }
  }
}
