import ArgumentParser
import Bytes
import MapMatching
import MapReader

/// `mapc match`.
struct Match: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Find the roads that were driven from the trace of a receiver.",
    discussion: """
      Examples:
        mapc match region.nav trace.gpx
        mapc match region.nav trace.csv --format geojson -o matched.geojson
        mapc match region.nav --jsonl traces.jsonl > matched.jsonl

      Reads GPX 1.0 and 1.1, GeoJSON lines, CSV with a header (lat, lon, and
      time, accuracy, heading, speed where there are), and JSON lines: one trace
      a line, {"locations":[[lat,lon,seconds],…]} or GeoJSON; - is standard
      input. The noise of the trace and its sampling are found, not told.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, geojson, gpx
  }

  @Argument(help: "A .nav file.")
  var file: String
  @Argument(help: "A trace, or - for standard input.")
  var trace: String

  @OptionGroup(title: "Vehicle")
  var vehicle: VehicleOptions

  @Flag(help: "Allow one-way streets the wrong way and forbidden turns.")
  var ignoreOneway = false
  @Option(help: ArgumentHelp("The receiver's noise, where it is known.", valueName: "m"))
  var noise: Double?
  @Flag(help: "One trace a line in, one result a line out; a bad line gives an error object.")
  var jsonl = false
  @Option(help: "\(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format: Format = .text
  @Flag(help: "Say how many fixes a second were matched, on standard error.")
  var stats = false
  @Option(name: .shortAndLong, help: "Write to a file instead of standard output.")
  var output: String?

  func validate() throws {
    if let noise, !(0.1...500 ~= noise) {
      throw ValidationError("--noise takes 0.1 to 500, not \(noise)")
    }
    if jsonl, output != nil { throw ValidationError("--jsonl writes to standard output") }
  }

  func run() async throws {
    try await reporting {
      let map = try NavMap(path: file)
      var options = MatchOptions()
      options.ignoreOneway = ignoreOneway
      options.noiseMetres = noise
      let matcher = MapMatcher(map: map, vehicle: try vehicle.vehicle(), options: options)
      if jsonl { try matchLines(matcher) } else { try matchFile(matcher) }
    }
  }

  /// One trace a line; a result a line, in the same order.
  private func matchLines(_ matcher: MapMatcher) throws {
    var reader = try LineReader(path: trace)
    var worker = MatchWorker(matcher)
    var clock = MatchClock()
    var number = 0
    while let line = try reader.next() {
      number += 1
      if line.allSatisfy({ $0 == 32 || $0 == 9 }) { continue }
      do {
        let traces = try TraceJSON.traces(try JSONReader.value(line))
        let locations = traces.flatMap(\.locations)
        let joined = Trace(locations, name: traces.first?.name)
        let result = try clock.measure(locations.count) { try worker.match(joined) }
        Console.out(MatchJSON.object(result, name: joined.name).text)
      } catch let flaw as JSONReader.Flaw {
        refuse(number, "\(flaw.reason) at byte \(flaw.offset + 1)")
      } catch let flaw as TraceFlaw {
        refuse(number, flaw.reason)
      } catch let error as MatchingError {
        throw Failure(error)
      }
    }
    if stats { Console.error(clock.text) }
  }

  /// A line that can't be matched.
  private func refuse(_ line: Int, _ reason: String) {
    let text = "line \(line): \(reason)"
    Console.out(JSON.object([("error", .string(text)), ("line", .int(line))]).text)
  }

  /// All traces of a file.
  private func matchFile(_ matcher: MapMatcher) throws {
    let traces = try TraceFile.read(trace)
    var worker = MatchWorker(matcher)
    var clock = MatchClock()
    var matches: [Matched] = []
    for one in traces {
      do {
        let result = try clock.measure(one.locations.count) { try worker.match(one) }
        matches.append(Matched(trace: one, result: result))
      } catch let error as MatchingError { throw Failure(error) }
    }
    try Console.write(text(matches, matcher.map), to: output)
    if stats { Console.error(clock.text) }
    guard matches.contains(where: { !$0.result.pieces.isEmpty }) else {
      throw Failure(status: .answerIsNo, message: "\(trace): no fix lies near a road of the map")
    }
    if let output, output != "-" { Console.error("wrote \(output)") }
  }

  private func text(_ matches: [Matched], _ map: NavMap) -> String {
    switch format {
    case .text: MatchText.text(matches)
    case .json: MatchJSON.text(matches, map)
    case .geojson: MatchGeoJSON.text(matches, map)
    case .gpx: MatchGPX.text(matches, map)
    }
  }
}

/// A trace and what became of it.
struct Matched {
  var trace: Trace
  var result: MatchResult
}

/// Fixes matched, and the processor time that took without reading and writing.
struct MatchClock {
  private var fixes = 0
  private var seconds = 0.0

  mutating func measure<T>(_ count: Int, _ work: () throws -> T) rethrows -> T {
    let start = ProcessClock.cpuSeconds
    defer {
      seconds += ProcessClock.cpuSeconds - start
      fixes += count
    }
    return try work()
  }

  /// `1,200 fixes in 0.010 s, 120,000 a second`.
  var text: String {
    let rate = seconds > 0 ? Int(Double(fixes) / seconds) : 0
    return "\(Text.count(fixes)) fixes in \(Text.fixed(seconds, 3)) s, \(Text.count(rate)) a second"
  }
}

extension Failure {
  init(_ error: MatchingError) {
    switch error {
    case .map(let map): self.init(map)
    case .cancelled: self.init(status: .answerIsNo, message: error.description)
    }
  }
}
