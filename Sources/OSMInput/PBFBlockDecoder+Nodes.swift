extension PBFBlockDecoder {
  /// Decodes a `Node` message.
  mutating func decodeNode<Visitor: OSMVisitor>(
    _ range: Range<Int>, _ bytes: Span<UInt8>, into visitor: inout Visitor
  ) throws(PBFFlaw) {
    var id: Int64?
    var latitude: Int64?
    var longitude: Int64?
    var keys: Range<Int>?
    var values: Range<Int>?
    var info: Range<Int>?
    var cursor = ProtobufCursor(range)
    while let field = try cursor.field(bytes) {
      switch field {
      case .number(1): id = try cursor.signedVarint(bytes)
      case .bytes(2): try cursor.soleContents(bytes, into: &keys, "keys")
      case .bytes(3): try cursor.soleContents(bytes, into: &values, "values")
      case .bytes(4): info = try cursor.contents(bytes)
      case .number(8): latitude = try cursor.signedVarint(bytes)
      case .number(9): longitude = try cursor.signedVarint(bytes)
      default: try cursor.skip(field, known: [1, 2, 3, 4, 8, 9], bytes)
      }
    }
    guard let id else { throw cursor.flaw("a node without id") }
    try readTags(keys: keys, values: values, bytes)
    guard try isVisible(info, bytes) else {
      summary.deleted += 1
      return
    }
    // A number beyond earth means a missing one.
    deliverNode(id, latitude: latitude ?? .max, longitude: longitude ?? .max, into: &visitor)
  }

  /// The packed lists of a `DenseNodes` message.
  private struct DenseLists {
    var ids: Range<Int>?
    var latitudes: Range<Int>?
    var longitudes: Range<Int>?
    var tags: Range<Int>?
    var visible: Range<Int>?

    init(_ range: Range<Int>, _ bytes: Span<UInt8>) throws(PBFFlaw) {
      var cursor = ProtobufCursor(range)
      while let field = try cursor.field(bytes) {
        switch field {
        case .bytes(1): try cursor.soleContents(bytes, into: &ids, "ids")
        case .bytes(5): try readInfo(cursor.contents(bytes), bytes)
        case .bytes(8): try cursor.soleContents(bytes, into: &latitudes, "latitudes")
        case .bytes(9): try cursor.soleContents(bytes, into: &longitudes, "longitudes")
        case .bytes(10): try cursor.soleContents(bytes, into: &tags, "tags")
        default: try cursor.skip(field, known: [1, 5, 8, 9, 10], bytes)
        }
      }
    }

    private mutating func readInfo(_ range: Range<Int>, _ bytes: Span<UInt8>) throws(PBFFlaw) {
      var cursor = ProtobufCursor(range)
      while let field = try cursor.field(bytes) {
        switch field {
        case .bytes(6): try cursor.soleContents(bytes, into: &visible, "visibility")
        default: try cursor.skip(field, known: [6], bytes)
        }
      }
    }
  }

  /// Decodes a `DenseNodes` message: one list for each property, ids and coordinates as differences.
  mutating func decodeDenseNodes<Visitor: OSMVisitor>(
    _ range: Range<Int>, _ bytes: Span<UInt8>, into visitor: inout Visitor
  ) throws(PBFFlaw) {
    let lists = try DenseLists(range, bytes)
    var ids = ProtobufCursor(lists.ids ?? 0..<0)
    var latitudes = ProtobufCursor(lists.latitudes ?? 0..<0)
    var longitudes = ProtobufCursor(lists.longitudes ?? 0..<0)
    var pairs = ProtobufCursor(lists.tags ?? 0..<0)
    var visible = ProtobufCursor(lists.visible ?? 0..<0)
    let hasTags = !pairs.isAtEnd
    let hasVisible = !visible.isAtEnd
    var id: Int64 = 0
    var latitude: Int64 = 0
    var longitude: Int64 = 0
    tags.entries.removeAll(keepingCapacity: true)
    while !ids.isAtEnd {
      if latitudes.isAtEnd || longitudes.isAtEnd || (hasTags && pairs.isAtEnd)
        || (hasVisible && visible.isAtEnd)
      {
        throw unevenLists(range)
      }
      // Sums overflow without a trap; a damaged file then gives wrong numbers.
      id &+= try ids.signedVarint(bytes)
      latitude &+= try latitudes.signedVarint(bytes)
      longitude &+= try longitudes.signedVarint(bytes)
      if hasTags { try readDenseTags(&pairs, bytes) }
      if hasVisible, try visible.varint(bytes) == 0 {
        summary.deleted += 1
      } else {
        deliverNode(id, latitude: latitude, longitude: longitude, into: &visitor)
      }
    }
    guard latitudes.isAtEnd, longitudes.isAtEnd, pairs.isAtEnd, visible.isAtEnd else {
      throw unevenLists(range)
    }
  }

  private func unevenLists(_ range: Range<Int>) -> PBFFlaw {
    .corrupt(
      "dense nodes with lists of different lengths, before unpacked byte \(range.upperBound)")
  }

  /// Reads keys and values up to the 0 after the tags of a node.
  @inline(__always)
  private mutating func readDenseTags(
    _ pairs: inout ProtobufCursor, _ bytes: Span<UInt8>
  ) throws(PBFFlaw) {
    if !tags.entries.isEmpty { tags.entries.removeAll(keepingCapacity: true) }
    while true {
      let key = try pairs.varint(bytes)
      if key == 0 { return }
      try appendTag(key: key, value: pairs.varint(bytes))
    }
  }
}
