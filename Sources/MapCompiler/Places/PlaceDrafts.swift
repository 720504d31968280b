import Geo
import NavFormat
import OSMInput
import RoadModel
import RoadRules

/// The places of the input with their coordinates.
struct PlaceDrafts: Sendable {
  struct Place: Sendable {
    var reading: PlaceReading
    var position: Coordinate
    var entrance: Coordinate?
  }

  struct Address: Sendable {
    var number: AddressText
    var parts: PlaceCollector.AddressParts
    var position: Coordinate
    var isInterpolated = false
  }

  /// An area with closed borders; `place` is its settlement.
  struct Area: Sendable {
    var place: Int
    var outer: RingIndex
    var inner: RingIndex
    /// The depth by the level of administration; nil for a settlement that is drawn as an area.
    var administrativeDepth: UInt8?
  }

  private(set) var places: [Place] = []
  /// The texts of addresses.
  private(set) var texts = AddressTexts()
  private(set) var addresses: [Address] = []
  /// The postcodes of other elements.
  private(set) var postcodes: [(code: AddressText, position: Coordinate)] = []
  private(set) var areas: [Area] = []
  /// Other names of roads, by way.
  private(set) var roadNames: [Int64: [(kind: PlaceDetail, text: String)]] = [:]
  /// The ways with a name that are platforms.
  private(set) var platforms: Set<Int64> = []
  let scope: PlaceScope

  /// The maximum number of house numbers from a stretch of an interpolation line.
  private static let numbersOfLine = 500

  /// Finds the positions of all elements.
  ///
  /// - Parameter collector: The collected input; its nodes are sealed.
  init(_ collector: borrowing Collector) {
    let places = collector.places
    scope = places.scope
    guard scope != .none else { return }
    roadNames = places.roadNames
    platforms = places.platforms
    var finder = SiteFinder(places, collector.nodes)
    var placeOfNode: [Int64: Int] = [:]
    let spots = Self.last(of: places.spots.map(\.element))
    let positions = finder.positions(of: spots.lazy.map { places.spots[$0].site })
    for (index, position) in zip(spots, positions) {
      guard let position else { continue }
      let spot = places.spots[index]
      if spot.element.kind == .node { placeOfNode[spot.element.id] = self.places.count }
      let entrance = spot.entrance.flatMap { finder.position(ofNode: $0) }
      self.places += spot.readings.map {
        Place(reading: $0, position: position, entrance: entrance)
      }
    }
    addAreas(places, collector, placeOfNode, &finder)
    addAddresses(places, collector, &finder)
  }

  /// The indices of elements that do not occur again.
  private static func last(of elements: [PlaceCollector.Element]) -> [Int] {
    // Files are usually sorted, so that no element occurs again.
    let isSorted = zip(elements, elements.dropFirst()).allSatisfy { a, b in
      a.kind == b.kind ? a.id < b.id : a.kind == .node || b.kind == .relation
    }
    if isSorted { return Array(elements.indices) }
    var last: [PlaceCollector.Element: Int] = [:]
    for (index, element) in elements.enumerated() { last[element] = index }
    return elements.indices.filter { last[elements[$0]] == $0 }
  }

  // MARK: Areas

