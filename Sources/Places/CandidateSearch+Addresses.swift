internal import Geo
internal import MapReader
internal import NavFormat
internal import RoadModel

extension CandidateSearch {
  /// The maximum number of points of interest whose addresses are looked up.
  private static let maximumLookups = 128
  /// The maximum number of points of interest to choose from, and of streets near them.
  private static let (maximumChoice, maximumAnchors) = (2_000, 64)
  /// The maximum distance of a point of interest from its address in metres, as in ``PlaceReader``.
  private static let addressReach = 3.0

  /// The typed words in the addresses of points of interest: street, number, postcode and settlement.
  ///
  /// The map has no references from them to their addresses, so these are looked up, and only where words are missing
  /// that an address can have.
  ///
  /// - Parameters:
  ///   - numbers: The house numbers that fit.
  ///   - around: The typed words that settlements, postcodes and house numbers have.
  ///   - lacking: How many words may belong to no address.
  ///   - places: The places.
  /// - Returns: The words as bits, by place.
  /// - Throws: ``NavError`` if the map is damaged.
  func addressWords(
    _ numbers: HouseNumbers, around: UInt16, lacking: Int, _ places: borrowing PlacesView
  ) throws(NavError) -> [Int: UInt16] {
    guard typed.words.count > 1 else { return [:] }
    var points: [Int] = []
    var streets: [Int] = []
    for place in touched {
      let category = places.category(place)
      if category == .street {
        streets.append(place)
      } else if category.isPointOfInterest, own[place] != typed.all {
        points.append(place)
      }
    }
    if points.isEmpty { return [:] }
    // Many places have the same words, so there are few sets of words to compare.
    var isOfStreet = [Bool](repeating: false, count: Int(typed.all) + 1)
    isOfStreet[0] = true
    for street in streets { isOfStreet[Int(own[street])] = true }
    let ofStreets = isOfStreet.indices.filter { isOfStreet[$0] }.map { UInt16($0) }
    var fits = [Bool?](repeating: nil, count: Int(typed.all) + 1)
    var wanted = BestCandidates<Int>(limit: Self.maximumChoice)
    for place in points {
      let missing = typed.all & ~own[place]
      let isKnown =
        fits[Int(missing)]
        ?? ofStreets.contains { (missing & ~around & ~$0).nonzeroBitCount <= lacking }
      fits[Int(missing)] = isKnown
      guard isKnown else { continue }
      let score = bound(place, places)
      let leftOver = wordsLeftOver(of: place, with: own[place], places)
      guard score > wanted.least,
        missing & ~(settlementWords(of: place, places) & ~leftOver) != 0
      else { continue }
      wanted.add(place, score)
    }
    let chosen = nearAnchors(wanted.sorted, places)
    var result: [Int: UInt16] = [:]
    var names: [(place: Int, names: [UInt32])] = []
    for place in chosen {
      if let words = wordsOfHouse(at: place, numbers, places) {
        result[place] = words
      } else {
        names.append((place, try streetNames(of: place, places)))
      }
    }
    let wordsByName = words(ofNames: names.flatMap(\.names), among: streets, places)
    for (place, names) in names {
      result[place] = names.reduce(0) { $0 | (wordsByName[$1] ?? 0) }
    }
    return result
  }

  /// The points of interest nearest to the best streets and postcodes.
  ///
  /// They are selected if there are too many.
  private func nearAnchors(_ all: [Int], _ places: borrowing PlacesView) -> [Int] {
    guard all.count > Self.maximumLookups else { return all }
    var anchors = BestCandidates<LocalPlane>(limit: Self.maximumAnchors)
    for place in touched {
      let category = places.category(place)
      guard category == .street || category == .postcode else { continue }
      let score = Double(own[place].nonzeroBitCount) + Double(exact[place].nonzeroBitCount) / 16
      if score > anchors.least { anchors.add(LocalPlane(at: places.position(place)), score) }
    }
    let planes = anchors.sorted
    let near = all.map { place -> (metres: Double, place: Int) in
      var best = Double.infinity
      for plane in planes {
        let (x, y) = plane.project(places.position(place))
        best = min(best, x * x + y * y)
      }
      return (best, place)
    }
    return near.sorted { $0 < $1 }.prefix(Self.maximumLookups).map(\.place)
  }

  /// The typed words in the address at a point of interest; nil if there is none.
  private func wordsOfHouse(
    at place: Int, _ numbers: HouseNumbers, _ places: borrowing PlacesView
  ) -> UInt16? {
    let house = PlaceReader.nearestAddress(
      places.position(place), within: Self.addressReach, places)
    guard let house else { return nil }
    let street = places.place(ofGroup: house.group)
    let number = places.number(house.address, places.addressGroup(house.group))
    return own[street] | settlementWords(of: street, places) | words(ofGroup: house.group, places)
      | (numbers.matches[number]?.taken(from: typed.all)?.words ?? 0)
  }

  /// The names of the streets of a point of interest: in its details, and of the road where one arrives.
  private func streetNames(
    of place: Int, _ places: borrowing PlacesView
  ) throws(NavError) -> [UInt32] {
    var names: [UInt32] = []
    for row in places.details(of: place) where places.detailKind(row) == .street {
      names.append(places.detailText(row))
    }
    guard let number = places.edgeNumber(place),
      let edge = try map.place(ofEdge: map.edgeID(number))
    else { return names }
    let map = self.map
    let tile = try map.tile(edge.tile)
    let name = tile.nameOffset(tile.way(edge.edge.segment))
    return name == 0 ? names : names + [name]
  }

  /// The typed words of the streets that have one of some names, by name.
  private func words(
    ofNames names: [UInt32], among streets: [Int], _ places: borrowing PlacesView
  ) -> [UInt32: UInt16] {
    var result: [UInt32: UInt16] = [:]
    if names.isEmpty { return result }
    // Nearly all streets have other names, which a bit tells.
    var mayBe = [Bool](repeating: false, count: 4_096)
    for name in names { mayBe[Int(name & 4_095)] = true }
    let wanted = Set(names)
    for street in streets {
      let name = places.nameOffset(street)
      if mayBe[Int(name & 4_095)], wanted.contains(name) { result[name, default: 0] |= own[street] }
    }
    return result
  }
}
