import NavFormat

/// An edge, base or via, of an ``EdgeBasedGraph``.
struct GraphEdgeIndex: PackedIndex {
  let number: UInt32
}

/// A segment of a ``RoadGrid``.
struct GridSegmentIndex: PackedIndex {
  let number: UInt32
}

/// A road near the current fix: an element of ``Roads/found``.
struct FoundIndex: PackedIndex {
  let number: UInt32
}

/// A place on a road near the current fix: an element of ``Lattice/targets``.
struct TargetIndex: PackedIndex {
  let number: UInt32
}

/// A hypothesis at the previous fix, from which a search begins: an element of ``Lattice/front`` or ``Lattice/before``.
struct SourceIndex: PackedIndex {
  let number: UInt32
}

/// A node of a ``Lattice``.
struct NodeIndex: PackedIndex {
  let number: UInt32
}

/// An index of any kind in four bytes, for structures with many of them.
struct Packed<Index: MapIndex>: Sendable, Hashable {
  private let number: UInt32

  init(_ index: Index) { number = UInt32(index) }

  var index: Index { Index(number) }
}
