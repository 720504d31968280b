import RoadModel
import RouteModel

/// One calculation of an online engine: the requests for its runs, one after the other.
struct OnlineCalculation {
  let asked: ServiceRequest
  let client: ServiceClient
  let deadline: ContinuousClock.Instant
  let observe: @Sendable (RouteEvent) -> Void
  /// The parts that the service did not consider.
  private var notConsidered: [RequestPart]
  private var exclude: Avoidance
  /// The number of alternatives to ask for.
  private var alternatives: Int
  /// The requested language of names; nil after the service has refused it.
  private var language: String?

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
    alternatives = asked.request.options.alternatives
    language = asked.request.options.language.flatMap { Self.isTag($0) ? $0 : nil }
  }

  /// Whether a text can be a language tag in a URL.
  private static func isTag(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  /// Sends all requests, and makes routes from the answers.
  mutating func run() async throws(RoutingError) -> RouteResponse {
    let request = asked.request
    if !notConsidered.isEmpty && client.options.unsupported == .refuse {
      throw .unsupported(notConsidered)
    }
    let runs = asked.runs
    var routes: [Route] = []
    var versions: [UInt64?] = []
    for (number, run) in runs.enumerated() {
      let elapsed = routes.first?.durationSeconds ?? 0
      let answer = try await self.answer(run, after: elapsed)
      versions.append(answer.trafficVersion?.number)
      let maker = SectionMaker(wantsSteps: request.options.steps)
      for (index, found) in answer.routes.enumerated() where index == 0 || runs.count == 1 {
        let sections = try maker.sections(of: found, answer.waypoints, request.waypoints[run])
        let notices = (found.notices ?? []).compactMap { $0.numbered(on: run) }
          .filter { !$0.isOfCount }
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
    // The traffic may be replaced between the answers for two runs.
    let version = Set(versions).count == 1 ? versions[0] : nil
    return RouteResponse(routes: routes, trafficVersion: version)
  }

  /// The notices for every route of the answer.
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
    while true {
      let target = asked.target(
        run, after: elapsed, alternatives: alternatives, exclude: exclude, language: language)
      do throws(RoutingError) {
        return try reader.answer(try await client.get(target, before: deadline, observe: observe))
      } catch {
        try leaveOut(error)
      }
    }
  }

  /// Leaves out the refused part of the request if the rest is still useful; otherwise throws.
  private mutating func leaveOut(_ error: RoutingError) throws(RoutingError) {
    // OSRM gives at most three alternatives unless its operator allows more; a notice counts those that are missing.
    if case .service(.tooBig(let message)) = error, message.contains("alternatives"),
      let most = AnswerReader.number(in: message), most < alternatives
    {
      alternatives = most
      return
    }
    guard case .service(.refused(_, let message)) = error else { throw error }
    // A service has only some languages for sentences; names in other languages are optional.
    if language != nil, message.hasPrefix("language ") {
      language = nil
      return
    }
    // A service can exclude only the road types that its operator prepared.
    guard !exclude.isEmpty else { throw error }
    guard client.options.unsupported == .notice else { throw .unsupported([.exclusions]) }
    exclude = []
    notConsidered.append(.exclusions)
  }
}

extension RouteNotice {
  /// Whether it counts the alternatives of a run; the calculation counts those of the whole trip.
  fileprivate var isOfCount: Bool {
    if case .fewerAlternatives = self { return true }
    return false
  }
}
