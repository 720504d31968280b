import Geo
import RouteModel

/// Joins the contours of a field to polygons with holes, value by value.
struct PolygonAssembly {
  private let part: GridPart
  private let field: ReachField
  private let levelCount: Int
  /// The area below which polygons and holes are left out, as a share of the largest polygon of the value.
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

  /// The polygons of each value.
  func polygons(_ grid: ReachGrid) -> [[Isoline.Polygon]] {
    var polygons = [[Isoline.Polygon]](repeating: [], count: levelCount)
    var tracer = ContourTracer(field, count: levelCount)
    // From the largest value down, so that an area is left out with the one that contains it.
    var outer: (tracer: ContourTracer, islands: [Int: Bool], contours: [Contour], level: UInt8)?
    for level in (0..<UInt8(levelCount)).reversed() {
      let contours = tracer.trace(level)
      var islands = islands(contours, tracer, level)
      if minimumShare > 0 {
        for index in islands.indices where islands[index].isKept {
          guard let outer else { break }
          let corner = contours[islands[index].contour].corner
          let around = Self.island(outer.contours, outer.tracer, corner, outer.level)
          if outer.islands[around] == false { islands[index].isKept = false }
        }
        outer = (
          tracer, Dictionary(uniqueKeysWithValues: islands.map { ($0.contour, $0.isKept) }),
          contours, level
        )
      }
      polygons[Int(level)] = islands.filter(\.isKept).map { island in
        Isoline.Polygon(
          outer: ring(contours[island.contour], grid),
          holes: island.holes.map { ring(contours[$0], grid) })
      }
    }
    return polygons
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

  /// The outer contour of the area in which a corner lies: beyond a hole to the west its area goes on.
  private static func island(
    _ contours: [Contour], _ tracer: ContourTracer, _ corner: Int, _ level: UInt8
  ) -> Int {
    var found = tracer.owner(of: corner, level)
    while contours[found].isHole { found = tracer.owner(of: contours[found].corner, level) }
    return found
  }

  private func ring(_ contour: Contour, _ grid: ReachGrid) -> [Coordinate] {
    var contour = contour
    if !part.isWhole { contour.points = contour.points.map(part.onMeridian) }
    var ring = ContourSimplification.points(contour).map { part.coordinate($0, grid) }
    if let first = ring.first { ring.append(first) }
    return ring
  }
}
