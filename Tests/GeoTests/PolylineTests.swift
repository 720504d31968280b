import TestSupport
import Testing

@testable import Geo

@Suite struct PolylineTests {
  /// The example of the format's description (Google, "Encoded Polyline Algorithm Format").
  @Test("the documented example is written and read")
  func example() throws {
    let places = try [(38.5, -120.2), (40.7, -120.95), (43.252, -126.453)].map {
      try #require(Coordinate(latitude: $0.0, longitude: $0.1))
    }
    let text = "_p~iF~ps|U_ulLnnqC_mqNvxq`@"
    #expect(Polyline.encode(places, .five) == text)
    let read = try #require(Polyline.decode(text.utf8, .five))
    #expect(read.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) } == places)
  }

  @Test("random lines come back at both precisions", arguments: [UInt64(1), 2, 3])
  func random(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for precision in [Polyline.Precision.five, .six] {
      let step = Int32(precision.rawValue)
      let places = (0..<100).map { _ in
        Coordinate(
          latitudeUnits: .random(in: -8_000_000...8_000_000, using: &generator) * step,
          longitudeUnits: .random(in: -17_000_000...17_000_000, using: &generator) * step)
      }
      let text = Polyline.encode(places, precision)
      let read = try #require(Polyline.decode(text.utf8, precision))
      #expect(read.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) } == places)
    }
  }

  @Test("the ends of the earth come back exactly", arguments: [-1.0, 1])
  func ends(sign: Double) throws {
    let places = try [(90.0, 180.0), (-90, 180), (0, -180)].map {
      try #require(Coordinate(latitude: $0.0 * sign, longitude: $0.1 * sign))
    }
    for precision in [Polyline.Precision.five, .six] {
      let read = try #require(
        Polyline.decode(Polyline.encode(places, precision).utf8, precision))
      #expect(read.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude) } == places)
    }
  }

  /// `?` is 0, `_` begins a number that goes on.
  @Test(
    "what ends in the middle, goes on too long or has other characters is no line",
    arguments: ["?", "???", "?_", "_", "?>", "> ", "?\u{7F}", "________?"])
  func refused(text: String) { #expect(Polyline.decode(text.utf8, .six) == nil) }
}
