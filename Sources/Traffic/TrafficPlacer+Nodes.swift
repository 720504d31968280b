import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel

/// Roads that are given by two neighbouring OSM nodes.
extension TrafficPlacer {
  mutating func placeNodes(_ records: [TrafficRecord]) throws(NavError) {
    var wanted: [Int64: [(to: Int64, record: Int)]] = [:]
    for (number, record) in records.enumerated() {
      guard case .nodes(let from, let to) = record.place else { continue }
      if map.hasNodeIDs {
        wanted[from, default: []].append((to, number))
      } else {
        refuse(number, .noNodes)
      }
    }
    if wanted.isEmpty { return }
    var isPlaced = [Bool](repeating: false, count: records.count)
    let map = self.map
    for number in map.tiles {
      let tile = try map.tile(number)
      let nodes = try map.nodes(ofTile: number)
      for segment in tile.layout.ownSegments {
        let edge = segment.forwardEdge
        let from = try map.osmID(ofHead: edge.reversed, in: tile.layout)
        let to = try map.osmID(ofHead: edge, in: tile.layout)
        let ids = [from] + (nodes?.inner(segment) ?? []) + [to]
        guard ids.contains(where: { wanted[$0] != nil }) else { continue }
        let shares = Self.shares(tile.shape(segment))
        guard shares.count == ids.count else { continue }
        let edges = SegmentEdges(segment, tile.layout, map)
        for place in 1..<ids.count {
          let part = SegmentPart(edges: edges, from: shares[place - 1], to: shares[place])
          for (to, record) in wanted[ids[place - 1]] ?? [] where to == ids[place] {
            add(record, part.on(.forward))
            isPlaced[record] = true
          }
          for (to, record) in wanted[ids[place]] ?? [] where to == ids[place - 1] {
            add(record, part.on(.backward))
            isPlaced[record] = true
          }
        }
      }
    }
    for (_, record) in wanted.values.joined() where !isPlaced[record] {
      refuse(record, .unknownNodes)
    }
  }

  /// The positions of a shape's points, in 65,535ths of its length.
  private static func shares(_ shape: [Coordinate]) -> [UInt16] {
    var ends = [0.0]
    for (a, b) in zip(shape, shape.dropFirst()) {
      ends.append(ends[ends.count - 1] + Distance.metres(a, b))
    }
    let whole = ends[ends.count - 1]
    if whole == 0 { return ends.indices.map { $0 == ends.count - 1 ? .max : 0 } }
    return ends.map { UInt16(($0 / whole * Double(UInt16.max)).rounded()) }
  }
}
