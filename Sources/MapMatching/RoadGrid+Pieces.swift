/// The content of a cell of the grid.
extension RoadGrid {
  /// A straight piece of a segment, in metres from the corner of its cell.
  struct Piece {
    var x: Float, y: Float, dx: Float, dy: Float
    /// 1 / length², 0 for a point.
    var inverseSquare: Float
    var length: Float
    var along: Float
  }

  /// The pieces of one segment in a cell, and the box around them.
  struct Run {
    var segment: GridSegmentIndex
    var pieces: Range<Int32>
    var west: Float, south: Float, east: Float, north: Float

    /// Widens the box to a straight line.
    mutating func take(_ piece: Piece) {
      west = min(west, piece.x, piece.x + piece.dx)
      east = max(east, piece.x, piece.x + piece.dx)
      south = min(south, piece.y, piece.y + piece.dy)
      north = max(north, piece.y, piece.y + piece.dy)
    }
  }
}
