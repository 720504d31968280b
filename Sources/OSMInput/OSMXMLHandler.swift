import Geo

/// Makes OSM elements from XML elements and delivers them to a visitor.
///
/// It reads `<osm>` with nodes, ways and relations. Other elements (bounds, notes, the geometry
/// that Overpass puts inside ways and members) are skipped with their contents. Change files are
/// refused, since they state changes to an extract and are not extracts.
final class OSMXMLHandler<Visitor: OSMVisitor>: XMLHandler {
  private(set) var visitor: Visitor
  private(set) var summary: OSMSummary

  /// The innermost open element that is not skipped.
  private enum Level {
    case document, root, element, child
  }
  private var level = Level.document
  /// The number of open elements in a skipped element, including itself.
  private var skippedDepth = 0
  private var element = XMLElement()
  private var tag = XMLTagText()
  private var member = XMLMember()
  private var startTag = StartTag.other
  private var snapshotRank = 0

  override var isBetweenElements: Bool { level == .root && skippedDepth == 0 }

  /// A handler that owns the visitor until the end of parsing.
  init(visitor: consuming Visitor, encoding: OSMEncoding) {
    self.visitor = visitor
    summary = OSMSummary(encoding: encoding)
  }

  /// The elements that contain changes; the last is that of Overpass's augmented diffs.
  private static var changes: [StaticString] { ["create", "modify", "delete", "action"] }

  /// The start tags whose attributes matter.
  private enum StartTag {
    case root, meta, node, way, relation, reference, member, tag, other
  }

  override func startElement(_ name: Span<UInt8>) {
    startTag = .other
    if skippedDepth > 0 {
      skippedDepth += 1
      if skippedDepth > XMLLimits.depth { refusal = "elements are nested too deeply" }
      return
    }
    switch level {
    case .document: startRoot(name)
    case .root: startInRoot(name)
    case .element: startInElement(name)
    case .child: skippedDepth = 1
    }
  }

  private func startRoot(_ name: Span<UInt8>) {
    if name.equals("osmChange") { return refuseChanges("an osmChange document") }
    guard name.equals("osm") else {
      let shown = String(decoding: name.extracting(0..<min(name.count, 40)))
      refusal = "the root element is <\(shown)>, not <osm>"
      return
    }
    level = .root
    startTag = .root
  }

  private func startInRoot(_ name: Span<UInt8>) {
    if startOSMElement(name) { return }
    for change in Self.changes where name.equals(change) {
      return refuseChanges("<\(change)>")
    }
    startTag = name.equals("meta") ? .meta : .other
    skippedDepth = 1
  }

  private func refuseChanges(_ what: String) {
    refusedFeature = (what, OSMInputError.adviceOnChanges)
    refusal = what
  }

  /// Begins a node, way or relation if the name is that of one.
  private func startOSMElement(_ name: Span<UInt8>) -> Bool {
    if name.equals("node") {
      startTag = .node
    } else if name.equals("way") {
      startTag = .way
    } else if name.equals("relation") {
      startTag = .relation
    } else {
      return false
    }
    element.begin()
    element.kind = startTag == .node ? .node : startTag == .way ? .way : .relation
    level = .element
    return true
  }

  private func startInElement(_ name: Span<UInt8>) {
    if name.equals("nd"), element.kind == .way {
      startTag = .reference
    } else if name.equals("tag") {
      startTag = .tag
      tag = XMLTagText()
    } else if name.equals("member"), element.kind == .relation {
      startTag = .member
      member = XMLMember()
    } else {
      skippedDepth = 1
      return
    }
    level = .child
  }

  override func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    switch startTag {
    case .node, .way, .relation: element.attribute(name, value)
    case .reference: if name.equals("ref") { member.ref = DecimalText.id(value) }
    case .tag: tag.attribute(name, value, into: &element.tags.bytes)
    case .member: member.attribute(name, value)
    case .root: rootAttribute(name, value)
    case .meta: if name.equals("osm_base") { noteSnapshot(value, rank: 1) }
    case .other: break
    }
  }

  private func rootAttribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    if name.equals("generator") {
      summary.generator = String(decoding: value)
    } else if name.equals("osmosis_replication_timestamp") {
      noteSnapshot(value, rank: 3)
    } else if name.equals("timestamp") {
      noteSnapshot(value, rank: 2)
    }
  }

  private func noteSnapshot(_ value: Span<UInt8>, rank: Int) {
    guard rank > snapshotRank, let seconds = DateText.seconds(value) else { return }
    summary.snapshot = seconds
    snapshotRank = rank
  }

  override func endAttributes() {
    switch startTag {
    case .reference:
      if let ref = member.ref { element.refs.append(ref) } else { element.isBad = true }
      member.ref = nil
    case .tag:
      if let key = tag.key, let value = tag.value { element.tags.append(key: key, value: value) }
      if element.tags.bytes.count > XMLLimits.tagBytes { refusal = "an element has too much text" }
    case .member:
      if let kind = member.kind, let ref = member.ref {
        element.members.append(OSMMember(kind: kind, ref: ref, role: member.role))
      } else {
        element.isBad = true
      }
      member.ref = nil
    default: break
    }
  }

  override func endElement() {
    if skippedDepth > 0 {
      skippedDepth -= 1
      return
    }
    switch level {
    case .document: break
    case .root: level = .document
    case .element:
      deliver()
      level = .root
    case .child: level = .element
    }
  }

  /// Delivers all elements of a piece to the visitor.
  override func deliver(_ piece: borrowing PlainElements) {
    var refs: [Int64] = []
    var tags = OSMTags()
    tags.bytes = piece.text
    var (firstRef, firstMember, firstTag) = (0, 0, 0)
    for element in piece.elements {
      if firstTag < element.tagsEnd || !tags.isEmpty {
        tags.entries.removeAll(keepingCapacity: true)
        tags.entries.append(contentsOf: piece.tags[firstTag..<element.tagsEnd])
      }
      switch element.kind {
      case .node:
        summary.nodes += 1
        visitor.node(element.id, at: element.position, tags: tags)
      case .way:
        refs.removeAll(keepingCapacity: true)
        refs.append(contentsOf: piece.refs[firstRef..<element.refsEnd])
        summary.ways += 1
        visitor.way(element.id, nodes: refs, tags: tags)
      case .relation:
        let members = Array(piece.members[firstMember..<element.membersEnd])
        summary.relations += 1
        visitor.relation(element.id, members: members, tags: tags)
      }
      (firstRef, firstMember, firstTag) = (element.refsEnd, element.membersEnd, element.tagsEnd)
    }
  }

  /// Delivers the finished element to the visitor, or counts it as deleted or flawed.
  private func deliver() {
    if element.isDeleted {
      summary.deleted += 1
      return
    }
    guard let id = element.id, !element.isBad else {
      summary.badElements += 1
      return
    }
    switch element.kind {
    case .node:
      let position = element.position
      if position == nil { summary.badCoordinates += 1 }
      summary.nodes += 1
      visitor.node(id, at: position, tags: element.tags)
    case .way:
      summary.ways += 1
      visitor.way(id, nodes: element.refs, tags: element.tags)
    case .relation:
      summary.relations += 1
      visitor.relation(id, members: element.members, tags: element.tags)
    }
  }
}

/// Limits on the memory that a hostile document can use.
enum XMLLimits {
  /// The maximum depth of skipped elements.
  static let depth = 1000
  /// The maximum number of bytes of an element's keys and values, whose offsets have 32 bits.
  static let tagBytes = 256 * 1024 * 1024
}
