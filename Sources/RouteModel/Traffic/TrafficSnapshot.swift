public import RoadModel

/// The traffic on a map at one time; it never changes, and copies of a request share it.
///
/// Give it to an engine for all queries, or to a request with ``RouteRequest/Options/traffic``. Without a departure
/// time, the traffic of the snapshot applies to the whole trip. With one, speeds, delays and jam factors hold until the
/// horizon. They then fade linearly into those of the map, over another horizon. An edge takes at most the time left
/// until the end of the fading, plus its time without traffic, so a later departure never arrives earlier. Closures do
/// not fade. A piece with an incident counts only if the incident is in effect when the edge is entered; without a
/// departure time, when the snapshot was made.
public final class TrafficSnapshot: Sendable {
  /// The map whose edge numbers the pieces use.
  public let map: MapID
  /// The version, which is larger for a newer snapshot of the same source.
  public let version: UInt64
  /// The time at which it was made, in seconds since 1970-01-01 UTC.
  public let made: Int64
  /// The horizon: the time for which speeds apply, in seconds.
  public let horizonSeconds: UInt32
  /// The pieces by edge, those of an edge in the order in which they are driven.
  ///
  /// Two pieces of an edge are the same part of it, or do not overlap. Where several pieces of the same part are in
  /// effect, the lowest speed, the highest delay and the strictest closure count.
  public let pieces: [TrafficPiece]
  /// The turns with a delay, by the edges before and behind; no turn appears twice.
  public let turns: [DelayedTurn]
  /// The incidents to which pieces refer.
  public let incidents: [TrafficIncident]
  private let hash: Int

  /// The default horizon, for sources that state none: an hour.
  public static let usualHorizonSeconds: UInt32 = 3_600
  /// The longest horizon: a week.
  public static let maximumHorizonSeconds: UInt32 = 7 * 86_400
  /// The maximum speed of a piece in tenths of km/h.
  public static let maximumSpeed: UInt16 = 5_000
  /// The maximum number of pieces: more than any map has edges with traffic.
  public static let maximumPieces = 1 << 26
  /// The maximum number of turns: more than any map has junctions with delays.
  public static let maximumTurns = 1 << 26
  /// The maximum length of the kind and the text of an incident in bytes of UTF-8.
  public static let maximumTextLength = 10_000
  /// Times are within ten thousand years of 1970.
  package static let times: ClosedRange<Int64> = -315_360_000_000...315_360_000_000

  /// A snapshot.
  ///
  /// - Parameters:
  ///   - map: The map.
  ///   - version: The version.
  ///   - made: When it was made, in seconds since 1970-01-01 UTC.
  ///   - horizonSeconds: The time for which speeds apply.
  ///   - pieces: The pieces in any order.
  ///   - turns: The turns with a delay in any order.
  ///   - incidents: The incidents; at most 65,534, with texts of at most 10,000 bytes.
  /// - Throws: ``TrafficFlaw`` if a value is out of range or two pieces of an edge overlap in part.
  /// - Complexity: O(n log n) in the pieces and turns, O(n) if they are in order.
  public init(
    map: MapID, version: UInt64, made: Int64,
    horizonSeconds: UInt32 = TrafficSnapshot.usualHorizonSeconds, pieces: [TrafficPiece],
    turns: [DelayedTurn] = [], incidents: [TrafficIncident] = []
  ) throws(TrafficFlaw) {
    guard Self.times.contains(made) else { throw .time(made) }
    guard horizonSeconds <= Self.maximumHorizonSeconds else { throw .horizon(horizonSeconds) }
    guard incidents.count < UInt16.max else { throw .incidents(incidents.count) }
    guard pieces.count <= Self.maximumPieces else { throw .pieces(pieces.count) }
    for incident in incidents {
      let length = max(incident.kind.utf8.count, incident.text.utf8.count)
      guard length <= Self.maximumTextLength else { throw .text(length) }
      for time in [incident.begin, incident.end].compactMap(\.self) {
        guard Self.times.contains(time) else { throw .time(time) }
      }
    }
    var pieces = pieces
    pieces.sortUnlessSorted { ($0.edge, $0.from) < ($1.edge, $1.from) }
    for (index, piece) in pieces.enumerated() {
      guard piece.from < piece.to, piece.speed <= Self.maximumSpeed,
        piece.jam <= TrafficPiece.blockedJam || piece.jam == TrafficPiece.unknownJam,
        piece.incident <= incidents.count
      else { throw .piece(piece) }
      if index > 0, Self.overlap(pieces[index - 1], piece) {
        throw .overlap(edge: EdgeID(map: map, number: piece.edge))
      }
    }
    self.turns = try Self.ordered(turns)
    self.map = map
    self.version = version
    self.made = made
    self.horizonSeconds = horizonSeconds
    self.pieces = pieces
    self.incidents = incidents
    var hasher = Hasher()
    hasher.combine(map)
    hasher.combine(version)
    hasher.combine(made)
    hasher.combine(pieces.count)
    hasher.combine(turns.count)
    hash = hasher.finalize()
  }

