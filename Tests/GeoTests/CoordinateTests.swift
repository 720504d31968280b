import Geo
import TestSupport
import Testing

@Suite struct CoordinateTests {
  struct Case: Sendable {
    let degrees: (Double, Double)
    let units: (Int32, Int32)?
    init(_ latitude: Double, _ longitude: Double, _ units: (Int32, Int32)?) {
      self.degrees = (latitude, longitude)
      self.units = units
    }
  }

  static let cases: [Case] = [
    .init(0, 0, (0, 0)), .init(43.7392, 7.4274, (437_392_000, 74_274_000)),
    .init(-33.8567844, 151.2152967, (-338_567_844, 1_512_152_967)),
    .init(0.000_000_04, -0.000_000_04, (0, 0)), .init(0.000_000_06, -0.000_000_06, (1, -1)),
    .init(1.000_000_26, -1.000_000_24, (10_000_003, -10_000_002)),
    .init(90, 180, (900_000_000, 1_800_000_000)), .init(-90, -180, (-900_000_000, -1_800_000_000)),
    .init(90.000_000_1, 0, nil), .init(-90.000_000_1, 0, nil), .init(0, 180.000_000_1, nil),
    .init(0, -180.000_000_1, nil), .init(.nan, 0, nil), .init(0, .nan, nil),
    .init(.infinity, 0, nil), .init(0, -.infinity, nil), .init(1e300, 1e300, nil),
  ]

  @Test("degrees are rounded to the nearest unit, and what is not on earth is refused")
  func degrees() {
    for item in Self.cases {
      let found = Coordinate(latitude: item.degrees.0, longitude: item.degrees.1)
      let wanted = item.units.map { Coordinate(latitudeUnits: $0.0, longitudeUnits: $0.1) }
      #expect(found == wanted, "\(item.degrees)")
    }
  }

  @Test("every unit comes back from degrees")
  func roundTrip() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      let place = Coordinate(
        latitudeUnits: .random(in: -900_000_000...900_000_000, using: &generator),
        longitudeUnits: .random(in: -1_800_000_000...1_800_000_000, using: &generator))
      #expect(Coordinate(latitude: place.latitude, longitude: place.longitude) == place)
    }
  }

  static let onEarth: [(Int32, Int32, Bool)] = [
    (0, 0, true), (900_000_000, 1_800_000_000, true), (-900_000_000, -1_800_000_000, true),
    (900_000_001, 0, false), (-900_000_001, 0, false), (0, 1_800_000_001, false),
    (0, -1_800_000_001, false), (.max, .max, false), (.min, .min, false),
  ]

  @Test("units outside the ranges of the earth are told", arguments: onEarth)
  func isOnEarth(_ latitude: Int32, _ longitude: Int32, _ expected: Bool) {
    let place = Coordinate(latitudeUnits: latitude, longitudeUnits: longitude)
    #expect(place.isOnEarth == expected)
  }

  @Test("the description is what the command line takes")
  func description() {
    let place = Coordinate(latitudeUnits: 437_392_000, longitudeUnits: -74_274_005)
    #expect(place.description == "43.7392,-7.4274005")
  }
}
