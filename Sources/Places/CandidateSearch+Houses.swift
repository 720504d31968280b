internal import MapReader
internal import NavFormat

extension CandidateSearch {
  /// An address whose number was typed.
  struct House {
    var address: Int
    var group: Int
    /// The typed words that it is, as bits.
    var words: UInt16
    /// Whether it is the number as typed; otherwise one that contains it, such as `12-14`.
    var isExact: Bool
    var quality: Int
  }

  /// The address on a street whose number was typed, in the settlement and with the postcode that were typed.
  ///
  /// - Parameters:
  ///   - candidate: The street.
  ///   - open: The typed words that may be the number, as bits.
  ///   - numbers: By typed word, the house numbers that fit it.
  ///   - places: The places.
  /// - Returns: The address; nil if the street has none of the numbers.
  func house(
    of candidate: Candidate, _ open: UInt16, _ numbers: [[Int: NumberMatch]],
    _ places: borrowing PlacesView
  ) -> House? {
    var best: House?
    for (index, number) in typed.numbers.enumerated() {
      guard let number, open >> UInt16(index) & 1 != 0 else { continue }
      var bits: UInt16 = 1 << UInt16(index)
      if number.count > typed.words[index].count, index + 1 < typed.words.count {
        bits |= 1 << UInt16(index + 1)
      }
      for group in places.groups(of: candidate.place).prefix(Self.maximumGroups) {
        let context = groupWords(group, places)
        for address in places.addresses(ofGroup: group) {
          guard let match = numbers[index][places.number(address)] else { continue }
          let quality =
            4 * (match == .exact ? 2 : 1) + 2 * context
            - (places.isInterpolated(group: group) ? 1 : 0)
          guard quality > best?.quality ?? 0 else { continue }
          best = House(
            address: address, group: group,
            words: match == .exact ? bits : 1 << UInt16(index), isExact: match == .exact,
            quality: quality)
        }
      }
    }
    return best
  }

  /// How many typed words the postcode and settlement of a group have, at most two.
  private func groupWords(_ group: Int, _ places: borrowing PlacesView) -> Int {
    var count = 0
    for place in [places.city(ofGroup: group), places.postcode(ofGroup: group)] {
      guard let place, let name = map.name(places.nameOffset(place)) else { continue }
      if PlaceFolding.words(name).contains(where: { typed.words.contains($0) }) { count += 1 }
    }
    return count
  }

  enum NumberMatch { case exact, partial }

  private func match(_ offset: UInt32, _ number: [UInt8], _ plain: [UInt8]) -> NumberMatch? {
    guard let text = map.name(offset) else { return nil }
    let words = PlaceFolding.words(text)
    if words.joined().elementsEqual(number) { return .exact }
    return words.contains(plain) ? .partial : nil
  }

  /// The distinct house numbers of the map that fit a typed one.
  func matches(
    _ number: [UInt8], _ plain: [UInt8], _ places: borrowing PlacesView
  ) -> [Int: NumberMatch] {
    var result: [Int: NumberMatch] = [:]
    for index in 0..<places.layout.numberCount {
      let offset = places.numberText(index)
      // Most numbers differ in their first digit, which is found without a string.
      if map.nameBegins(offset, with: plain[0]), let match = match(offset, number, plain) {
        result[index] = match
      }
    }
    return result
  }
}
