import Geo
import RoadModel
import RouteModel

/// The roads that matching has come by, and the scratch of its searches.
struct Roads {
  var graph: EdgeBasedGraph
  var grid = RoadGrid()
  var search = RoadSearch()
  var found: [RoadGrid.Found] = []
}

/// The hypotheses about a trace: at every fix the roads that it may have been on, each with the best
/// way there from one at a fix before.
///
/// A hidden Markov model after Newson and Krumm, "Hidden Markov map matching through noise and
/// sparseness" (2009, doi:10.1145/1653771.1653818), with Viterbi's algorithm. It differs in what a way
/// costs: not the difference between its length and the straight line's, but the length (and time)
/// itself. For a whole journey the sum of straight lines is the same for every hypothesis, so both
/// prefer the shorter way; but the noise of a fix, which makes straight lines longer, no longer
/// rewards ways that zigzag after it, and the same parameter holds for any sampling.
///
/// Costs are in thousandths of a nat above that of the best hypothesis.
struct Lattice {
  /// A hypothesis that can go on.
  struct State {
    var node: Int32
    /// The edge in the graph, with what a via edge remembers.
    var edge: Int32
    var along: Float
    var cost: UInt32
    /// What it has still to drive to the last fix, about, when it left that out; else it would look
    /// better than those that have done so.
    var ahead: UInt32 = 0
    /// Fixes that it has left out since its node.
    var skipped: Int32
    var position: Coordinate
    var time: Double?

    /// By what hypotheses are compared.
    var rank: UInt32 { cost &+ ahead }
  }

  /// A place on a segment where one turns round, in metres along the edge there and along that back.
  struct TurnRound {
    var left: Float, entered: Float

    /// Between two fixes the one farther along is where one turned: nobody knows how far one went on.
    init(lengthMetres: Float, from: Float, to: Float) {
      left = max(from, lengthMetres - to)
      entered = lengthMetres - left
    }
  }

  /// A fix on a road, and where it comes from.
  struct Node {
    /// -1 at the beginning.
    var parent: Int32
    /// The number of its fix in `steps`, counted from the beginning of the trace.
    var step: Int
    /// Where in `path` the edges after the parent's begin, its own the last; none on the same edge.
    ///
    /// Without a parent, or after a break, just its own.
    var pathStart: Int
    /// How many they are.
    var pathCount: Int
    var along: Float
    var distance: Float
    var position: Coordinate
    var probability: Float
    var noise: Float
    var breakReason: BreakReason?
    /// Where it turned round between junctions, on the edge before; nil when it did not.
    var turn: TurnRound?
  }

  let options: MatchOptions
  /// Standard deviation of the noise on each axis, metres.
  var noise: Double
  /// How much of a fix's evidence counts, 0 to 1: less where the noise drifts, so that fixes in a row
  /// are off to the same side and do not speak for themselves.
  var evidence = 1.0
  /// What the best hypothesis has cost that ``normalize()`` has taken from all, thousandths of a nat.
  var spent: UInt64 = 0
  var front: [State] = []
  var nodes: [Node] = []
  var path: [TileEdge] = []
  var steps: [Observation] = []
  /// The number of the first of `steps` in the trace.
  var firstStep = 0
  /// Whether the first node has been given out.
  var rootIsCommitted = false
  /// The roads near the fix at hand; kept for its memory.
  var targets: [RoadSearch.Target] = []
  /// The hypotheses of the fix before, and which of them may leave out the fix at hand; kept for their memory.
  var before: [State] = []
  var leaving: [State] = []

  init(_ options: MatchOptions, noise: Double) {
    self.options = options
    self.noise = noise
  }

  /// Nats that the best hypothesis costs: the negative logarithm of its likelihood, but for the noise's share.
  var cost: Double {
    (Double(spent) + Double(front.map(\.rank).min() ?? 0)) / DrivingCost.perNat
  }

  static func nats(_ value: Double) -> UInt32 {
    UInt32(min(max(value * DrivingCost.perNat, 0), 1e9))
  }

  /// Hypotheses that are kept at a fix, at most.
  static let width = 48
  /// Hypotheses that leave a fix out, at most.
  static let skipping = 6

