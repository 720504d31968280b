import ArgumentParser
import Bytes
import JSON
import MapReader
import RoadModel
import RouteModel
import Routing
import Traffic
import TrafficIO

/// `mapc traffic`.
struct TrafficCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "traffic", _superCommandName: "mapc",
    abstract: "Place a feed of traffic on a map, once for many routes.",
    discussion: """
      Examples:
        mapc traffic compile region.nav speeds.csv -o now.traffic
        mapc traffic info now.traffic
        mapc traffic apply region.nav now.traffic --profile truck
        mapc traffic encode region.nav --from 43.73,7.42 --to 43.74,7.43
        mapc traffic decode region.nav CwmShiVYczPJBgCs/y0zAQ==
        mapc traffic compile --usual region.nav week.csv -o region.usual

      'mapc route', 'isoline', 'table', 'bench' and 'serve' take the file with
      --traffic, that of usual speeds with --usual.
      """,
    subcommands: [
      CompileTraffic.self, TrafficInfo.self, ApplyTraffic.self, EncodeLocation.self,
      DecodeLocation.self,
    ])
}

/// `mapc traffic compile`.
struct CompileTraffic: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compile", _superCommandName: "mapc traffic",
    abstract: "Make a traffic file of a map from a feed.",
    discussion: """
      A feed is CSV with a header, or JSON lines with the same names:
        way_id, direction (forward, backward, both), from_m and to_m (metres along
        the way), or from_node and to_node (for maps built with --node-ids; with
        via_node, the turn there), or openlr (a line or a point along a line in
        base64);
        speed_kmh (0 is closed), jam_factor (0 to 10; 10 is closed), closed (all,
        trucks, no), delay_s (once, at the end); kind, text, begin and end
        (2026-11-23T22:00+01:00) of an incident, during which the line has an effect.
      Or it is the CSV of osrm-customize, without a header: from_node,to_node,speed,
      and turn penalties: from_node,via_node,to_node,seconds;
      or GeoJSON: LineString and MultiLineString features with these names as
      properties, matched onto the roads for cars; or DATEX II, version 2 or 3:
      situations, elaborated and measured speeds at locations by OpenLR or
      coordinates.
      With --usual, it is CSV with speeds by the time of the week: way_id, direction,
      from_m, to_m, or from_node and to_node as above; minutes of the week from
      Monday 00:00 by the clocks of the map (480-540, or several: 480-540 1920-1980;
      10000-120 lasts over the end of the week); speed_kmh.
      Records without a place on the map are counted and left out. A feed with a
      line that can't be read is refused as a whole.
      The option -o is required here; with '-o -' the file goes to standard output.

      Examples:
        mapc traffic compile region.nav speeds.csv -o now.traffic
        mapc traffic compile --usual region.nav week.csv -o region.usual
      """)

  @Argument(help: "A .nav file.", completion: .map)
  var map: String
  @Argument(help: "The feed; '-' is standard input.", completion: .file())
  var feed: String
  @Flag(help: "The feed has usual speeds by the time of the week.")
  var usual = false
  @Option(
    help: ArgumentHelp(
      "When the traffic was measured, with an offset: 2026-11-23T20:30Z. (default: now)",
      valueName: "ISO8601"))
  var made: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "For how long speeds hold on trips with a departure time; then they fade into those of the map "
        + "within as much time again.", valueName: "minutes"))
  var horizon = 60.0
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The version, which answers name. (default: the microseconds of now, or those of --made "
        + "with a digest of the content)", valueName: "number"))
  var trafficVersion: UInt64?
  @Option(
    help: ArgumentHelp(
      "Write the records without a place, as CSV: line,reason.", valueName: "csv-file"),
    completion: .file())
  var unplaced: String?
  @Option(
    help: ArgumentHelp(
      "A document of DATEX II with the tables of the sites that the feed measures at, or of the "
        + "predefined locations that it names.",
      valueName: "xml-file"), completion: .file())
  var sites: String?
  @OptionGroup
  var output: OutputOptions

  func validate() throws {
    try OptionRange.check(horizon, 0...10_080, "--horizon", "minutes")
    if let made, Departure(iso8601: made)?.utc() == nil {
      throw ValidationError(
        "--made takes a time with an offset, such as 2026-11-23T20:30Z, not '\(made)'")
    }
    guard output.path != nil else {
      throw ValidationError("-o is missing: name the traffic file to be made")
    }
    if usual, made != nil || horizon != 60 {
      throw ValidationError("--made and --horizon are not for --usual: usual speeds have no age")
    }
    try StandardInput.check([("the feed", feed), ("--sites", sites)])
    if usual, sites != nil {
      throw ValidationError("--sites is for DATEX II: leave it out, or leave out --usual")
    }
    if unplaced?.isEmpty ?? false {
      throw ValidationError("--unplaced takes the name of a file, which can't be empty")
    }
    if let unplaced, unplaced == output.path || output.isFile(unplaced) {
      throw ValidationError("--unplaced and -o name the same file, '\(unplaced)'")
    }
  }

  func run() async throws {
    try await reporting {
      let map = try NavMap(path: self.map)
      let rule = output.rule(inputs: [self.map, feed] + (sites.map { [$0] } ?? []))
      try output.check(rule)
      if usual { return try compileUsual(map, rule) }
      let records: TrafficFeed
      let name: String
      switch try TrafficInput(feed, tables: try knownTables(), zone: map.zone) {
      case .feed(let read, let source): (records, name) = (read, source)
      case .compiled(let bytes, let source): throw TrafficInput.notFeed(bytes, name: source)
      }
      let made = self.made.flatMap { Departure(iso8601: $0)?.utc() } ?? ProcessClock.now
      let placement = try await TrafficPlacer.place(try records.records(on: map), on: map)
      let summary = UnplacedSummary(records, placement)
      let snapshot: TrafficSnapshot
      do throws(TrafficFlaw) {
        func placed(as version: UInt64) throws(TrafficFlaw) -> TrafficSnapshot {
          try placement.snapshot(
            map: map.id, version: version, made: made, horizonSeconds: UInt32(horizon * 60))
        }
        if let version = trafficVersion {
          snapshot = try placed(as: version)
        } else if self.made == nil {
          snapshot = try placed(as: TrafficVersion.next())
        } else {
          let content = TrafficFile.bytes(of: try placed(as: 0))
          snapshot = try placed(as: TrafficVersion.version(of: content, made: made))
        }
      } catch { throw Failure(status: .badData, message: "\(name): \(error)") }
      if let unplaced { try Console.write(summary.csv, to: unplaced, rule) }
      try Console.write(TrafficFile.bytes(of: snapshot), to: output.path, rule)
      for line in [records.localTimesLine, summary.line].compactMap({ $0 }) {
        Console.error("\(name): \(line)")
      }
      let turns =
        snapshot.turns.isEmpty ? "" : " and at \(Text.count(snapshot.turns.count)) turns"
      Console.error(
        "\(Text.count(records.records.count - placement.unplaced.count)) of "
          + "\(Text.count(records.records.count)) records are on "
          + "\(Text.count(Set(snapshot.pieces.map(\.edge)).count)) edges\(turns)")
      if let line = Self.words(placement.confidences) { Console.error(line) }
      output.sayWritten()
    }
  }

  /// The tables of the other document.
  private func knownTables() throws -> DatexTables {
    guard let sites else { return DatexTables() }
    guard case .feed(let feed, let name) = try TrafficInput(sites) else {
      throw Failure(status: .badData, message: "\(sites): is not a document of DATEX II")
    }
    guard !feed.tables.isEmpty else {
      throw Failure(
        status: .badData,
        message: "\(name): has no table of measurement sites or predefined locations")
    }
    return feed.tables
  }

  /// The confidence of the places by OpenLR, in words; nil if there are none.
  private static func words(_ confidences: [Int: Double]) -> String? {
    guard let least = confidences.values.min() else { return nil }
    let mean = confidences.values.reduce(0, +) / Double(confidences.count)
    return "\(Text.count(confidences.count)) locations of OpenLR have a confidence of "
      + "\(Text.fixed(mean, 2)), at least \(Text.fixed(least, 2))"
  }
}

