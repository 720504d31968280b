import RoadModel
import RouteModel
import TestSupport
import Testing

/// Trains that carry vehicles, in steps.
@Suite struct CarTrainTests {
  @Test(
    "a step on a car train is one, and a ferry is none",
    arguments: [("ferry", false), ("shuttle_train", true)])
  func steps(kind: String, isTrain: Bool) async throws {
    let ways: [(String, AsciiMap.Tags)] = [
      ("AB", "highway=residential name=Quay"),
      ("BC", AsciiMap.Tags("route=\(kind) name=Boat duration=00:10")),
      ("CD", "highway=residential name=Pier"),
    ]
    let roads = try await AsciiMap("A---B-----C---D", metresPerCell: 50, ways: ways).build()
    let route = try await roads.response(
      ["A", "D"].map { try roads.waypoint($0) }, .car, RouteRequest.Options(steps: true))
    let steps = route.sections[0].steps
    #expect(steps.map(\.isFerry) == [false, true, false, false])
    #expect(steps.map(\.isCarTrain) == [false, isTrain, false, false])
  }
}
