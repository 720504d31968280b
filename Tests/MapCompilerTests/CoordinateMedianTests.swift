import Geo
import TestSupport
import Testing

@testable import MapCompiler

@Suite struct CoordinateMedianTests {
  struct Case: Sendable {
    let name: String
    let latitudes: [Int32]
    let longitudes: [Int32]
    let median: (latitude: Int32, longitude: Int32)
  }

  static let cases = [
    Case(name: "one is its own median", latitudes: [7], longitudes: [-3], median: (7, -3)),
    Case(name: "the greater of two", latitudes: [9, 4], longitudes: [-8, -2], median: (9, -2)),
    Case(
      name: "latitude and longitude are of different coordinates",
      latitudes: [1, 2, 3], longitudes: [20, 30, 10], median: (2, 20)),
    Case(
      name: "one far away changes nothing",
      latitudes: [5, 900_000_000, 6, 4, 5], longitudes: [1, -1_800_000_000, 2, 3, 2],
      median: (5, 2)),
    Case(
      name: "all equal", latitudes: [8, 8, 8, 8], longitudes: [6, 6, 6, 6], median: (8, 6)),
  ]

  @Test("the median is taken of the latitudes and of the longitudes", arguments: cases)
  func median(_ test: Case) {
    let coordinates = zip(test.latitudes, test.longitudes).map {
      Coordinate(latitudeUnits: $0, longitudeUnits: $1)
    }
    let median = Coordinate.median(coordinates)
    #expect(median.latitudeUnits == test.median.latitude, "\(test.name)")
    #expect(median.longitudeUnits == test.median.longitude, "\(test.name)")
  }

  @Test("the median is the one in the middle of the sorted numbers")
  func sorted() {
    var random = SeededGenerator(seed: 165)
    for count in 1...200 {
      let coordinates = (0..<count).map { _ in
        // Few values, so that many are equal.
        Coordinate(
          latitudeUnits: .random(in: 0..<40, using: &random),
          longitudeUnits: .random(in: -900_000...900_000, using: &random))
      }
      let median = Coordinate.median(coordinates)
      #expect(median.latitudeUnits == coordinates.map(\.latitudeUnits).sorted()[count / 2])
      #expect(median.longitudeUnits == coordinates.map(\.longitudeUnits).sorted()[count / 2])
    }
  }
}
