import Bytes
import Geo
import NavFormat
import RoadModel
import RoadRules

/// The places of a map without the edges of arrival.
struct AssembledPlaces: Sendable {
  var contents: PlacesContents
  /// The segment of each place that is a street; nil for others.
  var segments: [RoadSegment?]
}

/// Makes the places of a map: settlements, streets with addresses, postcodes, points of interest.
struct PlaceAssembler: Sendable {
  /// A place of the map.
  struct Item: Sendable {
    var category: PlaceCategory
    var position: Coordinate
    var name: UInt32
    var importance: UInt8
    var details: [(kind: PlaceDetail, text: UInt32)] = []
    var parent: Int?
    var segment: RoadSegment?
    var entrance: Coordinate?
  }

  /// Streets and postcodes that only addresses name, with the houses of each.
  private struct NamedItems {
    struct Street: Hashable {
      var name: UInt32
      var settlement: Int
    }

    var streets = NearbyNames<Street>()
    var streetHouses: [(item: Int, positions: [Coordinate])] = []
    var postcodes = NearbyNames<AddressText>()
    var postcodeHouses: [(item: Int, positions: [Coordinate])] = []
  }

  /// A house number, with the items of its street, settlement and postcode.
  struct Numbered: Sendable {
    var item: Int
    var city: Int?
    var postcode: Int?
    var number: UInt32
    var position: Coordinate
    var isInterpolated: Bool
  }

  /// The maximum distance of an address from its street, in metres.
  private static let streetDistance = 3_000.0
  /// The maximum distance of an address from its settlement, in metres.
  static let cityDistance = 30_000.0
  /// How much farther from an address a street of another settlement seems, in metres.
  private static let otherTownMetres = 300.0
  /// Settlements in which houses may have numbers without streets.
  private static let villages: Set<PlaceCategory> = [.village, .hamlet, .dwelling, .locality]

  /// What the map has of a text as a street of addresses.
  private struct KnownStreet {
    var text: AddressText
    /// The streets with this name.
    var streets: [Int]
    /// The settlements with this name.
    var settlements: [Int]
    /// The streets whose names differ in capitals, accents or hyphens at most; nil if they were not needed yet.
    var alike: [Int]?
  }

  let drafts: PlaceDrafts
  private let graph: RoadGraph
  var names: NameTable
  /// The texts of addresses, and of the streets of places.
  private(set) var texts: AddressTexts
  /// The offsets of the names of texts; nil for those that have none yet.
  private var offsets: [UInt32?] = []
  var items: [Item] = []
  private(set) var addresses: [Numbered] = []
  /// Streets by name.
  private var streetsByName: [UInt32: [Int]] = [:]
  /// Streets by folded name, made on first use.
  private var streetsByKey: [String: [Int]]?
  /// The boxes of streets that the map has, whose items are consecutive from `firstStreet`.
  private var streetBoxes: [Box] = []
  private var firstStreet = 0
  /// The streets that addresses name.
  private var knownStreets: [AddressText: KnownStreet] = [:]
  /// The street of the last address.
  private var lastStreet: KnownStreet?
  private var settlementsByName: [UInt32: [Int]] = [:]

  init(_ drafts: PlaceDrafts, _ graph: RoadGraph, _ names: NameTable) {
    self.drafts = drafts
    self.graph = graph
    self.names = names
    texts = drafts.texts
  }

  /// The places, nil if the map keeps none, and the bytes of all names.
  func assembled() -> (places: AssembledPlaces?, names: [UInt8]) {
    var work = self
    let places = work.assemble()
    return (places, work.names.writer.bytes)
  }

  private mutating func assemble() -> AssembledPlaces? {
    guard drafts.scope != .none else { return nil }
    for place in drafts.places {
      items.append(
        Item(
          category: place.reading.category, position: place.position,
          name: names.offset(of: place.reading.name), importance: place.reading.importance,
          details: stored(place.reading.details), entrance: place.entrance))
    }
    let cities = drafts.scope == .all ? addCities() : []
    let settlements = SettlementFinder(
      items.enumerated().filter { $1.category.isSettlement }.map {
        SettlementFinder.Settlement(
          index: $0, category: $1.category, position: $1.position,
          isMapped: $0 < drafts.places.count)
      }, drafts.areas, categories: { items[$0].category })
    if drafts.scope == .all {
      let finder = StreetFinder(graph, settlements, platforms: drafts.platforms)
      let (first, streets) = (items.count, finder.streets())
      addStreets(streets)
      let homes = homes(cities, streets, from: first)
      addAddresses(cities, homes, settlements)
    }
    for index in items.indices where items[index].category != .street || items[index].segment == nil
    {
      let isSettlement = items[index].category.isSettlement
      // What addresses name may be near a village, which is not a part of it.
      items[index].parent = settlements.settlement(
        at: items[index].position, above: items[index].category.depth, isMapped: isSettlement,
        canBeEqual: isSettlement && !settlements.hasArea(index))
    }
    return sorted()
  }

