import Bytes
import Geo
import RoadModel

@testable import NavFormat

/// Everything that a view says of a tile, as plain values that can be compared.
struct TileDump: Equatable {
  var positions: [Coordinate] = []
  var junctions: [[Int64]] = []
  var out: [[Int]] = []
  var segments: [[Int]] = []
  var shapes: [[Coordinate]] = []
  var reaches: [Reach] = []
  var ways: [[Int64]] = []
  var attributes: [RoadAttributes] = []
  var crossings: [Crossing] = []
  var vias: [[Int]] = []
  var turns: [TurnRow] = []
  var rules: [RuleRow] = []
  var effects: [RoadRule.Effect?] = []
  var conditions: [Condition] = []
  var ruleRows: [Range<Int>] = []
  var country = ""
  var timeZone = 0
  var barriers: [[Int]] = []
  var boxItems: [Range<Int>] = []
  var cells: [[Int]] = []
  var cellsOf: [Int?] = []
  var nodes: [UInt32] = []
  var words: [[TileContents.Word]] = []
  var junctionWords: [[TileContents.Word]] = []
  var approaches: [[Approach]] = []

  /// Checks the bytes as a reader does when it first touches a tile, then reads all of it.
  ///
  /// The tile lies behind `before` other bytes; nodes of the hierarchy lie behind it.
  init(
    _ bytes: [UInt8], number: TileNumber, tileCount: Int, nodes: [UInt32] = [], before: Int = 0
  ) throws(FormatError) {
    var packer = BitPacker()
    for node in nodes { packer.append(UInt64(node &+ 1), SampleTile.nodeWidth) }
    let file =
      [UInt8](repeating: 0xA5, count: before) + bytes + packer.finished()
      + [UInt8](repeating: 0, count: 8)
    let span = file.rawBytes
    let place = TileHierarchyNodes(
      at: 8 * (before + bytes.count), width: SampleTile.nodeWidth, count: nodes.count)
    let layout = try TileLayout(
      span, in: before..<before + bytes.count, tile: number, nodes: nodes.isEmpty ? nil : place)
    let tile = TileView(span, layout: layout)
    try tile.validate(tileCount: tileCount)
    if !nodes.isEmpty { try tile.validateNodes(below: Int(SampleTile.nodeCount)) }
    addCells(tile)
    for junction in 0..<layout.junctionCount + layout.crossingCount {
      positions.append(tile.position(JunctionIndex(junction)))
    }
    for junction in layout.junctions {
      junctions.append([tile.junctionOSMID(junction), Int64(tile.flags(junction).rawValue)])
      out.append(tile.outRange(junction).map { tile.out($0).rawValue })
      barriers.append([
        junction.rawValue, Int(tile.passing(junction).rawValue),
        Int(tile.endOnly(junction).rawValue),
      ])
      ruleRows.append(tile.ruleRows(of: junction))
      junctionWords.append(tile.words(of: junction).map { tile.junctionWord($0) })
    }
    for segment in layout.segments {
      let stored = tile.stored(segment)
      segments.append([
        tile.from(segment).rawValue, tile.to(segment).rawValue, tile.way(segment),
        Int(tile.length(segment)),
        (tile.hasLimits(segment) ? 1 : 0) + (tile.hasRules(segment) ? 2 : 0),
        Int(stored.bearingFrom), Int(stored.bearingTo),
        Int(tile.reachBits(segment)),
        tile.crossing(ofSegment: segment).map(\.segment.rawValue) ?? -1,
      ])
      for direction in Direction.allCases {
        segments.append([
          Int(tile.departureBearing(segment, direction).turns256),
          Int(tile.arrivalBearing(segment, direction).turns256),
        ])
      }
      for mode in Mode.allCases {
        reaches.append(tile.reach(segment, mode))
      }
      shapes.append(tile.shape(segment))
      attributes.append(tile.road(segment))
      ruleRows.append(tile.ruleRows(of: segment))
      approaches.append(tile.approachRows(of: segment).map { tile.approach($0) })
    }
    for way in 0..<layout.wayCount {
      ways.append([
        tile.wayOSMID(way), Int64(tile.attributeRow(way)), Int64(tile.nameOffset(way)),
        Int64(tile.refOffset(way)),
      ])
      words.append(tile.words(ofWay: way).map { tile.word($0) })
    }
    for row in 0..<layout.attributeCount { attributes.append(tile.attributes(row: row)) }
    for index in 0..<layout.crossingCount { crossings.append(tile.crossing(index)) }
    for index in 0..<layout.viaCount {
      vias.append([tile.via(index).base.rawValue, tile.via(index).there])
    }
    for edge in layout.edges { vias.append([tile.base(edge).rawValue]) }
    for row in 0..<layout.turnCount {
      turns.append(tile.turn(row))
      let found = tile.turn(from: tile.turn(row).from, to: tile.turn(row).to)
      if let found { turns.append(found) }
      ruleRows.append(tile.ruleRows(ofTurn: row))
    }
    for row in 0..<layout.ruleCount {
      rules.append(tile.rule(row))
      effects.append(tile.rule(row).effect)
      conditions.append(tile.condition(Int(tile.rule(row).condition)))
    }
    for row in 0..<layout.conditionCount { conditions.append(tile.condition(row)) }
    country = layout.country
    timeZone = layout.timeZone
    for row in 0..<layout.barrierCount {
      let barrier = tile.barrier(row)
      barriers.append([
        barrier.junction.rawValue, Int(barrier.passing.rawValue), Int(barrier.endOnly.rawValue),
      ])
    }
    var items: [Range<Int>] = []
    tile.searchSegments(bound: { _ in 0 }) { range in
      items.append(range.lowerBound.rawValue..<range.upperBound.rawValue)
      return .infinity
    }
    boxItems = items
  }

  private mutating func addCells(_ tile: borrowing TileView) {
    for cell in tile.layout.cells {
      let (junctions, segments) = (tile.cellJunctions(cell), tile.cellSegments(cell))
      let vias = tile.cellVias(cell)
      cells.append([
        junctions.lowerBound.rawValue, junctions.upperBound.rawValue,
        segments.lowerBound.rawValue, segments.upperBound.rawValue,
        vias.lowerBound, vias.upperBound,
      ])
      self.nodes.append(tile.cellNodeNumber(cell))
    }
    for junction in 0..<tile.layout.junctionCount + tile.layout.crossingCount {
      cellsOf.append(tile.cell(ofJunction: JunctionIndex(junction))?.rawValue)
    }
    for edge in tile.layout.edges {
      cellsOf.append(tile.cell(ofEdge: edge)?.rawValue)
      self.nodes.append(tile.topNodeNumber(edge))
    }
  }
}
