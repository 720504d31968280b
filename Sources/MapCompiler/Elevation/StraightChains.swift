import NavFormat

/// Bridges and tunnels of several segments.
///
/// Junctions between two segments off the ground are on the straight line between the ends of the
/// whole bridge or tunnel.
struct StraightChains {
  private let graph: RoadGraph
  /// Whether each junction is between two segments off the ground and has no others.
  private let isLink: [Bool]

  init(_ graph: RoadGraph, _ grounded: [Bool]) {
    self.graph = graph
    isLink = graph.junctions.map { junction in
      guard !grounded[junction] else { return false }
      let out = graph.out(junction)
      return out.count == 2 && out[out.startIndex].segment != out[out.startIndex + 1].segment
    }
  }

  /// Sets the heights of such junctions.
  ///
  /// - Parameter heights: Centimetres by junction, nil if unknown; those at the ends of chains are
  ///   known before.
  func straighten(_ heights: inout [Int?]) {
    for junction in graph.junctions where !isLink[junction] {
      for edge in graph.out(junction) where isLink[graph.head(edge)] {
        let chain = chain(from: edge)
        guard let last = chain.last, last.junction >= junction else { continue }
        guard let start = heights[junction], let end = heights[last.junction] else {
          for link in chain.dropLast() { heights[link.junction] = nil }
          continue
        }
        for link in chain.dropLast() {
          heights[link.junction] = start + (end - start) * link.length / max(last.length, 1)
        }
      }
    }
  }

  /// The junctions from an edge's head to the end of the chain, with their distances in centimetres.
  private func chain(from first: RoadEdge) -> [(junction: RoadJunction, length: Int)] {
    var edge = first
    var length = Int(graph.lengths[edge.segment])
    var chain = [(junction: graph.head(edge), length: length)]
    while let link = chain.last?.junction, isLink[link] {
      guard let next = graph.out(link).first(where: { $0.segment != edge.segment }) else {
        break
      }
      edge = next
      length += Int(graph.lengths[edge.segment])
      chain.append((graph.head(edge), length))
    }
    return chain
  }
}
