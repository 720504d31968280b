import Geo
import OSMInput
import RoadModel
import RoadRules

/// Collects the places and addresses of the input while it is read.
///
/// Places are kept with the ids of their nodes. One node of each other way is kept, since a
/// relation may refer to it. Memory: 16 bytes for each way, and about 200 for each place or
/// address.
struct PlaceCollector: Sendable {
  /// The location of an element, with its nodes as ids.
  enum Site: Sendable {
    case point(Coordinate)
    /// The nodes of a way.
    case nodes(Range<Int>)
    /// The outer ways of a relation, and a node at its middle.
    case ways([Int64], centre: Int64?)
  }

  /// An element's kind and id.
  struct Element: Hashable, Sendable {
    var kind: OSMMember.Kind
    var id: Int64
  }

  struct Spot: Sendable {
    var element: Element
    /// The place, and what is in it.
    var readings: [PlaceReading]
    var site: Site
    /// The node where people enter an area; nil if unknown.
    var entrance: Int64?
  }

  /// What addresses state besides a number.
  struct AddressParts: Sendable {
    var street: AddressText?
    var city: AddressText?
    var postcode: AddressText?
  }

  struct AddressSpot: Sendable {
    var element: Element
    /// The house numbers, at least one: a range in ``AddressValues/numbers``.
    var numbers: Range<Int>
    var parts: AddressParts
    var site: Site
  }

  /// The postcode of an element without a house number.
  struct PostcodeSpot: Sendable {
    var code: AddressText
    var site: Site
  }

  /// An administrative area, or a settlement that is drawn as an area; ``BoundaryCollector`` has its geometry.
  struct Area: Sendable {
    var element: Element
    var reading: PlaceReading
    var outer: [Int64]
    var inner: [Int64]
    var centre: Int64?
    /// Where the settlement is if its borders are not known; nil for an administrative area.
    var site: Site?
  }

  /// A line along which house numbers are interpolated.
  struct Interpolation: Sendable {
    /// The step: 1 for all numbers or letters, 2 for every other.
    var step: Int
    /// Whether letters behind a number are interpolated, as from `2a` to `2e`.
    var isAlphabetic: Bool
    var nodes: Range<Int>
    /// What the line states for its houses.
    var parts: AddressParts
  }

  /// The houses of a street by a relation.
  struct Street: Sendable {
    var name: String?
    var roads: [Int64]
    var houses: [Element]
  }

  /// The maximum number of nodes of an area that are read.
  private static let sampledNodes = 64

  let rules: RoadRules
  let scope: PlaceScope
  private(set) var spots: [Spot] = []
  private(set) var addresses: [AddressSpot] = []
  private(set) var postcodes: [PostcodeSpot] = []
  private(set) var areas: [Area] = []
  private(set) var interpolations: [Interpolation] = []
  private(set) var streets: [Street] = []
  private(set) var refs: [Int64] = []
  /// Other names of roads, by way.
  private(set) var roadNames: [Int64: [(kind: PlaceDetail, text: String)]] = [:]
  /// The ways with a name that are platforms; it is that of the stop, not of a street.
  private(set) var platforms: Set<Int64> = []
  /// Where the element that is read has the keys of places and addresses.
  private var found = OSMFoundKeys(of: PlaceKey.set)
  /// The values of the tags of addresses.
  private(set) var values: AddressValues
  /// The nodes that are entrances, and whether each is the main one.
  private var entrances: [Int64: Bool] = [:]
  /// The tags of the last element that could not be read.
  private var problems: [TagProblem] = []
  /// A node of each way, in the order of the input; charging stations that are relations also need it.
  private(set) var wayNodes: [(way: Int64, node: Int64)] = []

  init(rules: RoadRules, scope: PlaceScope) {
    self.rules = rules
    self.scope = scope
    values = AddressValues(rules)
  }

  /// The tags of the last element that could not be read; each once.
  mutating func takeProblems() -> [TagProblem] {
    if problems.isEmpty { return [] }
    defer { problems = [] }
    return problems
  }

  /// Finds the keys of an element, and returns whether it may be a place or an address.
  private mutating func mayMatter(_ tags: borrowing OSMTags) -> Bool {
    tags.find(&found)
    let keys = found.keys & PlaceKey.matters
    // Woods and fields have many nodes, which are not looked at.
    return keys & ~PlaceKey.landscape != 0 || keys != 0 && mayBePlace(tags)
  }

  /// The value of a tag of the element that is read; nil if it has none with this key.
  private func value(_ key: PlaceKey, _ tags: borrowing OSMTags) -> String? {
    found[key].map { tags.value(at: $0) }
  }

  mutating func node(_ id: Int64, at position: Coordinate, _ tags: borrowing OSMTags) {
    guard scope != .none else { return }
    let mayMatter = mayMatter(tags)
    if let entrance = value(.entrance, tags), !Self.otherEntrances.contains(entrance) {
      entrances[id] = entrance == "main"
    }
    guard mayMatter else { return }
    add(Element(kind: .node, id: id), tags, .point(position))
  }

