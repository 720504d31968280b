import Geo
import RoadModel
import RouteModel
import Testing

@testable import MapServer

/// The steps of roundabouts, for clients that want one for the way in and the way out.
@Suite struct RoundaboutJoinTests {
  /// A step of 100 m by its maneuver and the bearings around that.
  private static func step(
    _ kind: RouteManeuver.Kind, exit: Int? = nil, from before: Int = 0, to after: Int = 0
  ) -> RouteStep {
    RouteStep(
      maneuver: RouteManeuver(
        kind: kind, direction: .right, exit: exit,
        position: Coordinate(latitudeUnits: 0, longitudeUnits: 0), bearingBefore: before,
        bearingAfter: after),
      roadName: "Side", roadNumber: nil, pronunciation: nil, rotaryName: nil, sign: nil,
      drivingSide: .right, isFerry: false, lengthMetres: 100, durationSeconds: 10,
      points: 0...0, intersections: [])
  }

  @Test("the way in and the way out are one step, with the exit and the angle along the ring")
  func joined() {
    let join = RoundaboutJoin([
      Self.step(.depart), Self.step(.roundabout, exit: 2, from: 0, to: 45),
      Self.step(.exitRoundabout, exit: 2, from: 315, to: 0), Self.step(.arrive),
    ])
    #expect(join.steps.map(\.maneuver.kind) == [.depart, .roundabout, .arrive])
    #expect(join.steps[1].lengthMetres == 200 && join.steps[1].maneuver.exit == 2)
    #expect(join.degrees == [1: 180])
  }

  @Test("the first exit, taken without driving on the ring, is a roundabout as well")
  func atOnce() {
    let join = RoundaboutJoin([
      Self.step(.depart), Self.step(.turn), Self.step(.exitRoundabout, exit: 1, from: 0, to: 90),
      Self.step(.roundabout, exit: 3, from: 90, to: 135),
      Self.step(.exitRoundabout, exit: 3, from: 315, to: 0),
      Self.step(.exitRoundabout, exit: 1, from: 0, to: 90), Self.step(.arrive),
    ])
    #expect(
      join.steps.map(\.maneuver.kind)
        == [.depart, .turn, .roundabout, .roundabout, .roundabout, .arrive])
    #expect(join.steps.map(\.maneuver.exit) == [nil, nil, 1, 3, 1, nil])
    #expect(join.steps.map(\.lengthMetres) == [100, 100, 100, 200, 100, 100])
    #expect(join.degrees == [2: 90, 3: 270, 4: 90])
  }

  @Test("who begins on a ring only leaves it")
  func onRing() {
    let join = RoundaboutJoin([
      Self.step(.depart), Self.step(.exitRoundabout), Self.step(.arrive),
    ])
    #expect(join.steps.map(\.maneuver.kind) == [.depart, .exitRoundabout, .arrive])
    #expect(join.degrees.isEmpty)
  }
}
