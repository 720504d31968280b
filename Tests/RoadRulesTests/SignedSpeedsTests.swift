import RoadModel
import Testing

@testable import RoadRules

@Suite struct SignedSpeedsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: String
    /// km/h forward, backward, then for trucks; 0 is not known.
    var speeds: [Double]
    init(_ tags: String, _ forward: Double, _ backward: Double, truck: (Double, Double) = (0, 0)) {
      self.tags = tags
      self.speeds = [forward, backward, truck.0, truck.1]
    }
    var testDescription: String { tags }
  }

  static let cases = [
    Case("", 0, 0),
    Case("maxspeed=50", 50, 50),
    Case("maxspeed:forward=50", 50, 0),
    Case("maxspeed=50 maxspeed:backward=30", 50, 30),
    Case("maxspeed=100 maxspeed:hgv=60", 100, 100, truck: (60, 60)),
    Case("maxspeed=100 maxspeed:hgv:forward=60", 100, 100, truck: (60, 0)),
    Case("maxspeed=100 maxspeed:hgv=80 maxspeed:hgv:backward=60", 100, 100, truck: (80, 60)),
    Case("maxspeed=signals", 0, 0),
    Case("source:maxspeed=DE:urban", 50, 50),
    Case("source:maxspeed=sign", 0, 0),
    Case("maxspeed=70 source:maxspeed=DE:urban", 70, 70),
    Case("maxspeed:type=DE:zone30", 30, 30),
    Case("zone:maxspeed=DE:30", 30, 30),
    Case("zone:maxspeed=30", 30, 30),
    Case("zone:traffic=DE:rural", 0, 0),
    Case("maxspeed:advisory=40 maxspeed:lanes=30|50", 0, 0),
  ]

  @Test("speed tags sign their limits", arguments: cases)
  func speeds(_ row: Case) throws {
    let reading = try #require(RoadRules().road("highway=primary " + row.tags))
    let road = reading.attributes
    let speeds = [
      road.forwardSpeed, road.backwardSpeed, road.forwardTruckSpeed, road.backwardTruckSpeed,
    ]
    #expect(speeds.map(\.kmh) == row.speeds)
    #expect(reading.problems.isEmpty)
  }

  @Test("a speed under conditions is reported, not applied")
  func conditional() throws {
    let reading = try #require(
      RoadRules().road("highway=primary maxspeed=50 maxspeed:conditional=‹30 @ (22:00-06:00)›"))
    #expect(reading.attributes.forwardSpeed == .kmh(50))
    #expect(reading.problems.map(\.reason) == [.conditionalNotApplied])
  }

  @Test("a ferry's speed is not signed: it comes from its duration")
  func ferry() throws {
    let reading = try #require(RoadRules().road("route=ferry maxspeed=20 duration=01:30"))
    #expect(reading.attributes.forwardSpeed == .unknown)
    #expect(reading.ferrySeconds == 5_400)
  }
}
