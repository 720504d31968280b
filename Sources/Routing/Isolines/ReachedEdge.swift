import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// A part of a base edge that is reached, maybe beyond the limit of the range.
struct ReachedEdge: Sendable {
  var slot: TileSlot
  /// The local number in the slot's tile, which it belongs to.
  var edge: EdgeIndex
  /// The part's bounds in centimetres from the beginning of the directed edge.
  var begin: UInt32
  var end: UInt32
  /// The quantity at the first reached point: forward at `begin`, backward at `end`.
  var near: UInt32
  /// The cost there.
  var nearCost: UInt32
  /// The time of the whole edge.
  var whole: Centiseconds
  /// The cost of the whole edge.
  var wholeCost: UInt32
  /// The length of the path between the place and the end of the edge in centimetres; for energy a ``ReachEnergy``.
  ///
  /// Where the trip begins or ends on the edge, it is only known for energy.
  var net: UInt32 = 0
  /// The time since departure at which the edge is entered; 0 where no time passes.
  var entered: Centiseconds = 0
  /// Whether the trip begins, or backward ends, on this edge.
  var isOrigin = false

  /// The cost between the place and a point of the edge, in centimetres from its beginning, by the edge's measure.
  func cost(at along: UInt32, _ measure: EdgeMeasure, isReversed: Bool) -> UInt32 {
    let here = measure.cost(upTo: along)
    let near = measure.cost(upTo: isReversed ? end : begin)
    return nearCost &+ (isReversed ? near &- min(here, near) : max(here, near) &- near)
  }

  /// The length of the path between the place and a point of the edge, in centimetres; not for energy.
  func centimetres(at along: UInt32, _ measure: EdgeMeasure, isReversed: Bool) -> UInt64 {
    if isOrigin { return UInt64(isReversed ? end - min(along, end) : max(along, begin) - begin) }
    let rest = measure.length - min(along, measure.length)
    return UInt64(isReversed ? net &+ rest : net - min(rest, net))
  }
}

/// Everything within a range: the result of a ``ReachSearch``.
struct ReachedArea {
  var tiles: TouchedTiles
  var rules: QueryRules
  var limit: ReachLimit
  var isReversed: Bool
  var edges: [ReachedEdge]
  /// The index in `edges` of the first part of each slot's base edges.
  var first: [FirstParts]
  /// The index of a further part of the same edge; -1 for none.
  var next: [Int32]
  var settled: Int
  /// Cells without parts; only if no network is wanted.
  let cells: [ReachedCell]
  /// The reached segments of these cells: for each slot a bit for each segment, eight in a byte.
  private(set) var cellSegments: [[UInt8]] = []
  /// The number of the metric by which the search went over cells; nil if it did not.
  let metric: UInt32?
  private let energy: EdgeEnergy?

  /// Collects the parts of a search: of each base edge the one with the best cost, and those that begin on it.
  init(_ search: consuming ReachSearch, isReversed: Bool) throws(RoutingError) {
    limit = search.limit
    energy = search.energy
    rules = search.rules
    self.isReversed = isReversed
    settled = search.settled
    edges = []
    next = []
    first = []
    tiles = search.tiles
    cells = search.cells
    metric = search.metric
    let others = search.others
    let costIsQuantity = search.costIsQuantity
    let most = search.most
    try collect(search)
    for part in others where part.near <= limit.value || !costIsQuantity { append(part) }
    for cell in cells { note(cell) }
    trim()
    if !costIsQuantity {
      settleDirections()
      var parts: [ReachedEdge] = []
      for part in edges where !isLeftToTheOther(part) {
        if try isWithin(part, most) { parts.append(part) }
      }
      (edges, next, first, cellSegments) = ([], [], [], [])
      for part in parts { append(part) }
    }
  }

  /// Limits paths that come round to an edge of the place to the part that the trip does not begin or end on.
  private mutating func trim() {
    for index in edges.indices where edges[index].isOrigin {
      let origin = edges[index]
      var other = Int(first[origin.slot.rawValue][origin.edge])
      while other >= 0 {
        if !edges[other].isOrigin {
          if isReversed {
            edges[other].begin = max(edges[other].begin, origin.end)
          } else {
            edges[other].end = min(edges[other].end, origin.begin)
          }
        }
        other = Int(next[other])
      }
    }
  }

  /// Gives each point of a road to the direction with the lower cost.
  ///
  /// If the cost is not the quantity, the other direction may be within the limit although the best path is not.
  private mutating func settleDirections() {
    for slot in first.indices {
      for forward in stride(from: 0, to: first[slot].edgeCount, by: 2) {
        var a = Int(first[slot][EdgeIndex(forward)])
        while a >= 0 {
          var b = Int(first[slot][EdgeIndex(forward + 1)])
          while b >= 0 {
            settleDirections(a, b)
            b = Int(next[b])
          }
          a = Int(next[a])
        }
      }
    }
  }

