import ArgumentParser
import MapCompiler
import NavFormat

/// The command line: arguments in, words and files out.
///
/// Every command says its name, since the parser asks for all of them at each start, and to find one by the name of
/// a type takes more than a million instructions. It says whose it is as well, so that it can be parsed alone.
struct Mapc: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mapc",
    abstract: "Compiles OpenStreetMap into one file and routes on it, offline.",
    discussion: """
      Begin with:
        mapc build region.osm.bz2 -o region.nav
        mapc route region.nav --truck-height 4.0
        mapc route region.nav --from 43.7311,7.4197 --to 43.7396,7.4273
        mapc explain region.nav --at 43.7311,7.4197 --truck-height 4.0
        mapc serve region.nav --port 5000

      Exit status: 0 done, 1 the answer is no (no route, verify failed),
      64 usage, 65 bad input data, 66 no such input, 73 can't create the output
      or listen at the port, 74 I/O error, 77 no permission. When the reader of a
      pipe is gone, it ends with SIGPIPE, or with 141 where that is ignored.
      """,
    version:
      "mapc \(MapCompiler.version) (format \(FileHeader.version.major).\(FileHeader.version.minor))",
    subcommands: [
      Build.self, Route.self, Table.self, Match.self, Explain.self, Info.self, Verify.self,
      Bench.self, Serve.self, Completions.self,
    ])

  /// The names of all commands.
  static var commands: [String] { configuration.subcommands.map { $0._commandName } + ["help"] }
}
