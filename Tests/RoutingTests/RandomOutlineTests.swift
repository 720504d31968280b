import Geo
import TestSupport
import Testing

@testable import Routing

/// The areas of random hills keep their rules, however many points are left out.
@Suite struct RandomOutlineTests {
  private typealias Point = Contour.Point

  private struct Side {
    var ring: Int
    /// The number of the side in its ring, and the number of sides of the ring.
    var place: Int
    var count: Int
    var a: Point
    var b: Point
  }

  /// Three values: the higher the ground, the smaller the first that reaches it.
  private static func outlines(_ seed: UInt64) throws -> [[Outline]] {
    var random = SeededGenerator(seed: seed)
    let heights = (0..<144).map { _ in Double.random(in: 0..<1, using: &random) }
    var box = OffsetBox()
    box.add(-4_000, -4_000)
    box.add(4_000, 4_000)
    let origin = Coordinate(latitudeUnits: 470_000_000, longitudeUnits: 80_000_000)
    var grid = ReachGrid(at: origin, around: box, metres: 2, margin: 10)
    let border = 8
    for row in border..<grid.rows - border {
      for column in border..<grid.columns - border {
        let (y, x) = (
          11 * Double(row) / Double(grid.rows), 11 * Double(column) / Double(grid.columns)
        )
        let (r, c) = (Int(y), Int(x))
        let (v, u) = (y - Double(r), x - Double(c))
        let south = heights[12 * r + c] * (1 - u) + heights[12 * r + c + 1] * u
        let north = heights[12 * r + c + 12] * (1 - u) + heights[12 * r + c + 13] * u
        let height = south * (1 - v) + north * v
        grid.cells[row * grid.columns + column] =
          switch height {
          case 0.65...: 0
          case 0.55...: 1
          case 0.45...: 2
          case 0.35...: ReachGrid.unreached
          default: ReachGrid.empty
          }
      }
    }
    let part = try #require(GridPart.parts(of: grid).first)
    let field = try ReachField(grid, reach: 2, levelCount: 3)
    return PolygonAssembly(part, field, 3, minimumShare: 0).outlines(grid)
  }

  private static func sides(_ value: [Outline]) -> [Side] {
    value.flatMap { [$0.outer] + $0.holes }.enumerated().flatMap { number, ring in
      ring.indices.map { index in
        Side(
          ring: number, place: index, count: ring.count, a: ring[index],
          b: ring[(index + 1) % ring.count])
      }
    }
  }

  private static func turn(_ a: Point, _ b: Point, _ c: Point) -> Int {
    (Int(b.x - a.x) * Int(c.y - a.y) - Int(b.y - a.y) * Int(c.x - a.x)).signum()
  }

  /// Whether two sides have a point in common.
  private static func meet(_ s: Side, _ t: Side) -> Bool {
    func overlap(_ axis: (Point) -> Int32) -> Bool {
      max(min(axis(s.a), axis(s.b)), min(axis(t.a), axis(t.b)))
        <= min(max(axis(s.a), axis(s.b)), max(axis(t.a), axis(t.b)))
    }
    return turn(s.a, s.b, t.a) * turn(s.a, s.b, t.b) <= 0
      && turn(t.a, t.b, s.a) * turn(t.a, t.b, s.b) <= 0 && overlap(\.x) && overlap(\.y)
  }

  private static func areNeighbours(_ s: Side, _ t: Side) -> Bool {
    s.ring == t.ring && ((s.place + 1) % s.count == t.place || (t.place + 1) % t.count == s.place)
  }

  /// Whether a point of one line lies on a side of the other, which has no such point.
  private static func touch(_ sides: [Side], _ others: [Side]) -> Bool {
    sides.contains { side in
      others.contains { other in
        let point = Side(ring: 0, place: 0, count: 0, a: other.a, b: other.a)
        return other.a != side.a && other.a != side.b && meet(side, point)
      }
    }
  }

  private static func contains(_ sides: [Side], _ x: Double, _ y: Double) -> Bool {
    sides.count { side in
      let (low, high) = (Double(side.a.y), Double(side.b.y))
      guard (low > y) != (high > y) else { return false }
      let share = (y - low) / (high - low)
      return Double(side.a.x) + share * Double(side.b.x - side.a.x) > x
    } % 2 == 1
  }

  /// The distance of a point from the nearest side.
  private static func distance(_ sides: [Side], _ x: Double, _ y: Double) -> Double {
    sides.map { side in
      let (ax, ay) = (Double(side.a.x), Double(side.a.y))
      let (dx, dy) = (Double(side.b.x) - ax, Double(side.b.y) - ay)
      let along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
      let share = min(max(along, 0), 1)
      let (ex, ey) = (x - ax - share * dx, y - ay - share * dy)
      return (ex * ex + ey * ey).squareRoot()
    }.min() ?? .infinity
  }

  @Test("lines stay apart, areas grow by no more than the error, and each lies inside the next")
  func rules() throws {
    // Not every area can lose points so.
    let counts = try (1...5 as ClosedRange<UInt64>).map(thinnedCount)
    #expect(counts.count { $0 > 0 } >= 3, "\(counts)")
  }

  /// Thins the areas of a seed, checks what is found, and returns in how many cases something was.
  private func thinnedCount(_ seed: UInt64) throws -> Int {
    let full = try Self.outlines(seed)
    let most = full.map { $0.reduce(0) { $0 + $1.points.count } }.max() ?? 0
    var random = SeededGenerator(seed: seed + 100)
    var foundCount = 0
    for maximum in [most * 9 / 10, most * 6 / 10, most / 3] {
      guard let found = try ContourThinning.thinned(full, to: maximum) else { continue }
      foundCount += 1
      var inner: [Side] = []
      for (outlines, before) in zip(found.values, full) {
        #expect(outlines.reduce(0) { $0 + $1.points.count } <= maximum)
        let (sides, old) = (Self.sides(outlines), Self.sides(before))
        for (index, side) in sides.enumerated() {
          for other in sides[(index + 1)...] where !Self.areNeighbours(side, other) {
            #expect(!Self.meet(side, other), "\(side) \(other)")
          }
        }
        let (x, y) = (old.map(\.a.x), old.map(\.a.y))
        for _ in 0..<100 {
          let px = Double.random(in: Double(x.min() ?? 0)...Double(x.max() ?? 0), using: &random)
          let py = Double.random(in: Double(y.min() ?? 0)...Double(y.max() ?? 0), using: &random)
          let isInside = Self.contains(sides, px, py)
          if Self.contains(old, px, py) {
            #expect(isInside)
          } else if isInside {
            #expect(Self.distance(old, px, py) <= found.error + 1e-9)
          }
          if Self.contains(inner, px, py) { #expect(isInside) }
        }
        #expect(!Self.touch(sides, inner) && !Self.touch(inner, sides))
        inner = sides
      }
    }
    return foundCount
  }
}
