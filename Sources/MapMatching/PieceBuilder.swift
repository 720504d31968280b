import Geo
import MapReader
import RoadCosts
import RoadModel
import RouteModel

/// Turns decisions into pieces with edges and lines, and fixes into points, as they arrive.
///
/// Memory is that of the path between two fixes, however long the trace.
struct PieceBuilder {
  private var reader: EdgeReader
  private var violations: ViolationReader
  private var away = OffRoadBuilder()
  private var pieceCount = 0
  private var open: OpenPiece?
  private var lastPosition: RoadPosition?
  private var lastRoad: (place: TileEdge, wayID: Int64, name: String?)?
  /// The last fix of the search, if it was left out.
  ///
  /// Fixes merged with it are not at the earlier place.
  private var stray: (place: Coordinate, reason: DropReason)?
  /// The events that have not been taken.
  private var events: [MatchEvent] = []

  /// The cost of a metre off the roads, relative to one on them.
  private let offRoadFactor: Double
  /// Whether wrong-way driving is left out.
  private let refusesWrongWays: Bool
  /// Whether the vehicle is driving the wrong way on a street that is left out.
  private var isAgainst = false

  init(_ matcher: MapMatcher, _ rules: QueryRules) {
    reader = EdgeReader(map: matcher.map)
    violations = ViolationReader(rules, TouchedTiles(matcher.map))
    offRoadFactor = matcher.options.offRoadFactor
    refusesWrongWays = matcher.options.wrongWay == .never
  }

  /// Forgets the trace.
  mutating func reset() {
    (pieceCount, open, lastPosition, stray) = (0, nil, nil, nil)
    away = OffRoadBuilder()
    isAgainst = false
    events.removeAll(keepingCapacity: true)
  }

  /// Returns and removes the events.
  mutating func takeEvents() -> [MatchEvent] {
    if events.isEmpty { return [] }
    defer { events.removeAll(keepingCapacity: true) }
    return events
  }

  mutating func add(_ fate: Fate) throws(RoutingError) {
    switch fate {
    case .dropped(let index, let reason, let place):
      if let place { stray = (place, reason) }
      events.append(.point(MatchedPoint(index: index, outcome: .dropped(reason))))
    case .merged(let index):
      let outcome: MatchedPoint.Outcome =
        if isAgainst && away.isEmpty {
          .dropped(.againstOneWay)
        } else if let stray {
          .dropped(stray.reason)
        } else if !away.isEmpty {
          .offRoad
        } else {
          lastPosition.map { .merged($0) } ?? .dropped(.outlier)
        }
      if case .merged = outcome { open?.extend(to: index) }
      if outcome == .offRoad { away.extend(to: index) }
      events.append(.point(MatchedPoint(index: index, outcome: outcome)))
    case .standing(let index):
      let position = standPosition(stray?.place)
      if position != nil { open?.extend(to: index) }
      let outcome = MatchedPoint.Outcome.standing(position)
      events.append(.point(MatchedPoint(index: index, outcome: outcome)))
    case .stood(let stand): try add(stand)
    case .offRoad(let fix):
      stray = nil
      try leaveRoads(for: fix.place, at: fix.time)
      away.add(fix)
      events.append(.point(MatchedPoint(index: fix.index, outcome: .offRoad)))
    case .on(let decision): try add(decision)
    }
  }

  /// The maximum error of a fix in metres; fixes farther from the previous road are elsewhere.
  private static let standReach = 100.0

  /// The position on a road of a standing vehicle; nil if it is off the roads, on a street that is left out, or arrived
  /// unseen.
  private func standPosition(_ place: Coordinate?) -> RoadPosition? {
    guard away.isEmpty, !isAgainst, let last = lastPosition else { return nil }
    if let place, Distance.metres(place, last.position) > Self.standReach { return nil }
    return last
  }

  private mutating func add(_ stand: StandDetector.Stand) throws(RoutingError) {
    let start = stand.first.time ?? 0
    let stop = MatchedStop(
      place: stand.mean, road: standPosition(stand.mean),
      times: start...max(stand.last.time ?? start, start),
      points: stand.first.index...max(stand.last.index, stand.first.index))
    events.append(.stopped(stop))
  }

  /// Ends the piece where the vehicle left the roads for a place off them.
  ///
  /// If the last fix is already too far from its road, the vehicle did not drive on along it.
  private mutating func leaveRoads(
    for place: Coordinate, at time: Double?
  ) throws(RoutingError) {
    guard away.isEmpty else { return }
    if let open, open.lastFits, let last = open.lastAlong,
      let exit = try reader.exit(open.place, after: last, to: place, factor: offRoadFactor)
    {
      let metres = (to: exit.along - last, from: Distance.metres(exit.position, place))
      self.open?.leaveRoads(
        at: exit, time: OffRoadBuilder.time(after: metres, between: open.lastTime, and: time))
    }
    let (position, left) = (open?.lastPosition, open?.lastTime)
    try close()
    away.begin(at: position, time: left, piece: pieceCount)
  }

  /// Ends a stretch off the roads, at a position on a road if the vehicle returned to them.
  private mutating func returnToRoads(at position: Coordinate?) {
    guard let stretch = away.end(at: position) else { return }
    events.append(.offRoad(stretch))
  }

