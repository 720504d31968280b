import RoadModel
import Testing

@testable import RoadRules

@Suite struct PlaceTagsTests {
  private let rules = RoadRules()

  private func place(_ key: StaticString, _ value: String) -> PlaceReading? {
    rules.place(RoadTags([(key: "\(key)", value: value), (key: "name", value: "X")]))
  }

  @Test("keys of roads, railways, the landscape and others make a place only with some values")
  func values() {
    for (key, values) in RoadRules.placeValues {
      #expect(RoadRules.placeKeys.contains { "\($0)" == "\(key)" })
      for value in values { #expect(place(key, "\(value)") != nil, "\(key)=\(value)") }
      for (_, others) in RoadRules.placeValues {
        for other in others where !values.contains(where: { "\($0)" == "\(other)" }) {
          #expect(place(key, "\(other)") == nil, "\(key)=\(other)")
        }
      }
      for other in ["crossing", "gate", "", "yes", "no", "platform", "bus_stop", "city"] {
        #expect(place(key, other) == nil, "\(key)=\(other)")
      }
    }
  }

  @Test("airports of airlines are more important than airfields, and these than heliports")
  func airports() throws {
    let places = [
      [("aeroway", "heliport"), ("iata", "XHP")], [("aeroway", "aerodrome"), ("icao", "LMMG")],
      [("aeroway", "aerodrome"), ("iata", "MLA")],
    ]
    let importances = try places.map { tags in
      let pairs = [("name", "X")] + tags
      return try #require(rules.place(RoadTags(pairs.map { (key: $0.0, value: $0.1) }))).importance
    }
    #expect(importances[0] < importances[1])
    #expect(importances[1] < importances[2])
  }

  @Test(
    "of a list of values, the first that makes a place counts",
    arguments: [
      ("amenity", "cafe;bar", .food, "cafe"), ("amenity", "bench; fuel", .fuel, "fuel"),
      ("tourism", "hotel;restaurant", .lodging, "hotel"), ("leisure", "park", .leisure, "park"),
      ("tourism", "yes;viewpoint", .attraction, "viewpoint"),
      ("leisure", "fitness_centre", .leisure, "fitness_centre"),
      ("leisure", "sauna;ice_rink", .leisure, "sauna"),
      ("leisure", "playground", .leisure, "playground"),
      ("amenity", "bench;clock", .other, "bench;clock"),
    ] as [(String, String, PlaceCategory, String)])
  func lists(_ key: String, _ value: String, _ category: PlaceCategory, _ type: String) {
    let found = rules.place(RoadTags([(key: key, value: value), (key: "name", value: "X")]))
    #expect(found?.category == category)
    let types = found?.details.filter { $0.kind == .type }.map(\.text)
    #expect(types == [type])
  }

  @Test(
    "an element that is several things is a place of each category",
    arguments: [
      (["amenity": "restaurant", "tourism": "hotel"], [.food, .lodging]),
      (["amenity": "cafe", "shop": "bakery"], [.food, .shop]),
      (["amenity": "place_of_worship", "tourism": "attraction"], [.worship, .attraction]),
      (["highway": "rest_area", "amenity": "parking"], [.restArea, .parking]),
      (["barrier": "border_control", "amenity": "police"], [.borderControl, .police]),
      (["highway": "services", "capacity:hgv": "30"], [.services, .truckParking]),
      (
        ["highway": "rest_area", "amenity": "parking", "capacity:hgv": "9"],
        [.restArea, .truckParking]
      ),
      (["highway": "rest_area", "capacity:hgv": "0"], [.restArea]),
      (["amenity": "parking", "capacity:truck": "7"], [.truckParking]),
      (["amenity": "parking", "hgv": "permissive"], [.truckParking]),
      (["amenity": "parking", "hgv": "yes", "capacity:hgv": "0"], [.parking]),
      (["highway": "rest_area", "hgv": "yes"], [.restArea, .truckParking]),
      (["highway": "services", "hgv": "designated"], [.services, .truckParking]),
      (["highway": "rest_area", "hgv": "no"], [.restArea]),
      (["highway": "rest_area", "hgv": "yes", "capacity:hgv": "0"], [.restArea]),
      (["place": "neighbourhood", "amenity": "bar"], [.neighbourhood, .food]),
      (["amenity": "fuel", "shop": "yes", "atm": "yes"], [.fuel, .shop, .atm]),
      (["amenity": "hospital", "healthcare": "hospital"], [.hospital]),
      (["amenity": "pharmacy", "shop": "no"], [.pharmacy]), (["shop": "bakery"], [.shop]),
      (["healthcare": "pharmacy"], [.pharmacy]), (["tourism": "wilderness_hut"], [.lodging]),
    ] as [(RoadTags, [PlaceCategory])])
  func several(_ tags: RoadTags, _ categories: [PlaceCategory]) throws {
    let named = RoadTags(tags.pairs + [(key: "name", value: "X")])
    let first = try #require(rules.place(named))
    let all = [first] + rules.furtherPlaces(named, besides: first)
    #expect(all.map(\.category) == categories)
  }

  @Test(
    "a tourist office is a place, and a guidepost is not",
    arguments: [("office", true), ("visitor_centre", true), ("guidepost", false), ("board", false)])
  func touristOffice(_ information: String, _ isPlace: Bool) {
    let tags: RoadTags = ["tourism": "information", "information": information, "name": "i"]
    let found = rules.place(tags)
    #expect(found?.category == (isPlace ? .publicService : nil))
    guard isPlace else { return }
    #expect(found?.details.first { $0.kind == .type }?.text == "information")
    #expect(PlaceTags.key(.publicService, "information") == "tourism")
  }

  @Test("a bank with a cash machine is two places, and the hours of the bank are not the machine's")
  func cashMachine() {
    let bank: RoadTags = [
      "amenity": "bank", "name": "Sparkasse", "atm": "yes", "operator": "S",
      "opening_hours": "Mo-Fr 09:00-16:00",
    ]
    let machine = rules.cashMachine(bank)
    #expect(machine?.category == .atm)
    #expect(machine?.name == "Sparkasse")
    #expect(machine?.details.map(\.kind) == [.operatorName, .type])
    #expect(machine?.details.last?.text == "atm")
    let pairs = bank.pairs + [(key: "opening_hours:atm", value: "24/7")]
    let open = rules.cashMachine(RoadTags(pairs))?.details.first { $0.kind == .openingHours }
    #expect(open?.text == "24/7")
  }

  @Test(
    "a place of worship has its religion, and other places have none",
    arguments: [
      (["amenity": "place_of_worship", "religion": "muslim"], "muslim"),
      (["amenity": "place_of_worship", "religion": "jewish; christian"], "jewish;christian"),
      (["amenity": "place_of_worship", "religion": "none"], nil),
      (["amenity": "place_of_worship"], nil),
      (["amenity": "place_of_worship", "religion": " "], nil),
      (["amenity": "school", "religion": "christian"], nil),
    ] as [(RoadTags, String?)])
  func religion(_ tags: RoadTags, _ religion: String?) {
    #expect(rules.place(tags)?.details.first { $0.kind == .religion }?.text == religion)
  }

  @Test("a charging station does not have the sockets of which there are none")
  func sockets() {
    let tags: RoadTags = [
      "amenity": "charging_station", "socket:type2": "2", "socket:chademo": "0",
      "socket:schuko": "no", "socket:type2:output": "22 kW", "socket:type2_combo": "yes",
    ]
    let sockets = rules.place(tags)?.details.filter { $0.kind == .sockets }.map(\.text)
    #expect(sockets == ["type2:2;type2_combo:yes"])
  }

  @Test(
    "a place without a cash machine of its own has none",
    arguments: [
      ["amenity": "bank", "atm": "no"], ["amenity": "bank"], ["amenity": "atm", "atm": "yes"],
      ["amenity": "bench", "atm": "yes"], ["place": "town", "name": "X", "atm": "yes"],
    ] as [RoadTags])
  func noCashMachine(_ tags: RoadTags) { #expect(rules.cashMachine(tags) == nil) }

  @Test(
    "tabs and ends of lines separate words, and other control characters do not",
    arguments: [
      ("Alte\tPost", "Alte Post"), ("Alte\r\nPost\n", "Alte Post"), ("\tPost", "Post"),
      ("Alte\u{85}Post", "Alte Post"), ("Po\u{1}st\u{9B}", "Post"), ("\n \t", nil),
    ] as [(String, String?)])
  func controls(_ value: String, _ text: String?) {
    #expect(PlaceTags.text(value) == text)
  }

  @Test(
    "house numbers are split at signs",
    arguments: [
      ("12", ["12"]), ("12a", ["12a"]), ("12;14", ["12", "14"]), ("3, 5", ["3", "5"]),
      (" 7 ", ["7"]), ("", []), (";", []), (" ", []), ("1-3", ["1-3"]),
      ("a number of twenty-five letters", []), ("12;a number of twenty-five letters", ["12"]),
    ])
  func numbers(_ value: String, _ expected: [String]) {
    #expect(PlaceTags.houseNumbers(value) == expected)
    #expect(PlaceTags.houseNumbers(value + ";") == expected)
  }

  @Test(
    "the name of a house serves as its number, or as a further one",
    arguments: [
      (["addr:housename": "Rose Cottage, The", "addr:street": "S"], ["Rose Cottage, The"]),
      (["addr:housename": "Dar", "addr:place": "P"], ["Dar"]),
      (["addr:housename": "Dar", "addr:housenumber": "4", "addr:street": "S"], ["4", "Dar"]),
      (["addr:housename": "Dar", "addr:housenumber": "4;6"], ["4", "6", "Dar"]),
      (["addr:housename": "Dar Street 4", "addr:housenumber": "4", "addr:street": "S"], ["4"]),
      (["addr:housename": "4a", "addr:housenumber": "4a", "addr:street": "S"], ["4a"]),
      (["addr:housename": "205", "addr:housenumber": "31", "addr:street": "S"], ["31"]),
      (["addr:housename": "Dar"], ["Dar"]), (["addr:housename": " ", "addr:street": "S"], nil),
      (["addr:housename": String(repeating: "a", count: 49)], nil),
    ] as [(RoadTags, [String]?)])
  func houseNames(_ tags: RoadTags, _ expected: [String]?) {
    #expect(rules.address(tags)?.numbers == expected)
  }
}
