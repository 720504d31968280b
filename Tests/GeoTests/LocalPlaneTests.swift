import Geo
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite struct LocalPlaneTests {
  private static let origin = Coordinate(latitudeUnits: 600_000_000, longitudeUnits: 100_000_000)
  /// Metres in 1e-7 degrees of the meridian.
  private static let unit = 6_371_008.8 * Double.pi / 180 / 1e7

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let a: (Double, Double), b: (Double, Double)
    let metres: Double
    let share: Double
    /// 1 where the origin is to the left, -1 to the right, 0 on the line.
    let side: Int
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    .init(name: "north, east of us", a: (3, -4), b: (3, 4), metres: 3, share: 0.5, side: 1),
    .init(name: "south, east of us", a: (3, 4), b: (3, -4), metres: 3, share: 0.5, side: -1),
    .init(name: "east, south of us", a: (-4, -3), b: (12, -3), metres: 3, share: 0.25, side: 1),
    .init(name: "east, north of us", a: (-4, 3), b: (12, 3), metres: 3, share: 0.25, side: -1),
    .init(name: "ends before us", a: (-8, 3), b: (-4, 3), metres: 5, share: 1, side: -1),
    .init(name: "begins after us", a: (4, 3), b: (8, 3), metres: 5, share: 0, side: -1),
    .init(name: "through us", a: (-1, -1), b: (3, 3), metres: 0, share: 0.25, side: 0),
    .init(name: "a point", a: (3, 4), b: (3, 4), metres: 5, share: 0, side: 0),
  ]

  @Test("the nearest point, its share and its side are those of plane geometry", arguments: cases)
  func nearest(_ item: Case) {
    let plane = LocalPlane(at: Self.origin)
    let found = plane.nearest(from: item.a, to: item.b)
    #expect(abs(found.metres - item.metres) < 1e-12)
    #expect(abs(found.share - item.share) < 1e-12)
    #expect((found.left > 0 ? 1 : found.left < 0 ? -1 : 0) == item.side)
  }

  @Test("a place is projected by the cosine of the origin's latitude")
  func project() {
    let plane = LocalPlane(at: Self.origin)
    let place = Coordinate(latitudeUnits: 600_001_000, longitudeUnits: 99_998_000)
    let (x, y) = plane.project(place)
    #expect(abs(y - 1_000 * Self.unit) < 1e-9)
    #expect(abs(x + 2_000 * Self.unit * cos(60 * .pi / 180)) < 1e-9)
  }

  @Test("a place across the 180th meridian is near")
  func antimeridian() {
    let plane = LocalPlane(
      at: Coordinate(latitudeUnits: 0, longitudeUnits: 1_799_999_000))
    let (x, _) = plane.project(Coordinate(latitudeUnits: 0, longitudeUnits: -1_799_999_000))
    #expect(abs(x - 2_000 * Self.unit) < 1e-9)
    let box = Box(
      minLatitude: -10, minLongitude: -1_800_000_000, maxLatitude: 10,
      maxLongitude: -1_799_999_500)
    #expect(abs(plane.metres(to: box) - 1_000 * Self.unit) < 1e-9)
  }

  @Test("no place in a box is nearer than its bound, and the nearest corner or edge is as near")
  func boxes() {
    var generator = SeededGenerator(seed: 9)
    for round in 0..<2_000 {
      let near = round % 2 == 0
      let reach: Int32 = near ? 100_000 : 1_800_000_000
      let origin = Coordinate(
        latitudeUnits: .random(in: -600_000_000...600_000_000, using: &generator),
        longitudeUnits: .random(in: -reach...reach, using: &generator))
      let plane = LocalPlane(at: origin)
      var box = Box.empty
      for _ in 0..<2 {
        box.add(
          Coordinate(
            latitudeUnits: .random(in: -600_000_000...600_000_000, using: &generator),
            longitudeUnits: .random(in: -reach...reach, using: &generator)))
      }
      let bound = plane.metres(to: box)
      var best = Double.infinity
      for _ in 0..<50 {
        let place = Coordinate(
          latitudeUnits: .random(in: box.minLatitude...box.maxLatitude, using: &generator),
          longitudeUnits: .random(in: box.minLongitude...box.maxLongitude, using: &generator))
        let (x, y) = plane.project(place)
        best = min(best, sqrt(x * x + y * y))
      }
      #expect(bound <= best * (1 + 1e-12))
      #expect(box.contains(origin) == (bound == 0))
    }
    let empty = LocalPlane(at: Self.origin).metres(to: .empty)
    #expect(empty == .infinity)
  }
}

extension LocalPlaneTests {
  @Test("the squared distance to a line is that of its nearest point")
  func squares() {
    var random = SeededGenerator(seed: 50)
    func metres() -> Double { .random(in: -99...99, using: &random) }
    let plane = LocalPlane(at: Self.origin)
    for round in 0..<2_000 {
      let a = (x: metres(), y: metres())
      let b = round % 50 == 0 ? a : (x: metres(), y: metres())
      let nearest = plane.nearest(from: a, to: b).metres
      #expect(plane.squaredMetres(from: a, to: b).squareRoot() == nearest)
    }
  }
}
