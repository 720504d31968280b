import Hierarchy

@testable import MapCompiler

extension TurnNetwork {
  /// The edges that follow an edge; in a file of its own, since two modules have a road graph.
  func heads(from edge: Int) -> [UInt32] {
    let lines = lines()
    return Array(lines.heads[Int(lines.first[edge])..<Int(lines.first[edge + 1])])
  }
}
