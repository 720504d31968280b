import MapReader
import NavFormat

/// The via edges of a tile by their base edges.
///
/// A via edge stands for its base edge after certain previous edges, if a turn restriction depends
/// on them.
struct ViaEdges {
  private var edges: [EdgeIndex: [EdgeIndex]] = [:]

  /// No via edges.
  static let none = ViaEdges()

  private init() {}

  /// Reads the via edges of a tile.
  ///
  /// - Complexity: O(via edges).
  init(_ tile: borrowing TileView) {
    for via in 0..<tile.layout.viaCount {
      edges[tile.via(via).base, default: []].append(tile.layout.edge(ofVia: via))
    }
  }

  /// The edges that are driven along a base edge: itself, then its via edges.
  func states(of base: EdgeIndex) -> [EdgeIndex] {
    var states: [EdgeIndex] = []
    add(base, to: &states)
    return states
  }

  private func add(_ base: EdgeIndex, to states: inout [EdgeIndex]) {
    states.append(base)
    if let vias = edges[base] { states += vias }
  }

  /// The edges, base and via, that lead to an own junction of the tile.
  func arriving(_ tile: borrowing TileView, _ junction: JunctionIndex) -> [EdgeIndex] {
    var states: [EdgeIndex] = []
    for place in tile.outRange(junction) { add(tile.out(place).reversed, to: &states) }
    return states
  }

  /// The edges, base and via, that leave an own junction of the tile.
  func leaving(_ tile: borrowing TileView, _ junction: JunctionIndex) -> [EdgeIndex] {
    var states: [EdgeIndex] = []
    for place in tile.outRange(junction) { add(tile.out(place), to: &states) }
    return states
  }
}
