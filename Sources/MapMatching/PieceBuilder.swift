import Geo
import MapReader
import NavFormat
import RoadModel
import Routing

/// Turns decisions into pieces with edges and lines, and fixes into points.
struct PieceBuilder {
  let map: NavMap
  private let reader: EdgeReader
  private(set) var pieces: [MatchedPiece] = []
  private(set) var points: [MatchedPoint] = []
  private var open: OpenPiece?
  private var lastRoad: (place: EdgePlace, wayID: Int64, name: String?)?

  /// A piece that still grows.
  private struct OpenPiece {
    var edges: [EdgePlace] = []
    var marks: [Mark] = []
    var first: Int
    var last: Int
    var reason: BreakReason?
    var fit = 0.0
    var certainty = 0.0
    var fixes = 0
  }

  /// A fix on a piece: the edge it is on, where on it, and when.
  private struct Mark {
    var edge: Int
    var along: Double
    var time: Double?
    var position: Coordinate
  }

  init(_ map: NavMap) {
    self.map = map
    reader = EdgeReader(map: map)
  }

  mutating func add(_ fate: Fate) throws(RoutingError) {
    switch fate {
    case .dropped(let index, let reason):
      points.append(MatchedPoint(index: index, outcome: .dropped(reason)))
    case .merged(let index):
      guard let position = points.last(where: { $0.position != nil })?.position else {
        points.append(MatchedPoint(index: index, outcome: .dropped(.outlier)))
        return
      }
      points.append(MatchedPoint(index: index, outcome: .merged(position)))
    case .on(let decision): try add(decision)
    }
  }

