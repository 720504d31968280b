import Bytes
import OnlineRouting
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// What a service says of lanes, signs and junctions is read into steps like those of the device.
@Suite struct GuidanceAnswerTests {
  /// An answer with one step, with further members of the step and of its intersection.
  private static func answer(
    _ members: String, _ place: String = "", type: String = "turn"
  ) -> RawServer.Act {
    .reply(
      200,
      #"{"code":"Ok","routes":[{"legs":[{"distance":10,"duration":1,"steps":[{"distance":10,"#
        + #""duration":1,"geometry":"_ibE_ibE_ibE_ibE","name":"A","maneuver":{"#
        + #""location":[0.1,0.1],"bearing_before":0,"bearing_after":90,"type":"\#(type)"}"#
        + #","intersections":[{"location":[0.2,0.2],"bearings":[10,370,-90],"entry":[true,false]"#
        + place + "}]" + members + #"}]}]}],"#
        + #""waypoints":[{"location":[0.1,0.1],"name":""},{"location":[0.2,0.2],"name":""}]}"#)
  }

  private static func step(_ act: RawServer.Act) async throws -> RouteStep {
    let found = Guarded<RouteStep?>(nil)
    try await RawServer.with([act]) { _, base in
      var request = ServiceFaultTests.request
      request.options.steps = true
      let result = await outcome(OnlineRoutingEngine(base: base, options: .patient()), request)
      let step = result.route?.sections[0].steps.first
      found.withLock { $0 = step }
    }
    return try #require(found.withLock { $0 })
  }

  @Test("the members of a step are read, and those of other services that are none are left")
  func members() async throws {
    let step = try await Self.step(
      Self.answer(
        #","ref":"B 1","mode":"ferry","driving_side":"left","pronunciation":"eɪ","#
          + #""rotary_name":"Ring","destinations":"A 1, A 2: Köln, Bonn","exits":"12a","sign":7"#))
    #expect(step.roadNumber == "B 1" && step.isFerry && step.drivingSide == .left)
    #expect(step.pronunciation == "eɪ" && step.rotaryName == "Ring")
    #expect(
      step.sign
        == RoadSign(
          exitNumber: "12a", roadNumbers: ["A 1", "A 2"], towards: ["Köln", "Bonn"]))
  }

  @Test(
    "a sign is read from OSRM's text, or whole where the service tells it",
    arguments: [
      (#""destinations":"A 1, B 56""#, RoadSign(roadNumbers: ["A 1", "B 56"])),
      (#""destinations":"Köln, Bonn""#, RoadSign(towards: ["Köln", "Bonn"])),
      (
        #""destinations":"A 1: Köln: Mitte""#,
        RoadSign(roadNumbers: ["A 1"], towards: ["Köln: Mitte"])
      ),
      (#""exits":"7""#, RoadSign(exitNumber: "7")),
      (
        #""exits":"7","destinations":"X","sign":{"exitName":"Kreuz","streets":["Ring"]}"#,
        RoadSign(exitName: "Kreuz", streets: ["Ring"])
      ),
      (#""destinations":"","exits":"""#, nil), (#""sign":{}"#, nil),
    ] as [(String, RoadSign?)])
  func signs(members: String, sign: RoadSign?) async throws {
    #expect(try await Self.step(Self.answer("," + members)).sign == sign)
  }

  @Test("what a departure has of the sign along its road is not told at it")
  func departure() async throws {
    let members = #","destinations":"A 1: Köln","exits":"7""#
    #expect(try await Self.step(Self.answer(members, type: "depart")).sign == nil)
  }

  @Test("an intersection has its point, its arms, and its lanes as far as they are told")
  func intersection() async throws {
    let step = try await Self.step(
      Self.answer(
        "",
        #","in":0,"out":5,"classes":["toll"],"tunnel_name":"Tube","stop_sign":true,"#
          + #""toll_collection":{"type":"toll_booth"},"lanes":[{"valid":true,"indications":["left"]},"#
          + #"{"valid":true,"active":false,"valid_indication":"left","indications":["left","#
          + #""straight"]},{"valid":false,"indications":["none"]},"#
          + #"{"valid":true,"indications":["straight","X-up"]}]"#))
    let place = try #require(step.intersections.first)
    #expect(place.point == 1 && place.classes == ["toll"] && place.tunnelName == "Tube")
    #expect(place.encounters == ["stop_sign", "toll_collection"])
    #expect(place.arms.map(\.bearing) == [10, 10, 270])
    #expect(place.arms.map(\.isOpen) == [true, false, true])
    #expect(place.arrivingArm == 0 && place.leavingArm == nil)
    #expect(place.lanes.map(\.isValid) == [true, true, false, true])
    #expect(place.lanes.map(\.isRecommended) == [true, false, false, true])
    #expect(
      place.lanes.map(\.indications) == [.left, [.left, .straight], [], .straight])
    #expect(place.lanes.map(\.followed) == [.left, .left, [], []])
  }
}
