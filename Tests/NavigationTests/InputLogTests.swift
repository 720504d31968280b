import Geo
import JSON
import Navigation
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The JSON of inputs, of which a log replays a drive, and of the events of one.
@Suite struct InputLogTests {
  private static func read(_ line: some StringProtocol) throws -> TripInput {
    try JSONDecoder().decode(TripInput.self, from: Data(line.utf8))
  }

  private static func line(_ value: some Encodable) -> String {
    var json = JSONWriter()
    json.value(value)
    return json.text
  }

  @Test("a log of the inputs of a drive with a new route and questions gives the same events again")
  func replay() async throws {
    let roads = try await DrawnMap.town.roads()
    let made = try roads.trip(
      ["A", "F"], Scenario.options { $0.asks = [.reroute, .rerouteOptions, .roadName] })
    var trip = made.trip
    var log: [String] = []
    var events: [TripEvent] = []
    var waiting = try Drive().fixes("ABCDGF", on: roads).map(TripInput.fix)
    while !waiting.isEmpty {
      let input = waiting.removeFirst()
      log.append(Self.line(input))
      for event in trip.take(input) {
        events.append(event)
        switch event {
        case .question(let question):
          waiting.insert(.answer(question.id, question.kind.defaultAnswer), at: 0)
        case .request(let request):
          let response = try await made.engine.routes(for: request.request)
          waiting.insert(.response(request.id, response), at: 0)
        default: break
        }
      }
    }
    var again = made.trip
    let replayed = try log.flatMap { again.take(try Self.read($0)) }
    #expect(replayed == events)
    #expect(events.contains { $0.name == "didReroute" } && events.last == .ended(.arrived))
    // The events themselves are read from their JSON, and written again as they were.
    for line in events.map({ Self.line($0) }) {
      let read = try JSONDecoder().decode(TripEvent.self, from: Data(line.utf8))
      #expect(Self.line(read) == line)
    }
  }

  @Test("each input is read as it was written")
  func kinds() throws {
    let route = Route(sections: [], notices: [], origin: .online)
    let response = RouteResponse(routes: [route], trafficVersion: 3)
    let edge = try #require(EdgeID("2bff97c09778d3f5:1272"))
    let inputs: [TripInput] = [
      .fix(Location(latitude: 43.73, longitude: 7.42, time: 100, accuracyMetres: 5)), .tick(12.5),
      .answer(1, .yes), .answer(2, .no), .answer(3, .name("X")), .answer(4, .name(nil)),
      .answer(5, .options(.init(steps: true))), .answer(6, .response(response)),
      .response(7, response), .failure(8, .cancelled),
      .refreshed(9, RouteRefresh(route: route, trafficVersion: 4, closedEdges: [edge])),
      .refreshed(10, RouteRefresh(route: route, trafficVersion: nil, better: route)),
      .selectWaypoint(1), .selectAlternative(11), .nextLeg, .cancel,
      .feedback(TripFeedback(rating: 4, text: "Fine", includesTrace: true)),
    ]
    for input in inputs { #expect(try Self.read(Self.line(input)) == input) }
    #expect(Self.line(TripInput.tick(.nan)) == #"{"input":"tick","time":null}"#)
    guard case .tick(let time) = try Self.read(Self.line(TripInput.tick(.nan))) else {
      throw NoTrip()
    }
    #expect(time.isNaN)
  }

  @Test("an input is read from the form that is specified, and with members that are added")
  func specified() throws {
    #expect(try Self.read(#"{"input":"tick","time":8,"newMember":[1]}"#) == .tick(8))
    #expect(
      try Self.read(#"{"input":"answer","id":3,"answer":"name","name":"Ring"}"#)
        == .answer(3, .name("Ring")))
    #expect(
      try Self.read(#"{"input":"fix","fix":{"latitude":1,"longitude":2,"time":3}}"#)
        == .fix(Location(latitude: 1, longitude: 2, time: 3)))
  }

  @Test(
    "an input or an answer of a later version is refused, with its word",
    arguments: [#"{"input":"X-park"}"#, #"{"input":"answer","id":1,"answer":"X-park"}"#])
  func later(text: String) throws {
    #expect { try Self.read(text) } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.debugDescription.contains("X-park")
    }
  }
}
