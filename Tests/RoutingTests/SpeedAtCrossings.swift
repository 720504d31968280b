import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Crossings cost time.
@Suite struct SpeedAtCrossings {
  @Test(
    "a crossing costs a car time",
    arguments: ["railway=level_crossing", "highway=crossing"])
  func crossing(_ node: String) async throws {
    let with = try await SpeedBehaviour.seconds(["maxspeed": "50"], node: AsciiMap.Tags(node))
    let without = try await SpeedBehaviour.seconds(["maxspeed": "50"])
    #expect(with > without + 0.1)
  }
}