  private mutating func add(_ decision: Decision) throws(RoutingError) {
    if decision.begins {
      try close()
      open = OpenPiece(
        first: decision.fix.index, last: decision.fix.index,
        reason: pieces.isEmpty ? nil : decision.breakReason ?? .gap)
    }
    guard var piece = open, let place = decision.path.last ?? piece.edges.last else { return }
    piece.edges += decision.path
    piece.marks.append(
      Mark(
        edge: piece.edges.count - 1, along: decision.along, time: decision.fix.time,
        position: decision.position))
    piece.last = decision.fix.index
    piece.fixes += 1
    let near = 3 * decision.noise
    piece.fit += decision.distance <= near ? 1 : near / decision.distance
    piece.certainty += decision.probability
    open = piece
    let road = try road(place)
    points.append(
      MatchedPoint(
        index: decision.fix.index,
        outcome: .matched(
          RoadPosition(
            position: decision.position,
            distanceMetres: Distance.metres(decision.fix.place, decision.position),
            wayID: road.wayID, name: road.name, piece: pieces.count,
            edge: piece.edges.count - 1, alongMetres: decision.along))))
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

  /// Ends the trace.
  mutating func finish() throws(RoutingError) { try close() }

  private mutating func close() throws(RoutingError) {
    guard let piece = open, let start = piece.marks.first, let end = piece.marks.last else {
      return
    }
    open = nil
    var line = [start.position]
    var edges: [MatchedEdge] = []
    for (index, place) in piece.edges.enumerated() {
      let from = index == 0 ? start.along : 0
      let to = index == piece.edges.count - 1 ? max(end.along, from) : nil
      edges.append(
        try edge(
          place, from, to, end: to == nil ? nil : end.position,
          turned: turned(piece, index), &line))
    }
    time(&edges, piece.marks)
    let fixes = Double(piece.fixes)
    pieces.append(
      MatchedPiece(
        confidence: min(piece.fit / fixes * (0.5 + 0.5 * piece.certainty / fixes), 1),
        edges: edges, points: piece.first...piece.last, breakReason: piece.reason,
        polyline: line))
  }

  /// Where on an edge the trip turned round onto its other direction, or came from there; nil elsewhere.
  private func turned(_ piece: OpenPiece, _ index: Int) -> (start: Double?, end: Double?) {
    func isBack(_ a: Int, _ b: Int) -> Bool {
      piece.edges[a].tile == piece.edges[b].tile && piece.edges[a].edge == piece.edges[b].edge ^ 1
    }
    var result: (start: Double?, end: Double?) = (nil, nil)
    if index > 0, isBack(index, index - 1) {
      result.start = piece.marks.first { $0.edge == index }?.along
    }
    if index + 1 < piece.edges.count, isBack(index, index + 1) {
      result.end = piece.marks.last { $0.edge == index }?.along
    }
    return result
  }

  /// One edge, or the part of it that was driven; appends its points to the line.
  private func edge(
    _ place: EdgePlace, _ from: Double, _ to: Double?, end: Coordinate?,
    turned: (start: Double?, end: Double?), _ line: inout [Coordinate]
  ) throws(RoutingError) -> MatchedEdge {
    let map = self.map
    do throws(NavError) {
      let tile = try map.tile(Int(place.tile))
      let segment = Int(place.edge) >> 1
      let isForward = place.edge & 1 == 0
      let whole = Double(tile.length(segment)) / 100
      let low = min(turned.start ?? from, whole)
      let high = max(min(turned.end ?? to ?? whole, whole), low)
      var shape = tile.shape(segment)
      if !isForward { shape.reverse() }
      let first = line.count - 1
      append(shape, between: low, high, of: whole, &line)
      if let end, line.last != end { line.append(end) }
      let way = tile.way(segment)
      let ends = [tile.from(segment), tile.to(segment)]
      var nodes: [Int64] = []
      for junction in isForward ? ends : ends.reversed() {
        nodes.append(try osmID(tile, junction))
      }
      return MatchedEdge(
        id: place.id, wayID: tile.wayOSMID(way), isForward: isForward, nodes: nodes,
        name: map.name(tile.nameOffset(way)), ref: map.name(tile.refOffset(way)),
        lengthMetres: high - low, startMetres: low, times: nil,
        points: first...(line.count - 1), place: place)
    } catch { throw .map(error) }
  }

  /// The OSM id of a local junction, in the tile across where it lies there.
  private func osmID(_ tile: borrowing TileView, _ junction: Int) throws(NavError) -> Int64 {
    let own = tile.layout.junctionCount
    if junction < own { return tile.junctionOSMID(junction) }
    let crossing = tile.crossing(junction - own)
    let map = self.map
    let there = try map.tile(Int(crossing.tile))
    guard Int(crossing.junction) < there.layout.junctionCount else { return 0 }
    return there.junctionOSMID(Int(crossing.junction))
  }

  /// Appends the points of a shape that lie between two distances along it, metres of its length.
  private func append(
    _ shape: [Coordinate], between low: Double, _ high: Double, of length: Double,
    _ line: inout [Coordinate]
  ) {
    var total = 0.0
    for (a, b) in zip(shape, shape.dropFirst()) { total += Distance.metres(a, b) }
    let scale = length > 0 ? total / length : 0
    let from = low > 0 ? low * scale : -1
    let to = high < length ? high * scale : .infinity
    var walked = 0.0
    for (a, b) in zip(shape, shape.dropFirst()) {
      let step = Distance.metres(a, b)
      if to > walked, to < walked + step, to > from {
        let cut = a.interpolated(to: b, share: (to - walked) / step)
        if line.last != cut { line.append(cut) }
        return
      }
      walked += step
      if walked > from && walked < to && line.last != b { line.append(b) }
    }
  }

  /// Gives edges the times at which they were entered and left, in proportion between the fixes.
  private func time(_ edges: inout [MatchedEdge], _ marks: [Mark]) {
    var starts: [Double] = []
    var total = 0.0
    for edge in edges {
      starts.append(total - edge.startMetres)
      total += edge.lengthMetres
    }
    // Noise throws some fixes back; times go on.
    var farthest = -Double.infinity
    let known = marks.compactMap { mark in
      farthest = max(farthest, starts[mark.edge] + mark.along)
      return mark.time.map { (metres: farthest, time: $0) }
    }
    guard known.count >= 2 else { return }
    var next = 0
    func moment(_ metres: Double) -> Double {
      while next + 2 < known.count, known[next + 1].metres < metres { next += 1 }
      let (a, b) = (known[next], known[next + 1])
      let share = b.metres > a.metres ? (metres - a.metres) / (b.metres - a.metres) : 0
      return a.time + min(max(share, 0), 1) * (b.time - a.time)
    }
    var at = 0.0
    var entered = moment(0)
    for index in edges.indices {
      at += edges[index].lengthMetres
      let left = max(moment(at), entered)
      edges[index].times = entered...left
      entered = left
    }
  }
}
