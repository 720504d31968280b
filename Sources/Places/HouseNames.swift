internal import Geo
internal import MapReader
internal import NavFormat

/// The distinct names of houses of a map, such as `Campidoglio`, all of whose words are typed.
///
/// Houses with a name, and not a number, are stored like houses with numbers.
struct HouseNames {
  /// The typed words of each name as bits, by its index among the house numbers of the map; 0 for others.
  private(set) var words: [UInt16]
  /// Whether there are none.
  private(set) var isEmpty = true

  /// The minimum length in bytes of the longest typed word.
  private static let least = 3

  /// Finds the names.
  ///
  /// - Parameters:
  ///   - typed: The typed text.
  ///   - isUnfinished: Whether the last word of the text may be unfinished.
  ///   - map: The map.
  ///   - places: Its places.
  /// - Complexity: O(distinct house numbers); only those that begin with a typed word are read.
  init(
    _ typed: TypedWords, isUnfinished: Bool, _ map: NavMap, _ places: borrowing PlacesView
  ) {
    words = []
    // Few letters are the beginning of many words, and nobody looks for a house by them.
    guard typed.numberWords != typed.all, typed.words.contains(where: { $0.count >= Self.least })
    else { return }
    words = [UInt16](repeating: 0, count: places.layout.numberCount)
    let forms = typed.words.map { Abbreviations.forms(of: $0) }
    let starts = typed.words + forms.joined()
    for index in 0..<places.layout.numberCount {
      let offset = places.numberText(index)
      guard let first = map.firstByte(ofName: offset), !TypedWords.isDigit(first),
        starts.contains(where: { map.mayBegin(offset, with: $0) }), let text = map.name(offset)
      else { continue }
      let name = PlaceFolding.words(text)
      // A single letter is no name.
      guard name.count <= typed.words.count, name.contains(where: { $0.count > 1 }) else {
        continue
      }
      // `loewenhof` for Löwenhof
      var others = PlaceFolding.otherWords(text)
      var bits: UInt16 = 0
      func isTyped(_ word: [UInt8]) -> Bool {
        let index = typed.words.indices.first { index in
          typed.words[index] == word || forms[index].contains(word)
            || isUnfinished && typed.isLast[index] && word.starts(with: typed.words[index])
        }
        guard let index else { return false }
        bits |= 1 << UInt16(index)
        return true
      }
      let areTyped = name.allSatisfy { word in
        if isTyped(word) { return true }
        guard let other = others.firstIndex(where: isTyped) else { return false }
        others.remove(at: other)
        return true
      }
      if areTyped, bits & ~typed.numberWords != 0 { (words[index], isEmpty) = (bits, false) }
    }
  }
}

extension CandidateSearch {
  /// The importance of a house with a name.
  private static let houseImportance = 30.0

  /// The houses that are found by their names, with or without their street and settlement: `Campidoglio, Malta`.
  ///
  /// One word of the name must belong to nothing around the house: `Church Street` is not the house `Church` there.
  ///
  /// - Parameter limit: The maximum number of houses.
  /// - Returns: The houses, best first.
  /// - Throws: ``NavError`` if the places of the map are damaged.
  /// - Complexity: O(distinct house numbers), and O(addresses) if one of them is a typed name.
  func housesByName(limit: Int) throws(NavError) -> [FoundPlace] {
    guard query.categories.isEmpty else { return [] }
    let map = self.map
    let places = try map.places()
    let names = HouseNames(typed, isUnfinished: query.isUnfinished, map, places)
    if names.isEmpty { return [] }
    var best = BestCandidates<(address: Int, group: Int, score: Double)>(limit: limit)
    for group in 0..<places.layout.groupCount {
      var around: UInt16?
      let houses = places.addressGroup(group)
      for address in houses.addresses {
        let number = places.number(address, houses)
        let words = names.words.indices.contains(number) ? names.words[number] : 0
        if words == 0 { continue }
        let street = places.place(ofGroup: group)
        let others =
          around ?? own[street] | settlementWords(of: street, places)
          | self.words(ofGroup: group, places)
        around = others
        guard words & ~others != 0, typed.all & ~words & ~others == 0,
          let name = map.name(places.numberText(number))
        else { continue }
        let position = places.position(address, houses)
        guard isWanted(street, places), query.filter.contains(position) else { continue }
        let wanted = typed.words.indices.filter { words >> UInt16($0) & 1 != 0 }
        let share = Double(wanted.count) / Double(typed.words.count)
        let score =
          comparison.score(name, wanted) * (0.7 + 0.3 * share)
          + 0.25 * Self.houseImportance / 255 + nearness(position)
        best.add((address, group, score), score)
      }
    }
    let reader = PlaceReader(map)
    var result: [FoundPlace] = []
    for house in best.sorted {
      var found = try reader.address(house.address, group: house.group)
      found.score = house.score
      found.distanceMetres = query.near.map { Distance.metres($0, found.position) }
      result.append(found)
    }
    return result
  }
}