  private mutating func stored(
    _ details: [(kind: PlaceDetail, text: String)]
  ) -> [(kind: PlaceDetail, text: UInt32)] {
    details.compactMap { kind, text in
      let offset = names.offset(of: text)
      return offset == 0 ? nil : (kind, offset)
    }
  }

  // MARK: Streets and addresses

  private mutating func addStreets(_ streets: [StreetFinder.Street]) {
    firstStreet = items.count
    streetBoxes = streets.map(\.box)
    for street in streets {
      var details: [(kind: PlaceDetail, text: UInt32)] = []
      func add(_ kind: PlaceDetail, _ text: UInt32) {
        if text != 0, text != street.name, !details.contains(where: { $0 == (kind, text) }) {
          details.append((kind, text))
        }
      }
      for way in street.ways {
        if !street.isNumber { add(.ref, graph.wayRefs[way]) }
        for (kind, text) in drafts.roadNames[graph.wayIDs[way]] ?? [] {
          add(kind, names.offset(of: text))
        }
      }
      streetsByName[street.name, default: []].append(items.count)
      items.append(
        Item(
          category: .street, position: street.position, name: street.name,
          importance: street.importance,
          details: Array(details.sorted { ($0.kind, $0.text) < ($1.kind, $1.text) }.prefix(32)),
          parent: street.parent, segment: street.middle))
    }
  }

  /// The item of each address that names no street: its village, otherwise the nearest of the streets, whose items
  /// begin with `first`, otherwise its town.
  private func homes(
    _ cities: [Int?], _ streets: [StreetFinder.Street], from first: Int
  ) -> [Int?] {
    let houses = drafts.addresses.indices.filter { drafts.addresses[$0].parts.street == nil }
    let near = HouseStreets.nearest(
      to: houses.map { drafts.addresses[$0].position }, among: streets, graph)
    var result = [Int?](repeating: nil, count: cities.count)
    for (house, street) in zip(houses, near) {
      let city = cities[house]
      // The houses of a village are numbered through, while a town has streets.
      let isVillage = city.map { Self.villages.contains(items[$0].category) } ?? false
      result[house] = isVillage ? city : street.map { first + $0 } ?? city
    }
    return result
  }

  private mutating func addAddresses(
    _ cities: [Int?], _ homes: [Int?], _ settlements: SettlementFinder
  ) {
    for (index, item) in items.enumerated() where item.category.isSettlement {
      settlementsByName[item.name, default: []].append(index)
    }
    var named = NamedItems()
    for (index, address) in drafts.addresses.enumerated() {
      let (position, city) = (address.position, cities[index])
      let street = address.parts.street.map {
        self.street($0, at: position, city: city, settlements, &named)
      }
      guard let item = street ?? homes[index] else {
        if let code = address.parts.postcode { _ = postcode(code, at: position, &named) }
        continue
      }
      addresses.append(
        Numbered(
          item: item, city: city,
          postcode: address.parts.postcode.map { postcode($0, at: position, &named) },
          number: name(of: address.number), position: position,
          isInterpolated: address.isInterpolated))
    }
    for (code, position) in drafts.postcodes { _ = postcode(code, at: position, &named) }
    nameStreetsOfPlaces(settlements, &named)
    for (item, positions) in named.streetHouses + named.postcodeHouses {
      items[item].position = .median(positions)
    }
  }

  /// Gives places with a street, but without a number, the name of the street as the map has it.
  private mutating func nameStreetsOfPlaces(
    _ settlements: SettlementFinder, _ named: inout NamedItems
  ) {
    for (index, place) in drafts.places.enumerated() {
      let details = place.reading.details
      // Those with a number are among the addresses.
      guard let text = details.first(where: { $0.kind == .street })?.text,
        !details.contains(where: { $0.kind == .houseNumber })
      else { continue }
      let item = street(
        texts.number(of: text), at: place.position, city: nil, settlements, &named)
      guard items[item].category == .street,
        let row = items[index].details.firstIndex(where: { $0.kind == .street })
      else { continue }
      items[index].details[row].text = items[item].name
    }
  }

  /// The item of a street that an address names; a new one if the map does not have the street.
  private mutating func street(
    _ text: AddressText, at position: Coordinate, city: Int?, _ settlements: SettlementFinder,
    _ named: inout NamedItems
  ) -> Int {
    if let known = street(text, near: position, city: city, settlements) { return known }
    let name = name(of: text)
    let home =
      city ?? settlements.settlement(at: position, above: PlaceCategory.street.depth) ?? -1
    let key = NamedItems.Street(name: name, settlement: home)
    let number = named.streets.number(of: key, near: position)
    if number == named.streetHouses.count {
      named.streetHouses.append((items.count, []))
      items.append(Item(category: .street, position: position, name: name, importance: 30))
    }
    named.streetHouses[number].positions.append(position)
    return named.streetHouses[number].item
  }

