import ArgumentParser
import MapCompiler
import NavFormat

/// The command of the whole program.
///
/// Each command states its name, since the parser requests all names at each start, and deriving
/// one from the name of a type takes more than a million instructions. It also states its parent
/// command, so that it can be parsed alone.
struct Mapc: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mapc",
    abstract: "Compile OpenStreetMap into one file and route on it, offline.",
    discussion: """
      First steps:
        mapc build region.osm.bz2 -o region.nav
        mapc route region.nav --truck-height 4.0
        mapc route region.nav --from 43.7311,7.4197 --to 43.7396,7.4273
        mapc search region.nav "12 rue grimaldi"
        mapc explain region.nav --at 43.7311,7.4197 --truck-height 4.0
        mapc serve region.nav --port 5000

      Exit status: 0 success, 1 negative answer (no route, verify failed),
      64 wrong usage, 65 bad input data, 66 input not found, 73 can't create the
      output or listen on the port, 74 I/O error, 77 permission denied. If the
      reader of a pipe has gone, mapc ends by SIGPIPE, or with 141 if SIGPIPE is
      ignored.
      """,
    version:
      "mapc \(MapCompiler.version) (format \(FileHeader.version.major).\(FileHeader.version.minor))",
    subcommands: [
      Build.self, Route.self, Drive.self, Search.self, Table.self, IsolineCommand.self, Match.self,
      Explain.self, Info.self, Verify.self,
      TrafficCommand.self, Bench.self, Serve.self, Completions.self,
    ])

  /// The names of all commands.
  static var commands: [String] { configuration.subcommands.map { $0._commandName } + ["help"] }

  /// The names of a command's subcommands, if it has any.
  static func parts(of command: String) -> [String] {
    let found = configuration.subcommands.first { $0._commandName == command }
    return found?.configuration.subcommands.map { $0._commandName } ?? []
  }
}
