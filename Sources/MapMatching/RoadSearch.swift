import Hierarchy
import NavFormat
import RoadCosts
import RouteModel

/// The best ways from all hypotheses of one step to all roads near the next fix: one run of
/// Dijkstra's algorithm, begun at all of them with what they cost so far.
///
/// Since what a way costs adds up along it, one search finds for every road its best predecessor;
/// Viterbi's minimum over predecessors needs no search for each of them. Scratch is kept from step to
/// step and cleared by numbering the searches, so that a step costs what it touches.
///
/// The cost of motion does not add up, but it only increases along a path, and the faster the longer
/// the path is. So paths are compared with what their motion costs so far: without it, a source whose
/// way is too long for the time would hide one behind it that has paid for a break.
struct RoadSearch {
  struct Label {
    var search: UInt32 = 0
    /// The cost to the beginning of the edge, and that with the cost of the motion up to there.
    var cost: UInt32 = 0
    var total: UInt32 = 0
    /// The previous edge of the path; none after the source's.
    var parent = GraphEdgeIndex.none
    /// The previous edge in the graph, also that of a source.
    var from = GraphEdgeIndex.none
    /// The source from which the path comes.
    var source = SourceIndex.none
    /// Metres and seconds from the source to the beginning of the edge.
    var metres: Float = 0
    var seconds: Float = 0
    /// The violations of the turn onto the edge.
    var violations: Violations = []
    /// The best total from another source, and that source.
    var rivalTotal: UInt32 = RoadSearch.unreached
    var rival = SourceIndex.none
  }

  /// A road near the fix: a base edge and a place on it.
  struct Target {
    var edge: GraphEdgeIndex
    /// Metres along the edge.
    var along: Float
    /// The cost of the fix there.
    var emission: UInt32
    /// The road.
    var found: FoundIndex
    /// The other direction of its segment; none if that is closed.
    var opposite = TargetIndex.none
    /// Another place on the same edge, such as on the other arm of a hairpin; none after the last.
    var sibling = TargetIndex.none
    /// The minimum cost including the fix's; `RoadSearch.unreached` if none.
    var cost: UInt32 = RoadSearch.unreached
    /// The reached edge, base or via.
    var reached = GraphEdgeIndex.none
    var arrival = Movement.none
    /// The source of the best path.
    var source = SourceIndex.none
    /// The farthest place on the edge that the best path has reached, in metres.
    var farthest: Float = 0
    /// The distance behind that place, in metres.
    var behind: Float = 0

    /// Takes a path if it is better than the current one.
    ///
    /// - Returns: Whether it is.
    @inline(__always)
    mutating func offer(
      _ edge: GraphEdgeIndex, _ arrival: Movement, cost: UInt32, from source: SourceIndex
    ) -> Bool {
      guard cost < self.cost else { return false }
      self.cost = cost
      self.arrival = arrival
      self.source = source
      reached = edge
      farthest = along
      behind = 0
      return true
    }
  }

  /// The kind of path to a road.
  enum Movement: Equatable {
    case none
    /// On the edge on which the source is.
    case along
    /// By a U-turn on the source's segment.
    case turned
    /// Over the edges of the labels.
    case routed
    /// In a straight line, because the map has no plausible path.
    case overland
    /// Without a path.
    case broken
  }

  static let unreached = UInt32.max / 2

  private(set) var labels: [Label] = []
  private var targetOf: [UInt64] = []
  private var number: UInt32 = 0
  private var queue = CostQueue()
  /// The number of settled edges so far, for statistics.
  private(set) var settled = 0

  /// Begins a search: removes the labels of the previous one.
  mutating func begin(_ targets: inout [Target], _ graph: EdgeBasedGraph) {
    if number == .max {
      // The numbering restarts, so old labels must be removed.
      labels.removeAll(keepingCapacity: true)
      targetOf.removeAll(keepingCapacity: true)
      number = 0
    }
    number += 1
    queue.removeAll()
    fit(graph)
    for index in targets.indices {
      let edge = targets[index].edge
      targets[index].sibling = firstTarget(on: edge)
      targetOf[edge] = UInt64(number) << 32 | UInt64(index)
    }
  }

  /// The first target on a base edge, which leads to the others there; none if there is none.
  @inline(__always)
  func firstTarget(on base: GraphEdgeIndex) -> TargetIndex {
    let known = targetOf[base]
    return known >> 32 == UInt64(number)
      ? TargetIndex(number: UInt32(truncatingIfNeeded: known)) : .none
  }

  private mutating func fit(_ graph: EdgeBasedGraph) {
    let missing = graph.edges.count - labels.count
    guard missing > 0 else { return }
    let room = missing + graph.edges.count / 2
    labels += repeatElement(Label(), count: room)
    targetOf += repeatElement(0, count: room)
  }

  /// Offers a path onto an edge.
  @inline(__always)
  mutating func offer(
    _ next: EdgeBasedGraph.Next, from edge: GraphEdgeIndex, _ cost: UInt32, motion: UInt32,
    parent: GraphEdgeIndex, _ driven: Driven
  ) {
    let place = next.edge
    let total = cost &+ next.cost &+ motion
    var label = Label(
      search: number, cost: cost &+ next.cost, total: total, parent: parent, from: edge,
      source: driven.source, metres: driven.metres, seconds: driven.seconds + next.seconds,
      violations: next.violations)
    if labels[place].search == number {
      let known = labels[place]
      // Sources on one path share the previous edge; they are not another reading.
      let isRival = known.source != driven.source && known.from != edge
      if known.total <= total {
        if isRival, total < known.rivalTotal {
          (labels[place].rivalTotal, labels[place].rival) = (total, driven.source)
        }
        return
      }
      if isRival { (label.rivalTotal, label.rival) = (known.total, known.source) }
    }
    labels[place] = label
    queue.push(next.edge.number, cost: total)
  }

