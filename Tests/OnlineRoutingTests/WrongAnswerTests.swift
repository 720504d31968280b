import Geo
import OnlineRouting
import RouteModel
import Routing
import Testing

/// Answers that are JSON with the code Ok, and wrong further in.
@Suite struct WrongAnswerTests {
  private static let waypoints =
    #"[{"location":[8,47],"name":"A","distance":1},{"location":[8.01,47.01],"name":""}]"#
  private static let maneuver =
    #"{"location":[8,47],"bearing_before":0,"bearing_after":90,"type":"depart"}"#
  /// A line of two places and the arrival.
  private static let steps =
    #"[{"distance":10,"duration":1,"geometry":"_ibE_ibE_ibE_ibE","name":"A","maneuver":\#(maneuver)}"#
    + #",{"distance":0,"duration":0,"geometry":"_seK_seK","name":"A","maneuver":\#(maneuver)}]"#
  private static let leg = #"{"distance":10,"duration":1,"steps":\#(steps)}"#
  private static let good =
    #"{"code":"Ok","routes":[{"legs":[\#(leg)]}],"waypoints":\#(waypoints)}"#

  private static func replaced(_ part: String, _ other: String) -> String {
    var text = good
    if let range = text.firstRange(of: part) { text.replaceSubrange(range, with: other) }
    return text
  }

  /// What is replaced in the good answer by what, and what the error says.
  static let cases: [(part: String, other: String, says: String)] = [
    (#""routes":["#, #""roots":["#, "no 'routes'"),
    (#"[{"legs""#, #"{"0":{"legs""#, "no JSON with a code"),
    (#"[{"legs":["# + leg + "]}]", "{}", "wrong type in routes"),
    (#"[{"legs":["# + leg + "]}]", "[]", "not as many legs and waypoints as were asked for"),
    (#"[{"legs":["# + leg + "]}]", "null", "no value in routes"),
    (
      #""legs":["# + leg + "]", #""legs":[\#(leg),\#(leg)]"#,
      "not as many legs and waypoints as were asked for"
    ),
    (#""legs":["# + leg + "]", #""legs":[]"#, "not as many legs and waypoints as were asked for"),
    (#"{"distance":10,"duration":1,"steps""#, #"{"duration":1,"steps""#, "no 'distance'"),
    (#""duration":1,"steps""#, #""duration":"1","steps""#, "wrong type in"),
    (#""duration":1,"steps""#, #""duration":1e300,"steps""#, "a leg of"),
    (#""duration":1,"steps""#, #""duration":-1,"steps""#, "a leg of"),
    (#""duration":1,"steps""#, #""duration":1e999,"steps""#, ""),
    (steps, "[]", "a leg without steps"),
    (steps, "[1]", "wrong type in"),
    ("_ibE_ibE_ibE_ibE", "", "a step without a line"),
    ("_ibE_ibE_ibE_ibE", "_ibE_ibE_ibE", "a step without a line"),
    ("_ibE_ibE_ibE_ibE", "~~~~~~~~~~~~~~~~~~", "a step without a line"),
    ("_ibE_ibE_ibE_ibE", "é", "a step without a line"),
    ("_ibE_ibE_ibE_ibE", "~~~~~~|_ibE", "a step without a line"),
    (#""location":[8,47],"name""#, #""location":[8],"name""#, "a location that is not on earth"),
    (
      #""location":[8,47],"name""#, #""location":[8,470],"name""#,
      "a location that is not on earth"
    ),
    (#""location":[8,47],"name""#, #""location":"here","name""#, "wrong type in waypoints.0"),
    (
      #""location":[8,47],"bearing"#, #""location":[800,47],"bearing"#,
      "a location that is not on earth"
    ),
    (#""bearing_after":90"#, #""bearing_after":90.5"#, ""),
    (#""bearing_after":90"#, #""bearing_after":1e30"#, ""),
    (#""type":"depart""#, #""type":7"#, "wrong type in"),
    (waypoints, "[]", "not as many legs and waypoints as were asked for"),
  ]

  @Test("what is wrong in an answer is said, and where", arguments: cases.indices)
  func wrong(_ index: Int) async throws {
    let row = Self.cases[index]
    let body = Self.replaced(row.part, row.other)
    #expect(body != Self.good)
    try await RawServer.with([.reply(200, body)]) { _, base in
      let result = await outcome(
        OnlineRoutingEngine(base: base, options: .patient()), ServiceFaultTests.request)
      guard case .service(.malformed(let what)) = result.error else {
        Issue.record("\(row.part): \(result)")
        return
      }
      #expect(what.contains(row.says))
    }
  }

  @Test("the answer that the others are made of is right")
  func right() async throws {
    try await RawServer.with([.reply(200, Self.good)]) { _, base in
      var request = ServiceFaultTests.request
      request.options.steps = true
      let result = await outcome(OnlineRoutingEngine(base: base, options: .patient()), request)
      let route = try #require(result.route)
      #expect(route.lengthMetres == 10 && route.durationSeconds == 1)
      #expect(route.sections[0].steps.map(\.points) == [0...1, 1...1])
      #expect(route.sections[0].departure.roadName == "A")
      #expect(route.sections[0].arrival.roadName == nil)
      #expect(route.polyline.map(\.latitudeUnits) == [1_000_000, 2_000_000])
    }
  }

  @Test("a notice about a waypoint that was not sent is left out, whatever its index")
  func strangeWaypoints() async throws {
    let notices = [-1, 0, 1, 2, 3, Int.max].map {
      #"{"code":"snappedFarther","waypoint":\#($0),"metres":5}"#
    }.joined(separator: ",")
    let stops: String = Self.waypoints.dropLast() + #",{"location":[8.02,47.02],"name":""}]"#
    let second =
      #"{"code":"Ok","routes":[{"legs":[\#(Self.leg),\#(Self.leg)],"notices":[\#(notices)]}],"#
      + #""waypoints":\#(stops)}"#
    try await RawServer.with([.reply(200, Self.good), .reply(200, second)]) { _, base in
      var request = ServiceFaultTests.request
      // The second request is for the waypoints from the stopover on.
      request.waypoints += [
        Waypoint(latitude: 47.02, longitude: 8.02, kind: .passThrough),
        Waypoint(latitude: 47.03, longitude: 8.03),
      ]
      let result = await outcome(OnlineRoutingEngine(base: base, options: .patient()), request)
      let found = try #require(result.route).notices
      #expect(found == [1, 2, 3].map { RouteNotice.snappedFarther(waypoint: $0, metres: 5) })
    }
  }

  @Test("the words of a maneuver or direction that is not known are kept")
  func unknownWords() async throws {
    let body = Self.replaced(#""type":"depart""#, #""type":"fly","modifier":"up""#)
    try await RawServer.with([.reply(200, body)]) { _, base in
      var request = ServiceFaultTests.request
      request.options.steps = true
      let result = await outcome(OnlineRoutingEngine(base: base, options: .patient()), request)
      let maneuver = try #require(result.route?.sections[0].steps[0].maneuver)
      #expect(maneuver.kind == .unknown("fly") && maneuver.direction == .unknown("up"))
    }
  }
}
