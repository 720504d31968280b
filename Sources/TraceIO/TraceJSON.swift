import Geo

/// Traces from JSON: GeoJSON (RFC 7946), and the short form of JSON lines,
/// `{"id":…,"locations":[[lat,lon,time],…]}`, or with objects of lat, lon, time, accuracy, heading, speed.
package struct TraceJSON {
  /// What is known of the object at hand.
  private struct Parts {
    var type: String?
    var name: String?
    var id: String?
    var isShort = false
    var hasCoordinates = false
    var isCollection = false
    var geometryType: String?

    /// Whether the object is one with lines.
    var isLine: Bool {
      let own = type == "Feature" ? geometryType : type
      return hasCoordinates && own.map { TraceJSON.lines.contains($0) } ?? false
    }
  }

  private static let lines = ["LineString", "MultiLineString"]

  /// GeoJSON types without lines, whose traces are none.
  private static let others = ["Point", "MultiPoint", "Polygon", "MultiPolygon"]

  private(set) var scanner: JSONScanner
  /// The first time that can't be read.
  package private(set) var firstOddTime: TraceFlaw?
  private var spool: LocationSpool

  package init(_ source: ByteSource, folder: String) {
    scanner = JSONScanner(source)
    spool = LocationSpool(folder: folder)
  }

  /// All traces of a text: one value, or one after the other.
  mutating func read(into sink: inout some TraceSink) throws {
    while try scanner.peek() != nil { try value(into: &sink) }
  }

  /// The traces of the next line, as one.
  ///
  /// - Returns: The number of the line, and why it can't be read; nil after the last.
  package mutating func readLine(
    into sink: inout some TraceSink
  ) throws -> (number: Int, flaw: TraceFlaw?)? {
    while true {
      scanner.source.stopsAtLines = true
      let number = scanner.source.line
      var flaw: TraceFlaw?
      let isBlank = try scanner.peek() == nil
      if !isBlank {
        do {
          try value(into: &sink)
          if try scanner.peek() != nil { throw scanner.flaw("something follows the value") }
        } catch let found as TraceFlaw { flaw = found }
      }
      scanner.restart()
      spool.removeAll()
      let hasNext = try scanner.source.skipLine()
      if !isBlank { return (number, flaw) }
      if !hasNext { return nil }
    }
  }

  /// The traces of one object, which may be a collection.
  private mutating func value(into sink: inout some TraceSink) throws {
    var parts = Parts()
    try scanner.open("{")
    var isFirst = true
    while let key = try scanner.nextKey(&isFirst) { try member(key, &parts, into: &sink) }
    if parts.isCollection { return }
    if parts.isShort || parts.isLine {
      try spool.send(named: parts.name ?? parts.id, to: &sink)
      return
    }
    spool.removeAll()
    if parts.type == "Feature" { return }
    guard let type = parts.type, Self.others.contains(type) else {
      throw scanner.flaw("neither 'locations' nor a GeoJSON type with lines")
    }
  }

  private mutating func member(
    _ key: String, _ parts: inout Parts, into sink: inout some TraceSink
  ) throws {
    switch key {
    case "type": parts.type = try text()
    case "id": parts.id = try text()
    case "locations":
      parts.isShort = true
      try locations()
    case "features":
      parts.isCollection = true
      try scanner.open("[")
      var isFirst = true
      while try scanner.nextElement(&isFirst) { try value(into: &sink) }
    case "geometry": try geometry(&parts)
    case "coordinates": try coordinates(&parts)
    case "properties": try properties(&parts)
    default: _ = try scanner.scalar()
    }
  }

  /// The next value as a text; nil for null.
  private mutating func text() throws -> String? {
    switch try scanner.scalar() {
    case .string(let text): text
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .other: nil
    }
  }

  /// Whether another object or array begins; else goes past the value.
  private mutating func begins(_ bracket: Character) throws -> Bool {
    if try scanner.peek() == bracket.asciiValue {
      try scanner.open(bracket)
      return true
    }
    _ = try scanner.scalar()
    return false
  }

  // MARK: The short form

  private mutating func locations() throws {
    guard try scanner.peek() == UInt8(ascii: "[") else {
      throw scanner.flaw("'locations' is not an array")
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
      default: throw scanner.flaw("a location is neither an array nor an object")
      }
    }
  }

  private mutating func list() throws -> (Location, hasOddTime: Bool) {
    var location = Location(.nan, .nan)
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
    guard count >= 2 else { throw scanner.flaw("a location without longitude") }
    location.time = time.seconds
    return (location, time.isOdd)
  }

  private mutating func object() throws -> (Location, hasOddTime: Bool) {
    var location = Location(.nan, .nan)
    var time = FixTime()
    try scanner.open("{")
    var isFirst = true
    while let key = try scanner.nextKey(&isFirst) {
      let value = try scanner.scalar()
      switch key {
      case "lat", "latitude": location.latitude = Self.number(value) ?? .nan
      case "lon", "lng", "longitude": location.longitude = Self.number(value) ?? .nan
      case "time": time = self.time(value)
      case "accuracy": location.accuracyMetres = Self.number(value)
      case "heading": location.headingDegrees = Self.number(value)
      case "speed": location.speed = Self.number(value)
      default: break
      }
    }
    location.time = time.seconds
    return (location, time.isOdd)
  }

  /// A time; none for null.
  private mutating func time(_ value: JSONScanner.Scalar) -> FixTime {
    let words: String
    switch value {
    case .number(let number):
      if let seconds = TraceTime.seconds(number) { return FixTime(seconds: seconds) }
      words = "\(number)"
    case .other: return FixTime()
    case .string(let text):
      if let seconds = TraceTime.seconds(Array(text.utf8)) { return FixTime(seconds: seconds) }
      words = text
    }
    firstOddTime = firstOddTime ?? scanner.flaw(TraceTime.complaint(words))
    return FixTime(isOdd: true)
  }

  private static func number(_ value: JSONScanner.Scalar) -> Double? {
    if case .number(let number) = value { number } else { nil }
  }

  // MARK: GeoJSON

  private mutating func geometry(_ parts: inout Parts) throws {
    guard try begins("{") else { return }
    var isFirst = true
    while let key = try scanner.nextKey(&isFirst) {
      switch key {
      case "type": parts.geometryType = try text()
      case "coordinates": try coordinates(&parts)
      default: _ = try scanner.scalar()
      }
    }
    let isLine = parts.geometryType.map { Self.lines.contains($0) } ?? false
    if isLine && !parts.hasCoordinates { throw scanner.flaw("a geometry without coordinates") }
  }

  private mutating func coordinates(_ parts: inout Parts) throws {
    guard try begins("[") else { throw scanner.flaw("'coordinates' is not an array") }
    parts.hasCoordinates = true
    try positions(depth: 1)
  }

  /// The rest of an array that was opened: a position, or arrays of them.
  private mutating func positions(depth: Int) throws {
    var isFirst = true
    var numbers = 0
    var location = Location(.nan, .nan)
    var hasArrays = false
    while try scanner.nextElement(&isFirst) {
      if try scanner.peek() == UInt8(ascii: "[") {
        hasArrays = true
        try scanner.open("[")
        try positions(depth: depth + 1)
        continue
      }
      let value = try scanner.anyNumber()
      if numbers == 0 { location.longitude = value ?? .nan }
      if numbers == 1 { location.latitude = value ?? .nan }
      numbers += 1
    }
    if hasArrays {
      if depth == 2 { spool.endPart() }
    } else if depth > 1 {
      try spool.add(location, hasOddTime: false)
    }
  }

  private mutating func properties(_ parts: inout Parts) throws {
    guard try begins("{") else { return }
    var isFirst = true
    while let key = try scanner.nextKey(&isFirst) {
      switch key {
      case "name": parts.name = try text()
      case "coordTimes", "times": try times()
      case "coordinateProperties":
        guard try begins("{") else { continue }
        var isFirst = true
        while let key = try scanner.nextKey(&isFirst) {
          if key == "times" || key == "coordTimes" { try times() } else { _ = try scanner.scalar() }
        }
      default: _ = try scanner.scalar()
      }
    }
  }

  /// An array of times, or of arrays of them for a geometry of several lines.
  private mutating func times() throws {
    // Of two lists that say the same the first is taken.
    guard !spool.hasTimes, try scanner.peek() == UInt8(ascii: "[") else {
      _ = try scanner.scalar()
      return
    }
    try scanner.open("[")
    var isFirst = true
    while try scanner.nextElement(&isFirst) {
      guard try scanner.peek() == UInt8(ascii: "[") else {
        try spool.add(time: time(try scanner.scalar()))
        continue
      }
      try scanner.open("[")
      var isFirst = true
      while try scanner.nextElement(&isFirst) {
        try spool.add(time: time(try scanner.scalar()))
      }
      spool.endPartOfTimes()
    }
  }
}
