import RoadModel
import Testing

@testable import RoadRules

@Suite struct TravelDirectionsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: String
    /// `>` forward only, `<` backward only, `=` both, `-` neither; by mode as in the header.
    var directions: String
    init(_ tags: String, _ directions: String) {
      self.tags = tags
      self.directions = directions
    }
    var testDescription: String { tags }
  }

  // Columns: car, truck, bicycle, foot, scooter, bus, taxi.
  static let cases = [
    Case("highway=primary", "======="),
    Case("highway=primary oneway=yes", ">>>=>>>"),
    Case("highway=primary oneway=true", ">>>=>>>"),
    Case("highway=primary oneway=1", ">>>=>>>"),
    Case("highway=primary oneway=-1", "<<<=<<<"),
    Case("highway=primary oneway=reverse", "<<<=<<<"),
    Case("highway=primary oneway=no", "======="),
    Case("highway=primary oneway=alternating", "======="),
    Case("highway=primary oneway=reversible", "---=---"),
    Case("highway=motorway", ">>--->>"),
    Case("highway=motorway oneway=no", "==---=="),
    Case("highway=motorway_link", "==---=="),
    Case("highway=primary junction=roundabout", ">>>=>>>"),
    Case("highway=primary junction=circular", ">>>=>>>"),
    Case("highway=primary junction=roundabout oneway=-1", "<<<=<<<"),
    Case("highway=primary junction=roundabout oneway=no", "======="),
    Case("highway=primary junction=spui", "======="),
    Case("highway=primary oneway=yes oneway:bicycle=no", ">>==>>>"),
    Case("highway=primary oneway=yes oneway:bicycle=-1", ">><=>>>"),
    Case("highway=primary oneway:bicycle=yes", "==>===="),
    Case("highway=primary oneway=yes cycleway=opposite", ">>==>>>"),
    Case("highway=primary oneway=yes cycleway=opposite_lane", ">>==>>>"),
    Case("highway=primary oneway=yes cycleway=opposite_track", ">>==>>>"),
    Case("highway=primary oneway=yes cycleway=lane", ">>>=>>>"),
    Case("highway=primary oneway=yes cycleway:left=opposite_lane", ">>==>>>"),
    Case("highway=primary oneway=yes cycleway:left:oneway=-1", ">>==>>>"),
    Case("highway=primary oneway=yes cycleway:right:oneway=no", ">>==>>>"),
    Case("highway=primary oneway=yes cycleway:both:oneway=no", ">>==>>>"),
    Case("highway=primary oneway=yes cycleway:left:oneway=yes", ">>>=>>>"),
    Case("highway=primary oneway=-1 cycleway=opposite", "<<==<<<"),
    Case("highway=primary oneway=yes bicycle:backward=yes", ">>==>>>"),
    Case("highway=primary oneway=yes oneway:psv=no", ">>>=>=="),
    Case("highway=primary oneway=yes oneway:bus=no", ">>>=>=>"),
    Case("highway=primary oneway=yes oneway:psv=no oneway:taxi=yes", ">>>=>=>"),
    Case("highway=primary oneway=yes psv=opposite", ">>>=>=>"),
    Case("highway=primary oneway=yes busway=opposite_lane", ">>>=>=>"),
    Case("highway=primary oneway=yes lanes:bus:backward=1", ">>>=>=>"),
    Case("highway=primary oneway=yes psv:backward=designated", ">>>=>=="),
    Case("highway=primary oneway=yes oneway:moped=no", ">>>==>>"),
    Case("highway=primary oneway:motor_vehicle=yes", ">>==>>>"),
    Case("highway=primary oneway=yes oneway:foot=yes", ">>>>>>>"),
    Case("highway=footway oneway=yes", "-->=---"),
    Case("highway=steps conveying=forward", "--=>---"),
    Case("highway=steps conveying=yes", "--==---"),
    Case("route=ferry oneway=yes", ">>>>>>>"),
  ]

  @Test("a way is travelled in its directions", arguments: cases)
  func directions(_ row: Case) throws {
    let road = try #require(RoadRules().road(row.tags)).attributes
    let columns = Mode.allCases.map { mode -> Character in
      switch (road.forwardAccess[mode].isUsable, road.backwardAccess[mode].isUsable) {
      case (true, true): "="
      case (true, false): ">"
      case (false, true): "<"
      case (false, false): "-"
      }
    }
    #expect(String(columns) == row.directions)
  }

  @Test("what is not understood about direction is reported")
  func problems() throws {
    #expect(
      RoadRules().road("highway=primary oneway=maybe")?.problems
        == [TagProblem(key: "oneway", value: "maybe", reason: .unknownValue)])
    #expect(
      RoadRules().road("highway=primary oneway=reversible")?.problems.map(\.reason)
        == [.conditionalNotApplied])
    #expect(
      RoadRules().road("highway=primary oneway:conditional=‹yes @ (Mo-Fr)›")?.problems.map(\.reason)
        == [.conditionalNotApplied])
  }
}
