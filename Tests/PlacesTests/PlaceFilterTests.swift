import Geo
import MapReader
import RoadModel
import TestSupport
import Testing

@testable import Places

/// Requirements on where places lie and on their tags.
@Suite struct PlaceFilterTests {
  private static func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> Box {
    var box = Box.empty
    for (latitude, longitude) in [(south, west), (north, east)] {
      if let corner = Coordinate(latitude: latitude, longitude: longitude) { box.add(corner) }
    }
    return box
  }

  @Test("a box has the houses in it, also of a street whose middle lies elsewhere")
  func boxes() async throws {
    let built = try await PlacesMap.built()
    let search = PlaceSearch(built.map)
    func found(_ text: String, _ box: Box) throws -> [FoundPlace] {
      var query = PlaceQuery(text)
      query.filter.box = box
      return try search.places(for: query)
    }
    let west = Self.box(6.0005, 49.999, 6.0015, 50.001)
    #expect(try found("Hauptstraße 12", west).map(\.title) == ["Hauptstraße 12"])
    #expect(try found("Hauptstraße", west).isEmpty)
    #expect(try found("Köpstadt", west).isEmpty)
    let crossing = "Hauptstraße & Rue de l'Église"
    let middle = Self.box(6.0035, 49.9995, 6.0045, 50.0005)
    #expect(try found(crossing, middle).first?.kind == .intersection)
    #expect(try !found(crossing, west).contains { $0.kind == .intersection })
    var query = PlaceQuery(
      "", near: Coordinate(latitude: 50, longitude: 6.004), categories: [.fuel, .station])
    #expect(try search.places(for: query).count == 2)
    query.filter.box = Self.box(6.0055, 50, 6.0065, 50.001)
    #expect(try search.places(for: query).map(\.category) == [.fuel])
  }

  @Test("tags select points of interest before the best are chosen")
  func tags() async throws {
    let built = try await PlacesMap.built()
    let search = PlaceSearch(built.map)
    func found(_ rules: String...) throws -> [FoundPlace] {
      var query = PlaceQuery("Köpstadt")
      query.filter.tags = try #require(PlaceTagRules(rules))
      return try search.places(for: query)
    }
    #expect(try found("railway:station").map(\.title) == ["Köpstadt Hbf"])
    #expect(try found("place").first?.title == "Köpstadt")
    #expect(try !found("!railway").contains { $0.title == "Köpstadt Hbf" })
  }

  @Test("what lies at a coordinate, as precisely as wanted")
  func depths() async throws {
    let built = try await PlacesMap.built()
    let search = PlaceSearch(built.map)
    let position = try #require(Coordinate(latitude: 50.003, longitude: 6.004))
    for (depth, name) in [
      (11, "Rue de l'Église"), (10, "Rue de l'Église"), (9, "Nordend"), (6, "Nordend"),
      (5, "Köpstadt"), (4, "Köpstadt"), (2, nil), (0, nil),
    ] as [(UInt8, String?)] {
      #expect(try search.place(at: position, depth: depth)?.name == name, "\(depth)")
    }
    let house = try #require(Coordinate(latitude: 50.0002, longitude: 6.001))
    let houses = try search.addresses(near: house, within: 1_000, limit: 3)
    #expect(houses.count == 3 && houses[0].houseNumber == "12")
    let distances = houses.compactMap(\.distanceMetres)
    #expect(distances == distances.sorted() && distances.count == 3)
  }

  @Test(
    "a capacity may be a range or an estimate, and counts with its first number",
    arguments: [
      ("40", 40), ("50-60", 50), ("approx. 30", 30), ("~25", 25), ("some", nil), ("", nil),
    ] as [(String, Int?)])
  func capacity(_ text: String, _ number: Int?) async throws {
    let value = "k=\"capacity:hgv\" v=\"40\""
    let xml = PlacesMap.xml.replacing(value, with: value.replacing("40", with: text))
    let search = PlaceSearch(try await BuiltMap(xml: xml).map)
    let near = try #require(Coordinate(latitude: 50, longitude: 6.004))
    func isFound(_ trucks: Int) throws -> Bool {
      var filter = PlaceFilter([.truckParking])
      filter.minimumTruckCapacity = trucks
      return try !search.nearest(to: near, filter, limit: 1).isEmpty
    }
    #expect(try isFound(number ?? 1) == (number != nil))
    #expect(try !isFound((number ?? 1) + 1))
  }

