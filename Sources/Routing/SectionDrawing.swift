import Geo
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// The edges and the line of one section, built step by step along a path.
///
/// All shapes except those of the first and the last edge are copied without measuring.
struct SectionDrawing {
  private let map: NavMap
  private let rules: QueryRules
  private let path: Path
  /// Whether the whole line is needed, not only its ends.
  private let isWhole: Bool
  private var names: NameCache
  private(set) var edges: [RouteEdge] = []
  private(set) var line: [Coordinate]
  private(set) var lengthMetres = 0.0
  private var spans: TrafficSpans
  /// Nil if no traffic is considered.
  var traffic: [TrafficSpan]? { spans.spans }
  /// Centiseconds.
  private(set) var time: UInt64 = 0

  init(map: NavMap, rules: QueryRules, path: Path, isWhole: Bool) {
    self.map = map
    self.rules = rules
    self.path = path
    self.isWhole = isWhole
    names = NameCache(map)
    spans = TrafficSpans(rules)
    line = [path.start.point.position]
    if !isWhole { line.append(path.end.point.position) }
  }

  /// Builds the section of the whole path.
  mutating func draw() throws(NavError) {
    edges.reserveCapacity(path.steps.count)
    if isWhole { line.reserveCapacity(path.steps.count * 8) }
    var next = 0
    while next < path.steps.count { next = try drawRun(from: next) }
  }

  /// Adds consecutive steps of one tile; returns the index of the next step.
  private mutating func drawRun(from first: Int) throws(NavError) -> Int {
    let number = path.steps[first].tile
    let map = self.map
    let tile = try map.tile(number)
    var row = tile.way(path.steps[first].segment)
    var way = self.way(tile, row)
    var index = first
    while index < path.steps.count, path.steps[index].tile == number {
      let next = tile.way(path.steps[index].segment)
      if next != row {
        row = next
        way = self.way(tile, row)
      }
      add(tile, index, way)
      index += 1
    }
    return index
  }

  /// The properties that the edges of a way share, without the effect of rules.
  private mutating func way(_ tile: borrowing TileView, _ row: Int) -> RouteWay {
    RouteWay(
      id: tile.wayOSMID(row), name: names[tile.nameOffset(row)],
      ref: names[tile.refOffset(row)], road: tile.attributes(row: tile.attributeRow(row)))
  }

  /// The properties of an edge of a way with rules.
  private func ruled(_ way: RouteWay, _ tile: borrowing TileView, _ step: PathStep) -> RouteWay {
    let road = rules.road(tile, step.segment, step.direction, at: step.time)
    return RouteWay(id: way.id, name: way.name, ref: way.ref, road: road)
  }

  /// Adds one edge, or the part of it between the ends that lie on it, and its points.
  private mutating func add(_ tile: borrowing TileView, _ index: Int, _ way: RouteWay) {
    let step = path.steps[index]
    let (segment, direction) = (step.segment, step.direction)
    let length = tile.length(segment)
    var duration = step.edgeTime
    var driven = length
    var part = 0...length
    let first = isWhole ? line.count - 1 : 0
    let isLast = index == path.steps.count - 1
    if index > 0 && !isLast {
      if isWhole { tile.appendShape(segment, direction, to: &line) }
    } else {
      let (low, high) = addPart(tile, index, length)
      // As in searches: an edge of length 0 takes time, except at the end of the trip.
      let measure = rules.measure(tile, step.edge, at: step.time, time: duration)
      duration = (isLast ? measure.time(upTo: high) : duration) - measure.time(upTo: low)
      driven = high - low
      part = min(low, high)...high
    }
    spans.add(
      tile, step.edge, at: step.time, time: step.edgeTime, part, from: lengthMetres,
      goesOn: !isLast, turnDelay: isLast || !rules.hasTurnDelays ? 0 : turnDelay(after: index))
    let (limits, conditional) = tile.rules(on: segment, direction)
    lengthMetres += Double(driven) / 100
    time += UInt64(duration) + UInt64(step.turnDuration)
    edges.append(
      RouteEdge(
        id: map.edgeID(step.id), isForward: direction == .forward,
        lengthMetres: Double(driven) / 100,
        time: duration, turnTime: step.turnDuration,
        way: tile.hasRules(segment) ? ruled(way, tile, step) : way, limits: limits,
        conditionalRules: conditional, points: first...(line.count - 1)))
  }

  /// The time that the traffic adds to the turn behind a step.
  private func turnDelay(after index: Int) -> Centiseconds {
    let (step, next) = (path.steps[index], path.steps[index + 1])
    return rules.turnDelay(
      from: (step.tile, step.edge), onto: (next.tile, next.edge), at: next.turnTime)
  }

  /// Appends the points of the first or the last edge, up to the end of the path on it.
  ///
  /// Returns the range of distances along the edge that is driven, in centimetres.
  private mutating func addPart(
    _ tile: borrowing TileView, _ index: Int, _ length: UInt32
  ) -> (low: UInt32, high: UInt32) {
    let low = index == 0 ? path.start.along(length) : nil
    let high = index == path.steps.count - 1 ? path.end.along(length) : nil
    if isWhole { cut(tile, path.steps[index], from: low, to: high) }
    return (low ?? 0, high ?? length)
  }

  /// Appends the points of an edge between two distances along it; nil means the end of the edge.
  ///
  /// The line already ends at the first distance.
  private mutating func cut(
    _ tile: borrowing TileView, _ step: PathStep, from low: UInt32?, to high: UInt32?
  ) {
    let segment = step.segment
    var shape = tile.shape(segment)
    if step.direction == .backward { shape.reverse() }
    var pieces: [Double] = []
    for (a, b) in zip(shape, shape.dropFirst()) { pieces.append(Distance.metres(a, b)) }
    // Lengths are those of the source's shape; they are scaled to the stored shape.
    let length = tile.length(segment)
    let scale = length > 0 ? pieces.reduce(0, +) / Double(length) : 0
    let from = low.map { Double($0) * scale } ?? -1
    let to = high.map { Double($0) * scale } ?? .infinity
    var walked = 0.0
    for (piece, point) in zip(pieces, shape.dropFirst()) {
      walked += piece
      if walked > from && walked < to && line.last != point { line.append(point) }
    }
    let end = path.end.point.position
    if high != nil, line.last != end { line.append(end) }
  }
}

/// The names on a route: the last eight are cached, because one road often consists of many ways.
struct NameCache {
  private let map: NavMap
  private var known: [(offset: UInt32, name: String?)] = []
  private var next = 0

  init(_ map: NavMap) { self.map = map }

  /// The name at an offset of the names section; nil if there is none.
  subscript(offset: UInt32) -> String? {
    mutating get {
      if offset == 0 { return nil }
      for known in known where known.offset == offset { return known.name }
      let name = map.name(offset)
      if known.count < 8 {
        known.append((offset, name))
      } else {
        known[next] = (offset, name)
        next = (next + 1) % known.count
      }
      return name
    }
  }
}
