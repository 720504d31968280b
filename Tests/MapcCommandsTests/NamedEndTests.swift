import MapReader
import TestSupport
import Testing

@testable import MapcCommands

/// Commands that take a coordinate take the name of a place, too.
@Suite struct NamedEndTests {
  private static let map = AsciiMap(
    "A---B---C---D", metresPerCell: 125,
    ways: [
      "AB": "highway=residential name=High", "CD": "highway=residential name=Low",
      "BC": "highway=primary",
    ])

  @Test(
    "a name is found, and one that the map lacks is said",
    arguments: [
      (["explain", "--at", "Low"], "Low"), (["isoline", "--minutes", "5", "--at", "Low"], "Low"),
      (["drive", "--from", "High", "--to", "Low"], "Low"),
      (["drive", "--from", "High", "--to", "High", "--via", "Low"], "Low"),
    ])
  func names(_ arguments: [String], _ name: String) async throws {
    let roads = try await Self.map.build()
    let line = [arguments[0], roads.built.map.path] + arguments.dropFirst()
    try await CommandLineReading.run(line)
    let failure = try await #require(throws: Failure.self) {
      try await CommandLineReading.run(line.map { $0 == name ? "Nowhere" : $0 })
    }
    #expect(failure.status == .answerIsNo)
    #expect(failure.message.hasPrefix("no place 'Nowhere' on the map"), "\(failure.message)")
  }
}
