import RoadModel

/// A directed edge of a ``RoadGraph``: each segment has one along its shape and one against it.
struct RoadEdge: Sendable, Hashable, Strideable {
  /// Dense over the graph, from zero on.
  let number: UInt32

  init(_ number: UInt32) { self.number = number }

  /// The edge along a segment in a direction.
  init(_ segment: Int, _ direction: Direction) {
    number = 2 * UInt32(segment) + (direction == .forward ? 0 : 1)
  }

  /// The number as an index of an array that has an element for each edge.
  var index: Int { Int(number) }
  var segment: Int { Int(number >> 1) }
  var isForward: Bool { number & 1 == 0 }
  var direction: Direction { isForward ? .forward : .backward }
  /// The edge of the same segment in the other direction.
  var reversed: RoadEdge { RoadEdge(number ^ 1) }

  func distance(to other: RoadEdge) -> Int { other.index - index }

  func advanced(by steps: Int) -> RoadEdge { RoadEdge(UInt32(index + steps)) }

  static func < (a: RoadEdge, b: RoadEdge) -> Bool { a.number < b.number }

  static func == (a: RoadEdge, b: RoadEdge) -> Bool { a.number == b.number }
}
