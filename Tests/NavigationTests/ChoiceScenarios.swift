import Navigation
import RoadModel
import RouteModel
import Routing
import TestSupport

/// Scenarios of faster routes, alternatives, traffic, and the end.
extension ScenarioTests {
  // MARK: Choices

  static let improving: @Sendable (inout TripOptions) -> Void = {
    $0.improveSeconds = 15
    $0.gainSeconds = 5
    $0.gainShare = 0
    $0.asks = [.fasterRoute]
  }
  /// Without the toll road first, and with it later.
  private static let tollFree: @Sendable (inout RouteRequest) -> Void = {
    $0.options.exclude = .tolls
  }
  private static let withToll: @Sendable (TripRequest, OfflineRoutingEngine) -> TripInput? = {
    request, engine in
    var free = request.request
    free.options.exclude = []
    free.options.alternatives = 0
    return (try? engine.routes(for: free)).map { .response(request.id, $0) }
  }

  /// The driven route, and one that leads back from its first stop over the road from B to E.
  private static let backOverSecond: @Sendable (TripRequest, OfflineRoutingEngine) -> TripInput? = {
    request, engine in
    guard request.purpose == .improve, request.request.waypoints.count == 3,
      let second = try? DrawnMap.town.drawing.place("B>E 0.5")
    else { return nil }
    var through = Waypoint(second)
    through.kind = .passThrough
    through.course = Course(degrees: 180, tolerance: 45)
    var back = request.request
    back.waypoints.insert(through, at: 2)
    guard var response = try? engine.routes(for: request.request),
      let other = try? engine.routes(for: back).routes.first
    else { return nil }
    response.routes = [response.routes[0], other]
    return .response(request.id, response)
  }

  /// The driven route, and one over the road from C to F that seems to take 5 s.
  static let quickOverThird: @Sendable (TripRequest, OfflineRoutingEngine) -> TripInput? =
    { request, engine in
      guard request.purpose == .improve, let south = try? DrawnMap.town.drawing.place("F>G 0.5")
      else { return nil }
      var through = Waypoint(south)
      through.kind = .passThrough
      through.course = Course(degrees: 90, tolerance: 45)
      var round = request.request
      round.waypoints.insert(through, at: 1)
      round.options.alternatives = 0
      guard var response = try? engine.routes(for: round) else { return nil }
      response.routes[0].sections[0].durationSeconds = 5
      return .response(request.id, response)
    }

  /// The best route alone.
  private static let onlyFirst: @Sendable (TripRequest, OfflineRoutingEngine) -> TripInput? = {
    request, engine in
    guard request.purpose == .improve, var response = try? engine.routes(for: request.request)
    else { return nil }
    response.routes = [response.routes[0]]
    return .response(request.id, response)
  }