  private mutating func addAreas(
    _ collected: PlaceCollector, _ collector: borrowing Collector, _ placeOfNode: [Int64: Int],
    _ finder: inout SiteFinder
  ) {
    // A border and its settlement often differ in capitals or marks, as Haż-Żebbuġ and Ħaż-Żebbuġ.
    var byName: [[[UInt8]]: [Int]] = [:]
    for (index, place) in places.enumerated() where place.reading.category.isSettlement {
      if let name = place.reading.name {
        byName[PlaceFolding.words(name), default: []].append(index)
      }
    }
    var seen: Set<PlaceCollector.Element> = []
    for area in collected.areas.reversed() where seen.insert(area.element).inserted {
      let outer = RingIndex(
        CountryFinder.closedRings(area.outer, collector.boundaries, collector.nodes))
      let inner = RingIndex(
        CountryFinder.closedRings(area.inner, collector.boundaries, collector.nodes))
      let name = PlaceFolding.words(area.reading.name ?? "")
      // A country may have the name of its capital, such as Monaco and Luxembourg.
      let isCountry = area.reading.category == .country
      func isSame(_ known: Int) -> Bool {
        let reading = places[known].reading
        // A village that is drawn as an area is more than a locality with its name.
        if area.site != nil, SettlementFinder.reach(reading.category) == nil { return false }
        return (reading.category == .country) == isCountry
          && reading.name.map { PlaceFolding.words($0) } == name
      }
      var place = area.centre.flatMap { placeOfNode[$0] }
      if let known = place, !isSame(known) { place = nil }
      if place == nil {
        place = byName[name]?.first { isSame($0) && outer.contains(places[$0].position) }
      }
      if isCountry, let place { addCode(to: place, of: area.reading) }
      if place == nil {
        let middle = outer.isEmpty ? nil : outer.box.centre
        guard
          // The position of an administrative area that the edge of the input cuts is unknown without a node at its
          // middle.
          let position = area.centre.flatMap({ finder.position(ofNode: $0) }) ?? middle
            ?? area.site.flatMap({ finder.positions(of: [$0])[0] })
        else { continue }
        place = places.count
        places.append(Place(reading: area.reading, position: position))
      }
      if let place, !outer.isEmpty {
        areas.append(
          Area(
            place: place, outer: outer, inner: inner,
            administrativeDepth: area.site == nil ? area.reading.category.depth : nil))
      }
    }
  }

  /// Adds the code of a country, which its node may lack, from its border.
  private mutating func addCode(to country: Int, of border: PlaceReading) {
    let details = places[country].reading.details
    guard let code = border.details.first(where: { $0.kind == .countryCode }),
      !details.contains(where: { $0.kind == .countryCode })
    else { return }
    places[country].reading.details = (details + [code]).sorted { $0.kind < $1.kind }
  }

  // MARK: Addresses

  private mutating func addAddresses(
    _ collected: PlaceCollector, _ collector: borrowing Collector, _ finder: inout SiteFinder
  ) {
    guard scope == .all else { return }
    texts = collected.values.texts
    let streetOfHouse = streets(collected, collector)
    let onLines = Set(collected.interpolations.flatMap { collected.refs[$0.nodes] })
    var ofNode: [Int64: Int] = [:]
    let spots = Self.last(of: collected.addresses.map(\.element))
    let positions = finder.positions(of: spots.lazy.map { collected.addresses[$0].site })
    for (index, position) in zip(spots, positions) {
      guard let position else { continue }
      let spot = collected.addresses[index]
      if spot.element.kind == .node, onLines.contains(spot.element.id) {
        ofNode[spot.element.id] = addresses.count
      }
      var parts = spot.parts
      if parts.street == nil, let street = streetOfHouse[spot.element] {
        parts.street = texts.number(of: street)
      }
      for place in spot.numbers {
        addresses.append(
          Address(number: collected.values.numbers[place], parts: parts, position: position))
      }
    }
    for line in collected.interpolations { interpolate(line, collected.refs, ofNode, &finder) }
    let sites = finder.positions(of: collected.postcodes.lazy.map(\.site))
    for (spot, position) in zip(collected.postcodes, sites) {
      if let position { postcodes.append((spot.code, position)) }
    }
  }

  /// The streets of houses by relations.
  private func streets(
    _ collected: PlaceCollector, _ collector: borrowing Collector
  ) -> [PlaceCollector.Element: String] {
    guard !collected.streets.isEmpty else { return [:] }
    var nameOfRoad: [Int64: UInt32] = [:]
    for way in collector.ways where way.name != 0 { nameOfRoad[way.osmID] = way.name }
    let texts = collector.names.texts()
    var result: [PlaceCollector.Element: String] = [:]
    for street in collected.streets {
      let road = street.roads.lazy.compactMap { nameOfRoad[$0] }.first.flatMap { texts[$0] }
      guard let name = road ?? street.name else { continue }
      for house in street.houses { result[house] = name }
    }
    return result
  }

