import RoadModel
import RoadRules
import TestSupport
import Testing

@testable import Places

/// The tag of a place, from what the map keeps of it.
@Suite struct PlaceTagTests {
  @Test(
    "a place has the tag that made it one",
    arguments: [
      "place=country", "place=state", "place=municipality", "place=city", "place=village",
      "place=suburb", "place=isolated_dwelling", "place=island", "place=square",
      "highway=rest_area", "highway=services", "highway=motorway_junction", "barrier=toll_booth",
      "barrier=border_control", "aeroway=aerodrome", "railway=station", "railway=halt",
      "amenity=bus_station", "amenity=fuel", "amenity=charging_station", "amenity=parking",
      "amenity=weighbridge", "amenity=ferry_terminal", "amenity=restaurant", "amenity=ice_cream",
      "amenity=hospital", "amenity=doctors", "healthcare=physiotherapist", "amenity=pharmacy",
      "amenity=police", "amenity=atm", "amenity=bank", "amenity=school",
      "amenity=place_of_worship", "amenity=townhall", "amenity=embassy", "office=government",
      "office=insurance", "office=company", "office=diplomatic", "amenity=theatre",
      "amenity=toilets", "amenity=car_wash", "amenity=car_rental", "shop=car_repair",
      "shop=bakery", "amenity=marketplace", "tourism=hotel", "tourism=alpine_hut",
      "tourism=museum", "tourism=zoo", "tourism=picnic_site", "leisure=park",
      "leisure=sports_centre", "leisure=swimming_pool", "leisure=nature_reserve",
      "leisure=garden", "leisure=stadium", "historic=memorial", "historic=monument",
      "leisure=fitness_centre", "leisure=playground", "historic=castle", "amenity=fountain",
      "amenity=veterinary", "amenity=recycling", "railway=tram_stop", "natural=beach",
      "natural=water", "waterway=waterfall", "man_made=lighthouse", "landuse=cemetery",
      "leisure=pitch", "leisure=resort",
    ])
  func tag(_ text: String) throws {
    let parts = text.split(separator: "=").map(String.init)
    let tag = PlaceTag(key: parts[0], value: parts[1])
    #expect(Self.tag([(tag.key, tag.value), ("name", "Somewhere"), ("ref", "1")]) == tag)
  }

  @Test("of several tags, the one in use")
  func several() {
    let bus = [("amenity", "bus_station"), ("public_transport", "station"), ("name", "ZOB")]
    #expect(Self.tag(bus) == PlaceTag(key: "amenity", value: "bus_station"))
    let trucks = [("amenity", "parking"), ("hgv", "designated")]
    #expect(Self.tag(trucks) == PlaceTag(key: "amenity", value: "parking"))
    let district = [("place", "district"), ("name", "Oberland")]
    #expect(Self.tag(district) == PlaceTag(key: "place", value: "county"))
  }

  /// The tag of what the compiler keeps of an element.
  private static func tag(_ pairs: [(String, String)]) -> PlaceTag? {
    let tags = RoadTags(pairs.map { (key: $0.0, value: $0.1) })
    return RoadRules().place(tags).map { reading in
      PlaceTag(reading.category, type: reading.details.first { $0.kind == .type }?.text)
    }
  }

  @Test("streets have the class of their road")
  func roads() async throws {
    let built = try await PlacesMap.built()
    let search = PlaceSearch(built.map)
    for (text, value) in [("Hauptstraße", "residential"), ("Rue de l'Église", "secondary")] {
      let found = try #require(try search.places(for: PlaceQuery(text)).first)
      #expect(found.tag == PlaceTag(key: "highway", value: value), "\(text)")
    }
  }

  @Test(
    "the rules of Photon's osm_tag",
    arguments: [
      (["tourism"], "tourism=museum", true), (["tourism"], "shop=art", false),
      (["tourism:museum"], "tourism=museum", true), (["tourism:museum"], "tourism=hotel", false),
      ([":museum"], "tourism=museum", true), ([":museum"], "tourism=hotel", false),
      (["!tourism"], "tourism=museum", false), (["!tourism"], "shop=art", true),
      (["!tourism:museum"], "tourism=museum", false), (["!tourism:museum"], "tourism=zoo", true),
      (["!:museum"], "tourism=museum", false), ([":!museum"], "tourism=museum", false),
      ([":!museum"], "shop=art", true), (["tourism:!museum"], "tourism=zoo", true),
      (["tourism:!museum"], "tourism=museum", false), (["tourism:!museum"], "shop=art", false),
      (["shop", "tourism"], "tourism=museum", true), (["shop", "!:art"], "shop=art", false),
      ([], "shop=art", true),
    ])
  func rules(_ texts: [String], _ tag: String, _ isAllowed: Bool) throws {
    let parts = tag.split(separator: "=").map(String.init)
    let rules = try #require(PlaceTagRules(texts))
    #expect(rules.allows(PlaceTag(key: parts[0], value: parts[1])) == isAllowed)
  }

  @Test("a rule without key and value is none", arguments: ["", "!", ":", "!:", ":!"])
  func noRule(_ text: String) { #expect(PlaceTagRules([text]) == nil) }
}
