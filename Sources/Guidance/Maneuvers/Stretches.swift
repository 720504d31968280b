import Geo
import RoadModel
import RouteModel

/// The drafts of a path with the stretches of road between them, from the departure to the arrival.
struct Stretches {
  /// The turn from which a road leads back, in degrees.
  private static let back = 120.0

  let view: PathView
  /// The drafts; ``next(_:)`` and ``previous(_:)`` skip joined ones.
  private(set) var drafts: [Draft]
  private var isGone: [Bool]
  /// The metres from the beginning of the path to each edge.
  private let sums: [Double]

  private var edges: [RouteEdge] { view.edges }

  /// The drafts of the edges that are announced.
  init(_ drafts: [Draft], _ told: Range<Int>, of view: PathView) {
    self.view = view
    var all: [Draft] = []
    all.reserveCapacity(drafts.count + 2)
    all.append(.waypoint(told.lowerBound))
    all += drafts
    all.append(.waypoint(told.upperBound))
    self.drafts = all
    isGone = Array(repeating: false, count: all.count)
    var sum = 0.0
    var sums: [Double] = []
    sums.reserveCapacity(view.edges.count + 1)
    sums.append(0)
    for index in view.edges.indices {
      sum += view.edges[index].lengthMetres
      sums.append(sum)
    }
    self.sums = sums
  }

  /// The remaining drafts, without waypoints.
  var remaining: [Draft] {
    drafts.indices.filter { !isGone[$0] && !drafts[$0].isWaypoint }.map { drafts[$0] }
  }

  func isLeft(_ index: Int) -> Bool { !isGone[index] }

  /// The draft after one, which must not be the arrival.
  func next(_ index: Int) -> Int {
    var next = index + 1
    while isGone[next] { next += 1 }
    return next
  }

  /// The draft before one, which must not be the departure.
  func previous(_ index: Int) -> Int {
    var previous = index - 1
    while isGone[previous] { previous -= 1 }
    return previous
  }

  /// The metres from a draft to the next one.
  func metres(_ index: Int) -> Double { metres(index, to: next(index)) }

  /// The metres from a draft to the next one that is no waypoint, or to the arrival.
  func metresPastWaypoints(_ index: Int) -> Double {
    var end = next(index)
    while drafts[end].isWaypoint, end + 1 < drafts.count { end = next(end) }
    return metres(index, to: end)
  }

  /// The metres from one draft to another.
  func metres(_ index: Int, to next: Int) -> Double {
    sums[drafts[next].edge] - sums[drafts[index].edge]
  }

  /// Whether nothing is said at a draft.
  func isSilent(_ index: Int) -> Bool { drafts[index].kind == nil }

  /// Whether a draft is a turn of any kind, or the end of a road.
  func isTurnOrEnd(_ index: Int) -> Bool {
    drafts[index].isTurn || drafts[index].kind == .endOfRoad
  }

  /// The indices of the junctions between a draft and the next one.
  private func between(_ index: Int) -> Range<Int> {
    let (first, last) = (drafts[index].edge + 1, drafts[next(index)].edge)
    return first..<max(first, last)
  }

  /// Whether no other road meets the stretch behind a draft.
  func isUndisturbed(_ index: Int) -> Bool {
    !between(index).contains { view.junctions[$0]?.isNoticed ?? true }
  }

  /// Whether there is exactly one junction behind a draft, with only one road to take.
  func isOnceForced(_ index: Int) -> Bool {
    var found: Junction?
    for edge in between(index) {
      guard let junction = view.junctions[edge], junction.isNoticed else { continue }
      if found != nil { return false }
      found = junction
    }
    return found?.openCount == 1
  }

  /// Whether all other roads that one may take at a draft lead back.
  func isOnlyWayAhead(_ index: Int) -> Bool {
    guard let junction = view.junctions[drafts[index].edge] else { return false }
    let heading = LineBearing.opposite(junction.arms[junction.from].heading)
    return junction.arms.indices.allSatisfy {
      let arm = junction.arms[$0]
      return $0 == junction.from || $0 == junction.to || !arm.isOpen
        || abs(LineBearing.turn(from: heading, to: arm.heading)) > Self.back
    }
  }

