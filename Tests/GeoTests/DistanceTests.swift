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

/// The sphere by the C library, to compare with.
enum Sphere {
  static let radius = 6_371_008.8

  /// The great circle by the haversine formula.
  static func metres(_ a: Coordinate, _ b: Coordinate) -> Double {
    let (p, q) = (a.latitude * .pi / 180, b.latitude * .pi / 180)
    let north = sin((q - p) / 2)
    let east = sin((b.longitude - a.longitude) * .pi / 360)
    return 2 * radius * asin(min(1, sqrt(north * north + cos(p) * cos(q) * east * east)))
  }

  /// The place so many metres away in a direction (radians, clockwise from north).
  static func place(from a: Coordinate, metres: Double, bearing: Double) -> Coordinate {
    let (p, d) = (a.latitude * .pi / 180, metres / radius)
    let q = asin(sin(p) * cos(d) + cos(p) * sin(d) * cos(bearing))
    let east = atan2(sin(bearing) * sin(d) * cos(p), cos(d) - sin(p) * sin(q))
    var longitude = a.longitude + east * 180 / .pi
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    return Coordinate(latitude: q * 180 / .pi, longitude: longitude)
      ?? Coordinate(latitudeUnits: 0, longitudeUnits: 0)
  }
}

private func at(_ latitude: Double, _ longitude: Double) -> Coordinate {
  Coordinate(latitude: latitude, longitude: longitude)
    ?? Coordinate(latitudeUnits: 0, longitudeUnits: 0)
}

@Suite struct DistanceTests {
  static let ranges: [(metres: ClosedRange<Double>, share: Double)] = [
    (1...30_000, 1e-5), (30_000...100_000, 1e-4),
  ]

  @Test("the length is that of the great circle within what is documented", arguments: ranges)
  func greatCircle(_ metres: ClosedRange<Double>, _ share: Double) {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<20_000 {
      let a = at(
        .random(in: -65...65, using: &generator), .random(in: -180...180, using: &generator))
      let b = Sphere.place(
        from: a, metres: .random(in: metres, using: &generator),
        bearing: .random(in: 0...2 * .pi, using: &generator))
      let wanted = Sphere.metres(a, b)
      let found = Distance.metres(a, b)
      // Haversine itself has only some nine digits for neighbours.
      #expect(abs(found - wanted) <= share * wanted + 1e-6, "\(a) to \(b)")
      #expect(Distance.metres(b, a) == found)
    }
  }

  @Test("a unit of latitude is 11.12 mm, and one of longitude at 60° half of it")
  func units() {
    let origin = at(60, 20)
    let north = Distance.metres(
      origin, Coordinate(latitudeUnits: 600_000_001, longitudeUnits: 200_000_000))
    let east = Distance.metres(
      origin, Coordinate(latitudeUnits: 600_000_000, longitudeUnits: 200_000_001))
    #expect(abs(north - 0.011_119_5) < 1e-6)
    #expect(abs(east - 0.005_559_75) < 1e-6)
    #expect(Distance.metres(origin, origin) == 0)
  }

  @Test("across the 180th meridian the shorter way counts")
  func antimeridian() {
    let a = at(-16.8, 179.99)
    let b = at(-16.8, -179.99)
    #expect(abs(Distance.metres(a, b) - Distance.metres(at(-16.8, 10), at(-16.8, 10.02))) < 1e-3)
    #expect(Distance.offset(from: a, to: b).east > 0)
    #expect(Distance.offset(from: b, to: a).east < 0)
    #expect(Distance.longitudeDifference(a, b) == 200_000)
    #expect(Distance.longitudeDifference(b, a) == -200_000)
    #expect(abs(Distance.longitudeDifference(at(0, 180), at(0, -180))) == 0)
    #expect(Distance.longitudeDifference(at(0, 0), at(0, 180)) == 1_800_000_000)
    #expect(Distance.longitudeDifference(at(0, 0), at(0, -180)) == -1_800_000_000)
  }

  @Test("the way to a place is east and north of it with its sign")
  func offset() {
    let (east, north) = Distance.offset(from: at(10, 20), to: at(9.99, 20.01))
    #expect(north < 0 && east > 0)
    #expect(abs(north + 1_111.949) < 0.01)
    #expect(abs(east - 1_111.949 * cos(9.995 * .pi / 180)) < 0.01)
  }
}

@Suite struct TrigonometryTests {
  @Test("the cosine is the C library's within 1e-12 from pole to pole")
  func cosine() {
    for step in -9_000...9_000 {
      let units = Double(step) * 100_000 + (abs(step) < 9_000 ? 777 : 0)
      let wanted = cos(units / 1e7 * .pi / 180)
      #expect(abs(Trigonometry.cosine(units: units) - wanted) < 1e-12)
    }
  }

  @Test("the angle of a vector is the C library's within 1e-7, all round")
  func bearing() {
    for step in 0..<3_600 {
      let angle = Double(step) / 1_800 * .pi
      let found = Trigonometry.bearing(east: 5 * sin(angle), north: 5 * cos(angle))
      let difference = abs(found - angle)
      #expect(min(difference, 2 * .pi - difference) < 1e-7, "\(step)")
      #expect(found >= 0 && found < 2 * .pi)
    }
    #expect(Trigonometry.bearing(east: 0, north: 0) == 0)
    #expect(Trigonometry.bearing(east: 0, north: 1e-300) == 0)
    #expect(Trigonometry.bearing(east: -1e-300, north: 1) < 2 * .pi)
  }
}

