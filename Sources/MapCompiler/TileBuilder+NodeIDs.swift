import NavFormat

extension TileBuilder {
  /// The encoded ids of the inner points of each tile's own segments.
  func encodedNodeIDs() -> [[UInt8]] {
    partition.tileSegments.map { segments in
      NodeIDContents.encoded(segments.lazy.flatMap { graph.innerIDs($0) })
    }
  }
}
