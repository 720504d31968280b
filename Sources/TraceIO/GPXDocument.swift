import Bytes
import Expat
import Geo
import JSON
import Notation

/// Finds the traces in the elements of a GPX document.
///
/// Elements of other namespaces are recognized by their local names, so speed and course are found in extensions.
final class GPXDocument: ExpatHandler {
  /// The maximum depth of elements.
  private static let deepest = 256
  /// The maximum length of a text in bytes; the rest is ignored.
  private static let longestText = 256

  /// The elements with a meaning here.
  private enum Element {
    case gpx, track, route, segment, point, time, speed, course, name, other

    /// Whether its text is needed.
    var hasText: Bool {
      switch self {
      case .time, .speed, .course, .name: true
      default: false
      }
    }
  }

  var refusal: String?
  /// The events found and not yet taken.
  var events: [TraceEvent] = []
  /// The first time that cannot be read.
  private(set) var firstOddTime: TextFlaw?

  private var open: [Element] = []
  /// The names of the open elements, one after the other, and where each begins.
  private var names: [UInt8] = []
  private var nameStarts: [Int] = []
  private var text: [UInt8] = []
  private var traceName: String?
  private var hasBegun = false
  private var latitude: Double?
  private var longitude: Double?
  private var point: Location?
  private var hasOddTime = false

  /// The local name of the innermost open element.
  var innermost: String? {
    nameStarts.last.map { String(decoding: names[$0...], as: UTF8.self) }
  }

  // MARK: Events of expat

  func startElement(_ name: Span<UInt8>) {
    let start = names.count
    nameStarts.append(start)
    for index in name.indices {
      if name[index] == UInt8(ascii: ":") {
        names.removeSubrange(start...)
      } else {
        names.append(name[index])
      }
    }
    let element = Self.element(names[start...])
    if open.isEmpty && element != .gpx {
      refusal = "begins with '\(innermost ?? "")', not with 'gpx'"
    }
    open.append(element)
    if open.count > Self.deepest { refusal = "elements are nested too deep" }
    text.removeAll(keepingCapacity: true)
    switch element {
    case .track, .route:
      traceName = nil
      hasBegun = false
    case .segment: hasBegun = false
    case .point: (latitude, longitude) = (nil, nil)
    default: break
    }
  }

  func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
    guard open.last == .point, refusal == nil else { return }
    if Self.equal(name, "lat") { latitude = degrees(value, "latitude") }
    if Self.equal(name, "lon") { longitude = degrees(value, "longitude") }
  }

  func endAttributes() {
    guard open.last == .point, refusal == nil else { return }
    guard let latitude, let longitude else {
      refusal = "'\(innermost ?? "")' without '\(latitude == nil ? "lat" : "lon")'"
      return
    }
    point = Location(latitude: latitude, longitude: longitude)
    hasOddTime = false
  }

  func text(_ piece: Span<UInt8>) {
    guard open.last?.hasText ?? false, text.count < Self.longestText else { return }
    for index in piece.indices where text.count < Self.longestText { text.append(piece[index]) }
  }

  func endElement(at place: ExpatPlace) {
    guard refusal == nil, let element = open.popLast(), let start = nameStarts.popLast() else {
      return
    }
    names.removeSubrange(start...)
    switch element {
    case .point: send()
    case .segment, .route, .track:
      if hasBegun { events.append(.ended) }
      hasBegun = false
    // In extensions it is another time, such as GraphHopper's durations.
    case .time where point != nil && open.last == .point:
      let time = time(at: place)
      point?.time = time.seconds
      hasOddTime = time.isOdd
    case .speed where point != nil: point?.speed = Decimals.value(Self.trimmed(text))
    case .course where point != nil: point?.headingDegrees = Decimals.value(Self.trimmed(text))
    case .name where open.last == .track || open.last == .route:
      traceName = String(decoding: Self.trimmed(text), as: UTF8.self)
    default: break
    }
    text.removeAll(keepingCapacity: true)
  }

  // MARK: Elements

  private static let elements: [(name: [UInt8], element: Element)] = [
    ("trkpt", Element.point), ("time", .time), ("rtept", .point), ("speed", .speed),
    ("course", .course), ("trkseg", .segment), ("trk", .track), ("rte", .route), ("gpx", .gpx),
    ("name", .name),
  ].map { (Array($0.utf8), $1) }

  private static func element(_ name: ArraySlice<UInt8>) -> Element {
    elements.first { $0.name.elementsEqual(name) }?.element ?? .other
  }

  private func send() {
    guard let point, open.contains(.track) || open.contains(.route) else { return }
    if !hasBegun { events.append(.began(name: traceName)) }
    hasBegun = true
    self.point = nil
    events.append(.fix(point, hasOddTime: hasOddTime))
  }

  private func time(at place: ExpatPlace) -> FixTime {
    let text = Self.trimmed(self.text)
    if text.isEmpty { return FixTime() }
    if let seconds = TraceTime.seconds(text) { return FixTime(seconds: seconds) }
    if firstOddTime == nil {
      let words = String(decoding: text, as: UTF8.self)
      firstOddTime = TextFlaw(line: place.line, reason: TraceTime.complaint(words))
    }
    return FixTime(isOdd: true)
  }

  /// The number of an attribute; NaN if the receiver wrote NaN or nothing.
  private func degrees(_ value: Span<UInt8>, _ what: String) -> Double {
    text.removeAll(keepingCapacity: true)
    for index in value.indices { text.append(value[index]) }
    let trimmed = Self.trimmed(text)
    if let number = Decimals.value(trimmed) { return number }
    let words = String(decoding: trimmed, as: UTF8.self)
    if !["nan", "inf", "-inf", ""].contains(words.lowercased()) {
      refusal = "'\(TerminalText.brief(words))' is not a \(what)"
    }
    return .nan
  }

  private static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
    var text = text[...]
    while let first = text.first, first <= 32 { text.removeFirst() }
    while let last = text.last, last <= 32 { text.removeLast() }
    return text
  }

  private static func equal(_ name: Span<UInt8>, _ word: String) -> Bool {
    let word = word.utf8
    guard name.count == word.count else { return false }
    var index = 0
    for byte in word {
      if name[index] != byte { return false }
      index += 1
    }
    return true
  }
}
