import Geo
import NavFormat
import RoadModel

/// Makes the contents of tiles, with local numbers, from the network and its partition.
struct TileBuilder: Sendable {
  let graph: RoadGraph
  let partition: Partition
  let reach: [UInt32]
  let turns: TurnAutomaton
  let countries: MapCountries
  /// The segments of other tiles that touch each tile, ascending.
  let copies: [[RoadSegment]]
  /// The via edges by tile.
  let vias: TileVias
  /// The hierarchy; nil if the file will have none.
  let hierarchy: MapHierarchy?
  /// The turn rows by tile of the turn's junction.
  let tileTurns: [[TurnAutomaton.Row]]

  init(
    graph: RoadGraph, partition: Partition, reach: [UInt32], turns: TurnAutomaton,
    countries: MapCountries, vias: TileVias, hierarchy: MapHierarchy?
  ) throws(CompileError) {
    self.countries = countries
    self.vias = vias
    self.hierarchy = hierarchy
    self.graph = graph
    self.partition = partition
    self.reach = reach
    self.turns = turns
    var copies: [[RoadSegment]] = Array(repeating: [], count: partition.tiles.count)
    for segment in graph.segments {
      let (from, to) = (graph.from[segment], graph.to[segment])
      let tiles = (partition.tile(of: from), partition.tile(of: to))
      if tiles.0 != tiles.1 { copies[max(tiles.0, tiles.1)].append(segment) }
    }
    self.copies = copies
    var rows: [[TurnAutomaton.Row]] = Array(repeating: [], count: partition.tiles.count)
    for row in turns.rows { rows[partition.tile(of: graph.tail(row.to))].append(row) }
    tileTurns = rows
    for tile in partition.tiles {
      let segments = partition.tileSegments[tile].count + copies[tile].count
      guard 2 * segments + vias.vias[tile].count <= TileLayout.maxLocal else {
        throw .tooLarge("the number of turn restrictions over several roads at one place")
      }
      // The rules of a turn refer to its row with 16 bits.
      guard rows[tile].count <= TileLayout.maxLocal || rows[tile].allSatisfy({ $0.rules.isEmpty })
      else { throw .tooLarge("the number of turn restrictions at one place") }
    }
  }

  /// Encodes all tiles, at most `threads` at a time, and returns them in order.
  func encodeAll(threads: Int) async -> [(bytes: [UInt8], contents: TileSummary)] {
    typealias Encoded = (bytes: [UInt8], contents: TileSummary)
    return await withTaskGroup(of: (TileNumber, Encoded).self) { group in
      var result = [Encoded?](repeating: nil, count: partition.tiles.count)
      var waiting = partition.tiles
      func start(_ group: inout TaskGroup<(TileNumber, Encoded)>) {
        guard let tile = waiting.popFirst(), !Task.isCancelled else { return }
        group.addTask {
          let contents = contents(of: tile)
          let summary = TileSummary(contents, nodes: nodes(of: tile, contents))
          return (tile, (contents.encoded(), summary))
        }
      }
      for _ in 0..<max(threads, 1) { start(&group) }
      while let (tile, encoded) = await group.next() {
        result[tile] = encoded
        start(&group)
      }
      return result.compactMap { $0 }
    }
  }

  /// The contents of one tile.
  func contents(of tile: TileNumber) -> TileContents {
    var result = TileContents(number: tile)
    let own = partition.tileSegments[tile]
    let segments = own + copies[tile]
    let local = Dictionary(
      uniqueKeysWithValues: zip(segments, SegmentIndex(0)..<SegmentIndex(segments.count)))
    result.ownSegmentCount = own.count
    result.country = countries.tiles[tile]
    result.timeZone = countries.tileZones[tile]
    result.segmentBoxes = own.map { graph.box($0) }
    var ways = LocalWays(graph)
    for (index, segment) in segments.enumerated() {
      addCrossing(of: segment, index, tile, to: &result)
      addSegment(segment, tile, &ways, to: &result)
    }
    result.ways = ways.ways
    result.attributes = ways.attributes
    for junction in partition.tileJunctions[tile] {
      addJunction(junction, local, to: &result)
    }
    addVias(tile, local, to: &result)
    addTurns(tile, local, to: &result)
    addRules(segments, tile, to: &result)
    addCells(segments, tile, to: &result)
    return result
  }

  /// The number of a junction in a tile: its own, or that of the crossing added last.
  private func localJunction(
    _ junction: RoadJunction, _ tile: TileNumber, _ result: TileContents
  ) -> UInt16 {
    if partition.tile(of: junction) == tile { return UInt16(partition.index(of: junction)) }
    return UInt16(partition.tileJunctions[tile].count + result.crossings.count - 1)
  }

  private func addCrossing(
    of segment: RoadSegment, _ index: Int, _ tile: TileNumber, to result: inout TileContents
  ) {
    let ends = [graph.from[segment], graph.to[segment]]
    guard let far = ends.first(where: { partition.tile(of: $0) != tile }) else { return }
    let there = partition.tile(of: far)
    result.crossings.append(
      Crossing(
        segment: SegmentIndex(index), tile: there, junction: partition.index(of: far),
        there: self.index(of: segment, in: there), position: graph.positions[far]))
  }

