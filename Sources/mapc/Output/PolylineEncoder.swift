import Geo

/// Encodes the parts of a line; joined, they are the encoding of the line by ``Polyline``.
struct PolylineEncoder {
  private var last: Coordinate?

  /// The characters of the next points.
  mutating func encode(_ points: [Coordinate]) -> [UInt8] {
    guard let end = points.last else { return [] }
    defer { last = end }
    guard let last else { return Array(Polyline.encode(points, .six).utf8) }
    // The characters of the previous point come first, in the same number as when encoded alone.
    let start = Polyline.encode([last], .six).utf8.count
    return Array(Polyline.encode([last] + points, .six).utf8.dropFirst(start))
  }
}
