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
    Case("maxspeed:lanes=100|80|80", 100, 100),
    Case("maxspeed:lanes=|80", 80, 80),
    Case("maxspeed:lanes:forward=100|80", 100, 0),
    Case("maxspeed=70 maxspeed:lanes=100|80", 70, 70),
    Case("maxspeed:hgv:lanes=60|80", 0, 0, truck: (80, 80)),
    Case("maxspeed:advisory=40", 40, 40),
    Case("maxspeed=90 maxspeed:advisory=45", 45, 45),
    Case("maxspeed=30 maxspeed:advisory=45", 30, 30),
    Case("maxspeed=90 maxspeed:advisory=45 maxspeed:advisory:forward=60", 60, 45),
    Case("maxspeed:forward=90 maxspeed:advisory:forward=45", 45, 0),
    Case("maxspeed=90 maxspeed:hgv=80 maxspeed:advisory=45", 45, 45, truck: (45, 45)),
    Case("maxspeed:practical=30 maxspeed:variable=yes minspeed=60", 0, 0),
    Case("maxspeed:source=sign maxspeed:reason=noise", 0, 0),
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

  static let conditional: [(String, [String])] = [
    ("maxspeed=50 maxspeed:conditional=‹30 @ (wet)›", ["maxspeed:conditional=30 @ (wet)"]),
    ("maxspeed=‹30 @ (wet)›", ["maxspeed:conditional=30 @ (wet)"]),
    ("maxspeed=120 maxspeed:wet=80", ["maxspeed:conditional=80 @ (wet)"]),
    (
      "maxspeed=50 maxspeed:forward:conditional=‹30 @ (wet)›",
      ["maxspeed:forward:conditional=30 @ (wet)"]
    ),
    (
      "maxspeed=100 maxspeed:conditional=‹80 @ (wet); none @ (weight>5)›",
      ["maxspeed:conditional=80 @ (wet)", "maxspeed:conditional=none @ (weight>5)"]
    ),
    (
      "maxspeed=100 maxspeed:forward=60 maxspeed:conditional=‹80 @ (wet)›",
      ["maxspeed:backward:conditional=80 @ (wet)"]
    ),
    (
      "maxspeed=100 maxspeed:hgv:conditional=‹60 @ (wet)›",
      ["maxspeed:hgv:conditional=60 @ (wet)"]
    ),
    (
      "maxspeed=100 maxspeed:trailer=80",
      ["maxspeed:hgv:conditional=80 @ (trailers>=1)"]
    ),
    (
      "maxspeed=100 maxspeed:hgv=60 maxspeed:goods=80",
      ["maxspeed:hgv:conditional=80 @ (weightrating<=3.5)"]
    ),
    // A general limit at times binds trucks too, below their own.
    (
      "maxspeed=100 maxspeed:hgv=80 maxspeed:conditional=‹60 @ (wet)›",
      ["maxspeed:conditional=60 @ (wet)", "maxspeed:hgv:conditional=60 @ (wet)"]
    ),
    (
      "maxspeed=100 maxspeed:hgv=50 maxspeed:conditional=‹60 @ (wet)›",
      ["maxspeed:conditional=60 @ (wet)"]
    ),
    ("maxspeed=50 maxspeed:conditional=‹50 @ (wet)›", []),
    ("maxspeed=50 maxspeed:conditional=‹signals @ (wet)›", []),
  ]

  @Test("a speed under conditions is a rule", arguments: conditional)
  func conditionalSpeeds(_ line: String, _ rules: [String]) throws {
    let reading = try #require(RoadRules().road("highway=primary " + line))
    #expect(reading.rules.map(\.tag) == rules)
    #expect(reading.problems.isEmpty)
  }

  static let refused: [(String, TagProblem.Reason)] = [
    ("maxspeed:conditional=‹fast @ (wet)›", .unknownValue),
    ("maxspeed:lanes:conditional=‹50|30 @ (wet)›", .notApplied),
    ("maxspeed:advisory:conditional=‹50 @ (wet)›", .notApplied),
    ("maxspeed:bus=80", .notApplied),
    ("maxspeed:lanes=50|fast", .unknownValue),
  ]

  @Test("a speed that is not applied is reported", arguments: refused)
  func refusedSpeeds(_ line: String, _ reason: TagProblem.Reason) throws {
    let reading = try #require(RoadRules().road("highway=primary " + line))
    #expect(reading.rules.isEmpty)
    #expect(reading.problems.map(\.reason) == [reason])
  }

  @Test("a ferry's speed is not signed: it comes from its duration")
  func ferry() throws {
    let reading = try #require(RoadRules().road("route=ferry maxspeed=20 duration=01:30"))
    #expect(reading.attributes.forwardSpeed == .unknown)
    #expect(reading.ferrySeconds == 5_400)
  }
}
