package import MapReader
package import NavFormat
package import RoadModel
package import RouteModel

/// A snapshot of the traffic, with an index for searches.
package final class TrafficLayer: Sendable {
  /// The traffic.
  package let snapshot: TrafficSnapshot
  private let index: PieceIndex
  /// The highest speed of an edge, which may be above that of the map, in tenths of km/h; 0 without speeds.
  package let maximumSpeed: UInt16
  /// Whether some edge may take another time than without the traffic.
  package let hasSpeeds: Bool
  /// Whether some piece closes its road, at least for some vehicles and at some times.
  let hasClosures: Bool
  /// The longest time that an edge takes, in centiseconds.
  private let longest: Int64
  /// The turns with a delay; nil if there are none.
  private let turns: TurnDelays?
  /// The times at which incidents of pieces begin or end, in order.
  private let changes: [Int64]

  /// Finds the edges and turns on the map.
  ///
  /// - Throws: ``RoutingError/unknownEdge(_:)`` if the snapshot is of another map, numbers an edge that is not a base
  ///   edge of this one, or a turn between edges that don't meet; ``RoutingError/map(_:)`` if a tile with traffic is
  ///   damaged.
  package init(_ snapshot: TrafficSnapshot, _ map: NavMap) throws(RoutingError) {
    self.snapshot = snapshot
    let pieces = snapshot.pieces
    var longest: Int64 = 0
    var edge: (number: EdgeNumber, time: Int64)?
    index = try PieceIndex(pieces, of: snapshot.map, map) { piece, length in
      let time = Self.time(piece, length)
      edge = (piece.edge, (edge?.number == piece.edge ? edge?.time ?? 0 : 0) + time)
      longest = max(longest, edge?.time ?? 0)
    }
    turns = snapshot.turns.isEmpty ? nil : try TurnDelays(snapshot.turns, map)
    self.longest = max(longest, Int64(turns?.longest ?? 0))
    maximumSpeed = pieces.reduce(0) { max($0, $1.speed) }
    hasClosures = pieces.contains { $0.closes(trucks: true) }
    hasSpeeds = maximumSpeed > 0 || pieces.contains { $0.delay > 0 }
    let used = Set(pieces.map(\.incident)).subtracting([0])
    changes = Set(
      used.flatMap {
        let incident = snapshot.incidents[Int($0) - 1]
        return [incident.begin, incident.end].compactMap(\.self)
      }
    ).sorted()
  }

  /// The edges with pieces and before delayed turns; an edge may occur several times.
  package var edges: [EdgeNumber] { snapshot.pieces.map(\.edge) + snapshot.turns.map(\.from) }

  /// The number of pieces and turns.
  var count: Int { snapshot.pieces.count + snapshot.turns.count }

  /// Whether there are turns with a delay.
  var delaysTurns: Bool { turns != nil }

  /// Whether turns at an own junction of a tile may have a delay.
  @inline(__always)
  func mayDelayTurns(tile: TileNumber, junction: JunctionIndex) -> Bool {
    turns?.mayDelay(tile: tile, junction: junction) ?? false
  }

  /// The measured delay of a turn between base edges, in the tiles that they belong to.
  func delay(
    from: (tile: TileNumber, edge: EdgeIndex), to: (tile: TileNumber, edge: EdgeIndex)
  ) -> Centiseconds {
    turns?.delay(
      from: index.number(from.tile, from.edge), to: index.number(to.tile, to.edge)) ?? 0
  }

  /// Whether a base edge of a tile, own or copied, may have pieces; false positives are rare.
  @inline(__always)
  package func mayChange(tile: TileNumber, edge: EdgeIndex) -> Bool {
    index.mayContain(tile: tile, edge)
  }

  /// The pieces of an edge of a tile.
  func pieces(tile: TileNumber, edge: EdgeIndex) -> Range<Int> {
    index.range(of: edge, in: tile)
  }

  /// Whether a piece has its effect at a time in seconds since 1970; nil for the snapshot's time.
  func holds(_ piece: TrafficPiece, at time: Int64?) -> Bool {
    piece.incident == 0
      || snapshot.incident(of: piece)?.lasts(at: time ?? snapshot.made) ?? true
  }

  /// Whether a piece has its effect at every time.
  func alwaysHolds(_ piece: TrafficPiece) -> Bool {
    guard let incident = snapshot.incident(of: piece) else { return true }
    return incident.begin == nil && incident.end == nil
  }

  /// The time of a piece by its speed and delay, in centiseconds.
  private static func time(_ piece: TrafficPiece, _ length: UInt32) -> Int64 {
    let metres =
      TrafficPiece.distance(piece.to, of: length) - TrafficPiece.distance(piece.from, of: length)
    let time = piece.speed == 0 ? 0 : Int64(metres) * 36 / Int64(max(piece.speed, 10)) + 1
    return time + 10 * Int64(piece.delay)
  }

  /// Whether the traffic stays as measured between two times in seconds since 1970.
  package func isSteady(from begin: Int64, to end: Int64) -> Bool {
    let horizon = Int64(snapshot.horizonSeconds)
    // On slower edges, the time is that of waiting for the end of the fading, from the beginning.
    guard end <= snapshot.made + horizon, longest <= 100 * horizon else { return false }
    let span = min(begin, snapshot.made)...max(end, snapshot.made)
    return !changes.contains { span.contains($0) }
  }
}

/// Equality by the snapshot, so that queries with the same traffic share a metric.
extension TrafficLayer: Hashable {
  /// Whether the snapshots are equal.
  package static func == (a: TrafficLayer, b: TrafficLayer) -> Bool {
    a === b || a.snapshot == b.snapshot
  }

  /// Hashes the snapshot.
  package func hash(into hasher: inout Hasher) { hasher.combine(snapshot) }
}

/// The times of the traffic that a query uses.
package enum TrafficTiming: Hashable, Sendable {
  /// As at the time of the snapshot.
  case made
  /// By the clock of the trip, which departs at a time in seconds since 1970-01-01 UTC.
  case trip(departure: Int64)
  /// At the best of all times: a lower bound.
  case best
  /// Only closures that do not end.
  case closures
}
