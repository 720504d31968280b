internal import Geo
internal import MapReader
internal import NavFormat
internal import RoadModel

extension CandidateSearch {
  /// Points of interest whose addresses are looked up.
  private static let maximumLookups = 128
  /// Points of interest among which these are chosen, and streets that they are near to.
  private static let (maximumChoice, maximumAnchors) = (2_000, 64)
  /// An address within so many metres is that of a point of interest, as in ``PlaceReader``.
  private static let addressReach = 3.0

  /// The typed words in the addresses of points of interest: street, number, postcode and settlement.
  ///
  /// The map has no references from them to their addresses, so these are looked up, and only where words are missing
  /// that an address can have.
  ///
  /// - Parameters:
  ///   - numbers: The house numbers that fit.
  ///   - lacking: How many words may belong to no address.
  ///   - places: The places.
  /// - Returns: The words as bits, by place.
  /// - Throws: ``NavError`` if the map is damaged.
  func addressWords(
    _ numbers: HouseNumbers, lacking: Int, _ places: borrowing PlacesView
  ) throws(NavError) -> [Int: UInt16] {
    guard typed.words.count > 1 else { return [:] }
    // Many places have the same words, so there are few sets of words to compare.
    var around = numbers.words
    var ofStreets: Set<UInt16> = [0]
    var points: [Int] = []
    for place in touched {
      let category = places.category(place)
      if category == .street {
        ofStreets.insert(own[place])
      } else if !category.isPointOfInterest {
        around |= own[place]
      } else if own[place] != typed.all {
        points.append(place)
      }
    }
    var fits: [UInt16: Bool] = [:]
    var wanted = BestCandidates<Int>(limit: Self.maximumChoice)
    for place in points {
      let missing = typed.all & ~own[place]
      let isKnown =
        fits[missing]
        ?? ofStreets.contains { (missing & ~around & ~$0).nonzeroBitCount <= lacking }
      fits[missing] = isKnown
      guard isKnown else { continue }
      let score = bound(place, places)
      guard score > wanted.least, missing & ~settlementWords(of: place, places) != 0 else {
        continue
      }
      wanted.add(place, score)
    }
    let chosen = nearAnchors(wanted.sorted, places)
    if chosen.isEmpty { return [:] }
    var streets: [UInt32: UInt16] = [:]
    for place in touched where places.category(place) == .street {
      streets[places.nameOffset(place), default: 0] |= own[place]
    }
    var result: [Int: UInt16] = [:]
    for place in chosen {
      result[place] = try addressWords(of: place, numbers, streets, places)
    }
    return result
  }

  /// The points of interest that are nearest to streets and postcodes with the most typed words, if there are too many.
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

  /// The typed words in the address of a point of interest, else those of its street.
  private func addressWords(
    of place: Int, _ numbers: HouseNumbers, _ streets: [UInt32: UInt16],
    _ places: borrowing PlacesView
  ) throws(NavError) -> UInt16 {
    let position = places.position(place)
    if let house = PlaceReader.nearestAddress(position, within: Self.addressReach, places) {
      let street = places.place(ofGroup: house.group)
      return own[street] | settlementWords(of: street, places)
        | words(ofGroup: house.group, places)
        | (numbers.matches[places.number(house.address)]?.words ?? 0)
    }
    var words: UInt16 = 0
    for row in places.details(of: place) where places.detailKind(row) == .street {
      words |= streets[places.detailText(row)] ?? 0
    }
    guard let number = places.edgeNumber(place),
      let edge = try map.place(ofEdge: map.edgeID(number))
    else { return words }
    let map = self.map
    let tile = try map.tile(edge.tile)
    let name = tile.nameOffset(tile.way(edge.edge.segment))
    return words | (name == 0 ? 0 : streets[name] ?? 0)
  }
}
