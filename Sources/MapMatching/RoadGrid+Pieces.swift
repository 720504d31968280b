import Geo
import NavFormat

/// What the grid finds, and the content of its cells.
extension RoadGrid {
  /// A segment near a fix.
  struct Found {
    var segment: GridSegmentIndex
    /// Metres from the fix.
    var distance: Float
    /// Metres from the beginning of the segment to the nearest point.
    var along: Float
    /// The direction of its forward edge there, as a unit vector east and north.
    var east: Float, north: Float
    var position: Coordinate
  }

  /// The minimum way between two places on one segment that are told apart, in metres.
  private static let leastWay: Float = 30

  /// Whether two places of a segment are a detour apart, such as those on the arms of a hairpin.
  static func isApart(_ a: Found, _ b: Found) -> Bool {
    let way = abs(a.along - b.along)
    return way > leastWay && way > 2 * Float(Distance.metres(a.position, b.position))
  }

  /// A straight piece of a segment, in metres from the corner of its cell.
  struct Piece {
    var x: Float, y: Float, dx: Float, dy: Float
    /// 1 / length², 0 for a point.
    var inverseSquare: Float
    var length: Float
    var along: Float
  }

  /// The pieces of an arm of one segment in a cell, and the box around them.
  ///
  /// A segment has several if it turns back, as in a hairpin: the road beside a fix may be any of them.
  struct Run {
    var segment = GridSegmentIndex.none
    var pieces: Range<Int32>
    /// Whether the segment has others in this cell.
    var isArm = false
    var west = Float.infinity, south = Float.infinity
    var east = -Float.infinity, north = -Float.infinity
    /// The first piece's direction, in metres.
    private var start: (dx: Float, dy: Float) = (0, 0)

    /// An empty one, before the piece with this number.
    init(from first: Int32) { pieces = first..<first }

    /// Whether a piece leads at more than a right angle from the direction of the first.
    func turnsBack(at piece: Piece) -> Bool { start.dx * piece.dx + start.dy * piece.dy < 0 }

    /// Takes the next piece, and widens the box to it.
    mutating func take(_ piece: Piece) {
      if pieces.isEmpty { start = (piece.dx, piece.dy) }
      pieces = pieces.lowerBound..<pieces.upperBound + 1
      west = min(west, piece.x, piece.x + piece.dx)
      east = max(east, piece.x, piece.x + piece.dx)
      south = min(south, piece.y, piece.y + piece.dy)
      north = max(north, piece.y, piece.y + piece.dy)
    }
  }
}
