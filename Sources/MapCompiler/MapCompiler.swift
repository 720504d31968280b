import Bytes
import Geo
import NavFormat
public import OSMInput
import RoadModel
import RoadRules

/// Compiles OpenStreetMap data into a `.nav` file.
///
///     let compiler = MapCompiler(options: .init())
///     let report = try await compiler.build(.file("region.osm.bz2"), to: "region.nav")
///     print(report.edges)
///
/// The same input and options give the same bytes, whatever the number of threads. Memory: about 16
/// bytes for every node of the input and 150 for every junction.
public struct MapCompiler: Sendable {
  /// The version in the provenance of the files it writes.
  public static let version = "0.1.0"

  /// What may be chosen.
  public struct Options: Sendable {
    /// Tiles encoded at once.
    public var threads = 1
    /// ISO 3166-1 alpha-2 code of the country that the whole input lies in; else it is found from the
    /// borders of countries in the input.
    public var country: String?
    /// A POSIX time-zone rule, such as `CET-1CEST,M3.5.0,M10.5.0/3`; else that of the country, where it has
    /// one.
    public var timeZone: String?
    /// What must be shown where the map is used.
    public var attribution = "© OpenStreetMap contributors, ODbL 1.0"

    /// The code as ISO 3166-1 has it.
    var isoCountry: String? { country == "UK" ? "GB" : country }

    /// The defaults: one thread, country and time zone unknown.
    public init() {}
  }

  /// How far a build has come.
  public enum Progress: Sendable, Equatable {
    /// Bytes of the input read, of how many when that is known.
    case reading(bytes: Int, of: Int?)
    /// A later phase has begun.
    case phase(String)
  }

  private let options: Options

  /// A compiler with options.
  public init(options: Options = Options()) { self.options = options }

  /// Builds a map.
  ///
  /// - Parameters:
  ///   - source: The input, in any encoding that ``OSMReader`` knows.
  ///   - path: Where the map goes; what is there stays until the new one is complete.
  ///   - progress: Called often while reading, and at every phase, always from one task.
  /// - Returns: What was used and refused.
  /// - Throws: ``CompileError``; then nothing was written.
  public func build(
    _ source: OSMSource, to path: String,
    progress: @Sendable (Progress) -> Void = { _ in }
  ) async throws(CompileError) -> BuildReport {
    var clock = PhaseClock()
    // A destination that can't be written is found out before the work, not after it.
    do { _ = try AtomicFile(path: path) } catch { throw .output(error) }

    var collector = Collector(rules: RoadRules(country: options.country))
    do {
      let summary = try OSMReader(source).read(into: &collector) { read, total in
        progress(.reading(bytes: read, of: total))
        return !Task.isCancelled
      }
      collector.report.input = summary
    } catch { throw error.kind == .cancelled ? .cancelled : .input(error) }
    clock.end("read")

    progress(.phase("network"))
    var builder = GraphBuilder(collector)
    let borders = builder.countries()
    let (graph, restrictions, names, collected) = builder.build()
    var report = collected
    guard graph.segmentCount > 0 else { throw .noRoads(source: source.name) }
    let paths = RestrictionResolver(graph, restrictions).bannedPaths(&report)
    let turns = TurnAutomaton(paths, graph)
    clock.end("network")

    progress(.phase("reach"))
    let reach = await ReachFinder.bits(of: graph, threads: options.threads)
    let trip = SampleTrip.find(graph, reach: reach)
    try checkCancelled()
    clock.end("reach")

    progress(.phase("tiles"))
    let partition = try Partition(graph)
    let countries = MapCountries(borders, graph, partition, option: options.isoCountry)
    report.country = countries.map
    report.timeZone =
      options.timeZone ?? countries.map.flatMap { CountryFacts.timeZone(of: $0) }
    let tiles = await encode(
      TileBuilder(
        graph: graph, partition: partition, reach: reach, turns: turns, countries: countries),
      count: partition.tileJunctions.count)
    try checkCancelled()
    clock.end("tiles")

    progress(.phase("write"))
    var writer = try FileWriter(
      tiles: tiles, names: names.writer.bytes,
      facts: facts(report, trip: trip))
    do { report.fileBytes = try writer.write(to: path) } catch { throw .output(error) }
    clock.end("write")
    report.edges = writer.edgeCount
    report.tiles = tiles.count
    report.phases = clock.phases
    return report
  }

  private func facts(
    _ report: BuildReport, trip: (from: Coordinate, to: Coordinate)?
  ) -> FileWriter.Facts {
    let side = report.country.map { DrivingSide(country: $0) } ?? .unknown
    return FileWriter.Facts(
      snapshot: report.input?.snapshot ?? 0, country: report.country ?? "", drivingSide: side,
      timeZone: report.timeZone ?? "", generator: "mapc \(Self.version)",
      attribution: options.attribution, source: report.input?.generator ?? "", sampleTrip: trip)
  }

  private func checkCancelled() throws(CompileError) {
    if Task.isCancelled { throw .cancelled }
  }

  /// Encodes all tiles, at most `threads` at a time, into their order.
  private func encode(_ builder: TileBuilder, count: Int) async -> [(
    bytes: [UInt8], contents: TileSummary
  )] {
    typealias Encoded = (bytes: [UInt8], contents: TileSummary)
    return await withTaskGroup(of: (Int, Encoded).self) { group in
      var result = [Encoded?](repeating: nil, count: count)
      var next = 0
      func start(_ group: inout TaskGroup<(Int, Encoded)>) {
        guard next < count, !Task.isCancelled else { return }
        let tile = next
        next += 1
        group.addTask {
          let contents = builder.contents(of: tile)
          return (tile, (contents.encoded(), TileSummary(contents)))
        }
      }
      for _ in 0..<max(options.threads, 1) { start(&group) }
      while let (tile, encoded) = await group.next() {
        result[tile] = encoded
        start(&group)
      }
      return result.compactMap { $0 }
    }
  }
}

extension OSMSource {
  /// The name of the input without its folders, `-` for standard input.
  public var name: String {
    switch self {
    case .file(let path): path.split(separator: "/").last.map(String.init) ?? path
    case .standardInput: "-"
    }
  }
}

/// Measures phases one after the other.
private struct PhaseClock {
  private(set) var phases: [(name: String, seconds: Double)] = []
  private var start = ContinuousClock.now

  mutating func end(_ name: String) {
    let now = ContinuousClock.now
    let parts = (now - start).components
    phases.append((name, Double(parts.seconds) + Double(parts.attoseconds) * 1e-18))
    start = now
  }
}
