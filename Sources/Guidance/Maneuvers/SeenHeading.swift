package import Geo
package import RoadModel

/// The direction in which a road leaves a junction as a driver sees it, beyond the first metres.
///
/// Roads are drawn along their middle: where a wide road meets another, the first metres of its line only lead from
/// one middle to the other, and a slip or a curve in them is not what one sees. The rules and distances are those by
/// which OSRM's bearings come about (`tools/bench/compare-guidance`).
package struct SeenHeading {
  /// The distance behind the junction that defines a heading, in metres.
  private static let far = 40.0
  /// The same distance along a road that bends at once, in metres.
  private static let near = 10.0
  /// The inaccuracy of mapping at the beginning of a line, in metres.
  private static let inexact = 2.0
  /// The width of a lane, in metres.
  private static let lane = 3.25
  /// The assumed number of lanes if it is unknown.
  private static let usualLanes = 2.0

  /// The lanes to skip: those of the widest road at the junction, more for roads at a flat angle.
  private let lanes: Double
  private let isRing: Bool
  private let isMinor: Bool

  /// The view of a road.
  ///
  /// - Parameters:
  ///   - road: Its attributes.
  ///   - lanes: The lanes of the widest road at the junction; 0 if unknown.
  package init(_ road: RoadAttributes, lanes: Int) {
    let rank = RoadRank(road)
    let width = lanes == 0 ? Self.usualLanes : Double(lanes)
    self.lanes = width * (rank.isHigh ? 2.5 : rank.isPrimary ? 1.5 : 1)
    isRing = road.flags.contains(.roundabout)
    isMinor = rank.isMinor
  }

  private var width: Double { lanes * Self.lane }

  /// The length of a line that is needed, in metres.
  package var reach: Double {
    isRing ? Self.inexact : isMinor ? Self.near : Self.far + width
  }

  /// The direction of the first piece of a line; nil if it has no length.
  package static func first(_ shape: [Coordinate]) -> Double? {
    guard let start = shape.first, let end = shape.last else { return nil }
    let next = shape.dropFirst().first { Distance.metres(start, $0) > 1 } ?? end
    return next == start ? nil : LineBearing.exact(start, next)
  }

  /// The same by the first two points of a line; nil if the second is too near.
  package static func first(_ start: Coordinate, _ next: Coordinate) -> Double? {
    Distance.metres(start, next) > 1 ? LineBearing.exact(start, next) : nil
  }

  /// The heading of a road.
  ///
  /// - Parameter shape: Its line, from the junction on; at least as long as the reach, or to the next junction.
  /// - Returns: Degrees, 0 ..< 360; nil if the line has no length.
  package func degrees(_ shape: [Coordinate]) -> Double? { headings(shape)?.seen }

  /// The headings of a road whose first piece is so long that nothing behind it counts.
  ///
  /// Most roads are such, and of those no more need be read than this piece.
  ///
  /// - Parameters:
  ///   - start: The place of the junction.
  ///   - next: The next point of its line.
  /// - Returns: The result of ``headings(_:)`` for the whole line; nil if the first piece is not
  ///   enough for it.
  package func headings(
    from start: Coordinate, to next: Coordinate
  ) -> (seen: Double, first: Double)? {
    if isRing || isMinor { return nil }
    let grid = SeenGrid(at: start)
    let point = grid.point(next)
    let metres = grid.metres(.zero, point)
    guard metres > width + Self.near else { return nil }
    return headings(point, grid.between(.zero, point, Self.inexact / metres), on: grid)
  }

  /// The heading of a road, and that of its first two metres.
  package func headings(_ shape: [Coordinate]) -> (seen: Double, first: Double)? {
    guard let start = shape.first else { return nil }
    let grid = SeenGrid(at: start)
    let first = grid.point(after: Self.inexact, along: shape)
    if let end = grid.end(ofPiece: shape) { return headings(end, first, on: grid) }
    if isRing { return headings(first, first, on: grid) }
    if isMinor {
      return headings(grid.point(after: Self.near, along: shape), first, on: grid)
    }
    var line = SeenLine(shape, on: grid, to: reach)
    guard line.points.count > 1, let seen = place(on: &line) else { return nil }
    return headings(seen, first, on: grid)
  }

  /// The bearings of the viewed place and of the place two metres away; nil if there is none.
  private func headings(
    _ seen: SIMD2<Double>, _ first: SIMD2<Double>, on grid: SeenGrid
  ) -> (seen: Double, first: Double)? {
    if seen == .zero { return nil }
    let bearing = grid.bearing(seen)
    return (bearing, first == .zero ? bearing : grid.bearing(first))
  }

  /// The viewed place along a line of several pieces.
  private func place(on line: inout SeenLine) -> SIMD2<Double>? {
    if line.pieces[1] > width + Self.near { return line.points[1] }
    line.cut(behind: Self.far + width)
    if line.points.count == 2 || line.length <= Self.inexact { return line.points.last }
    return bend(line)
  }

  /// The viewed place along a line with bends.
  private func bend(_ line: SeenLine) -> SIMD2<Double>? {
    let last = line.points.count - 1
    if line.deviation(0...last) < Self.lane / 2 {
      return line.points[last] == .zero ? line.place(after: Self.inexact) : line.points[last]
    }
    let straight = line.straight(within: Self.lane / 4)
    if straight.metres >= width + Self.near { return line.place(after: 5) }
    if line.mayFit(within: 0.35 * Self.lane) {
      let (first, second) = line.fitted(to: Self.far)
      if line.deviation(0...last, first, second) < 0.35 * Self.lane {
        return corrected(first, second, on: line)
      }
    }
    if let offset = offset(line, straight) {
      return corrected(line.points[offset], line.points[offset + 1], on: line)
    }
    if isCurve(line) {
      let head = line.cutAtPiece(of: 6)
      return corrected(
        head.cutAtPiece(of: 4).points.last ?? .zero, head.points.last ?? .zero, on: line)
    }
    let behind = line.dropping(0.64 * width)
    if behind.points.count > 1, line.length >= 0.8 * width + 2,
      behind.mayFit(within: Self.lane / 2)
    {
      let (first, second) = behind.fitted(to: Self.far)
      if behind.deviation(0...behind.points.count - 1, first, second) < Self.lane / 2 {
        return corrected(first, second, on: line)
      }
    }
    return line.place(after: Self.near)
  }

  /// The end of a piece, moved so that the piece begins nearly at the junction.
  private func corrected(
    _ base: SIMD2<Double>, _ head: SIMD2<Double>, on line: SeenLine
  ) -> SIMD2<Double> {
    if line.metres(base, head) < Self.inexact { return head }
    return head - (0.9 * base.rounded(.towardZero)).rounded(.towardZero)
  }

  /// The point from which a line is straight, if it first leads only to the other road's middle.
  private func offset(_ line: SeenLine, _ straight: (index: Int, metres: Double)) -> Int? {
    let index = max(1, straight.index)
    guard index + 1 < line.points.count else { return nil }
    let before = line.pieces[...index].reduce(0, +)
    guard before - lanes.rounded(.down) * Self.lane / 2 < Self.lane,
      line.length >= 0.4 * Self.far,
      line.length - max(straight.metres, line.pieces[1]) >= 0.1 * line.length
    else { return nil }
    let long = line.pieces.indices.dropFirst(index).first { line.pieces[$0] >= 30 }
    let end = min(line.points.count, (long ?? line.points.count) + 1) - 1
    return line.deviation(index...max(index, end)) < Self.lane / 2 ? index : nil
  }

  /// Whether a line is one curve.
  private func isCurve(_ line: SeenLine) -> Bool {
    guard line.turns, line.isOnOneSide, let top = line.top else { return false }
    let before = line.pieces[...top.index].reduce(0, +)
    let isFlat = top.metres < max(0.3 * width, Self.lane / 2)
    if before <= 0.35 * line.length || isFlat, line.length > Self.near { return false }
    return line.length > 2 * width && line.bendsEvenly(behind: width)
  }
}