extension CompileTraffic {
  /// Makes a file of usual speeds.
  private func compileUsual(_ map: NavMap, _ rule: OutputRule) throws {
    guard case .feed(let records, let name) = try UsualInput(feed) else {
      throw Failure(status: .badData, message: "\(feed): is compiled already")
    }
    let placement = try UsualPlacer.place(records.records, on: map)
    let summary = UnplacedSummary(lines: records.lines, placement.unplaced)
    let speeds = try UsualInput.speeds(
      placement, map, version: trafficVersion ?? TrafficVersion.next(), name: name)
    if let unplaced { try Console.write(summary.csv, to: unplaced, rule) }
    try Console.write(UsualFile.bytes(of: speeds), to: output.path, rule)
    if let line = summary.line { Console.error("\(name): \(line)") }
    Console.error(
      "\(Text.count(records.records.count - placement.unplaced.count)) of "
        + "\(Text.count(records.records.count)) places are on "
        + "\(Text.count(Set(speeds.pieces.map(\.edge)).count)) edges, with "
        + "\(Text.count(speeds.profileCount)) profiles")
    output.sayWritten()
  }
}

/// `mapc traffic info`.
struct TrafficInfo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", _superCommandName: "mapc traffic",
    abstract: "Describe a traffic file, or one of usual speeds.",
    discussion: """
      Example:
        mapc traffic info now.traffic
      """)

  @Argument(help: "A file of 'mapc traffic compile'.", completion: .file())
  var file: String
  @Flag(help: "Print JSON (Formats/cli-json.md).")
  var json = false

  func run() async throws {
    try await reporting {
      guard case .compiled(let bytes, let name) = try TrafficInput(file) else {
        throw Failure(
          status: .badData,
          message: "\(TextError.name(ofSource: file)): \(TrafficFileError.notTraffic)")
      }
      if UsualFile.isBegin(bytes) {
        let summary = SpeedsSummary(
          try UsualInput.speeds(bytes, name: name), byteCount: bytes.count)
        return try Console.out(verbatim: json ? summary.json : summary.text)
      }
      let summary = SpeedsSummary(
        try TrafficInput.snapshot(bytes, name: name), byteCount: bytes.count)
      try Console.out(verbatim: json ? summary.json : summary.text)
    }
  }
}

