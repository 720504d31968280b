import MapReader
import NavFormat
import RoadModel

/// A part of a directed edge, in 65,535ths of its length in the direction of travel.
struct EdgePart {
  /// The number of the edge in its map.
  let edge: EdgeNumber
  let from: UInt16
  let to: UInt16

  /// A part; by default the whole edge.
  init(edge: EdgeNumber, from: UInt16 = 0, to: UInt16 = .max) {
    self.edge = edge
    self.from = from
    self.to = to
  }

  /// The part between two distances from the beginning of an edge, in the unit of its length.
  init(edge: EdgeNumber, from: Double, to: Double, of length: UInt32) {
    self.init(
      edge: edge, from: Self.share(from, of: length), to: Self.share(to, of: length))
  }

  /// Whether it is shorter than the resolution.
  var isEmpty: Bool { from >= to }

  /// A distance from the beginning as a share of a length, bounded to the edge.
  static func share(_ part: Double, of length: UInt32) -> UInt16 {
    UInt16((min(max(part / Double(length), 0), 1) * Double(UInt16.max)).rounded())
  }
}

/// The directed edges of a segment, by their numbers in the map.
struct SegmentEdges {
  let forward: EdgeNumber
  let backward: EdgeNumber

  /// The edges of a tile's own segment.
  init(_ segment: SegmentIndex, _ tile: TileLayout, _ map: NavMap) {
    let numbers = map.edgeNumbers(tile.number)
    forward = numbers.number(ofBase: segment.forwardEdge)
    backward = numbers.number(ofBase: segment.forwardEdge.reversed)
  }
}

/// A part of a segment, in 65,535ths of its length along the shape.
struct SegmentPart {
  let edges: SegmentEdges
  var from: UInt16 = 0
  var to: UInt16 = .max

  /// The same part of an edge of the segment.
  func on(_ direction: Direction) -> EdgePart {
    direction == .forward
      ? EdgePart(edge: edges.forward, from: from, to: to)
      : EdgePart(edge: edges.backward, from: .max - to, to: .max - from)
  }
}