  /// Whether some of a part is within the limit.
  private func isWithin(_ part: ReachedEdge, _ most: UInt32) throws(RoutingError) -> Bool {
    if part.near <= limit.value { return true }
    // Backward, less energy is needed above a descent than below it.
    guard isReversed, energy != nil, part.near <= most else { return false }
    do throws(NavError) { return try profile(part).far <= limit.value } catch {
      throw RoutingError(error)
    }
  }

  /// Whether all of a part was given to the other direction; never if the edge has no length.
  private func isLeftToTheOther(_ part: ReachedEdge) -> Bool {
    guard part.begin >= part.end, !part.isOrigin else { return false }
    let map = tiles.map
    return map.view(tiles.slots[part.slot.rawValue].layout).length(part.edge.segment) > 0
  }

  /// Divides the common stretch of two parts of opposite edges.
  private mutating func settleDirections(_ a: Int, _ b: Int) {
    let map = tiles.map
    let layout = tiles.slots[edges[a].slot.rawValue].layout
    let tile = map.view(layout)
    let length = tile.length(edges[a].edge.segment)
    let (there, back) = (edges[a], edges[b])
    let measures = (
      rules.measure(tile, there.edge, at: there.entered, time: there.whole),
      rules.measure(tile, back.edge, at: back.entered, time: back.whole)
    )
    let first = max(edges[a].begin, length - min(edges[b].end, length))
    let last = min(edges[a].end, length - min(edges[b].begin, length))
    guard first < last else { return }
    // The cost of the forward direction minus that of the other rises along it; backward it falls.
    var (low, high) = (Int64(first) - 1, Int64(last) + 1)
    while high - low > 1 {
      let middle = UInt32((low + high) / 2)
      let isForward =
        there.cost(at: middle, measures.0, isReversed: isReversed)
        <= back.cost(at: length - middle, measures.1, isReversed: isReversed)
      if isForward != isReversed { low = Int64(middle) } else { high = Int64(middle) }
    }
    // One direction has the points up to `low`, the other those from `high` on.
    let (end, begin) = (UInt32(max(low, Int64(first))), UInt32(min(high, Int64(last))))
    if isReversed {
      edges[a].begin = begin
      edges[b].begin = length - end
    } else {
      edges[a].end = end
      edges[b].end = length - begin
    }
  }

  /// Adds the parts of all labels that may be within the limit.
  private mutating func collect(_ search: ReachSearch) throws(RoutingError) {
    let labels = search.labels
    edges.reserveCapacity(labels.count)
    next.reserveCapacity(labels.count)
    let map = tiles.map
    var place = 0
    while place < labels.count {
      // Labels of one tile follow each other in long runs.
      let number = labels[place].slot
      let slot = TileSlot(number)
      let layout = tiles.slots[slot.rawValue].layout
      let tile = map.view(layout)
      while place < labels.count, labels[place].slot == number {
        let label = labels[place]
        place += 1
        // Where a path begins is among the others.
        if label.isStart || search.costIsQuantity && label.near > limit.value { continue }
        if isReversed, try !search.mayBegin(label) { continue }
        let edge = EdgeIndex(label.edge)
        if layout.isOwnBase(edge) {
          add(label, slot, edge, length: tile.length(edge.segment))
          continue
        }
        let home = try tiles.home(slot, tile.base(edge))
        let length = map.view(tiles.slots[home.slot.rawValue].layout).length(home.edge.segment)
        add(label, home.slot, home.edge, length: length)
      }
    }
  }

  /// Adds the part of a label, which is the whole of a base edge.
  private mutating func add(
    _ label: ReachSearch.Label, _ slot: TileSlot, _ edge: EdgeIndex, length: UInt32
  ) {
    let part = ReachedEdge(
      slot: slot, edge: edge, begin: 0, end: length, near: label.near,
      nearCost: label.nearCost, whole: label.whole, wholeCost: wholeCost(label, slot, edge),
      net: label.length, entered: rules.time(0, after: label.duration &- label.whole))
    // Zones and via edges give one base edge several states.
    if let known = index(slot, edge) {
      if part.nearCost < edges[known].nearCost { edges[known] = part }
    } else {
      append(part)
    }
  }

  /// The cost of the whole edge of a label.
  private func wholeCost(
    _ label: ReachSearch.Label, _ slot: TileSlot, _ edge: EdgeIndex
  ) -> UInt32 {
    if !isReversed { return label.cost &- label.nearCost }
    let map = tiles.map
    return rules.cost(
      map.view(tiles.slots[slot.rawValue].layout), edge, time: label.whole)
  }

  /// Notes the segments of a cell.
  private mutating func note(_ cell: ReachedCell) {
    makeRoom(for: cell.slot)
    let slot = cell.slot.rawValue
    let begin = cell.cell.places.segments.lowerBound.rawValue >> 3
    for (place, segments) in cell.segments.enumerated() {
      cellSegments[slot][begin + place] |= segments
    }
  }

