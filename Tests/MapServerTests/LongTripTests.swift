import Geo
import MapReader
import RouteModel
import Routing
import TestSupport
import Testing

@testable import MapServer

/// Requests whose trips take months.
@Suite struct LongTripTests {
  private static func answer(_ map: AsciiRoads, _ stops: [String], _ query: String) async throws
    -> String
  {
    let places = try stops.map { try map.drawing.place($0) }
    let text = places.map { "\($0.longitude),\($0.latitude)" }.joined(separator: ";")
    let url = try ServiceURL("/route/v1/driving/\(text)?overview=false&max_speed=0.1\(query)")
    let answers = MapAnswers(map.built.map, ServiceLimits())
    return String(decoding: try answers.answer(url, Query(url)) { _ in }, as: UTF8.self)
  }

  @Test("a hundred slow legs with a departure are answered", arguments: ["", "&shortest=true"])
  func manyLegs(query: String) async throws {
    let map = try await AsciiMap(
      "A--------B", metresPerCell: 1_500, ways: ["AB": "highway=primary"]
    ).build()
    // 13.5 km at 0.1 km/h are 135 hours; 99 legs, a year and a half.
    let stops = (0..<100).map { $0 % 2 == 0 ? "A" : "B" }
    for departure in ["", "&depart_at=2026-11-21T10:00Z"] {
      let answer = try await Self.answer(map, stops, query + departure)
      let durations = answer.matches(of: /"duration":([0-9.]+)/).compactMap { Double($0.output.1) }
      #expect(answer.contains(#""code":"Ok""#))
      #expect(durations.max().map { abs($0 / 3_600 - 99 * 135) < 99 } == true)
    }
  }

  @Test("a leg of more than 248 days is refused in words that say so")
  func tooLong() async throws {
    let map = try await AsciiMap(
      "A-B-C-D", metresPerCell: 125_000,
      ways: ["AB": "highway=primary", "BC": "highway=primary", "CD": "highway=primary"]
    ).build()
    for query in ["", "&explain=true"] {
      let error = await #expect(throws: ServiceError.self) {
        try await Self.answer(map, ["A", "D"], query)
      }
      #expect(error?.code == .noRoute)
      #expect(error?.message.contains("longer than can be counted") == true)
    }
    #expect(try await Self.answer(map, ["A", "B", "C", "D"], "").contains(#""code":"Ok""#))
  }
}
