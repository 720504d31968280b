import ArgumentParser
import Bytes
import JSON
import MapMatching
import MapReader
import RouteModel
import TraceIO

/// `mapc match`.
struct Match: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "match", _superCommandName: "mapc",
    abstract: "Match a GPS trace to the roads of a map.",
    discussion: """
      Examples:
        mapc match region.nav trace.gpx
        mapc match region.nav trace.csv --format geojson -o matched.geojson
        mapc match region.nav --jsonl traces.jsonl > matched.jsonl

      Reads GPX 1.0 and 1.1, GeoJSON lines, CSV with a header (lat, lon and
      optionally time, accuracy, heading, speed, trip), and JSON lines: one trace
      per line, {"locations":[[lat,lon,seconds],…]} or GeoJSON, or one fix per
      line, {"lat":…,"lon":…,"time":…}; - is standard input. Fixes must be in the
      order of their times: sort a trace that begins with its newest. The noise and
      the sampling rate are estimated from the trace. A trace may have any length;
      a line of CSV has at most 1 MB. Results that don't fit in memory are buffered
      in a file beside the output, or in /tmp.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, geojson, gpx
  }

  enum WrongWay: String, ExpressibleByArgument, CaseIterable {
    case never, rare, free

    var policy: MatchOptions.WrongWay {
      switch self {
      case .never: .never
      case .rare: .rare
      case .free: .free
      }
    }
  }

  @Argument(help: "A .nav file.", completion: .map)
  var file: String
  @Argument(help: "A trace, or - for standard input.", completion: .file())
  var trace: String

  @OptionGroup(title: "Vehicle")
  var vehicle: VehicleOptions

  @Option(
    help: ArgumentHelp(
      "Driving against one-way streets: never; rare, if no legal path is likely; or free. With free, "
        + "forbidden turns are free too, and neither is reported. Otherwise both have a price and are "
        + "reported, as closed roads always are.",
      valueName: "never|rare|free"))
  var allowWrongWay = WrongWay.rare
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "GPS noise in metres, 0.1 to 500; by default estimated from the trace.", valueName: "m"))
  var noise: Double?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Decide on each fix once this many later fixes have arrived, as navigation does. With fewer than "
        + "3, a wrong road behind a junction is not noticed in time, and the path breaks there.",
      valueName: "fixes"))
  var delay: Int?
  @Flag(
    help:
      "One trace per input line, one result per output line; an invalid line gives an error object."
  )
  var jsonl = false
  @Option(help: "\(Format.allCases.map(\.rawValue).joined(separator: ", ")). (default: text)")
  var format: Format?
  @Option(
    help: ArgumentHelp(
      "Write suspected errors of the map as GeoJSON: rules that traces violate, and missing roads, with counts.",
      valueName: "file"),
    completion: .file())
  var mapIssues: String?
  @Flag(help: "Print the number of fixes matched per second on standard error.")
  var stats = false
  @OptionGroup
  var output: OutputOptions

  func validate() throws {
    if let option = vehicle.chosen.first {
      throw ValidationError(
        "\(option) is for routes: a trace is matched to the roads that were driven")
    }
    try OptionRange.check(noise, 0.1...500, "--noise", "metres")
    if let delay, !(0...10_000 ~= delay) {
      throw ValidationError("--delay takes 0 to 10000, not \(delay)")
    }
    if let mapIssues, ["", "-"].contains(mapIssues) || output.isFile(mapIssues) {
      throw ValidationError("--map-issues takes the name of a file of its own")
    }
    if jsonl, let format, format != .json {
      throw ValidationError("--jsonl writes JSON lines, not \(format.rawValue)")
    }
  }

  func run() async throws {
    try await reporting {
      let map = try NavMap(path: file)
      defer { map.tellDamagedNames() }
      var options = MatchOptions()
      options.wrongWay = allowWrongWay.policy
      options.noiseMetres = noise
      options.exclude = vehicle.options.exclude
      let matcher = MapMatcher(map: map, vehicle: try vehicle.vehicle(), options: options)
      let rule = self.output.rule(inputs: [file, trace])
      let output = try MatchOutput(path: self.output.path, rule)
      let issues = try mapIssues.map { try MatchOutput(path: $0, rule) }
      if jsonl {
        try matchLines(matcher, output, issues)
      } else {
        switch format ?? .text {
        case .text: try matchFile(matcher, MatchText(output), output, issues)
        case .json: try matchFile(matcher, MatchJSON(output, map), output, issues)
        case .geojson: try matchFile(matcher, MatchGeoJSON(output, map), output, issues)
        case .gpx: try matchFile(matcher, MatchGPX(output, map), output, issues)
        }
      }
    }
  }

  /// Matches a trace per line, and prints a result per line in the same order.
  private func matchLines(
    _ matcher: MapMatcher, _ output: MatchOutput, _ issues: MatchOutput?
  ) throws {
    var lines = try TraceLines(path: trace, scratch: output.scratch)
    var run = MatchRun(
      MatchWorker(matcher, delay: delay), MatchJSON(lines: output),
      issues: issues.map { _ in MapIssues() })
    while let number = try lines.nextLine() {
      output.hold()
      run.beginLine()
      do throws(any Error) {
        while let event = try lines.next() { try run.take(event) }
        try run.endLine()
        try output.release()
      } catch TextError.malformed(_, let flaw) {
        output.discard()
        var refusal = JSONWriter()
        refusal.object {
          $0.string("error", flaw.description)
          $0.int("line", number)
        }
        try output.write(refusal.text + "\n")
      }
      // For a client that waits for each answer before it sends the next line.
      try output.flush()
    }
    try output.finish()
    try write(run.issues, matcher.map, issues)
    OddTimes.tell(run.oddTimes, lines.firstOddTime, in: trace)
    OddTimes.tell(unordered: run.unordered, in: trace)
    if stats { Console.error(run.clock.text) }
    self.output.sayWritten()
  }

  /// Matches all traces of a file.
  private func matchFile(
    _ matcher: MapMatcher, _ writer: some MatchWriter, _ output: MatchOutput,
    _ issues: MatchOutput?
  ) throws {
    // Nothing is written before there is a result.
    output.hold()
    var run = MatchRun(
      MatchWorker(matcher, delay: delay), writer, issues: issues.map { _ in MapIssues() },
      found: output.release)
    var reader = try TraceReader(path: trace, scratch: output.scratch)
    while let event = try reader.next() { try run.take(event) }
    try run.finish()
    OddTimes.tell(run.oddTimes, reader.firstOddTime, in: trace)
    OddTimes.tell(unordered: run.unordered, in: trace)
    if stats { Console.error(run.clock.text) }
    guard run.hasPieces else {
      let name = TextError.name(ofSource: trace)
      let hint = FarPlaces(matcher.map).hint(run.firstPlace.map { [$0] } ?? [])
      throw Failure(
        status: .answerIsNo,
        message: "\(name): no fix is near a road of the map" + hint)
    }
    try output.finish()
    try write(run.issues, matcher.map, issues)
    self.output.sayWritten()
  }

  private func write(_ found: MapIssues?, _ map: NavMap, _ output: MatchOutput?) throws {
    guard let found, let output else { return }
    try output.write(found.geoJSON(attribution: map.provenance.attribution))
    try output.write("\n")
    try output.finish()
    if let mapIssues, mapIssues != "-" { Console.error("wrote \(mapIssues)") }
  }
}

extension Failure {
  init(_ error: MatchingError) {
    switch error {
    case .map(let failure): self.init(failure)
    case .invalidSetting: self.init(status: .usage, message: error.description)
    case .unknownEdge, .invalidPiece, .cancelled, .unknown:
      self.init(status: .answerIsNo, message: error.description)
    }
  }
}