  /// The turns in order, each once and with a delay.
  private static func ordered(_ turns: [DelayedTurn]) throws(TrafficFlaw) -> [DelayedTurn] {
    guard turns.count <= maximumTurns else { throw .turns(turns.count) }
    var sorted = turns
    sorted.sortUnlessSorted(by: DelayedTurn.precedes)
    for (index, turn) in sorted.enumerated() {
      let isNew = index == 0 || DelayedTurn.precedes(sorted[index - 1], turn)
      guard turn.delay > 0, isNew else { throw .turn(turn) }
    }
    return sorted
  }

  /// Whether a piece overlaps the one before and is not the same part of the edge.
  private static func overlap(_ before: TrafficPiece, _ piece: TrafficPiece) -> Bool {
    before.edge == piece.edge && before.to > piece.from
      && (before.from != piece.from || before.to != piece.to)
  }

  /// The incident of a piece; nil if it has none, or one of another snapshot.
  public func incident(of piece: TrafficPiece) -> TrafficIncident? { incident(piece.incident) }

  /// The incident of a number in a piece; nil if there is none.
  package func incident(_ number: UInt16) -> TrafficIncident? {
    let index = Int(number) - 1
    return incidents.indices.contains(index) ? incidents[index] : nil
  }
}

extension TrafficSnapshot: Hashable {
  /// Whether both have the same content.
  public static func == (a: TrafficSnapshot, b: TrafficSnapshot) -> Bool {
    a === b
      || a.hash == b.hash && a.map == b.map && a.version == b.version && a.made == b.made
        && a.horizonSeconds == b.horizonSeconds && a.incidents == b.incidents
        && a.pieces == b.pieces && a.turns == b.turns
  }

  /// Hashes the map, the version, the time and the number of pieces.
  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// The reason why a snapshot is refused: correct the named value, or leave its record out.
public enum TrafficFlaw: Error, Sendable, Hashable {
  /// A time is more than ten thousand years from 1970.
  case time(Int64)
  /// The horizon is longer than a week.
  case horizon(UInt32)
  /// There are more incidents than a snapshot can number: 65,534.
  case incidents(Int)
  /// The kind or the text of an incident is longer than ``TrafficSnapshot/maximumTextLength``.
  case text(Int)
  /// There are more than ``TrafficSnapshot/maximumPieces`` pieces.
  case pieces(Int)
  /// A piece has no length, a speed above 500 km/h, a jam factor above 10, or a missing incident.
  case piece(TrafficPiece)
  /// Two pieces of an edge overlap in part.
  case overlap(edge: EdgeID)
  /// There are more than ``TrafficSnapshot/maximumTurns`` turns.
  case turns(Int)
  /// A turn has no delay, or appears twice.
  case turn(DelayedTurn)
}

extension TrafficFlaw: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .time(let time): "the time \(time) is out of range: seconds since 1970-01-01 UTC"
    case .horizon(let seconds): "a horizon of \(seconds) s is longer than a week"
    case .incidents(let count): "\(count) incidents are more than the maximum of 65534"
    case .text(let count): "an incident's text of \(count) bytes is longer than 10000"
    case .pieces(let count):
      "\(count) pieces are more than the maximum of \(TrafficSnapshot.maximumPieces)"
    case .piece(let piece):
      "a piece of edge \(piece.edge) has no length, or a speed, jam factor or incident out of range"
    case .overlap(let edge): "two pieces of edge \(edge) overlap in part"
    case .turns(let count):
      "\(count) turns are more than the maximum of \(TrafficSnapshot.maximumTurns)"
    case .turn(let turn):
      "the turn from edge \(turn.from) onto edge \(turn.to) has no delay, or is there twice"
    }
  }
}
