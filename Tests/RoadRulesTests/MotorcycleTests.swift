import RoadModel
import Testing

@testable import RoadRules

/// A motorcycle has a key of its own; where that is silent it fares as any motor vehicle does.
@Suite struct MotorcycleTests {
  private static let names = ["motorcar", "motorcycle", "hov"]

  @Test("where no tag names cars or motorcycles, a motorcycle may go where a car may")
  func asCars() throws {
    let lines =
      (AccessTagsTests.chain + AccessTagsTests.general).map(\.tags)
      + TravelDirectionsTests.cases.map(\.tags)
    var count = 0
    for line in lines where !Self.names.contains(where: { line.contains($0) }) {
      let road = try #require(RoadRules().road(line)).attributes
      #expect(road.forwardAccess[.motorcycle] == road.forwardAccess[.car], "\(line)")
      #expect(road.backwardAccess[.motorcycle] == road.backwardAccess[.car], "\(line)")
      count += 1
    }
    #expect(count > 90)
  }

  // Tags; access of car and motorcycle forward, then backward if it differs.
  static let own: [(tags: String, forward: String, backward: String?)] = [
    ("highway=primary motorcycle=no", "y-", nil),
    ("highway=primary motorcycle=destination", "yd", nil),
    ("highway=primary motorcar=no", "-y", nil),
    ("highway=primary motor_vehicle=no motorcycle=yes", "-y", nil),
    ("highway=primary vehicle=no motorcycle=designated", "-D", nil),
    ("highway=primary access=no motor_vehicle=yes motorcycle=private", "yP", nil),
    ("highway=primary access=motorcycle", "-y", nil),
    ("highway=primary motorcycle:backward=no", "yy", "y-"),
    ("highway=primary oneway=yes oneway:motorcycle=no", "yy", "-y"),
    ("highway=primary hov=designated", "dy", nil),
    ("highway=primary moped=no hgv=no psv=no", "yy", nil),
    ("highway=motorway", "yy", "--"), ("highway=trunk motorroad=yes", "yy", nil),
    ("highway=footway", "--", nil), ("highway=path motorcycle=yes", "-y", nil),
  ]

  @Test("motorcycle=* speaks for motorcycles", arguments: own.indices)
  func access(_ index: Int) throws {
    let row = Self.own[index]
    let road = try #require(RoadRules().road(row.tags)).attributes
    func letters(_ table: AccessTable) -> String {
      String([table[.car].letter, table[.motorcycle].letter])
    }
    #expect(letters(road.forwardAccess) == row.forward, "\(row.tags)")
    #expect(letters(road.backwardAccess) == row.backward ?? row.forward, "\(row.tags)")
  }

  @Test(
    "what stands in the way of a motorcycle",
    arguments: [
      ("barrier=bollard", false), ("barrier=bus_trap", true), ("barrier=sump_buster", true),
      ("barrier=gate motorcycle=no", false), ("barrier=gate motor_vehicle=no motorcycle=yes", true),
      ("motorcar=no", true), ("barrier=cycle_barrier", false),
    ])
  func nodes(_ line: String, _ passes: Bool) {
    #expect(RoadRules().node(tags(line)).passing.contains(.motorcycle) == passes, "\(line)")
  }

  @Test(
    "whom turn restrictions bind",
    arguments: [
      ("restriction=no_left_turn", true), ("restriction=no_left_turn except=motorcycle", false),
      ("restriction:motorcycle=no_left_turn", true), ("restriction:hgv=no_left_turn", false),
      ("restriction:motor_vehicle=no_left_turn", true),
      ("restriction:motorcar=no_left_turn", false),
      ("restriction=no_left_turn restriction:motorcycle=none", false),
    ])
  func restrictions(_ line: String, _ isBound: Bool) {
    guard case .restrictions(let readings) = RoadRules().restriction(tags(line)) else {
      Issue.record("not read: \(line)")
      return
    }
    #expect(readings.contains { $0.bindsModes.contains(.motorcycle) } == isBound, "\(line)")
  }

  @Test("a condition may be said of motorcycles")
  func conditional() throws {
    let reading = try #require(
      RoadRules().road("highway=primary motorcycle:conditional=‹no @ (Su)›"))
    #expect(reading.rules.map(\.tag) == ["motorcycle:conditional=no @ (Su)"])
  }
}
