import Geo
import NavFormat
import RoadModel
import RouteModel

/// The roads that matching has read, and the memory of its searches.
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
  /// A hypothesis that can be continued.
  struct State {
    var node: NodeIndex
    /// The edge in the graph, base or via; none off the roads.
    var edge: GraphEdgeIndex
    var along: Float
    /// The farthest place on the edge that it has reached, in metres.
    ///
    /// Noise moves it back from there.
    var farthest: Float
    /// The distance behind that place, in metres.
    var behind: Float
    var cost: UInt32
    /// The estimated cost to the last fix if it left that fix out.
    ///
    /// Without this, such a hypothesis would look better than those that have paid for the path.
    var ahead: UInt32 = 0
    /// The number of fixes that it has left out since its node.
    var skipped: Int32
    /// Its place on the road; off the roads, that of the fix.
    var position: Coordinate
    /// The coordinate of its node's fix, or of the last fix of a stand there.
    var fix: Coordinate
    var time: Double?
    /// The time of the first of its last fixes that repeat one place exactly; it may have moved since then.
    var since: Double?
    /// The movement of fixes while the vehicle stood, in metres.
    var drift: Float = 0
    /// The steps between the fixes that it left out.
    var hops = Hops()
    /// Whether a fix that it left out ended a gap, and no way leads to a road near that fix.
    var isCutOff = false
    /// Whether the first fix that it left out was a jump of the receiver.
    var isJump = false
    /// How much less than otherwise the fixes cost that it left out, because they are behind a gap.
    var saved: UInt32 = 0
    /// The violations of its edge.
    var violations: Violations

    /// A sequence of steps from fix to fix.
    struct Hops {
      /// The sum of their straight-line lengths, in metres.
      var metres: Float = 0
      /// The longest time between two fixes, in seconds.
      var longestSeconds: Float = 0

      /// Adds the step from one fix to the next.
      func adding(_ hop: Hops) -> Hops {
        Hops(
          metres: metres + hop.metres, longestSeconds: max(longestSeconds, hop.longestSeconds))
      }
    }

    /// Whether it is off the roads.
    var isOffRoad: Bool { edge.isNone }
    /// The value by which hypotheses are compared.
    var rank: UInt32 { cost &+ ahead }
    /// That by which one is chosen while no later fixes are known: these tell errors behind a gap from a vehicle that
    /// is elsewhere.
    var rankSoFar: UInt32 { rank &+ saved }
  }

  /// A U-turn on a segment, in metres along the edge there and along the edge back.
  struct TurnRound {
    var left: Float, entered: Float

    /// A U-turn between two fixes, at the one farther along; the true place is unknown.
    init(lengthMetres: Float, from: Float, to: Float) {
      left = max(from, lengthMetres - to)
      entered = lengthMetres - left
    }
  }

  /// A fix on a road, and its predecessor.
  struct Node {
    /// The previous node; none at the beginning.
    var parent: NodeIndex
    /// The number of its fix in `steps`, counted from the beginning of the trace.
    var step: Int
    /// The beginning in `path` of the edges after the parent's, ending with its own.
    ///
    /// Empty on the same edge. Without a parent, or after a break, only its own.
    var pathStart: Int
    /// The number of these edges.
    var pathCount: Int
    /// The edge that it is on; nil off the roads.
    var edge: TileEdge?
    var along: Float
    var distance: Float
    var position: Coordinate
    var probability: Float
    var noise: Float
    var breakReason: BreakReason?
    /// The U-turn between junctions on the previous edge; nil if there was none.
    var turn: TurnRound?
    /// Whether it is a fix off the roads, which has no path.
    var isOffRoad = false
    /// The best other parent, if one is near, and its extra cost in thousandths of a nat.
    var otherParent = NodeIndex.none
    var otherMargin: UInt32 = 0
    /// The extra cost of the best reading with this fix on another edge, and that edge.
    var margin = RoadSearch.unreached
    var rival: TileEdge?
    var isFerry = false
  }

  let options: MatchOptions
  /// The standard deviation of the noise on each axis, in metres.
  var noise: Double
  /// The weight of a fix's evidence, 0 to 1.
  ///
  /// It is lower if the noise drifts, because successive fixes are then off to the same side.
  var evidence = 1.0
  /// How far headings are off, if that is known.
  var headingError: HeadingError?
  /// What the best hypothesis has cost that ``normalize()`` has taken from all, thousandths of a nat.
  var spent: UInt64 = 0
  var front: [State] = []
  var nodes: [Node] = []
  var path: [TileEdge] = []
  var steps: [Observation] = []
  /// The number of the first of `steps` in the trace.
  var firstStep = 0
  /// The last decided fix, just before `steps`.
  var decided: Observation?
  /// The fix before the last of `steps`; nil if that is the first of the trace.
  var previous: Observation? { steps.count > 1 ? steps[steps.count - 2] : decided }
  /// Whether the first node has been reported.
  var rootIsCommitted = false
  /// The step from the previous fix to the current one.
  var lastHop = State.Hops()
  /// The shorter of the last two intervals between fixes, in seconds; a gap is none.
  ///
  /// The fix that ends a gap is followed by others as soon as usual.
  var pace: Float = 0
  /// Whether the vehicle drives along a road near the current fix.
  var isBesideRoad = false
  /// The speeds before the current fix.
  var recentSpeeds = RecentSpeeds()
  /// The roads near the current fix; stored to reuse the memory.
  var targets: [RoadSearch.Target] = []
  /// The cost of motion from each hypothesis to the current fix; stored to reuse the memory.
  var motions: [MotionCost] = []
  /// The places where each of them may leave the roads; stored to reuse the memory.
  var exits: [Ramp] = []
  /// The hypotheses of the previous fix, and which of them may leave out the current one.
  var before: [State] = []
  var leaving: [State] = []

  init(_ options: MatchOptions, noise: Double) {
    self.options = options
    self.noise = noise
  }

  /// The cost of the best hypothesis in nats: its negative log-likelihood without the noise's part.
  var cost: Double {
    (Double(spent) + Double(front.map(\.rank).min() ?? 0)) / DrivingCost.perNat
  }

  static func nats(_ value: Double) -> UInt32 {
    UInt32(min(max(value * DrivingCost.perNat, 0), 1e9))
  }

  /// The maximum number of hypotheses at a fix.
  static let width = 48
  /// The maximum number of hypotheses that leave a fix out.
  static let skipping = 6

  // MARK: Steps

  /// Takes the next fix.
  ///
  /// - Returns: Whether it had a road near, or may be off the roads; otherwise nothing changes.
  mutating func add(_ fix: Observation, _ roads: inout Roads) throws(RoutingError) -> Bool {
    let noise = noise(of: fix)
    let radius = min(max(noise * 4, 30) + 10, options.maximumRadiusMetres)
    try roads.grid.find(near: fix.place, radius: radius, &roads.graph, into: &roads.found)
    if roads.found.isEmpty, isOnFerry(roads) { try Self.findFerries(near: fix.place, &roads) }
    let violating = front.isEmpty || front.contains { !$0.violations.isEmpty }
    try fillTargets(fix, noise, violating: violating, &roads)
    let step = Step(
      number: firstStep + steps.count, fix: fix, noise: noise, plane: LocalPlane(at: fix.place))
    if front.isEmpty {
      guard !targets.isEmpty else { return false }
      steps.append(fix)
      begin(step, roads)
    } else {
      var kept = fix
      kept.isFar = targets.isEmpty
      steps.append(kept)
      try go(step, violating: violating, &roads)
    }
    return true
  }

  /// Updates the hypotheses of a vehicle that stood until now.
  ///
  /// Its last fixes may repeat one place exactly since some time.
  mutating func stand(until fix: Observation, since: Double?, drift: Double) {
    for index in front.indices {
      front[index].fix = fix.place
      front[index].time = fix.time
      front[index].since = since
      front[index].drift = Float(drift)
    }
  }

  /// Updates the hypotheses at the last fix for a vehicle that has not moved until another fix.
  mutating func wait(until fix: Observation) {
    guard let time = fix.time else { return }
    for index in front.indices where front[index].skipped == 0 {
      if fix.place != front[index].fix { front[index].since = time }
      front[index].time = time
    }
  }

  /// A fix with its derived values, while the hypotheses are carried to it.
  struct Step {
    var number: Int
    var fix: Observation
    /// The standard deviation of its noise, in metres.
    var noise: Double
    /// The plane around it.
    var plane: LocalPlane
  }

  /// The assumed noise of a fix: the trace's, adjusted by the receiver's accuracy within bounds.
  private func noise(of fix: Observation) -> Double {
    guard let accuracy = fix.accuracyMetres, accuracy > 0 else { return noise }
    // A circle with two thirds of the fixes has a radius of 1.5 standard deviations of an axis.
    return min(max(accuracy / 1.5, noise / 2), noise * 4)
  }

  /// Fills ``targets`` with the roads near a fix, closed ones included if paths may violate rules.
  mutating func fillTargets(
    _ fix: Observation, _ noise: Double, violating: Bool, _ roads: inout Roads
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
      let segment = roads.grid.segments[found.segment]
      let loss = loss(metres: Double(found.distance), isFerry: segment.isFerry, noise)
      for direction in Direction.allCases {
        let isForward = direction == .forward
        let isOpen = isForward ? segment.opensForward : segment.opensBackward
        let isDrivable = isForward ? segment.isDrivableForward : segment.isDrivableBackward
        guard isOpen || violating && isDrivable else { continue }
        var nats = loss * fix.weight * evidence
        if let heading {
          let cosine = Double(heading.east * found.east + heading.north * found.north)
          nats += headingNats(cosine: isForward ? cosine : -cosine)
        }
        let edge = try roads.grid.edge(found.segment, direction, &roads.graph)
        let along = isForward ? found.along : max(segment.lengthMetres - found.along, 0)
        targets.append(
          RoadSearch.Target(
            edge: edge, along: along, emission: Self.nats(nats), found: FoundIndex(number)))
      }
      if targets.count == first + 2 {
        targets[first].opposite = TargetIndex(first + 1)
        targets[first + 1].opposite = TargetIndex(first)
      }
    }
  }

  private func headingNats(cosine: Double) -> Double {
    headingError?.nats(cosine: cosine) ?? options.headingCost * (1 - cosine)
  }

  /// Huber's loss: beyond some deviations it grows in a straight line.
  func huber(_ ratio: Double) -> Double {
    let bend = options.bend
    return ratio < bend ? ratio * ratio / 2 : bend * ratio - bend * bend / 2
  }

  /// Metres from a plane's origin.
  static func metres(_ plane: LocalPlane, _ place: Coordinate) -> Double {
    let (x, y) = plane.project(place)
    return (x * x + y * y).squareRoot()
  }
}
