import Bytes
import Geo
import Hierarchy
import NavFormat
import OSMInput
import RoadModel
import RoadRules

/// One run of the compiler: its successive phases and their reports.
struct Build: ~Copyable {
  /// The network from the input.
  struct Network {
    let graph: RoadGraph
    let turns: TurnAutomaton
    let borders: CountryFinder
    /// What makes the places, and adds their names to those of the network.
    let assembler: PlaceAssembler
    /// The section of charging stations; nil if there are none.
    let stations: [UInt8]?
  }

  /// All contents of the file except the metrics.
  struct Drawing {
    let tiles: [(bytes: [UInt8], contents: TileSummary)]
    let hierarchy: [UInt8]?
    /// The number of bytes of each metric.
    let metricByteCount: Int
    /// The lists of restricted edges; nil without a hierarchy.
    let restrictions: [UInt8]?
    /// The ids of the nodes of shapes, by tile.
    let nodeIDs: [[UInt8]]?
    /// The elevation of segments, by tile.
    let elevation: [[UInt8]]?
    let cellOrders: [[UInt16]]
    let names: [UInt8]
    /// The time zones to which tiles refer.
    let tileZones: [String]
    let trip: (from: Coordinate, to: Coordinate)?
    /// The places; only streets have edges yet.
    let places: PlacesContents?
    /// The section of charging stations; nil if there are none.
    let stations: [UInt8]?
  }

  private let options: MapCompiler.Options
  private let heights: HeightSource?
  private let progress: @Sendable (MapCompiler.Progress) -> Void
  private var clock = PhaseClock()
  private var report = BuildReport()

  init(
    options: MapCompiler.Options, heights: HeightSource?,
    progress: @escaping @Sendable (MapCompiler.Progress) -> Void
  ) {
    self.options = options
    self.heights = heights
    self.progress = progress
  }

  /// The report of used and refused elements, with times.
  consuming func finished() -> BuildReport {
    report.phases = clock.phases
    return report
  }

  /// Reads the input and makes a network.
  ///
  /// - Parameters:
  ///   - source: The input.
  ///   - folder: The folder of the file for data that does not fit into memory.
  /// - Returns: The network of all roads.
  /// - Throws: ``CompileError``.
  mutating func read(_ source: OSMSource, folder: String) throws(CompileError) -> Network {
    let progress = progress
    var collector = Collector(
      rules: RoadRules(country: options.country, languages: options.languages),
      nodes: NodeStore(memory: options.memory ?? .max, folder: folder), places: options.places)
    do {
      let reader = OSMReader(source, threads: options.threads)
      let summary = try reader.read(into: &collector) { read, total in
        progress(.reading(bytes: read, of: total))
        return !Task.isCancelled
      }
      collector.report.input = summary
    } catch { throw error.kind == .cancelled ? .cancelled : .input(error) }
    collector.completeBoundaries()
    collector.nodes.seal()
    if let failure = collector.nodes.failure { throw .output(failure) }
    guard collector.nodes.count < UInt32.max else { throw .tooLarge("the number of nodes") }
    clock.end("read")

    progress(.phase("network"))
    var builder = GraphBuilder(collector, keepsNodeIDs: options.nodeIDs)
    let borders = builder.countries()
    let stations = builder.stations()
    let drafts = builder.places()
    let (graph, restrictions, names, collected) = builder.build()
    report = collected
    guard graph.segmentCount > 0 else { throw .noRoads(source: source.description) }
    let paths =
      RestrictionResolver(graph, restrictions).bannedPaths(&report)
      + RingTurns(graph).bannedPaths()
    let turns = TurnAutomaton(paths, graph)
    clock.end("network")
    return Network(
      graph: graph, turns: turns, borders: borders,
      assembler: PlaceAssembler(drafts, graph, names), stations: stations)
  }

  /// Divides a network into tiles and encodes them.
  mutating func draw(_ network: consuming Network) async throws(CompileError) -> Drawing {
    let (graph, turns, assembler) = (network.graph, network.turns, network.assembler)
    // No phase up to the tiles needs the places, so another core makes them meanwhile.
    let isAlone = options.threads == 1
    async let early = isAlone ? nil : assembler.assembled()
    progress(.phase("reach"))
    let reach = await ReachFinder.bits(of: graph, threads: options.threads)
    let trip = SampleTrip.find(graph, reach: reach)
    try end("reach")
    let (partition, vias, hierarchy) = try await divide(graph, turns)

    progress(.phase("tiles"))
    let countries = MapCountries(
      network.borders, graph, partition, option: options.isoCountry, timeZone: options.timeZone)
    report.country = countries.map
    report.timeZone = countries.timeZone
    let builder = try TileBuilder(
      graph: graph, partition: partition, reach: reach, turns: turns, countries: countries,
      vias: vias, hierarchy: hierarchy)
    let tiles = await builder.encodeAll(threads: options.threads)
    report.tiles = tiles.count
    let restrictions = hierarchy.map { _ in
      RestrictionCollector.encoded(
        graph, turns, edgeNumbers: vias.edgeNumbers(graph, partition))
    }
    let nodeIDs = options.nodeIDs ? builder.encodedNodeIDs() : nil
    try end("tiles")
    progress(.phase("places"))
    let assembled = await early
    let (found, names) = if let assembled { assembled } else { assembler.assembled() }
    let places = found.map { $0.withStreetEdges(vias.edgeNumbers(graph, partition)) }
    try end("places")
    let elevation = try await elevation(of: graph, partition, copies: builder.copies)
    return Drawing(
      tiles: tiles, hierarchy: hierarchy?.encoded(tileNodes: tiles.map(\.contents.nodes)),
      metricByteCount: hierarchy?.contents.metricByteCount ?? 0, restrictions: restrictions,
      nodeIDs: nodeIDs, elevation: elevation, cellOrders: partition.cellOrders,
      names: names, tileZones: countries.zones, trip: trip, places: places,
      stations: network.stations)
  }