  private mutating func makeRoom(for slot: TileSlot) {
    while first.count <= slot.rawValue {
      let count = tiles.slots[first.count].layout.ownSegmentCount
      first.append(FirstParts(segmentCount: count))
      cellSegments.append([UInt8](repeating: 0, count: (count + 7) / 8))
    }
  }

  private mutating func append(_ part: ReachedEdge) {
    makeRoom(for: part.slot)
    let slot = part.slot.rawValue
    next.append(first[slot][part.edge])
    first[slot][part.edge] = Int32(edges.count)
    edges.append(part)
  }

  private func index(_ slot: TileSlot, _ edge: EdgeIndex) -> Int? {
    guard slot.rawValue < first.count else { return nil }
    let index = first[slot.rawValue][edge]
    return index < 0 ? nil : Int(index)
  }

  /// The quantity along a part, by the measure of its edge.
  func profile(_ part: ReachedEdge) throws(NavError) -> ReachProfile {
    let map = tiles.map
    let tile = map.view(tiles.slots[part.slot.rawValue].layout)
    if let energy { return try profile(part, energy, tile) }
    let measure: EdgeMeasure =
      limit.quantity == .time && rules.layers.hasTraffic
      ? rules.measure(tile, part.edge, at: part.entered, time: part.whole)
      : EdgeMeasure(
        length: tile.length(part.edge.segment),
        time: limit.amount(part.whole, tile.length(part.edge.segment)))
    return ReachProfile(part: part, measure: measure, isReversed: isReversed)
  }

  /// The energy needed along a part.
  private func profile(
    _ part: ReachedEdge, _ energy: EdgeEnergy, _ tile: borrowing TileView
  ) throws(NavError) -> ReachProfile {
    let length = tile.length(part.edge.segment)
    if isReversed {
      let whole = try energy.reached(tile, part.edge, at: 0, time: part.whole)
      return ReachProfile(
        part: part, measure: EdgeMeasure(length: length, time: part.whole), isReversed: true,
        energy: .init(begin: Int64(part.near), used: whole, length: length))
    }
    let whole = try energy.reached(
      tile, part.edge, at: part.entered, time: part.whole, from: part.begin)
    return ReachProfile(
      part: part, measure: EdgeMeasure(length: length, time: part.whole), isReversed: isReversed,
      energy: .init(
        begin: Int64(part.net) - Int64(ReachEnergy.zero) - whole, used: whole,
        length: length - part.begin))
  }
}

/// The quantity of the range along a reached part of an edge.
struct ReachProfile {
  /// The net energy along a part that begins at `part.begin` and leads to the end of its edge.
  ///
  /// Backward, `begin` is the energy that the way from `part.end` needs, and `used` that of the whole edge.
  struct Energy {
    var begin: Int64
    var used: Int64
    /// The length that takes `used`, in centimetres.
    var length: UInt32
  }

  let part: ReachedEdge
  let measure: EdgeMeasure
  let isReversed: Bool
  /// The net energy along the part; nil if the quantity is another.
  var energy: Energy?

  /// The quantity at a point, in centimetres from the beginning of the directed edge.
  func amount(at along: UInt32) -> UInt32 {
    if let energy {
      let near = isReversed ? part.end : part.begin
      let passed =
        (along > near) != isReversed ? Int64(max(along, near) - min(along, near)) : 0
      let net =
        energy.length > 0
        ? energy.begin + energy.used * passed / Int64(energy.length) : energy.begin
      return max(isReversed ? 0 : part.near, UInt32(clamping: net))
    }
    let here = measure.time(upTo: along)
    if isReversed {
      let end = measure.time(upTo: part.end)
      return part.near &+ (end > here ? end &- here : 0)
    }
    let begin = measure.time(upTo: part.begin)
    return part.near &+ (here > begin ? here &- begin : 0)
  }

  /// The quantity at the last reached end of the part.
  var far: UInt32 { amount(at: isReversed ? part.begin : part.end) }

  /// Whether the quantity falls from the first reached end to the last: backward up a slope that recovers energy.
  var isFalling: Bool { isReversed && (energy?.used ?? 0) < 0 }

  /// The range of the part within a limit, found by bisection; nil if none is.
  func within(_ limit: UInt32) -> ClosedRange<UInt32>? {
    let far = self.far
    guard part.near <= limit || isFalling && far <= limit else { return nil }
    if max(part.near, far) <= limit { return part.begin...part.end }
    let isFromEnd = isReversed != isFalling
    var (reached, beyond) = isFromEnd ? (part.end, part.begin) : (part.begin, part.end)
    while max(reached, beyond) - min(reached, beyond) > 1 {
      let middle = min(reached, beyond) + (max(reached, beyond) - min(reached, beyond)) / 2
      if amount(at: middle) <= limit { reached = middle } else { beyond = middle }
    }
    return isFromEnd ? reached...part.end : part.begin...reached
  }
}
