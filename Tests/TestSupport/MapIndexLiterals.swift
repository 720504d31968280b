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
}
