import Places
import TestSupport
import Testing

/// A town that only addresses name, as postal addresses may, beside a village of the map.
@Suite struct PostalTownTests {
  /// Thirty houses of a town that the map does not have, and a village three kilometres from them.
  private static var xml: String {
    let houses = (1...30).map { number in
      """
      <node id="\(100 + number)" lat="50.0001" lon="6.0\(10 + number)">
        <tag k="addr:housenumber" v="\(number)"/><tag k="addr:street" v="Lange Gasse"/>
        <tag k="addr:city" v="Bendern"/></node>
      """
    }
    return """
      <osm version="0.6">
        <node id="1" lat="50.000" lon="6.010"/><node id="2" lat="50.000" lon="6.040"/>
        <node id="3" lat="50.027" lon="6.025"/><node id="4" lat="50.027" lon="6.027"/>
        <way id="20"><nd ref="1"/><nd ref="2"/>
          <tag k="highway" v="residential"/><tag k="name" v="Lange Gasse"/></way>
        <way id="21"><nd ref="3"/><nd ref="4"/>
          <tag k="highway" v="residential"/><tag k="name" v="Dorfstraße"/></way>
        <way id="22"><nd ref="1"/><nd ref="3"/><tag k="highway" v="residential"/></way>
        <node id="9" lat="50.027" lon="6.026">
          <tag k="place" v="village"/><tag k="name" v="Eschen"/></node>
        \(houses.joined())
      </osm>
      """
  }

  @Test(
    "the village is not a part of it, but the houses are",
    arguments: [
      ("dorfstraße", "Dorfstraße, Eschen"), ("eschen", "Eschen"),
      ("lange gasse 12, bendern", "Lange Gasse 12, Bendern"),
      ("lange gasse", "Lange Gasse, Bendern"),
    ])
  func label(_ text: String, _ label: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.label == label)
  }
}
