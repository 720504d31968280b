import MapReader
import NavFormat
import RoadModel
import RouteModel

/// Turns, which sources give by three nodes: before a junction, at it, and behind it.
extension TrafficPlacer {
  /// A turn to find.
  private struct Wanted {
    var from: Int64
    var to: Int64
    var record: Int
  }

  /// An edge at a junction: its number, the node next to the junction, and the junction.
  private struct Road {
    var edge: EdgeNumber
    var node: Int64
    var tile: TileNumber
    var junction: JunctionIndex

    func meets(_ other: Road) -> Bool { tile == other.tile && junction == other.junction }
  }

  mutating func placeTurns(_ records: [TrafficRecord]) throws(NavError) {
    var wanted: [Int64: [Wanted]] = [:]
    for (number, record) in records.enumerated() {
      guard case .turn(let from, let via, let to) = record.place else { continue }
      if map.hasNodeIDs {
        wanted[via, default: []].append(Wanted(from: from, to: to, record: number))
      } else {
        refuse(number, .noNodes)
      }
    }
    if wanted.isEmpty { return }
    let roads = try roads(atNodes: wanted)
    for (via, turns) in wanted {
      let (arriving, leaving) = roads[via] ?? ([], [])
      for turn in turns {
        var isPlaced = false
        for before in arriving where before.node == turn.from {
          for behind in leaving where behind.node == turn.to && behind.meets(before) {
            add(turn.record, from: before.edge, to: behind.edge)
            isPlaced = true
          }
        }
        if !isPlaced { refuse(turn.record, .turn) }
      }
    }
  }

  /// The edges that end and begin at nodes.
  private func roads(
    atNodes wanted: [Int64: [Wanted]]
  ) throws(NavError) -> [Int64: (arriving: [Road], leaving: [Road])] {
    var roads: [Int64: (arriving: [Road], leaving: [Road])] = [:]
    let map = self.map
    for number in map.tiles {
      let tile = try map.tile(number)
      let nodes = try map.nodes(ofTile: number)
      for segment in tile.layout.ownSegments {
        let ends = try segment.edges.map { edge throws(NavError) in
          try map.osmID(ofHead: edge, in: tile.layout)
        }
        guard ends.contains(where: { wanted[$0] != nil }) else { continue }
        let inner = nodes?.inner(segment) ?? []
        for (edge, end) in zip(segment.edges, ends) where wanted[end] != nil {
          // The forward edge ends at the last node; the other one at the first.
          let next = (edge.isForward ? inner.last : inner.first) ?? ends[edge.isForward ? 1 : 0]
          let head = try map.arrival(of: edge, in: tile.layout)
          func road(_ edge: EdgeIndex) -> Road {
            Road(
              edge: map.number(of: edge, in: tile.layout), node: next, tile: head.tile,
              junction: head.junction)
          }
          roads[end, default: ([], [])].arriving.append(road(edge))
          roads[end, default: ([], [])].leaving.append(road(edge.reversed))
        }
      }
    }
    return roads
  }
}
