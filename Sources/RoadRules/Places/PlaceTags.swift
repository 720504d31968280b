package import RoadModel

/// A place from the tags of an element: category, names and details.
package struct PlaceReading: Sendable, Equatable {
  /// Its category.
  package var category: PlaceCategory
  /// Its name; nil if it has none.
  package var name: String?
  /// The importance of its kind, 0 to 255, without regard to its connections.
  package var importance: UInt8
  /// Other names and facts, ascending by kind; each kind once.
  package var details: [(kind: PlaceDetail, text: String)]
  /// The names of a settlement in any language, which postal addresses may use.
  package var translations: [String] = []
  /// The tags that could not be read.
  package var problems: [TagProblem] = []

  /// Compares all parts.
  package static func == (a: PlaceReading, b: PlaceReading) -> Bool {
    a.category == b.category && a.name == b.name && a.importance == b.importance
      && a.problems == b.problems && a.translations == b.translations
      && a.details.elementsEqual(b.details) { $0 == $1 }
  }
}

extension RoadRules {
  /// An element can be a place or an address only if it has one of these keys.
  package static let placeKeys: [StaticString] =
    [
      "place", "amenity", "shop", "tourism", "addr:housenumber", "addr:housename",
      "addr:conscriptionnumber", "addr:streetnumber", "addr:interpolation", "addr:postcode",
      "historic", "leisure", "healthcare", "office", "boundary",
    ] + placeValues.map(\.key)

  /// The key of the tag that made an element a place, from what a map keeps: the category and the value of that tag.
  ///
  /// - Parameters:
  ///   - category: The category of a point of interest.
  ///   - value: The value, ``PlaceDetail/type``.
  /// - Returns: The key, such as `amenity`; of several that fit, the one in use.
  package static func placeKey(_ category: PlaceCategory, value: String) -> String {
    PlaceTags.key(category, value)
  }

  /// Of these keys, the values that make a place; other values of them, which are frequent, make none.
  package static let placeValues: [(key: StaticString, values: [StaticString])] =
    [
      ("highway", ["rest_area", "services", "motorway_junction"]),
      ("barrier", ["toll_booth", "border_control"]),
      ("aeroway", ["aerodrome", "heliport"]),
      ("aerialway", ["station"]),
      ("railway", PlaceTags.stops.map(\.value)),
      ("public_transport", ["station"]),
    ] + PlaceTags.landmarks.map { row in (row.key, row.values.map(\.value)) }

  /// The keys of the landscape, such as `natural`, which are frequent, and of which few values make a place.
  package static let landscapeKeys = PlaceTags.landmarks.map(\.key)

  /// The maximum length of a name in bytes; longer ones are cut.
  package static let maximumPlaceTextBytes = 400

  /// The place that tags describe.
  ///
  /// - Parameter tags: The tags of a node, an area or a relation.
  /// - Returns: The place; nil if there is none.
  package func place(_ tags: RoadTags) -> PlaceReading? {
    guard let (category, type, importance) = PlaceTags.category(tags) else { return nil }
    let name = PlaceTags.text(tags["name"]) ?? PlaceTags.fallbackName(tags, category)
    var details: [(kind: PlaceDetail, text: String)] = []
    func add(_ kind: PlaceDetail, _ value: String?) {
      guard let text = PlaceTags.text(value) else { return }
      if kind.isName && text == name { return }
      details.append((kind, text))
    }
    add(.alternativeName, alternativeNames(tags, besides: name))
    add(.oldName, tags["old_name"])
    add(.shortName, tags["short_name"])
    add(.officialName, tags["official_name"])
    add(.ref, tags["ref"] ?? tags["iata"])
    add(.brand, tags["brand"])
    add(.operatorName, tags["operator"])
    add(.openingHours, tags["opening_hours"])
    if category == .fuel { add(.fuels, PlaceTags.list(tags, prefix: "fuel:") { $0 == "yes" }) }
    add(.capacity, tags["capacity"])
    add(.truckCapacity, tags["capacity:hgv"] ?? tags["capacity:truck"])
    add(.trucks, tags["hgv"])
    if category == .chargingStation {
      add(.sockets, PlaceTags.list(tags, prefix: "socket:", counted: true))
    }
    if category.isPointOfInterest {
      if tags["access"] != "yes" { add(.access, tags["access"]) }
      add(.fee, tags["fee"])
      add(.type, type)
      add(.houseNumber, tags["addr:housenumber"])
      add(.street, tags["addr:street"] ?? tags["addr:place"])
    }
    if category.depth <= 1 { add(.countryCode, tags["ISO3166-1:alpha2"] ?? tags["ISO3166-1"]) }
    if category == .worship {
      add(.religion, tags["religion"].flatMap { WordText.list($0[...]) })
    }
    for (index, language) in languages.enumerated() {
      add(.name(language: index), tags["name:\(language)"])
    }
    var log = ProblemLog()
    let whole = PlaceTags.importance(tags, importance, category, &log)
    return PlaceReading(
      category: category, name: name, importance: whole, details: details,
      translations: category.isSettlement ? PlaceTags.translations(tags) : [],
      problems: log.problems)
  }