  // MARK: Steps

  /// Takes the next fix.
  ///
  /// - Returns: Whether it had a road near; else it changes nothing.
  mutating func add(_ fix: Observation, _ roads: inout Roads) throws(RoutingError) -> Bool {
    let noise = noise(of: fix)
    let radius = min(max(noise * 4, 30) + 10, options.maximumRadiusMetres)
    try roads.grid.find(near: fix.place, radius: radius, &roads.graph, into: &roads.found)
    guard !roads.found.isEmpty else { return false }
    try fillTargets(fix, noise, &roads)
    guard !targets.isEmpty else { return false }
    let step = firstStep + steps.count
    steps.append(fix)
    if front.isEmpty {
      begin(fix, step, noise, roads)
    } else {
      try go(fix, step, noise, LocalPlane(at: fix.place), &roads)
    }
    return true
  }

  /// What a fix's noise is believed to be: the trace's, and the receiver's word within bounds.
  private func noise(of fix: Observation) -> Double {
    guard let accuracy = fix.accuracyMetres, accuracy > 0 else { return noise }
    // A circle that holds two thirds has a radius of 1.5 standard deviations of an axis.
    return min(max(accuracy / 1.5, noise / 2), noise * 4)
  }

  private mutating func fillTargets(
    _ fix: Observation, _ noise: Double, _ roads: inout Roads
  ) throws(RoutingError) {
    targets.removeAll(keepingCapacity: true)
    var heading: (east: Float, north: Float)?
    if let degrees = fix.headingDegrees, degrees.isFinite, fix.speed ?? 10 > 2 {
      let turn = degrees - 360 * (degrees / 360).rounded(.down)
      let (sine, cosine) = Compass.vector(degrees: turn)
      heading = (Float(sine), Float(cosine))
    }
    for (number, found) in roads.found.enumerated() {
      let first = targets.count
      let ratio = Double(found.distance) / noise
      let loss = huber(ratio)
      let segment = roads.grid.segments[Int(found.segment)]
      for direction in Direction.allCases {
        let isForward = direction == .forward
        guard isForward ? segment.opensForward : segment.opensBackward else { continue }
        var nats = loss * fix.weight * evidence
        if let heading {
          let cosine = heading.east * found.east + heading.north * found.north
          nats += options.headingCost * Double(1 - (isForward ? cosine : -cosine))
        }
        let edge = try roads.grid.edge(found.segment, direction, &roads.graph)
        let along = isForward ? found.along : max(segment.lengthMetres - found.along, 0)
        targets.append(
          RoadSearch.Target(
            edge: edge, along: along, emission: Self.nats(nats), found: Int32(number), at: along))
      }
      if targets.count == first + 2 {
        targets[first].opposite = Int32(first + 1)
        targets[first + 1].opposite = Int32(first)
      }
    }
  }

  /// Huber's loss: beyond some deviations it grows in a straight line.
  private func huber(_ ratio: Double) -> Double {
    let bend = options.bend
    return ratio < bend ? ratio * ratio / 2 : bend * ratio - bend * bend / 2
  }

  private mutating func begin(_ fix: Observation, _ step: Int, _ noise: Double, _ roads: Roads) {
    for target in targets {
      let node = addNode(target, roads, step: step, noise, parent: -1)
      front.append(state(target, node, cost: target.emission, edge: target.edge, fix, roads))
    }
    trim()
  }

