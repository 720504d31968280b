import RouteModel
import Testing

@testable import MapcCommands

/// How `mapc isoline` draws by its options.
@Suite struct IsolineOptionsTests {
  @Test(
    "50 m from the border is beyond the error, unless another error or few points are asked for",
    arguments: [
      ("", nil), (" --denoise 0.1", nil), (" --error 80", 80), (" --error 80 --max-points 40", 80),
    ] as [(String, Double?)])
  func error(_ options: String, _ error: Double?) async throws {
    let line = "isoline map.nav --at 50,8 --minutes 5" + options
    let command = try await CommandLineReading.command(line.split(separator: " ").map(String.init))
    let drawing = try #require(command as? IsolineCommand).drawing
    let metres = try #require(drawing.errorMetres)
    if let error { #expect(metres == error) } else { #expect(metres < 50) }
  }

  @Test("with a number of points alone, the error is what so many points allow")
  func points() async throws {
    let command = try await CommandLineReading.command(
      ["isoline", "map.nav", "--at", "50,8", "--minutes", "5", "--max-points", "40"])
    let drawing = try #require(command as? IsolineCommand).drawing
    #expect(drawing.errorMetres == nil && drawing.maximumPoints == 40)
  }

  @Test(
    "a note tells of an error that is larger than asked for, or than by default",
    arguments: [
      ("", "25.0 m"), (" --error 80", "80.0 m"), (" --error 80 --max-points 40", "40 points"),
      (" --max-points 40", nil), (" --network", nil),
    ] as [(String, String?)])
  func larger(_ options: String, _ end: String?) async throws {
    let line = "isoline map.nav --at 50,8 --minutes 5" + options
    let read = try await CommandLineReading.command(line.split(separator: " ").map(String.init))
    let command = try #require(read as? IsolineCommand)
    let isNetwork = command.network
    let note = command.note(onError: isNetwork ? 0 : 299.96)
    #expect((note == nil) == (end == nil))
    if let note, let end {
      #expect(note.hasPrefix("the error is 300.0 m") && note.hasSuffix(end))
    }
    #expect(command.note(onError: 25) == nil)
  }
}
