internal import Geo
internal import MapReader
internal import NavFormat
internal import RoadModel

extension CandidateSearch {
  /// An address with a typed house number.
  struct House {
    var address: Int
    var group: Int
    /// The typed words that belong neither to the number nor to the street, as bits.
    var missing: UInt16
    /// Whether it is the number as typed; otherwise one that contains it, such as `12-14`.
    var isExact: Bool
    /// The number of typed words in its own postcode and settlement.
    var stated: Int

    /// The rank: fewest missing words, then an exact number, then most words of its own address.
    fileprivate var quality: Int {
      (isExact ? 16 : 0) + 2 * min(stated, 7) - 32 * missing.nonzeroBitCount
    }
  }

  /// The address on a street whose number was typed, in the settlement and with the postcode that were typed.
  ///
  /// The postcode and settlement of other houses on the street are not those of a house, unless it states none.
  ///
  /// - Parameters:
  ///   - candidate: The street.
  ///   - open: The typed words that may be the number, as bits.
  ///   - numbers: The house numbers that fit.
  ///   - places: The places.
  /// - Returns: The address; nil if the street has none of the numbers, or only for another settlement.
  func house(
    of candidate: Candidate, _ open: UInt16, _ numbers: HouseNumbers, _ places: borrowing PlacesView
  ) -> House? {
    let groups = places.groups(of: candidate.place).prefix(Self.maximumGroups)
    if groups.isEmpty || numbers.matches.isEmpty { return nil }
    let base = candidate.own | settlementWords(of: candidate.place, places)
    let stated = groups.map { statedWords($0, places) }
    let cities = stated.reduce(0) { $0 | ($1.city ?? 0) }
    let codes = stated.reduce(0) { $0 | ($1.postcode ?? 0) }
    var best: (house: House, rank: (Int, Int, Int, Double))?
    for (group, words) in zip(groups, stated) {
      let around = base | (words.city ?? cities) | (words.postcode ?? codes)
      // A village near a town is not the town.
      let city = places.city(ofGroup: group).map { self.own[$0] } ?? 0
      let own = (city | (words.postcode ?? 0)) & ~candidate.own
      let houses = places.addressGroup(group)
      for address in houses.addresses {
        guard let match = numbers.matches[places.number(address, houses)]?.taken(from: open) else {
          continue
        }
        let house = House(
          address: address, group: group, missing: typed.all & ~around & ~match.words,
          isExact: match.isExact, stated: own.nonzeroBitCount)
        guard house.missing.nonzeroBitCount <= candidate.missing.nonzeroBitCount else { continue }
        let quality = 2 * house.quality - (places.isInterpolated(group: group) ? 1 : 0)
        // The 1 of `12/1` may also begin a postcode. Of `47/3`, the first is the house, the other a flat in it. A
        // street may have a number twice.
        let rank = (
          quality, match.words.nonzeroBitCount, -match.words.trailingZeroBitCount,
          nearness(places.position(address, houses))
        )
        if let best, rank <= best.rank { continue }
        best = (house, rank)
      }
    }
    return best?.house
  }

  /// The typed words that only the settlements around a place or its house have, and not as typed, such as the Triesen
  /// of Triesenberg.
  func inexactWords(
    around candidate: Candidate, _ house: House?, _ places: borrowing PlacesView
  ) -> UInt16 {
    let outer = typed.all & ~candidate.own
    if outer == 0 { return 0 }
    var (all, exactly): (UInt16, UInt16) = (0, 0)
    let city = house.flatMap { places.city(ofGroup: $0.group) }
    for first in [places.parent(candidate.place), city] {
      var depth = 0
      var next = first
      while let settlement = next, depth < 10 {
        all |= own[settlement]
        exactly |= exact[settlement]
        next = places.parent(settlement)
        depth += 1
      }
    }
    return outer & all & ~exactly
  }

  /// The typed words that the settlements around a place have.
  func settlementWords(of place: Int, _ places: borrowing PlacesView) -> UInt16 {
    var words: UInt16 = 0
    var depth = 0
    var next = places.parent(place)
    while let settlement = next, depth < 10 {
      words |= own[settlement]
      next = places.parent(settlement)
      depth += 1
    }
    return words
  }

  /// The typed words of the settlement and of the postcode that the addresses of a group state; nil for none.
  private func statedWords(
    _ group: Int, _ places: borrowing PlacesView
  ) -> (city: UInt16?, postcode: UInt16?) {
    var city: UInt16?
    if let place = places.city(ofGroup: group) {
      city = own[place] | (places.parent(place).map { own[$0] } ?? 0)
    }
    return (city, places.postcode(ofGroup: group).map { own[$0] })
  }

  /// The typed words in the stated settlement and postcode of a group, as bits.
  func words(ofGroup group: Int, _ places: borrowing PlacesView) -> UInt16 {
    let stated = statedWords(group, places)
    return (stated.city ?? 0) | (stated.postcode ?? 0)
  }

  /// The houses with a postcode and a number that were typed without a street, as `1012 AB 12` in the Netherlands.
  ///
  /// - Parameters:
  ///   - numbers: The house numbers that fit.
  ///   - places: The places.
  /// - Returns: At most as many as wanted, those that are nearest to the coordinate of the search.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  /// - Complexity: O(groups of addresses) if a postcode and a number were typed.
  func housesOfPostcodes(
    _ numbers: HouseNumbers, _ places: borrowing PlacesView
  ) throws(NavError) -> [FoundPlace] {
    let codes = Set(touched.filter { places.category($0) == .postcode })
    if codes.isEmpty || numbers.matches.isEmpty { return [] }
    var best = BestCandidates<(address: Int, group: Int)>(limit: query.limit)
    for group in 0..<places.layout.groupCount {
      guard let code = places.postcode(ofGroup: group), codes.contains(code) else { continue }
      let street = places.place(ofGroup: group)
      let around = settlementWords(of: street, places) | words(ofGroup: group, places)
      // All other words must belong to the postcode or the settlement.
      let open = typed.all & ~around
      if open == 0 || open & ~numbers.words != 0 || !isWanted(street, places) { continue }
      let houses = places.addressGroup(group)
      for address in houses.addresses {
        guard let match = numbers.matches[places.number(address, houses)]?.taken(from: open),
          match.isExact, match.words == open
        else { continue }
        let position = places.position(address, houses)
        if query.filter.contains(position) { best.add((address, group), nearness(position)) }
      }
    }
    let reader = PlaceReader(map)
    var result: [FoundPlace] = []
    for house in best.sorted {
      var found = try reader.address(house.address, group: house.group)
      found.score = 1 + nearness(found.position)
      found.distanceMetres = query.near.map { Distance.metres($0, found.position) }
      result.append(found)
    }
    return result
  }
}
