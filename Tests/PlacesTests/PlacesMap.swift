import Geo
import MapCompiler
import MapReader
import NavFormat
import Places
import RoadModel
import TestSupport

/// A small town: streets with addresses by nodes, a building and an interpolation line; a suburb; points of interest.
enum PlacesMap {
  static let xml = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="6.000"/>
      <node id="2" lat="50.000" lon="6.004"/>
      <node id="3" lat="50.000" lon="6.008"/>
      <node id="4" lat="50.004" lon="6.004"/>
      <node id="5" lat="49.996" lon="6.004"/>
      <way id="100"><nd ref="1"/><nd ref="2"/><nd ref="3"/>
        <tag k="highway" v="residential"/><tag k="name" v="Hauptstraße"/>
        <tag k="old_name" v="Kaiserweg"/></way>
      <way id="101"><nd ref="5"/><nd ref="2"/><nd ref="4"/>
        <tag k="highway" v="secondary"/><tag k="name" v="Rue de l'Église"/><tag k="ref" v="L 12"/>
        <tag k="alt_name" v="Vaalser Straße"/></way>
      <node id="10" lat="50.0005" lon="6.002">
        <tag k="place" v="town"/><tag k="name" v="Köpstadt"/><tag k="population" v="12000"/>
        <tag k="alt_name" v="Kopstad"/></node>
      <node id="11" lat="50.003" lon="6.004">
        <tag k="place" v="suburb"/><tag k="name" v="Nordend"/></node>
      <node id="20" lat="50.0002" lon="6.001">
        <tag k="addr:housenumber" v="12"/><tag k="addr:street" v="Hauptstraße"/>
        <tag k="addr:postcode" v="54321"/><tag k="addr:city" v="Köpstadt"/></node>
      <node id="21" lat="50.0002" lon="6.003">
        <tag k="addr:housenumber" v="12 a"/><tag k="addr:street" v="Hauptstraße"/>
        <tag k="addr:postcode" v="54321"/><tag k="addr:city" v="Köpstadt"/></node>
      <node id="22" lat="49.9998" lon="6.005">
        <tag k="addr:housenumber" v="21"/><tag k="addr:street" v="Hauptstraße"/></node>
      <node id="23" lat="49.9998" lon="6.007">
        <tag k="addr:housenumber" v="29"/><tag k="addr:street" v="Hauptstraße"/></node>
      <way id="110"><nd ref="22"/><nd ref="23"/><tag k="addr:interpolation" v="odd"/></way>
      <node id="30" lat="50.0021" lon="6.0041"/>
      <node id="31" lat="50.0021" lon="6.0043"/>
      <node id="32" lat="50.0023" lon="6.0043"/>
      <node id="33" lat="50.0023" lon="6.0041"/>
      <way id="111"><nd ref="30"/><nd ref="31"/><nd ref="32"/><nd ref="33"/><nd ref="30"/>
        <tag k="building" v="yes"/><tag k="addr:housenumber" v="3;5"/>
        <tag k="addr:street" v="Rue de l'Église"/></way>
      <node id="40" lat="50.0001" lon="6.0061">
        <tag k="amenity" v="fuel"/><tag k="brand" v="Tankgut"/><tag k="fuel:diesel" v="yes"/>
        <tag k="fuel:HGV_diesel" v="yes"/><tag k="fuel:lpg" v="no"/>
        <tag k="opening_hours" v="Mo-Fr 06:00-22:00"/></node>
      <node id="41" lat="49.998" lon="6.0045">
        <tag k="amenity" v="parking"/><tag k="hgv" v="designated"/><tag k="capacity:hgv" v="40"/></node>
      <node id="42" lat="50.0035" lon="6.0042">
        <tag k="amenity" v="restaurant"/><tag k="name" v="Ταβέρνα Αθήνα"/></node>
      <node id="43" lat="50.0030" lon="6.0060">
        <tag k="railway" v="station"/><tag k="name" v="Köpstadt Hbf"/></node>
    </osm>
    """

  static func built(_ scope: PlaceScope = .all) async throws -> BuiltMap {
    var options = MapCompiler.Options()
    options.places = scope
    return try await BuiltMap(xml: xml, options: options)
  }

  /// Where one arrives at a place, walked along the shape once more; nil if there is no road near.
  static func arrival(_ place: Int, _ map: NavMap) throws -> Coordinate? {
    let places = try map.places()
    guard let number = places.edgeNumber(place), let at = try map.place(ofEdge: map.edgeID(number))
    else { return nil }
    let points = try map.tile(at.tile).shape(at.segment)
    let lengths = zip(points, points.dropFirst()).map { Distance.metres($0, $1) }
    var rest = lengths.reduce(0, +) * places.share(place)
    for (index, length) in lengths.enumerated() {
      if length > 0, length >= rest {
        return points[index].interpolated(to: points[index + 1], share: rest / length)
      }
      rest -= length
    }
    return points.last
  }

  /// The categories and positions of all places of a map.
  static func all(_ map: NavMap) throws -> [(category: PlaceCategory, position: Coordinate)] {
    let places = try map.places()
    return (0..<places.layout.placeCount).map { (places.category($0), places.position($0)) }
  }
}
