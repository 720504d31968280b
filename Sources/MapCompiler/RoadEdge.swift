import NavFormat
import RoadModel

/// A directed edge of a ``RoadGraph``; each segment has one along its shape and one against it.
struct RoadEdge: Sendable, Hashable, Strideable {
  /// The number, dense over the graph from 0 on.
  let number: UInt32

  init(_ number: UInt32) { self.number = number }

  /// The edge of a segment in a direction.
  init(_ segment: Int, _ direction: Direction) {
    number = UInt32(EdgeIndex(SegmentIndex(segment), direction))
  }

  /// The number as the index of an array with an element for each edge.
  var index: Int { Int(number) }
  /// The same number as that of an edge in a tile, which defines its meaning.
  private var edge: EdgeIndex { EdgeIndex(index) }
  var segment: Int { edge.segment.rawValue }
  var isForward: Bool { edge.isForward }
  var direction: Direction { edge.direction }
  /// The edge of the same segment in the other direction.
  var reversed: RoadEdge { RoadEdge(UInt32(edge.reversed)) }

  func distance(to other: RoadEdge) -> Int { other.index - index }

  func advanced(by steps: Int) -> RoadEdge { RoadEdge(UInt32(index + steps)) }

  static func < (a: RoadEdge, b: RoadEdge) -> Bool { a.number < b.number }

  static func == (a: RoadEdge, b: RoadEdge) -> Bool { a.number == b.number }
}
