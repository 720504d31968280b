import Geo

/// The node, way or relation whose XML is being read; the next one reuses its buffers.
struct XMLElement {
  var kind = OSMMember.Kind.node
  var id: Int64?
  /// Whether a part of it can't be read, so that it must not be delivered.
  var isBad = false
  var isDeleted = false
  var refs: [Int64] = []
  var members: [OSMMember] = []
  var tags = OSMTags()
  private var latitude: Int64?
  private var longitude: Int64?

  mutating func begin() {
    id = nil
    isBad = false
    isDeleted = false
    latitude = nil
    longitude = nil
    refs.removeAll(keepingCapacity: true)
    members.removeAll(keepingCapacity: true)
    tags.removeAll()
  }

  /// Takes an attribute of `<node>`, `<way>` or `<relation>`.
  mutating func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    if name.equals("id") {
      id = DecimalText.id(value)
    } else if name.equals("lat") {
      latitude = DecimalText.degrees(value)
    } else if name.equals("lon") {
      longitude = DecimalText.degrees(value)
    } else if name.equals("visible") {
      if value.equals("false") { isDeleted = true }
    } else if name.equals("action") {
      if value.equals("delete") { isDeleted = true }
    }
  }

  /// The position of a node; `nil` if it is missing, not a number, or not on earth.
  var position: Coordinate? {
    guard let latitude, let longitude else { return nil }
    return Coordinate(latitudeUnits: latitude, longitudeUnits: longitude)
  }
}

/// The ranges of a `<tag>` in the text of its element.
struct XMLTagText {
  var key: Range<Int>?
  var value: Range<Int>?

  /// Takes `k` or `v`, in either order.
  mutating func attribute(_ name: Span<UInt8>, _ text: Span<UInt8>, into bytes: inout [UInt8]) {
    guard name.count == 1 else { return }
    let start = bytes.count
    switch name[0] {
    case UInt8(ascii: "k"):
      bytes.append(contentsOf: text)
      key = start..<bytes.count
    case UInt8(ascii: "v"):
      bytes.append(contentsOf: text)
      value = start..<bytes.count
    default: break
    }
  }
}

/// The attributes of a `<member>`; `ref` also serves `<nd>`.
struct XMLMember {
  var kind: OSMMember.Kind?
  var ref: Int64?
  var role = ""

  mutating func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    if name.equals("ref") {
      ref = DecimalText.id(value)
    } else if name.equals("type") {
      kind = Self.kind(value)
    } else if name.equals("role"), value.count > 0 {
      role = String(decoding: value)
    }
  }

  static func kind(_ text: Span<UInt8>) -> OSMMember.Kind? {
    if text.equals("way") { return .way }
    if text.equals("node") { return .node }
    return text.equals("relation") ? .relation : nil
  }
}