  /// The address that tags state; nil if there is none.
  package func address(_ tags: RoadTags) -> AddressReading? {
    address(
      number: tags["addr:housenumber"], name: tags["addr:housename"],
      street: Self.placeText(tags["addr:street"] ?? tags["addr:place"]),
      city: Self.placeText(tags["addr:city"]), postcode: Self.placeText(tags["addr:postcode"]))
  }

  /// The address that the values of tags state; nil if there is none.
  ///
  /// - Parameters:
  ///   - number: The value of `addr:housenumber`.
  ///   - name: The value of `addr:housename`, which follows the numbers like a further one, unless it repeats one:
  ///     `Hermannstraße 14`, or has no letter.
  ///   - street: The text (``placeText(_:)``) of `addr:street`, else that of `addr:place`.
  ///   - city: The text of `addr:city`.
  ///   - postcode: The text of `addr:postcode`.
  /// - Returns: The address.
  package func address(
    number: String?, name: String? = nil, street: String?, city: String?, postcode: String?
  ) -> AddressReading? {
    var numbers = number.map(PlaceTags.houseNumbers) ?? []
    if let name = PlaceTags.text(name), name.utf8.count <= PlaceTags.maximumHouseNameBytes,
      numbers.isEmpty || PlaceTags.isHouseName(name, besides: numbers)
    {
      numbers.append(name)
    }
    if numbers.isEmpty { return nil }
    return AddressReading(numbers: numbers, street: street, city: city, postcode: postcode)
  }

  /// The text of a value such as a name or a postcode: limited in length, and without control characters and outer
  /// spaces; nil if there is none.
  package static func placeText(_ value: String?) -> String? { PlaceTags.text(value) }

  /// The names of a road in addition to its usual name and its number: other names, and the number of a European road.
  package func otherRoadNames(_ tags: RoadTags) -> [(kind: PlaceDetail, text: String)] {
    var result: [(kind: PlaceDetail, text: String)] = []
    if let names = alternativeNames(tags, besides: PlaceTags.text(tags["name"])) {
      result.append((.alternativeName, names))
    }
    for (key, kind) in [
      ("old_name", PlaceDetail.oldName), ("short_name", .shortName),
      ("official_name", .officialName), ("int_ref", .ref),
    ] {
      if let text = PlaceTags.text(tags[key]) { result.append((kind, text)) }
    }
    for (index, language) in languages.enumerated() {
      if let text = PlaceTags.text(tags["name:\(language)"]) {
        result.append((.name(language: index), text))
      }
    }
    return result
  }
}

/// The tables behind ``RoadRules/place(_:)``.
enum PlaceTags {
  typealias Found = (category: PlaceCategory, type: String, importance: UInt8)

  /// A text limited in length, with a space for tabs and ends of lines, and without other control characters and outer
  /// spaces; nil if it is empty.
  static func text(_ value: String?) -> String? {
    guard let value else { return nil }
    if isClean(value) { return value }
    var bytes = 0
    var result = String.UnicodeScalarView()
    for original in value.unicodeScalars {
      let isControl = original.properties.generalCategory == .control
      let isSpace = isControl && original.properties.isWhitespace
      if isControl && !isSpace { continue }
      let scalar = isSpace ? " " : original
      if scalar == " ", result.isEmpty || isSpace && result.last == " " { continue }
      bytes += String(scalar).utf8.count
      if bytes > RoadRules.maximumPlaceTextBytes { break }
      result.append(scalar)
    }
    while result.last == " " { result.removeLast() }
    return result.isEmpty ? nil : String(result)
  }

