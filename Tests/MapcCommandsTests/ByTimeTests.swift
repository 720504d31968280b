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

  @Test(
    "the traffic and single roads count by time and along a route",
    arguments: [
      // The place is reached in three minutes; the middle street alone takes ten at walking pace.
      [], ["--traffic"], ["--slow-way"],
    ])
  func roads(_ option: [String]) async throws {
    let roads = try await AsciiMap(
      "A---B---C---D", metresPerCell: 125,
      ways: [
        "AB": "highway=residential", "BC": "highway=residential",
        "CD": "highway=residential name=High",
      ]
    ).build()
    let way = try roads.drawing.way("BC")
    let folder = try TemporaryFolder()
    let feed = try folder.write(
      Array("way_id,direction,speed_kmh\n\(way),both,3\n".utf8), "now.csv")
    let values = ["--traffic": feed, "--slow-way": "\(way)=20"]
    let options = option + option.compactMap { values[$0] }
    let (start, end) = (try roads.drawing.place("A"), try roads.drawing.place("D"))
    for trip in [
      ["--near", "\(start)", "--by-time"], ["--from", "\(start)", "--to", "\(end)"],
    ] {
      let arguments =
        ["search", roads.built.map.path, "--category", "street", "--before", "8"] + trip + options
      if option.isEmpty {
        try await CommandLineReading.run(arguments)
      } else {
        let failure = try await #require(throws: Failure.self) {
          try await CommandLineReading.run(arguments)
        }
        #expect(failure.status == .answerIsNo, "\(failure.message)")
      }
    }
  }
}