  /// Whether there is a junction behind a draft.
  func passesJunction(_ index: Int) -> Bool {
    between(index).contains { view.junctions[$0]?.isNoticed ?? false }
  }

  /// Whether the stretch behind a draft only connects two roads: it has no name, or is a link.
  func isConnector(_ index: Int) -> Bool {
    edges[drafts[index].edge..<drafts[next(index)].edge].allSatisfy {
      $0.way.localName == nil || $0.road.flags.contains(.link)
    }
  }

  /// Whether a path crosses the nearer carriageway of a divided road at one draft, and turns into the farther one at
  /// the other.
  func crossesCarriageway(_ index: Int, _ next: Int) -> Bool {
    guard let near = view.junctions[drafts[index].edge],
      let far = view.junctions[drafts[next].edge]
    else { return false }
    return WideCrossing.leads(near, across: far)
  }

  /// Whether the road that a path leaves at one draft and the road that it enters at another, in the opposite
  /// direction, are one divided road without a name and a number: one-way, and equally important.
  func areCarriagewaysWithoutTitle(_ index: Int, _ next: Int) -> Bool {
    guard let first = view.junctions[drafts[index].edge],
      let second = view.junctions[drafts[next].last]
    else { return false }
    let (left, entered) = (first.arms[first.from], second.arms[second.to])
    return left.name | left.ref | entered.name | entered.ref == 0
      && !left.carriesAway && entered.carriesAway && !entered.carriesTowards
      && !entered.isMinor && !entered.road.flags.contains(.link)
      && RoadRank(left.road) == RoadRank(entered.road)
  }

  /// Whether lanes are announced before an edge, because a way with arrows ends at a junction there.
  func hasLanes(before edge: Int) -> Bool {
    view.words[edge - 1]?.lanes.isEmpty == false && edges[edge - 1].wayID != edges[edge].wayID
      && view.junctions[edge]?.isNoticed == true
  }

  func naming(_ index: Int) -> RoadNaming {
    let edge = min(drafts[index].last, edges.count - 1)
    return RoadNaming(name: edges[edge].way.localName, ref: edges[edge].ref)
  }

  /// Whether the stretch behind one draft has the name or number of that behind another.
  func hasSameName(_ a: Int, _ b: Int) -> Bool { naming(b).isKnown(after: naming(a)) }

  func isOnFerry(_ index: Int) -> Bool {
    edges[min(drafts[index].edge, edges.count - 1)].way.road.flags.contains(.ferry)
  }

  /// The turn from the road before one draft onto the road behind another.
  func turn(_ first: Int, _ second: Int) -> Double {
    guard let a = view.junctions[drafts[first].edge], let b = view.junctions[drafts[second].edge]
    else { return 0 }
    return LineBearing.turn(from: a.roundedWays.from, to: b.roundedWays.to)
  }

  /// Whether the only road bends to one side at a draft where nothing is said, and back at the next one.
  func onlyBends(_ index: Int, _ next: Int) -> Bool {
    isSilent(index) && drafts[index].choices == 1 && drafts[next].choices == 1
      && (drafts[next].kind == .newName || drafts[next].isTurn)
      && turn(index, index) * turn(next, next) < 0
      && TurnDirection(turn: turn(index, next)) == .straight
  }

  mutating func set(_ index: Int, _ kind: Draft.Kind?) { drafts[index].kind = kind }
  mutating func set(_ index: Int, _ direction: TurnDirection) {
    drafts[index].direction = direction
  }

  /// Joins a draft with the next one; it keeps its place and receives the road of the next.
  mutating func join(_ index: Int, _ next: Int) {
    drafts[index].last = drafts[next].last
    isGone[next] = true
  }

  /// Drops a draft.
  mutating func drop(_ index: Int) { isGone[index] = true }
}
