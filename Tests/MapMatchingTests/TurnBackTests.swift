import Geo
import MapMatching
import RouteModel
import TestSupport
import Testing

/// U-turns between sparse fixes.
@Suite struct TurnBackTests {
  @Test("a vehicle that turns back at a junction between two sparse fixes was there")
  func turnsBack() async throws {
    let roads = try await AsciiMap(
      """
      A--------B----C--D----E
               |    |  |
               F    G  H
      """, metresPerCell: 30,
      ways: [
        "ABCDE": "highway=residential", "BF": "highway=residential", "CG": "highway=residential",
        "DH": "highway=residential",
      ]
    ).build()
    // 510 m to the east and back at 10 m/s; of every 15 s, one fix is 30 m before the junction D, where it turns.
    let there = try roads.drive("ABCD", every: 10, speed: 10)
    let drive = there + there.dropLast().reversed()
    let first = (there.count - 1 - 3) % 15
    let fixes = stride(from: first, to: drive.count, by: 15).map { second in
      var fix = drive[second]
      fix.time = Double(second)
      return fix
    }
    let result = try await roads.match(fixes)
    #expect(result.pieces.map(roads.letters) == ["ABCDCBA"])
    for point in result.points {
      if case .matched = point.outcome { continue }
      Issue.record("\(point)")
    }
  }
}
