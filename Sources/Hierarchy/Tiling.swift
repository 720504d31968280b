/// A dissection as the partition of a file: the tile of each junction and each directed edge.
///
/// Tiles are parts of the dissection. An edge with both ends in one tile belongs to it. An edge that was cut above the
/// tiles belongs to the tile of the lower-numbered of its two junctions. So both directions of a road, and all copies
/// of it, are in the same tile.
public struct Tiling: Sendable {
  /// The parts of the dissection that are tiles, in the order of the ranks.
  public let parts: [Int]
  /// The tile of each junction: an index in ``parts``.
  public let junctions: [UInt32]
  /// The tile of each directed edge.
  public let edges: [UInt32]
  /// Whether the ends of each directed edge lie in different tiles.
  public let crosses: [Bool]

  /// Divides a network.
  ///
  /// - Parameters:
  ///   - dissection: The dissection.
  ///   - road: The network that was dissected.
  ///   - edgeLimit: The maximum number of directed edges with both ends in a tile, if the cells allow it. A tile has
  ///     some crossing edges as well, so leave room for them.
  ///   - junctionLimit: The maximum number of junctions of a tile.
  public init(
    _ dissection: Dissection, _ road: GeometricGraph, edgeLimit: Int, junctionLimit: Int = .max
  ) {
    parts = dissection.parts(ofAtMost: edgeLimit, junctions: junctionLimit)
    var tiles = [UInt32](repeating: 0, count: road.junctionCount)
    for (tile, part) in parts.enumerated() {
      for place in dissection.parts[part].junctions {
        tiles[Int(dissection.junctionOrder[Int(place)])] = UInt32(tile)
      }
    }
    junctions = tiles
    edges = road.tails.indices.map { edge in
      tiles[Int(min(road.tails[edge], road.heads[edge]))]
    }
    crosses = road.tails.indices.map { edge in
      tiles[Int(road.tails[edge])] != tiles[Int(road.heads[edge])]
    }
  }
}
