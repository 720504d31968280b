import Geo
import RouteModel

/// Joins the contours of a field to polygons with holes, value by value.
struct PolygonAssembly {
  private let part: GridPart
  private let field: ReachField
  private let levelCount: Int
  /// The area below which polygons and holes are left out, as a share of the largest polygon of the value.
  ///
  /// Polygons that contain the place, or a kept polygon of a smaller value, always remain.
  private let minimumShare: Double

  /// An area without its holes.
  private struct Island {
    var contour: Int
    var holes: [Int] = []
    var isKept = true
  }

  init(_ part: GridPart, _ field: ReachField, _ levelCount: Int, minimumShare: Double) {
    self.part = part
    self.field = field
    self.levelCount = levelCount
    self.minimumShare = minimumShare
  }

  /// The outlines of each value.
  func outlines(_ grid: ReachGrid) -> [[Outline]] {
    var outlines = [[Outline]](repeating: [], count: levelCount)
    var tracer = ContourTracer(field, count: levelCount)
    // From the smallest value up, so that an area is kept with one that it contains.
    var kept = grid.corner(at: part).map { [$0] } ?? []
    for level in 0..<UInt8(levelCount) {
      let contours = tracer.trace(level)
      var islands = islands(contours, tracer, level)
      if minimumShare > 0 {
        let holding = Set(
          kept.filter { field.levels[$0] <= level }
            .map { Self.island(contours, tracer, $0, level) })
        let holes = Set(islands.flatMap(\.holes))
        let filled = contours.indices.filter { contours[$0].isHole && !holes.contains($0) }
        for index in islands.indices
        where !islands[index].isKept && holding.contains(islands[index].contour) {
          let corner = contours[islands[index].contour].corner
          // An island in a hole that is left out is covered.
          islands[index].isKept = !filled.contains { contours[$0].surrounds(corner, field.width) }
        }
        kept += islands.filter(\.isKept).map { contours[$0.contour].corner }
      }
      outlines[Int(level)] = islands.filter(\.isKept).map { island in
        Outline(
          outer: line(contours[island.contour]),
          holes: island.holes.map { line(contours[$0]) })
      }
    }
    return outlines
  }

  /// The polygon of an outline.
  func polygon(_ outline: Outline, _ grid: ReachGrid) -> Isoline.Polygon {
    Isoline.Polygon(
      outer: ring(outline.outer, grid), holes: outline.holes.map { ring($0, grid) })
  }

  private func islands(
    _ contours: [Contour], _ tracer: ContourTracer, _ level: UInt8
  ) -> [Island] {
    var places: [Int: Int] = [:]
    var islands: [Island] = []
    for index in contours.indices where !contours[index].isHole {
      places[index] = islands.count
      islands.append(Island(contour: index))
    }
    let largest = islands.map { contours[$0.contour].doubleArea }.max() ?? 0
    let least = Double(largest) * minimumShare
    for index in contours.indices where contours[index].isHole {
      guard Double(-contours[index].doubleArea) >= least else { continue }
      let around = Self.island(contours, tracer, contours[index].corner, level)
      if let place = places[around] { islands[place].holes.append(index) }
    }
    for index in islands.indices
    where Double(contours[islands[index].contour].doubleArea) < least {
      islands[index].isKept = false
    }
    return islands
  }

  /// The outer contour of a corner's area, which continues beyond a hole to the west.
  private static func island(
    _ contours: [Contour], _ tracer: ContourTracer, _ corner: Int, _ level: UInt8
  ) -> Int {
    var found = tracer.owner(of: corner, level)
    while contours[found].isHole { found = tracer.owner(of: contours[found].corner, level) }
    return found
  }

  /// The points of a contour that remain.
  private func line(_ contour: Contour) -> [Contour.Point] {
    var contour = contour
    if !part.isWhole { contour.points = contour.points.map(part.onMeridian) }
    return ContourSimplification.points(contour)
  }

  private func ring(_ line: [Contour.Point], _ grid: ReachGrid) -> [Coordinate] {
    var ring = line.map { part.coordinate($0, grid) }
    if let first = ring.first { ring.append(first) }
    return ring
  }
}

extension ReachGrid {
  /// The south-west corner of the cell of the origin; nil if it is not in a part of the grid.
  fileprivate func corner(at part: GridPart) -> Int? {
    let (column, row) = (Int(-west / cellWidth), Int(-south / cellHeight))
    guard west <= 0, south <= 0, column < columns, row < rows, part.corners.contains(column)
    else { return nil }
    return row * (columns + 1) + column
  }
}

extension Contour {
  /// Whether a corner of a field lies inside the line.
  fileprivate func surrounds(_ corner: Int, _ width: Int) -> Bool {
    let (x, y) = (Double(2 * (corner % width)), Double(2 * (corner / width)))
    var isInside = false
    for index in points.indices {
      let (a, b) = (points[index], points[(index + 1) % points.count])
      let (low, high) = (Double(a.y), Double(b.y))
      guard (low > y) != (high > y) else { continue }
      let crossing = Double(a.x) + (y - low) / (high - low) * Double(b.x - a.x)
      if crossing > x { isInside.toggle() }
    }
    return isInside
  }
}