@Suite struct BearingTests {
  /// Metres east and north, and the bearing in 1/256 turns.
  static let octants: [(Int32, Int32, UInt8)] = [
    (0, 100, 0), (100, 100, 32), (100, 0, 64), (100, -100, 96), (0, -100, 128), (-100, -100, 160),
    (-100, 0, 192), (-100, 100, 224), (0, 0, 0), (-1, 10_000, 0), (1, 10_000, 0),
    (10_000, 1, 64), (10_000, -1, 64),
  ]

  @Test("the eight winds are where they belong", arguments: octants)
  func octant(_ east: Int32, _ north: Int32, _ expected: UInt8) {
    let a = Coordinate(latitudeUnits: -north / 2, longitudeUnits: 0)
    let b = Coordinate(latitudeUnits: north - north / 2, longitudeUnits: east)
    #expect(Bearing(from: a, to: b).turns256 == expected)
  }

  @Test("a bearing is the direction on the sphere to half a step")
  func random() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<10_000 {
      let a = at(
        .random(in: -70...70, using: &generator), .random(in: -179...179, using: &generator))
      let angle = Double.random(in: 0..<2 * .pi, using: &generator)
      let b = Sphere.place(from: a, metres: 200, bearing: angle)
      let turns = Double(Bearing(from: a, to: b).turns256)
      let difference = abs(turns - angle / (2 * .pi) * 256)
      #expect(min(difference, 256 - difference) <= 0.51)
    }
  }

  @Test("across the 180th meridian a bearing goes on")
  func antimeridian() {
    #expect(Bearing(from: at(0, 179.999), to: at(0, -179.999)).turns256 == 64)
    #expect(Bearing(from: at(0, -179.999), to: at(0, 179.999)).turns256 == 192)
  }

  static let angles: [(UInt8, UInt8, Int8)] = [
    (0, 0, 0), (0, 64, 64), (64, 0, -64), (250, 10, 16), (10, 250, -16), (0, 127, 127),
    (0, 128, -128), (128, 0, -128), (200, 71, 127),
  ]

  @Test(
    "the angle between headings is the shorter way round, clockwise positive", arguments: angles)
  func angle(_ from: UInt8, _ to: UInt8, _ expected: Int8) {
    #expect(Bearing(turns256: from).angle(to: Bearing(turns256: to)) == expected)
  }

  @Test("a bearing reversed twice is itself, and half a turn away once")
  func reversed() {
    for turns in 0...255 as ClosedRange<UInt8> {
      let bearing = Bearing(turns256: turns)
      #expect(bearing.reversed.reversed == bearing)
      #expect(bearing.angle(to: bearing.reversed) == -128)
      #expect(abs(bearing.degrees - Double(turns) * 1.406_25) < 1e-12)
    }
  }
}

@Suite struct InterpolationTests {
  struct Case: Sendable {
    let a: (Int32, Int32), b: (Int32, Int32)
    let share: Double
    let expected: (Int32, Int32)
  }

  static let cases: [Case] = [
    .init(a: (0, 0), b: (100, -100), share: 0, expected: (0, 0)),
    .init(a: (0, 0), b: (100, -100), share: 1, expected: (100, -100)),
    .init(a: (0, 0), b: (100, -100), share: 0.25, expected: (25, -25)),
    .init(
      a: (0, 1_799_999_990), b: (0, -1_799_999_990), share: 0.25,
      expected: (0, 1_799_999_995)),
    .init(
      a: (0, 1_799_999_990), b: (0, -1_799_999_990), share: 0.75,
      expected: (0, -1_799_999_995)),
    .init(
      a: (0, -1_799_999_990), b: (0, 1_799_999_990), share: 0.75,
      expected: (0, 1_799_999_995)),
    .init(
      a: (-900_000_000, 0), b: (900_000_000, 1_800_000_000), share: 0.5,
      expected: (0, 900_000_000)),
  ]

  @Test("a share of the way is where it belongs, also across the 180th meridian")
  func shares() {
    for item in Self.cases {
      let a = Coordinate(latitudeUnits: item.a.0, longitudeUnits: item.a.1)
      let b = Coordinate(latitudeUnits: item.b.0, longitudeUnits: item.b.1)
      let found = a.interpolated(to: b, share: item.share)
      #expect(found.latitudeUnits == item.expected.0 && found.longitudeUnits == item.expected.1)
    }
  }

  @Test("coordinates from a hostile file do not stop the process, wherever they are")
  func hostile() {
    let extremes: [Int32] = [.min, -1_800_000_001, -900_000_001, -1, 0, 1, 1_800_000_001, .max]
    for a in extremes {
      for b in extremes {
        for c in extremes {
          for share in [0, 0.3, 0.5, 1] {
            let from = Coordinate(latitudeUnits: a, longitudeUnits: b)
            let to = Coordinate(latitudeUnits: b, longitudeUnits: c)
            _ = from.interpolated(to: to, share: share)
            _ = Bearing(from: from, to: to)
            #expect(Distance.metres(from, to).isFinite)
          }
        }
      }
    }
  }

  @Test("a share that is no share gives one of the ends")
  func oddShares() {
    let from = Coordinate(latitudeUnits: 470_000_000, longitudeUnits: 95_000_000)
    let to = Coordinate(latitudeUnits: -10, longitudeUnits: 20)
    for share in [Double.nan, -.infinity, -1e300, -0.1] {
      #expect(from.interpolated(to: to, share: share) == from, "\(share)")
    }
    for share in [1.1, 1e300, Double.infinity] {
      #expect(from.interpolated(to: to, share: share) == to, "\(share)")
    }
  }
}
