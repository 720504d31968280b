import NavFormat
import RoadModel

/// A junction of a ``RoadGraph``.
struct RoadJunction: PackedIndex {
  let number: UInt32
}

/// An undirected segment of a ``RoadGraph``.
struct RoadSegment: PackedIndex {
  let number: UInt32
}

/// A way of a ``RoadGraph``.
struct RoadWay: PackedIndex {
  let number: UInt32
}

/// A directed edge of a ``RoadGraph``; each segment has one along its shape and one against it.
struct RoadEdge: PackedIndex {
  let number: UInt32
}

extension RoadEdge {
  /// The edge of a segment in a direction.
  init(_ segment: RoadSegment, _ direction: Direction) {
    self.init(EdgeIndex(SegmentIndex(segment.number), direction).rawValue)
  }

  /// The same number as that of an edge in a tile, which defines its meaning.
  private var edge: EdgeIndex { EdgeIndex(number) }
  var segment: RoadSegment { RoadSegment(edge.segment.rawValue) }
  var isForward: Bool { edge.isForward }
  var direction: Direction { edge.direction }
  /// The edge of the same segment in the other direction.
  var reversed: RoadEdge { RoadEdge(edge.reversed.rawValue) }
}

/// A via edge of a ``TurnAutomaton``.
struct RoadVia: PackedIndex {
  let number: UInt32
}
