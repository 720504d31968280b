import Geo
import MapMatching
import RoadModel
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

  /// Fixes each 15 s at places in metres east and north of a letter.
  private static func fixes(
    _ places: [(east: Double, north: Double)], from letter: String, _ roads: AsciiRoads
  ) throws -> [Location] {
    let start = try roads.drawing.place(letter)
    let degree = Distance.metresPerUnit * Coordinate.unitsPerDegree
    let narrow = Trigonometry.cosine(units: Double(start.latitudeUnits))
    return places.enumerated().map { index, place in
      Location(
        latitude: start.latitude + place.north / degree,
        longitude: start.longitude + place.east / degree / narrow, time: 15 * Double(index))
    }
  }

  @Test(
    "a road is left and entered at a fix that is too far from it, else where the sum of both ways is least",
    arguments: [(aside: 36.0, metres: 1_200.0), (aside: 10, metres: 1_440)])
  func leavesRoad(aside: Double, metres: Double) async throws {
    // 2,400 m, a gap of 200 m, and 2,400 m.
    let roads = try await AsciiMap(
      "A-----------------------C D-----------------------F", metresPerCell: 100,
      ways: ["AC": "highway=primary", "DF": "highway=primary"]
    ).build()
    // Another road leads away from A–C at a small angle, and in the same way back to D–F. With a noise of 10 m, its
    // first fix is within three deviations of A–C or not. The next one is off the roads. A metre there counts as three
    // on the road, so the sum is least for a line that meets the road at 70°, 48 m before the place beside that fix.
    let away: [(east: Double, north: Double)] = [
      (12, 0), (312, 0), (612, 0), (912, 0), (1_212, aside), (1_500, 136), (1_780, 300),
      (2_000, 520), (2_200, 740),
    ]
    let back = away.reversed().map { (east: 5_000 - $0.east, north: $0.north) }
    var options = MatchOptions()
    options.noiseMetres = 10
    let result = try await roads.match(
      Self.fixes(away + [(2_500, 760)] + back, from: "A", roads), .car, options)
    #expect(result.offRoad.count == 1)
    #expect(result.pieces.map(roads.letters) == ["AC", "DF"])
    for piece in result.pieces {
      #expect(abs(piece.lengthMetres - metres) < 10, "\(piece.lengthMetres) m")
    }
  }

  @Test("four sparse fixes in a row beside a road that no way leads to are off the roads")
  func fixesInARow() async throws {
    // 1,295 m, and 70 m farther and 35 m aside 630 m.
    let roads = try await AsciiMap(
      """
                                             C-----------------D
      A------------------------------------B
      """, metresPerCell: 35, ways: ["AB": "highway=primary", "CD": "highway=residential"]
    ).build()
    // Past B, where the map has no road, and too far from C–D. To be off the roads costs 8 nats, 4 for each fix, and 14
    // for 420 m at three times the price: 38. To be left out, 12 for the first and 10 for each other: 41.
    let places = (-9...4).map { (east: 1_285 + 105 * Double($0), north: 0.0) }
    var options = MatchOptions()
    options.noiseMetres = 5
    let result = try await roads.match(Self.fixes(places, from: "A", roads), .car, options)
    #expect(result.pieces.map(roads.letters) == ["AB"])
    for point in result.points.suffix(4) { #expect(point.outcome == .offRoad) }
  }
}
