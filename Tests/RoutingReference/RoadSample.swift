import Geo
import MapReader
import NavFormat

/// A point on a road.
struct RoadSample {
  /// Metres between samples.
  static let step = 10.0

  var place: Coordinate
  /// When plain Dijkstra reaches it, in either direction of the road; the maximum if never.
  var time: UInt32

  /// Points along a shape with their shares of its length.
  static func along(_ shape: [Coordinate]) -> [(share: Double, place: Coordinate)] {
    var ends = [0.0]
    for (a, b) in zip(shape, shape.dropFirst()) {
      ends.append(ends[ends.count - 1] + Distance.metres(a, b))
    }
    let whole = max(ends[ends.count - 1], 0.001)
    var points: [(Double, Coordinate)] = []
    for index in 1..<shape.count {
      let metres = ends[index] - ends[index - 1]
      let count = max(Int(metres / step), 1)
      for number in 0..<count {
        let share = Double(number) / Double(count)
        points.append(
          (
            (ends[index - 1] + share * metres) / whole,
            shape[index - 1].interpolated(to: shape[index], share: share)
          ))
      }
    }
    return points
  }
}

extension ReferenceGraph {
  /// Points on all roads that the vehicle may use, ferries excepted.
  func samples(from: RandomPlace) throws -> [RoadSample] {
    let entries = entries(from: from)
    var samples: [RoadSample] = []
    for number in map.tiles {
      let map = self.map
      let tile = try map.tile(number)
      let first = map.entry(number).firstEdge
      for segment in tile.layout.ownSegments where !tile.isFerry(segment) {
        let numbers = (0..<2).map { first + UInt32(2 * segment.rawValue + $0) }
        guard numbers.contains(where: { edges[Int($0)].state.isUsable }) else { continue }
        let (shape, length) = (tile.shape(segment), tile.length(segment))
        for (at, place) in RoadSample.along(shape) {
          var best = UInt32.max
          for (direction, edge) in numbers.enumerated() {
            let along = UInt32(
              max(
                min(((direction == 0 ? at : 1 - at) * Double(length)).rounded(), Double(length)), 0)
            )
            let state = edges[Int(edge)].state
            if let entry = entries[edge] {
              best = min(best, entry.time + state.time(upTo: along, of: length))
            }
            if let start = from.edges.first(where: { $0.edge == edge }), along >= start.along {
              best = min(
                best,
                state.time(upTo: along, of: length) - state.time(upTo: start.along, of: length))
            }
          }
          // Samples are rounded, so they may be reached a moment later than the road there.
          samples.append(RoadSample(place: place, time: best == .max ? best : best + 2))
        }
      }
    }
    return samples
  }
}
