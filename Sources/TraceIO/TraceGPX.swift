import Geo

/// Traces from GPX 1.0 and 1.1: one a track segment, with routes (`rte`) as traces, without times.
///
/// Reads just what a trace needs, from front to end in constant memory: tags with their attributes, and the
/// text of a few elements. Elements of other namespaces count by their local names, so that speed and course
/// are found in extensions.
struct TraceGPX {
  /// Elements inside elements, at most.
  private static let deepest = 256
  /// Bytes of a tag, at most.
  private static let longestTag = 1 << 16
  /// Bytes of a text that are kept.
  private static let longestText = 256
  /// Bytes of a reference to a character, at most.
  private static let longestReference = 12

  /// An element that means something here.
  private enum Element {
    case gpx, track, route, segment, point, time, speed, course, name, other
  }

  private var source: ByteSource
  private var open: [Element] = []
  private var names: [String] = []
  private var text: [UInt8] = []
  private var tag: [UInt8] = []
  private var traceName: String?
  private var hasBegun = false
  private var point: Location?
  private var hasOddTime = false
  /// The first time that can't be read.
  private(set) var firstOddTime: TraceFlaw?
  private var isDone = false

  init(_ source: ByteSource) { self.source = source }

  private func flaw(_ reason: String) -> TraceFlaw {
    TraceFlaw(line: source.line, reason: reason)
  }

  /// All traces of the text.
  mutating func read(into sink: inout some TraceSink) throws {
    while let byte = try source.next() {
      guard byte == UInt8(ascii: "<") else {
        if byte == UInt8(ascii: "&") { try addReference() } else { add(byte) }
        continue
      }
      guard let next = try source.peek() else { throw flaw("the document ends inside a tag") }
      switch next {
      case UInt8(ascii: "!"): try declaration()
      case UInt8(ascii: "?"): try skip(past: "?>")
      case UInt8(ascii: "/"):
        source.advance()
        try readTag()
        try close(into: &sink)
      default:
        try readTag()
        try element(into: &sink)
      }
    }
    guard open.isEmpty else {
      throw flaw("the document ends inside '\(names[names.count - 1])'")
    }
  }

  // MARK: Text

  private mutating func add(_ byte: UInt8) {
    if text.count < Self.longestText { text.append(byte) }
  }

  /// Adds the character for which a reference stands whose ampersand has been read; one that is not known stays as
  /// it is.
  private mutating func addReference() throws {
    var name: [UInt8] = []
    while name.count < Self.longestReference, let byte = try source.peek(),
      byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&")
    {
      source.advance()
      name.append(byte)
      if byte == UInt8(ascii: ";") { break }
    }
    let isWhole = name.last == UInt8(ascii: ";")
    let known = isWhole ? Self.character(name.dropLast()) : nil
    for byte in known ?? [UInt8(ascii: "&")] + name { add(byte) }
  }

  // MARK: Marks

  /// A comment, a text that is not to be read as XML, or a declaration.
  private mutating func declaration() throws {
    source.advance()
    switch try source.peek() {
    case UInt8(ascii: "-"): try skip(past: "-->")
    case UInt8(ascii: "["):
      let before = text
      try skip(past: "]]>")
      // `[CDATA[` before, `]]>` behind.
      text = before + tag.dropFirst(7).dropLast(3).prefix(Self.longestText)
    default: try skip(past: ">")
    }
  }

  /// Goes past a mark; what was passed is in `tag`, as far as it is short.
  private mutating func skip(past mark: String) throws {
    let mark = Array(mark.utf8)
    tag.removeAll(keepingCapacity: true)
    while let byte = try source.next() {
      if tag.count >= Self.longestTag { tag.removeSubrange(512..<(tag.count - 8)) }
      tag.append(byte)
      if byte == mark[mark.count - 1], tag.ends(with: mark) { return }
    }
    throw flaw("the document ends inside a tag")
  }

  /// Reads a tag up to its end into `tag`.
  private mutating func readTag() throws {
    tag.removeAll(keepingCapacity: true)
    var quote: UInt8 = 0
    while let byte = try source.next() {
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == 34 || byte == 39 {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return
      } else if byte == UInt8(ascii: "<") {
        throw flaw("a tag inside a tag")
      }
      tag.append(byte)
      if tag.count > Self.longestTag { throw flaw("a tag longer than \(Self.longestTag) bytes") }
    }
    throw flaw("the document ends inside a tag")
  }

  /// The name of the element in `tag`, without its namespace.
  private var localName: ArraySlice<UInt8> {
    var name = tag.prefix { $0 > 32 }
    if name.last == UInt8(ascii: "/") { name.removeLast() }
    if let colon = name.lastIndex(of: UInt8(ascii: ":")) { name = name[(colon + 1)...] }
    return name
  }

  private static let elements: [(name: [UInt8], element: Element)] = [
    ("trkpt", Element.point), ("time", .time), ("rtept", .point), ("speed", .speed),
    ("course", .course), ("trkseg", .segment), ("trk", .track), ("rte", .route), ("gpx", .gpx),
    ("name", .name),
  ].map { (Array($0.utf8), $1) }

  private static func element(_ name: ArraySlice<UInt8>) -> Element {
    elements.first { $0.name.elementsEqual(name) }?.element ?? .other
  }

  // MARK: Elements

