import NavFormat
import RoadModel

/// A directed edge by its place in the file, packed because a trace has many.
struct TileEdge: Sendable, Hashable {
  private let packedTile: Packed<TileNumber>
  private let packedEdge: Packed<EdgeIndex>
  /// The number in the map.
  let id: EdgeNumber
  /// The violations of the path on the edge and at the turn onto it.
  var violations: Violations = []

  init(tile: TileNumber, edge: EdgeIndex, id: EdgeNumber) {
    packedTile = Packed(tile)
    packedEdge = Packed(edge)
    self.id = id
  }

  /// The tile it belongs to.
  var tile: TileNumber { packedTile.index }
  /// The base edge in that tile.
  var edge: EdgeIndex { packedEdge.index }
}
