import RouteModel
import TestSupport
import Testing

@testable import MapcCommands

/// What `--steps`, `--language` and `--units` mean.
@Suite struct GuidanceOptionsTests {
  private static func route(_ words: [String]) async throws -> MapcCommands.Route {
    let command = try await CommandLineReading.command(["route", "a.nav"] + words)
    return try #require(command as? MapcCommands.Route)
  }

  private static func options(_ words: [String]) async throws -> GuidanceOptions {
    try await route(words).guidance
  }

  /// A mile and two minutes in the words of these options.
  private static func extent(_ words: [String]) async throws -> String {
    StepText(words: try await options(["--steps"] + words).words()).extent(1609.344, 120)
  }

  @Test(
    "lengths are in the units and the language asked for",
    arguments: [
      ([], "1.6 km, 2 min"), (["--units", "imperial"], "1 mi, 2 min"),
      (["--units", "british_imperial"], "1 mi, 2 min"), (["--language", "de"], "1,6 km, 2 min"),
      (["--language", "DE_at"], "1,6 km, 2 min"), (["--language", "en-US"], "1 mi, 2 min"),
      (["--language", "en-GB", "--units", "metric"], "1.6 km, 2 min"),
    ])
  func units(_ words: [String], _ says: String) async throws {
    // Languages put different spaces before a unit.
    let extent = try await Self.extent(words).map { $0.isWhitespace ? " " : $0 }
    #expect(String(extent) == says)
  }

  @Test(
    "what has a slash or a dot is the path of a file",
    arguments: [
      ("en", nil), ("pt-BR", nil), ("./en", "./en"), ("nl.txt", "nl.txt"), ("/a/b", "/a/b"),
    ] as [(String, String?)])
  func paths(_ argument: String, _ file: String?) async throws {
    #expect(try await Self.options(["--steps", "--language", argument]).file == file)
  }

  @Test("a language file gives the words")
  func file() async throws {
    let folder = try TemporaryFolder()
    let text = "language: en-XX\nname: Test\ninherit: en\ndisplay.km: {n} kays\n"
    let path = try folder.write(Array(text.utf8), "words.txt")
    #expect(try await Self.extent(["--language", path]) == "1.6 kays, 2 min")
  }

  @Test(
    "a file that breaks a rule is named, with line and reason",
    arguments: [
      (Array("language: xx\nname: X\nturn.up: fly\n".utf8), ": "),
      (Array("inherit: en\nno colon\n".utf8), ": line 2: no colon between key and text"),
      ([0x6C, 0xFF], ": the file is not UTF-8"),
      ([], ": key "),
    ] as [([UInt8], String)])
  func flaws(_ bytes: [UInt8], _ says: String) async throws {
    try await Self.expect(says, of: bytes)
  }

  @Test("a file is read to its maximum size and refused beyond it")
  func large() async throws {
    let comment = [UInt8](repeating: UInt8(ascii: "#"), count: 1 << 20)
    try await Self.expect(": key ", of: comment)
    try await Self.expect(": the file is larger than 1 MiB", of: comment + comment)
  }

  private static func expect(_ says: String, of bytes: [UInt8]) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, "words.txt")
    let failure = try #require(await failure(path))
    #expect(failure.status == .badData)
    #expect(failure.message.hasPrefix(path + says), "\(failure.message)")
  }

  @Test("a file that is not there is no input")
  func missing() async throws {
    let failure = try #require(await Self.failure("/no/such/file.txt"))
    #expect(failure.status == .noInput)
    #expect(failure.message.hasPrefix("/no/such/file.txt: "))
  }

  private static func failure(_ path: String) async -> Failure? {
    do {
      _ = try await options(["--steps", "--language", path]).words()
      return nil
    } catch {
      return Failure(any: error)
    }
  }

  @Test("formats for programs take a language and units without steps")
  func others() async throws {
    for format in ["json", "geojson", "gpx", "html"] {
      let line = ["--format", format, "--language", "fr", "--units", "imperial"]
      #expect(try await !Self.route(line).steps)
    }
  }
}