  /// Values of `entrance` by which guests do not enter.
  private static let otherEntrances: Set<String> = [
    "no", "emergency", "exit", "fire_exit", "service", "garage", "parking",
  ]

  /// The entrance of an area: the main one, or the only one; nil if the input has none before the area.
  private func entrance(of nodes: [Int64]) -> Int64? {
    if entrances.isEmpty { return nil }
    // The first node of an area is its last, too.
    let known = nodes.dropFirst().filter { entrances[$0] != nil }
    return known.first { entrances[$0] == true } ?? (known.count == 1 ? known.first : nil)
  }

  mutating func way(_ id: Int64, nodes: borrowing [Int64], tags: borrowing OSMTags) {
    if nodes.isEmpty { return }
    wayNodes.append((id, nodes[nodes.count / 2]))
    guard scope != .none else { return }
    let mayMatter = mayMatter(tags)
    if scope == .all, found.has(.name), Self.isPlatform(tags) { platforms.insert(id) }
    guard mayMatter else { return }
    let isClosed = nodes.count > 3 && nodes[0] == nodes[nodes.count - 1]
    let isRoad = found.has(.highway)
    if scope == .all, isRoad,
      tags.hasKey("int_ref") || tags.hasKey(beginningWith: "name:", orEndingWith: "_name")
    {
      let names = rules.otherRoadNames(Collector.roadTags(tags))
      if !names.isEmpty { roadNames[id] = names }
    }
    if scope == .all, let kind = value(.interpolation, tags) {
      // Some state the step itself.
      let isAlphabetic = kind == "alphabetic"
      let step =
        kind == "all" || isAlphabetic ? 1 : kind == "odd" || kind == "even" ? 2 : Int(kind) ?? 0
      if 1...100 ~= step, nodes.count >= 2, nodes.count <= 2_000 {
        let start = refs.count
        refs.append(contentsOf: copy nodes)
        interpolations.append(
          Interpolation(
            step: step, isAlphabetic: isAlphabetic, nodes: start..<refs.count,
            parts: addressParts(tags)))
      }
      return
    }
    if scope == .all, isRoad, let codes = value(.postalCode, tags) {
      refs.append(nodes[nodes.count / 2])
      addPostcodes(codes, .nodes(refs.count - 1..<refs.count))
    }
    // Boundaries of administrative areas and roads are lines, not areas.
    // A weighbridge is often a piece of a road.
    guard
      isClosed || !isRoad && !tags.hasKey("boundary")
        || tags.value(for: "amenity", equals: "weighbridge")
    else { return }
    let start = refs.count
    let stride = max(nodes.count / Self.sampledNodes, 1)
    for place in Swift.stride(from: 0, to: nodes.count, by: stride) { refs.append(nodes[place]) }
    let known = (spots.count, addresses.count, postcodes.count, areas.count)
    add(Element(kind: .way, id: id), tags, .nodes(start..<refs.count))
    if spots.count > known.0 { spots[known.0].entrance = entrance(of: copy nodes) }
    if known == (spots.count, addresses.count, postcodes.count, areas.count) {
      refs.removeLast(refs.count - start)
    }
  }

  mutating func relation(
    _ id: Int64, members: borrowing [OSMMember], tags: borrowing OSMTags
  ) {
    guard scope != .none, let type = tags.value(for: "type") else { return }
    switch type {
    case "associatedStreet", "street":
      guard scope == .all else { return }
      addStreet(copy members, tags)
    case "multipolygon", "boundary", "site":
      guard mayMatter(tags) else { return }
      var outer: [Int64] = []
      var inner: [Int64] = []
      var centre: Int64?
      for member in copy members {
        switch (member.kind, member.role) {
        case (.way, "inner"), (.way, "enclave"): inner.append(member.ref)
        case (.way, _): outer.append(member.ref)
        case (.node, "label"), (.node, "admin_centre"):
          if centre == nil || member.role == "admin_centre" { centre = member.ref }
        default: break
        }
      }
      if tags.value(for: "boundary", equals: "administrative") {
        if scope == .all, let codes = value(.postalCode, tags) {
          addPostcodes(codes, .ways(outer, centre: centre))
        }
        guard let reading = Self.area(Collector.roadTags(tags), rules) else { return }
        problems = reading.problems
        areas.append(
          Area(
            element: Element(kind: .relation, id: id), reading: reading, outer: outer,
            inner: inner, centre: centre))
        return
      }
      add(
        Element(kind: .relation, id: id), tags, .ways(outer, centre: centre), inner: inner)
    default: return
    }
  }

  /// Whether the element that is read may be a place.
  private func mayBePlace(_ tags: borrowing OSMTags) -> Bool {
    if found.keys & PlaceKey.kinds == 0 { return false }
    if found.keys & PlaceKey.features != 0 { return true }
    for (key, values) in PlaceKey.values {
      guard let index = found[key] else { continue }
      for value in values where tags.value(at: index, equals: value) { return true }
    }
    return false
  }

