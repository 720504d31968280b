import RoadModel
import RouteModel

/// One calculation of an online engine: the requests for its runs, one after the other.
struct OnlineCalculation {
  let asked: ServiceRequest
  let client: ServiceClient
  let deadline: ContinuousClock.Instant
  let observe: @Sendable (RouteEvent) -> Void
  /// What the service turned out not to consider.
  private var notConsidered: [RequestPart]
  private var exclude: Avoidance

  init(
    asked: ServiceRequest, client: ServiceClient, deadline: ContinuousClock.Instant,
    observe: @escaping @Sendable (RouteEvent) -> Void
  ) {
    self.asked = asked
    self.client = client
    self.deadline = deadline
    self.observe = observe
    notConsidered = asked.notConsidered
    exclude = asked.request.options.exclude
  }

  /// Asks for everything, and makes routes of the answers.
  mutating func run() async throws(RoutingError) -> RouteResponse {
    let request = asked.request
    if !notConsidered.isEmpty && client.options.unsupported == .refuse {
      throw .unsupported(notConsidered)
    }
    let runs = asked.runs
    var routes: [Route] = []
    for (number, run) in runs.enumerated() {
      let elapsed = routes.first?.durationSeconds ?? 0
      let answer = try await self.answer(run, after: elapsed)
      let maker = SectionMaker(wantsSteps: request.options.steps)
      for (index, found) in answer.routes.enumerated() where index == 0 || runs.count == 1 {
        let sections = try maker.sections(of: found, answer.waypoints, request.waypoints[run])
        let notices = (found.notices ?? []).compactMap { $0.numbered(from: run.lowerBound) }
        if number == 0 {
          routes.append(Route(sections: sections, notices: notices, origin: .online))
        } else {
          routes[0].sections += sections
          routes[0].notices += notices
        }
      }
      observe(.progress(Double(number + 1) / Double(runs.count)))
    }
    for index in routes.indices { routes[index].notices += notices(found: routes.count - 1) }
    return RouteResponse(routes: routes)
  }

  /// What every route of the answer is to say.
  private func notices(found: Int) -> [RouteNotice] {
    var notices: [RouteNotice] = []
    if !notConsidered.isEmpty { notices.append(.notConsidered(notConsidered)) }
    let wanted = asked.request.options.alternatives
    if found < wanted { notices.append(.fewerAlternatives(wanted: wanted, found: found)) }
    return notices
  }

  /// The answer for one run.
  private mutating func answer(
    _ run: ClosedRange<Int>, after elapsed: Double
  ) async throws(RoutingError) -> OSRMAnswer {
    let reader = AnswerReader(request: asked.request, run: run)
    do throws(RoutingError) {
      let target = asked.target(run, after: elapsed, exclude: exclude)
      return try reader.answer(try await client.get(target, before: deadline, observe: observe))
    } catch {
      // A service excludes only those kinds of roads that its operator prepared.
      guard !exclude.isEmpty, case .service(.refused) = error else { throw error }
      guard client.options.unsupported == .notice else { throw .unsupported([.exclusions]) }
      exclude = []
      notConsidered.append(.exclusions)
    }
    let target = asked.target(run, after: elapsed, exclude: exclude)
    return try reader.answer(try await client.get(target, before: deadline, observe: observe))
  }
}
