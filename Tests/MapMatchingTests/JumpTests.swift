import Geo
import RouteModel
import TestSupport
import Testing

@testable import MapMatching

/// Receivers that jump along the road.
@Suite struct JumpTests {
  private static func roads() async throws -> AsciiRoads {
    try await AsciiMap(
      """
      A----B----C----D----E----F----G
           |         |         |
           H         I         J
      """, metresPerCell: 40,
      ways: [
        "ABCDEFG": "highway=residential", "BH": "highway=residential",
        "DI": "highway=residential", "FJ": "highway=residential",
      ]
    ).build()
  }

  /// The fixes moved along the street, which runs to the east.
  private static func moved(_ fixes: ArraySlice<Location>, metres: Double) -> [Location] {
    fixes.map { fix in
      var fix = fix
      let place = Coordinate(latitude: fix.latitude, longitude: fix.longitude)
      let cosine = Trigonometry.cosine(units: Double(place?.latitudeUnits ?? 0))
      fix.longitude += metres / Distance.metresPerUnit / Coordinate.unitsPerDegree / cosine
      return fix
    }
  }

  @Test(
    "fixes that jump along the road for some seconds and back are not driven",
    arguments: [70.0, -70], [3, 10, 25])
  func jumps(metres: Double, seconds: Int) async throws {
    let roads = try await Self.roads()
    var fixes = try roads.drive("ABCDEFG", every: 13, speed: 13)
    let driven = 13 * Double(fixes.count - 1)
    let shifted = 35..<35 + seconds
    fixes.replaceSubrange(shifted, with: Self.moved(fixes[shifted], metres: metres))
    let result = try await roads.match(fixes)
    // C and E are no junctions.
    #expect(result.pieces.map(roads.letters) == ["ABDFG"])
    let matched = result.pieces.reduce(0) { $0 + $1.lengthMetres }
    #expect(abs(matched - driven) < 20, "\(matched) of \(driven) m")
    #expect(result.violations.isEmpty && result.offRoad.isEmpty && result.stops.isEmpty)
  }

  @Test("errors that grow beyond another street and end with a jump are not driven")
  func grows() async throws {
    let roads = try await AsciiMap(
      """
      H---------I---------J---------K---------L---------M---------N
      |         |         |         |         |         |         |
      |         |         |         |         |         |         |
      A---------B---------C---------D---------E---------F---------G
      """, metresPerCell: 20,
      ways: [
        "ABCDEFG": "highway=residential", "HIJKLMN": "highway=residential",
        "AH": "highway=residential", "BI": "highway=residential", "CJ": "highway=residential",
        "DK": "highway=residential", "EL": "highway=residential", "FM": "highway=residential",
        "GN": "highway=residential",
      ]
    ).build()
    var fixes = try roads.drive("ABCDEFG", every: 13, speed: 13)
    let driven = 13 * Double(fixes.count - 1)
    for second in 1...45 {
      let metres = 2 * Double(second)
      fixes[30 + second].latitude += metres / Distance.metresPerUnit / Coordinate.unitsPerDegree
    }
    let result = try await roads.match(fixes)
    #expect(result.pieces.map(roads.letters) == ["ABCDEFG"])
    let matched = result.pieces.reduce(0) { $0 + $1.lengthMetres }
    #expect(abs(matched - driven) < 20, "\(matched) of \(driven) m")
    #expect(result.violations.isEmpty && result.offRoad.isEmpty && result.stops.isEmpty)
  }

  @Test("a vehicle that drives on from a jump for minutes is there, and was there before")
  func wrongBeginning() async throws {
    let roads = try await Self.roads()
    var fixes = try roads.drive("ABCDEFG", every: 13, speed: 13)
    // The first seconds are 100 m behind.
    fixes.replaceSubrange(12..<20, with: Self.moved(fixes[12..<20], metres: -100))
    let result = try await roads.match(Array(fixes[12...]))
    let last = try #require(result.points.last)
    guard case .matched = last.outcome else {
      Issue.record("the last fix is \(last.outcome)")
      return
    }
    let matched = result.pieces.reduce(0) { $0 + $1.lengthMetres }
    let driven = 13 * Double(fixes.count - 1 - 20)
    #expect(matched > driven - 20)
  }

  @Test("the usual speed is the median of the last steps")
  func median() {
    var speeds = RecentSpeeds()
    #expect(speeds.median == nil)
    for metres in [10, 12, 14, 90, 13] as [Float] {
      speeds.add(Lattice.State.Hops(metres: metres, longestSeconds: 1))
    }
    #expect(speeds.median == 13)
    // Of nine steps, the oldest are forgotten.
    for _ in 0..<9 { speeds.add(Lattice.State.Hops(metres: 60, longestSeconds: 2)) }
    #expect(speeds.median == 30)
    // Fixes at once say nothing of the speed.
    for _ in 0..<9 { speeds.add(Lattice.State.Hops(metres: 5, longestSeconds: 0)) }
    #expect(speeds.median == 5)
  }
}