  private mutating func add(
    _ element: Element, _ tags: borrowing OSMTags, _ site: Site, inner: [Int64] = []
  ) {
    if mayBePlace(tags) {
      let tags = Collector.roadTags(tags)
      if let reading = rules.place(tags) {
        problems = reading.problems
        var readings = rules.furtherPlaces(tags, besides: reading)
        if let area = Self.area(of: element, reading, site, inner) {
          areas.append(area)
        } else {
          readings.insert(reading, at: 0)
        }
        if !readings.isEmpty {
          spots.append(Spot(element: element, readings: readings, site: site))
        }
      }
    }
    guard scope == .all else { return }
    let parts = addressParts(tags)
    let numbers = houseNumbers(tags, hasStreet: parts.street != nil)
    if !numbers.isEmpty {
      addresses.append(AddressSpot(element: element, numbers: numbers, parts: parts, site: site))
    } else if let code = parts.postcode {
      postcodes.append(PostcodeSpot(code: code, site: site))
    } else if !found.has(.highway), let codes = value(.postalCode, tags) {
      addPostcodes(codes, site)
    }
  }

  /// A settlement as an area, such as `place=suburb` on a multipolygon; nil if it is a node, or contains no others.
  private static func area(
    of element: Element, _ reading: PlaceReading, _ site: Site, _ inner: [Int64]
  ) -> Area? {
    guard SettlementFinder.reach(reading.category) != nil else { return nil }
    var area = Area(
      element: element, reading: reading, outer: [element.id], inner: inner, site: site)
    switch site {
    case .point: return nil
    case .nodes: break
    case .ways(let outer, let centre): (area.outer, area.centre) = (outer, centre)
    }
    return area
  }

  /// The maximum number of postcodes of an area.
  private static let maximumPostcodes = 16

  /// Adds the postcodes of a settlement, a street or an area, by `postal_code`: `4720;4721`.
  private mutating func addPostcodes(_ codes: String, _ site: Site) {
    for part in codes.split(separator: ";").prefix(Self.maximumPostcodes) {
      if let code = RoadRules.placeText(String(part)) {
        postcodes.append(PostcodeSpot(code: values.add(code), site: site))
      }
    }
  }

  /// The numbers of a house, and its name, in ``AddressValues/numbers``; empty if it has neither.
  private mutating func houseNumbers(
    _ tags: borrowing OSMTags, hasStreet: Bool
  ) -> Range<Int> {
    // A shop with a name of its own is found by that.
    let name = hasStreet || !found.has(.name) ? value(.houseName, tags) : nil
    if name == nil {
      if let number = found[.houseNumber] { return values.houseNumbers(at: number, in: tags) }
      if !found.has(.streetNumber), !found.has(.conscriptionNumber) { return 0..<0 }
    }
    let reading = rules.address(
      number: houseNumber(tags), name: name, street: nil, city: nil, postcode: nil)
    return values.add(reading?.numbers ?? [])
  }

  /// The number of a house; nil if it has none.
  ///
  /// In Czechia and Slovakia, the number in the settlement and that on the street may have tags of their own. The whole
  /// number is `conscription/street`.
  private func houseNumber(_ tags: borrowing OSMTags) -> String? {
    if let number = value(.houseNumber, tags) { return number }
    let onStreet = value(.streetNumber, tags)
    guard let number = value(.conscriptionNumber, tags) else { return onStreet }
    return onStreet.map { "\(number)/\($0)" } ?? number
  }

  /// What the address of a house, or of the houses on a line, states besides a number.
  private mutating func addressParts(_ tags: borrowing OSMTags) -> AddressParts {
    AddressParts(
      street: (found[.street] ?? found[.block]).flatMap { values.text(at: $0, in: tags) },
      city: (found[.city] ?? found[.town] ?? found[.village] ?? found[.hamlet]).flatMap {
        values.text(at: $0, in: tags)
      },
      postcode: found[.postcode].flatMap { values.text(at: $0, in: tags) })
  }

  private mutating func addStreet(_ members: [OSMMember], _ tags: borrowing OSMTags) {
    var street = Street(name: tags.value(for: "name"), roads: [], houses: [])
    for member in members {
      switch member.role {
      case "street": street.roads.append(member.ref)
      case "house", "address", "addr:houselink":
        street.houses.append(Element(kind: member.kind, id: member.ref))
      default: break
      }
    }
    if !street.houses.isEmpty { streets.append(street) }
  }

  /// The kind of an administrative area as a place, by its level.
  private static func area(_ tags: RoadTags, _ rules: RoadRules) -> PlaceReading? {
    guard tags["name"] != nil, let level = tags["admin_level"].flatMap({ Int($0) }) else {
      return nil
    }
    let word: String
    switch level {
    case 2: word = "country"
    case 3, 4: word = "state"
    case 5, 6, 7: word = "county"
    case 8: word = "municipality"
    case 9: word = "suburb"
    case 10: word = "quarter"
    case 11: word = "neighbourhood"
    default: return nil
    }
    let pairs = tags.pairs.filter { $0.key != "place" } + [(key: "place", value: word)]
    return rules.place(RoadTags(pairs))
  }
}
