import RoadModel
import Testing

@testable import RoadRules

@Suite struct AccessTagsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: String
    var forward: String
    var backward: String
    init(_ tags: String, _ forward: String, _ backward: String? = nil) {
      self.tags = tags
      self.forward = forward
      self.backward = backward ?? forward
    }
    var testDescription: String { tags }
  }

  // Columns: car, truck, bicycle, foot, scooter, bus, taxi; then the same backward if it differs.
  static let chain = [
    Case("highway=primary access=no bus=yes", "-----y-"),
    Case("highway=primary access=no psv=yes", "-----yy"),
    Case("highway=primary access=private", "PPPPPPP"),
    Case("highway=primary access=destination", "ddddddd"),
    Case("highway=primary access=customers", "ddddddd"),
    Case("highway=primary access=residents", "ddddddd"),
    Case("highway=primary access=permissive foot=no", "ppp-ppp"),
    Case("highway=primary access=private foot=yes", "PPPyPPP"),
    Case("highway=primary vehicle=no", "---y---"),
    Case("highway=primary vehicle=no bicycle=yes", "--yy---"),
    Case("highway=primary vehicle=destination", "dddyddd"),
    Case("highway=primary motor_vehicle=no", "--yy---"),
    Case("highway=primary motor_vehicle=no motorcar=yes", "y-yy--y"),
    Case("highway=primary motor_vehicle=no motorcar=yes psv=no", "y-yy---"),
    Case("highway=primary motorcar=no taxi=yes", "-yyyyyy"),
    Case("highway=primary motorcar=destination psv=yes", "dyyyyyy"),
    Case("highway=primary motor_vehicle=no hgv=yes", "-yyy---"),
    Case("highway=primary motor_vehicle=destination hgv=no", "d-yyddd"),
    Case("highway=primary motor_vehicle=agricultural", "aayyaaa"),
    Case("highway=primary motor_vehicle=forestry", "ffyyfff"),
    Case("highway=primary motor_vehicle=agricultural;forestry", "aayyaaa"),
    Case("highway=primary motor_vehicle=destination;agricultural", "ddyyddd"),
    Case("highway=primary motor_vehicle=yes;no", "--yy---"),
    Case("highway=primary motorcar=no", "-yyyyy-"),
    Case("highway=primary hgv=no", "y-yyyyy"),
    Case("highway=primary hgv=destination", "ydyyyyy"),
    Case("highway=primary hgv=delivery", "ylyyyyy"),
    Case("highway=primary hgv=local", "ydyyyyy"),
    Case("highway=primary hgv=designated", "yDyyyyy"),
    Case("highway=primary hgv=discouraged", "ycyyyyy"),
    Case("highway=primary goods=no", "yyyyyyy"),
    Case("highway=primary bicycle=no", "yy-yyyy"),
    Case("highway=primary bicycle=use_sidepath", "yysyyyy"),
    Case("highway=primary bicycle=dismount", "yymyyyy"),
    Case("highway=primary foot=use_sidepath", "yyysyyy"),
    Case("highway=primary foot=no", "yyy-yyy"),
    Case("highway=primary moped=no", "yyyy-yy"),
    Case("highway=primary mofa=no", "yyyy-yy"),
    Case("highway=primary moped=yes mofa=no", "yyyyyyy"),
    Case("highway=cycleway mofa=yes", "--Dy---"),
    Case("highway=cycleway moped=yes", "--Dyy--"),
    Case("highway=primary taxi=no", "yyyyyy-"),
    Case("highway=primary psv=no", "yyyyy--"),
    Case("highway=primary psv=no bus=yes", "yyyyyy-"),
    Case("highway=primary access=psv foot=yes", "---y-yy"),
    Case("highway=primary access=psv bus=no", "------y"),
    Case("highway=primary access=bus", "-----y-"),
    Case("highway=primary motor_vehicle=psv", "--yy-yy"),
    Case("highway=primary access=foot", "---y---"),
    Case("highway=primary access=bicycle", "--y----"),
    Case("highway=primary access=hgv", "-y-----"),
    Case("highway=primary access=motorcar", "y-----y"),
    Case("highway=primary access=minibus", "-------"),
    Case("highway=primary access=share_taxi", "-------"),
    Case("highway=primary access=tourist_bus", "-------"),
    Case("highway=primary access=horse", "-------"),
    Case("highway=primary access=bus;bicycle", "--y--y-"),
    Case("highway=primary access=foot;bicycle hgv=yes", "-yyy---"),
    Case("highway=primary access=destination;bus", "dddddyd"),
    Case("highway=primary access=bus;no", "-----y-"),
    Case("highway=primary motor_vehicle=psv;agricultural", "aayyayy"),
    Case("highway=primary motor_vehicle=destination;emergency", "ddyyddd"),
    Case("highway=primary vehicle=bicycle;destination", "ddyyddd"),
    Case("highway=primary vehicle=bicycle", "--yy---"),
    Case("highway=primary vehicle=motor_vehicle", "yy-yyyy"),
    Case("highway=primary motor_vehicle=taxi", "--yy--y"),
    Case("highway=primary motor_vehicle=foot", "--yy---"),
    Case("highway=motorway motor_vehicle=bicycle", "-------"),
    Case("highway=primary access=moped", "----y--"),
    Case("highway=primary foot=crossing", "yyyyyyy"),
    Case("highway=primary access=hov", "ddddddd"),
    Case("highway=primary hov=designated", "ddyyyyy"),
    Case("highway=primary hov=only", "ddyyyyy"),
    Case("highway=primary hov=designated motorcar=yes", "ydyyyyy"),
    Case("highway=primary hov=yes", "yyyyyyy"),
    Case("highway=primary hov=lane", "yyyyyyy"),
    Case("highway=primary motor_vehicle=dismount", "--yy---"),
  ]

  // The general key narrows, and does not open a class to modes that it is not for.
  static let general = [
    Case("highway=footway access=yes", "--my---"),
    Case("highway=footway access=private", "--PP---"),
    Case("highway=footway motor_vehicle=yes", "yymyyyy"),
    Case("highway=footway bicycle=yes", "--yy---"),
    Case("highway=footway bicycle=no", "---y---"),
    Case("highway=footway foot=no", "-------"),
    Case("highway=footway foot=no access=yes", "-------"),
    Case("highway=footway foot=no bicycle=yes", "--y----"),
    Case("highway=footway foot=private", "--PP---"),
    Case("highway=footway foot=private access=yes", "--PP---"),
    Case("highway=footway foot:forward=no", "-------", "--my---"),
    Case("highway=pedestrian vehicle=no foot=no", "-------"),
    Case("highway=path access=designated", "--DD---"),
    Case("highway=pedestrian vehicle=no", "--my---"),
    Case("highway=pedestrian vehicle=delivery", "llmylll"),
    Case("highway=pedestrian vehicle=destination", "ddmyddd"),
    Case("highway=pedestrian motor_vehicle=delivery", "llmylll"),
    Case("highway=cycleway access=yes", "--Dy---"),
    Case("highway=cycleway foot=no", "--D----"),
    Case("highway=motorway_link access=yes", "yy---yy"),
    Case("highway=busway taxi=yes", "-----Dy"),
    Case("highway=service access=no foot=yes", "---y---"),
    Case("highway=track motor_vehicle=no", "--yy---"),
    Case("highway=bridleway foot=yes", "--my---"),
    Case("highway=steps motorcar=yes", "--my---"),
    Case("highway=path sac_scale=alpine_hiking", "---y---"),
    Case("highway=path sac_scale=alpine_hiking bicycle=yes", "--yy---"),
    Case("highway=path sac_scale=hiking", "--yy---"),
    Case("highway=bridleway foot=yes bicycle=no", "---y---"),
    Case("highway=motorway_link foot=yes", "yymy-yy"),
    Case("highway=motorway_link cycleway=lane", "yyy--yy"),
    Case("highway=trunk motorroad=yes sidewalk=both", "yy-y-yy"),
    Case("highway=runway access=yes", "yyyyyyy"),
    Case("highway=runway bicycle=yes", "--y----"),
    Case("highway=runway foot=yes", "--my---"),
    Case("highway=runway motorcar=permissive access=private", "p-----p"),
    Case("highway=residential area=yes", "--yy---"),
    Case("highway=residential area=yes motorcar=yes", "--yy---"),
    Case("highway=track smoothness=impassable", "---y---"),
  ]

  static let directions = [
    Case("highway=primary motor_vehicle:forward=no", "--yy---", "yyyyyyy"),
    Case("highway=primary access:backward=no", "yyyyyyy", "-------"),
    Case("highway=primary hgv=no hgv:forward=yes", "yyyyyyy", "y-yyyyy"),
    Case("highway=primary motor_vehicle:backward=destination", "yyyyyyy", "ddyyddd"),
    Case("highway=primary motor_vehicle:backward=no motorcar=yes", "yyyyyyy", "y-yy--y"),
    Case("highway=primary motor_vehicle:both_ways=no", "--yy---"),
    Case("highway=primary hgv:lanes=no|no", "y-yyyyy"),
    Case("highway=primary hgv:lanes=no|yes", "yyyyyyy"),
    Case("highway=primary hgv:lanes=no|", "yyyyyyy"),
    Case("highway=primary hgv:lanes=no|no hgv=yes", "yyyyyyy"),
    Case("highway=primary hgv=yes hgv:lanes=no|no", "yyyyyyy"),
    Case("highway=primary hgv:lanes:forward=no|delivery", "ylyyyyy", "yyyyyyy"),
    Case("highway=primary hov:lanes=designated|designated", "ddyyyyy"),
    Case("highway=primary hov:lanes=designated|no", "yyyyyyy"),
  ]

  @Test("the most specific key wins", arguments: chain + general + directions)
  func access(_ row: Case) throws {
    let road = try #require(RoadRules().road(row.tags)).attributes
    #expect(road.forwardAccess.letters == row.forward)
    #expect(road.backwardAccess.letters == row.backward)
  }

  @Test("an unknown value is reported, and the next key of the chain decides")
  func unknownValue() throws {
    let reading = try #require(
      RoadRules().road("highway=primary motor_vehicle=destination hgv=banana"))
    #expect(reading.attributes.forwardAccess[.truck] == .destination)
    #expect(reading.problems == [TagProblem(key: "hgv", value: "banana", reason: .unknownValue)])
  }

  @Test("lane access and remarks say nothing of the whole way, and are no problem")
  func lanes() throws {
    let reading = try #require(
      RoadRules().road("highway=primary bus:lanes=yes|designated access:lanes=yes|no hgv:note=x"))
    #expect(reading.attributes.forwardAccess.letters == "yyyyyyy")
    #expect(reading.problems.isEmpty)
  }

  @Test(
    "lanes without a statement leave a way open that has a bus lane",
    arguments: ["none|none|no", "none|no", "||no", "yes|no"])
  func openLanes(lanes: String) throws {
    let reading = try #require(
      RoadRules().road(
        "highway=primary oneway=yes access:lanes:forward=\(lanes) "
          + "psv:lanes:forward=none|none|designated"))
    #expect(reading.attributes.forwardAccess.letters == "yyyyyyy")
  }
}
