import Geo
import Places
import TestSupport
import Testing

/// Houses with a number in their settlement and another one on their street, as in Czechia and Slovakia, and addresses
/// with other keys for the settlement.
@Suite struct DistrictNumberTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="14.000"/><node id="2" lat="50.000" lon="14.010"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Karlova"/></way>
      <node id="3" lat="50.001" lon="14.005"><tag k="place" v="village"/>
        <tag k="name" v="Lhota"/></node>
      <node id="10" lat="50.0001" lon="14.001"><tag k="addr:housenumber" v="1234/56a"/>
        <tag k="addr:street" v="Karlova"/></node>
      <node id="11" lat="50.0001" lon="14.002"><tag k="addr:conscriptionnumber" v="77"/>
        <tag k="addr:place" v="Lhota"/></node>
      <node id="12" lat="50.0001" lon="14.003"><tag k="addr:conscriptionnumber" v="845"/>
        <tag k="addr:streetnumber" v="9"/><tag k="addr:street" v="Karlova"/></node>
      <node id="13" lat="50.0001" lon="14.004"><tag k="addr:streetnumber" v="11"/>
        <tag k="addr:street" v="Karlova"/></node>
      <node id="14" lat="50.0001" lon="14.006"><tag k="addr:housenumber" v="13"/>
        <tag k="addr:street" v="Karlova"/><tag k="addr:village" v="Horní Ves"/></node>
      <node id="15" lat="50.0001" lon="14.007"><tag k="addr:housenumber" v="5"/>
        <tag k="addr:street" v="Karlova"/></node>
      <node id="16" lat="50.0001" lon="14.008"><tag k="addr:housenumber" v="300/5"/>
        <tag k="addr:street" v="Karlova"/></node>
    </osm>
    """

  @Test(
    "the whole number and each part of it find the house",
    arguments: [
      ("Karlova 1234/56a", "1234/56a"), ("Karlova 1234", "1234/56a"), ("Karlova 56a", "1234/56a"),
      ("Lhota 77", "77"), ("Karlova 845/9", "845/9"), ("Karlova 9", "845/9"),
      ("Karlova 11", "11"), ("Karlova 5", "5"), ("Karlova 300", "300/5"),
    ])
  func numbers(_ text: String, _ number: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try #require(try PlaceSearch(built.map).places(for: PlaceQuery(text)).first)
    #expect(found.houseNumber == number)
    #expect(found.isComplete)
  }

  @Test("a village in an address is its settlement, as a city is")
  func village() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let query = PlaceQuery("Karlova 13, Horní Ves")
    let found = try #require(try PlaceSearch(built.map).places(for: query).first)
    #expect(found.houseNumber == "13")
    #expect(found.isComplete)
    #expect(found.label.contains("Horní Ves"))
  }
}
