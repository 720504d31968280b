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

  @Test("sparse fixes in a row that a fast way round leaves far aside are off the roads")
  func fastWayRound() async throws {
    let roads = try await AsciiMap(
      """
                        C---D


      A---------------B       E---------------F
      """, metresPerCell: 100,
      ways: ["AB": "highway=primary", "BCDE": "highway=primary", "EF": "highway=primary"]
    ).build()
    // At 1,812 and 2,112 m, 300 m from the way round.
    let result = try await roads.match(try roads.drive("AF", every: 300, speed: 20))
    #expect(result.offRoad.count == 1)
    #expect(result.pieces.map(roads.letters) == ["AB", "EF"])
    let matched = result.pieces.reduce(0) { $0 + $1.lengthMetres }
    #expect(abs(matched - (3_900 - 800)) < 20, "\(matched) m")
  }

  @Test(
    "two sparse fixes in a row that are no farther off than receivers err, or out of reach, are left out",
    arguments: [90.0, 3_000])
  func error(metres: Double) async throws {
    let roads = try await AsciiMap(
      "A---------------F", metresPerCell: 100, ways: ["AF": "highway=primary"]
    ).build()
    // In a queue, so that a straight line past them would be short.
    var fixes = try roads.drive("AF", every: 75, speed: 5)
    for index in 6...7 {
      fixes[index].latitude += metres / Distance.metresPerUnit / Coordinate.unitsPerDegree
    }
    let result = try await roads.match(fixes)
    #expect(result.offRoad.isEmpty)
    #expect(result.pieces.map(roads.letters) == ["AF"])
    for point in result.points[6...7] {
      if case .dropped = point.outcome { continue }
      Issue.record("a fix is \(point.outcome)")
    }
  }
}