  /// Whether a text can be kept unchanged, as most can, by its bytes.
  private static func isClean(_ value: String) -> Bool {
    let bytes = value.utf8.span
    guard 1...RoadRules.maximumPlaceTextBytes ~= bytes.count, bytes[0] != UInt8(ascii: " "),
      bytes[bytes.count - 1] != UInt8(ascii: " ")
    else { return false }
    // 0xC2 begins the other control characters, U+0080 to U+009F.
    for place in bytes.indices {
      let byte = bytes[place]
      if byte < 0x20 || byte == 0x7F || byte == 0xC2 { return false }
    }
    return true
  }

  static let maximumHouseNameBytes = 48

  /// The house numbers of a value such as `12`, `12;14` or `3, 5`.
  static func houseNumbers(_ value: String) -> [String] {
    // Nearly all values are one number.
    if value.utf8.allSatisfy({ $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }) {
      return text(value).map { $0.utf8.count <= 24 ? [$0] : [] } ?? []
    }
    return value.split(maxSplits: 64) { $0 == ";" || $0 == "," }.prefix(64).compactMap { part in
      text(String(part)).flatMap { $0.utf8.count <= 24 ? $0 : nil }
    }
  }

  /// Whether a text names a house that has numbers, rather than repeat one of them.
  static func isHouseName(_ text: String, besides numbers: [String]) -> Bool {
    text.contains(where: \.isLetter) && !numbers.contains(text)
      && !text.split(separator: " ").contains { numbers.contains(String($0)) }
  }

  /// The keys after a prefix whose values qualify, as a list.
  static func list(
    _ tags: RoadTags, prefix: String, counted: Bool = false,
    where isWanted: (String) -> Bool = { $0 != "no" && $0 != "0" }
  ) -> String? {
    let found = tags.pairs.filter { $0.key.hasPrefix(prefix) && isWanted($0.value) }.map { pair in
      let key = String(pair.key.dropFirst(prefix.count))
      return counted ? "\(key):\(pair.value)" : key
    }
    let plain = counted ? found.filter { $0.split(separator: ":").count == 2 } : found
    return plain.isEmpty ? nil : plain.sorted().joined(separator: ";")
  }

  /// The name for a place without a name: its brand, operator or number.
  static func fallbackName(_ tags: RoadTags, _ category: PlaceCategory) -> String? {
    guard category.isPointOfInterest else { return nil }
    return text(tags["brand"]) ?? text(tags["operator"]) ?? text(tags["ref"])
  }

  static func importance(
    _ tags: RoadTags, _ base: UInt8, _ category: PlaceCategory, _ log: inout ProblemLog
  ) -> UInt8 {
    var value = Int(base)
    if tags["wikidata"] != nil || tags["wikipedia"] != nil { value += 8 }
    if category.isSettlement { value += settlementImportance(tags, &log) }
    return UInt8(min(value, 255))
  }

  private static let settlements: [String: (PlaceCategory, UInt8)] = [
    "country": (.country, 230), "state": (.state, 200), "province": (.state, 195),
    "region": (.region, 170), "county": (.region, 165), "district": (.region, 150),
    "municipality": (.municipality, 140), "island": (.island, 120), "islet": (.locality, 60),
    "city": (.city, 170), "town": (.town, 145), "village": (.village, 115),
    "borough": (.suburb, 115), "suburb": (.suburb, 110), "quarter": (.quarter, 95),
    "hamlet": (.hamlet, 85), "neighbourhood": (.neighbourhood, 80),
    "isolated_dwelling": (.dwelling, 50), "farm": (.dwelling, 45), "locality": (.locality, 60),
    "square": (.square, 75),
  ]

  static let (cashMachineImportance, truckParkingImportance): (UInt8, UInt8) = (20, 40)

