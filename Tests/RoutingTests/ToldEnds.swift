import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Departure and arrival carry the road that is driven, not a piece of another that is too short to be told of.
@Suite struct ToldEnds {
  /// 200 m between letters; Side Street is one-way in a pair of stubs, so that it is entered from Main Street.
  static let roads = AsciiMap(
    """
    A---B---C
        |
        |
        |
        D---E
    """,
    ways: [
      "ABC": "highway=primary name=Main~Street", "BD": "highway=residential name=Side~Street",
      "DE": "highway=residential name=End~Street",
    ])

  struct Case: Sendable, CustomTestStringConvertible {
    var from: String
    var to: String
    var names: [String]
    var testDescription: String { "\(from) to \(to)" }
  }

  static let cases = [
    Case(from: "A>B 0.9975", to: "D", names: ["Side Street"]),
    Case(from: "A>B 0.9925", to: "D", names: ["Main Street", "Side Street"]),
    Case(from: "A>B 0.9975", to: "D>E 0.0025", names: ["Side Street"]),
    Case(from: "D>E 0.0025", to: "A>B 0.9975", names: ["Side Street"]),
    Case(from: "D>E 0.0025", to: "A>B 0.99", names: ["Side Street", "Main Street"]),
    Case(from: "D>E 0.01", to: "A", names: ["End Street", "Side Street", "Main Street"]),
    Case(from: "A>B 0.9975", to: "A>B 0.999", names: ["Main Street"]),
    Case(from: "B", to: "D", names: ["Side Street"]),
    Case(from: "D", to: "B", names: ["Side Street"]),
  ]

  @Test("a first or last piece below a metre is not told of", arguments: cases)
  func short(_ row: Case) async throws {
    let map = try await Self.roads.build()
    let route = try await map.response(from: row.from, to: row.to, .car, .init(steps: true))
    let section = route.sections[0]
    #expect(section.departure.roadName == row.names.first)
    #expect(section.arrival.roadName == row.names.last)
    #expect(section.steps.map(\.roadName) == row.names.map { $0 } + [row.names.last])
    let metres = section.steps.reduce(0) { $0 + $1.lengthMetres }
    #expect(abs(metres - section.lengthMetres) < 0.001)
  }

  @Test("a trip into a private road from its corner departs on that")
  func corner() async throws {
    let map = try await AsciiMap(
      """
      A---B---C
          |
          D
      """,
      ways: [
        "ABC": "highway=primary name=Main~Street",
        "BD": "highway=service name=Court access=private",
      ]
    ).build()
    for (from, to) in [("B", "D"), ("D", "B")] {
      let section = try await map.response(from: from, to: to, .car, .init(steps: true)).sections[0]
      #expect(section.departure.roadName == "Court" && section.arrival.roadName == "Court")
      #expect(section.steps.map(\.roadName) == ["Court", "Court"])
      #expect(section.steps[0].maneuver.bearingAfter == (from == "B" ? 180 : 0))
      #expect(section.steps[1].maneuver.bearingBefore == (from == "B" ? 180 : 0))
    }
  }
}
