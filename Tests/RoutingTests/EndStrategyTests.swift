import Geo
import NavFormat
import TestSupport
import Testing

@testable import MapReader
@testable import Routing

/// Which ends are tried for a run, in which order, and which points each strategy takes.
@Suite struct EndStrategyTests {
  private static let place = Coordinate(latitudeUnits: 0, longitudeUnits: 0)

  private static func point(_ metres: Double) -> RoadPoint {
    RoadPoint(
      tile: 0, segment: SegmentIndex(Int(metres)), offset: 0, position: place, distance: metres,
      isLeft: false)
  }

  /// A waypoint whose nearest road is so many metres off.
  private static func snap(
    connected: [Double] = [], hopeful: [Double] = [], tolerable: [Double] = [],
    limited: Double? = nil, isMoved: Bool = false
  ) -> Snap {
    var snap = Snap(
      place: place, nearest: [point(20)],
      connected: (connected.isEmpty ? [20] : connected).map(point))
    snap.hopeful = hopeful.map(point)
    snap.tolerable = tolerable.map(point)
    snap.limited = limited.map(point)
    snap.isMoved = isMoved
    return snap
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let snaps: [Snap]
    let allowsViolations: Bool
    let expected: [EndStrategy]
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "plain", snaps: [snap(), snap()], allowsViolations: true, expected: [.chosen]),
    Case(
      name: "a road that opens later", snaps: [snap(), snap(hopeful: [5])], allowsViolations: false,
      expected: [.opensLater, .chosen]),
    Case(
      name: "a closed road, and rules are kept", snaps: [snap(tolerable: [5]), snap()],
      allowsViolations: false, expected: [.chosen]),
    Case(
      name: "a closed road, and rules may be broken", snaps: [snap(tolerable: [5]), snap()],
      allowsViolations: true, expected: [.violating, .chosen]),
    Case(
      name: "a cut-off road that is left in place", snaps: [snap(connected: [90], tolerable: [5])],
      allowsViolations: true, expected: [.chosen, .violating, .chosen]),
    Case(
      name: "a cut-off road that is moved",
      snaps: [snap(connected: [90], tolerable: [5], isMoved: true)],
      allowsViolations: true, expected: [.violating, .chosen]),
    Case(
      name: "a limited road", snaps: [snap(connected: [90], tolerable: [5], limited: 5)],
      allowsViolations: true, expected: [.violating, .chosen]),
    Case(
      name: "both", snaps: [snap(hopeful: [5]), snap(tolerable: [6])], allowsViolations: true,
      expected: [.opensLater, .violating, .chosen]),
  ]

  @Test("the strategies and their order", arguments: cases)
  func order(_ row: Case) {
    #expect(
      EndStrategy.strategies(for: row.snaps, allowsViolations: row.allowsViolations)
        == row.expected)
  }

  @Test("each strategy falls back to the chosen points")
  func points() {
    let plain = Self.snap(connected: [90])
    let moved = Self.snap(connected: [90], isMoved: true)
    let odd = Self.snap(hopeful: [4], tolerable: [5])
    for strategy in [EndStrategy.opensLater, .chosen, .violating] {
      #expect(strategy.points(plain).map(\.distance) == [20])
      #expect(strategy.points(moved).map(\.distance) == [90])
    }
    #expect(EndStrategy.opensLater.points(odd).map(\.distance) == [4])
    #expect(EndStrategy.violating.points(odd).map(\.distance) == [5])
    #expect(EndStrategy.chosen.points(odd).map(\.distance) == [20])
  }
}
