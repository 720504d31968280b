import Geo

/// Finds points near others by squares of about 60 m.
struct PointIndex {
  private static let units: Int32 = 5_400
  private var squares: [SIMD2<Int32>: [Coordinate]] = [:]

  init(_ points: [Coordinate]) {
    for point in points { squares[Self.square(point), default: []].append(point) }
  }

  private static func square(_ point: Coordinate) -> SIMD2<Int32> {
    SIMD2(point.latitudeUnits / units, point.longitudeUnits / units)
  }

  func hasPoint(within metres: Double, of point: Coordinate) -> Bool {
    let middle = Self.square(point)
    let reach = Int32((metres / (Double(Self.units) * Distance.metresPerUnit)).rounded(.up)) + 1
    for north in -reach...reach {
      for east in -2 * reach...2 * reach {
        let found = squares[middle &+ SIMD2(north, east)] ?? []
        if found.contains(where: { Distance.metres($0, point) <= metres }) { return true }
      }
    }
    return false
  }
}
