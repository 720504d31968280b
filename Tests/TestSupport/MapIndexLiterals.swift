public import MapReader
public import NavFormat
public import RoadModel

// Tests write numbers of tiles, junctions, segments and edges as literals; the program never makes one of nothing.

extension TileNumber: ExpressibleByIntegerLiteral {
  /// The index with a number.
  public init(integerLiteral number: Int) { self.init(number) }
}

extension JunctionIndex: ExpressibleByIntegerLiteral {
  /// The index with a number.
  public init(integerLiteral number: Int) { self.init(number) }
}

extension SegmentIndex: ExpressibleByIntegerLiteral {
  /// The index with a number.
  public init(integerLiteral number: Int) { self.init(number) }
}

extension EdgeIndex: ExpressibleByIntegerLiteral {
  /// The index with a number.
  public init(integerLiteral number: Int) { self.init(number) }
}

extension EdgeNumber: ExpressibleByIntegerLiteral {
  /// The edge with a number.
  public init(integerLiteral number: UInt32) { self.init(rawValue: number) }

  /// The largest number, which no map has.
  public static var max: EdgeNumber { EdgeNumber(rawValue: .max) }
}

extension NavMap {
  /// The numbers of all edges, if the map skips none.
  public var edgeNumbers: [EdgeNumber] {
    (0..<header.edgeCount).map { EdgeNumber(rawValue: $0) }
  }

  /// The number after those of all edges, if the map skips none.
  public var endOfEdges: EdgeNumber { EdgeNumber(rawValue: header.edgeCount) }

  /// A random edge; the map must have one and skip none.
  public func randomEdge(using random: inout some RandomNumberGenerator) -> EdgeNumber {
    EdgeNumber(rawValue: .random(in: 0..<header.edgeCount, using: &random))
  }
}
