import Geo

/// Decodes `OSMData` blocks and delivers their elements to a visitor.
///
/// All blocks of a file share one decoder and its buffers. The kinds of elements are in extensions.
struct PBFBlockDecoder {
  var summary = OSMSummary(encoding: .pbf)
  /// The string table: the range of each string in the block.
  var strings: [Range<UInt32>] = []
  var scale = PBFScale()
  /// The tags of the current element; their bytes are the whole block.
  var tags = OSMTags()
  var refs: [Int64] = []
  var members: [OSMMember] = []

  /// Decodes the first `length` bytes of `block`.
  mutating func decode<Visitor: OSMVisitor>(
    _ block: [UInt8], length: Int, into visitor: inout Visitor
  ) throws(PBFFlaw) {
    let bytes = block.span
    let groups = try readFrame(bytes, length: length)
    tags.bytes = block
    tags.block = OSMTextID.nextBlock()
    // The reader then fills the block again, and must be its only owner.
    defer { tags.bytes = [] }
    for group in groups {
      try decodeGroup(group, bytes, into: &visitor)
    }
  }

  /// Reads all fields except the groups, since the scale of coordinates follows them.
  private mutating func readFrame(
    _ bytes: Span<UInt8>, length: Int
  ) throws(PBFFlaw) -> [Range<Int>] {
    strings.removeAll(keepingCapacity: true)
    scale = PBFScale()
    var groups: [Range<Int>] = []
    var cursor = ProtobufCursor(0..<length)
    while let field = try cursor.field(bytes) {
      switch field {
      case .bytes(1): try readStrings(cursor.contents(bytes), bytes)
      case .bytes(2): groups.append(try cursor.contents(bytes))
      case .number(17): scale.granularity = try Int64(bitPattern: cursor.varint(bytes))
      case .number(19): scale.latitudeOffset = try Int64(bitPattern: cursor.varint(bytes))
      case .number(20): scale.longitudeOffset = try Int64(bitPattern: cursor.varint(bytes))
      default: try cursor.skip(field, known: [1, 2, 17, 19, 20], bytes)
      }
    }
    guard (1...Int64(Int32.max)).contains(scale.granularity) else {
      throw .corrupt("a block with granularity \(scale.granularity)")
    }
    return groups
  }

  private mutating func readStrings(
    _ range: Range<Int>, _ bytes: Span<UInt8>
  ) throws(PBFFlaw) {
    var cursor = ProtobufCursor(range)
    while let field = try cursor.field(bytes) {
      switch field {
      case .bytes(1):
        let string = try cursor.contents(bytes)
        strings.append(UInt32(string.lowerBound)..<UInt32(string.upperBound))
      default: try cursor.skip(field, known: [1], bytes)
      }
    }
  }

  private mutating func decodeGroup<Visitor: OSMVisitor>(
    _ range: Range<Int>, _ bytes: Span<UInt8>, into visitor: inout Visitor
  ) throws(PBFFlaw) {
    var cursor = ProtobufCursor(range)
    while let field = try cursor.field(bytes) {
      switch field {
      case .bytes(1): try decodeNode(cursor.contents(bytes), bytes, into: &visitor)
      case .bytes(2): try decodeDenseNodes(cursor.contents(bytes), bytes, into: &visitor)
      case .bytes(3): try decodeWay(cursor.contents(bytes), bytes, into: &visitor)
      case .bytes(4): try decodeRelation(cursor.contents(bytes), bytes, into: &visitor)
      default: try cursor.skip(field, known: [1, 2, 3, 4], bytes)
      }
    }
  }

  /// The range of the string at `index` of the string table.
  @inline(__always)
  func string(_ index: UInt64) throws(PBFFlaw) -> Range<UInt32> {
    guard index < UInt64(strings.count) else {
      throw .corrupt("string \(index) of a table of \(strings.count)")
    }
    return strings[Int(index)]
  }

  /// Adds the tag whose key and value have these indices in the string table.
  @inline(__always)
  mutating func appendTag(key: UInt64, value: UInt64) throws(PBFFlaw) {
    let key = try string(key)
    let value = try string(value)
    tags.entries.append(
      OSMTags.Entry(
        keyStart: key.lowerBound, keyEnd: key.upperBound,
        valueStart: value.lowerBound, valueEnd: value.upperBound))
  }

  /// Reads tags from two parallel lists, the form of all elements except dense nodes.
  mutating func readTags(
    keys: Range<Int>?, values: Range<Int>?, _ bytes: Span<UInt8>
  ) throws(PBFFlaw) {
    tags.entries.removeAll(keepingCapacity: true)
    var keys = ProtobufCursor(keys ?? 0..<0)
    var values = ProtobufCursor(values ?? 0..<0)
    while !keys.isAtEnd, !values.isAtEnd {
      try appendTag(key: keys.varint(bytes), value: values.varint(bytes))
    }
    guard keys.isAtEnd, values.isAtEnd else {
      throw .corrupt("an element with lists of keys and values of different lengths")
    }
  }

  /// Whether an element is visible by its `Info` message.
  func isVisible(_ info: Range<Int>?, _ bytes: Span<UInt8>) throws(PBFFlaw) -> Bool {
    guard let info else { return true }
    var isVisible = true
    var cursor = ProtobufCursor(info)
    while let field = try cursor.field(bytes) {
      switch field {
      case .number(6): isVisible = try cursor.varint(bytes) != 0
      default: try cursor.skip(field, known: [6], bytes)
      }
    }
    return isVisible
  }

  /// Delivers a node with the tags that have been read to the visitor.
  mutating func deliverNode<Visitor: OSMVisitor>(
    _ id: Int64, latitude: Int64, longitude: Int64, into visitor: inout Visitor
  ) {
    let position = scale.coordinate(latitude: latitude, longitude: longitude)
    if position == nil { summary.badCoordinates += 1 }
    summary.nodes += 1
    visitor.node(id, at: position, tags: tags)
  }
}

/// The scale of a block's coordinates: offset + granularity · number, in 1e-9 degrees.
struct PBFScale {
  var granularity: Int64 = 100
  var latitudeOffset: Int64 = 0
  var longitudeOffset: Int64 = 0

  /// The place of two numbers, rounded half away from zero; `nil` if it is not on earth.
  @inline(__always)
  func coordinate(latitude: Int64, longitude: Int64) -> Coordinate? {
    guard
      let latitude = units(latitude, latitudeOffset),
      let longitude = units(longitude, longitudeOffset)
    else { return nil }
    return Coordinate(latitudeUnits: latitude, longitudeUnits: longitude)
  }

  @inline(__always)
  private func units(_ number: Int64, _ offset: Int64) -> Int64? {
    let (product, isTooLarge) = number.multipliedReportingOverflow(by: granularity)
    let (nanodegrees, isTooFar) = product.addingReportingOverflow(offset)
    if isTooLarge || isTooFar { return nil }
    let (whole, rest) = nanodegrees.quotientAndRemainder(dividingBy: 100)
    return rest >= 50 ? whole + 1 : rest <= -50 ? whole - 1 : whole
  }
}
