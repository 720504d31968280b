import Geo
import JSON

/// The geometries of GeoJSON (RFC 7946), with the times in their properties.
extension TraceJSON {
  mutating func geometry(_ parts: inout Parts) throws(TextError) {
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
    if isLine && !parts.hasCoordinates { throw scanner.error("a geometry without coordinates") }
  }

  mutating func coordinates(_ parts: inout Parts) throws(TextError) {
    guard try begins("[") else { throw scanner.error("'coordinates' is not an array") }
    parts.hasCoordinates = true
    try positions(depth: 1)
  }

  /// The content of an array of coordinates.
  private enum Content {
    case nothing, position, arrays
  }

  /// Reads the rest of an open array: a position, or arrays of them.
  @discardableResult
  private mutating func positions(depth: Int) throws(TextError) -> Content {
    var isFirst = true
    var numbers = 0
    var location = Location(latitude: .nan, longitude: .nan)
    var hasArrays = false
    var hasPositions = false
    while try scanner.nextElement(&isFirst) {
      if try scanner.peek() == UInt8(ascii: "[") {
        hasArrays = true
        try scanner.open("[")
        let content = try positions(depth: depth + 1)
        if content == .position { hasPositions = true }
        // An empty array among positions is one without numbers, and among lines a line without positions.
        if content == .nothing && (depth > 1 || hasPositions) {
          try spool.add(location, hasOddTime: false)
        } else if depth == 1 && content != .position {
          spool.endPart()
        }
        continue
      }
      let value = try scanner.anyNumber()
      if numbers == 0 { location.longitude = value ?? .nan }
      if numbers == 1 { location.latitude = value ?? .nan }
      numbers += 1
    }
    if hasArrays { return .arrays }
    if numbers == 0 { return .nothing }
    if depth > 1 { try spool.add(location, hasOddTime: false) }
    return .position
  }

  mutating func properties(_ parts: inout Parts) throws(TextError) {
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

  /// Reads an array of times, or of arrays of them for a geometry of several lines.
  private mutating func times() throws(TextError) {
    // If there are two lists of times, the first one counts.
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
