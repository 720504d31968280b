import NavFormat

/// The first reached part of each edge of a tile, as an index.
///
/// Only blocks of eight segments that have a part take memory, because most of a tile is never reached.
struct FirstParts {
  /// The number of edges in a block.
  private static let side = 2 * ReachPainting.blockSize
  /// For each block the index in `parts` of its first edge; -1 if it has no part.
  private var blocks: [Int32]
  private var parts: [Int32] = []

  /// No parts of a number of segments.
  init(segmentCount: Int) {
    let size = ReachPainting.blockSize
    blocks = [Int32](repeating: -1, count: (segmentCount + size - 1) / size)
  }

  /// The number of edges, rounded up to whole blocks.
  var edgeCount: Int { Self.side * blocks.count }

  /// Whether a block of segments has a part.
  @inline(__always)
  func hasPart(inBlock block: Int) -> Bool { blocks[block] >= 0 }

  /// Whether a segment has a part in either direction.
  @inline(__always)
  func hasPart(_ segment: SegmentIndex) -> Bool {
    let edge = segment.forwardEdge
    return self[edge] >= 0 || self[edge.reversed] >= 0
  }

  /// The index of the first part of an edge; -1 if it has none.
  subscript(edge: EdgeIndex) -> Int32 {
    @inline(__always)
    get {
      let begin = blocks[edge.rawValue / Self.side]
      return begin < 0 ? -1 : parts[Int(begin) &+ edge.rawValue % Self.side]
    }
    set {
      let block = edge.rawValue / Self.side
      if blocks[block] < 0 {
        blocks[block] = Int32(parts.count)
        parts.append(contentsOf: repeatElement(-1, count: Self.side))
      }
      parts[Int(blocks[block]) + edge.rawValue % Self.side] = newValue
    }
  }
}
