import ArgumentParser
import Bytes
import MapCompiler
import OSMInput
import RoadModel

/// `mapc build`.
struct Build: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Compile OpenStreetMap data into a .nav file.",
    discussion: """
      Examples:
        mapc build region.osm.bz2 -o region.nav
        curl … | mapc build - -o region.nav
        mapc build uk.osm.pbf -o uk.nav --country GB

      Reads .osm, .osm.gz, .osm.bz2 and .osm.pbf, told apart by their content.
      The map appears whole or not at all; what was there before stays until then.
      The summary goes to standard error, with --json as one object to standard
      output (Formats/cli-json.md).
      """)

  @Argument(help: "The input, '-' for standard input.")
  var input: String

  @Option(name: .shortAndLong, help: "The map to write.")
  var output: String
  @Flag(help: "Replace a file that is not a map; the input is never replaced.")
  var force = false

  @Option(
    parsing: .unconditional,
    help: "Threads, by default one a processor; the file is the same for any number.")
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "Memory for the places of nodes; those of more go to a file beside the map. (default: no limit)",
      valueName: "500M|4G|…"))
  var memory: String?

  @Option(help: "ISO 3166-1 alpha-2 code of the country that the input lies in.")
  var country: String?

  @Option(help: "POSIX time-zone rule, such as CET-1CEST,M3.5.0,M10.5.0/3.")
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
    if let memory, Text.byteCount(memory) == nil {
      throw ValidationError("--memory takes bytes, such as 500M or 4G, not '\(memory)'")
    }
    guard output != "-" else {
      throw ValidationError("a map can't be written to standard output: name a file after -o")
    }
    if let timezone, TimeZoneRule(posix: timezone) == nil {
      throw ValidationError(
        "--timezone takes a POSIX rule such as CET-1CEST,M3.5.0,M10.5.0/3, not '\(timezone)'")
    }
    _ = try metricProfiles()
    if let country {
      guard country.utf8.count == 2, country.utf8.allSatisfy({ (65...90).contains($0 & 0xDF) })
      else { throw ValidationError("--country takes two letters, such as DE, not '\(country)'") }
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
      var options = MapCompiler.Options()
      options.threads = threads ?? ProcessClock.processorCount
      options.memory = memory.flatMap { Text.byteCount($0) }
      options.attribution = attribution ?? options.attribution
      options.country = country?.uppercased()
      options.timeZone = timezone
      options.hierarchy = !noHierarchy
      options.profiles = try metricProfiles()
      options.nodeIDs = nodeIds
      options.replacesAnyFile = force
      TemporaryFiles.removeWhenTerminated()
      let line = ProgressLine(quiet: quiet)
      defer { line.clear() }
      let report = try await MapCompiler(options: options).build(
        input == "-" ? .standardInput : .file(input), to: output
      ) { progress in
        switch progress {
        case .estimate(let estimate): tell(estimate)
        case .reading(let bytes, let total): line.show(bytes: bytes, of: total)
        case .phase(let name): line.show(phase: name)
        }
      }
      line.clear()
      if json { try Console.out(BuildSummary(report).json(output: output).text) }
      if !quiet {
        for text in BuildSummary(report).lines(output: output) { Console.error(text) }
      }
    }
  }

  private func tell(_ estimate: BuildEstimate) {
    guard !quiet else { return }
    Console.error(
      "\(input): the map will take some \(Text.bytes(estimate.diskBytes)) of disk, "
        + "the build some \(Text.bytes(estimate.memoryBytes)) of memory "
        + "(up to five times as much where the input holds roads alone)")
  }
}