  /// Adds the numbers between the houses on a line.
  ///
  /// If a house states no street or other detail, the line's value applies, otherwise the other
  /// house's.
  private mutating func interpolate(
    _ line: PlaceCollector.Interpolation, _ refs: [Int64], _ ofNode: [Int64: Int],
    _ finder: inout SiteFinder
  ) {
    var points: [Coordinate] = []
    var from: (number: LineNumber, house: Int)?
    for ref in refs[line.nodes] {
      guard let position = finder.position(ofNode: ref) else {
        // How the line runs here is unknown, but not how it goes on.
        (points, from) = ([], nil)
        continue
      }
      points.append(position)
      guard let house = ofNode[ref],
        let number = LineNumber(texts[addresses[house].number], isAlphabetic: line.isAlphabetic)
      else { continue }
      complete(house, line.parts)
      if let from {
        complete(house, like: from.house)
        complete(from.house, like: house)
        add(from, (number, house), step: line.step, along: points)
      }
      from = (number, house)
      points = [position]
    }
  }

  /// Adds missing parts of an address to a house.
  private mutating func complete(_ house: Int, _ parts: PlaceCollector.AddressParts) {
    let own = addresses[house].parts
    // A house in another street, at a corner, may also be in another town.
    guard own.street == nil || own.street == parts.street else { return }
    addresses[house].parts = PlaceCollector.AddressParts(
      street: parts.street, city: own.city ?? parts.city, postcode: own.postcode ?? parts.postcode)
  }

  /// Gives a house without a street the address of another on its line.
  private mutating func complete(_ house: Int, like other: Int) {
    if addresses[house].parts.street == nil { complete(house, addresses[other].parts) }
  }

  private mutating func add(
    _ from: (number: LineNumber, house: Int), _ to: (number: LineNumber, house: Int), step: Int,
    along points: [Coordinate]
  ) {
    // Between a and C there are other signs than letters.
    guard from.number.stem == to.number.stem, from.number.isCapital == to.number.isCapital else {
      return
    }
    let span = to.number.value - from.number.value
    guard abs(span) > step, abs(span) / step <= Self.numbersOfLine, points.count >= 2 else {
      return
    }
    let line = MeasuredLine(points)
    let model = addresses[from.house]
    for count in 1..<(abs(span) + step - 1) / step {
      let value = from.number.value + count * step * span.signum()
      let wanted = line.drawnLength * Double(count * step) / Double(abs(span))
      addresses.append(
        Address(
          number: texts.number(of: from.number.text(value)), parts: model.parts,
          position: line.position(at: wanted), isInterpolated: true))
    }
  }
}

/// A house number on an interpolation line.
private struct LineNumber {
  /// On an alphabetic line, what stands before the letter; otherwise empty.
  let stem: String
  /// The number; on an alphabetic line, the letter in ASCII.
  let value: Int

  /// The number of a house such as `2` or `2b`; nil for a range such as `6-8`, of which either end may be meant, and on
  /// an alphabetic line for a house without a letter.
  init?(_ text: String, isAlphabetic: Bool) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let rest = text.dropFirst(digits.count)
    // The difference of two larger numbers may not fit.
    guard rest.allSatisfy({ $0.isLetter || $0 == " " }), let number = Int32(digits) else {
      return nil
    }
    guard isAlphabetic else {
      (stem, value) = ("", Int(number))
      return
    }
    guard rest.dropLast().allSatisfy({ $0 == " " }), let letter = rest.last?.asciiValue,
      letter != UInt8(ascii: " ")
    else { return nil }
    (stem, value) = (String(text.dropLast()), Int(letter))
  }

  /// Whether it is a capital letter.
  var isCapital: Bool { !stem.isEmpty && value <= Int(UInt8(ascii: "Z")) }

  /// The text of another number on the same line.
  func text(_ value: Int) -> String {
    stem.isEmpty ? "\(value)" : stem + String(Character(Unicode.Scalar(UInt8(clamping: value))))
  }
}

extension PlaceReading {
  /// All names.
  var names: [String] {
    (name.map { [$0] } ?? []) + details.filter { $0.kind.isName }.map(\.text)
  }
}