  static let choices: [Scenario] = [
    Scenario(
      name: "the caller names a road", map: .town, places: ["A", "D"],
      options: { $0.asks = [.roadName] }, answers: { _ in .name("My North") },
      steps: [.drive("ABCD")],
      events: "leg 0, ask roadName, answered, near 1, at 1, ended arrived"),
    Scenario(
      name: "nobody names a road", map: .town, places: ["A", "D"],
      options: { $0.asks = [.roadName] }, steps: [.drive("ABCD")],
      events: "leg 0, ask roadName, defaulted, near 1, at 1, ended arrived"),
    Scenario(
      name: "a road is left before anybody names it", map: .town, places: ["A", "D"],
      options: {
        $0.asks = [.roadName]
        $0.answerSeconds = 300
      }, steps: [.drivesUntil("didReroute", "ABE", Drive(stand: 0)), .input(.cancel)],
      events: "leg 0, ask roadName, left otherRoad, withdrawn, \(newRoute), ended cancelled"),
    Scenario(
      name: "a faster route is taken", map: .fork, places: ["S", "Z"], options: improving,
      request: tollFree, answers: { _ in .yes }, respond: withToll,
      steps: [.drive("SA", Drive(speed: 18, stand: 0)), .input(.cancel)],
      events: "leg 0, request improve, alternatives +1 -0, ask fasterRoute, answered, "
        + "tookFasterRoute, alternatives +0 -1, ended cancelled"),
    Scenario(
      name: "a faster route is ignored", map: .fork, places: ["S", "Z"], options: improving,
      request: tollFree, respond: withToll,
      steps: [.drive("SA", Drive(speed: 18, stand: 0)), .input(.cancel)],
      events: "leg 0, request improve, alternatives +1 -0, ask fasterRoute, defaulted, "
        + "ended cancelled"),
    Scenario(
      name: "a faster route is not better for who wants the shortest", map: .fork,
      places: ["S", "Z"], options: improving,
      request: {
        $0.options.exclude = .tolls
        $0.options.objective = .shortest
      }, answers: { _ in .yes },
      respond: { request, engine in
        var quick = request
        quick.request.options.objective = .fastest
        return withToll(quick, engine)
      }, steps: [.drive("SA", Drive(speed: 18, stand: 0)), .input(.cancel)],
      events: "leg 0, request improve, alternatives +1 -0, ended cancelled"),
    Scenario(
      name: "a faster route is no longer better", map: .fork, places: ["S", "Z"],
      options: {
        improving(&$0)
        $0.answerSeconds = 300
      }, request: tollFree,
      // The first request has the number 1.
      respond: { $0.id == 1 ? withToll($0, $1) : nil },
      steps: [
        .drive("SA", Drive(speed: 9, stand: 0)), .input(.selectWaypoint(1)), .input(.cancel),
      ],
      events: "leg 0, request improve, alternatives +1 -0, ask fasterRoute, request improve, "
        + "alternatives +0 -1, withdrawn, selected 1, ended cancelled"),
    Scenario(
      name: "a faster route is passed before the answer", map: .fork, places: ["S", "Z"],
      options: {
        improving(&$0)
        $0.answerSeconds = 300
      }, request: tollFree, respond: withToll,
      steps: [.drivesUntil("questionClosed", "SAE", Drive(speed: 18, stand: 0)), .input(.cancel)],
      events: "leg 0, request improve, alternatives +1 -0, ask fasterRoute, withdrawn, "
        + "alternatives +0 -1, ended cancelled"),
    Scenario(
      name: "the route is left before the answer about a faster one", map: .town,
      places: ["A", "D"],
      options: {
        improving(&$0)
        $0.improveSeconds = 12
        $0.answerSeconds = 300
      }, respond: quickOverThird,
      steps: [.drivesUntil("didReroute", "ABE", Drive(stand: 0)), .input(.cancel)],
      events: "leg 0, request improve, alternatives +1 -0, ask fasterRoute, left otherRoad, "
        + "withdrawn, \(newRoute), alternatives +0 -1, ended cancelled"),
    Scenario(
      name: "the route is left before a better one comes", map: .town, places: ["A", "D"],
      options: {
        improving(&$0)
        $0.improveSeconds = 12
        $0.requestSeconds = 600
      },
      steps: [
        .silence(true), .drivesUntil("willReroute", "ABE", Drive(stand: 0)), .lateAnswer,
        .input(.cancel),
      ],
      events: "leg 0, request improve, left otherRoad, requestCancelled, \(newRoute), "
        + "ended cancelled"),
    Scenario(
      name: "a better route that comes after a stop", map: .line, places: ["A", "C", "K"],
      options: {
        improving(&$0)
        $0.requestSeconds = 600
      }, steps: [.silence(true), .drive("ABC"), .input(.cancel)],
      // What is open behind the stop was requested there.
      events: "leg 0, request improve, near 1, at 1, requestCancelled, leg 1, request improve, "
        + "requestCancelled, ended cancelled"),
    Scenario(
      name: "nothing better is looked for while the caller holds the next leg", map: .line,
      places: ["A", "C", "K"],
      options: {
        $0.asks = [.nextLeg]
        $0.improveSeconds = 70
      }, answers: { _ in .no },
      // It is due 10 s after the arrival, and requested on the next leg.
      steps: [
        .drive("ABC", Drive(stand: 40)), .input(.nextLeg), .drive("CD", Drive(stand: 0)),
        .input(.cancel),
      ],
      events: "leg 0, near 1, at 1, ask nextLeg, answered, leg 1, request improve, ended cancelled"
    ),
    Scenario(
      name: "the engine has no alternatives", map: .fork, places: ["S", "Z"],
      options: improving,
      respond: { request, _ in .failure(request.id, .cancelled) },
      steps: [.drive("SA", Drive(speed: 18, stand: 0)), .input(.cancel)],
      events: "leg 0, request improve, failedToUpdateAlternatives, ended cancelled"),
    Scenario(
      name: "the online route that is the same", map: .fork, places: ["S", "Z"],
      options: improving,
      respond: { request, engine in
        guard var response = try? engine.routes(for: request.request) else { return nil }
        response.routes = [response.routes[0]]
        response.routes[0].origin = .onlineOnMap
        return .response(request.id, response)
      }, steps: [.drive("SA", Drive(speed: 18, stand: 0)), .input(.cancel)],
      events: "leg 0, request improve, switchedToOnlineRoute, ended cancelled"),
    Scenario(
      name: "an alternative is passed", map: .fork, places: ["S", "Z"], alternatives: 1,
      steps: [.drive("SABCDZ", Drive(speed: 18))],
      events: "leg 0, alternatives +0 -1, near 1, at 1, ended arrived"),
    Scenario(
      name: "the driver turns onto an alternative", map: .fork, places: ["S", "Z"], alternatives: 1,
      steps: [.drive("SAEFDZ", Drive(speed: 15))],
      events:
        "leg 0, left otherRoad, willTakeAlternative, didTakeAlternative, alternatives +0 -1, near 1, at 1, "
        + "ended arrived"),
    Scenario(
      name: "the engine no longer finds the alternative at whose fork the driver is", map: .fork,
      places: ["S", "Z"], options: { $0.improveSeconds = 26 }, alternatives: 1, respond: onlyFirst,
      steps: [
        .drivesUntil("didTakeAlternative", "SAEF", Drive(speed: 15)), .input(.cancel),
      ],
      events: "leg 0, request improve, left otherRoad, willTakeAlternative, didTakeAlternative, "
        + "alternatives +0 -1, ended cancelled"),
    Scenario(
      name: "the driver turns onto a road of an alternative's later leg", map: .town,
      places: ["A", "C", "H"], options: { $0.improveSeconds = 30 }, respond: backOverSecond,
      steps: [.drive("ABE", Drive(stand: 0)), .input(.cancel)],
      events: "leg 0, request improve, alternatives +1 -0, left otherRoad, \(newRoute), "
        + "alternatives +0 -1, request improve, alternatives +1 -0, ended cancelled"),
    Scenario(
      name: "the traffic cannot be refreshed", map: .fork, places: ["S", "Z"],
      options: { $0.refreshSeconds = 10 },
      respond: { request, _ in
        request.purpose == .refresh ? .failure(request.id, .cancelled) : nil
      }, response: { $0.routes[0].sections[0].traffic = [] },
      steps: [.drive("SA", Drive(speed: 18, stand: 0)), .input(.cancel)],
      events: "leg 0, request refresh, ended cancelled"),
    Scenario(
      name: "a waypoint is selected", map: .town, places: ["A", "D"],
      steps: [.input(.selectWaypoint(1)), .input(.selectWaypoint(7)), .input(.cancel)],
      events: "selected 1, ended cancelled"),
    Scenario(
      name: "cancelled before it begins", map: .town, places: ["A", "D"],
      steps: [.input(.cancel), .drive("ABCD")], events: "ended cancelled"),
    Scenario(
      name: "feedback, and nothing after the end", map: .town, places: ["A", "D"],
      steps: [
        .input(.feedback(TripFeedback(rating: 1))), .drive("ABCD"),
        .input(.feedback(TripFeedback(rating: 5, text: "fine", includesTrace: true))),
        .drive("AB"), .input(.nextLeg), .ticks(3),
      ], events: arrival + ", feedback"),
    Scenario(
      name: "an answer to no question", map: .town, places: ["A", "D"],
      steps: [
        .input(.answer(77, .yes)), .input(.failure(5, .cancelled)), .input(.selectAlternative(3)),
        .drive("ABCD"),
      ], events: arrival),
    Scenario(
      name: "saved in the middle", map: .town, places: ["A", "F"],
      steps: [.drive("ABC", Drive(stand: 0)), .save, .drive("CF")], events: arrival),
  ]

