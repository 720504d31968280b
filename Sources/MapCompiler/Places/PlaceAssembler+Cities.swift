import Geo
import NavFormat
import RoadModel
import RoadRules

/// The names of settlements in addresses that are translations, such as `Copenhagen` for København.
private struct PostalNames {
  /// The maximum number of names of a settlement.
  private static let most = 8

  private(set) var names: [Int: [String]] = [:]

  mutating func add(_ name: String, of settlement: Int) {
    let known = names[settlement] ?? []
    if known.count < Self.most, !known.contains(name) {
      names[settlement] = known + [name]
    }
  }
}

/// A settlement that addresses name.
private struct City {
  var text: AddressText
  /// The number of its key.
  var key: UInt32
  /// The settlements with this key as a name.
  var known: [Int]
  /// The other settlements with this key as a name in any language.
  var translated: [Int]
}

/// The settlements of postal addresses.
extension PlaceAssembler {
  /// The folded words of a name, which differ less than names do.
  static func key(_ name: String) -> String {
    PlaceFolding.words(name).map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }

  /// The words for saints of which people write one for another, and their abbreviations.
  private static let saints = ["saint": "st", "sankt": "st", "sint": "st", "sainte": "ste"]

  /// The key of the name of a settlement, in which `St. Julian's`, `St Julians` and `Saint Julian's` are one.
  static func cityKey(_ name: String) -> String {
    var words: [String] = []
    for folded in PlaceFolding.words(name) {
      let word = String(decoding: folded, as: UTF8.self)
      if word == "s", let owner = words.popLast() {
        words.append(owner + word)
      } else {
        words.append(saints[word] ?? word)
      }
    }
    return words.joined(separator: " ")
  }

  /// Finds the settlements of addresses, and makes those that the map does not have.
  ///
  /// - Returns: The settlement of each address.
  mutating func addCities() -> [Int?] {
    let known = settlementsByKey { $0.names }
    let translated = settlementsByKey { $0.translations }
    var postalNames = PostalNames()
    var keys = InternTable<String>()
    let noKey = keys.index(of: "")
    var cities: [AddressText: City] = [:]
    var last: City?
    var result: [Int?] = []
    var missing = NearbyNames<UInt32>()
    var membersOfMissing: [[Int]] = []
    for (index, address) in drafts.addresses.enumerated() {
      guard let text = address.parts.city else {
        result.append(nil)
        continue
      }
      // Most addresses lie in the settlement of the one before.
      if last?.text != text {
        last = cities[text]
        if last == nil {
          let key = Self.cityKey(texts[text])
          let own = known[key] ?? []
          let others = key.isEmpty ? [] : (translated[key] ?? []).filter { !own.contains($0) }
          last = City(text: text, key: keys.index(of: key), known: own, translated: others)
          cities[text] = last
        }
      }
      guard let city = last else { continue }
      var near = nearest(of: city.known, to: address.position)
      // The name may be that of a far settlement, and of a near one in another language.
      if let other = nearest(of: city.translated, to: address.position),
        other.metres + Self.translationMetres < near?.metres ?? .infinity
      {
        near = other
        postalNames.add(texts[text], of: other.index)
      }
      result.append(near?.index)
      if near == nil, city.key != noKey {
        let number = missing.number(of: city.key, near: address.position)
        if number == membersOfMissing.count { membersOfMissing.append([]) }
        membersOfMissing[number].append(index)
      }
    }
    addDetails(postalNames)
    for members in membersOfMissing {
      let many = members.count >= 20
      for member in members { result[member] = items.count }
      items.append(
        Item(
          category: many ? .town : .village,
          position: Coordinate.median(members.map { drafts.addresses[$0].position }),
          name: drafts.addresses[members[0]].parts.city.map { name(of: $0) } ?? 0,
          importance: many ? 130 : 100))
    }
    return result
  }

  /// How much farther from an address a settlement seems whose name in another language it states, in metres.
  private static let translationMetres = 5_000.0

  /// The settlements by the folded ones of some of their names, and by the parts of lists such as `Rabat;Victoria`.
  private func settlementsByKey(_ names: (PlaceReading) -> [String]) -> [String: [Int]] {
    var result: [String: [Int]] = [:]
    for (index, item) in items.enumerated() where item.category.isSettlement {
      for text in names(drafts.places[index].reading) {
        let parts = text.split(separator: ";")
        for name in parts.count > 1 ? [text[...]] + parts : parts {
          let key = Self.cityKey(String(name))
          if result[key]?.last != index { result[key, default: []].append(index) }
        }
      }
    }
    return result
  }

  /// The nearest of some settlements that is near enough to be that of an address; nil if there is none.
  private func nearest(
    of settlements: [Int], to position: Coordinate
  ) -> (metres: Double, index: Int)? {
    var near: (metres: Double, index: Int)?
    for settlement in settlements {
      let metres = Distance.metres(items[settlement].position, position)
      if near.map({ (metres, settlement) < $0 }) ?? true { near = (metres, settlement) }
    }
    return near.flatMap { $0.metres <= Self.cityDistance ? $0 : nil }
  }

  /// Makes the names that addresses use other names of their settlements, so that they are found by them.
  private mutating func addDetails(_ postalNames: PostalNames) {
    for (index, used) in postalNames.names.sorted(by: { $0.key < $1.key }) {
      let details = drafts.places[index].reading.details
      let others = details.filter { $0.kind == .alternativeName }.map(\.text)
      let text = (used + others).joined(separator: ";")
      guard text.utf8.count <= RoadRules.maximumPlaceTextBytes else { continue }
      items[index].details.removeAll { $0.kind == .alternativeName }
      items[index].details.append((.alternativeName, names.offset(of: text)))
    }
  }
}
