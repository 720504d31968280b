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

      Reads .osm, .osm.gz, .osm.bz2 and .osm.pbf, detected by their content;
      change files (.osc) are refused.
      The map is written completely or not at all; an old map stays in place until
      the new one is complete.
      The summary goes to standard error; --json also prints it on standard output
      as one object (Formats/cli-json.md).
      """)

  @Argument(
    help: "The input file; '-' is standard input.",
    completion: .file(extensions: ["osm", "gz", "bz2", "pbf"]))
  var input: String

  @Option(name: .shortAndLong, help: "The map to write.", completion: .map)
  var output: String
  @Flag(help: "Replace a file that is not a map. The input is never replaced.")
  var force = false

  @Option(
    parsing: .unconditional,
    help: "Number of threads; does not change the output. (default: one per processor)")
  var threads: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Maximum memory for node coordinates; the rest goes to a temporary file beside the map. "
        + "(default: no limit)",
      valueName: "500M|4G|…"))
  var memory: String?

  @Option(help: "ISO 3166-1 alpha-2 code of the country of the input.")
  var country: String?

  @Option(
    help: ArgumentHelp(
      "Time zone of the map: a name such as Europe/Berlin, looked up in the system's database, or a POSIX "
        + "rule such as CET-1CEST,M3.5.0,M10.5.0/3.",
      valueName: "zone"))
  var timezone: String?

  @Option(help: "Attribution to show wherever the map is used. (default: that of OpenStreetMap)")
  var attribution: String?

  @Flag(help: "Leave out the hierarchy: faster to build, slower to route on.")
  var noHierarchy = false

  @Option(
    help: ArgumentHelp(
      "Profiles whose costs are stored with the hierarchy, so that they route fastest: modes of travel, "
        + "and combinations such as car-no-motorway and truck-no-toll. (default: car,truck)",
      valueName: "car,truck,…"))
  var profiles: String?

  @Flag(help: "Keep the OSM ids of all road nodes, not only of junctions.")
  var nodeIds = false

  @Option(
    help: ArgumentHelp(
      "Which places to keep for search: none, poi (settlements and points of interest), all (streets and "
        + "addresses, too).",
      valueName: "none|poi|all"))
  var places: KeptPlaces = .all

  @Option(
    help: ArgumentHelp(
      "Folder of SRTM files such as N42E001.hgt (plain, .zip or .gz), or of GeoTIFF files in geographic "
        + "coordinates such as those of the Copernicus DEM, for the elevation of roads.",
      valueName: "folder"),
    completion: .directory)
  var elevation: String?

  @Option(
    help: ArgumentHelp(
      "Languages in which to keep the names of places, roads, exits, bridges and tunnels besides the usual one, as "
        + "they follow 'name:' in OpenStreetMap. Places are found by these names, too.",
      valueName: "de,fr,zh-Hant,…"))
  var languages: String?

  @Flag(help: "Print the summary as JSON on standard output.")
  var json = false

  @Flag(help: "Print no progress and no summary.")
  var quiet = false

  /// The places to keep.
  enum KeptPlaces: String, ExpressibleByArgument, CaseIterable {
    case none, poi, all

    var scope: PlaceScope {
      switch self {
      case .none: .none
      case .poi: .poi
      case .all: .all
      }
    }
  }

  func validate() throws {
    if let threads, !(1...256).contains(threads) {
      throw ValidationError("--threads takes 1 to 256, not \(threads)")
    }
    if let memory {
      let least = MapCompiler.Options.minimumMemory
      guard let bytes = Text.byteCount(memory), bytes >= least else {
        throw ValidationError(
          "--memory takes bytes, such as 500M or 4G, at least \(least / 1_000_000)M, not '\(memory)'"
        )
      }
    }
    if output.isEmpty { throw ValidationError("-o takes the name of a file, which can't be empty") }
    guard output != "-" else {
      throw ValidationError("a map can't be written to standard output: name a file after -o")
    }
    _ = try timeZoneRule()
    if noHierarchy, profiles != nil {
      throw ValidationError("--profiles needs a hierarchy: leave out --no-hierarchy")
    }
    _ = try metricProfiles()
    _ = try languageCodes()
    if let country {
      guard country.utf8.count == 2, country.utf8.allSatisfy({ (65...90).contains($0 & 0xDF) })
      else { throw ValidationError("--country takes two letters, such as DE, not '\(country)'") }
      guard CountryFacts.isCountry(country) else {
        throw ValidationError("--country takes an ISO 3166-1 code, such as DE, not '\(country)'")
      }
    }
  }

  /// The rule of ``timezone``, given directly or by the zone's name.
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

  /// The profiles of ``profiles``.
  private func metricProfiles() throws -> [MetricProfile] {
    try (profiles ?? "car,truck").split(separator: ",", omittingEmptySubsequences: false).map {
      name in
      guard let profile = MetricProfile(name: String(name)) else {
        let names = Mode.allCases.map(\.name).joined(separator: ", ")
        let roads = AvoidedRoads.allCases.map(\.name).joined(separator: ", ")
        throw ValidationError(
          "--profiles takes some of \(names), each alone or with -no- and one of \(roads), not '\(name)'"
        )
      }
      return profile
    }
  }

  /// The different languages of ``languages``.
  private func languageCodes() throws -> [String] {
    var codes: [String] = []
    for part in languages?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
      guard let code = LanguageCode.canonical(String(part)) else {
        throw ValidationError(
          "--languages takes codes of two or three letters, some with script or region, such as "
            + "de,fr,zh-Hant, not '\(part)'")
      }
      if !codes.contains(code) { codes.append(code) }
    }
    guard codes.count <= RoadWordKind.maximumLanguages else {
      throw ValidationError(
        "--languages takes at most \(RoadWordKind.maximumLanguages) languages, not \(codes.count)")
    }
    return codes
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
      options.places = places.scope
      options.elevation = elevation
      options.languages = try languageCodes()
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