  private mutating func go(
    _ fix: Observation, _ step: Int, _ noise: Double, _ plane: LocalPlane,
    _ roads: inout Roads
  ) throws(RoutingError) {
    let costs = roads.graph.costs
    var least = RoadSearch.unreached
    var straight = 0.0
    var seconds = 0.0
    for state in front {
      let metres = Self.metres(plane, state.position)
      straight = max(straight, metres)
      least = min(least, state.cost &+ costs.ahead(metres))
      if let now = fix.time, let before = state.time { seconds = max(seconds, now - before) }
    }
    let broken = least &+ Self.nats(options.breakCost)
    if straight <= options.maximumGapMetres {
      // Roads in mountains turn back on themselves: there may be more to drive than the straight line says.
      let driven = min(options.speedBetween * seconds, 3_000)
      let near = Float(2.5 * straight + 6 * noise + 40 + driven)
      try search(fix, noise, within: near, broken, &roads)
      if targets.allSatisfy({ $0.cost >= broken }) && near < 6_000 {
        try search(fix, noise, within: max(Float(5 * straight + 3_000), near), broken, &roads)
      }
    }
    let reason: BreakReason =
      straight > options.maximumGapMetres
      ? .gap : targets.allSatisfy { $0.arrival == .none } ? .noWay : .detour
    let best = offerBreaks(broken)
    swap(&front, &before)
    front.removeAll(keepingCapacity: true)
    settle(fix, step, noise, best, reason, &roads)
    trim()
    keep(fix, plane, best, roads.graph.costs)
    normalize()
  }

  /// Metres from a plane's origin.
  static func metres(_ plane: LocalPlane, _ place: Coordinate) -> Double {
    let (x, y) = plane.project(place)
    return (x * x + y * y).squareRoot()
  }

  private mutating func search(
    _ fix: Observation, _ noise: Double, within metres: Float, _ broken: UInt32,
    _ roads: inout Roads
  ) throws(RoutingError) {
    roads.search.begin(targets, roads.graph)
    for (index, state) in front.enumerated() {
      let edge = roads.graph.edges[Int(state.edge)]
      let share = edge.lengthMetres > 0 ? min(state.along / edge.lengthMetres, 1) : 1
      var allowed: Float = 1e9
      // A clock that was set back tells nothing.
      if let now = fix.time, let before = state.time, now >= before {
        allowed = Float(1.3 * (now - before) + 4 + 0.25 * noise)
      }
      stay(Int32(index), state, edge, noise, fix.weight, roads.search)
      try roads.search.seed(
        Int32(index), edge: state.edge, cost: state.cost &+ UInt32((1 - share) * Float(edge.cost)),
        metres: edge.lengthMetres - state.along, lateness: (1 - share) * edge.seconds - allowed,
        &roads.graph)
    }
    let limits = RoadSearch.Limits(
      metres: metres, cost: broken, beam: Self.nats(options.beam),
      perSecondLate: Float(options.natsPerSecondLate) * Float(DrivingCost.perNat))
    try roads.search.run(&targets, limits, &roads.graph)
  }

  /// Offers the targets on a hypothesis's own segment.
  private mutating func stay(
    _ source: Int32, _ state: State, _ edge: EdgeBasedGraph.Edge, _ noise: Double, _ weight: Double,
    _ search: RoadSearch
  ) {
    guard let index = search.target(on: edge.base) else { return }
    let target = targets[index]
    let costOfMetre = edge.lengthMetres > 0 ? Float(edge.cost) / edge.lengthMetres : 0
    let ahead = target.along - state.along
    var cost = state.cost &+ target.emission
    if ahead >= 0 {
      cost &+= UInt32(ahead * costOfMetre)
    } else {
      // Noise throws a fix back behind the one before; nobody drives backwards farther than that.
      let beyond = max(Double(-ahead) / noise - 1.5, 0)
      cost &+= UInt32(-2 * ahead * costOfMetre) &+ Self.nats(huber(beyond) * weight * evidence)
    }
    if cost < target.cost {
      targets[index].cost = cost
      targets[index].arrival = .along(source: source)
      targets[index].reached = state.edge
      targets[index].at = target.along
    }
    guard target.opposite >= 0 else { return }
    let other = targets[Int(target.opposite)]
    let back = abs(edge.lengthMetres - state.along - other.along)
    let turning =
      state.cost &+ other.emission &+ UInt32(back * costOfMetre)
      &+ Self.nats(options.turnRoundCost)
    if turning < other.cost {
      targets[Int(target.opposite)].cost = turning
      targets[Int(target.opposite)].arrival = .turned(source: source)
      targets[Int(target.opposite)].reached = other.edge
      targets[Int(target.opposite)].at = other.along
    }
  }
}
