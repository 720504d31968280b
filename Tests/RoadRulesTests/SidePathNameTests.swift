import RoadModel
import Testing

@testable import RoadRules

/// What side paths and other roads are called.
@Suite struct SidePathNameTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var tags: String
    var name: String?
    init(_ tags: String, _ name: String?) {
      self.tags = tags
      self.name = name
    }
    var testDescription: String { tags }
  }

  static let cases = [
    Case("highway=footway footway=sidewalk is_sidepath:of:name=High", "High"),
    Case("highway=footway footway=sidewalk street:name=High", "High"),
    Case("highway=footway footway=sidewalk is_sidepath:of:name=High street:name=Low", "High"),
    Case("highway=footway footway=sidewalk name=Own is_sidepath:of:name=High", "Own"),
    Case("highway=cycleway cycleway=sidepath street:name=High", "High"),
    Case("highway=cycleway is_sidepath:of:name=High", "High"),
    Case("highway=path is_sidepath=yes street:name=High", "High"),
    Case("highway=path path=sidewalk street:name=High", "High"),
    Case("highway=footway street:name=High", nil),
    Case("highway=cycleway street:name=High", "High"),
    Case("highway=path is_sidepath=no street:name=High", nil),
    Case("highway=primary is_sidepath:of:name=High street:name=High", nil),
    Case("highway=primary footway=sidewalk is_sidepath:of:name=High", nil),
    Case("highway=primary name=.", nil),
    Case("highway=primary name=(?)", nil),
    Case("highway=footway footway=sidewalk name=- street:name=High", "High"),
    Case("highway=footway footway=sidewalk is_sidepath:of:name=? street:name=High", "High"),
    Case("highway=primary name=Ł.", "Ł."),
  ]

  @Test("a side path without a name has that of its street", arguments: cases)
  func name(_ row: Case) throws {
    let reading = try #require(RoadRules().road(row.tags))
    #expect(reading.name == row.name)
  }
}
