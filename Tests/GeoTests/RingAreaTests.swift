import Geo
import Testing

/// Areas of rings, against the exact area between two meridians and two parallels.
@Suite struct RingAreaTests {
  /// A closed ring around a rectangle of degrees, counter-clockwise, with points at each hundredth of its sides.
  private static func rectangle(
    _ south: Double, _ west: Double, _ height: Double, _ width: Double
  ) -> [Coordinate] {
    let corners: [(Double, Double)] = [(0, 0), (0, 1), (1, 1), (1, 0), (0, 0)]
    var ring: [Coordinate] = []
    for (a, b) in zip(corners, corners.dropFirst()) {
      for step in 0..<100 {
        let share = Double(step) / 100
        let longitude = west + width * (a.1 + (b.1 - a.1) * share)
        ring.append(
          Coordinate(
            latitudeUnits: Int32((south + height * (a.0 + (b.0 - a.0) * share)) * 1e7),
            longitudeUnits: Int32((longitude > 180 ? longitude - 360 : longitude) * 1e7)))
      }
    }
    return ring + [ring[0]]
  }

  @Test(
    "large and small areas are those of the sphere, also over the equator and the 180th meridian",
    arguments: [
      (40.0, 0.0, 10.0, 10.0), (47, 8, 0.1, 0.1), (-20, 175, 10, 10), (-5, -5, 10, 10),
      (60, 20, 5, 1),
    ])
  func rectangles(_ south: Double, _ west: Double, _ height: Double, _ width: Double) {
    let ring = Self.rectangle(south, west, height, width)
    // The area of a belt is in proportion to its height along the axis.
    let belt = Self.sine(south + height) - Self.sine(south)
    let exact =
      Distance.earthRadius * Distance.earthRadius * (width * Double.pi / 180) * belt
    #expect(abs(RingArea.squareMetres(ring) / exact - 1) < 1e-4)
    #expect(abs(RingArea.squareMetres(ring.reversed()) / exact + 1) < 1e-4)
  }

  private static func sine(_ degrees: Double) -> Double {
    Trigonometry.cosine(units: (90 - degrees) * 1e7)
  }
}
