extension PBFBlockDecoder {
  /// Decodes a `Way` message and skips the positions of nodes that some programs add.
  mutating func decodeWay<Visitor: OSMVisitor>(
    _ range: Range<Int>, _ bytes: Span<UInt8>, into visitor: inout Visitor
  ) throws(PBFFlaw) {
    var id: Int64?
    var keys: Range<Int>?
    var values: Range<Int>?
    var info: Range<Int>?
    var nodes: Range<Int>?
    var cursor = ProtobufCursor(range)
    while let field = try cursor.field(bytes) {
      switch field {
      case .number(1): id = try Int64(bitPattern: cursor.varint(bytes))
      case .bytes(2): try cursor.soleContents(bytes, into: &keys, "keys")
      case .bytes(3): try cursor.soleContents(bytes, into: &values, "values")
      case .bytes(4): info = try cursor.contents(bytes)
      case .bytes(8): try cursor.soleContents(bytes, into: &nodes, "nodes")
      default: try cursor.skip(field, known: [1, 2, 3, 4, 8], bytes)
      }
    }
    guard let id else { throw cursor.flaw("a way without id") }
    try readTags(keys: keys, values: values, bytes)
    refs.removeAll(keepingCapacity: true)
    var list = ProtobufCursor(nodes ?? 0..<0)
    var ref: Int64 = 0
    while !list.isAtEnd {
      ref &+= try list.signedVarint(bytes)
      refs.append(ref)
    }
    guard try isVisible(info, bytes) else {
      summary.deleted += 1
      return
    }
    summary.ways += 1
    visitor.way(id, nodes: refs, tags: tags)
  }
}
