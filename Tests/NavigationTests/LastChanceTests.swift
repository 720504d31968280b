import TestSupport
import Testing

@testable import Navigation

/// How near a maneuver may be with the next fix, where the route bends.
@Suite struct LastChanceTests {
  /// From A, 250 m to the right turn at B, and 20 m to the next turn at C.
  private static let drawing = AsciiMap(
    """
    A------------------------B
                             |
                        E----C----D
    """, metresPerCell: 10,
    ways: [
      "AB": "highway=residential", "BC": "highway=residential", "CD": "highway=residential",
      "CE": "highway=residential",
    ])

  @Test("a maneuver round a corner is as near as the road to it is long")
  func corner() async throws {
    let trip = try await Self.drawing.build().trip(["A", "D"]).trip
    // From 25 m before B, C is 45 m away, and 32 m as the crow flies.
    #expect(!trip.isLastChance(for: 270, 225, within: 35))
    #expect(trip.isLastChance(for: 270, 225, within: 46))
  }

  @Test("a place where the route leads back is as near as it lies")
  func wayBack() async throws {
    let trip = try await Self.drawing.build().trip(["A", "E"]).trip
    // From 5 m before B, the place 15 m behind C is 40 m away, and 22 m as the crow flies.
    #expect(trip.isLastChance(for: 285, 245, within: 35))
    #expect(!trip.isLastChance(for: 285, 245, within: 20))
  }
}