  private static let amenities: [String: (PlaceCategory, UInt8)] = [
    "fuel": (.fuel, 50), "charging_station": (.chargingStation, 40), "parking": (.parking, 25),
    "weighbridge": (.weighStation, 25), "ferry_terminal": (.ferryTerminal, 70),
    "restaurant": (.food, 40), "fast_food": (.food, 40), "cafe": (.food, 40), "pub": (.food, 40),
    "bar": (.food, 38), "biergarten": (.food, 38), "food_court": (.food, 40),
    "ice_cream": (.food, 35), "hospital": (.hospital, 75), "clinic": (.hospital, 50),
    "pharmacy": (.pharmacy, 45), "police": (.police, 50), "atm": (.atm, cashMachineImportance),
    "bank": (.bank, 40), "school": (.school, 45), "university": (.school, 65),
    "college": (.school, 50), "kindergarten": (.school, 35), "place_of_worship": (.worship, 45),
    "townhall": (.publicService, 60), "post_office": (.publicService, 45),
    "library": (.publicService, 45), "fire_station": (.publicService, 40),
    "courthouse": (.publicService, 45), "theatre": (.leisure, 50), "cinema": (.leisure, 50),
    "bus_station": (.station, 60), "toilets": (.toilets, 15), "car_wash": (.carService, 30),
    "car_rental": (.carService, 35), "marketplace": (.shop, 45), "community_centre": (.leisure, 38),
    "arts_centre": (.leisure, 45), "nightclub": (.leisure, 38), "doctors": (.hospital, 35),
    "dentist": (.hospital, 33), "veterinary": (.other, 30), "fountain": (.attraction, 20),
    "embassy": (.publicService, 45), "social_facility": (.publicService, 30),
    "swimming_pool": (.leisure, 30), "taxi": (.other, 25), "prison": (.other, 30),
  ]

  static let tourism: [String: (PlaceCategory, UInt8)] = [
    "hotel": (.lodging, 45), "motel": (.lodging, 45), "hostel": (.lodging, 42),
    "guest_house": (.lodging, 40), "apartment": (.lodging, 30), "camp_site": (.lodging, 42),
    "wilderness_hut": (.lodging, 35),
    "caravan_site": (.lodging, 40), "alpine_hut": (.lodging, 45), "chalet": (.lodging, 30),
    "attraction": (.attraction, 60), "museum": (.attraction, 62), "viewpoint": (.attraction, 35),
    "zoo": (.attraction, 65), "theme_park": (.attraction, 65), "gallery": (.attraction, 45),
    "artwork": (.attraction, 22), "aquarium": (.attraction, 60), "picnic_site": (.restArea, 20),
  ]

  private static let leisure: [String: (PlaceCategory, UInt8)] = [
    "park": (.leisure, 45), "stadium": (.leisure, 60), "sports_centre": (.leisure, 45),
    "golf_course": (.leisure, 45), "marina": (.leisure, 45), "nature_reserve": (.leisure, 50),
    "swimming_pool": (.leisure, 25), "water_park": (.leisure, 50), "garden": (.leisure, 30),
    "fitness_centre": (.leisure, 38), "sports_hall": (.leisure, 38), "ice_rink": (.leisure, 42),
    "bowling_alley": (.leisure, 38), "miniature_golf": (.leisure, 35), "dance": (.leisure, 33),
    "horse_riding": (.leisure, 33), "beach_resort": (.leisure, 40), "sauna": (.leisure, 35),
    "resort": (.leisure, 45),
    "amusement_arcade": (.leisure, 33), "adult_gaming_centre": (.leisure, 28),
    "escape_game": (.leisure, 35), "playground": (.leisure, 28), "dog_park": (.leisure, 25),
    "pitch": (.leisure, 25), "track": (.leisure, 28),
  ]

  /// The values of `railway` that make a station, with its importance.
  static let stops: [(value: StaticString, importance: UInt8)] = [
    ("station", 80), ("halt", 65), ("tram_stop", 45),
  ]
  private static let importanceOfStop = Dictionary(
    uniqueKeysWithValues: stops.map { ("\($0.value)", $0.importance) })

