import Geo
import JSON
import Notation

/// Reads traces from JSON: GeoJSON (RFC 7946), and the short form of JSON lines.
///
/// The short form is `{"id":…,"locations":[[lat,lon,time],…]}`. A location may also be an object with lat, lon, time,
/// accuracy, heading and speed, or their other names in CSV. Such objects by themselves, one after the other as a
/// receiver writes them, or in an array, are one trace.
struct TraceJSON: FormatReader {
  /// The known members of the current object.
  struct Parts {
    var type: String?
    var name: String?
    var id: String?
    var isShort = false
    var hasCoordinates = false
    var isCollection = false
    var geometryType: String?
    /// The members of a location.
    var fix = Fix()

    /// Whether the object has lines.
    var isLine: Bool {
      let own = type == "Feature" ? geometryType : type
      return hasCoordinates && own.map { TraceJSON.lines.contains($0) } ?? false
    }
  }

  /// A location as an object.
  struct Fix {
    var location = Location(latitude: .nan, longitude: .nan)
    var time = FixTime()
    var hasLatitude = false
    var hasLongitude = false

    /// Whether it states a place, which is null if the receiver has none.
    var isPlaced: Bool { hasLatitude && hasLongitude }
  }

  static let lines = ["LineString", "MultiLineString"]

  /// GeoJSON types without lines, which have no traces.
  private static let others = ["Point", "MultiPoint", "Polygon", "MultiPolygon"]

  /// An object or array that has begun and not ended.
  private enum Frame {
    case object(Parts, isFirst: Bool)
    /// An array of objects: the features of a collection, or the whole text.
    case features(isFirst: Bool)
  }

  /// The state of the current line, which may have one value.
  private enum Line {
    case untouched, read
  }

  var scanner: JSONScanner
  private var frames: [Frame] = []
  /// Nil if lines have no meaning.
  private var line: Line?
  /// The first time that cannot be read.
  private(set) var firstOddTime: TextFlaw?
  var spool: LocationSpool
  /// Events of locations that are separate values, which come before those of the spool.
  private var events: [TraceEvent] = []
  /// Whether a trace of such locations has begun.
  private var isLoose = false

  init(_ source: ByteSource, folder: String) {
    scanner = JSONScanner(source)
    spool = LocationSpool(folder: folder)
  }

  mutating func next() throws(TextError) -> TraceEvent? {
    while true {
      if !events.isEmpty { return events.removeFirst() }
      if let event = try spool.next() { return event }
      guard try !step() else { continue }
      guard isLoose else { return nil }
      isLoose = false
      return .ended
    }
  }

  // MARK: Lines

  /// Moves to the next line that is not blank, from the beginning or from anywhere in a line.
  ///
  /// From then on ``next()`` ends at the end of the line, which may have one value.
  ///
  /// - Returns: The line number; nil after the last.
  mutating func nextLine() throws(TextError) -> Int? {
    while true {
      if line != nil {
        frames.removeAll()
        spool.removeAll()
        (events, isLoose) = ([], false)
        scanner.restart()
        guard try scanner.source.skipLine() else { return nil }
      }
      scanner.source.stopsAtLines = true
      line = .untouched
      let number = scanner.source.line
      if try scanner.peek() != nil { return number }
    }
  }

  // MARK: Objects

  /// Reads a member, or the beginning or end of an object.
  ///
  /// - Returns: False at the end of the text.
  private mutating func step() throws(TextError) -> Bool {
    switch frames.popLast() {
    case nil:
      guard let first = try scanner.peek() else { return false }
      if line == .read { throw scanner.error("something follows the value") }
      if line != nil { line = .read }
      guard first == UInt8(ascii: "[") else {
        try beginObject()
        return true
      }
      try scanner.open("[")
      frames.append(.features(isFirst: true))
    case .features(var isFirst):
      guard try scanner.nextElement(&isFirst) else { return true }
      frames.append(.features(isFirst: isFirst))
      try beginObject()
    case .object(var parts, var isFirst):
      guard let key = try scanner.nextKey(&isFirst) else {
        try end(parts)
        return true
      }
      if key == "features" {
        try scanner.open("[")
        parts.isCollection = true
        frames.append(.object(parts, isFirst: isFirst))
        frames.append(.features(isFirst: true))
      } else {
        try member(key, &parts)
        frames.append(.object(parts, isFirst: isFirst))
      }
    }
    return true
  }

  private mutating func beginObject() throws(TextError) {
    try scanner.open("{")
    frames.append(.object(Parts(), isFirst: true))
  }

