import NavFormat
import RoadModel

/// The numbers of via edges in tiles.
///
/// Own ones are in the order of cells, then those in no cell follow, then those on copied segments.
struct TileVias: Sendable {
  /// The via edges of a tile in the order of their local numbers.
  private(set) var vias: [[RoadVia]]
  /// The number of via edges on own segments, by tile.
  let ownCounts: [Int]
  /// The local numbers of the via edges of a tile.
  private let numbers: [[RoadVia: UInt16]]

  init(_ graph: RoadGraph, _ turns: TurnAutomaton, _ partition: Partition) {
    let none: [[RoadVia]] = Array(repeating: [], count: partition.tiles.count)
    var (own, copied) = (none, none)
    for via in turns.vias {
      let segment = turns.viaBases[via].segment
      let home = partition.tile(of: segment)
      own[home].append(via)
      for end in [graph.from[segment], graph.to[segment]] {
        let tile = partition.tile(of: end)
        if tile != home { copied[tile].append(via) }
      }
    }
    for tile in partition.tiles {
      let keyed = own[tile].map { via in
        (partition.cell(turns.viaBases[via].segment, graph), via)
      }
      own[tile] = keyed.sorted { $0 < $1 }.map(\.1)
    }
    ownCounts = own.map(\.count)
    vias = zip(own, copied).map { $0 + $1 }
    numbers = vias.map { vias in
      // A tile with more is refused before the numbers are used.
      Dictionary(
        vias.enumerated().map { ($1, UInt16(clamping: $0)) }, uniquingKeysWith: { one, _ in one })
    }
  }

  /// The local number of a via edge in a tile; nil if its segment does not touch the tile.
  func number(of via: RoadVia, in tile: TileNumber) -> UInt16? { numbers[tile][via] }

  /// The number of base edges that belong to a tile.
  private static func baseCount(_ tile: TileNumber, _ partition: Partition) -> Int {
    SegmentIndex(partition.tileSegments[tile].count).forwardEdge.rawValue
  }

  /// The number of each directed edge in the file: those of segments, then via edges.
  func edgeNumbers(_ graph: RoadGraph, _ partition: Partition) -> [EdgeNumber] {
    var first: [UInt32] = []
    var next: UInt32 = 0
    for tile in partition.tiles {
      first.append(next)
      next += UInt32(Self.baseCount(tile, partition) + ownCounts[tile])
    }
    var numbers = graph.edges.map { edge in
      let local = EdgeIndex(partition.index(of: edge.segment), edge.direction)
      return EdgeNumber(rawValue: first[partition.tile(of: edge.segment)] + UInt32(local))
    }
    let bases = numbers.count
    numbers += repeatElement(EdgeNumber(rawValue: 0), count: ownCounts.reduce(0, +))
    for tile in partition.tiles {
      let start = first[tile] + UInt32(Self.baseCount(tile, partition))
      for (number, via) in vias[tile].prefix(ownCounts[tile]).enumerated() {
        numbers[bases + via.rawValue] = EdgeNumber(rawValue: start + UInt32(number))
      }
    }
    return numbers
  }
}
