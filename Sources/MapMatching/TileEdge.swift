/// A directed edge, by where it lies in the file.
struct TileEdge: Sendable, Hashable {
  /// The tile it belongs to.
  var tile: Int32
  /// The local base edge in that tile.
  var edge: Int32
  /// The file's id of the edge.
  var id: UInt32
}
