import Geo
import Navigation
import RoadModel
import RouteModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Results made outside the library, as a mock or a preview makes them.
@Suite struct MadeResultTests {
  private let place = Coordinate(latitudeUnits: 470_000_000, longitudeUnits: 80_000_000)
  private let other = Coordinate(latitudeUnits: 471_000_000, longitudeUnits: 81_000_000)
  private let route = Route(sections: [], notices: [])
  private let edge = EdgeID(map: MapID(rawValue: 1), number: EdgeNumber(rawValue: 2))

  @Test("progress needs no parts that a route or a map may lack")
  func progress() {
    let progress = TripProgress(
      position: place, rawPosition: nil, source: .estimated, time: 1, courseDegrees: 2, speed: 3,
      metresToManeuver: 4, secondsToManeuver: 5, metresToWaypoint: 6, secondsToWaypoint: 7,
      metresLeft: 8, secondsLeft: 9, shareDriven: 0.5)
    #expect(progress.position == place)
    #expect(progress.source == .estimated)
    #expect([progress.time, progress.courseDegrees, progress.speed] == [1, 2, 3])
    #expect([progress.metresToManeuver, progress.secondsToManeuver] == [4, 5])
    #expect([progress.metresToWaypoint, progress.secondsToWaypoint] == [6, 7])
    #expect([progress.metresLeft, progress.secondsLeft, progress.shareDriven] == [8, 9, 0.5])
    #expect(progress.probability == 1)
    #expect(progress.leg == 0)
    #expect(progress.rawPosition == nil && progress.edge == nil && progress.roadName == nil)
    #expect(progress.speedLimitKmh == nil && progress.vehicleSpeedLimitKmh == nil)
    #expect(progress.stepIndex == nil && progress.steps.isEmpty)
    #expect(progress.trafficDelaySeconds == nil && progress.metresToLanes == nil)
    #expect(progress.lanes.isEmpty && progress.ahead.isEmpty && progress.crossings.isEmpty)
  }

  @Test("progress keeps each of its optional parts")
  func wholeProgress() {
    let lane = RouteLane(indications: [], isValid: true, isRecommended: false, followed: [])
    let step = RouteStep(
      maneuver: RouteManeuver(
        kind: .depart, position: place, bearingBefore: 0, bearingAfter: 90),
      roadName: "A", roadNumber: nil, lengthMetres: 1, durationSeconds: 1, points: 0...1)
    let span = TripSpan(kind: .tunnel, metres: 1...2)
    let crossing = TripCrossing(kind: .country, metres: 1, into: "CH")
    let progress = TripProgress(
      position: place, rawPosition: other, source: .fix, time: 1, courseDegrees: 2, speed: 3,
      probability: 0.25, edge: edge, roadName: "B", speedLimitKmh: 80, vehicleSpeedLimitKmh: 60,
      leg: 1, stepIndex: 2, steps: [step], metresToManeuver: 4, secondsToManeuver: 5,
      metresToWaypoint: 6, secondsToWaypoint: 7, metresLeft: 8, secondsLeft: 9,
      trafficDelaySeconds: 10, shareDriven: 0.5, lanes: [lane], metresToLanes: 11, ahead: [span],
      crossings: [crossing])
    #expect(progress.rawPosition == other)
    #expect(progress.probability == 0.25)
    #expect(progress.edge == edge)
    #expect(progress.roadName == "B")
    #expect([progress.speedLimitKmh, progress.vehicleSpeedLimitKmh] == [80, 60])
    #expect(progress.leg == 1)
    #expect(progress.stepIndex == 2)
    #expect(progress.steps == [step])
    #expect([progress.trafficDelaySeconds, progress.metresToLanes] == [10, 11])
    #expect(progress.lanes == [lane])
    #expect(progress.ahead == [span])
    #expect(progress.crossings == [crossing])
  }

  @Test("the JSON of progress has the lengths of what is ahead in tenths, too")
  func tenths() throws {
    let progress = TripProgress(
      position: place, rawPosition: nil, source: .fix, time: 1, courseDegrees: 2, speed: 3,
      metresToManeuver: 4, secondsToManeuver: 5, metresToWaypoint: 6, secondsToWaypoint: 7,
      metresLeft: 8.04, secondsLeft: 9, shareDriven: 0.5,
      ahead: [TripSpan(kind: .tunnel, metres: 0.04...232.26332438253456)],
      crossings: [TripCrossing(kind: .country, metres: 100 / 3, into: "CH")])
    let read = try JSONDecoder().decode(
      TripProgress.self, from: try JSONEncoder().encode(progress))
    #expect(read.metresLeft == 8 && read.ahead.map(\.metres) == [0...232.3])
    #expect(read.crossings.map(\.metres) == [33.3])
  }

  @Test("deviations and requests are made from their parts")
  func deviationAndRequest() {
    let far = Deviation(kind: .offRoads, position: place)
    #expect(far.courseDegrees == nil && far.wayID == nil && far.roadName == nil)
    let near = Deviation(
      kind: .otherRoad, position: place, courseDegrees: 1, wayID: 2, roadName: "A")
    #expect(near.kind == .otherRoad && near.position == place)
    #expect(near.courseDegrees == 1 && near.wayID == 2 && near.roadName == "A")
    let asked = RouteRequest(waypoints: [Waypoint(place), Waypoint(other)])
    let request = TripRequest(id: 3, purpose: .reroute, request: asked)
    #expect(request.id == 3 && request.purpose == .reroute && request.request == asked)
  }

  @Test("a made alternative can be stored and read back")
  func alternative() throws {
    let alternative = TripAlternative(id: 1, route: route, forkMetres: 2, gainSeconds: -3)
    #expect(alternative.id == 1 && alternative.route == route)
    #expect(alternative.forkMetres == 2 && alternative.gainSeconds == -3)
    #expect(TripAlternative(id: 1, route: route, gainSeconds: 0).forkMetres == nil)
    let data = try JSONEncoder().encode(alternative)
    #expect(try JSONDecoder().decode(TripAlternative.self, from: data) == alternative)
  }

  @Test("wrong turns and detours are made from their parts")
  func wrongTurn() {
    let turn = WrongTurn(metres: 1, position: place, bearing: 2)
    #expect(turn.metres == 1 && turn.position == place && turn.bearing == 2)
    let detour = WrongTurn.Detour(route: route, startMetres: 1)
    #expect(detour.route == route && detour.startMetres == 1 && detour.backMetres == .infinity)
    #expect(WrongTurn.Detour(route: route, startMetres: 1, backMetres: 2).backMetres == 2)
  }

  @Test(
    "whole turns in the bearing of a wrong turn do not matter",
    arguments: [(370, 10), (-90, 270), (360_000_000_000_359, 359)])
  func bearing(given: Int, course: Int) throws {
    let asked = RouteRequest(waypoints: [Waypoint(place), Waypoint(other)])
    func through(_ bearing: Int) throws -> Waypoint {
      let turn = WrongTurn(metres: 1, position: place, bearing: bearing)
      let request = turn.request(from: route, asked)
      return try #require(request.waypoints.dropFirst().first)
    }
    #expect(try through(given) == through(course))
    #expect(try through(given).course?.degrees == course)
  }
}
