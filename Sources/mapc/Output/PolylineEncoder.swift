import Geo

/// Encodes a line as ``Polyline`` does, part by part: the joined parts are the encoding of the line.
struct PolylineEncoder {
  private var last: Coordinate?

  /// The characters of the next points.
  mutating func encode(_ points: [Coordinate]) -> [UInt8] {
    guard let end = points.last else { return [] }
    defer { last = end }
    guard let last else { return Array(Polyline.encode(points, .six).utf8) }
    // The characters of the previous point come first, as many as when it is encoded alone.
    let start = Polyline.encode([last], .six).utf8.count
    return Array(Polyline.encode([last] + points, .six).utf8.dropFirst(start))
  }
}