  // MARK: What changes on the way

  /// A first route for which traffic was considered.
  private static let inTraffic: @Sendable (inout RouteResponse) -> Void = {
    $0.routes[0].sections[0].traffic = []
  }
  /// A new route for which traffic was considered.
  private static let newInTraffic: @Sendable (TripRequest, OfflineRoutingEngine) -> TripInput? = {
    request, engine in
    guard request.purpose == .reroute, var response = try? engine.routes(for: request.request)
    else { return nil }
    response.routes[0].sections[0].traffic = []
    return .response(request.id, response)
  }

  static let changes: [Scenario] = [
    Scenario(
      name: "the traffic is refreshed", map: .fork, places: ["S", "Z"],
      options: { $0.refreshSeconds = 10 }, response: inTraffic,
      refresh: { RouteRefresh(route: $0, trafficVersion: 7) },
      steps: [.drive("SA", Drive(speed: 18, stand: 0)), .input(.cancel)],
      events: "leg 0, request refresh, refreshed, request refresh, refreshed, ended cancelled"),
    Scenario(
      name: "the traffic of a new route is refreshed", map: .line, places: ["C", "K"],
      options: { $0.refreshSeconds = 20 }, respond: newInTraffic,
      refresh: { RouteRefresh(route: $0, trafficVersion: 7) },
      steps: [.drive("CB", Drive(speed: 8, stand: 0)), .input(.cancel)],
      events: "leg 0, left turnedBack, \(newRoute), request refresh, refreshed, ended cancelled"),
    Scenario(
      name: "a road ahead is closed", map: .fork, places: ["S", "Z"],
      options: { $0.refreshSeconds = 15 }, response: inTraffic,
      refresh: { route in
        RouteRefresh(
          route: route, trafficVersion: 8, closedEdges: route.sections[0].edges.suffix(1).map(\.id))
      }, steps: [.drive("SA", Drive(speed: 18, stand: 0)), .input(.cancel)],
      events: "leg 0, request refresh, refreshed, request improve, alternatives +1 -0, "
        + "ended cancelled"),
    Scenario(
      name: "an alternative is selected", map: .fork, places: ["S", "Z"], alternatives: 1,
      steps: [
        .fix("S", seconds: 0), .wait(1), .input(.selectAlternative(1)),
        .drive("SAEFDZ", Drive(speed: 15)),
      ],
      // The route driven before becomes an alternative, until it is passed.
      events: "leg 0, alternativeSelected, alternatives +1 -1, alternatives +0 -1, near 1, at 1, "
        + "ended arrived"),
    Scenario(
      name: "the driver turns onto an alternative and leaves it at once", map: .fork,
      places: ["S", "Z"],
      alternatives: 1,
      steps: [
        .drive("SA", Drive(speed: 15, stand: 0)), .silence(true),
        .fix("A>E 0.3", seconds: 8, speed: 15), .fix("A>E 0.6", seconds: 8, speed: 15),
        .fix("E>X 0.3", seconds: 16, speed: 15), .input(.cancel),
      ],
      events: "leg 0, left otherRoad, willTakeAlternative, failedToTakeAlternative, willReroute, "
        + "request reroute, requestCancelled, rerouteCancelled, ended cancelled"),
    Scenario(
      name: "cancelled while turning onto an alternative", map: .fork, places: ["S", "Z"],
      alternatives: 1,
      steps: [
        .drivesUntil("willTakeAlternative", "SAEF", Drive(speed: 15)), .input(.cancel),
      ],
      events: "leg 0, left otherRoad, willTakeAlternative, failedToTakeAlternative, "
        + "ended cancelled"),
    Scenario(
      name: "the map is damaged", map: .town, places: ["A", "D"], isDamaged: true,
      steps: [.drive("ABE", Drive(stand: 0)), .input(.cancel)],
      events: "leg 0, mapProblem, left offRoads, \(newRoute), ended cancelled"),
    Scenario(
      name: "cancelled while a question is open", map: .town, places: ["A", "F"],
      options: {
        $0.asks = [.reroute]
        $0.answerSeconds = 300
      }, steps: [.drive("ABCD", Drive(stand: 0)), .input(.cancel), .ticks(400)],
      events: "leg 0, left otherRoad, ask reroute, withdrawn, ended cancelled"),
    Scenario(
      name: "a clock far ahead, and fixes of any age", map: .town, places: ["A", "F"],
      options: {
        $0.asks = [.reroute]
        $0.fixRules.maximumAgeSeconds = .infinity
      }, steps: [.input(.tick(1e6)), .drive("ABCDGF")],
      events: "leg 0, left otherRoad, ask reroute, defaulted, \(newRoute), near 1, at 1, "
        + "ended arrived"),
    Scenario(
      name: "fixes every ten seconds and a clock", map: .town, places: ["A", "D"],
      steps: (0..<12).flatMap { number -> [Scenario.Step] in
        [.fix("A>D \(Double(number) / 12)", seconds: number == 0 ? 0 : 1), .wait(1), .ticks(8)]
      } + [.input(.cancel)],
      // Before the second fix nothing is known of the receiver.
      events: "leg 0, signalLost, signalFound, near 1, ended cancelled"),
  ]

