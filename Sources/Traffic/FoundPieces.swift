import RoadModel
import RouteModel

/// The pieces of edges found for records.
///
/// A feed may name a long way a million times, which would be more pieces than fit the memory. An edge takes
/// ``PieceMerger/maximumRecords``, so what exceeds them is dropped already while pieces are found.
struct FoundPieces {
  /// The pieces in the order in which they were found.
  var pieces: [TrafficPlacer.Found] = []
  /// The records with pieces that were dropped.
  private(set) var tooMany: Set<Int> = []
  /// The last record that counts on each edge with too many.
  private var last: [EdgeNumber: Int] = [:]
  /// The number of pieces from which on edges with too many are looked for; usual feeds have fewer.
  private var bound: Int
  private let leastBound: Int

  /// No pieces yet.
  ///
  /// - Parameter bound: The number of pieces from which on some may be dropped.
  init(bound: Int = 1 << 22) {
    self.bound = bound
    leastBound = bound
  }

  /// Adds a piece, unless its edge has too many of records before.
  mutating func append(_ piece: TrafficPiece, _ record: Int) {
    if !last.isEmpty, let last = last[piece.edge], record > last {
      tooMany.insert(record)
      return
    }
    pieces.append((piece, record))
    if pieces.count >= bound { dropExcess() }
  }

  private mutating func dropExcess() {
    var counts: [EdgeNumber: Int] = [:]
    for (piece, _) in pieces { counts[piece.edge, default: 0] += 1 }
    let most = PieceMerger.maximumRecords
    var crowded: [EdgeNumber: [Int]] = [:]
    for (piece, record) in pieces where counts[piece.edge, default: 0] > most {
      crowded[piece.edge, default: []].append(record)
    }
    for (edge, records) in crowded { last[edge] = records.sorted()[most - 1] }
    var kept: [TrafficPlacer.Found] = []
    for found in pieces {
      if let last = last[found.piece.edge], found.record > last {
        tooMany.insert(found.record)
      } else {
        kept.append(found)
      }
    }
    pieces = kept
    bound = max(2 * pieces.count, leastBound)
  }
}
