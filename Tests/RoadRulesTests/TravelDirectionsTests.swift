import RoadModel
import Testing

@testable import RoadRules

@Suite struct TravelDirectionsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: String
    /// `>` forward only, `<` backward only, `=` both, `-` neither; of bicycles that are pushed where they
    /// are not ridden `}`, `{`, `p` for both; by mode as in the header.
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
    Case("highway=primary oneway=yes", ">>}=>>>"),
    Case("highway=primary oneway=true", ">>}=>>>"),
    Case("highway=primary oneway=1", ">>}=>>>"),
    Case("highway=primary oneway=-1", "<<{=<<<"),
    Case("highway=primary oneway=reverse", "<<{=<<<"),
    Case("highway=primary oneway=no", "======="),
    Case("highway=primary oneway=alternating", "======="),
    Case("highway=primary oneway=reversible", "--p=---"),
    Case("highway=motorway", ">>--->>"),
    Case("highway=motorway oneway=no", "==---=="),
    Case("highway=motorway_link", "==---=="),
    Case("highway=primary junction=roundabout", ">>>=>>>"),
    Case("highway=primary junction=circular", ">>>=>>>"),
    Case("highway=primary junction=roundabout oneway=-1", "<<<=<<<"),
    Case("highway=primary junction=roundabout oneway=no", "======="),
    Case("highway=primary junction=spui", "======="),
    Case("highway=primary oneway=yes oneway:bicycle=no", ">>==>>>"),
    Case("highway=primary oneway=yes oneway:bicycle=-1", ">>{=>>>"),
    Case("highway=primary oneway:bicycle=yes", "==}===="),
    Case("highway=primary oneway=yes cycleway=opposite", ">>==>>>"),
    Case("highway=primary oneway=yes cycleway=opposite_lane", ">>==>>>"),
    Case("highway=primary oneway=yes cycleway=opposite_track", ">>==>>>"),
    Case("highway=primary oneway=yes cycleway=lane", ">>}=>>>"),
    Case("highway=primary oneway=yes cycleway:left=opposite_lane", ">>==>>>"),
    Case("highway=primary oneway=yes cycleway:left:oneway=-1", ">>==>>>"),
    Case("highway=primary oneway=yes cycleway:right:oneway=no", ">>==>>>"),
    Case("highway=primary oneway=yes cycleway:both:oneway=no", ">>==>>>"),
    Case("highway=primary oneway=yes cycleway:left:oneway=yes", ">>}=>>>"),
    Case("highway=primary oneway=-1 cycleway=opposite", "<<==<<<"),
    Case("highway=primary oneway=yes cycleway:left=lane cycleway:left:oneway=-1", ">>==>>>"),
    Case("highway=primary oneway=yes cycleway:left=separate cycleway:left:oneway=no", ">>}=>>>"),
    Case("highway=primary oneway=yes cycleway:both=separate cycleway:left:oneway=-1", ">>}=>>>"),
    Case("highway=primary oneway=yes cycleway=no cycleway:both:oneway=no", ">>}=>>>"),
    Case("highway=primary oneway=-1 cycleway:left=lane cycleway:left:oneway=yes", "<<==<<<"),
    Case("highway=primary oneway=-1 cycleway:left=lane cycleway:left:oneway=-1", "<<{=<<<"),
    Case("highway=primary oneway=yes bicycle:backward=yes", ">>==>>>"),
    Case("highway=primary oneway=yes oneway:psv=no", ">>}=>=="),
    Case("highway=primary oneway=yes oneway:bus=no", ">>}=>=>"),
    Case("highway=primary oneway=yes oneway:psv=no oneway:taxi=yes", ">>}=>=>"),
    Case("highway=primary oneway=yes psv=opposite", ">>}=>=>"),
    Case("highway=primary oneway=yes busway=opposite_lane", ">>}=>=>"),
    Case("highway=primary oneway=yes lanes:bus:backward=1", ">>}=>=>"),
    Case("highway=primary oneway=yes psv:backward=designated", ">>}=>=="),
    Case("highway=primary oneway=yes oneway:moped=no", ">>}==>>"),
    Case("highway=primary oneway:motor_vehicle=yes", ">>==>>>"),
    Case("highway=primary oneway=yes oneway:foot=yes", ">>>>>>>"),
    Case("highway=footway oneway=yes", "--p=---"),
    Case("highway=steps conveying=forward", "-->>---"),
    Case("highway=steps conveying=backward", "--<<---"),
    Case("highway=steps conveying=yes", "--p=---"),
    Case("highway=steps conveying=yes oneway=yes", "-->>---"),
    Case("highway=steps conveying=yes oneway=-1", "--<<---"),
    Case("highway=steps conveying=reversible", "--p=---"),
    Case("highway=steps conveying=no oneway=yes", "--p=---"),
    Case("highway=footway conveying=forward", "-->>---"),
    Case("highway=footway conveying=backward", "--<<---"),
    Case("highway=footway conveying=yes", "--p=---"),
    Case("highway=footway conveying=reversible", "--p=---"),
    Case("highway=corridor conveying=forward", "-->>---"),
    Case("highway=pedestrian conveying=backward", "--<<---"),
    Case("highway=path conveying=forward", "-->>---"),
    Case("highway=residential conveying=forward", "======="),
    Case("highway=primary oneway=yes foot=no", ">>>->>>"),
    Case("highway=primary oneway=yes bicycle=no", ">>-=>>>"),
    Case("highway=primary oneway=yes foot:conditional=‹no @ (wet)›", ">>>=>>>"),
    Case("highway=pedestrian oneway=yes", "--p=---"),
    Case("highway=motorway bicycle=yes foot=yes", ">>>=->>"),
    Case("highway=trunk motorroad=yes oneway=yes bicycle=yes", ">>>-->>"),
    Case("highway=primary oneway=yes lanes:psv:backward=1", ">>}=>=>"),
    Case("highway=primary oneway=yes bus:backward=yes", ">>}=>=>"),
    Case("highway=primary oneway:motorcar=yes", ">=====>"),
    Case("highway=primary oneway:vehicle=yes", ">>}=>>>"),
    Case("highway=primary oneway=no oneway:hgv=yes", "=>====="),
    Case("highway=motorway oneway=yes cycleway=lane", ">>>-->>"),
    Case("route=ferry oneway=yes", ">>>>>>>"),
  ]

  @Test("a way is travelled in its directions", arguments: cases)
  func directions(_ row: Case) throws {
    let road = try #require(RoadRules().road(row.tags)).attributes
    let columns = Mode.columns.map { mode -> Character in
      let (ahead, back) = (road.forwardAccess[mode], road.backwardAccess[mode])
      switch (ahead.isUsable, back.isUsable) {
      case (true, true) where ahead == .dismount && back == .dismount: return "p"
      case (true, true) where ahead == .dismount: return "{"
      case (true, true) where back == .dismount: return "}"
      case (true, true): return "="
      case (true, false): return ">"
      case (false, true): return "<"
      case (false, false): return "-"
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
        == [.readStricter])
    #expect(
      RoadRules().road("highway=primary oneway:conditional=‹maybe @ (wet)›")?.problems
        == [TagProblem(key: "oneway:conditional", value: "maybe", reason: .unknownValue)])
    #expect(
      RoadRules().road("highway=primary oneway:motor_vehicle=maybe")?.problems.map(\.reason)
        == [.unknownValue])
    #expect(RoadRules().road("highway=primary oneway:emergency=no")?.problems.isEmpty == true)
  }
}
