import Geo
import MapMatching
import RouteModel
import TestSupport
import Testing

/// Fixes beside a road for minutes: errors of the receiver if they run along it, otherwise a road that the map lacks.
@Suite struct BesideRoadTests {
  /// Fixes of a receiver with a slowly drifting error, which for two minutes is 18 m more to the left.
  private static func offToOneSide(_ fixes: [Location], seed: UInt64) -> [Location] {
    var random = SeededGenerator(seed: seed)
    let keep = 0.975
    let fresh = 3 * (1 - keep * keep).squareRoot()
    var (east, north) = (3 * random.normal(), 3 * random.normal())
    return fixes.enumerated().map { index, fix in
      east = keep * east + fresh * random.normal()
      north = keep * north + fresh * random.normal()
      let aside = min(max(Double(min(index - 300, 420 - index)) / 5, 0), 1) * 18
      var fix = fix
      fix.latitude += (north + aside + random.normal()) * 9e-6
      fix.longitude += (east + random.normal()) * 9e-6
      return fix
    }
  }

  @Test("a receiver that is off to one side of the road for minutes is on it", arguments: 1...8)
  func offToOneSide(seed: Int) async throws {
    let roads = try await AsciiMap(
      "A------------------------------B", metresPerCell: 350, ways: ["AB": "highway=primary"]
    ).build()
    let fixes = try roads.drive("AB", every: 13, speed: 13)
    let result = try await roads.match(Self.offToOneSide(fixes, seed: UInt64(seed)))
    #expect(result.offRoad.isEmpty)
    #expect(result.pieces.map(roads.letters) == ["AB"])
  }

  @Test("fixes that cross roads on their way are off the roads")
  func across() async throws {
    let roads = try await AsciiMap(
      """
      A---------B---------C




      D---------E---------F
      """, metresPerCell: 50, ways: ["ABC": "highway=primary", "DEF": "highway=primary"]
    ).build()
    // From A to B, down to E, where the map has no road, and on to F.
    let fixes = try roads.drive("ABEF", every: 13, speed: 13)
    let result = try await roads.match(fixes)
    #expect(result.offRoad.count == 1)
    #expect(result.pieces.map(roads.letters) == ["AC", "DF"])
  }
}
