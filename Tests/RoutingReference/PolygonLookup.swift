import Geo
import RouteModel

/// Tells whether points lie in polygons, by counting the edges to the east of them, row by row.
struct PolygonLookup {
  private typealias Edge = (a: Coordinate, b: Coordinate)

  private static let rowUnits = 20_000
  private var rows: [Int: [Edge]] = [:]

  init(_ polygons: [Isoline.Polygon]) {
    for polygon in polygons {
      for ring in [polygon.outer] + polygon.holes {
        for (a, b) in zip(ring, ring.dropFirst()) {
          let (low, high) = (
            min(a.latitudeUnits, b.latitudeUnits), max(a.latitudeUnits, b.latitudeUnits)
          )
          for row in Self.row(low)...Self.row(high) { rows[row, default: []].append((a, b)) }
        }
      }
    }
  }

  private static func row(_ latitude: Int32) -> Int { Int(latitude + 900_000_000) / rowUnits }

  func contains(_ place: Coordinate) -> Bool {
    var isInside = false
    for (a, b) in rows[Self.row(place.latitudeUnits)] ?? []
    where (a.latitudeUnits > place.latitudeUnits) != (b.latitudeUnits > place.latitudeUnits) {
      let share =
        Double(Int64(place.latitudeUnits) - Int64(a.latitudeUnits))
        / Double(Int64(b.latitudeUnits) - Int64(a.latitudeUnits))
      let x =
        Double(a.longitudeUnits) + share * Double(Int64(b.longitudeUnits) - Int64(a.longitudeUnits))
      if x > Double(place.longitudeUnits) { isInside.toggle() }
    }
    return isInside
  }

  /// Whether a point lies on an edge.
  func touches(_ place: Coordinate) -> Bool {
    (rows[Self.row(place.latitudeUnits)] ?? []).contains { a, b in
      let (dx, dy) = (
        Int64(b.longitudeUnits) - Int64(a.longitudeUnits),
        Int64(b.latitudeUnits) - Int64(a.latitudeUnits)
      )
      let (px, py) = (
        Int64(place.longitudeUnits) - Int64(a.longitudeUnits),
        Int64(place.latitudeUnits) - Int64(a.latitudeUnits)
      )
      return dx * py == dy * px && px * dx + py * dy >= 0 && px * px + py * py <= dx * dx + dy * dy
    }
  }
}
