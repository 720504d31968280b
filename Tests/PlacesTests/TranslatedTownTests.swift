import MapReader
import Places
import RoadModel
import TestSupport
import Testing

/// Addresses that name their town in another language than its sign does.
@Suite struct TranslatedTownTests {
  /// A town with an English and a German name, and 300 km away a village whose own name is the English one.
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="55.680" lon="12.560"/><node id="2" lat="55.680" lon="12.570"/>
      <node id="3" lat="53.000" lon="12.560"/><node id="4" lat="53.000" lon="12.570"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Lange Gade"/></way>
      <way id="21"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Dorfweg"/></way>
      <node id="9" lat="55.681" lon="12.565"><tag k="place" v="town"/>
        <tag k="name" v="København"/><tag k="alt_name" v="Havnestad"/>
        <tag k="name:en" v="Copenhagen"/><tag k="name:de" v="Kopenhagen"/>
        <tag k="name:etymology" v="Købmand"/></node>
      <node id="10" lat="53.001" lon="12.565"><tag k="place" v="village"/>
        <tag k="name" v="Copenhagen"/></node>
      <node id="11" lat="55.6801" lon="12.563"><tag k="addr:housenumber" v="5"/>
        <tag k="addr:street" v="Lange Gade"/><tag k="addr:city" v="Copenhagen"/></node>
      <node id="12" lat="55.6801" lon="12.567"><tag k="addr:housenumber" v="7"/>
        <tag k="addr:street" v="Lange Gade"/><tag k="addr:city" v="København"/></node>
      <node id="13" lat="53.0001" lon="12.563"><tag k="addr:housenumber" v="3"/>
        <tag k="addr:street" v="Dorfweg"/><tag k="addr:city" v="Copenhagen"/></node>
      <node id="14" lat="55.6801" lon="12.568"><tag k="addr:housenumber" v="9"/>
        <tag k="addr:street" v="Lange Gade"/><tag k="addr:city" v="Købmand"/></node>
    </osm>
    """

  @Test("they lie in the town, and no second one is made")
  func town() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    try built.map.verify()
    let towns = try PlacesMap.all(built.map).filter { $0.category.isSettlement }
    // Købmand is what the name means, and no name; so it is a village that only an address names.
    #expect(towns.filter { $0.category == .town }.count == 1)
    #expect(towns.filter { $0.category == .village }.count == 2)
    #expect(towns.count == 3)
  }

  @Test(
    "they are found with either name, and each settlement by its own",
    arguments: [
      ("Lange Gade 5, Copenhagen", "Lange Gade 5, København"),
      ("Lange Gade 5, København", "Lange Gade 5, København"),
      ("Lange Gade 7, Copenhagen", "Lange Gade 7, København"),
      ("Dorfweg 3, Copenhagen", "Dorfweg 3, Copenhagen"), ("Copenhagen", "Copenhagen"),
      ("Havnestad", "København"),
    ])
  func labels(_ text: String, _ label: String) async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text)).first
    #expect(found?.label == label)
    #expect(found?.isComplete == true)
  }

  /// Two towns 22 km apart: one has `Rabat` in a list of its other names, the other only in another language.
  private static let namesakes = """
    <osm version="0.6">
      <node id="1" lat="35.880" lon="14.400"/><node id="2" lat="35.880" lon="14.410"/>
      <node id="3" lat="36.040" lon="14.240"/><node id="4" lat="36.040" lon="14.250"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Triq Santa Rita"/></way>
      <way id="21"><nd ref="3"/><nd ref="4"/>
        <tag k="highway" v="residential"/><tag k="name" v="Triq il-Mithna"/></way>
      <node id="9" lat="35.881" lon="14.405"><tag k="place" v="town"/>
        <tag k="name" v="Ir-Rabat"/><tag k="name:en" v="Rabat"/></node>
      <node id="10" lat="36.041" lon="14.245"><tag k="place" v="city"/>
        <tag k="name" v="Il-Belt"/><tag k="alt_name" v="Victoria;Rabat"/></node>
      <node id="11" lat="35.8801" lon="14.403"><tag k="addr:housenumber" v="5"/>
        <tag k="addr:street" v="Triq Santa Rita"/><tag k="addr:city" v="Rabat"/></node>
      <node id="12" lat="36.0401" lon="14.243"><tag k="addr:housenumber" v="7"/>
        <tag k="addr:street" v="Triq il-Mithna"/><tag k="addr:city" v="Rabat"/></node>
    </osm>
    """

  @Test("a list of names has each of them, and the near town of several with a name is meant")
  func lists() async throws {
    let built = try await BuiltMap(xml: Self.namesakes)
    try built.map.verify()
    let towns = try PlacesMap.all(built.map).filter { $0.category.isSettlement }
    #expect(towns.count == 2)
    let search = PlaceSearch(built.map)
    for (text, label) in [
      ("Triq Santa Rita 5, Rabat", "Triq Santa Rita 5, Ir-Rabat"),
      ("Triq il-Mithna 7, Rabat", "Triq il-Mithna 7, Il-Belt"),
    ] {
      #expect(try search.places(for: PlaceQuery(text)).first?.label == label)
    }
  }

  /// A town that addresses name with and without abbreviation and apostrophe.
  private static let saints = """
    <osm version="0.6">
      <node id="1" lat="35.920" lon="14.480"/><node id="2" lat="35.920" lon="14.490"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Triq il-Kbira"/></way>
      <node id="9" lat="35.921" lon="14.485"><tag k="place" v="town"/>
        <tag k="name" v="San Ġiljan"/><tag k="name:en" v="Saint Julian's"/></node>
      <node id="11" lat="35.9201" lon="14.483"><tag k="addr:housenumber" v="5"/>
        <tag k="addr:street" v="Triq il-Kbira"/><tag k="addr:city" v="St. Julian's"/></node>
      <node id="12" lat="35.9201" lon="14.486"><tag k="addr:housenumber" v="7"/>
        <tag k="addr:street" v="Triq il-Kbira"/><tag k="addr:city" v="St. Julians"/></node>
    </osm>
    """

  @Test("`St. Julian's` and `St. Julians` are spellings of `Saint Julian's`")
  func spellings() async throws {
    let built = try await BuiltMap(xml: Self.saints)
    try built.map.verify()
    let towns = try PlacesMap.all(built.map).filter { $0.category.isSettlement }
    #expect(towns.count == 1)
    let search = PlaceSearch(built.map)
    for text in ["St. Julian's", "st julians"] {
      #expect(try search.places(for: PlaceQuery(text)).first?.label == "San Ġiljan", "\(text)")
    }
    #expect(
      try search.places(for: PlaceQuery("Triq il-Kbira 7, St Julians")).first?.label
        == "Triq il-Kbira 7, San Ġiljan")
  }
}