  /// The item of a postcode, which may be new.
  private mutating func postcode(
    _ code: AddressText, at position: Coordinate, _ named: inout NamedItems
  ) -> Int {
    let number = named.postcodes.number(of: code, near: position)
    if number == named.postcodeHouses.count {
      named.postcodeHouses.append((items.count, []))
      items.append(
        Item(
          category: .postcode, position: position, name: name(of: code), importance: 90))
    }
    named.postcodeHouses[number].positions.append(position)
    return named.postcodeHouses[number].item
  }

  /// The offset of a text of addresses in the names section.
  mutating func name(of text: AddressText) -> UInt32 {
    let index = Int(text.number)
    while offsets.count <= index { offsets.append(nil) }
    if let known = offsets[index] { return known }
    let offset = names.offset(of: texts[text])
    offsets[index] = offset
    return offset
  }

  /// The street of an address, or the settlement without streets; nil if the map has neither.
  private mutating func street(
    _ text: AddressText, near position: Coordinate, city: Int?, _ settlements: SettlementFinder
  ) -> Int? {
    // Most addresses lie in the street of the one before.
    if lastStreet?.text != text { lastStreet = knownStreet(text) }
    guard let last = lastStreet else { return nil }
    if let street = Self.nearest(
      last.streets, position, city: city, items, streetBoxes, from: firstStreet, settlements)
    {
      return street
    }
    let settlement = last.settlements.first {
      Distance.metres(items[$0].position, position) < 5_000
    }
    if let settlement { return settlement }
    // Addresses often differ in capitals, accents and hyphens.
    let alike = last.alike ?? streetsAlike(text)
    if last.alike == nil {
      lastStreet?.alike = alike
      knownStreets[text]?.alike = alike
    }
    return Self.nearest(
      alike, position, city: city, items, streetBoxes, from: firstStreet, settlements)
  }

  /// What the map has with the name of a street.
  private mutating func knownStreet(_ text: AddressText) -> KnownStreet {
    if let known = knownStreets[text] { return known }
    let name = name(of: text)
    let new = KnownStreet(
      text: text, streets: streetsByName[name] ?? [], settlements: settlementsByName[name] ?? [])
    knownStreets[text] = new
    return new
  }

  /// The streets whose names have the key of a text.
  private mutating func streetsAlike(_ text: AddressText) -> [Int] {
    if streetsByKey == nil {
      let texts = names.texts()
      var streets: [String: [Int]] = [:]
      for (index, item) in items.enumerated() where item.segment != nil {
        if let text = texts[item.name] { streets[Self.key(text), default: []].append(index) }
      }
      streetsByKey = streets
    }
    return streetsByKey?[Self.key(texts[text])] ?? []
  }

  /// The nearest of some streets, whose boxes begin with that of `first`; one in another settlement counts as farther.
  ///
  /// Static, and without closures that escape, because each of them would copy all of the assembler or of the
  /// settlements for every address.
  private static func nearest(
    _ streets: [Int], _ position: Coordinate, city: Int?, _ items: [Item], _ boxes: [Box],
    from first: Int, _ settlements: SettlementFinder
  ) -> Int? {
    let plane = LocalPlane(at: position)
    func distance(_ street: Int) -> Double { plane.metres(to: boxes[street - first]) }
    // Most names are those of one street.
    if streets.count == 1 { return distance(streets[0]) <= streetDistance ? streets[0] : nil }
    var (least, nearest) = (Double.infinity, -1)
    for street in streets {
      let metres = distance(street)
      if metres < least { (least, nearest) = (metres, street) }
    }
    // None is nearer than one that is in the town of the address.
    if least <= streetDistance, let city, items[nearest].parent == city { return nearest }
    // Any that is farther would lose to the nearest in any settlement.
    let limit = min(least + otherTownMetres, streetDistance)
    var count = 0
    for street in streets where distance(street) <= limit { count += 1 }
    if count <= 1 { return count == 0 ? nil : nearest }
    // A street through two towns is one in each; their boxes may overlap at the border.
    let home = settlements.settlement(at: position, above: PlaceCategory.street.depth)
    var best: (metres: Double, street: Int)?
    for street in streets {
      let metres = distance(street)
      if metres > limit { continue }
      let town = items[street].parent
      let isHome = town != nil && (town == city || town == home)
      let rank = (metres + (isHome ? 0 : otherTownMetres), street)
      if best.map({ rank < $0 }) ?? true { best = rank }
    }
    return best?.street
  }
}
