extension PBFBlockDecoder {
  /// Decodes a `Relation` message.
  mutating func decodeRelation<Visitor: OSMVisitor>(
    _ range: Range<Int>, _ bytes: Span<UInt8>, into visitor: inout Visitor
  ) throws(PBFFlaw) {
    var id: Int64?
    var keys: Range<Int>?
    var values: Range<Int>?
    var info: Range<Int>?
    var lists = MemberLists()
    var cursor = ProtobufCursor(range)
    while let field = try cursor.field(bytes) {
      switch field {
      case .number(1): id = try Int64(bitPattern: cursor.varint(bytes))
      case .bytes(2): try cursor.soleContents(bytes, into: &keys, "keys")
      case .bytes(3): try cursor.soleContents(bytes, into: &values, "values")
      case .bytes(4): info = try cursor.contents(bytes)
      case .bytes(8): try cursor.soleContents(bytes, into: &lists.roles, "roles")
      case .bytes(9): try cursor.soleContents(bytes, into: &lists.ids, "members")
      case .bytes(10): try cursor.soleContents(bytes, into: &lists.kinds, "member types")
      default: try cursor.skip(field, known: [1, 2, 3, 4, 8, 9, 10], bytes)
      }
    }
    guard let id else { throw cursor.flaw("a relation without id") }
    try readTags(keys: keys, values: values, bytes)
    let isKnown = try readMembers(lists, bytes)
    if try !isVisible(info, bytes) {
      summary.deleted += 1
    } else if !isKnown {
      summary.badElements += 1
    } else {
      summary.relations += 1
      visitor.relation(id, members: members, tags: tags)
    }
  }

  /// The packed lists that describe the members of a relation.
  private struct MemberLists {
    var roles: Range<Int>?
    var ids: Range<Int>?
    var kinds: Range<Int>?
  }

  /// Reads all members; returns whether their kinds are known.
  private mutating func readMembers(
    _ lists: MemberLists, _ bytes: Span<UInt8>
  ) throws(PBFFlaw) -> Bool {
    members.removeAll(keepingCapacity: true)
    var roles = ProtobufCursor(lists.roles ?? 0..<0)
    var ids = ProtobufCursor(lists.ids ?? 0..<0)
    var kinds = ProtobufCursor(lists.kinds ?? 0..<0)
    var ref: Int64 = 0
    var isKnown = true
    while !ids.isAtEnd, !roles.isAtEnd, !kinds.isAtEnd {
      ref &+= try ids.signedVarint(bytes)
      let role = try string(roles.varint(bytes))
      let kind = try OSMMember.Kind(rawValue: UInt8(clamping: kinds.varint(bytes)))
      guard let kind else {
        isKnown = false
        continue
      }
      let text = bytes.extracting(Int(role.lowerBound)..<Int(role.upperBound))
      members.append(OSMMember(kind: kind, ref: ref, role: String(decoding: text)))
    }
    guard ids.isAtEnd, roles.isAtEnd, kinds.isAtEnd else {
      throw .corrupt("a relation with member lists of different lengths")
    }
    return isKnown
  }
}
