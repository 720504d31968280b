import ArgumentParser
import MapReader
import NavFormat
import RouteModel
import Routing

/// `mapc info`.
struct Info: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", _superCommandName: "mapc",
    abstract: "Describe the contents of a map.",
    discussion: """
      Examples:
        mapc info region.nav
        mapc info region.nav --tiles
        mapc info region.nav --sizes
        mapc info region.nav --json
      """)

  @Argument(help: "A .nav file.", completion: .map)
  var file: String

  @Flag(help: "List the tiles.")
  var tiles = false

  @Flag(help: "Show the size of each section and column.")
  var sizes = false

  @Flag(help: "Print JSON (Formats/cli-json.md).")
  var json = false

  func run() async throws {
    try await reporting {
      let map = try NavMap(path: file)
      if json {
        try Console.out(verbatim: try MapSummary(map).json(tiles: tiles, sizes: sizes))
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
    commandName: "verify", _superCommandName: "mapc",
    abstract: "Check every byte and every reference of a map.",
    discussion: """
      Reads the whole file and checks all rules of the format: checksums, references,
      order, bounding boxes, lengths and names; that the tiles agree with each other;
      and that the hierarchy and the restriction lists follow from the roads. --deep
      also recomputes all stored metrics and compares them, which takes as long as
      building them. Prints 'FILE: ok' and exits with 0, or prints what is wrong and
      exits with 1.

        mapc verify region.nav
        mapc verify region.nav --deep
      """)

  @Argument(help: "A .nav file.", completion: .map)
  var file: String

  @Flag(help: "Recompute the stored metrics and compare them.")
  var deep = false

  func run() async throws {
    try await reporting {
      do throws(NavError) {
        let map = try NavMap(path: file)
        try map.verify()
        try map.verifyHierarchy()
        if deep { try map.verifyMetrics() }
      } catch {
        guard case .format = error else { throw error }
        throw Failure(status: .answerIsNo, message: error.description)
      }
      try Console.out("\(file): ok")
    }
  }
}
