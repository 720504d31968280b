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

  /// Searches for paths to the targets, and again, at a higher cost, for those that lead too far from sparse fixes
  /// that they leave out.
  ///
  /// Then the vehicle was more likely on a road that the map lacks.
  mutating func searchPastFarFixes(
    _ step: Step, _ reach: Reach, _ broken: UInt32, violating: Bool, _ roads: inout Roads
  ) throws(RoutingError) {
    try search(step, reach, broken, violating: violating, &roads)
    let charges = charges(step, roads)
    if charges.allSatisfy({ $0 == 0 }) { return }
    for (index, charge) in charges.enumerated() { front[index].cost &+= charge }
    try fillTargets(step.fix, step.noise, violating: violating, &roads)
    try search(step, reach, broken, violating: violating, &roads)
    // Off the roads, they come near.
    for (index, charge) in charges.enumerated() { front[index].cost &-= charge }
  }

  /// What each hypothesis that leaves out several sparse fixes costs more than was paid.
  ///
  /// Each fix that is too far costs what a fix does for which an error of the receiver has lasted too long. The best
  /// paths tell for all hypotheses which fixes these are: those of others that leave them out lead nearly the same way.
  private func charges(_ step: Step, _ roads: Roads) -> [UInt32] {
    guard pace >= Self.sparse, front.contains(where: mayLeadFar) else { return [] }
    let limit = max(Self.farthestError.metres, Self.farthestError.deviations * step.noise)
    var isFar: [Int: Bool] = [:]
    for target in targets where !target.source.isNone && mayLeadFar(front[target.source]) {
      let line = line(to: target, from: front[target.source], roads)
      for number in fixesLeftOut(front[target.source]) {
        let metres = Self.metres(steps[number].place, from: line)
        isFar[number] = metres > limit && isFar[number] ?? true
      }
    }
    return front.map { state in
      guard mayLeadFar(state) else { return 0 }
      let far = fixesLeftOut(state).reduce(0) { sum, number in
        isFar[number] == true ? sum + steps[number].weight : sum
      }
      return Self.nats(options.dropCost * far)
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