  private mutating func element(into sink: inout some TraceSink) throws {
    let isEmpty = tag.last == UInt8(ascii: "/")
    let name = localName
    let element = Self.element(name)
    let text = String(decoding: name, as: UTF8.self)
    if open.isEmpty {
      guard element == .gpx else { throw flaw("begins with '\(text)', not with 'gpx'") }
      if isDone { throw flaw("something follows the document") }
    }
    open.append(element)
    names.append(text)
    if open.count > Self.deepest { throw flaw("elements are nested too deep") }
    switch element {
    case .track, .route:
      traceName = nil
      hasBegun = false
    case .segment: hasBegun = false
    case .point:
      point = Location(try degrees("lat", text), try degrees("lon", text))
      hasOddTime = false
    default: break
    }
    self.text.removeAll(keepingCapacity: true)
    if isEmpty { try end(into: &sink) }
  }

  /// The tag that closes the last element that was opened.
  private mutating func close(into sink: inout some TraceSink) throws {
    guard let last = names.last, localName.elementsEqual(last.utf8) else {
      let name = Text.brief(String(decoding: localName, as: UTF8.self))
      throw flaw(
        names.last.map { "'\(name)' is closed inside '\($0)'" } ?? "'\(name)' was not opened")
    }
    try end(into: &sink)
    text.removeAll(keepingCapacity: true)
  }

  private mutating func end(into sink: inout some TraceSink) throws {
    let element = open.removeLast()
    names.removeLast()
    isDone = open.isEmpty
    switch element {
    case .point: try send(into: &sink)
    case .segment, .route, .track:
      if hasBegun { try sink.end() }
      hasBegun = false
    case .time where point != nil:
      let time = time()
      point?.time = time.seconds
      hasOddTime = time.isOdd
    case .speed where point != nil: point?.speed = Decimal.value(Self.trimmed(text))
    case .course where point != nil: point?.headingDegrees = Decimal.value(Self.trimmed(text))
    case .name where open.last == .track || open.last == .route:
      traceName = String(decoding: Self.trimmed(text), as: UTF8.self)
    default: break
    }
  }

  private mutating func send(into sink: inout some TraceSink) throws {
    guard let point, open.contains(.track) || open.contains(.route) else { return }
    if !hasBegun { try sink.begin(name: traceName) }
    hasBegun = true
    self.point = nil
    try sink.add(point, hasOddTime: hasOddTime)
  }

  private mutating func time() -> FixTime {
    let text = Self.trimmed(self.text)
    if text.isEmpty { return FixTime() }
    guard let seconds = TraceTime.seconds(Array(text)) else {
      let words = String(decoding: text, as: UTF8.self)
      firstOddTime = firstOddTime ?? flaw(TraceTime.complaint(words))
      return FixTime(isOdd: true)
    }
    return FixTime(seconds: seconds)
  }

  /// The number of an attribute of `tag`; not a number where the receiver wrote so.
  private func degrees(_ key: String, _ element: String) throws -> Double {
    var rest = tag[...]
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      let name = rest[..<equals].split { $0 <= 32 }.last ?? []
      guard let first = rest[equals...].firstIndex(where: { $0 == 34 || $0 == 39 }),
        let last = rest[(first + 1)...].firstIndex(of: rest[first])
      else { break }
      if name.elementsEqual(key.utf8) {
        var value = Self.trimmed(rest[(first + 1)..<last])
        if value.contains(UInt8(ascii: "&")) { value = Self.plain(value) }
        if let number = Decimal.value(value) { return number }
        let text = String(decoding: value, as: UTF8.self)
        if ["nan", "inf", "-inf", ""].contains(text.lowercased()) { return .nan }
        throw flaw("'\(Text.brief(text))' is not a \(key == "lat" ? "latitude" : "longitude")")
      }
      rest = rest[(last + 1)...]
    }
    throw flaw("'\(element)' without '\(key)'")
  }

  private static func trimmed(_ text: some BidirectionalCollection<UInt8>) -> ArraySlice<UInt8> {
    var text = ArraySlice(text)
    while let first = text.first, first <= 32 { text.removeFirst() }
    while let last = text.last, last <= 32 { text.removeLast() }
    return text
  }

  /// A text with its references as what they stand for.
  private static func plain(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = text
    var result: ArraySlice<UInt8> = []
    while let ampersand = rest.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<ampersand]
      rest = rest[ampersand...]
      let end = rest.prefix(longestReference).firstIndex(of: UInt8(ascii: ";"))
      let known = end.flatMap { character(rest[(ampersand + 1)..<$0]) }
      result += known ?? [rest[ampersand]]
      rest = rest[((known == nil ? ampersand : end ?? ampersand) + 1)...]
    }
    return result + rest
  }

  /// The character of `lt`, `#65` or `#x41`; nil for a name that is not known, and for what is no character of XML.
  private static func character(_ name: ArraySlice<UInt8>) -> [UInt8]? {
    if let known = entities.first(where: { $0.name.elementsEqual(name) }) { return [known.byte] }
    guard name.first == UInt8(ascii: "#") else { return nil }
    var digits = name.dropFirst()
    let isHexadecimal = digits.first == UInt8(ascii: "x")
    if isHexadecimal { digits = digits.dropFirst() }
    guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
      let code = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10),
      code >= 32 || [9, 10, 13].contains(code), let scalar = Unicode.Scalar(code)
    else { return nil }
    return Array(String(Character(scalar)).utf8)
  }

  private static let entities: [(name: [UInt8], byte: UInt8)] = [
    ("lt", "<"), ("gt", ">"), ("amp", "&"), ("quot", "\""), ("apos", "'"),
  ].map { (name: String, byte: Unicode.Scalar) in (Array(name.utf8), UInt8(ascii: byte)) }
}

extension [UInt8] {
  /// Whether the last bytes are these.
  fileprivate func ends(with mark: [UInt8]) -> Bool { suffix(mark.count).elementsEqual(mark) }
}
