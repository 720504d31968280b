import RoadModel
import RouteModel

/// Merges the pieces of several records into the pieces of a snapshot, which don't overlap.
enum PieceMerger {
  /// The maximum number of records on an edge: each may cut the edge and have its own incident.
  static let maximumRecords = 256

  /// The pieces in the order of a snapshot, and the records that are left out on edges with too many.
  static func merged(
    _ found: [TrafficPlacer.Found]
  ) -> (pieces: [TrafficPiece], tooMany: [Int]) {
    var tooMany: Set<Int> = []
    let sorted = found.sorted {
      ($0.piece.edge, $0.piece.from, $0.record) < ($1.piece.edge, $1.piece.from, $1.record)
    }
    var pieces: [TrafficPiece] = []
    pieces.reserveCapacity(sorted.count)
    var first = 0
    while first < sorted.count {
      var end = first + 1
      while end < sorted.count, sorted[end].piece.edge == sorted[first].piece.edge { end += 1 }
      if end == first + 1 {
        pieces.append(sorted[first].piece)
      } else {
        let edge = sorted[first..<end].sorted { $0.record < $1.record }
        append(Array(edge.prefix(maximumRecords)), to: &pieces)
        tooMany.formUnion(edge.dropFirst(maximumRecords).map(\.record))
      }
      first = end
    }
    return (pieces, tooMany.sorted())
  }

  /// Cuts the pieces of an edge where one begins or ends, and joins equal neighbours.
  private static func append(_ edge: [TrafficPlacer.Found], to pieces: inout [TrafficPiece]) {
    let begin = pieces.count
    let cuts = Set(edge.flatMap { [$0.piece.from, $0.piece.to] }).sorted()
    for (low, high) in zip(cuts, cuts.dropFirst()) {
      let here = edge.filter { $0.piece.from <= low && $0.piece.to >= high }
      // An incident may end before another, so their effects stay apart.
      for incident in Set(here.map(\.piece.incident)).sorted() {
        let same = here.map(\.piece).filter { $0.incident == incident }
        var piece = combined(same, of: edge[0].piece.edge, upTo: high)
        piece.from = low
        piece.to = high
        piece.incident = incident
        pieces.append(piece)
      }
    }
    joinEqual(&pieces, from: begin)
  }

  private static func combined(
    _ pieces: [TrafficPiece], of edge: EdgeNumber, upTo end: UInt16
  ) -> TrafficPiece {
    var sum = TrafficPiece(edge: edge)
    for piece in pieces {
      if piece.speed > 0 { sum.speed = sum.speed == 0 ? piece.speed : min(sum.speed, piece.speed) }
      if piece.jam != TrafficPiece.unknownJam {
        sum.jam = sum.jam == TrafficPiece.unknownJam ? piece.jam : max(sum.jam, piece.jam)
      }
      if piece.closure.rawValue > sum.closure.rawValue { sum.closure = piece.closure }
      // The delay occurs at the end of the record's stretch.
      if piece.to == end { sum.delay = max(sum.delay, piece.delay) }
    }
    return sum
  }

  /// Joins neighbours with the same traffic, if no other piece has the same part.
  private static func joinEqual(_ pieces: inout [TrafficPiece], from begin: Int) {
    let single = pieces[begin...]
    guard Set(single.map(\.from)).count == single.count else { return }
    var joined: [TrafficPiece] = []
    for piece in single {
      if let last = joined.last, isContinued(last, by: piece) {
        joined[joined.count - 1].to = piece.to
        joined[joined.count - 1].delay = piece.delay
      } else {
        joined.append(piece)
      }
    }
    pieces.replaceSubrange(begin..., with: joined)
  }

  /// Whether a piece begins where another ends, with the same traffic.
  private static func isContinued(_ piece: TrafficPiece, by next: TrafficPiece) -> Bool {
    var same = piece
    same.from = next.from
    same.to = next.to
    same.delay = next.delay
    return piece.to == next.from && piece.delay == 0 && same == next
  }
}
