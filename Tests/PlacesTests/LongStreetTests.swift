import Geo
import Places
import TestSupport
import Testing

/// A street on which one is comes before streets whose middles are nearer.
@Suite struct LongStreetTests {
  /// A street of 6 km, and twelve short ones some hundred metres from its western end; all begin with the same letters.
  private static var xml: String {
    let short = (1...12).map { number in
      """
      <node id="\(10 * number)" lat="50.003" lon="6.00\(number + 10)"/>
      <node id="\(10 * number + 1)" lat="50.004" lon="6.00\(number + 10)"/>
      <way id="\(100 + number)"><nd ref="\(10 * number)"/><nd ref="\(10 * number + 1)"/>
        <tag k="highway" v="residential"/><tag k="name" v="Triq \(number)"/></way>
      """
    }
    return """
      <osm version="0.6">
        <node id="1" lat="50.000" lon="6.000"/><node id="2" lat="50.000" lon="6.042"/>
        <node id="3" lat="50.000" lon="6.084"/>
        <way id="20"><nd ref="1"/><nd ref="2"/><nd ref="3"/>
          <tag k="highway" v="residential"/><tag k="name" v="Triq Twila"/></way>
        <way id="21"><nd ref="1"/><nd ref="10"/><tag k="highway" v="residential"/></way>
        \(short.joined())
      </osm>
      """
  }

  @Test("it is first near its end, and among the first ten for the letters that all have")
  func ends() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let search = PlaceSearch(built.map)
    let end = try #require(Coordinate(latitude: 50.0001, longitude: 6.001))
    let found = try search.places(for: PlaceQuery("tri", near: end))
    #expect(found.count == 10)
    #expect(found.first?.name == "Triq Twila")
    let far = try #require(Coordinate(latitude: 50.02, longitude: 6.001))
    #expect(try search.places(for: PlaceQuery("tri", near: far)).first?.name != "Triq Twila")
  }

  /// A street of 7 km through twelve villages, with a side road at the border of each, and one from its middle.
  private static var villages: String {
    let places = (0..<12).map { number in
      """
      <node id="\(200 + number)" lat="50.0003" lon="\(6.003 + 0.006 * Double(number))">
        <tag k="place" v="village"/><tag k="name" v="Rahal \(number)"/></node>
      """
    }
    let sides = (0..<13).map { number in
      let longitude = 6 + 0.006 * Double(number)
      return """
        <node id="\(1 + number)" lat="50.000" lon="\(longitude)"/>
        <node id="\(101 + number)" lat="49.999" lon="\(longitude)"/>
        <way id="\(300 + number)"><nd ref="\(1 + number)"/><nd ref="\(101 + number)"/>
          <tag k="highway" v="service"/></way>
        """
    }
    return """
      <osm version="0.6">
        \(places.joined())
        \(sides.joined())
        <way id="20">\((1...13).map { "<nd ref=\"\($0)\"/>" }.joined())
          <tag k="highway" v="residential"/><tag k="name" v="Triq Twila"/></way>
        <node id="50" lat="50.001" lon="6.036"/>
        <way id="21"><nd ref="7"/><nd ref="50"/>
          <tag k="highway" v="residential"/><tag k="name" v="Triq Qasira"/></way>
      </osm>
      """
  }

  @Test("the pieces of a street in other villages are as far away as they are")
  func pieces() async throws {
    let built = try await BuiltMap(xml: Self.villages)
    let near = try #require(Coordinate(latitude: 50.0003, longitude: 6.036))
    let found = try PlaceSearch(built.map).places(for: PlaceQuery("tri", near: near))
    #expect(found.count == 10)
    let twila = found.filter { $0.name == "Triq Twila" }.compactMap(\.distanceMetres)
    #expect(twila.count == 9)
    #expect(zip(twila, twila.dropFirst()).allSatisfy { $0 < $1 + 1 })
  }
}
