import Geo
import NavFormat
import RoadModel

/// The order of places in the file, and the dictionary of their words.
extension PlaceAssembler {
  /// The places along the Hilbert curve, with their addresses and words.
  func sorted() -> AssembledPlaces {
    let keys = items.map { HilbertCurve.index(of: $0.position) }
    let order = items.indices.sorted {
      (keys[$0], items[$0].category.rawValue, $0) < (keys[$1], items[$1].category.rawValue, $1)
    }
    var number = [Int](repeating: 0, count: items.count)
    for (place, item) in order.enumerated() { number[item] = place }
    var contents = PlacesContents()
    let texts = names.texts()
    var wordIndices: [[UInt8]: Int] = [:]
    var words: [(word: [UInt8], places: [UInt32])] = []
    for (place, index) in order.enumerated() {
      let item = items[index]
      contents.places.append(
        PlacesContents.Place(
          category: item.category, position: item.position, name: item.name,
          parent: item.parent.map { number[$0] }, importance: item.importance,
          entrance: item.entrance))
      for detail in item.details.sorted(by: { ($0.kind, $0.text) < ($1.kind, $1.text) }) {
        contents.details.append(
          PlacesContents.Detail(place: place, kind: detail.kind, text: detail.text))
      }
      for text in self.texts(of: item, texts) {
        let folded = PlaceFolding.words(text)
        for word in folded + PlaceFolding.otherWords(text, besides: folded) {
          if let index = wordIndices[word] {
            if words[index].places.last != UInt32(place) {
              words[index].places.append(UInt32(place))
            }
          } else {
            wordIndices[word] = words.count
            words.append((word, [UInt32(place)]))
          }
        }
      }
    }
    contents.addresses = orderedAddresses(number).map { address in
      PlacesContents.Address(
        place: number[address.item], city: address.city.map { number[$0] },
        postcode: address.postcode.map { number[$0] }, text: address.number,
        position: address.position, isInterpolated: address.isInterpolated)
    }
    contents.words = words.sorted { $0.word.lexicographicallyPrecedes($1.word) }
    return AssembledPlaces(contents: contents, segments: order.map { items[$0].segment })
  }

  /// The addresses by the places of their items in the file; those of one place keep their order.
  ///
  /// As places are numbered, counting is several times as fast as a comparison sort.
  private func orderedAddresses(_ number: [Int]) -> [Numbered] {
    var ends = [Int](repeating: 0, count: items.count + 1)
    for address in addresses { ends[number[address.item] + 1] += 1 }
    for place in items.indices { ends[place + 1] += ends[place] }
    var order = [Int](repeating: 0, count: addresses.count)
    for (index, address) in addresses.enumerated() {
      let place = number[address.item]
      order[ends[place]] = index
      ends[place] += 1
    }
    return order.map { addresses[$0] }
  }

  /// The words of the categories, because finding the name of a case is slow.
  private static let categoryWords = Dictionary(
    uniqueKeysWithValues: PlaceCategory.allCases.map { ($0, $0.word) })

  /// The texts for finding a place.
  private func texts(of item: Item, _ texts: [UInt32: String]) -> [String] {
    var result: [String] = []
    if let name = texts[item.name] { result.append(name) }
    for detail in item.details {
      let isType = detail.kind == .type && item.category.isPointOfInterest
      if detail.kind.isName || isType, let text = texts[detail.text] { result.append(text) }
    }
    if item.category.isPointOfInterest, item.category != .other {
      result.append(Self.categoryWords[item.category] ?? "")
    }
    return result
  }
}
