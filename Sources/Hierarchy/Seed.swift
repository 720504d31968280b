/// A node of a ``TopIndex`` with a cost, where a search of the top begins or ends.
public struct Seed: Sendable, Equatable {
  /// The node.
  public var node: TopNode
  /// The cost of the path before the node, or after it.
  public var cost: UInt32

  /// A seed.
  public init(_ node: TopNode, cost: UInt32) {
    self.node = node
    self.cost = cost
  }
}

/// A place in a cell with a cost, where a search of the cell begins or ends; see ``CellTurns``.
public struct PlaceSeed: Sendable, Equatable {
  /// The place.
  public var place: UInt32
  /// The cost of the path before the place, or after it.
  public var cost: UInt32

  /// A seed.
  public init(_ place: UInt32, cost: UInt32) {
    self.place = place
    self.cost = cost
  }
}
