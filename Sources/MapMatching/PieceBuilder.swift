import Geo
import MapReader
import RoadModel
import RouteModel

/// Turns decisions into pieces with edges and lines, and fixes into points, as they come.
///
/// Memory is that of the way between two fixes, however long the trace.
///
/// The lattice lets a hypothesis fall back along its edge, since noise throws fixes back. Fixes that fall back farther
/// and farther on a one-way street were driven against it, and are left out with that reason.
struct PieceBuilder {
  /// Metres, and deviations of the noise, by which fixes fall back without having been driven back.
  private static let slackMetres = 20.0
  private static let slackDeviations = 6.0
  /// Fixes of which each lies behind all before, from which on that is no noise.
  private static let enoughBehind = 3

  private var reader: EdgeReader
  private var pieceCount = 0
  private var open: OpenPiece?
  private var lastPosition: RoadPosition?
  private var lastRoad: (place: TileEdge, wayID: Int64, name: String?)?
  /// What has been found out and not been taken.
  private var events: [MatchEvent] = []

  /// The mode whose one-way streets count; nil where they may be driven either way.
  private let oneWayMode: Mode?

  init(_ map: NavMap, oneWayFor mode: Mode?) {
    reader = EdgeReader(map: map)
    oneWayMode = mode
  }

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
      let outcome: MatchedPoint.Outcome =
        if open?.isAgainst ?? false {
          .dropped(.againstOneWay)
        } else {
          lastPosition.map { .merged($0) } ?? .dropped(.outlier)
        }
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
    if try isAgainst(decision, on: place) {
      open?.countAgainst()
      let outcome = MatchedPoint.Outcome.dropped(.againstOneWay)
      events.append(.point(MatchedPoint(index: decision.fix.index, outcome: outcome)))
      return
    }
    open?.mark(decision)
    flush()
    let road = try road(place)
    let position = RoadPosition(
      position: decision.position, distanceMetres: decision.distance, wayID: road.wayID,
      name: road.name, piece: pieceCount, edge: edge, alongMetres: decision.along)
    lastPosition = position
    events.append(.point(MatchedPoint(index: decision.fix.index, outcome: .matched(position))))
  }

  /// Whether a fix was driven against the one-way street on which it lies.
  private mutating func isAgainst(
    _ decision: Decision, on place: TileEdge
  ) throws(RoutingError) -> Bool {
    guard let mode = oneWayMode, var piece = open.take() else { return false }
    defer { open = piece }
    let slack = max(Self.slackMetres, Self.slackDeviations * decision.noise)
    let isBehind = piece.follow(decision.along, slack: slack)
    if isBehind, piece.fixesBehind >= Self.enoughBehind, !piece.isAgainst {
      piece.isAgainst = try reader.isOneWay(place, for: mode)
    } else if !isBehind {
      piece.isAgainst = false
    }
    return piece.isAgainst
  }

  /// The road of an edge; many fixes in a row are on the same.
  private mutating func road(
    _ place: TileEdge
  ) throws(RoutingError) -> (wayID: Int64, name: String?) {
    if let lastRoad, lastRoad.place == place { return (lastRoad.wayID, lastRoad.name) }
    let road = try reader.road(place)
    lastRoad = (place, road.wayID, road.name)
    return road
  }

  /// Leaves the edge at hand for the next, at its end or where one turned round.
  private mutating func go(
    onto place: TileEdge, _ turn: Lattice.TurnRound?
  ) throws(RoutingError) {
    guard var piece = open.take() else { return }
    try leave(&piece, at: turn.map { Double($0.left) }, end: nil)
    piece.place = place
    piece.edge += 1
    piece.lastAlong = nil
    piece.start = turn.map { Double($0.entered) } ?? 0
    piece.beginEdge()
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
  var place: TileEdge
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
  /// Metres along the edge at hand of the fix farthest along, and of the one farthest behind since.
  private var farthest: Double
  private var rearmost: Double
  /// Fixes since the one farthest along of which each lay behind all before.
  private(set) var fixesBehind = 0
  /// Whether the last fixes were driven against the road.
  var isAgainst = false
  /// Edges that were left and whose times are not known.
  private var untimed: [(edge: MatchedEdge, line: [Coordinate])] = []
  private var untimedStart = 0

  init(at place: TileEdge, _ decision: Decision, reason: BreakReason?) {
    self.place = place
    self.reason = reason
    start = decision.along
    (farthest, rearmost) = (start, start)
    (lastPosition, lastPoint) = (decision.position, decision.position)
    (first, last) = (decision.fix.index, decision.fix.index)
  }

  /// Begins with the edge at hand.
  mutating func beginEdge() {
    (farthest, rearmost, fixesBehind, isAgainst) = (start, start, 0, false)
  }

  /// Follows a fix along the edge at hand.
  ///
  /// - Returns: Whether it lies farther behind the one farthest along than some metres.
  mutating func follow(_ along: Double, slack: Double) -> Bool {
    if along >= farthest {
      (farthest, rearmost, fixesBehind) = (along, along, 0)
    } else if along < rearmost {
      rearmost = along
      fixesBehind += 1
    }
    return farthest - along > slack
  }

  /// Counts a fix that was driven against the road: it speaks against the piece.
  mutating func countAgainst() { fixes += 1 }

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
