import Bytes
public import MapReader
import NavFormat
import RoadModel
import RouteModel

/// Finds the edges of traffic records on a map, without guessing; reports records without a place.
public struct TrafficPlacer: Sendable {
  /// A piece of an edge and the record that it comes from.
  typealias Found = (piece: TrafficPiece, record: Int)

  let map: NavMap
  private var found = FoundPieces()
  private var unplaced: [TrafficPlacement.Unplaced] = []
  /// The values of each record.
  private var values: [TrafficPiece] = []
  var confidences: [Int: Double] = [:]
  private var refused: Set<Int> = []
  /// The records with a place, also if they say that nothing is known of it.
  private var placed: Set<Int> = []
  /// The first part of each record that is shorter than the resolution.
  private var tiny: [Int: TrafficPiece] = [:]
  /// The delays of turns; the longest, if several records have the same turn.
  private var turns: [Turn: UInt16] = [:]
  private let deadline: ContinuousClock.Instant?

  private struct Turn: Hashable {
    var from: EdgeNumber
    var to: EdgeNumber
  }

  private init(_ map: NavMap, until deadline: ContinuousClock.Instant? = nil) {
    self.map = map
    self.deadline = deadline
  }

  /// Whether the task was cancelled or its time is up; slow steps are then skipped.
  var isOver: Bool { Task.isCancelled || deadline.map { ContinuousClock.now >= $0 } ?? false }

  /// Places records on a map.
  ///
  /// Where records of the same incident, or without an incident, overlap, the lowest speed, the highest jam factor and
  /// delay, and the strictest closure count.
  ///
  /// - Parameters:
  ///   - records: The records; values above the maximum are clamped (see ``TrafficRecord/flaw``).
  ///   - map: The map.
  ///   - deadline: The time from which on places are left out, as if the task were cancelled; nil for never. Places by
  ///     nodes, and the first thousand by ways, take too little time to be left out.
  /// - Returns: The pieces and turns, and the records without a place.
  /// - Throws: ``NavError`` if a tile is damaged; a line over a damaged tile has no place.
  /// - Complexity: O(size of the map): there is no index of ways and nodes. A line takes some milliseconds.
  public static func place(
    _ records: [TrafficRecord], on map: NavMap, until deadline: ContinuousClock.Instant? = nil
  ) async throws(NavError) -> TrafficPlacement {
    try await TaskThreads.run { () throws(NavError) in
      try place(records, on: map, until: deadline)
    }
  }

  /// Places records on a map on the calling thread, for programs without tasks.
  ///
  /// - Parameters:
  ///   - records: The records; values above the maximum are clamped (see ``TrafficRecord/flaw``).
  ///   - map: The map.
  ///   - deadline: The time from which on places are left out, as if the task were cancelled; nil for never. Places by
  ///     nodes, and the first thousand by ways, take too little time to be left out.
  /// - Returns: The pieces and turns, and the records without a place.
  /// - Throws: ``NavError`` if a tile is damaged; a line over a damaged tile has no place.
  public static func place(
    _ records: [TrafficRecord], on map: NavMap, until deadline: ContinuousClock.Instant? = nil
  ) throws(NavError) -> TrafficPlacement {
    var placer = TrafficPlacer(map, until: deadline)
    placer.convert(records)
    try placer.placeWays(records)
    try placer.placeNodes(records)
    try placer.placeTurns(records)
    try placer.placeLines(records)
    try placer.placeStretches(records)
    try placer.placeReferences(records)
    placer.refuseEmpty(records)
    placer.addTiny()
    let incidents = placer.numberIncidents(records)
    // A record may have no effect, as with closed=no.
    placer.found.pieces.removeAll { $0.piece == TrafficPlacer.nothing($0.piece) }
    let merged = PieceMerger.merged(placer.found.pieces)
    placer.refuseExcess(merged.tooMany)
    placer.unplaced.sort { $0.record < $1.record }
    return TrafficPlacement(
      pieces: merged.pieces,
      turns: placer.turns.map { DelayedTurn(from: $0.key.from, to: $0.key.to, delay: $0.value) }
        .sorted(by: DelayedTurn.precedes), incidents: incidents, unplaced: placer.unplaced,
      confidences: placer.confidences)
  }

  /// The part of a piece without values.
  private static func nothing(_ piece: TrafficPiece) -> TrafficPiece {
    TrafficPiece(edge: piece.edge, from: piece.from, to: piece.to)
  }

