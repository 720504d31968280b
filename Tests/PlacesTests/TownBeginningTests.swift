import Geo
import Places
import TestSupport
import Testing

/// Towns whose names begin with the name of another, such as Triesenberg and Triesen.
@Suite struct TownBeginningTests {
  /// Streets of one name in two villages 11 km apart; that of the village with the longer name is the larger street.
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.004"/>
      <node id="3" lat="50.100" lon="6.000"/><node id="4" lat="50.100" lon="6.004"/>
      <node id="5" lat="50.100" lon="6.008"/>
      <way id="10"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Bergstrasse"/></way>
      <way id="11"><nd ref="3"/><nd ref="4"/><nd ref="5"/>
        <tag k="highway" v="secondary"/><tag k="name" v="Bergstrasse"/></way>
      <way id="12"><nd ref="1"/><nd ref="6"/>
        <tag k="highway" v="residential"/><tag k="name" v="Austrasse"/></way>
      <node id="6" lat="50.004" lon="6.000"/>
      <node id="32" lat="50.002" lon="6.0001"><tag k="addr:housenumber" v="8"/>
        <tag k="addr:street" v="Austrasse"/><tag k="addr:city" v="Triesen"/></node>
      <node id="20" lat="50.0002" lon="6.002"><tag k="place" v="village"/>
        <tag k="name" v="Triesen"/></node>
      <node id="21" lat="50.1002" lon="6.002"><tag k="place" v="village"/>
        <tag k="name" v="Triesenberg"/></node>
      <node id="30" lat="50.0001" lon="6.003"><tag k="addr:housenumber" v="1"/>
        <tag k="addr:street" v="Bergstrasse"/><tag k="addr:city" v="Triesen"/></node>
      <node id="31" lat="50.1001" lon="6.003"><tag k="addr:housenumber" v="1"/>
        <tag k="addr:street" v="Bergstrasse"/><tag k="addr:city" v="Triesenberg"/></node>
    </osm>
    """

  @Test(
    "the town that is typed comes before one that begins with its name, also while it is typed",
    arguments: [
      ("Bergstrasse 1, Triesen", "Bergstrasse 1, Triesen"),
      ("Bergstrasse Triesen", "Bergstrasse, Triesen"),
      ("Triesen, Bergstrasse 1", "Bergstrasse 1, Triesen"),
      ("bergstrasse 1 triesenb", "Bergstrasse 1, Triesenberg"),
      ("bergstrasse triesenberg", "Bergstrasse, Triesenberg"),
      ("Austr. 8, Triesen", "Austrasse 8, Triesen"),
    ])
  func first(_ text: String, _ label: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    #expect(try PlaceSearch(built.map).places(for: PlaceQuery(text)).first?.label == label)
  }
}
