import Geo
import MapReader
import Routing

/// Turns decisions into pieces with edges and lines, and fixes into points, as they come.
///
/// Memory is that of the way between two fixes, however long the trace.
struct PieceBuilder {
  private var reader: EdgeReader
  private var pieceCount = 0
  private var open: OpenPiece?
  private var lastPosition: RoadPosition?
  private var lastRoad: (place: EdgePlace, wayID: Int64, name: String?)?
  /// What has been found out and not been taken.
  private var events: [MatchEvent] = []

  init(_ map: NavMap) { reader = EdgeReader(map: map) }

  /// Forgets the trace.
  mutating func reset() {
    (pieceCount, open, lastPosition) = (0, nil, nil)
    events.removeAll(keepingCapacity: true)
  }

  /// Takes what has been found out.
  mutating func takeEvents() -> [MatchEvent] {
    if events.isEmpty { return [] }
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  mutating func add(_ fate: Fate) throws(RoutingError) {
    switch fate {
    case .dropped(let index, let reason):
      events.append(.point(MatchedPoint(index: index, outcome: .dropped(reason))))
    case .merged(let index):
      let outcome = lastPosition.map { MatchedPoint.Outcome.merged($0) } ?? .dropped(.outlier)
      events.append(.point(MatchedPoint(index: index, outcome: outcome)))
    case .on(let decision): try add(decision)
    }
  }

  private mutating func add(_ decision: Decision) throws(RoutingError) {
    var path = decision.path[...]
    if decision.begins {
      try close()
      guard let place = path.popFirst() else { return }
      open = OpenPiece(
        at: place, decision, reason: pieceCount == 0 ? nil : decision.breakReason ?? .gap)
      events.append(.began(at: decision.position))
    }
    while let place = path.popFirst() { try go(onto: place, decision.turn) }
    guard let place = open?.place, let edge = open?.edge else { return }
    open?.mark(decision)
    flush()
    let road = try road(place)
    let position = RoadPosition(
      position: decision.position, distanceMetres: decision.distance, wayID: road.wayID,
      name: road.name, piece: pieceCount, edge: edge, alongMetres: decision.along)
    lastPosition = position
    events.append(.point(MatchedPoint(index: decision.fix.index, outcome: .matched(position))))
  }

  /// The road of an edge; many fixes in a row are on the same.
  private mutating func road(
    _ place: EdgePlace
  ) throws(RoutingError) -> (wayID: Int64, name: String?) {
    if let lastRoad, lastRoad.place == place { return (lastRoad.wayID, lastRoad.name) }
    let road = try reader.road(place)
    lastRoad = (place, road.wayID, road.name)
    return road
  }

  /// Leaves the edge at hand for the next, at its end or where one turned round.
  private mutating func go(
    onto place: EdgePlace, _ turn: Lattice.TurnRound?
  ) throws(RoutingError) {
    guard var piece = open.take() else { return }
    try leave(&piece, at: turn.map { Double($0.left) }, end: nil)
    piece.place = place
    piece.edge += 1
    piece.lastAlong = nil
    piece.start = turn.map { Double($0.entered) } ?? 0
    open = piece
  }

  /// Reads the part of the edge at hand that was driven.
  private mutating func leave(
    _ piece: inout OpenPiece, at end: Double?, end position: Coordinate?
  ) throws(RoutingError) {
    var driven = try reader.driven(piece.place, from: piece.start, to: end, after: piece.lastPoint)
    if let position, driven.line.last ?? piece.lastPoint != position {
      driven.line.append(position)
    }
    piece.append(&driven)
  }

  /// Ends the trace.
  mutating func finish() throws(RoutingError) { try close() }

  private mutating func close() throws(RoutingError) {
    guard var piece = open.take() else { return }
    let end = max(piece.lastAlong ?? piece.start, piece.start)
    try leave(&piece, at: end, end: piece.lastPosition)
    piece.clock.finish()
    open = piece
    flush()
    open = nil
    pieceCount += 1
    events.append(.ended(piece.summary))
  }

  /// Gives out the edges whose times are known.
  private mutating func flush() {
    while let (edge, line) = open?.popTimed() { events.append(.edge(edge, line: line)) }
  }
}

/// A piece that still grows.
private struct OpenPiece {
  /// The edge on which the last fix is, and its number in the piece.
  var place: EdgePlace
  var edge = 0
  /// Metres from its beginning to where it was entered.
  var start: Double
  /// Metres from its beginning to the last fix on it; nil before one is.
  var lastAlong: Double?
  var lastPosition: Coordinate
  var lastPoint: Coordinate
  var clock = EdgeClock()
  private var lineCount = 1
  private var metres = 0.0
  private var first: Int
  private var last: Int
  private var reason: BreakReason?
  private var fit = 0.0
  private var certainty = 0.0
  private var fixes = 0
  /// Edges that were left and whose times are not known.
  private var untimed: [(edge: MatchedEdge, line: [Coordinate])] = []
  private var untimedStart = 0

  init(at place: EdgePlace, _ decision: Decision, reason: BreakReason?) {
    self.place = place
    self.reason = reason
    start = decision.along
    (lastPosition, lastPoint) = (decision.position, decision.position)
    (first, last) = (decision.fix.index, decision.fix.index)
  }

  /// Notes a fix on the edge at hand.
  mutating func mark(_ decision: Decision) {
    lastAlong = decision.along
    lastPosition = decision.position
    last = decision.fix.index
    fixes += 1
    let near = 3 * decision.noise
    fit += decision.distance <= near ? 1 : near / decision.distance
    certainty += decision.probability
    clock.mark(at: metres - start + decision.along, time: decision.fix.time)
  }

  /// Takes an edge that was left.
  mutating func append(_ driven: inout (edge: MatchedEdge, line: [Coordinate])) {
    let points = lineCount - 1
    lineCount += driven.line.count
    driven.edge.points = points...(lineCount - 1)
    lastPoint = driven.line.last ?? lastPoint
    metres += driven.edge.lengthMetres
    clock.leave(at: metres)
    untimed.append(driven)
  }

  /// The next edge whose times are known, or are not to be known.
  mutating func popTimed() -> (edge: MatchedEdge, line: [Coordinate])? {
    guard untimedStart < untimed.count, let times = clock.pop() else {
      if untimedStart > 0 {
        untimed.removeFirst(untimedStart)
        untimedStart = 0
      }
      return nil
    }
    untimed[untimedStart].edge.times = times.range
    untimedStart += 1
    return untimed[untimedStart - 1]
  }

  var summary: PieceSummary {
    let count = Double(max(fixes, 1))
    return PieceSummary(
      confidence: min(fit / count * (0.5 + 0.5 * certainty / count), 1), points: first...last,
      breakReason: reason, lengthMetres: metres)
  }
}
