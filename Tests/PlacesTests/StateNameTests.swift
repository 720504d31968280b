import Places
import TestSupport
import Testing

/// Addresses with a state that the map lacks.
@Suite struct StateNameTests {
  /// A town with a street and a house, and the boundary of a country with a code.
  private static func xml(_ country: String) -> String {
    """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.010"/>
      <node id="5" lat="50.001" lon="6.004"><tag k="place" v="town"/>
        <tag k="name" v="Kirkton"/></node>
      <node id="6" lat="50.0001" lon="6.008"><tag k="addr:housenumber" v="5"/>
        <tag k="addr:street" v="Mill Lane"/><tag k="addr:postcode" v="21117"/></node>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Mill Lane"/></way>
      <node id="11" lat="49.9" lon="5.9"/><node id="12" lat="49.9" lon="6.1"/>
      <node id="13" lat="50.1" lon="6.1"/><node id="14" lat="50.1" lon="5.9"/>
      <way id="22"><nd ref="11"/><nd ref="12"/><nd ref="13"/><nd ref="14"/><nd ref="11"/>
        <tag k="boundary" v="administrative"/></way>
      <relation id="30"><member type="way" ref="22" role="outer"/>
        <tag k="type" v="boundary"/><tag k="boundary" v="administrative"/>
        <tag k="admin_level" v="2"/><tag k="name" v="Somewhere"/>\(country)</relation>
    </osm>
    """
  }

  @Test(
    "a state that the map lacks may stand behind a town, with its postcode and country",
    arguments: [
      ("", "Kirkton, Maryland, USA", "Kirkton"), ("", "Kirkton, Maryland", "Kirkton"),
      ("US", "Kirkton, MD", "Kirkton"), ("US", "Kirkton, MD, USA", "Kirkton"),
      ("US", "Kirkton, Maryland, US", "Kirkton"),
      ("US", "5 Mill Lane, Kirkton, MD 21117", "Mill Lane"),
      ("US", "5 Mill Lane, Kirkton, Maryland 21117, United States", "Mill Lane"),
      ("US", "Mill Lane, MD 21117", "Mill Lane"), ("CA", "Kirkton, Quebec", "Kirkton"),
      ("AU", "Kirkton, WA", "Kirkton"), ("DE", "Kirkton, Baden-Württemberg", "Kirkton"),
      ("US", "5 Mill Lane, Kirkton, MD, 21117", "Mill Lane"),
      ("ES", "Mill Lane, 5, Kirkton, Madrid, España", "Mill Lane"),
      ("ES", "Kirkton (Santa Cruz de Tenerife)", "Kirkton"),
      ("PT", "Kirkton, Viana do Castelo, Portugal", "Kirkton"),
      ("BR", "Mill Lane, 5, Kirkton - SP, 21117, Brasil", "Mill Lane"),
      ("BR", "Kirkton/RS", "Kirkton"), ("BR", "Kirkton, São Paulo", "Kirkton"),
      ("MX", "Kirkton, Jal., México", "Kirkton"), ("MX", "Kirkton, CDMX", "Kirkton"),
    ])
  func state(_ country: String, _ text: String, _ name: String) async throws {
    let tag = country.isEmpty ? "" : "<tag k=\"ISO3166-1:alpha2\" v=\"\(country)\"/>"
    let built = try await BuiltMap(xml: Self.xml(tag))
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text, isUnfinished: false))
    #expect(found.first?.name == name)
    #expect(found.first?.isComplete == true)
  }

  @Test(
    "a state of another country, or a street without its town, does not match",
    arguments: [
      ("LI", "Kirkton, Maryland, USA"), ("DE", "Kirkton, Texas"), ("US", "Kirkton, Ontario"),
      ("US", "Mill Lane, Maryland"), ("US", "Kirkton, Bonn"), ("US", "Nowhere, Maryland, USA"),
      ("US", "Mill Lane, Kirkton, MD 99999"), ("DE", "Mill Lane, 5, Berlin"),
      ("ES", "Mill Lane, nº 5, Madrid"), ("ES", "Kirkton (SP)"), ("BR", "Mill Lane, 5 - SP"),
      ("PT", "Kirkton/SP"),
    ])
  func other(_ country: String, _ text: String) async throws {
    let built = try await BuiltMap(xml: Self.xml("<tag k=\"ISO3166-1:alpha2\" v=\"\(country)\"/>"))
    let found = try PlaceSearch(built.map).places(for: PlaceQuery(text, isUnfinished: false))
    #expect(found.first?.isComplete != true)
  }
}
