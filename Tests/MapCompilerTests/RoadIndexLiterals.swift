import NavFormat

@testable import MapCompiler

// Tests write numbers of junctions, ways and edges of a road graph as literals.

extension PackedIndex {
  /// The index with a number.
  init(integerLiteral number: Int) { self.init(number) }
}

extension RoadJunction: ExpressibleByIntegerLiteral {}
extension RoadWay: ExpressibleByIntegerLiteral {}
extension RoadEdge: ExpressibleByIntegerLiteral {}