  @Test(
    "a socket is found by its usual name, whichever of its keys is in use",
    arguments: [
      ("type2_combo", "ccs", true), ("tesla_supercharger_ccs", "ccs", true), ("ccs", "ccs", true),
      ("ccs2", "CCS", true), ("type1_combo", "ccs", false), ("ccs1", "ccs1", true),
      ("type1_combo", "ccs1", true), ("type2_cable", "type2", true), ("type2", "type2", true),
      ("type2_combo", "type2", false), ("type2", "type2_cable", false),
    ])
  func sockets(_ key: String, _ wanted: String, _ isFound: Bool) async throws {
    let tags = """
      <tag k="amenity" v="charging_station"/><tag k="socket:\(key)" v="2"/>
      """
    let fuel = "<tag k=\"amenity\" v=\"fuel\"/>"
    let search = PlaceSearch(
      try await BuiltMap(xml: PlacesMap.xml.replacing(fuel, with: tags)).map)
    let near = try #require(Coordinate(latitude: 50, longitude: 6.004))
    var filter = PlaceFilter([.chargingStation])
    filter.sockets = [wanted]
    #expect(try search.nearest(to: near, filter, limit: 1).isEmpty != isFound)
  }

  @Test(
    "places that only some people may use are left out if only public ones are wanted",
    arguments: [
      (nil, true), ("yes", true), ("customers", true), ("permissive", true), ("private", false),
      ("no", false), ("permit", false), ("private;customers", true), ("private;staff", false),
    ] as [(String?, Bool)])
  func access(_ value: String?, _ isPublic: Bool) async throws {
    let fuel = "<tag k=\"amenity\" v=\"fuel\"/>"
    let access = value.map { "<tag k=\"access\" v=\"\($0)\"/>" } ?? ""
    let search = PlaceSearch(
      try await BuiltMap(xml: PlacesMap.xml.replacing(fuel, with: fuel + access)).map)
    let near = try #require(Coordinate(latitude: 50, longitude: 6.004))
    var filter = PlaceFilter([.fuel])
    #expect(try !search.nearest(to: near, filter, limit: 1).isEmpty)
    filter.isPublic = true
    #expect(try search.nearest(to: near, filter, limit: 1).isEmpty != isPublic)
    // Streets and settlements are for all.
    var query = PlaceQuery("Hauptstraße, Köpstadt")
    query.filter.isPublic = true
    #expect(try search.places(for: query).first?.name == "Hauptstraße")
  }

  @Test("countries leave out places of others, but not those of unknown ones")
  func countries() async throws {
    let xml = """
      <osm version="0.6">
        <node id="1" lat="47.100" lon="9.500"/><node id="2" lat="47.100" lon="9.504"/>
        <node id="3" lat="47.600" lon="9.600"/><node id="4" lat="47.600" lon="9.604"/>
        <node id="5" lat="47.000" lon="9.400"/><node id="6" lat="47.000" lon="9.700"/>
        <node id="7" lat="47.300" lon="9.700"/><node id="8" lat="47.300" lon="9.400"/>
        <way id="20"><nd ref="1"/><nd ref="2"/>
          <tag k="highway" v="residential"/><tag k="name" v="Bergweg Tal"/></way>
        <way id="21"><nd ref="3"/><nd ref="4"/>
          <tag k="highway" v="residential"/><tag k="name" v="Bergweg Berg"/></way>
        <way id="22"><nd ref="5"/><nd ref="6"/><nd ref="7"/><nd ref="8"/><nd ref="5"/>
          <tag k="boundary" v="administrative"/></way>
        <relation id="30"><member type="way" ref="22" role="outer"/>
          <tag k="type" v="boundary"/><tag k="boundary" v="administrative"/>
          <tag k="admin_level" v="2"/><tag k="name" v="Fürstentum"/>
          <tag k="ISO3166-1" v="LI"/></relation>
      </osm>
      """
    let built = try await BuiltMap(xml: xml)
    let search = PlaceSearch(built.map)
    for (countries, names) in [
      ([], ["Bergweg Berg", "Bergweg Tal"]), (["LI"], ["Bergweg Berg", "Bergweg Tal"]),
      (["CH", "AT"], ["Bergweg Berg"]),
    ] as [(Set<String>, [String])] {
      var query = PlaceQuery("Bergweg")
      query.filter.countries = countries
      #expect(try search.places(for: query).map(\.name).sorted() == names, "\(countries)")
    }
  }
}
