import ArgumentParser
import MapReader
import NavFormat
import Routing

/// `mapc info`.
struct Info: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Say what a map holds.",
    discussion: """
      Examples:
        mapc info region.nav
        mapc info region.nav --tiles
        mapc info region.nav --sizes
        mapc info region.nav --json
      """)

  @Argument(help: "A .nav file.")
  var file: String

  @Flag(help: "List the tiles.")
  var tiles = false

  @Flag(help: "Say where the bytes go, by section and column.")
  var sizes = false

  @Flag(help: "Print JSON (Formats/cli-json.md).")
  var json = false

  func run() async throws {
    try await reporting {
      let map = try NavMap(path: file)
      if json {
        try Console.out(try MapSummary(map).json(tiles: tiles, sizes: sizes).text)
      } else {
        for line in try MapSummary(map).lines(tiles: tiles, sizes: sizes) {
          try Console.out(line)
        }
      }
    }
  }
}

/// `mapc verify`.
struct Verify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check every byte and every reference of a map.",
    discussion: """
      Reads the whole file: check values of all sections and tiles, every number
      that points at something, and that the tiles agree with each other and with
      the hierarchy. Prints 'FILE: ok' and ends with 0, or says what is wrong and
      ends with 1.

        mapc verify region.nav
      """)

  @Argument(help: "A .nav file.")
  var file: String

  func run() async throws {
    try await reporting {
      do throws(NavError) {
        let map = try NavMap(path: file)
        try map.verify()
        try map.verifyHierarchy()
      } catch {
        guard case .format = error else { throw error }
        throw Failure(status: .answerIsNo, message: error.description)
      }
      try Console.out("\(file): ok")
    }
  }
}
