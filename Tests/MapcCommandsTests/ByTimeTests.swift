import Geo
import MapReader
import TestSupport
import Testing

@testable import MapcCommands

/// `mapc search --by-time`.
@Suite struct ByTimeTests {
  @Test("with --before, places are those that are reached in this time")
  func before() async throws {
    // The middle of the street is 500 metres away: more than 10 seconds, and less than 5 minutes.
    let roads = try await AsciiMap(
      "A---B---C", metresPerCell: 125, ways: ["ABC": "highway=residential name=High"]
    ).build()
    let arguments =
      ["search", roads.built.map.path, "--near", "\(try roads.drawing.place("A"))"]
      + ["--category", "street", "--by-time", "--before"]
    try await CommandLineReading.run(arguments + ["5"])
    let failure = try await #require(throws: Failure.self) {
      try await CommandLineReading.run(arguments + ["10s"])
    }
    #expect(failure.message.hasSuffix(": nothing found"), "\(failure.message)")
  }
}