  /// Sends the traces of an object; throws if it cannot have any.
  private mutating func end(_ parts: Parts) throws(TextError) {
    if parts.isCollection { return }
    if parts.isShort || parts.isLine {
      if isLoose { events.append(.ended) }
      isLoose = false
      return try spool.send(named: parts.name ?? parts.id)
    }
    spool.removeAll()
    if parts.type == "Feature" { return }
    if parts.fix.isPlaced {
      if !isLoose { events.append(.began(name: parts.name ?? parts.id)) }
      isLoose = true
      var location = parts.fix.location
      location.time = parts.fix.time.seconds
      return events.append(.fix(location, hasOddTime: parts.fix.time.isOdd))
    }
    guard let type = parts.type, Self.others.contains(type) else {
      throw scanner.error("neither 'locations' nor 'lat' and 'lon', nor a GeoJSON type with lines")
    }
  }

  private mutating func member(_ key: String, _ parts: inout Parts) throws(TextError) {
    switch key {
    case "type": parts.type = try text()
    case "id": parts.id = try text()
    case "locations":
      parts.isShort = true
      try locations()
    case "geometry": try geometry(&parts)
    case "coordinates": try coordinates(&parts)
    case "properties": try properties(&parts)
    default: try member(key, of: &parts.fix)
    }
  }

  /// The next value as text; nil for null, true, false, objects and arrays.
  mutating func text() throws(TextError) -> String? {
    switch try scanner.scalar() {
    case .string(let text): text
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .truth, .other: nil
    }
  }

  /// Whether an object or array begins, which is then open; any other value is skipped.
  mutating func begins(_ bracket: Unicode.Scalar) throws(TextError) -> Bool {
    if try scanner.peek() == UInt8(ascii: bracket) {
      try scanner.open(bracket)
      return true
    }
    _ = try scanner.scalar()
    return false
  }

  // MARK: The short form

  private mutating func locations() throws(TextError) {
    guard try scanner.peek() == UInt8(ascii: "[") else {
      throw scanner.error("'locations' is not an array")
    }
    try scanner.open("[")
    var isFirst = true
    while try scanner.nextElement(&isFirst) {
      switch try scanner.peek() {
      case UInt8(ascii: "["):
        let (location, isOdd) = try list()
        try spool.add(location, hasOddTime: isOdd)
      case UInt8(ascii: "{"):
        let (location, isOdd) = try object()
        try spool.add(location, hasOddTime: isOdd)
      default: throw scanner.error("a location is neither an array nor an object")
      }
    }
  }

  private mutating func list() throws(TextError) -> (Location, hasOddTime: Bool) {
    var location = Location(latitude: .nan, longitude: .nan)
    var time = FixTime()
    try scanner.open("[")
    var isFirst = true
    var count = 0
    while try scanner.nextElement(&isFirst) {
      let value = try scanner.scalar()
      switch count {
      case 0: location.latitude = Self.number(value) ?? .nan
      case 1: location.longitude = Self.number(value) ?? .nan
      case 2: time = self.time(value)
      default: break
      }
      count += 1
    }
    guard count >= 2 else { throw scanner.error("a location without longitude") }
    location.time = time.seconds
    return (location, time.isOdd)
  }

  private mutating func object() throws(TextError) -> (Location, hasOddTime: Bool) {
    var fix = Fix()
    try scanner.open("{")
    var isFirst = true
    while let key = try scanner.nextKey(&isFirst) { try member(key, of: &fix) }
    fix.location.time = fix.time.seconds
    return (fix.location, fix.time.isOdd)
  }

  private mutating func member(_ key: String, of fix: inout Fix) throws(TextError) {
    let value = try scanner.scalar()
    switch key {
    case "lat", "latitude":
      (fix.location.latitude, fix.hasLatitude) = (Self.number(value) ?? .nan, true)
    case "lon", "lng", "longitude":
      (fix.location.longitude, fix.hasLongitude) = (Self.number(value) ?? .nan, true)
    // If there are two times, the first one counts.
    case _ where FixNames.time.contains(key):
      if fix.time.seconds == nil { fix.time = time(value) }
    case _ where FixNames.accuracy.contains(key):
      fix.location.accuracyMetres = Self.number(value)
    case _ where FixNames.heading.contains(key):
      fix.location.headingDegrees = Self.number(value)
    case _ where FixNames.speed.contains(key): fix.location.speed = Self.number(value)
    default: break
    }
  }

  /// A time; none for null.
  mutating func time(_ value: JSONScanner.Scalar) -> FixTime {
    if let number = Self.number(value), let seconds = TraceTime.seconds(number) {
      return FixTime(seconds: seconds)
    }
    let words: String
    switch value {
    case .number(let number): words = "\(number)"
    case .truth, .other: return FixTime()
    case .string(let text):
      if let seconds = TraceTime.seconds(Array(text.utf8)[...]) { return FixTime(seconds: seconds) }
      words = text
    }
    firstOddTime = firstOddTime ?? scanner.flaw(TraceTime.complaint(words))
    return FixTime(isOdd: true)
  }

  /// A number, which may be in quotes.
  private static func number(_ value: JSONScanner.Scalar) -> Double? {
    switch value {
    case .number(let number): number
    case .string(let text): Decimals.value(Array(text.utf8)[...])
    case .truth, .other: nil
    }
  }
}
