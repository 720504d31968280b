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
}
