import NavFormat

extension TileBuilder {
  /// The ids of the inner points of the own segments of every tile, encoded.
  func encodedNodeIDs() -> [[UInt8]] {
    partition.tileSegments.map { segments in
      NodeIDContents.encoded(segments.lazy.flatMap { graph.innerIDs(Int($0)) })
    }
  }
}
