import Geo
import MapMatching
import RouteModel
import TestSupport
import Testing

/// Fixes without a road near.
@Suite struct FarFixTests {
  @Test("fixes that go straight where the map has no road do not drive a way round them")
  func missingRoad() async throws {
    let roads = try await AsciiMap(
      """
      A-----------B                 E-----------F
                  |                 |
                  |                 |
                  C-----------------D
      """, metresPerCell: 50,
      ways: [
        "AB": "highway=residential", "BCDE": "highway=residential", "EF": "highway=residential",
      ]
    ).build()
    let (start, end) = (try roads.drawing.place("A"), try roads.drawing.place("F"))
    let length = Distance.metres(start, end)
    let fixes = (0...10).map { index in
      let place = start.interpolated(to: end, share: (12 + 195 * Double(index)) / length)
      return Location(
        latitude: place.latitude, longitude: place.longitude, time: 15 * Double(index))
    }
    let result = try await roads.match(fixes)
    // From B to E.
    #expect(result.offRoad.count == 1)
    #expect(result.pieces.map(roads.letters) == ["AB", "EF"])
    let matched = result.pieces.reduce(0) { $0 + $1.lengthMetres }
    #expect(abs(matched - (1_950 - 900)) < 20, "\(matched) m")
  }
}