/// `mapc traffic apply`.
struct ApplyTraffic: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply", _superCommandName: "mapc traffic",
    abstract: "Put traffic in force on a map and measure how long it takes.",
    discussion: """
      Nothing is written: it shows whether a service could use the file, and how much
      CPU time a vehicle's first answer costs after the traffic has been replaced.

      Example:
        mapc traffic apply region.nav now.traffic --profile truck
      """)

  @Argument(help: "A .nav file.", completion: .map)
  var map: String
  @Argument(help: "A traffic file or a feed; '-' is standard input.", completion: .file())
  var traffic: String
  @Option(
    help: ArgumentHelp("Measure a second vehicle as well, of this profile.", valueName: "profile"))
  var then: String?
  @OptionGroup(title: "Vehicle and route")
  var vehicle: VehicleOptions

  func validate() throws { _ = try second() }

  /// The second vehicle.
  private func second() throws -> Vehicle? {
    try then.map { name in
      guard let mode = Mode.allCases.first(where: { $0.name == name }) else {
        throw ValidationError(
          "--then takes \(Mode.allCases.map(\.name).joined(separator: ", ")), not '\(name)'")
      }
      return Vehicle(mode)
    }
  }

  func run() async throws {
    try await reporting {
      let second = try second()
      let map = try NavMap(path: self.map)
      let engine = OfflineRoutingEngine(map: map)
      let vehicle = try self.vehicle.vehicle()
      let options = self.vehicle.options
      let open = ProcessClock.cpuSeconds
      try await engine.prepare(vehicle, options: options)
      if let second { try await engine.prepare(second, options: options) }
      let begin = ProcessClock.cpuSeconds
      let snapshot = try TrafficInput(traffic, zone: map.zone).snapshot(on: map)
      let read = ProcessClock.cpuSeconds
      try engine.replaceTraffic(snapshot)
      let placed = ProcessClock.cpuSeconds
      try await engine.prepare(vehicle, options: options)
      let made = ProcessClock.cpuSeconds
      func told(_ seconds: Double) -> String { Text.fixed(seconds * 1_000, 1) + " ms" }
      try Console.out("version \(snapshot.version) is in force on \(self.map)")
      try Console.out("metric without traffic   \(told(begin - open))")
      try Console.out("reading                  \(told(read - begin))")
      try Console.out("finding the edges        \(told(placed - read))")
      try Console.out("metric of the vehicle    \(told(made - placed))")
      if let second {
        try await engine.prepare(second, options: options)
        try Console.out("metric of the second     \(told(ProcessClock.cpuSeconds - made))")
      }
    }
  }
}
