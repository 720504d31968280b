import MapMatching

/// Traces from GPX 1.0 and 1.1: one a track segment, with routes (`rte`) as traces without times.
///
/// Reads just what a trace needs: tags with their attributes, and the text of a few elements. Text of
/// other namespaces counts by its local name, so that speed and course are found in extensions.
struct TraceGPX {
  private let bytes: [UInt8]
  private var at = 0
  private var traces: [Trace] = []
  private var open: [String] = []
  private var trackName: String?
  private var point: Location?

  static func traces(_ bytes: [UInt8]) throws(TraceFlaw) -> [Trace] {
    var reader = TraceGPX(bytes: bytes)
    try reader.read()
    return reader.traces.filter { !$0.locations.isEmpty }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func flaw(_ reason: String) -> TraceFlaw {
    let line = bytes[..<min(at, bytes.count)].count { $0 == 10 } + 1
    return TraceFlaw(reason: "line \(line): \(reason)")
  }

  private mutating func read() throws(TraceFlaw) {
    var text: [UInt8] = []
    while at < bytes.count {
      guard bytes[at] == UInt8(ascii: "<") else {
        if text.count < 256 { text.append(bytes[at]) }
        at += 1
        continue
      }
      if starts("<!--") {
        try skip(past: "-->")
      } else if starts("<![CDATA[") {
        let start = at + 9
        try skip(past: "]]>")
        text += bytes[start..<at - 3].prefix(256)
      } else if starts("<?") {
        try skip(past: "?>")
      } else if starts("<!") {
        try skip(past: ">")
      } else if starts("</") {
        try skip(past: ">")
        close(text)
        text = []
      } else {
        try element()
        text = []
      }
    }
    guard open.isEmpty else { throw flaw("the document ends inside '\(open[open.count - 1])'") }
  }

  private func starts(_ prefix: String) -> Bool { bytes[at...].starts(with: prefix.utf8) }

  private mutating func skip(past mark: String) throws(TraceFlaw) {
    let mark = Array(mark.utf8)
    while at + mark.count <= bytes.count {
      if bytes[at] == mark[0], bytes[at...].starts(with: mark) {
        at += mark.count
        return
      }
      at += 1
    }
    throw flaw("the document ends inside a tag")
  }

  /// A tag that opens an element, at hand at `<`.
  private mutating func element() throws(TraceFlaw) {
    let start = at + 1
    var quote: UInt8?
    at = start
    while at < bytes.count {
      let byte = bytes[at]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == 34 || byte == 39 {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        break
      }
      at += 1
    }
    guard at < bytes.count else { throw flaw("the document ends inside a tag") }
    var tag = bytes[start..<at]
    at += 1
    let isEmpty = tag.last == UInt8(ascii: "/")
    if isEmpty { tag.removeLast() }
    let name = Self.localName(tag.prefix { $0 > 32 })
    if open.isEmpty, name != "gpx" { throw flaw("begins with '\(name)', not with 'gpx'") }
    open.append(name)
    if open.count > 256 { throw flaw("elements are nested too deep") }
    begin(name, tag)
    if isEmpty { close([]) }
  }

  private static func localName(_ name: ArraySlice<UInt8>) -> String {
    String(decoding: name.split(separator: UInt8(ascii: ":")).last ?? [], as: UTF8.self)
  }

  private mutating func begin(_ name: String, _ tag: ArraySlice<UInt8>) {
    switch name {
    case "trk", "rte":
      trackName = nil
      if name == "rte" { traces.append(Trace([])) }
    case "trkseg": traces.append(Trace([], name: trackName))
    case "trkpt", "rtept":
      point = Location(Self.number("lat", tag), Self.number("lon", tag))
    default: break
    }
  }

  /// The number of an attribute; not a number where there is none.
  private static func number(_ key: String, _ tag: ArraySlice<UInt8>) -> Double {
    var text = tag
    while let equals = text.firstIndex(of: UInt8(ascii: "=")) {
      let name = text[..<equals].split { $0 <= 32 }.last ?? []
      guard let first = text[equals...].firstIndex(where: { $0 == 34 || $0 == 39 }),
        let last = text[(first + 1)...].firstIndex(of: text[first])
      else { return .nan }
      if name.elementsEqual(key.utf8) {
        return Double(trimmed(text[(first + 1)..<last])) ?? .nan
      }
      text = text[(last + 1)...]
    }
    return .nan
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> String {
    let start = text.firstIndex { $0 > 32 } ?? text.endIndex
    let end = text.lastIndex { $0 > 32 }.map { $0 + 1 } ?? start
    return String(decoding: text[start..<max(start, end)], as: UTF8.self)
  }

  private mutating func close(_ text: [UInt8]) {
    guard let name = open.popLast() else { return }
    switch name {
    case "trkpt", "rtept":
      if let point, !traces.isEmpty { traces[traces.count - 1].locations.append(point) }
      point = nil
    case "time" where point != nil:
      point?.time = TraceTime.seconds(Array(Self.trimmed(text[...]).utf8)) ?? .nan
    case "speed" where point != nil: point?.speed = Double(Self.trimmed(text[...]))
    case "course" where point != nil: point?.headingDegrees = Double(Self.trimmed(text[...]))
    case "name" where open.last == "trk" || open.last == "rte":
      trackName = Self.trimmed(text[...])
      if open.last == "rte", !traces.isEmpty { traces[traces.count - 1].name = trackName }
    default: break
    }
  }
}
