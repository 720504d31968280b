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
}
