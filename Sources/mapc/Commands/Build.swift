import ArgumentParser
import Bytes
import MapCompiler
import OSMInput
import RoadModel
import RoadRules

/// `mapc build`.
struct Build: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", _superCommandName: "mapc",
    abstract: "Compile OpenStreetMap data into a .nav file.",
    discussion: """
      Examples:
        mapc build region.osm.bz2 -o region.nav
        curl … | mapc build - -o region.nav
        mapc build uk.osm.pbf -o uk.nav --country GB

      Reads .osm, .osm.gz, .osm.bz2 and .osm.pbf, told apart by their content;
      changes (.osc) are refused.
      The map appears whole or not at all; what was there before stays until then.
      The summary goes to standard error, with --json as one object to standard
      output (Formats/cli-json.md).
      """)

  @Argument(
    help: "The input, '-' for standard input.",
    completion: .file(extensions: ["osm", "gz", "bz2", "pbf"]))
  var input: String

  @Option(name: .shortAndLong, help: "The map to write.", completion: .map)
  var output: String
  @Flag(help: "Replace a file that is not a map; the input is never replaced.")
  var force = false

  @Option(
    parsing: .unconditional,
    help: "Threads, by default one a processor; the file is the same for any number.")
  var threads: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Memory for the places of nodes; those of more go to a file beside the map. (default: no limit)",
      valueName: "500M|4G|…"))
  var memory: String?

  @Option(help: "ISO 3166-1 alpha-2 code of the country that the input lies in.")
  var country: String?

  @Option(
    help: ArgumentHelp(
      "Time zone of the map: a name such as Europe/Berlin, whose rule is taken from the system's database, or a "
        + "POSIX rule such as CET-1CEST,M3.5.0,M10.5.0/3.",
      valueName: "zone"))
  var timezone: String?

  @Option(help: "What must be shown where the map is used. (default: that of OpenStreetMap)")
  var attribution: String?

  @Flag(help: "Leave out the hierarchy: quicker to build, slower to route on.")
  var noHierarchy = false

  @Option(
    help: ArgumentHelp(
      "For whom costs are stored with the hierarchy, so that they route fastest: modes of travel, and such as car-no-motorway, truck-no-toll.",
      valueName: "car,truck,…"))
  var profiles = "car,truck"

  @Flag(help: "Keep the ids of all nodes of roads, not only of junctions.")
  var nodeIds = false

  @Flag(help: "Print the summary as JSON on standard output.")
  var json = false

  @Flag(help: "No progress and no summary.")
  var quiet = false

  func validate() throws {
    if let threads, !(1...256).contains(threads) {
      throw ValidationError("--threads takes 1 to 256, not \(threads)")
    }
    if let memory {
      let least = MapCompiler.Options.leastMemory
      guard let bytes = Text.byteCount(memory), bytes >= least else {
        throw ValidationError(
          "--memory takes bytes, such as 500M or 4G, \(least / 1_000_000)M at least, not '\(memory)'"
        )
      }
    }
    if output.isEmpty { throw ValidationError("-o takes the name of a file, not an empty one") }
    guard output != "-" else {
      throw ValidationError("a map can't be written to standard output: name a file after -o")
    }
    _ = try timeZoneRule()
    _ = try metricProfiles()
    if let country {
      guard country.utf8.count == 2, country.utf8.allSatisfy({ (65...90).contains($0 & 0xDF) })
      else { throw ValidationError("--country takes two letters, such as DE, not '\(country)'") }
      guard CountryFacts.isCountry(country) else {
        throw ValidationError("--country takes a code of ISO 3166-1, such as DE, not '\(country)'")
      }
    }
  }

  /// The rule that ``timezone`` says or names.
  private func timeZoneRule() throws -> String? {
    guard let timezone, TimeZoneRule(posix: timezone) == nil else { return timezone }
    do throws(SystemTimeZones.Failure) {
      return try SystemTimeZones().rule(named: timezone)
    } catch {
      let forms = "a name such as Europe/Berlin or a POSIX rule such as CET-1CEST,M3.5.0,M10.5.0/3"
      if case .notAName = error {
        throw ValidationError("--timezone takes \(forms), not '\(timezone)'")
      }
      throw ValidationError("--timezone takes \(forms); \(error.description)")
    }
  }

  /// What ``profiles`` names.
  private func metricProfiles() throws -> [MetricProfile] {
    try profiles.split(separator: ",", omittingEmptySubsequences: false).map { name in
      guard let profile = MetricProfile(name: String(name)) else {
        let names = Mode.allCases.map(\.name).joined(separator: ", ")
        let roads = AvoidedRoads.allCases.map(\.name).joined(separator: ", ")
        throw ValidationError(
          "--profiles takes some of \(names), alone or with -no- and one of \(roads), not '\(name)'"
        )
      }
      return profile
    }
  }

  func run() async throws {
    try await reporting {
      try InputFile.checkIsNotOutput(input)
      var options = MapCompiler.Options()
      options.threads = threads ?? ProcessClock.processorCount
      options.memory = memory.flatMap { Text.byteCount($0) }
      options.attribution = attribution ?? options.attribution
      options.country = country?.uppercased()
      options.timeZone = try timeZoneRule()
      options.hierarchy = !noHierarchy
      options.profiles = try metricProfiles()
      options.nodeIDs = nodeIds
      options.replacesAnyFile = force
      TemporaryFiles.removeWhenTerminated()
      let line = ProgressLine(quiet: quiet, hierarchy: !noHierarchy)
      defer { line.clear() }
      let report = try await MapCompiler(options: options).build(
        input == "-" ? .standardInput : .file(input), to: output
      ) { line.note($0) }
      line.clear()
      if json { try Console.out(verbatim: BuildSummary(report).json(output: output)) }
      if !quiet {
        for text in BuildSummary(report).lines(output: output) { Console.error(text) }
      }
    }
  }
}