  // MARK: Slow

  private static let foot = Vehicle(.foot)
  private static let walk = Drive(speed: 1.2)
  private static let wander = Drive(speed: 1.2, noise: 3, seed: 21, hasHeading: false)

  static let slow: [Scenario] = [
    Scenario(
      name: "a pedestrian", map: .paths, places: ["A", "C"], vehicle: foot,
      steps: [.drive("ABC", walk)], events: arrival),
    Scenario(
      name: "a pedestrian in noise without heading and speed", map: .paths, places: ["A", "C"],
      vehicle: foot, steps: [.drive("ABC", wander)], events: arrival),
    Scenario(
      name: "a pedestrian turns wrong", map: .paths, places: ["A", "C"], vehicle: foot,
      steps: [.drive("ABE", Drive(speed: 1.2, stand: 0)), .input(.cancel)],
      events: "leg 0, left otherRoad, \(newRoute), ended cancelled"),
    Scenario(
      name: "a pedestrian turns wrong in noise without heading and speed", map: .paths,
      places: ["A", "C"], vehicle: foot,
      steps: [
        .drive("ABE", Drive(speed: 1.2, noise: 3, seed: 22, hasHeading: false, stand: 0)),
        .input(.cancel),
      ], events: "leg 0, left otherRoad, \(newRoute), ended cancelled"),
    Scenario(
      name: "a pedestrian on the other pavement", map: .pavements, places: ["A", "C"],
      vehicle: foot, steps: [.drive("AFGC", Drive(speed: 1.2, noise: 2, seed: 23))],
      events: arrival),
    Scenario(
      name: "a pedestrian turns round", map: .paths, places: ["A", "C"], vehicle: foot,
      steps: [.drive("ABA", Drive(speed: 1.2, stand: 0)), .input(.cancel)],
      events: "leg 0, left turnedBack, \(newRoute), ended cancelled"),
  ]
}