  /// The encoded elevation of segments by tile; nil if it is not requested.
  private mutating func elevation(
    of graph: RoadGraph, _ partition: Partition, copies: [[RoadSegment]]
  ) async throws(CompileError) -> [[UInt8]]? {
    guard let heights else { return nil }
    progress(.phase("elevation"))
    let builder = ElevationBuilder(
      graph: graph, partition: partition, copies: copies, heights: heights)
    let (parts, found) = await builder.build(threads: options.threads)
    if let failure = heights.failure { throw .elevation(failure) }
    guard !found.files.isEmpty else {
      let example = found.missingFiles.first.map { ", such as \($0).hgt" } ?? ""
      throw .elevation(
        ElevationError(
          path: options.elevation ?? "",
          reason: "has none of the files that the map needs\(example)",
          isMissing: true))
    }
    report.elevation = found
    try end("elevation")
    return parts
  }

  /// Divides the network into tiles, by a hierarchy if the map will have one.
  private mutating func divide(
    _ graph: RoadGraph, _ turns: TurnAutomaton
  ) async throws(CompileError) -> (Partition, TileVias, MapHierarchy?) {
    guard options.hierarchy else {
      let partition = try Partition(graph)
      return (partition, TileVias(graph, turns, partition), nil)
    }
    progress(.phase("order"))
    let order = await MapOrder(graph, turns, modes: options.modes, threads: options.threads)
    let partition = try Partition(graph, order.dissection)
    let vias = TileVias(graph, turns, partition)
    try end("order")
    progress(.phase("hierarchy"))
    let hierarchy = try await order.hierarchy(graph, partition, vias, threads: options.threads)
    try end("hierarchy")
    return (partition, vias, hierarchy)
  }

  /// Writes the whole file, or nothing.
  mutating func write(
    _ drawing: consuming Drawing, to path: String, _ rule: OutputRule, _ metrics: MetricFinder
  ) async throws(CompileError) {
    progress(.phase("write"))
    let (orders, profiles) = (drawing.cellOrders, options.metrics)
    var writer = try FileWriter(
      tiles: drawing.tiles, names: drawing.names, hierarchy: drawing.hierarchy,
      restrictions: drawing.restrictions, nodeIDs: drawing.nodeIDs,
      elevation: drawing.elevation, stations: drawing.stations,
      facts: facts(drawing.tileZones, trip: drawing.trip))
    report.edges = writer.edgeCount
    try MapCompiler.checkRoom(
      for: writer.byteCount + profiles.count * drawing.metricByteCount, path, isGuess: false)
    var file: AtomicFile
    let more = profiles.count + (drawing.places == nil ? 0 : 1)
    do { file = try writer.write(to: path, rule, laterCount: more) } catch {
      throw .output(error)
    }
    clock.end("write")
    if let places = drawing.places {
      progress(.phase("arrivals"))
      try await writer.addPlaces(places, to: &file, threads: options.threads)
      try end("arrivals")
    }
    if !profiles.isEmpty {
      progress(.phase("metrics"))
      try await writer.addMetrics(of: profiles, orders, to: &file, metrics)
      try end("metrics")
    }
    report.fileBytes = file.count
    do { try file.commit() } catch { throw .output(error) }
  }

  private func facts(
    _ tileZones: [String], trip: (from: Coordinate, to: Coordinate)?
  ) -> FileWriter.Facts {
    let side = report.country.map { DrivingSide(country: $0) } ?? .unknown
    return FileWriter.Facts(
      snapshot: report.input?.snapshot ?? 0, country: report.country ?? "", drivingSide: side,
      timeZone: report.timeZone ?? "", tileZones: tileZones,
      generator: "mapc \(MapCompiler.version)",
      attribution: options.attribution, source: report.input?.generator ?? "",
      languages: options.languages, sampleTrip: trip)
  }

  /// Ends a phase; throws if the task was cancelled.
  private mutating func end(_ phase: String) throws(CompileError) {
    if Task.isCancelled { throw .cancelled }
    clock.end(phase)
  }
}

/// Measures successive phases.
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
