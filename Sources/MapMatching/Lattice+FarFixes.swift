import Geo
import NavFormat
import RouteModel

/// Fixes that a path leaves out, compared with where it leads.
extension Lattice {
  /// The distance in metres, and in standard deviations of the noise, that errors of several sparse fixes in a row
  /// hardly exceed.
  ///
  /// On the drives of tools/bench/compare-matching at 15 s, no path that rightly leaves out fixes is 100 m from one.
  private static let farthestError = (metres: 120.0, deviations: 6.0)

  /// The speed in metres per second above which a receiver moved, and no vehicle.
  private static let fastest = 50.0

  /// Searches for paths to the targets, and again, at a higher cost, for those that lead too far from sparse fixes
  /// that they leave out.
  ///
  /// Then the vehicle was more likely on a road that the map lacks.
  ///
  /// - Returns: The indices in `steps` of these fixes.
  mutating func searchPastFarFixes(
    _ step: Step, _ reach: Reach, _ broken: UInt32, violating: Bool, _ roads: inout Roads
  ) throws(RoutingError) -> [Int] {
    try search(step, reach, broken, violating: violating, &roads)
    let farFixes = farFixes(step, roads)
    if farFixes.isEmpty { return [] }
    let charges = front.map { charge($0, for: farFixes) }
    for (index, charge) in charges.enumerated() { front[index].cost &+= charge }
    try fillTargets(step.fix, step.noise, violating: violating, &roads)
    try search(step, reach, broken, violating: violating, &roads)
    for (index, charge) in charges.enumerated() { front[index].cost &-= charge }
    return farFixes
  }

  /// The fixes from which the best paths are too far.
  ///
  /// They tell for all hypotheses which fixes these are: those of others that leave them out lead nearly the same way.
  private func farFixes(_ step: Step, _ roads: Roads) -> [Int] {
    guard pace >= Self.sparse, front.contains(where: mayLeadFar) else { return [] }
    var isFar: [Int: Bool] = [:]
    for target in targets where !target.source.isNone && mayLeadFar(front[target.source]) {
      let left = fixesLeftOut(front[target.source])
      // Of a receiver that jumps away and back, every fix between is an error at any distance.
      if hasJumped(max(left.lowerBound - 1, 0)..<steps.count) { return [] }
      let line = line(to: target, from: front[target.source], roads)
      for number in left {
        isFar[number] = isTooFar(number, from: line, step) && isFar[number] ?? true
      }
    }
    return isFar.filter(\.value).map(\.key)
  }

  /// What a straight line from a hypothesis to a place costs more, if it is too far from the same fixes.
  func chargeOverland(
    _ state: State, to place: Coordinate, _ step: Step, farFixes: [Int]
  ) -> UInt32 {
    if farFixes.isEmpty { return 0 }
    let line = [state.position, place]
    return charge(state, for: farFixes.filter { isTooFar($0, from: line, step) })
  }

  /// What far fixes cost a hypothesis that leaves them out, besides what was paid: each as much as one for which an
  /// error of the receiver has lasted too long.
  private func charge(_ state: State, for farFixes: [Int]) -> UInt32 {
    guard mayLeadFar(state) else { return 0 }
    let left = fixesLeftOut(state)
    let far = farFixes.reduce(0) { left.contains($1) ? $0 + steps[$1].weight : $0 }
    return Self.nats(options.dropCost * far)
  }

  /// Whether a line is farther from a fix than receivers err.
  private func isTooFar(_ number: Int, from line: [Coordinate], _ step: Step) -> Bool {
    let limit = max(Self.farthestError.metres, Self.farthestError.deviations * step.noise)
    return Self.metres(steps[number].place, from: line) > limit
  }

  /// Whether fixes in a row are farther apart than a vehicle drives in the time.
  private func hasJumped(_ range: Range<Int>) -> Bool {
    range.dropFirst().contains { index in
      guard let start = steps[index - 1].time, let end = steps[index].time else {
        return false
      }
      return Distance.metres(steps[index - 1].place, steps[index].place)
        > Self.fastest * max(end - start, 1)
    }
  }

  /// Whether a hypothesis leaves out several fixes; those that a vehicle can't have reached are errors at any distance.
  private func mayLeadFar(_ state: State) -> Bool {
    state.skipped > 1 && !state.isJump && !state.isOffRoad
  }

  /// The indices in `steps` of the fixes that a hypothesis leaves out.
  private func fixesLeftOut(_ state: State) -> Range<Int> {
    let last = steps.count - 1
    return max(last - Int(state.skipped), 0)..<last
  }

  /// The whole edges of the path to a target, from the first to the last.
  private func line(
    to target: RoadSearch.Target, from state: State, _ roads: Roads
  ) -> [Coordinate] {
    var edges = target.arrival == .routed ? roads.search.edges(to: target.reached) : []
    edges.append(state.edge)
    return edges.reversed().flatMap { roads.graph.shape($0) }
  }

  /// The distance of a place from a line of two places or more, in metres.
  private static func metres(_ place: Coordinate, from line: [Coordinate]) -> Double {
    let plane = LocalPlane(at: place)
    var (square, before) = (Double.infinity, plane.project(line[0]))
    for next in line.dropFirst() {
      let here = plane.project(next)
      square = min(square, plane.squaredMetres(from: before, to: here))
      before = here
    }
    return square.squareRoot()
  }
}
