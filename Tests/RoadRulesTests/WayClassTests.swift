import RoadModel
import Testing

@testable import RoadRules

@Suite struct WayClassTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: String
    var roadClass: RoadClass
    var access: String
    init(_ tags: String, _ roadClass: RoadClass, _ access: String) {
      self.tags = tags
      self.roadClass = roadClass
      self.access = access
    }
    var testDescription: String { tags }
  }

  // Columns: car, truck, bicycle, foot, scooter, bus, taxi.
  static let defaults = [
    Case("highway=motorway oneway=no", .motorway, "yy---yy"),
    Case("highway=motorway_link", .motorway, "yy---yy"),
    Case("highway=trunk", .trunk, "yyyyyyy"),
    Case("highway=trunk motorroad=yes", .trunk, "yy---yy"),
    Case("highway=trunk motorroad=yes bicycle=yes", .trunk, "yyy--yy"),
    Case("highway=primary", .primary, "yyyyyyy"),
    Case("highway=primary_link", .primary, "yyyyyyy"),
    Case("highway=secondary", .secondary, "yyyyyyy"),
    Case("highway=tertiary_link", .tertiary, "yyyyyyy"),
    Case("highway=unclassified", .unclassified, "yyyyyyy"),
    Case("highway=residential", .residential, "yyyyyyy"),
    Case("highway=living_street", .livingStreet, "yyyyyyy"),
    Case("highway=service", .service, "yyyyyyy"),
    Case("highway=service service=emergency_access", .service, "--yy---"),
    Case("highway=road", .road, "yyyyyyy"),
    Case("highway=track", .track, "ddyyddd"),
    Case("highway=track tracktype=grade5", .track, "ddyyddd"),
    Case("highway=track tracktype=grade1", .track, "yyyyyyy"),
    Case("highway=pedestrian", .pedestrian, "--my---"),
    Case("highway=pedestrian area=yes", .pedestrian, "--my---"),
    Case("highway=path", .path, "--yy---"),
    Case("highway=footway", .footway, "--my---"),
    Case("highway=corridor", .footway, "--my---"),
    Case("highway=cycleway", .cycleway, "--Dy---"),
    Case("highway=bridleway", .bridleway, "---y---"),
    Case("highway=steps", .steps, "--my---"),
    Case("highway=busway", .busway, "-----D-"),
    Case("highway=platform", .footway, "--my---"),
    Case("highway=elevator", .footway, "--my---"),
    Case("railway=platform", .footway, "--my---"),
    Case("man_made=pier", .footway, "--my---"),
    Case("man_made=pier area=yes", .footway, "--my---"),
    Case("highway=service area=yes", .service, "--yy---"),
    Case("route=ferry", .ferry, "yyyyyyy"),
    Case("route=ferry;hiking", .ferry, "yyyyyyy"),
    Case("route=ferry motorcar=no", .ferry, "-yyyyy-"),
    Case("route=ferry foot=yes", .ferry, "--yy---"),
    Case("route=ferry foot=yes bicycle=no", .ferry, "---y---"),
    Case("route=ferry foot=yes motorcar=yes", .ferry, "yyyyyyy"),
    Case("route=ferry foot=no", .ferry, "yyy-yyy"),
    Case("highway=unclassified;tertiary", .unclassified, "yyyyyyy"),
    Case("public_transport=platform", .footway, "--my---"),
    Case("railway=rail route=shuttle_train", .carTrain, "yyy-yyy"),
    Case("route=ferry motor_vehicle=no", .ferry, "--yy---"),
    Case("route=ferry foot=yes vehicle=no", .ferry, "---y---"),
    Case("route=ferry hgv=no", .ferry, "y-yyyyy"),
    Case("route=shuttle_train", .carTrain, "yyy-yyy"),
  ]

  @Test("a class has its default access", arguments: defaults)
  func defaultAccess(_ row: Case) throws {
    let reading = try #require(RoadRules().road(row.tags))
    #expect(reading.attributes.roadClass == row.roadClass)
    #expect(reading.attributes.forwardAccess.letters == row.access)
    #expect(reading.attributes.backwardAccess.letters == row.access)
    #expect(reading.problems.isEmpty)
  }

  static let refusals: [(String, WayRefusal)] = [
    ("highway=construction", .construction),
    ("highway=primary construction=yes", .construction),
    ("highway=proposed", .proposed),
    ("highway=abandoned", .abandoned),
    ("highway=razed", .abandoned),
    ("highway=track abandoned=yes", .abandoned),
    ("highway=track impassable=yes", .impassable),
    ("highway=raceway", .raceway),
    ("highway=rest_area", .facility),
    ("highway=services", .facility),
    ("highway=service area=yes foot=no bicycle=no", .area),
    ("highway=banana", .unknownHighway),
  ]

  @Test("what nobody can travel on is refused by name", arguments: refusals)
  func refusal(_ line: String, _ refusal: WayRefusal) {
    #expect(RoadRules().way(tags(line)) == .refused(refusal))
  }

  // So that it can be named where it is in the way.
  @Test(
    "a road that tags close to all is kept",
    arguments: [
      "highway=residential access=no", "highway=track access=agricultural",
      "highway=service access=no access:conditional=‹no @ (wet)›",
      "highway=service access=no access:conditional=‹agricultural @ (wet)›",
      "highway=service access=no access:conditional=‹@ (wet)›",
    ])
  func closed(_ line: String) throws {
    let road = try #require(RoadRules().road(line)).attributes
    #expect(!road.forwardAccess.isUsable && !road.backwardAccess.isUsable)
  }

  @Test("minor works leave a road open")
  func minorWorks() {
    #expect(RoadRules().road("highway=primary construction=minor") != nil)
    #expect(RoadRules().road("highway=primary construction=widening") != nil)
    #expect(RoadRules().road("highway=primary construction=narrowing") != nil)
  }

  @Test(
    "other ways are not roads",
    arguments: ["waterway=river", "building=yes", "route=bicycle", "railway=rail"])
  func notARoad(_ line: String) {
    #expect(RoadRules().way(tags(line)) == .notARoad)
  }

  @Test("every road has one of the keys that the compiler filters by")
  func keysSuffice() {
    let keys = Set(RoadRules.wayKeys.map { "\($0)" })
    for row in Self.defaults {
      #expect(tags(row.tags).pairs.contains { keys.contains($0.key) })
    }
  }

  @Test("name and ref lose their outer spaces, and are nil when empty")
  func names() throws {
    let reading = try #require(RoadRules().road("highway=primary name=‹ High Street › ref="))
    #expect(reading.name == "High Street")
    #expect(reading.ref == nil)
  }
}
