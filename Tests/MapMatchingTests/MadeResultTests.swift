import Geo
import MapMatching
import RoadModel
import RouteModel
import Testing

/// Results made outside the library, as a mock or a preview makes them.
@Suite struct MadeResultTests {
  private let place = Coordinate(latitudeUnits: 470_000_000, longitudeUnits: 80_000_000)
  private let edge = EdgeID(map: MapID(rawValue: 1), number: EdgeNumber(rawValue: 2))

  @Test("a position on a road is certain unless it says otherwise")
  func snapped() {
    let plain = SnappedLocation(
      position: place, headingDegrees: 1, edge: edge, wayID: 2, alongMetres: 3)
    #expect(plain.position == place && plain.edge == edge && plain.wayID == 2)
    #expect([plain.headingDegrees, plain.alongMetres] == [1, 3])
    #expect(plain.name == nil && plain.distanceMetres == nil && !plain.isHeld)
    #expect(plain.probability == 1 && plain.alternatives.isEmpty)
    let road = SnappedLocation.Alternative(
      edge: edge, wayID: 4, position: place, probability: 0.25)
    #expect(road.edge == edge && road.wayID == 4 && road.position == place)
    #expect(road.probability == 0.25)
    let whole = SnappedLocation(
      position: place, headingDegrees: 1, edge: edge, wayID: 2, name: "A", alongMetres: 3,
      distanceMetres: 5, isHeld: true, probability: 0.75, alternatives: [road])
    #expect(whole.name == "A" && whole.distanceMetres == 5 && whole.isHeld)
    #expect(whole.probability == 0.75 && whole.alternatives == [road])
  }

  @Test("the results of a fix are made from their parts, and can be compared")
  func update() {
    let dropped = CommittedLocation(index: 1, reason: .outlier)
    #expect(dropped.index == 1 && dropped.reason == .outlier)
    #expect(dropped.edges.isEmpty && dropped.position == nil && dropped.alongMetres == 0)
    #expect(!dropped.beginsPiece && dropped.state == .onRoad)
    let driven = CommittedLocation(
      index: 2, edges: [edge], position: place, alongMetres: 3, beginsPiece: true, state: .standing)
    #expect(driven.edges == [edge] && driven.position == place && driven.alongMetres == 3)
    #expect(driven.beginsPiece && driven.reason == nil && driven.state == .standing)
    let update = MatchSession.Update(state: .onRoad, committed: [dropped, driven])
    #expect(update.now == nil && update.state == .onRoad)
    #expect(update.committed == [dropped, driven])
    #expect(update != MatchSession.Update(state: .onRoad))
  }

  @Test("a route of another engine is made from its parts")
  func foreignRoute() {
    let route = Route(sections: [], notices: [])
    let gap = MapDisagreement(kind: .noRoad, span: 1...2, position: place)
    #expect(gap.kind == .noRoad && gap.span == 1...2 && gap.position == place)
    let whole = SnappedRoute(route: route, disagreements: [gap], lineMetres: 3, next: 4)
    #expect(whole.route == route && whole.disagreements == [gap])
    #expect(whole.lineMetres == 3 && whole.next == 4)
    let plain = SnappedRoute(route: route, lineMetres: 3)
    #expect(plain.disagreements.isEmpty && plain.next == nil)
  }
}
