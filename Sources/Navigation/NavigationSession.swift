public import Geo
public import RouteModel

/// Runs a trip for an app: events as a stream, questions as asynchronous calls, requests to one engine.
///
///     let session = NavigationSession(trip, engine: engine)
///     Task { for await event in session.events { show(event) } }
///     for await location in receiver { await session.push(location) }
///
/// It has no clock of its own: the app calls ``tick(_:)`` once a second, in the time of the fixes. Requests run in
/// tasks, at most one for each purpose. Requests and questions are cancelled when the trip no longer needs them, and
/// when the session is released. A restored trip may have been saved with open ones: the session begins with them. A
/// reader of ``events`` that falls behind by more than ``bufferedEvents`` loses the oldest.
public actor NavigationSession {
  /// The maximum number of events that wait for the reader.
  public static let bufferedEvents = 4_096

  /// Answers a question; nil for the default, at once.
  public typealias Answering = @Sendable (TripQuestion) async -> TripAnswer?
  /// Updates the traffic along a route, which is the whole driven one; the request departs where that begins.
  public typealias Refreshing = @Sendable (Route, RouteRequest) async throws -> RouteRefresh

  /// The events of the trip, for one reader; the stream ends with the trip.
  public nonisolated let events: AsyncStream<TripEvent>

  private var trip: Trip
  private let engine: any RoutingEngine
  private let answer: Answering?
  private let refresh: Refreshing?
  private let output: AsyncStream<TripEvent>.Continuation
  private var calculations: [UInt32: Task<Void, Never>] = [:]
  private var questions: [UInt32: Task<Void, Never>] = [:]

  /// A session.
  ///
  /// - Parameters:
  ///   - trip: The trip.
  ///   - engine: Calculates new routes and alternatives.
  ///   - answer: Answers the questions in ``TripOptions/asks``; nil leaves them to their defaults.
  ///   - refresh: Updates the traffic along a route, such as `OfflineRoutingEngine.refresh`; nil if it is never
  ///     updated.
  public init(
    _ trip: Trip, engine: any RoutingEngine, answer: Answering? = nil, refresh: Refreshing? = nil
  ) {
    self.trip = trip
    self.engine = engine
    self.refresh = refresh
    self.answer = answer
    (events, output) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingNewest(Self.bufferedEvents))
    if trip.hasEnded { output.finish() }
    if trip.openRequests.isEmpty && trip.openQuestions.isEmpty { return }
    Task { [weak self] in await self?.resume() }
  }

  deinit {
    for task in calculations.values { task.cancel() }
    for task in questions.values { task.cancel() }
    output.finish()
  }

  /// The current trip, to save or to show.
  public var current: Trip { trip }

  /// Takes a fix.
  public func push(_ fix: Location) { take(.fix(fix)) }

  /// Takes the time, by the clock of the fixes.
  public func tick(_ time: Double) { take(.tick(time)) }

  /// Takes any input.
  public func take(_ input: TripInput) {
    for event in trip.take(input) {
      output.yield(event)
      act(on: event)
    }
  }

  /// Sends the open requests and questions of a restored trip again: the tasks that answered them are gone.
  private func resume() {
    for request in trip.openRequests where calculations[request.id] == nil { start(request) }
    for question in trip.openQuestions where questions[question.id] == nil { ask(question) }
  }

  private func act(on event: TripEvent) {
    switch event {
    case .request(let request): start(request)
    case .requestCancelled(let id): calculations.removeValue(forKey: id)?.cancel()
    case .question(let question): ask(question)
    case .questionClosed(let id, _): questions.removeValue(forKey: id)?.cancel()
    case .ended: output.finish()
    default: break
    }
  }

  /// Cancels the trip if it has not ended; the stream of events ends with it.
  public func close() { take(.cancel) }

  /// Takes the driver's feedback, after the end of the trip.
  ///
  /// - Parameter feedback: The feedback.
  /// - Returns: ``TripEvent/feedback(_:trace:)``, for the caller to send on; nil while the trip is under way. It is not
  ///   among ``events``, because that stream has ended.
  public func feedback(_ feedback: TripFeedback) -> TripEvent? {
    trip.take(.feedback(feedback)).last
  }

  private func ask(_ question: TripQuestion) {
    guard let answer else { return }
    questions[question.id] = Task { [weak self] in
      let answer = await answer(question) ?? question.kind.defaultAnswer
      if Task.isCancelled { return }
      await self?.take(.answer(question.id, answer))
    }
  }

  private func start(_ request: TripRequest) {
    let engine = self.engine
    let refresh = self.refresh
    let route = trip.route
    calculations[request.id] = Task { [weak self] in
      let input = await Self.calculate(request, engine, refresh, route)
      if Task.isCancelled { return }
      await self?.finish(request.id, input)
    }
  }

  private func finish(_ id: UInt32, _ input: TripInput) {
    guard calculations.removeValue(forKey: id) != nil else { return }
    take(input)
  }

  private static func calculate(
    _ request: TripRequest, _ engine: any RoutingEngine, _ refresh: Refreshing?, _ route: Route
  ) async -> TripInput {
    if request.purpose == .refresh {
      guard let refresh else { return .failure(request.id, .cancelled) }
      do {
        return .refreshed(request.id, try await refresh(route, request.request))
      } catch {
        return .failure(request.id, error as? RoutingError ?? .cancelled)
      }
    }
    do throws(RoutingError) {
      return .response(request.id, try await engine.routes(for: request.request))
    } catch {
      return .failure(request.id, error)
    }
  }
}