  /// Finds the parts of edges of some places, for records of another kind.
  ///
  /// - Returns: The parts as pieces without values, and the places that are not on the map; both by index.
  static func find(
    _ places: [TrafficRecord.Place], on map: NavMap
  ) throws(NavError) -> (found: [Found], unplaced: [TrafficPlacement.Unplaced]) {
    var placer = TrafficPlacer(map)
    let records = places.map { TrafficRecord($0) }
    placer.convert(records)
    try placer.placeWays(records)
    try placer.placeNodes(records)
    try placer.placeLines(records)
    try placer.placeStretches(records)
    try placer.placeReferences(records)
    placer.refuseEmpty(records)
    placer.addTiny()
    placer.refuseExcess([])
    return (placer.found.pieces, placer.unplaced)
  }

  /// Converts the values; the incidents are numbered when it is known which have a place.
  private mutating func convert(_ records: [TrafficRecord]) {
    for (index, record) in records.enumerated() {
      if let reason = record.meaningless { refuse(index, reason) }
      values.append(record.piece)
    }
  }

  /// Numbers the incidents with a place in the order of their records, and sets those of the pieces.
  ///
  /// The feed of a country has many more incidents than a map of a region, and than there are numbers.
  private mutating func numberIncidents(_ records: [TrafficRecord]) -> [TrafficIncident] {
    guard records.contains(where: { $0.incident != nil }) else { return [] }
    var numbers: [TrafficIncident: UInt16] = [:]
    var incidents: [TrafficIncident] = []
    for record in Set(found.pieces.map(\.record)).sorted() {
      guard let incident = records[record].incident, numbers[incident] == nil else { continue }
      if incidents.count < Int(UInt16.max) - 1 {
        incidents.append(incident)
        numbers[incident] = UInt16(incidents.count)
      } else {
        // Without its incident it would apply indefinitely.
        refuse(record, .tooMany)
      }
    }
    found.pieces = found.pieces.compactMap { piece, record in
      guard let incident = records[record].incident else { return (piece, record) }
      guard let number = numbers[incident] else { return nil }
      var piece = piece
      piece.incident = number
      return (piece, record)
    }
    return incidents
  }

  /// Adds a part of an edge; by default its end is that of a stretch of the record.
  mutating func add(_ record: Int, _ part: EdgePart, isEnd: Bool = true) {
    if refused.contains(record) { return }
    placed.insert(record)
    var piece = values[record]
    if !isEnd { piece.delay = 0 }
    piece.edge = part.edge
    piece.from = part.from
    piece.to = part.to
    if !part.isEmpty {
      found.append(piece, record)
    } else if tiny[record] == nil {
      tiny[record] = piece
    }
  }

  /// Adds the parts of edges of a stretch in the order in which they are driven; a delay counts once, at its end.
  mutating func add(_ record: Int, along parts: [EdgePart]) {
    // A last part that is shorter than the resolution is left out.
    let end = parts.lastIndex { !$0.isEmpty } ?? parts.indices.first
    for (index, part) in parts.enumerated() { add(record, part, isEnd: index == end) }
  }

  /// Adds the turn from one edge onto another, with the delay of a record.
  mutating func add(_ record: Int, from: EdgeNumber, to: EdgeNumber) {
    if refused.contains(record) { return }
    placed.insert(record)
    let delay = values[record].delay
    let turn = Turn(from: from, to: to)
    if delay > 0 { turns[turn] = max(turns[turn] ?? 0, delay) }
  }

  /// Adds the records shorter than the resolution, unless they lie at the end of another part.
  private mutating func addTiny() {
    if tiny.isEmpty { return }
    for (_, record) in found.pieces { tiny[record] = nil }
    for (record, piece) in tiny.sorted(by: { $0.key < $1.key }) {
      var piece = piece
      if piece.from < .max { piece.to = piece.from + 1 } else { piece.from = .max - 1 }
      found.append(piece, record)
    }
    tiny = [:]
  }

  /// Notes that a record has no place; the first reason counts.
  mutating func refuse(_ record: Int, _ reason: TrafficPlacement.Reason) {
    guard refused.insert(record).inserted else { return }
    unplaced.append(TrafficPlacement.Unplaced(record: record, reason: reason))
  }

  /// Notes the records that are left out on an edge with too many, now or before.
  private mutating func refuseExcess(_ records: [Int]) {
    for record in found.tooMany.union(records).sorted() { refuse(record, .tooMany) }
  }

  /// Notes the records that name no part of an edge and no turn, so that every record is placed or counted.
  private mutating func refuseEmpty(_ records: [TrafficRecord]) {
    for record in records.indices where !placed.contains(record) { refuse(record, .empty) }
  }

  // MARK: Ways

  /// A segment of a way: its edges, its length in centimetres, and the nodes at its ends.
  private struct Piece {
    var edges: SegmentEdges
    var length: UInt32
    var from: Int64 = 0
    var to: Int64 = 0
  }

