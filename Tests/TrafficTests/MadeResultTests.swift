import RoadModel
import RouteModel
import Testing
import Traffic

/// Results made outside the library, as a mock or another placer makes them.
@Suite struct MadeResultTests {
  private let map = MapID(rawValue: 1)

  @Test("a made placement gives a snapshot")
  func traffic() throws {
    let piece = TrafficPiece(edge: EdgeNumber(rawValue: 2), speed: 300, incident: 1)
    let turn = DelayedTurn(
      from: EdgeNumber(rawValue: 3), to: EdgeNumber(rawValue: 4), delay: 50)
    let incident = TrafficIncident(kind: "accident", text: "A")
    let refused = TrafficPlacement.Unplaced(record: 5, reason: .noRoad)
    #expect(refused.record == 5 && refused.reason == .noRoad)
    let placement = TrafficPlacement(
      pieces: [piece], turns: [turn], incidents: [incident], unplaced: [refused],
      confidences: [6: 0.5])
    #expect(placement.unplaced == [refused] && placement.confidences == [6: 0.5])
    let snapshot = try placement.snapshot(map: map, version: 1, made: 0)
    #expect(snapshot.pieces == [piece])
    #expect(snapshot.turns == [turn])
    #expect(snapshot.incidents == [incident])
    let nothing = TrafficPlacement()
    #expect(nothing.pieces.isEmpty && nothing.turns.isEmpty && nothing.incidents.isEmpty)
    #expect(nothing.unplaced.isEmpty && nothing.confidences.isEmpty)
  }

  @Test("a made placement gives usual speeds")
  func usual() throws {
    let profile = WeekProfile([WeekProfile.Run(minute: 0, share: 250)])
    let piece = UsualPiece(edge: EdgeNumber(rawValue: 2), speed: 300, profile: 0)
    let refused = TrafficPlacement.Unplaced(record: 3, reason: .empty)
    let placement = UsualPlacement(profiles: [profile], pieces: [piece], unplaced: [refused])
    #expect(placement.profiles == [profile] && placement.unplaced == [refused])
    #expect(try placement.speeds(map: map, version: 1).pieces == [piece])
    let nothing = UsualPlacement()
    #expect(nothing.profiles.isEmpty && nothing.pieces.isEmpty && nothing.unplaced.isEmpty)
  }

  @Test("a made location has the length of its parts")
  func location() {
    func part(_ number: UInt32, _ from: Double, _ to: Double) -> OpenLRLocation.Part {
      OpenLRLocation.Part(
        edge: EdgeID(map: map, number: EdgeNumber(rawValue: number)), fromMetres: from,
        toMetres: to, edgeLengthMetres: 100)
    }
    let first = part(2, 30, 100)
    #expect(first.edge.number == EdgeNumber(rawValue: 2) && first.edgeLengthMetres == 100)
    #expect(first.fromMetres == 30 && first.toMetres == 100)
    let location = OpenLRLocation(parts: [first, part(4, 0, 20)], confidence: 0.5)
    #expect(location.parts.count == 2 && location.confidence == 0.5)
    #expect(location.lengthMetres == 90)
  }
}
