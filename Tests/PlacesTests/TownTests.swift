import Geo
import MapReader
import Places
import RoadModel
import TestSupport
import Testing

/// What people write about points of interest, crossings and odd house numbers, on a small town.
@Suite struct TownTests {
  private static func house(
    _ id: Int, _ latitude: Double, _ longitude: Double, _ number: String, _ more: String
  ) -> String {
    """
    <node id="\(id)" lat="\(latitude)" lon="\(longitude)">
      <tag k="addr:housenumber" v="\(number)"/>\(more)</node>
    """
  }

  private static func street(_ name: String, _ postcode: String, _ city: String) -> String {
    """
    <tag k="addr:street" v="\(name)"/><tag k="addr:postcode" v="\(postcode)"/>
    <tag k="addr:city" v="\(city)"/>
    """
  }

  /// Two towns at a border; the second has a boundary of which a coastline and a road are parts.
  static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.004"/>
      <node id="3" lat="50.000" lon="6.008"/><node id="4" lat="50.004" lon="6.004"/>
      <node id="5" lat="49.996" lon="6.004"/><node id="6" lat="50.006" lon="6.004"/>
      <node id="7" lat="50.006" lon="6.010"><tag k="highway" v="motorway_junction"/>
        <tag k="name" v="A28 Nord"/></node>
      <way id="100"><nd ref="1"/><nd ref="2"/><nd ref="3"/>
        <tag k="highway" v="primary"/><tag k="name" v="Lütticher Straße"/>
        <tag k="ref" v="B 57"/></way>
      <way id="101"><nd ref="5"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Theaterplatz"/></way>
      <way id="102"><nd ref="4"/><nd ref="6"/>
        <tag k="highway" v="residential"/><tag k="name" v="Theaterplatz"/></way>
      <way id="103"><nd ref="2"/><nd ref="4"/><tag k="highway" v="footway"/></way>
      <way id="104"><nd ref="6"/><nd ref="7"/>
        <tag k="highway" v="residential"/><tag k="name" v="Theatergasse"/></way>
      <way id="105"><nd ref="7"/><nd ref="3"/>
        <tag k="highway" v="motorway"/><tag k="ref" v="A 28"/>
        <tag k="int_ref" v="E 45"/></way>
      <node id="10" lat="50.001" lon="6.003">
        <tag k="place" v="town"/><tag k="name" v="Vadutz"/></node>
      <node id="11" lat="49.990" lon="6.003">
        <tag k="place" v="town"/><tag k="name" v="Trisen"/></node>
      \(house(20, 50.0001, 6.001, "57", street("Lütticher Straße", "9490", "Vadutz")))
      \(house(21, 50.0001, 6.002, "39", street("Lütticher Straße", "9495", "Trisen")))
      \(house(22, 50.0001, 6.003, "Parc A3", street("Lütticher Straße", "9490", "Vadutz")))
      \(house(23, 50.0001, 6.005, "74-76", street("Lütticher Straße", "9490", "Vadutz")))
      \(house(24, 50.0001, 6.0055, "74", street("Lütticher Straße", "9490", "Vadutz")))
      \(house(
        25, 50.0001, 6.006, "8", street("Lütticher Straße", "9490", "Vadutz")
          + "<tag k=\"shop\" v=\"chocolate\"/><tag k=\"name\" v=\"Dresse Nougat\"/>"))
      <node id="26" lat="50.006" lon="6.0075"><tag k="addr:street" v="Theatergasse"/>
        <tag k="amenity" v="fuel"/><tag k="brand" v="Esso"/></node>
      <node id="30" lat="50.0062" lon="6.005"><tag k="addr:housenumber" v="122"/></node>
      <node id="31" lat="50.0062" lon="6.009"><tag k="addr:housenumber" v="114"/></node>
      <way id="110"><nd ref="30"/><nd ref="31"/><tag k="addr:interpolation" v="even"/>
        <tag k="addr:street" v="Theatergasse"/><tag k="addr:city" v="Vadutz"/></way>
    </osm>
    """

  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var label: String
    var isComplete = true
    var testDescription: String { text }

    init(_ text: String, _ label: String, isComplete: Bool = true) {
      (self.text, self.label, self.isComplete) = (text, label, isComplete)
    }
  }

  private static let nougat = "Dresse Nougat, Lütticher Straße 8, 9490, Vadutz"
  private static let esso = "Esso, Theatergasse, Vadutz"
  static let cases: [Case] = [
    .init("Dresse Nougat, Lütticher Straße 8, 9490, Vadutz", nougat),
    .init("dresse nougat lütticher str", nougat),
    .init("Dresse Nougat 9490", nougat),
    .init("nougat lütticherstr. 8", nougat),
    .init("Dresse Nougat, Lütticher Straße 99", nougat, isComplete: false),
    .init("esso theatergasse", esso),
    .init("Lüttichr Straße and Theaterplatz", "Lütticher Straße / Theaterplatz, Vadutz"),
    .init("Theaterplatz og Lütticher Straße", "Theaterplatz / Lütticher Straße, Vadutz"),
    .init("Theaterplatz and Theatergasse", "Theaterplatz / Theatergasse, Vadutz"),
    .init("Theatergasse and Theaterplatz", "Theatergasse / Theaterplatz, Vadutz"),
    .init("Theatergasse 118", "Theatergasse 118, Vadutz"),
    .init("Theatergasse 122", "Theatergasse 122, Vadutz"),
    .init("Theatergasse 114, Vadutz", "Theatergasse 114, Vadutz"),
    .init("Lütticher Straße 39, 9495 Trisen", "Lütticher Straße 39, 9495, Vadutz, Trisen"),
    .init(
      "Lütticher Straße 39, 9490 Vadutz", "Lütticher Straße 39, 9495, Vadutz, Trisen",
      isComplete: false),
    .init("Lütticher Straße Parc A3", "Lütticher Straße Parc A3, 9490, Vadutz"),
    .init("Lütticher Straße 74-76", "Lütticher Straße 74-76, 9490, Vadutz"),
    .init("Lütticher Straße 74", "Lütticher Straße 74, 9490, Vadutz"),
    .init("Lütticher Straße 74, 76", "Lütticher Straße 74-76, 9490, Vadutz"),
    .init("Lütticher Straße 8,10", "Lütticher Straße 8, 9490, Vadutz"),
    .init("Lütticher Straße Lia Buildings, Vadutz", "Lütticher Straße, Vadutz", isComplete: false),
    .init(
      "74, Lütticher Straße, Altstadt, Vadutz, Bezirk Oberland, 9490, Liechtenstein",
      "Lütticher Straße 74, 9490, Vadutz", isComplete: false),
    .init("A28", "A 28"),
    .init("E 45", "A 28"),
    .init("e45", "A 28"),
    .init("A 28", "A 28"),
    .init("B57", "Lütticher Straße, Vadutz"),
    .init("B 57", "Lütticher Straße, Vadutz"),
    .init("Lütticher Straße 57", "Lütticher Straße 57, 9490, Vadutz"),
  ]

  @Test("the first result is the one of the table", arguments: cases)
  func first(_ example: Case) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(example.text))
    #expect(found.first?.label == example.label)
    #expect(found.first?.isComplete == example.isComplete)
  }

  @Test("a town reaches beyond the 180th meridian")
  func meridian() async throws {
    let built = try await BuiltMap(
      xml: """
        <osm version="0.6">
          <node id="1" lat="0" lon="179.9998"/><node id="2" lat="0.01" lon="179.9998"/>
          <node id="3" lat="0.007" lon="-179.9999">
            <tag k="place" v="town"/><tag k="name" v="Town"/></node>
          <way id="9"><nd ref="1"/><nd ref="2"/>
            <tag k="highway" v="residential"/><tag k="name" v="Weg"/></way>
        </osm>
        """)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery("Weg"))
    #expect(found.first?.label == "Weg, Town")
  }
}
