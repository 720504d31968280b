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
  let copies: [[UInt32]]
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
    let tileCount = partition.tileJunctions.count
    var copies: [[UInt32]] = Array(repeating: [], count: tileCount)
    for segment in 0..<graph.segmentCount {
      let tiles = [graph.from[segment], graph.to[segment]].map { partition.junctionTile[Int($0)] }
      if tiles[0] != tiles[1] { copies[Int(tiles.max() ?? 0)].append(UInt32(segment)) }
    }
    self.copies = copies
    var rows: [[TurnAutomaton.Row]] = Array(repeating: [], count: tileCount)
    for row in turns.rows { rows[Int(partition.junctionTile[Int(graph.tail(row.to))])].append(row) }
    tileTurns = rows
    for tile in 0..<tileCount {
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
    let count = partition.tileJunctions.count
    return await withTaskGroup(of: (Int, Encoded).self) { group in
      var result = [Encoded?](repeating: nil, count: count)
      var next = 0
      func start(_ group: inout TaskGroup<(Int, Encoded)>) {
        guard next < count, !Task.isCancelled else { return }
        let tile = next
        next += 1
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
  func contents(of tile: Int) -> TileContents {
    var result = TileContents(number: TileNumber(tile))
    let own = partition.tileSegments[tile]
    let segments = own + copies[tile]
    var local: [UInt32: UInt16] = [:]
    for (index, segment) in segments.enumerated() { local[segment] = UInt16(index) }
    result.ownSegmentCount = own.count
    result.country = countries.tiles[tile]
    result.timeZone = countries.tileZones[tile]
    result.segmentBoxes = own.map { graph.box(Int($0)) }
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
  private func localJunction(_ junction: UInt32, _ tile: Int, _ result: TileContents) -> UInt16 {
    if partition.junctionTile[Int(junction)] == UInt32(tile) {
      return partition.junctionLocal[Int(junction)]
    }
    return UInt16(partition.tileJunctions[tile].count + result.crossings.count - 1)
  }

  private func addCrossing(
    of segment: UInt32, _ index: Int, _ tile: Int, to result: inout TileContents
  ) {
    let ends = [graph.from[Int(segment)], graph.to[Int(segment)]]
    guard let far = ends.first(where: { partition.junctionTile[Int($0)] != UInt32(tile) }) else {
      return
    }
    let there = Int(partition.junctionTile[Int(far)])
    result.crossings.append(
      Crossing(
        segment: SegmentIndex(index), tile: TileNumber(there),
        junction: JunctionIndex(partition.junctionLocal[Int(far)]),
        there: SegmentIndex(number(of: segment, in: there)),
        position: graph.positions[Int(far)]))
  }

  /// The local number of a segment in a tile that it touches.
  private func number(of segment: UInt32, in tile: Int) -> UInt16 {
    if partition.segmentTile[Int(segment)] == UInt32(tile) {
      return partition.segmentLocal[Int(segment)]
    }
    // Copies in a tile are in ascending order.
    let list = copies[tile]
    var low = 0
    var high = list.count
    while low < high {
      let middle = (low + high) / 2
      if list[middle] < segment { low = middle + 1 } else { high = middle }
    }
    return UInt16(partition.tileSegments[tile].count + low)
  }

  private func addSegment(
    _ segment: UInt32, _ tile: Int, _ ways: inout LocalWays, to result: inout TileContents
  ) {
    let s = Int(segment)
    var stored = TileContents.Segment(
      from: localJunction(graph.from[s], tile, result),
      to: localJunction(graph.to[s], tile, result),
      way: ways.row(of: graph.segmentWay[s]), length: graph.lengths[s],
      bearingFrom: graph.departureBearing(RoadEdge(s, .forward)),
      bearingTo: graph.departureBearing(RoadEdge(s, .backward)), reach: reach[s],
      start: graph.positions[Int(graph.from[s])], inner: Array(graph.inner(s)))
    stored.approaches = graph.approaches[segment] ?? []
    result.segments.append(stored)
  }

  private func addJunction(
    _ junction: UInt32, _ local: [UInt32: UInt16], to result: inout TileContents
  ) {
    let j = Int(junction)
    let out = graph.out(junction).compactMap { edge in
      local[UInt32(edge.segment)].map { UInt16(EdgeIndex(SegmentIndex($0), edge.direction)) }
    }
    let number = UInt16(result.junctions.count)
    var stored = TileContents.Junction(
      position: graph.positions[j], osmID: graph.junctionIDs[j], flags: graph.junctionFlags[j],
      out: out.sorted())
    stored.words = graph.junctionWords[junction] ?? []
    result.junctions.append(stored)
    if let barrier = graph.barriers[junction] {
      result.barriers.append((number, barrier.passing, barrier.endOnly))
    }
  }

  private func addVias(_ tile: Int, _ local: [UInt32: UInt16], to result: inout TileContents) {
    result.ownViaCount = vias.ownCounts[tile]
    for via in vias.vias[tile] {
      let base = turns.viaBases[Int(via)]
      let segment = base.segment
      let tiles = [graph.from[segment], graph.to[segment]].map { partition.junctionTile[Int($0)] }
      let other = tiles.first { $0 != UInt32(tile) }
      let there = other.flatMap { vias.number(of: via, in: Int($0)) } ?? TurnRow.none
      result.vias.append((UInt16(localEdge(base, local)), there))
    }
  }

  /// The local number of a base edge whose segment touches the tile.
  private func localEdge(_ edge: RoadEdge, _ local: [UInt32: UInt16]) -> EdgeIndex {
    EdgeIndex(SegmentIndex(local[UInt32(edge.segment)] ?? 0), edge.direction)
  }

  private func addTurns(_ tile: Int, _ local: [UInt32: UInt16], to result: inout TileContents) {
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
      let junction = Int(partition.junctionLocal[Int(graph.tail(row.to))])
      result.junctions[junction].flags.insert(.turns)
    }
    turns.sort { ($0.row.from, $0.row.to) < ($1.row.from, $1.row.to) }
    for (index, turn) in turns.enumerated() {
      result.turns.append(turn.row)
      result.rules += turn.rules.map { (UInt16(index), .turn, $0) }
    }
  }

  private func addRules(_ segments: [UInt32], _ tile: Int, to result: inout TileContents) {
    for (index, segment) in segments.enumerated() {
      result.rules += graph.rules(Int(segment)).map { (UInt16(index), .segment, $0) }
    }
    for (index, junction) in partition.tileJunctions[tile].enumerated() {
      result.rules += (graph.junctionRules[junction] ?? []).map { (UInt16(index), .junction, $0) }
    }
  }
}

/// The ways and attribute sets of a tile, numbered in the order of their first use.
private struct LocalWays {
  private let graph: RoadGraph
  private var rows: [UInt32: UInt16] = [:]
  private var attributeRows: [UInt32: UInt16] = [:]
  private(set) var ways: [TileContents.Way] = []
  private(set) var attributes: [RoadAttributes] = []

  init(_ graph: RoadGraph) { self.graph = graph }

  mutating func row(of way: UInt32) -> UInt16 {
    if let known = rows[way] { return known }
    let w = Int(way)
    let set = graph.wayAttributes[w]
    let attributeRow = attributeRows[set] ?? UInt16(attributes.count)
    if attributeRows[set] == nil {
      attributeRows[set] = attributeRow
      attributes.append(graph.attributes[Int(set)])
    }
    let row = UInt16(ways.count)
    rows[way] = row
    var stored = TileContents.Way(
      osmID: graph.wayIDs[w], attributes: attributeRow, name: graph.wayNames[w],
      ref: graph.wayRefs[w])
    stored.words = graph.wordSets[Int(graph.wayWords[w])]
    ways.append(stored)
    return row
  }
}
