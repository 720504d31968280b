import Geo
import Places
import TestSupport
import Testing

/// The borders of settlements.
@Suite struct BorderTests {
  private static func xml(_ border: String) -> String {
    """
    <osm version="0.6">
      <node id="1" lat="35.900" lon="14.500"/><node id="2" lat="35.900" lon="14.504"/>
      <node id="5" lat="35.890" lon="14.490"/><node id="6" lat="35.890" lon="14.510"/>
      <node id="7" lat="35.910" lon="14.510"/><node id="8" lat="35.910" lon="14.490"/>
      <node id="9" lat="35.901" lon="14.502">
        <tag k="place" v="town"/><tag k="name" v="Ħaż-Żebbuġ"/></node>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Triq San Pawl"/></way>
      <way id="22"><nd ref="5"/><nd ref="6"/><nd ref="7"/><nd ref="8"/><nd ref="5"/>
        <tag k="boundary" v="administrative"/></way>
      <relation id="30"><member type="way" ref="22" role="outer"/>
        <tag k="type" v="boundary"/><tag k="boundary" v="administrative"/>
        <tag k="admin_level" v="8"/><tag k="name" v="\(border)"/></relation>
    </osm>
    """
  }

  @Test(
    "a border whose name differs in marks or capitals is that of the settlement in it",
    arguments: [
      ("Ħaż-Żebbuġ", "Triq San Pawl, Ħaż-Żebbuġ"), ("Haż-Żebbuġ", "Triq San Pawl, Ħaż-Żebbuġ"),
      ("HAŻ ŻEBBUĠ", "Triq San Pawl, Ħaż-Żebbuġ"),
      ("Ħal Qormi", "Triq San Pawl, Ħaż-Żebbuġ, Ħal Qormi"),
    ])
  func marks(_ border: String, _ label: String) async throws {
    let built = try await BuiltMap(xml: Self.xml(border))
    let found = try PlaceSearch(built.map).places(for: PlaceQuery("triq san pawl")).first
    #expect(found?.label == label)
  }

  /// A municipality with a village in its middle and a hamlet near its western border, at longitude 6.000; farther west
  /// a street, 200 m from the hamlet.
  private static func municipality(_ more: String) -> String {
    """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="5.999"/><node id="2" lat="50.001" lon="5.999"/>
      <node id="3" lat="50.000" lon="6.003"/><node id="4" lat="50.001" lon="6.003"/>
      <node id="5" lat="49.970" lon="6.000"/><node id="6" lat="49.970" lon="6.060"/>
      <node id="7" lat="50.030" lon="6.060"/><node id="8" lat="50.030" lon="6.000"/>
      <node id="9" lat="50.000" lon="6.030">
        <tag k="place" v="village"/><tag k="name" v="Alpha"/></node>
      <node id="10" lat="50.0005" lon="6.0018">
        <tag k="place" v="hamlet"/><tag k="name" v="Weiler"/></node>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Dammweg"/></way>
      <way id="21"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Hofweg"/></way>
      <way id="22"><nd ref="5"/><nd ref="6"/><nd ref="7"/><nd ref="8"/><nd ref="5"/></way>
      \(boundary(30, 22, level: 8, "Alpha"))\(more)
    </osm>
    """
  }

  private static func boundary(_ id: Int, _ way: Int, level: Int, _ name: String) -> String {
    """
    <relation id="\(id)"><member type="way" ref="\(way)" role="outer"/>
      <tag k="type" v="boundary"/><tag k="boundary" v="administrative"/>
      <tag k="admin_level" v="\(level)"/><tag k="name" v="\(name)"/></relation>
    """
  }

  /// The municipality to the west, with a hamlet 600 m west of the street.
  private static let west = """
    <node id="11" lat="49.970" lon="5.940"/><node id="12" lat="50.030" lon="5.940"/>
    <way id="23"><nd ref="11"/><nd ref="5"/><nd ref="8"/><nd ref="12"/><nd ref="11"/></way>
    <node id="13" lat="50.0005" lon="5.9905">
      <tag k="place" v="hamlet"/><tag k="name" v="Anger"/></node>
    """

  @Test(
    "a settlement without a border of its own ends at that of its municipality",
    arguments: [
      ("", "Dammweg"),
      (west, "Dammweg, Anger"),
      (west + boundary(31, 23, level: 8, "Beta"), "Dammweg, Anger, Beta"),
      (
        west.replacing("hamlet", with: "locality") + boundary(31, 23, level: 2, "Beta"),
        "Dammweg, Beta"
      ),
    ])
  func municipality(_ west: String, _ label: String) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.municipality(west)).map)
    #expect(try search.places(for: PlaceQuery("dammweg")).first?.label == label)
    #expect(try search.places(for: PlaceQuery("hofweg")).first?.label == "Hofweg, Weiler, Alpha")
  }

  @Test("a village lies in a municipality that is mapped as a village itself")
  func villages() async throws {
    let xml = Self.municipality("").replacing("v=\"hamlet\"", with: "v=\"village\"")
    let map = try await BuiltMap(xml: xml).map
    let search = PlaceSearch(map)
    #expect(try search.places(for: PlaceQuery("hofweg")).first?.label == "Hofweg, Weiler, Alpha")
    #expect(try search.places(for: PlaceQuery("weiler alpha")).first?.label == "Weiler, Alpha")
    #expect(try search.places(for: PlaceQuery("alpha")).first?.label == "Alpha")
    // In the street: up to the depth of villages the municipality, one deeper the village.
    let street = try #require(Coordinate(latitude: 50.0005, longitude: 6.003))
    for (depth, name) in [(5, "Alpha"), (6, "Weiler")] as [(UInt8, String)] {
      #expect(try search.place(at: street, depth: depth)?.name == name)
    }
  }

  @Test("a town is larger than the district with a border in which its middle lies")
  func district() async throws {
    let xml = Self.municipality("").replacing("v=\"hamlet\"", with: "v=\"town\"")
      .replacing("k=\"admin_level\" v=\"8\"", with: "k=\"admin_level\" v=\"10\"")
      .replacing("v=\"village\"", with: "v=\"locality\"")
    let search = PlaceSearch(try await BuiltMap(xml: xml).map)
    #expect(try search.places(for: PlaceQuery("dammweg")).first?.label == "Dammweg, Weiler")
  }

  @Test("a place in a hole of an area is not in the area, nor are settlements in it around others")
  func hole() async throws {
    // A hole in the municipality around the street east of the border, without the hamlet.
    let hole = """
      <node id="14" lat="49.999" lon="6.0025"/><node id="15" lat="49.999" lon="6.004"/>
      <node id="16" lat="50.002" lon="6.004"/><node id="17" lat="50.002" lon="6.0025"/>
      <way id="24"><nd ref="14"/><nd ref="15"/><nd ref="16"/><nd ref="17"/><nd ref="14"/></way>
      """
    let xml = Self.municipality(hole).replacing(
      "<member type=\"way\" ref=\"22\" role=\"outer\"/>",
      with: """
        <member type="way" ref="22" role="outer"/><member type="way" ref="24" role="inner"/>
        """)
    let search = PlaceSearch(try await BuiltMap(xml: xml).map)
    #expect(try search.places(for: PlaceQuery("hofweg")).first?.label == "Hofweg")
  }
}
