/// A dissection as the partition of a file: which tile each junction and each directed edge belongs to.
///
/// Tiles are parts of the dissection. An edge with both ends in one tile belongs to that; one that was cut
/// above the tiles belongs to the tile of the lower-numbered of its two junctions, so that both directions of
/// a road and all copies of it are in the same tile.
public struct Tiling: Sendable {
  /// The parts of the dissection that are tiles, in the order of the ranks.
  public let parts: [Int]
  /// For each junction its tile: a place in ``parts``.
  public let junctions: [UInt32]
  /// For each directed edge its tile.
  public let edges: [UInt32]
  /// For each directed edge whether its ends lie in different tiles.
  public let crosses: [Bool]

  /// Divides a network.
  ///
  /// - Parameters:
  ///   - dissection: The dissection.
  ///   - road: The network that was dissected.
  ///   - edgeLimit: The most directed edges with both ends in a tile, where the cells allow it. A tile has
  ///     some crossing edges as well, so leave room for them.
  ///   - junctionLimit: The most junctions of a tile.
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
