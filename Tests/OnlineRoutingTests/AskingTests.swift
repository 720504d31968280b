import Geo
import OnlineRouting
import RoadModel
import RouteModel
import Routing
import Testing

/// What the online engine asks for, and what it makes of services that know less.
@Suite struct AskingTests {
  private static let ok = RawServer.Act.reply(
    200,
    #"{"code":"Ok","traffic_version":"12","routes":[{"legs":[{"distance":10,"duration":1,"steps":[{"distance":10,"#
      + #""duration":1,"geometry":"_ibE_ibE_ibE_ibE","name":"","maneuver":{"location":[8,47],"#
      + #""bearing_before":0,"bearing_after":90,"type":"depart"}}],"way_ids":[7,8]}],"#
      + #""notices":[{"kind":"new","text":"mind the gap","notice":{"code":"of a later version"}},"#
      + #"{"code":"fewerAlternatives","wanted":2,"found":0,"text":"none"}]}],"#
      + #""waypoints":[{"location":[8,47],"name":""},{"location":[8,47],"name":""}]}"#)
  private static let knowsHeights = RawServer.Act.reply(
    400, #"{"code":"InvalidValue","message":"height takes 0.001 to 50 metres."}"#)
  private static let isPlain = RawServer.Act.reply(
    400, #"{"code":"InvalidQuery","message":"Query string malformed close to position 30"}"#)
  private static let refuses = RawServer.Act.reply(
    400, #"{"code":"InvalidValue","message":"Exclude flag combination is not supported."}"#)

  private static let usual =
    "steps=true&overview=false&geometries=polyline6&generate_hints=false"
  private static let radiuses = "&radiuses=10000;10000"
  private static let places = "8,47;8.01,47.01"

  private static func request(
    _ vehicle: Vehicle = .car, _ change: (inout RouteRequest) -> Void = { _ in }
  ) -> RouteRequest {
    var request = ServiceFaultTests.request
    request.vehicle = vehicle
    change(&request)
    return request
  }

  /// A request and what a service is asked for that knows all.
  static let targets: [(request: RouteRequest, target: String)] = [
    (request(), "driving/\(places)?\(usual)\(radiuses)"),
    (request(Vehicle(.bicycle)), "cycling/\(places)?\(usual)\(radiuses)"),
    (request(Vehicle(.foot)), "walking/\(places)?\(usual)\(radiuses)"),
    (request(Vehicle(.truck)), "truck/\(places)?\(usual)\(radiuses)&explain=true"),
    (
      request(.truck(height: .meters(3.9), width: .meters(2.55), length: .meters(16.5))) {
        $0.vehicle[.weight] = 40_000
        $0.vehicle[.weightRating] = 44_000
        $0.vehicle[.axleLoad] = 11_500
        $0.vehicle[.bogieLoad] = 19_000
        $0.vehicle[.axles] = 5
        $0.vehicle[.trailers] = 1
        $0.vehicle[.hazmat] = 1
        $0.vehicle[.tunnelCode] = 3
        $0.options.explainsRefusals = false
      },
      "truck/\(places)?\(usual)\(radiuses)&height=3.9&width=2.55&length=16.5&weight=40"
        + "&weight_rating=44&axle_load=11.5&bogie_load=19&axle_count=5&trailers=1&hazmat=true"
        + "&tunnel_category=C"
    ),
    (
      request(Vehicle(.truck)) {
        $0.vehicle[.hazmatWater] = 1
        $0.options.departure = Departure(iso8601: "2026-11-21T10:00+01:00")
      },
      "truck/\(places)?\(usual)\(radiuses)&hazmat=water&depart_at=2026-11-21T10:00%2B01:00"
        + "&explain=true"
    ),
    (
      request(Vehicle(.motorcycle)), "motorcycle/\(places)?\(usual)\(radiuses)&explain=true"
    ),
    (request(Vehicle(.scooter)), "scooter/\(places)?\(usual)\(radiuses)&explain=true"),
    (
      request { $0.options.considerTraffic = false },
      "driving/\(places)?\(usual)\(radiuses)&traffic=false&explain=true"
    ),
    (request(Vehicle(.bus)), "bus/\(places)?\(usual)\(radiuses)&explain=true"),
    (request(Vehicle(.taxi)), "taxi/\(places)?\(usual)\(radiuses)&explain=true"),
    (
      request(Vehicle(.truck)) {
        $0.vehicle[.weight] = 12_000
        $0.options.explainsRefusals = false
      },
      "truck/\(places)?\(usual)\(radiuses)&weight=12&weight_rating=none"
    ),
    (
      request(Vehicle(.truck)) {
        $0.vehicle[.weightRating] = 12_000
        $0.options.explainsRefusals = false
      },
      "truck/\(places)?\(usual)\(radiuses)&weight=none&weight_rating=12"
    ),
    (
      request {
        $0.options.avoid = [.tolls, .tunnels]
        $0.options.exclude = [.motorways, .unpaved]
        $0.options.objective = .shortest
        $0.options.strictConditions = true
        $0.options.allowViolations = true
        $0.options.publicHolidays = Set(
          ["2026-12-26", "2026-12-25"].compactMap { LocalDate(iso8601: $0) })
        $0.options.costs = CostSettings(
          preferences: [.toll: 0.25, .livingStreet: 1], turnSeconds: [.uTurn: 90],
          speedFactors: [.livingStreet: 0.5, .motorway: 1.1])
        $0.options.maximumSpeedKmh = 62.5
      },
      "driving/\(places)?\(usual)\(radiuses)&exclude=motorway,unpaved&avoid=toll,tunnel"
        + "&shortest=true&strict_conditions=true"
        + "&allow_violations=true&holidays=2026-12-25,2026-12-26"
        + "&prefer=living_street:1,toll:0.25&turn_costs=u_turn:90"
        + "&speed_factors=living_street:0.5,motorway:1.1&max_speed=62.5&explain=true"
    ),
    (
      request {
        $0.waypoints[0] = Waypoint(
          latitude: -0.000_000_1, longitude: -179.999_999_9, approach: .curb, radiusMetres: 12.5,
          course: Course(degrees: 270, tolerance: 30))
        $0.options.snapRadiusMetres = .infinity
        $0.options.alternatives = 2
        $0.options.exclude = [.tolls, .ferries]
      },
      "driving/-179.9999999,-0.0000001;8.01,47.01?\(usual)&radiuses=12.5;unlimited"
        + "&bearings=270,30;&approaches=curb;unrestricted&alternatives=2&exclude=toll,ferry"
    ),
    (
      request {
        $0.waypoints.insert(Waypoint(latitude: 47.005, longitude: 8.005), at: 1)
      },
      "driving/8,47;8.005,47.005;8.01,47.01?\(usual)&continue_straight=false"
        + "&radiuses=10000;10000;10000"
    ),
    (
      request {
        $0.waypoints.insert(Waypoint(latitude: 47.005, longitude: 8.005, kind: .passThrough), at: 1)
      },
      "driving/8,47;8.005,47.005;8.01,47.01?\(usual)&continue_straight=true"
        + "&radiuses=10000;10000;10000"
    ),
  ]

  @Test("a request becomes OSRM's path and parameters", arguments: targets.indices)
  func target(_ index: Int) async throws {
    let row = Self.targets[index]
    try await RawServer.with([.reply(400, #"{"code":"NoRoute"}"#)]) { server, base in
      // With a path before OSRM's own, and a slash too many.
      let engine = OnlineRoutingEngine(
        base: base + "/osrm/", options: .patient(extensions: .present))
      let result = await outcome(engine, row.request)
      #expect(result.error != nil)
      #expect(server.targets == ["/osrm/route/v1/" + row.target])
    }
  }

  @Test("busy once, then there: the failure is told, and the route given")
  func again() async throws {
    try await RawServer.with([.reply(429, "", headers: "Retry-After: 0\r\n"), .send(""), Self.ok]) {
      server, base in
      let engine = OnlineRoutingEngine(base: base, options: ServiceFaultTests.options)
      let calculation = engine.calculate(Self.request())
      let response = try await calculation.response
      #expect(response.trafficVersion == 12)
      let route = response.routes[0]
      #expect(route.lengthMetres == 10)
      #expect(route.wayIDs == [7, 8])
      #expect(route.notices == [.fromService("mind the gap")])
      #expect(server.targets.count == 3)
      #expect(calculation.nonFatalErrors.first == .service(.busy(retryAfterSeconds: 0)))
      #expect(calculation.nonFatalErrors.count == 2)
    }
  }

  @Test("a service is asked once whether it knows lorries; then limits are sent")
  func asksOnce() async throws {
    try await RawServer.with([Self.knowsHeights, Self.ok]) { server, base in
      let engine = OnlineRoutingEngine(base: base, options: .patient())
      for _ in 0..<2 {
        let route = await outcome(engine, Self.request(.truck(height: .meters(4)))).route
        #expect(route?.notices == [.fromService("mind the gap")])
      }
      #expect(server.targets.count == 3)
      #expect(server.targets[0] == "/nearest/v1/truck/0,0?height=0")
      #expect(server.targets[1].contains("/truck/") && server.targets[1].contains("height=4"))
    }
  }

  @Test("a service without lorries: refused without asking for a route, or told in a notice")
  func plain() async throws {
    let lorry = Self.request(.truck(height: .meters(4)))
    let parts: [RequestPart] = [.vehicle, .vehicleLimits]
    try await RawServer.with([Self.isPlain, Self.ok]) { server, base in
      let strict = OnlineRoutingEngine(base: base, options: .patient())
      #expect(await outcome(strict, lorry).error == .unsupported(parts))
      #expect(server.targets.count == 1)
    }
    for script in [[Self.isPlain, Self.ok], [Self.ok]] {
      try await RawServer.with(script) { server, base in
        let lax = OnlineRoutingEngine(base: base, options: .patient(unsupported: .notice))
        let route = try #require(await outcome(lax, lorry).route)
        #expect(route.notices.contains(.notConsidered(parts)))
        #expect(server.targets.count == 2)
        #expect(server.targets[1].hasPrefix("/route/v1/driving/"))
        #expect(!server.targets[1].contains("height"))
      }
    }
    try await RawServer.with([Self.ok]) { server, base in
      let told = OnlineRoutingEngine(base: base, options: .patient(extensions: .absent))
      #expect(await outcome(told, lorry).error == .unsupported(parts))
      #expect(server.targets.isEmpty)
    }
  }

  @Test("where it can't be found out what the service knows, nothing is sent without limits")
  func unknown() async throws {
    let lorry = Self.request(.truck(height: .meters(4)))
    try await RawServer.with([.reply(500, #"{"code":"Broken","message":"x"}"#), Self.ok]) {
      server, base in
      let engine = OnlineRoutingEngine(base: base, options: .patient(unsupported: .notice))
      #expect(await outcome(engine, lorry).error == .service(.failed(status: 500, message: "x")))
      #expect(server.targets.count == 1)
    }
  }

  @Test("an exclusion that the service was not prepared for: refused, or told in a notice")
  func exclusions() async throws {
    let request = Self.request { $0.options.exclude = .tolls }
    try await RawServer.with([Self.refuses]) { server, base in
      let strict = OnlineRoutingEngine(base: base, options: .patient())
      #expect(await outcome(strict, request).error == .unsupported([.exclusions]))
    }
    try await RawServer.with([Self.refuses, Self.ok]) { server, base in
      let lax = OnlineRoutingEngine(base: base, options: .patient(unsupported: .notice))
      let route = try #require(await outcome(lax, request).route)
      #expect(route.notices.contains(.notConsidered([.exclusions])))
      #expect(server.targets.map { $0.contains("exclude=toll") } == [true, false])
    }
  }

  @Test("a language is a wish: asked of a service that may know it, and left out where it does not")
  func language() async throws {
    let request = Self.request { $0.options.language = "pt-BR" }
    let refuses = RawServer.Act.reply(
      400, #"{"code":"InvalidValue","message":"language takes en, de."}"#)
    for (script, asked) in [
      ([Self.knowsHeights, Self.ok], [false, true]),
      ([Self.knowsHeights, refuses, Self.ok], [false, true, false]),
      ([Self.isPlain, Self.ok], [false, false]),
    ] {
      try await RawServer.with(script) { server, base in
        let engine = OnlineRoutingEngine(base: base, options: .patient())
        let route = try #require(await outcome(engine, request).route)
        #expect(route.notices == [.fromService("mind the gap")])
        #expect(server.targets.map { $0.contains("language=pt-BR") } == asked)
      }
    }
    try await RawServer.with([Self.ok]) { server, base in
      let engine = OnlineRoutingEngine(base: base, options: .patient(extensions: .present))
      let strange = Self.request { $0.options.language = "de&steps=false" }
      #expect(await outcome(engine, strange).route != nil)
      #expect(server.targets.allSatisfy { !$0.contains("language") })
    }
  }

  @Test("OSRM has no word for what to avoid where possible: refused, or told in a notice")
  func avoidances() async throws {
    let request = Self.request { $0.options.avoid = .tolls }
    try await RawServer.with([Self.isPlain]) { server, base in
      let strict = OnlineRoutingEngine(base: base, options: .patient())
      #expect(await outcome(strict, request).error == .unsupported([.avoidances]))
      #expect(server.targets.count == 1)
    }
    try await RawServer.with([Self.isPlain, Self.ok]) { server, base in
      let lax = OnlineRoutingEngine(base: base, options: .patient(unsupported: .notice))
      let route = try #require(await outcome(lax, request).route)
      #expect(route.notices.contains(.notConsidered([.avoidances])))
      #expect(!server.targets[1].contains("toll"))
    }
  }

  @Test("what a service does not consider is refused, or told in a notice")
  func unknownParts() async throws {
    let request = Self.request(Vehicle(.scooter)) {
      $0.options.avoid = .tolls
      $0.options.departure = Departure(iso8601: "2026-11-21T10:00")
      $0.options.objective = .shortest
      $0.options.strictConditions = true
      $0.options.allowViolations = true
      $0.options.publicHolidays = [LocalDate(days: 1)]
      $0.options.maximumSpeedKmh = 50
      $0.options.adjustments = [
        RoadAdjustment(
          edge: EdgeID(map: MapID(rawValue: 1), number: EdgeNumber(rawValue: 1)), .closed)
      ]
      $0.options.alternativeLimits = AlternativeLimits(stretch: 0.1)
    }
    let parts: [RequestPart] = [
      .avoidances, .departure, .objective, .strictConditions, .violations, .publicHolidays,
      .maximumSpeed,
      .adjustments, .alternativeLimits, .vehicle,
    ]
    try await RawServer.with([Self.ok]) { server, base in
      let strict = OnlineRoutingEngine(base: base, options: .patient(extensions: .absent))
      #expect(await outcome(strict, request).error == .unsupported(parts))
      let knowing = OnlineRoutingEngine(base: base, options: .patient(extensions: .present))
      #expect(
        await outcome(knowing, request).error == .unsupported([.adjustments, .alternativeLimits]))
      #expect(server.targets.isEmpty)
      let lax = OnlineRoutingEngine(
        base: base, options: .patient(extensions: .absent, unsupported: .notice))
      let notices = await outcome(lax, request).route?.notices
      #expect(notices?.contains(.notConsidered(parts)) == true)
    }
  }

  @Test("a service that gives fewer alternatives is asked for as many as it gives")
  func mostAlternatives() async throws {
    // The message of osrm-routed and of mapc serve.
    let refuses = RawServer.Act.reply(
      400,
      #"{"code":"TooBig","message":"Requested number of alternatives is higher than current maximum (3)"}"#
    )
    let request = Self.request { $0.options.alternatives = 5 }
    try await RawServer.with([refuses, Self.ok]) { server, base in
      let engine = OnlineRoutingEngine(base: base, options: .patient())
      let route = try #require(await outcome(engine, request).route)
      #expect(route.notices.contains(.fewerAlternatives(wanted: 5, found: 0)))
      #expect(server.targets.map { $0.contains("alternatives=3") } == [false, true])
      #expect(server.targets.map { $0.contains("alternatives=5") } == [true, false])
    }
    try await RawServer.with([refuses]) { server, base in
      let engine = OnlineRoutingEngine(base: base, options: .patient())
      let message = "Requested number of alternatives is higher than current maximum (3)"
      #expect(await outcome(engine, request).error == .service(.tooBig(message: message)))
      #expect(server.targets.count == 2)
    }
  }

  @Test("the traffic of the service gives the delay of the whole route and of the rest")
  func traffic() async throws {
    let span = #"{"metres":[0,6],"baseSpeed":4,"speed":2,"jamFactor":5,"delaySeconds":1.5}"#
    let beyond = #"{"metres":[6,60],"baseSpeed":4,"speed":2,"jamFactor":5,"delaySeconds":13.5}"#
    for (traffic, delays) in [
      ("[\(span)]", [1.5, 0.75]), ("[\(span),\(beyond)]", [1.5, 0.75]), ("[]", [0, 0]),
      ("\"heavy\"", [nil, nil]), ("[\"heavy\"]", [nil, nil]),
    ] as [(String, [Double?])] {
      let answer =
        #"{"code":"Ok","routes":[{"legs":[{"distance":10,"duration":3,"steps":[{"distance":10,"#
        + #""duration":3,"geometry":"_ibE_ibE_ibE_ibE","name":"","maneuver":{"location":[8,47],"#
        + #""bearing_before":0,"bearing_after":90,"type":"depart"}}],"traffic":"# + traffic
        + #"}]}],"waypoints":[{"location":[8,47],"name":""},{"location":[8,47],"name":""}]}"#
      try await RawServer.with([.reply(200, answer)]) { _, base in
        let engine = OnlineRoutingEngine(base: base, options: .patient())
        let route = try #require(await outcome(engine, Self.request()).route)
        #expect([0, 3].map { route.trafficDelaySeconds(from: $0) } == delays, "\(traffic)")
      }
    }
  }

  @Test("fewer alternatives than asked for are told")
  func alternatives() async throws {
    try await RawServer.with([Self.ok]) { _, base in
      let request = Self.request { $0.options.alternatives = 2 }
      let notices = await outcome(OnlineRoutingEngine(base: base, options: .patient()), request)
        .route?.notices
      // The service counts them too.
      #expect(notices?.count { $0 == .fewerAlternatives(wanted: 2, found: 0) } == 1)
    }
  }
}
