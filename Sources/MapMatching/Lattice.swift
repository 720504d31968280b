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
  /// A hypothesis that can be continued.
  struct State {
    var node: Int32
    /// The edge in the graph, with what a via edge remembers; -1 off the roads.
    var edge: Int32
    var along: Float
    /// The place on the edge farthest along that it has reached: noise moves it back from there, metres.
    var farthest: Float
    /// How far it has fallen back behind that place, metres.
    var behind: Float
    var cost: UInt32
    /// The estimated cost to the last fix if it left that fix out; without it, such a hypothesis would look
    /// better than those that have paid for the path.
    var ahead: UInt32 = 0
    /// Fixes that it has left out since its node.
    var skipped: Int32
    /// Its place on the road; off the roads, that of the fix.
    var position: Coordinate
    /// The fix of its node, or the last fix of a stand there.
    var fix: Coordinate
    var time: Double?
    /// How far fixes moved while the vehicle stood, metres.
    var drift: Float = 0
    /// What the fixes that it left out tell of its motion.
    var hops = Hops()
    /// The violations of its edge.
    var violations: Violations

    /// Steps from fix to fix, one after the other.
    struct Hops {
      /// The sum of their straight lines, metres.
      var metres: Float = 0
      /// The longest time between two fixes.
      var longestSeconds: Float = 0

      /// Adds the step from one fix to the next.
      func adding(_ hop: Hops) -> Hops {
        Hops(
          metres: metres + hop.metres, longestSeconds: max(longestSeconds, hop.longestSeconds))
      }
    }

    /// Whether it is off the roads.
    var isOffRoad: Bool { edge < 0 }
    /// The value by which hypotheses are compared.
    var rank: UInt32 { cost &+ ahead }
  }

  /// A place on a segment where one turns round, in metres along the edge there and along that back.
  struct TurnRound {
    var left: Float, entered: Float

    /// Between two fixes, the vehicle turned at the one farther along: how far it really went is unknown.
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
    /// The edge that it is on; nil off the roads.
    var edge: TileEdge?
    var along: Float
    var distance: Float
    var position: Coordinate
    var probability: Float
    var noise: Float
    var breakReason: BreakReason?
    /// Where it turned round between junctions, on the edge before; nil when it did not.
    var turn: TurnRound?
    /// Whether it is a fix off the roads, which has no path.
    var isOffRoad = false
    /// The node that could best have been the parent instead, -1 if none is near, and how much more that costs,
    /// thousandths of a nat.
    var otherParent: Int32 = -1
    var otherMargin: UInt32 = 0
    /// How much more the best reading of the trace costs that has this fix on another edge, and that edge.
    var margin = RoadSearch.unreached
    var rival: TileEdge?
  }

  let options: MatchOptions
  /// Standard deviation of the noise on each axis, metres.
  var noise: Double
  /// How much of a fix's evidence counts, 0 to 1: less where the noise drifts, so that fixes in a row
  /// are off to the same side and do not speak for themselves.
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
  /// Whether the first node has been given out.
  var rootIsCommitted = false
  /// The step from the fix before to the fix at hand.
  var lastHop = State.Hops()
  /// The roads near the fix at hand; kept for its memory.
  var targets: [RoadSearch.Target] = []
  /// The cost of motion from each hypothesis to the fix at hand; kept for its memory.
  var motions: [MotionCost] = []
  /// Where each of them may leave the roads; kept for its memory.
  var exits: [Ramp] = []
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
  /// - Returns: Whether it had a road near, or may be off the roads; else nothing changes.
  mutating func add(_ fix: Observation, _ roads: inout Roads) throws(RoutingError) -> Bool {
    let noise = noise(of: fix)
    let radius = min(max(noise * 4, 30) + 10, options.maximumRadiusMetres)
    try roads.grid.find(near: fix.place, radius: radius, &roads.graph, into: &roads.found)
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

  /// Tells the hypotheses that the vehicle stood until now.
  mutating func stand(until fix: Observation, drift: Double) {
    for index in front.indices {
      front[index].fix = fix.place
      front[index].time = fix.time
      front[index].drift = Float(drift)
    }
  }

  /// Tells the hypotheses that have the last fix that the vehicle has not moved until another.
  mutating func wait(until fix: Observation) {
    guard let time = fix.time else { return }
    for index in front.indices where front[index].skipped == 0 { front[index].time = time }
  }

  /// A fix and what is known of it while the hypotheses are carried on to it.
  struct Step {
    var number: Int
    var fix: Observation
    /// Standard deviation of its noise, metres.
    var noise: Double
    /// The plane around it.
    var plane: LocalPlane
  }

  /// What a fix's noise is believed to be: the trace's, and the receiver's word within bounds.
  private func noise(of fix: Observation) -> Double {
    guard let accuracy = fix.accuracyMetres, accuracy > 0 else { return noise }
    // A circle that holds two thirds has a radius of 1.5 standard deviations of an axis.
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
      let loss = huber(Double(found.distance) / noise)
      let segment = roads.grid.segments[Int(found.segment)]
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
            edge: edge, along: along, emission: Self.nats(nats), found: Int32(number)))
      }
      if targets.count == first + 2 {
        targets[first].opposite = Int32(first + 1)
        targets[first + 1].opposite = Int32(first)
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
