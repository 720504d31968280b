import Geo
import JSON

/// Reads the lines of a geometry of GeoJSON (RFC 7946, section 3.1).
///
/// The type may follow the coordinates, so they are read by their form: points, or arrays of points.
struct FeatureLines {
  /// The maximum number of points of all lines together.
  private static let maximumPoints = 100_000

  /// The geometries that are not lines.
  private static let otherGeometries: Set = [
    "Point", "MultiPoint", "Polygon", "MultiPolygon", "GeometryCollection",
  ]

  /// The points that stand in the coordinates themselves, as of a LineString.
  private var points: [Coordinate] = []
  /// The arrays of points, as of a MultiLineString, without empty ones.
  private var lines: [[Coordinate]] = []
  /// Whether an array of points stands in the coordinates, even an empty one.
  private var hasLines = false
  private var count = 0
  /// The first reason why the coordinates are not those of lines.
  private var problem: TextFlaw?

  /// Reads the geometry of a feature.
  ///
  /// - Parameter scanner: The text, before the object of the geometry.
  /// - Returns: The lines of a LineString or MultiLineString; empty for any other geometry, and for
  ///   lines without points.
  /// - Throws: ``TextFlaw`` or ``TextError``.
  static func read(_ scanner: inout JSONScanner) throws -> [[Coordinate]] {
    var read = FeatureLines()
    var type = ""
    try scanner.open("{")
    var isFirst = true
    while let key = try scanner.nextKey(&isFirst) {
      if key == "coordinates", try scanner.peek() == UInt8(ascii: "[") {
        try scanner.open("[")
        var isFirst = true
        while try scanner.nextElement(&isFirst) { try read.element(&scanner) }
      } else if case .string(let text) = try scanner.scalar(), key == "type" {
        type = text
      }
    }
    if otherGeometries.contains(type) { return [] }
    guard type == "LineString" || type == "MultiLineString" else {
      throw scanner.flaw(
        "the geometry is not a LineString or MultiLineString, but '\(type.prefix(40))'")
    }
    if let problem = read.problem { throw problem }
    if type == "LineString" {
      guard !read.hasLines else { throw scanner.flaw(notPoint) }
      return read.points.isEmpty ? [] : [read.points]
    }
    guard read.points.isEmpty else { throw scanner.flaw("a line is not an array of points") }
    return read.lines
  }

  private static let notPoint = "a point is not longitude and latitude"

  /// Reads an element of the coordinates: a point, or an array of points.
  private mutating func element(_ scanner: inout JSONScanner) throws {
    guard try scanner.peek() == UInt8(ascii: "[") else { return try skip(&scanner) }
    try scanner.open("[")
    let next = try scanner.peek()
    guard next == UInt8(ascii: "[") || next == UInt8(ascii: "]") else {
      if let point = try point(&scanner) { points.append(point) }
      return
    }
    hasLines = true
    var line: [Coordinate] = []
    var isFirst = true
    while try scanner.nextElement(&isFirst) {
      guard try scanner.peek() == UInt8(ascii: "[") else {
        try skip(&scanner)
        continue
      }
      try scanner.open("[")
      if let point = try point(&scanner) { line.append(point) }
    }
    if !line.isEmpty { lines.append(line) }
  }

  /// Skips a value that is not a point.
  private mutating func skip(_ scanner: inout JSONScanner) throws {
    if problem == nil { problem = scanner.flaw(Self.notPoint) }
    _ = try scanner.scalar()
  }

  /// Reads the rest of a point behind its bracket: longitude, latitude and optional further numbers.
  ///
  /// - Returns: The point; nil for any other array, and after the maximum number of points.
  private mutating func point(_ scanner: inout JSONScanner) throws -> Coordinate? {
    var numbers: [Double] = []
    var isWrong = false
    var isFirst = true
    while try scanner.nextElement(&isFirst) {
      guard case .number(let number) = try scanner.scalar(), numbers.count < 4 else {
        isWrong = true
        continue
      }
      numbers.append(number)
    }
    guard !isWrong, numbers.count >= 2,
      let point = Coordinate(latitude: numbers[1], longitude: numbers[0])
    else {
      if problem == nil { problem = scanner.flaw(Self.notPoint) }
      return nil
    }
    guard count < Self.maximumPoints else {
      if problem == nil {
        problem = scanner.flaw("lines with more than \(Self.maximumPoints) points")
      }
      return nil
    }
    count += 1
    return point
  }
}
