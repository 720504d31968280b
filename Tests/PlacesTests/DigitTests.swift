import Places
import TestSupport
import Testing

/// Numbers in the digits of the map's script, and of others.
@Suite struct DigitTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="30.000" lon="31.000"/><node id="2" lat="30.000" lon="31.004"/>
      <node id="3" lat="30.002" lon="31.000"/><node id="4" lat="30.002" lon="31.004"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="شارع النيل"/></way>
      <way id="21"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="شارع ٢٦ يوليو"/></way>
      <node id="5" lat="30.0001" lon="31.001">
        <tag k="addr:housenumber" v="١٢"/><tag k="addr:street" v="شارع النيل"/></node>
      <node id="6" lat="30.0001" lon="31.003">
        <tag k="addr:housenumber" v="14"/><tag k="addr:street" v="شارع النيل"/></node>
    </osm>
    """

  @Test(
    "a number is found in the digits of any script",
    arguments: [
      ("شارع النيل ١٢", "١٢"), ("شارع النيل 12", "١٢"), ("شارع النيل ۱۲", "١٢"),
      ("شارع النيل 14", "14"), ("شارع النيل ١٤", "14"), ("شارع النيل １４", "14"),
    ])
  func house(_ text: String, _ number: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.houseNumber == number)
    #expect(found?.isComplete == true)
  }

  @Test(
    "so is one in the name of a street",
    arguments: ["شارع ٢٦ يوليو", "شارع 26 يوليو", "شارع ۲۶ يوليو"])
  func street(_ text: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.name == "شارع ٢٦ يوليو")
    #expect(found?.houseNumber == nil)
    #expect(found?.isComplete == true)
  }
}