  private mutating func add(_ decision: Decision) throws(RoutingError) {
    stray = nil
    if decision.begins { try begin(decision) }
    for place in decision.begins ? decision.path.dropFirst() : decision.path[...] {
      try go(onto: place, decision.turn, decision)
    }
    guard !isAgainst, let place = open?.place, let edge = open?.edge else {
      let outcome = MatchedPoint.Outcome.dropped(.againstOneWay)
      events.append(.point(MatchedPoint(index: decision.fix.index, outcome: outcome)))
      return
    }
    open?.mark(decision)
    flush()
    let road = try road(place)
    let position = RoadPosition(
      position: decision.position, distanceMetres: decision.distance, wayID: road.wayID,
      name: road.name, piece: pieceCount, edge: edge, alongMetres: decision.along,
      confidence: decision.confidence,
      alternative: try decision.rival.map { rival throws(RoutingError) in try alternative(rival) })
    lastPosition = position
    events.append(.point(MatchedPoint(index: decision.fix.index, outcome: .matched(position))))
  }

  /// Begins a piece at a fix.
  private mutating func begin(_ decision: Decision) throws(RoutingError) {
    let isOffRoad = decision.breakReason == .offRoad
    if isOffRoad { try leaveRoads(for: decision.position, at: decision.fix.time) }
    try close()
    guard let place = decision.path.first else { return returnToRoads(at: nil) }
    var (along, position) = (decision.along, decision.position)
    var entered: Double?
    if isOffRoad, decision.fitsRoad, let last = away.last,
      let entry = try reader.entry(place, before: along, from: last, factor: offRoadFactor)
    {
      let metres = (to: Distance.metres(last, entry.position), from: along - entry.along)
      entered = OffRoadBuilder.time(
        after: metres, between: away.lastTime, and: decision.fix.time)
      (along, position) = entry
    }
    returnToRoads(at: isOffRoad ? position : nil)
    isAgainst = isRefused(place)
    if isAgainst { return }
    let reason = pieceCount == 0 ? nil : decision.breakReason ?? .gap
    try begin(at: place, along: along, position, decision, reason)
    if let entered { open?.clock.mark(at: 0, time: entered) }
  }

  private mutating func begin(
    at place: TileEdge, along: Double, _ position: Coordinate, _ decision: Decision,
    _ reason: BreakReason?
  ) throws(RoutingError) {
    var piece = OpenPiece(
      at: place, along: along, position, fix: decision.fix.index, reason: reason)
    if !place.violations.isEmpty { piece.violations = try violations.describe(place, after: nil) }
    open = piece
    events.append(.began(at: position))
  }

  private func isRefused(_ place: TileEdge) -> Bool {
    refusesWrongWays && place.violations.contains(.wrongWay)
  }

  /// Another road on which a fix may have been.
  private func alternative(_ place: TileEdge) throws(RoutingError) -> RoadPosition.Alternative {
    RoadPosition.Alternative(
      edge: reader.map.edgeID(place.id), wayID: try reader.road(place).wayID)
  }

  /// The road of an edge, cached because many successive fixes are on the same one.
  private mutating func road(
    _ place: TileEdge
  ) throws(RoutingError) -> (wayID: Int64, name: String?) {
    if let lastRoad, lastRoad.place == place { return (lastRoad.wayID, lastRoad.name) }
    let road = try reader.road(place)
    lastRoad = (place, road.wayID, road.name)
    return road
  }

  /// Leaves the current edge for the next, at its end or at a U-turn.
  private mutating func go(
    onto place: TileEdge, _ turn: Lattice.TurnRound?, _ decision: Decision
  ) throws(RoutingError) {
    if isRefused(place) {
      isAgainst = true
      return try close()
    }
    guard var piece = open.take() else {
      // Back from a wrong-way street.
      isAgainst = false
      let start = try reader.place(place, along: 0).position
      return try begin(at: place, along: 0, start, decision, pieceCount == 0 ? nil : .noWay)
    }
    try leave(&piece, at: turn.map { Double($0.left) }, end: nil, before: decision.confidence)
    let last = piece.place
    piece.place = place
    piece.violations =
      place.violations.isEmpty ? [] : try violations.describe(place, after: last)
    piece.edge += 1
    piece.lastAlong = nil
    piece.start = turn.map { Double($0.entered) } ?? 0
    open = piece
  }

  /// Reads the driven part of the current edge.
  private mutating func leave(
    _ piece: inout OpenPiece, at end: Double?, end position: Coordinate?,
    before next: Double
  ) throws(RoutingError) {
    var driven = try reader.driven(piece.place, from: piece.start, to: end, after: piece.lastPoint)
    driven.edge.violations = piece.violations
    if let position, driven.line.last ?? piece.lastPoint != position {
      driven.line.append(position)
    }
    piece.append(&driven, before: next)
  }

  /// Ends the trace.
  mutating func finish() throws(RoutingError) {
    try close()
    returnToRoads(at: nil)
  }

  private mutating func close() throws(RoutingError) {
    guard var piece = open.take() else { return }
    let last = piece.lastAlong ?? piece.start
    // Noise may move the only fixes behind the beginning; the driven length is then 0.
    try leave(
      &piece, at: max(last, piece.start), end: last < piece.start ? nil : piece.lastPosition,
      before: 1)
    piece.clock.finish()
    open = piece
    flush()
    open = nil
    pieceCount += 1
    events.append(.ended(piece.summary))
  }

  /// Reports the edges whose times are known.
  private mutating func flush() {
    while let (edge, line) = open?.popTimed() { events.append(.edge(edge, line: line)) }
  }
}