  /// The category of an element, by the most specific tag.
  static func category(_ tags: RoadTags) -> Found? {
    if let value = tags["place"], let (category, importance) = settlements[value] {
      return tags["name"] == nil ? nil : (category, value, importance)
    }
    if let found = transport(tags) ?? touristOffice(tags) { return found }
    if let (value, (category, importance)) = known(tags["amenity"], amenities) {
      if category == .parking && isForTrucks(tags) {
        return (.truckParking, value, truckParkingImportance)
      }
      return (category, value, importance)
    }
    if let found = visitedLandmark(tags) { return found }
    for (key, table) in [("tourism", tourism), ("leisure", leisure)] {
      guard let (value, (category, importance)) = known(tags[key], table) else { continue }
      let needsName = category == .leisure || category == .attraction
      if needsName && tags["name"] == nil { continue }
      return (category, value, importance)
    }
    if let value = tags["shop"], value != "no", value != "vacant" {
      let isCar = ["car", "car_repair", "car_parts", "tyres", "truck", "truck_repair"].contains(
        value)
      return (isCar ? .carService : .shop, value, 35)
    }
    guard tags["name"] != nil else { return nil }
    if let value = tags["historic"], value != "no" { return (.attraction, value, 40) }
    if let found = landmark(tags) { return found }
    if let value = tags["healthcare"] {
      return (value == "pharmacy" ? .pharmacy : .hospital, value, 35)
    }
    if let value = tags["office"] { return (.publicService, value, 28) }
    if let value = tags["amenity"] { return (.other, value, 25) }
    return nil
  }

  /// The first value of a list such as `cafe;bar` that a table has, with its entry; nil if it has none.
  private static func known(
    _ list: String?, _ table: [String: (PlaceCategory, UInt8)]
  ) -> (String, (PlaceCategory, UInt8))? {
    guard let list else { return nil }
    if let entry = table[list] { return (list, entry) }
    guard list.utf8.contains(UInt8(ascii: ";")) else { return nil }
    for part in list.split(separator: ";") {
      let value = String(part.drop { $0 == " " }.prefix { $0 != " " })
      if let entry = table[value] { return (value, entry) }
    }
    return nil
  }

  /// The key that ``category(_:)`` found a category by.
  static func key(_ category: PlaceCategory, _ value: String) -> String {
    switch category {
    case .services, .motorwayExit: return "highway"
    case .tollBooth, .borderControl: return "barrier"
    case .airport: return "aeroway"
    case .truckParking: return "amenity"
    default: break
    }
    // Where leisure and amenity share a value, such as swimming_pool, leisure is in use.
    for (key, table) in [("leisure", leisure), ("tourism", tourism), ("amenity", amenities)]
    where table[value]?.0 == category {
      return key
    }
    if let key = landmarkKey(category, value) { return key }
    switch category {
    case .restArea: return "highway"
    case .station: return "railway"
    case .shop, .carService: return "shop"
    case .lodging: return "tourism"
    case .attraction: return "historic"
    case .hospital: return "healthcare"
    case .publicService: return value == "information" ? "tourism" : "office"
    default: return "amenity"
    }
  }

  private static func isForTrucks(_ tags: RoadTags) -> Bool {
    let hasRoom = (tags["capacity:hgv"] ?? tags["capacity:truck"]).map { $0 != "0" && $0 != "no" }
    return hasRoom ?? (permitsTrucks(tags["hgv"]) || tags["parking"] == "truck_stop")
  }

  private static func transport(_ tags: RoadTags) -> Found? {
    switch tags["highway"] {
    case "rest_area": return (.restArea, "rest_area", 45)
    case "services": return (.services, "services", 60)
    case "motorway_junction":
      return tags["ref"] == nil && tags["name"] == nil
        ? nil : (.motorwayExit, "motorway_junction", 30)
    default: break
    }
    switch tags["barrier"] {
    case "toll_booth": return (.tollBooth, "toll_booth", 30)
    case "border_control": return (.borderControl, "border_control", 45)
    default: break
    }
    if let value = tags["aeroway"], value == "aerodrome" || value == "heliport" {
      // An airport with flights of airlines has a code for their tickets; an airfield of a club has none.
      let importance: UInt8 = value == "heliport" ? 40 : tags["iata"] == nil ? 70 : 90
      return tags["name"] == nil ? nil : (.airport, value, importance)
    }
    if let value = tags["railway"], let importance = importanceOfStop[value] {
      return tags["name"] == nil ? nil : (.station, value, importance)
    }
    if tags["aerialway"] == "station", tags["name"] != nil { return (.station, "station", 60) }
    // A bus station says so by its amenity.
    if tags["public_transport"] == "station", tags["name"] != nil,
      tags["amenity"] != "bus_station"
    {
      return (.station, "station", 60)
    }
    return nil
  }
}