  /// Offers the turns from the end of an edge.
  @inline(__always)
  private mutating func turn(
    from edge: GraphEdgeIndex, cost: UInt32, motion: UInt32, parent: GraphEdgeIndex,
    _ driven: Driven, _ violating: Bool, _ graph: inout EdgeBasedGraph
  ) throws(RoutingError) {
    let ways = try graph.ways(from: edge)
    fit(graph)
    for way in ways {
      offer(graph.nexts[way], from: edge, cost, motion: motion, parent: parent, driven)
    }
    guard violating else { return }
    let turns = try graph.violatingTurns(from: edge)
    fit(graph)
    for turn in turns {
      offer(
        graph.violatingNexts[turn], from: edge, cost, motion: motion, parent: parent, driven)
    }
  }

  /// Adds the turns from the end of a source's edge; `cost`, `motion` and `driven` include the rest of that edge.
  mutating func seed(
    edge: GraphEdgeIndex, cost: UInt32, motion: UInt32, _ driven: Driven, violating: Bool,
    _ graph: inout EdgeBasedGraph
  ) throws(RoutingError) {
    try turn(
      from: edge, cost: cost, motion: motion, parent: .none, driven, violating, &graph)
  }

  /// The driven length and time of a path from its source.
  struct Driven {
    var source: SourceIndex
    var metres: Float
    var seconds: Float
  }

  /// The bounds of a search.
  struct Limits {
    /// The maximum length of a path, in metres.
    var metres: Float
    /// The maximum cost of a path.
    var cost: UInt32
    /// The maximum extra cost of a target over the best one.
    var beam: UInt32
    /// Whether paths may violate rules, at their price.
    var violating: Bool
  }

  private static func worst(_ targets: [Target]) -> UInt32 {
    targets.reduce(0) { max($0, $1.cost) }
  }

  /// Searches until no target can be reached at a lower cost, or the limits are exhausted.
  mutating func run(
    _ targets: inout [Target], _ limits: Limits, _ motions: [MotionCost],
    _ graph: inout EdgeBasedGraph
  ) throws(RoutingError) {
    var remaining = 0
    var best = limits.cost
    for target in targets {
      if target.cost == Self.unreached {
        remaining += 1
      } else {
        best = min(best, target.cost &+ limits.beam)
      }
    }
    var worst = remaining > 0 ? Self.unreached : Self.worst(targets)
    while let (item, total) = queue.pop() {
      // The remaining labels cost more than every target.
      if total > best || total >= worst { return }
      let index = GraphEdgeIndex(number: item)
      let label = labels[index]
      guard label.total == total else { continue }
      // The turn took time, too.
      let motion = motions[label.source]
      guard label.cost &+ motion.cost(metres: label.metres, seconds: label.seconds) <= best else {
        continue
      }
      settled &+= 1
      let edge = graph.edges[index]
      var place = firstTarget(on: edge.base)
      while !place.isNone {
        let share = edge.lengthMetres > 0 ? targets[place].along / edge.lengthMetres : 0
        let total =
          label.cost &+ UInt32(share * Float(edge.cost))
          &+ motion.cost(
            metres: label.metres + targets[place].along,
            seconds: label.seconds + share * graph.seconds(edge))
          &+ targets[place].emission
        let isNew = targets[place].cost == Self.unreached
        if targets[place].offer(index, .routed, cost: total, from: label.source) {
          if isNew { remaining -= 1 }
          if remaining == 0 { worst = Self.worst(targets) }
          best = min(best, total &+ limits.beam)
        }
        place = targets[place].sibling
      }
      let driven = Driven(
        source: label.source, metres: label.metres + edge.lengthMetres,
        seconds: label.seconds + graph.seconds(edge))
      let end = label.cost &+ edge.cost
      let beyond = motion.cost(metres: driven.metres, seconds: driven.seconds)
      guard driven.metres <= limits.metres, end &+ beyond <= best else { continue }
      try turn(
        from: index, cost: end, motion: beyond, parent: index, driven, limits.violating, &graph)
    }
  }

  /// Another source, and the extra cost of its best path.
  struct Rival {
    var source: SourceIndex
    var margin: UInt32
  }

  /// Appends the edges of a path after the source's, in order.
  ///
  /// - Returns: The source that could best have led to one of these edges instead.
  func trace(
    _ reached: GraphEdgeIndex, _ graph: EdgeBasedGraph, into path: inout [TileEdge]
  ) -> Rival {
    let first = path.count
    var edge = reached
    var rival = Rival(source: .none, margin: Self.unreached)
    while true {
      var place = graph.edges[edge].place
      let label = labels[edge]
      place.violations = label.violations.union(graph.edges[edge].violations)
      path.append(place)
      if !label.rival.isNone, label.rivalTotal &- label.total < rival.margin {
        rival = Rival(source: label.rival, margin: label.rivalTotal &- label.total)
      }
      if label.parent.isNone {
        path[first...].reverse()
        return rival
      }
      edge = label.parent
    }
  }

  /// The edges of a path after the source's, the last one first.
  func edges(to reached: GraphEdgeIndex) -> [GraphEdgeIndex] {
    var path = [reached]
    while let last = path.last, !labels[last].parent.isNone { path.append(labels[last].parent) }
    return path
  }
}
