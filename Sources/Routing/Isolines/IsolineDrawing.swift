import Geo
import MapReader
import RoadCosts
import RouteModel

/// Draws the areas of all values of a range as polygons.
struct IsolineDrawing {
  private let painting: ReachPainting
  private let wish: IsolineRequest.Drawing
  private let levelCount: Int
  private let isOnFoot: Bool

  /// A result: the polygons of each value, the cell size, the error and the margin.
  struct Result {
    var polygons: [[Isoline.Polygon]]
    var cellMetres: Double
    var errorMetres: Double
    var marginMetres: Double
    /// Whether points were left out to keep the maximum number.
    var isThinned = false

    /// The number of points of the value that has most.
    var mostPoints: Int { polygons.map { $0.reduce(0) { $0 + $1.pointCount } }.max() ?? 0 }
  }

  init(_ painting: ReachPainting, _ wish: IsolineRequest.Drawing, isOnFoot: Bool) {
    self.painting = painting
    self.wish = wish
    self.isOnFoot = isOnFoot
    levelCount = painting.levels.count
  }

  /// The error of a drawing in cells.
  ///
  /// A road that is not reached lies inside only if a corner of its cell does. Then one of the eight cells around it
  /// contains a reached road, or is empty and nearer to a cell with one. The farthest such cell is two columns and one
  /// row away, so the two roads lie at most three columns and two rows apart: 3.61 cells.
  static let errorInCells = 3.7
  /// The minimum number of cells along the larger side of an area, unless the request has an error.
  ///
  /// Cells have few sizes, so there are up to 10 % more.
  private static let cellsAcross = 256.0
  /// The factor from one size of cells to the next that is tried; sizes are up to an eighth smaller.
  private static let coarsening = 1.4

  /// Draws the areas, with fewer points or more coarsely until the maximum number of points is kept.
  func draw() throws(RoutingError) -> Result {
    let box: OffsetBox
    do throws(NavError) { box = try painting.box() } catch { throw RoutingError(error) }
    guard !box.isEmpty else {
      return Result(
        polygons: Array(repeating: [], count: levelCount), cellMetres: 0, errorMetres: 0,
        marginMetres: 0)
    }
    let across = across(box)
    // The larger the area, the larger the fields between roads that are filled.
    var margin = min(max(across / 16, 25), 500)
    var metres = max(across / Self.cellsAcross, isOnFoot ? 4 : 8)
    if let error = wish.errorMetres {
      metres = error / Self.errorInCells
      margin = min(margin, metres * ReachField.maximumReach)
    }
    metres = max(metres, margin / ReachField.maximumReach)
    let result = try draw(box, metres, margin)
    guard let maximum = wish.maximumPoints, result.isThinned || result.mostPoints > maximum
    else { return result }
    return try coarsened(result, box, margin, maximum)
  }

  /// The drawing with the smallest error that keeps a maximum number of points.
  ///
  /// Larger cells have fewer points, so that fewer are left out.
  private func coarsened(
    _ first: Result, _ box: OffsetBox, _ margin: Double, _ maximum: Int
  ) throws(RoutingError) -> Result {
    var best = first.mostPoints <= maximum ? first : nil
    var last = first
    // A cell larger than the area has one line around it.
    while last.cellMetres <= 2 * across(box) + 1_000 {
      let metres = last.cellMetres * Self.coarsening
      if let best, metres * Self.errorInCells >= best.errorMetres { break }
      last = try draw(box, metres, margin)
      guard last.mostPoints <= maximum else { continue }
      if last.errorMetres < best?.errorMetres ?? .infinity { best = last }
    }
    return best ?? last
  }

  /// The larger side of the box in metres.
  private func across(_ box: OffsetBox) -> Double {
    let plane = LocalPlane(at: painting.origin)
    return max(
      Double(box.east - box.west) * plane.metresPerLongitudeUnit,
      Double(box.north - box.south) * Distance.metresPerUnit, 1)
  }

