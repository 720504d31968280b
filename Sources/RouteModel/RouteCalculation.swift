internal import Bytes

/// The handle of a running calculation: observe, await or cancel it.
///
/// Releasing the handle cancels the calculation.
///
///     let calculation = engine.calculate(request)
///     for await event in calculation.events { print(event) }
///     if case .succeeded(let response) = calculation.state { print(response.routes[0].lengthMetres) }
///
/// All members may be used from any task at any time.
public final class RouteCalculation: Sendable {
  /// The state of a calculation.
  public enum State: Sendable, Equatable {
    /// The calculation is running.
    case inProgress
    /// It has found routes.
    case succeeded(RouteResponse)
    /// It has failed.
    case failed(RoutingError)
    /// It was cancelled before it ended.
    case cancelled
  }

  private let log: CalculationLog
  private let task: Task<State, Never>
  /// The events up to ``RouteEvent/finished``, for a single consumer; a slow consumer receives the newest 64.
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
          guard let event = event.duringCalculation else { return }
          log.note(event)
          continuation.yield(event)
        }.nonEmpty()
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

  /// Cancels the calculation; no effect if it has ended.
  ///
  /// The state becomes ``State/cancelled`` immediately; the engine stops a few milliseconds later.
  public func cancel() {
    _ = log.end(.cancelled)
    task.cancel()
  }

  /// The current state.
  public var state: State { log.entries.state }

  /// The finished share of the work, 0 to 1; it never decreases, and is 1 once routes are found.
  public var progress: Double { log.entries.progress }

  /// The failures so far that did not stop the calculation, in order.
  public var nonFatalErrors: [RoutingError] { log.entries.errors }

  /// The response, once available; cancelling the wait does not cancel the calculation.
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

/// The state shared by a handle and its task; the task must not retain the handle, whose release cancels it.
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
      case .progress(let share): entries.progress = max(entries.progress, share)
      case .nonFatal(let error): entries.errors.append(error)
      case .finished: break
      }
    }
  }

  /// Ends with a state unless already ended; returns the final state.
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
