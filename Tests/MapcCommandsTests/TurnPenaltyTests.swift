import MapCompiler
import MapReader
import RouteModel
import TestSupport
import Testing

@testable import MapcCommands

/// Turn penalties of OSRM on a map whose nodes have numbers as small as speeds.
@Suite struct TurnPenaltyTests {
  @Test("lines are turns if the map has them all, and speeds otherwise")
  func turns() async throws {
    let roads = try await AsciiMap(
      """
      A--B--C
         |
         D
      """, ways: ["ABC": "highway=primary", "BD": "highway=primary"]
    ).build(options: .withNodeIDs)
    let map = roads.built.map
    func snapshot(_ text: String) throws -> TrafficSnapshot {
      try TrafficInput(body: Array(text.utf8)).placed(on: map).snapshot
    }
    // The nodes are numbered from 1 in the order of the letters.
    let turns = try snapshot("1,2,4,20\n4,2,3,7.5\n")
    #expect(turns.pieces.isEmpty && turns.turns.map(\.delay).sorted() == [75, 200])
    // No turn leads on to a node 30.
    let speeds = try snapshot("1,2,4,20\n4,2,30,7.5\n")
    #expect(speeds.turns.isEmpty && Set(speeds.pieces.map(\.speed)) == [40, 300])
  }
}
