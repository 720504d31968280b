import Hierarchy
import MapReader
import NavFormat
import RoadCosts
import RouteModel

/// Finds the paths on the top of the hierarchy that may be alternatives to the best one.
///
/// A candidate is the best path over an edge of a separator between the ends or next to them (after
/// Bacherle, Bläsius and Zündorf, "Separator-based alternative paths in customizable contraction
/// hierarchies", ATMOS 2025, doi:10.4230/OASIcs.ATMOS.2025.12; they use only the separators between
/// the ends). Edges whose paths have equal costs lie on the same path. The farther apart they are,
/// the longer is its plateau: the part that is the best path both from the start and to the end
/// (Cambridge Vehicle Information Technology, "Choice routing", 2005). A path with a longer plateau
/// is better.
enum CandidateWays {
  /// Edges of separators on the same way.
  struct Candidate {
    /// An edge in the middle of them.
    var node: TopNode
    /// The cost of the way.
    var cost: UInt32
    /// The cost from the first of them to the last.
    var plateau: UInt32
  }

  /// The maximum number of separator edges to consider.
  ///
  /// With 400, 2 % fewer alternatives were found in a city of 85,000 edges; with 4,000, hardly more.
  private static let edgeLimit = 600

  /// The candidates, the most promising first.
  static func find(
    _ query: HierarchyQuery, below bound: UInt32, _ wish: AlternativeWish,
    _ search: inout ViaSearch
  ) throws(RoutingError) -> [Candidate] {
    let map = query.map
    let metric = query.metric
    let columns = try map.columns()
    let view = try metric.view(map)
    var vias = search.run(
      TopView(columns), view, from: query.sources, to: query.goals, below: bound, most: edgeLimit)
    vias.sort { ($0.cost, $0.there, $0.node) < ($1.cost, $1.there, $1.node) }
    var found: [Candidate] = []
    var first = 0
    while first < vias.count {
      var last = first
      while last + 1 < vias.count, vias[last + 1].cost == vias[first].cost { last += 1 }
      found.append(
        Candidate(
          node: vias[(first + last) / 2].node, cost: vias[first].cost,
          plateau: vias[last].there - vias[first].there))
      first = last + 1
    }
    // The order of "Alternative routes in road networks", by the facts known before unpacking.
    func rank(_ candidate: Candidate) -> Int {
      2 * Int(wish.free(candidate.cost)) - Int(wish.free(candidate.plateau))
    }
    return Array(found.prefix(1))
      + found.dropFirst().sorted { (rank($0), $0.node) < (rank($1), $1.node) }
  }
}
