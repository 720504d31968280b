import RoadModel
import RouteModel
import TestSupport
import Testing

@testable import Traffic

/// The pieces of a feed that names the same roads many times.
@Suite struct FoundPiecesTests {
  @Test(
    "pieces that no edge takes are dropped early, with the same result", arguments: [1, 300, 2_000])
  func excess(bound: Int) {
    var found = FoundPieces(bound: bound)
    var all: [TrafficPlacer.Found] = []
    for record in 0..<1_000 {
      // Every record is on edge 7, every tenth on edge 8, and edge 9 has each twice.
      for edge in record % 10 == 0 ? [7, 8, 9, 9] : [7, 9, 9] {
        let piece = TrafficPiece(
          edge: EdgeNumber(rawValue: UInt32(edge)), speed: UInt16(2_000 - record))
        found.append(piece, record)
        all.append((piece, record))
      }
    }
    let (whole, few) = (PieceMerger.merged(all), PieceMerger.merged(found.pieces))
    #expect(few.pieces == whole.pieces)
    #expect(found.tooMany.union(few.tooMany) == Set(whole.tooMany))
    if bound < 1_000 { #expect(found.pieces.count < 1_000) }
  }

  @Test("ways are left out when the time is up, if there are many")
  func deadline() async throws {
    let roads = try await AsciiMap("A--B", ways: ["AB": "highway=primary"]).build()
    let record = TrafficRecord(
      .way(try roads.drawing.way("AB"), .forward, metres: nil), speedKmh: 20)
    let placement = try await TrafficPlacer.place(
      [TrafficRecord](repeating: record, count: 3_000), on: roads.built.map,
      until: ContinuousClock.now)
    #expect(placement.pieces.map(\.speed) == [200])
    #expect(Set(placement.unplaced.map(\.reason)) == [.tooMany, .outOfTime])
    #expect(placement.unplaced.count(where: { $0.reason == .outOfTime }) == 3_000 - 1_023)
  }
}
