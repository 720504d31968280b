import Geo

/// Finds points near others by squares of about 60 m.
struct PointIndex {
  private static let units: Int32 = 5_400
  /// The squares of a box by rows from south to north, each from west to east.
  private var south = 0
  private var west = 0
  private var rows = 0
  private var columns = 0
  /// Where the points of each square begin, and those of the last end.
  private var first: [Int] = [0]
  private var points: [Coordinate] = []

  init(_ points: [Coordinate]) {
    guard let some = points.first.map(Self.square) else { return }
    var (low, high) = (some, some)
    for point in points {
      let square = Self.square(point)
      low = (min(low.row, square.row), min(low.column, square.column))
      high = (max(high.row, square.row), max(high.column, square.column))
    }
    (south, west) = low
    (rows, columns) = (high.row - south + 1, high.column - west + 1)
    first = [Int](repeating: 0, count: rows * columns + 1)
    let places = points.map { point in
      let square = Self.square(point)
      return (square.row - south) * columns + square.column - west
    }
    for place in places { first[place + 1] += 1 }
    for place in 0..<rows * columns { first[place + 1] += first[place] }
    var next = first
    self.points = points
    for (point, place) in zip(points, places) {
      self.points[next[place]] = point
      next[place] += 1
    }
  }

  private static func square(_ point: Coordinate) -> (row: Int, column: Int) {
    (Int(point.latitudeUnits / units), Int(point.longitudeUnits / units))
  }

  func hasPoint(within metres: Double, of point: Coordinate) -> Bool {
    let middle = Self.square(point)
    let reach = Int((metres / (Double(Self.units) * Distance.metresPerUnit)).rounded(.up)) + 1
    let left = max(middle.column - 2 * reach - west, 0)
    let right = min(middle.column + 2 * reach - west, columns - 1)
    guard left <= right else { return false }
    for row in middle.row - reach - south...middle.row + reach - south where 0..<rows ~= row {
      let found = points[first[row * columns + left]..<first[row * columns + right + 1]]
      if found.contains(where: { Distance.metres($0, point) <= metres }) { return true }
    }
    return false
  }
}