  private func draw(
    _ box: OffsetBox, _ metres: Double, _ margin: Double
  ) throws(RoutingError) -> Result {
    var grid = ReachGrid(at: painting.origin, around: box, metres: metres, margin: margin)
    let distance = min(max(margin / grid.cellMetres, 0), ReachField.maximumReach)
    try painting.paint(&grid, filling: distance)
    let field = try ReachField(grid, reach: distance, levelCount: levelCount)
    var polygons = [[Isoline.Polygon]](repeating: [], count: levelCount)
    var gained: Double?
    for part in GridPart.parts(of: grid) {
      if Task.isCancelled { throw .cancelled }
      let assembly = PolygonAssembly(
        part, part.isWhole ? field : field.limited(to: part.corners), levelCount,
        minimumShare: wish.minimumShare)
      var outlines = assembly.outlines(grid)
      if part.isWhole, let thinned = try thinned(outlines) {
        outlines = thinned.values
        gained = thinned.error * grid.cellMetres / 2
      }
      for (level, found) in outlines.enumerated() {
        polygons[level] += found.map { assembly.polygon($0, grid) }
      }
    }
    let error = grid.cellMetres * Self.errorInCells
    // The chamfer measures at most 6.1 % short along a diagonal.
    let margin = margin * 1.061 + 4 * grid.cellMetres
    guard let gained else {
      return Result(
        polygons: polygons, cellMetres: grid.cellMetres, errorMetres: error, marginMetres: margin)
    }
    // Where the area was before, fields without roads may lie between a reached road and what it has gained.
    return Result(
      polygons: polygons, cellMetres: grid.cellMetres, errorMetres: max(error, margin + gained),
      marginMetres: margin + gained, isThinned: true)
  }

  /// The outlines with at most the maximum number of points; nil if they have no more, or if that is not possible.
  private func thinned(
    _ outlines: [[Outline]]
  ) throws(RoutingError) -> (values: [[Outline]], error: Double)? {
    guard let maximum = wish.maximumPoints,
      outlines.contains(where: { $0.reduce(0) { $0 + $1.points.count } > maximum })
    else { return nil }
    return try ContourThinning.thinned(outlines, to: maximum)
  }
}

/// A part of a grid on one side of the 180th meridian.
struct GridPart {
  /// The columns of corners.
  let corners: ClosedRange<Int>
  /// The number of units to add to longitudes on this side: 0, or a full turn east or west.
  let turn: Int64
  let isWhole: Bool

  /// The grid as one part, or cut at the meridian.
  static func parts(of grid: ReachGrid) -> [GridPart] {
    func turn(_ east: Int64) -> Int64 {
      let longitude = Int64(grid.origin.longitudeUnits) + east
      return longitude > 1_800_000_000
        ? -3_600_000_000 : longitude < -1_800_000_000 ? 3_600_000_000 : 0
    }
    guard let column = grid.meridianColumn else {
      return [GridPart(corners: 0...grid.columns, turn: turn(grid.west), isWhole: true)]
    }
    let east = grid.west + Int64(grid.columns) * grid.cellWidth
    return [
      GridPart(corners: 0...column, turn: turn(grid.west), isWhole: false),
      GridPart(corners: column...grid.columns, turn: turn(east), isWhole: false),
    ]
  }

  /// The coordinate of a point of a contour; where the part is cut, the line runs along the meridian.
  func coordinate(_ point: Contour.Point, _ grid: ReachGrid) -> Coordinate {
    let x = isWhole ? Int64(point.x) : Int64(onMeridian(point).x)
    let longitude = Int64(grid.origin.longitudeUnits) + grid.west + x * (grid.cellWidth / 2) + turn
    let latitude =
      Int64(grid.origin.latitudeUnits) + grid.south + Int64(point.y) * (grid.cellHeight / 2)
    return Coordinate(
      latitudeUnits: Int32(min(max(latitude, -900_000_000), 900_000_000)),
      longitudeUnits: Int32(min(max(longitude, -1_800_000_000), 1_800_000_000)))
  }

  /// A point moved from half a cell beyond the cut onto it.
  func onMeridian(_ point: Contour.Point) -> Contour.Point {
    Contour.Point(
      x: min(max(point.x, Int32(2 * corners.lowerBound)), Int32(2 * corners.upperBound)),
      y: point.y)
  }
}
