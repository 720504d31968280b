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
    var words = PlaceWords(texts)
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
      words.add(item, place: UInt32(place))
    }
    contents.addresses = orderedAddresses(number).map { address in
      PlacesContents.Address(
        place: number[address.item], city: address.city.map { number[$0] },
        postcode: address.postcode.map { number[$0] }, text: address.number,
        position: address.position, isInterpolated: address.isInterpolated)
    }
    contents.numbers = Self.ordered(Set(contents.addresses.map(\.text)), texts)
    contents.words = words.sorted()
    return AssembledPlaces(contents: contents, segments: order.map { items[$0].segment })
  }

  /// House numbers, the smallest first; those of one street lie near each other then.
  private static func ordered(_ numbers: Set<UInt32>, _ texts: [UInt32: String]) -> [UInt32] {
    let keys = numbers.map { number in
      let text = Array((texts[number] ?? "").utf8)
      let digits = text.prefix { 48...57 ~= $0 }
      return (value: Int(String(decoding: digits, as: UTF8.self)) ?? .max, text: text, number)
    }
    return keys.sorted {
      $0.value != $1.value ? $0.value < $1.value : $0.text.lexicographicallyPrecedes($1.text)
    }.map(\.2)
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
}

/// The dictionary of the words of places while it is made.
private struct PlaceWords {
  private let texts: [UInt32: String]
  private var words: [(word: [UInt8], places: [UInt32])] = []
  private var indices: [[UInt8]: Int] = [:]
  /// The words of texts, many of which occur again, such as the types of shops.
  private var ofTexts: [UInt32: [Int]] = [:]
  private var ofCategories: [PlaceCategory: [Int]] = [:]

  init(_ texts: [UInt32: String]) { self.texts = texts }

  /// Adds the words by which a place is found.
  mutating func add(_ item: PlaceAssembler.Item, place: UInt32) {
    add(item.name, place)
    for detail in item.details {
      let isType = detail.kind == .type && item.category.isPointOfInterest
      if detail.kind.isName || isType { add(detail.text, place) }
    }
    if item.category.isPointOfInterest, item.category != .other { add(item.category, place) }
  }

  private mutating func add(_ text: UInt32, _ place: UInt32) {
    if let known = ofTexts[text] { return add(known, place) }
    let new = texts[text].map { indices(of: $0) } ?? []
    ofTexts[text] = new
    add(new, place)
  }

  private mutating func add(_ category: PlaceCategory, _ place: UInt32) {
    let known = ofCategories[category] ?? indices(of: category.word)
    ofCategories[category] = known
    add(known, place)
  }

  private mutating func add(_ some: [Int], _ place: UInt32) {
    for index in some where words[index].places.last != place { words[index].places.append(place) }
  }

  /// The indices of the words of a text, which may be new.
  private mutating func indices(of text: String) -> [Int] {
    let folded = PlaceFolding.words(text)
    return (folded + PlaceFolding.otherWords(text, besides: folded)).map { word in
      if let known = indices[word] { return known }
      indices[word] = words.count
      words.append((word, []))
      return words.count - 1
    }
  }

  /// The words in the order of their bytes, with their places in ascending order.
  func sorted() -> [(word: [UInt8], places: [UInt32])] {
    words.sorted { $0.word.lexicographicallyPrecedes($1.word) }
  }
}