  /// The index of a segment in a tile that it touches.
  private func index(of segment: RoadSegment, in tile: TileNumber) -> SegmentIndex {
    if partition.tile(of: segment) == tile { return partition.index(of: segment) }
    // Copies in a tile are in ascending order.
    let place = copies[tile].partitioningIndex { $0 >= segment }
    return SegmentIndex(partition.tileSegments[tile].count + place)
  }

  private func addSegment(
    _ segment: RoadSegment, _ tile: TileNumber, _ ways: inout LocalWays,
    to result: inout TileContents
  ) {
    let (from, to) = (graph.from[segment], graph.to[segment])
    var stored = TileContents.Segment(
      from: localJunction(from, tile, result), to: localJunction(to, tile, result),
      way: ways.row(of: graph.segmentWay[segment]), length: graph.lengths[segment],
      bearingFrom: graph.departureBearing(RoadEdge(segment, .forward)),
      bearingTo: graph.departureBearing(RoadEdge(segment, .backward)), reach: reach[segment],
      start: graph.positions[from], inner: Array(graph.inner(segment)))
    stored.approaches = graph.approaches[segment] ?? []
    result.segments.append(stored)
  }

  private func addJunction(
    _ junction: RoadJunction, _ local: [RoadSegment: SegmentIndex],
    to result: inout TileContents
  ) {
    let out = graph.out(junction).compactMap { edge in
      local[edge.segment].map { UInt16(EdgeIndex($0, edge.direction)) }
    }
    let number = UInt16(result.junctions.count)
    var stored = TileContents.Junction(
      position: graph.positions[junction], osmID: graph.junctionIDs[junction],
      flags: graph.junctionFlags[junction], out: out.sorted())
    stored.words = graph.junctionWords[junction] ?? []
    result.junctions.append(stored)
    if let barrier = graph.barriers[junction] {
      result.barriers.append((number, barrier.passing, barrier.endOnly))
    }
  }

  private func addVias(
    _ tile: TileNumber, _ local: [RoadSegment: SegmentIndex], to result: inout TileContents
  ) {
    result.ownViaCount = vias.ownCounts[tile]
    for via in vias.vias[tile] {
      let base = turns.viaBases[via]
      let tiles = [graph.tail(base), graph.head(base)].map { partition.tile(of: $0) }
      let other = tiles.first { $0 != tile }
      let there = other.flatMap { vias.number(of: via, in: $0) } ?? TurnRow.none
      result.vias.append((UInt16(localEdge(base, local)), there))
    }
  }

  /// The local number of a base edge whose segment touches the tile.
  private func localEdge(
    _ edge: RoadEdge, _ local: [RoadSegment: SegmentIndex]
  ) -> EdgeIndex {
    EdgeIndex(local[edge.segment] ?? SegmentIndex(0), edge.direction)
  }

  private func addTurns(
    _ tile: TileNumber, _ local: [RoadSegment: SegmentIndex], to result: inout TileContents
  ) {
    let firstVia = SegmentIndex(result.segments.count).forwardEdge
    var turns: [(row: TurnRow, rules: [RoadRule])] = []
    for row in tileTurns[tile] {
      let from =
        row.fromVia.flatMap { vias.number(of: $0, in: tile) }
        .map { firstVia.advanced(by: Int($0)) } ?? localEdge(row.from, local)
      let enter = row.enter.flatMap { vias.number(of: $0, in: tile) } ?? TurnRow.none
      turns.append(
        (
          TurnRow(from: from, to: localEdge(row.to, local), enter: enter, banned: row.banned),
          row.rules
        ))
      result.junctions[partition.index(of: graph.tail(row.to))].flags.insert(.turns)
    }
    turns.sort { ($0.row.from, $0.row.to) < ($1.row.from, $1.row.to) }
    for (index, turn) in turns.enumerated() {
      result.turns.append(turn.row)
      result.rules += turn.rules.map { (UInt16(index), .turn, $0) }
    }
  }

  private func addRules(
    _ segments: [RoadSegment], _ tile: TileNumber, to result: inout TileContents
  ) {
    for (index, segment) in segments.enumerated() {
      result.rules += graph.rules(segment).map { (UInt16(index), .segment, $0) }
    }
    for (index, junction) in partition.tileJunctions[tile].enumerated() {
      result.rules += (graph.junctionRules[junction] ?? []).map { (UInt16(index), .junction, $0) }
    }
  }
}

/// The ways and attribute sets of a tile, numbered in the order of their first use.
private struct LocalWays {
  private let graph: RoadGraph
  private var rows: [RoadWay: UInt16] = [:]
  private var attributeRows: [UInt32: UInt16] = [:]
  private(set) var ways: [TileContents.Way] = []
  private(set) var attributes: [RoadAttributes] = []

  init(_ graph: RoadGraph) { self.graph = graph }

  mutating func row(of way: RoadWay) -> UInt16 {
    if let known = rows[way] { return known }
    let set = graph.wayAttributes[way]
    let attributeRow = attributeRows[set] ?? UInt16(attributes.count)
    if attributeRows[set] == nil {
      attributeRows[set] = attributeRow
      attributes.append(graph.attributes[Int(set)])
    }
    let row = UInt16(ways.count)
    rows[way] = row
    var stored = TileContents.Way(
      osmID: graph.wayIDs[way], attributes: attributeRow, name: graph.wayNames[way],
      ref: graph.wayRefs[way])
    stored.words = graph.wordSets[Int(graph.wayWords[way])]
    ways.append(stored)
    return row
  }
}
