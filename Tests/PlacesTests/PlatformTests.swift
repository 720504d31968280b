import Geo
import MapCompiler
import Places
import RoadModel
import TestSupport
import Testing

/// Platforms that are ways have the names of their stops, and are no streets.
@Suite struct PlatformTests {
  /// A street, a platform 11 m from it, and a footway with a name 111 m from it.
  private static func xml(platform tags: String) -> String {
    """
    <osm version="0.6">
      <node id="1" lat="50.0000" lon="6.000"/><node id="2" lat="50.0000" lon="6.008"/>
      <node id="3" lat="50.0001" lon="6.003"/><node id="4" lat="50.0001" lon="6.004"/>
      <node id="5" lat="50.0010" lon="6.003"/><node id="6" lat="50.0010" lon="6.004"/>
      <way id="20"><nd ref="1"/><nd ref="2"/>
        <tag k="highway" v="residential"/><tag k="name" v="Ringstraße"/></way>
      <way id="21"><nd ref="3"/><nd ref="4"/><tag k="name" v="Theaterplatz"/>\(tags)</way>
      <way id="22"><nd ref="2"/><nd ref="6"/><nd ref="5"/>
        <tag k="highway" v="footway"/><tag k="name" v="Mühlensteig"/></way>
    </osm>
    """
  }

  private static func tag(_ key: String, _ value: String) -> String {
    "<tag k=\"\(key)\" v=\"\(value)\"/>"
  }

  private static let platforms = [
    tag("highway", "platform"), tag("public_transport", "platform"), tag("railway", "platform"),
    tag("highway", "footway") + tag("railway", "platform"),
    tag("highway", "path") + tag("public_transport", "platform"),
  ]

  @Test("a search does not find it as a street", arguments: platforms)
  func search(_ tags: String) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml(platform: tags)).map)
    #expect(try search.places(for: PlaceQuery("theaterplatz")).isEmpty)
    for street in ["Ringstraße", "Mühlensteig"] {
      #expect(try search.places(for: PlaceQuery(street)).map(\.name) == [street])
    }
  }

  @Test("what lies on it is in the street beside it", arguments: platforms)
  func reverse(_ tags: String) async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml(platform: tags)).map)
    let platform = try #require(Coordinate(latitude: 50.0001, longitude: 6.0035))
    #expect(try search.place(at: platform)?.name == "Ringstraße")
    let footway = try #require(Coordinate(latitude: 50.0010, longitude: 6.0035))
    #expect(try search.place(at: footway)?.name == "Mühlensteig")
  }

  @Test("without a street near it, it is better than nothing")
  func alone() async throws {
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml(platform: Self.platforms[0])).map)
    let platform = try #require(Coordinate(latitude: 50.0001, longitude: 6.0035))
    #expect(try search.place(at: platform, within: 5)?.name == "Theaterplatz")
  }

  @Test("a street along which passengers wait is a street")
  func street() async throws {
    let tags = Self.tag("highway", "residential") + Self.tag("public_transport", "platform")
    let search = PlaceSearch(try await BuiltMap(xml: Self.xml(platform: tags)).map)
    #expect(try search.places(for: PlaceQuery("theaterplatz")).map(\.name) == ["Theaterplatz"])
  }

  @Test("a map without streets finds footways, too")
  func pointsOfInterest() async throws {
    var options = MapCompiler.Options()
    options.places = .poi
    let xml = Self.xml(platform: Self.platforms[0])
    let search = PlaceSearch(try await BuiltMap(xml: xml, options: options).map)
    let footway = try #require(Coordinate(latitude: 50.0010, longitude: 6.0035))
    #expect(try search.place(at: footway)?.name == "Mühlensteig")
  }
}
