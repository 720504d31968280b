import Geo

/// Reads nodes, ways and relations from plainly written XML, several times as fast as expat.
///
/// Plain XML is an unambiguous subset: complete elements separated by white space, with the
/// attributes of OSM's own programs, each once, with `=` and quotes without spaces; values in valid
/// UTF-8 without line ends, with only the five named references and numeric ones. Expat parses
/// other pieces.
struct PlainScanner {
  /// The piece is not plain.
  struct NotPlain: Error {}

  /// The current offset in the text.
  var index = 0
  var lines = 0
  /// Values with their references replaced.
  var spelledOut: [UInt8] = []

  /// Reads whole elements up to the end of the text.
  mutating func scan(_ text: Span<UInt8>, into piece: inout PlainElements) throws(NotPlain) {
    while true {
      skipSpace(text)
      if index == text.count { break }
      try element(text, &piece)
    }
    piece.lines = lines
  }

  /// Reads one node, way or relation.
  private mutating func element(
    _ text: Span<UInt8>, _ piece: inout PlainElements
  ) throws(NotPlain) {
    let kind = try begin(text)
    var head = Head()
    let isEmpty = try attributes(text) { (name, value, _) throws(NotPlain) in
      try head.take(name, value, text)
    }
    guard let id = head.id else { throw NotPlain() }
    var element = PlainElements.Element(kind: kind, id: id)
    if kind == .node {
      guard let latitude = head.latitude, let longitude = head.longitude,
        let position = Coordinate(latitudeUnits: latitude, longitudeUnits: longitude)
      else { throw NotPlain() }
      element.position = position
    }
    if !isEmpty { try children(of: kind, text, &piece) }
    element.refsEnd = piece.refs.count
    element.membersEnd = piece.members.count
    element.tagsEnd = piece.tags.count
    piece.elements.append(element)
  }

  /// Skips `<node`, `<way` or `<relation`.
  private mutating func begin(_ text: Span<UInt8>) throws(NotPlain) -> OSMMember.Kind {
    if skip("<node", text) { return .node }
    if skip("<way", text) { return .way }
    if skip("<relation", text) { return .relation }
    throw NotPlain()
  }

  /// Reads the contents of an element, up to its end.
  private mutating func children(
    of kind: OSMMember.Kind, _ text: Span<UInt8>, _ piece: inout PlainElements
  ) throws(NotPlain) {
    while true {
      skipSpace(text)
      if skip("<nd", text) {
        guard kind == .way else { throw NotPlain() }
        try reference(text, &piece)
      } else if skip("<tag", text) {
        try tag(text, &piece)
      } else if skip("<member", text) {
        guard kind == .relation else { throw NotPlain() }
        try member(text, &piece)
      } else {
        let isEnd =
          switch kind {
          case .node: skip("</node>", text)
          case .way: skip("</way>", text)
          case .relation: skip("</relation>", text)
          }
        guard isEnd else { throw NotPlain() }
        return
      }
    }
  }

  private mutating func reference(
    _ text: Span<UInt8>, _ piece: inout PlainElements
  ) throws(NotPlain) {
    var ref: Int64?
    let isEmpty = try attributes(text) { (name, value, _) throws(NotPlain) in
      guard name == .ref, ref == nil else { throw NotPlain() }
      ref = DecimalText.id(text.extracting(value.range))
    }
    guard isEmpty, let ref else { throw NotPlain() }
    piece.refs.append(ref)
  }

  private mutating func tag(
    _ text: Span<UInt8>, _ piece: inout PlainElements
  ) throws(NotPlain) {
    var key: Range<Int>?
    var content: Range<Int>?
    let isEmpty = try attributes(text) { (name, value, scanner) throws(NotPlain) in
      if name == .k, key == nil {
        key = try scanner.meaning(of: value, text)
      } else if name == .v, content == nil {
        content = try scanner.meaning(of: value, text)
      } else {
        throw NotPlain()
      }
    }
    guard isEmpty, let key, let content else { throw NotPlain() }
    piece.tags.append(OSMTags.Entry(key: key, value: content))
  }

  private mutating func member(
    _ text: Span<UInt8>, _ piece: inout PlainElements
  ) throws(NotPlain) {
    var kind: OSMMember.Kind?
    var ref: Int64?
    var role: String?
    let isEmpty = try attributes(text) { (name, value, _) throws(NotPlain) in
      let bytes = text.extracting(value.range)
      if name == .type, kind == nil {
        kind = XMLMember.kind(bytes)
      } else if name == .ref, ref == nil {
        ref = DecimalText.id(bytes)
      } else if name == .role, role == nil, !value.hasReferences {
        role = bytes.isEmpty ? "" : String(decoding: bytes)
      } else {
        throw NotPlain()
      }
    }
    guard isEmpty, let kind, let ref else { throw NotPlain() }
    piece.members.append(OSMMember(kind: kind, ref: ref, role: role ?? ""))
  }
}

/// The relevant attributes of a node, way or relation.
private struct Head {
  var id: Int64?
  var latitude: Int64?
  var longitude: Int64?
  private var seen: UInt16 = 0

  @inline(__always)
  mutating func take(
    _ name: PlainAttribute, _ value: PlainScanner.Value, _ text: Span<UInt8>
  ) throws(PlainScanner.NotPlain) {
    let bit: UInt16 = 1 << name.rawValue
    guard seen & bit == 0 else { throw PlainScanner.NotPlain() }
    seen |= bit
    switch name {
    case .id: id = DecimalText.id(text.extracting(value.range))
    case .lat: latitude = DecimalText.degrees(text.extracting(value.range))
    case .lon: longitude = DecimalText.degrees(text.extracting(value.range))
    case .visible:
      guard text.extracting(value.range).equals("true") else { throw PlainScanner.NotPlain() }
    case .version, .timestamp, .changeset, .user, .uid: break
    case .ref, .k, .v, .type, .role: throw PlainScanner.NotPlain()
    }
  }
}
