import Geo
import MapReader
import TestSupport
import Testing

@testable import MapcCommands

/// Which files answers replace.
@Suite struct EarlierAnswerTests {
  private static let roads = AsciiMap(
    """
    A---B---C---D
    """, metresPerCell: 100, ways: ["ABCD": "highway=primary name=Hill"])

  /// A map, and a folder with the inputs of the commands.
  private struct Inputs {
    let roads: AsciiRoads
    let folder: TemporaryFolder
    let trace: String
    let places: String
    let lines: String

    init() async throws {
      let roads = try await EarlierAnswerTests.roads.build()
      self.roads = roads
      folder = try TemporaryFolder()
      let fixes = try (0...20).map { step in
        let place = try roads.drawing.place("A>D \(Double(step) / 20)")
        return "\(place.latitude),\(place.longitude),\(1_600_000_000 + step * 3)\n"
      }
      trace = try folder.write(Array(("lat,lon,time\n" + fixes.joined()).utf8), "trace.csv")
      lines = try folder.write(
        Array(fixes.map { "{\"locations\":[[\($0.dropLast())]]}\n" }.joined().utf8), "traces.jsonl")
      let ends = try ["A", "D"].map { "\(try roads.drawing.place($0))\n" }
      places = try folder.write(Array(("lat,lon\n" + ends.joined()).utf8), "places.csv")
    }

    /// The words of a command with the names of its inputs in place of `M`, `T`, `L`, `P`, `A` and `D`.
    func words(_ command: String) throws -> [String] {
      try command.split(separator: " ").map { word -> String in
        switch word {
        case "M": roads.built.map.path
        case "T": trace
        case "L": lines
        case "P": places
        case "A", "D": "\(try roads.drawing.place(String(word)))"
        default: String(word)
        }
      }
    }
  }

  /// A command for every kind of answer.
  private static let commands = [
    "route M --from A --to D",
    "route M --from A --to D --truck-height 4 --truck-weight 18 --compare car",
    "route M --from A --to D --steps --language de", "route M --from A --to A",
    "route M --from A --to D --steps --units imperial", "route M --from A --to D --format json",
    "route M --from A --to D --format geojson", "route M --from A --to D --format gpx",
    "route M --from A --to D --format html", "table M --from P --to P",
    "table M --from P --to P --format csv", "match M T", "match M T --format json",
    "match M T --format geojson", "match M T --format gpx", "isoline M --at A --minutes 1",
    "match M L --jsonl",
    "isoline M --at A --km 0.2 --format text", "isoline M --at A --minutes 1 --format json",
    "isoline M --at A --minutes 1 --network --format text", "drive M --from A --to D --trace T",
    "drive M --from A --to D --trace T --events jsonl",
  ]

  @Test("an answer of every kind is replaced by the next one without --force")
  func replaced() async throws {
    let inputs = try await Inputs()
    let output = inputs.folder.file("answer")
    for command in Self.commands + Self.commands.prefix(1) {
      let words = try inputs.words(command) + ["-o", output]
      do { try await CommandLineReading.run(words) } catch {
        Issue.record(error, "mapc \(command)")
      }
      #expect(FileSystem.bytes(output)?.isEmpty == false, "mapc \(command)")
    }
  }

  @Test(
    "a file that mapc did not write is replaced only with --force",
    arguments: [
      "notes\n", "car\n", "car: Monday, 9 o'clock\n", "cargo: 12 km\n", "12:30 lunch\n", "\n",
      "car: 4 wheels\n", "bus: 12\n", "bus 12: 3 stops\n", "  12:30 lunch with a friend\n",
      "function f()\n  -- a comment in Lua\nend\n",
      "{\"type\":\"FeatureCollection\",\"features\":[]}\n", "{\"name\":\"me\"}\n",
      "{\"name\":\"me\",\"points\":[1,2]}\n", "{\"map\":\"treasure\"}\n",
      "{\"event\":\"login\",\"user\":1}\n", "{\"error\":\"none\"}\n", "from,to,weight\nA,B,3\n",
      "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" creator=\"watch\"></gpx>\n",
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
      "lat,lon\n43.7,7.4\n", "from\tto\n",
    ])
  func kept(_ text: String) async throws {
    let inputs = try await Inputs()
    let bytes = Array(text.utf8)
    let output = try inputs.folder.write(bytes, "other")
    for command in [
      "route M --from A --to D", "match M T --format json", "table M --from P --to P",
    ] {
      let words = try inputs.words(command) + ["-o", output]
      let failure = await #expect(throws: Failure.self) { try await CommandLineReading.run(words) }
      #expect(failure?.status == .cannotCreate)
      #expect(
        failure?.message
          == "\(output): exists and was not written by mapc, and the output would replace it; "
          + "choose another name, or give --force")
      #expect(FileSystem.bytes(output) == bytes, "mapc \(command)")
    }
    try await CommandLineReading.run(
      try inputs.words("route M --from A --to D --force") + ["-o", output])
    #expect(FileSystem.bytes(output) != bytes)
  }
}