  private mutating func placeWays(_ records: [TrafficRecord]) throws(NavError) {
    var wanted: Set<Int64> = []
    var measured: Set<Int64> = []
    for (number, record) in records.enumerated() {
      guard case .way(let way, _, let metres) = record.place else { continue }
      wanted.insert(way)
      if metres != nil || values[number].delay > 0 { measured.insert(way) }
    }
    if wanted.isEmpty { return }
    let pieces = try pieces(of: wanted, measured)
    let chains = measured.reduce(into: [:]) { chains, way in
      chains[way] = pieces[way].flatMap(Self.chain)
    }
    var isLate = false
    for (number, record) in records.enumerated() {
      // Most records take less time than reading the clock.
      if number % 1_024 == 1_023, isOver { isLate = true }
      guard case .way(let way, let directions, let metres) = record.place else { continue }
      if isLate {
        refuse(number, .outOfTime)
        continue
      }
      guard let known = pieces[way] else {
        refuse(number, .unknownWay)
        continue
      }
      if metres == nil, values[number].delay == 0 {
        for piece in known {
          let part = SegmentPart(edges: piece.edges)
          for direction in Direction.allCases where directions.contains(direction) {
            add(number, part.on(direction))
          }
        }
        continue
      }
      guard let chain = chains[way] else {
        refuse(number, .unclearWay)
        continue
      }
      guard let metres else {
        add(number, chain.map { SegmentPart(edges: $0.edges) }, directions)
        continue
      }
      if !add(number, metres, along: chain, directions) { refuse(number, .beyondWay) }
    }
  }

  private func pieces(
    of ways: Set<Int64>, _ measured: Set<Int64>
  ) throws(NavError) -> [Int64: [Piece]] {
    var pieces: [Int64: [Piece]] = [:]
    let map = self.map
    for number in map.tiles {
      let tile = try map.tile(number)
      let isWanted = (0..<tile.layout.wayCount).map { ways.contains(tile.wayOSMID($0)) }
      if !isWanted.contains(true) { continue }
      for segment in tile.layout.ownSegments where isWanted[tile.way(segment)] {
        let way = tile.wayOSMID(tile.way(segment))
        let edge = segment.forwardEdge
        var piece = Piece(
          edges: SegmentEdges(segment, tile.layout, map), length: tile.length(segment))
        if measured.contains(way) {
          piece.from = try map.osmID(ofHead: edge.reversed, in: tile.layout)
          piece.to = try map.osmID(ofHead: edge, in: tile.layout)
        }
        pieces[way, default: []].append(piece)
      }
    }
    return pieces
  }

  /// The pieces of a way in its order; nil if the order or the beginning is not clear.
  private static func chain(_ pieces: [Piece]) -> [Piece]? {
    var next: [Int64: Piece] = [:]
    for piece in pieces {
      if next.updateValue(piece, forKey: piece.from) != nil { return nil }
    }
    let ends = Set(pieces.map(\.to))
    let starts = pieces.filter { !ends.contains($0.from) }
    // A ring of one piece begins where that begins.
    guard starts.count == 1 || pieces.count == 1, var node = (starts.first ?? pieces.first)?.from
    else { return nil }
    var chain: [Piece] = []
    while chain.count < pieces.count, let piece = next[node] {
      chain.append(piece)
      node = piece.to
    }
    return chain.count == pieces.count ? chain : nil
  }

  /// Adds the edges between two distances along a way; false if the way is shorter.
  private mutating func add(
    _ record: Int, _ metres: ClosedRange<Double>, along chain: [Piece], _ directions: DirectionSet
  ) -> Bool {
    var begin = 0.0
    // A metre, because sources measure a way with other formulas.
    let (low, high) = (metres.lowerBound * 100, metres.upperBound * 100)
    let whole = chain.reduce(0) { $0 + Double($1.length) }
    if low >= whole || high > whole + max(whole / 100, 100) { return false }
    var parts: [SegmentPart] = []
    for piece in chain {
      let end = begin + Double(piece.length)
      defer { begin = end }
      guard piece.length > 0, low < end, high > begin else { continue }
      parts.append(
        SegmentPart(
          edges: piece.edges, from: EdgePart.share(low - begin, of: piece.length),
          to: EdgePart.share(high - begin, of: piece.length)))
    }
    add(record, parts, directions)
    return true
  }

  /// Adds parts of segments in the order of their way, in some directions.
  private mutating func add(
    _ record: Int, _ parts: [SegmentPart], _ directions: DirectionSet
  ) {
    if directions.contains(.forward) { add(record, along: parts.map { $0.on(.forward) }) }
    if directions.contains(.backward) {
      add(record, along: parts.reversed().map { $0.on(.backward) })
    }
  }
}
