import Geo
import MapReader
import NavFormat
import Places
import RoadModel
import TestSupport
import Testing

/// Names and addresses of real extracts are found.
@Suite struct RealPlacesTests {
  private static let addressed = ["liechtenstein-2025.osm.pbf", "aachen.osm.pbf"]
  private static let named = [
    "liechtenstein-2025.osm.pbf", "heidelberg.test.osm.pbf", "neubrandenburg.osm.bz2",
  ]

  /// Addresses of the compared extract, spread evenly: a text, and where it is.
  private static func addresses(
    _ map: NavMap, count: Int
  ) throws -> [(street: String, number: String, city: String, position: Coordinate)] {
    let places = try map.places()
    var all: [(street: String, number: String, city: String, position: Coordinate)] = []
    for group in 0..<places.layout.groupCount {
      let street = places.place(ofGroup: group)
      let city = places.city(ofGroup: group) ?? places.parent(street)
      guard let name = map.name(places.nameOffset(street)), let city,
        let cityName = map.name(places.nameOffset(city))
      else { continue }
      for address in places.addressGroup(group).addresses {
        guard let number = map.name(places.numberOffset(address, group: group)) else { continue }
        all.append(
          (name, number, cityName, places.position(ofAddress: address, group: group)))
      }
    }
    let step = max(all.count / count, 1)
    return stride(from: 0, to: all.count, by: step).prefix(count).map { all[$0] }
  }

  private static func isSame(
    _ found: FoundPlace?,
    _ wanted: (street: String, number: String, city: String, position: Coordinate)
  ) -> Bool {
    guard let found, found.kind == .address else { return false }
    return found.houseNumber == wanted.number && found.name == wanted.street
      && Distance.metres(found.position, wanted.position) < 100
  }

  @Test(
    "a thousand addresses are found first as they are, and among five with a typing error",
    .enabled(if: !TestData.present(addressed).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(addressed))
  func addresses(_ extract: String) async throws {
    let built = try await BuiltMap(extract: extract)
    let search = PlaceSearch(built.map)
    let wanted = try Self.addresses(built.map, count: 1_000)
    var generator = SeededGenerator(seed: 1)
    var (exact, wrong) = (0, 0)
    for address in wanted {
      let text = "\(address.street) \(address.number), \(address.city)"
      if Self.isSame(try search.places(for: PlaceQuery(text, limit: 1)).first, address) {
        exact += 1
      }
      let street = Self.mistyped(address.street, &generator)
      let found = try search.places(
        for: PlaceQuery("\(street) \(address.number), \(address.city)", limit: 5))
      if found.contains(where: { Self.isSame($0, address) }) { wrong += 1 }
    }
    print("\(extract): \(wanted.count) addresses, exact \(exact), with an error \(wrong)")
    #expect(wanted.count == 1_000)
    #expect(exact >= 970)
    #expect(wrong >= 900)
  }

  /// A text with a letter missing, doubled, changed or exchanged.
  static func mistyped(_ text: String, _ generator: inout SeededGenerator) -> String {
    var letters = Array(text)
    let places = letters.indices.filter { letters[$0].isLetter }
    guard places.count >= 4, let at = places.dropFirst().randomElement(using: &generator) else {
      return text
    }
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: letters.remove(at: at)
    case 1: letters.insert(letters[at], at: at)
    case 2: letters[at] = letters[at] == "e" ? "a" : "e"
    default: if at + 1 < letters.count { letters.swapAt(at, at + 1) }
    }
    return String(letters)
  }

  @Test(
    "every named place is found near it by its own name, and by its first three letters",
    .enabled(if: !TestData.present(named).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(named))
  func everyName(_ extract: String) async throws {
    let built = try await BuiltMap(extract: extract)
    let search = PlaceSearch(built.map)
    let places = try built.map.places()
    var (named, byName, byPrefix) = (0, 0, 0)
    for place in 0..<places.layout.placeCount {
      guard let name = built.map.name(places.nameOffset(place)),
        let word = PlaceFolding.words(name).first
      else { continue }
      named += 1
      let near = places.position(place)
      let isPoint = places.category(place).isPointOfInterest
      // Another category of the same element is the same place.
      func isSame(_ found: FoundPlace) -> Bool {
        found.place == place || isPoint && found.position == near && found.name == name
      }
      let full = try search.places(for: PlaceQuery(name, near: near))
      if full.contains(where: isSame) { byName += 1 }
      let prefix = String(decoding: word, as: UTF8.self).prefix(3)
      let short = try search.places(for: PlaceQuery(String(prefix), near: near))
      if short.contains(where: isSame) {
        byPrefix += 1
      } else {
        print("\(extract): \(name) is not among the first ten for \(prefix)")
      }
    }
    print("\(extract): \(named) named, by name \(byName), by prefix \(byPrefix)")
    #expect(Double(byName) >= 0.99 * Double(named))
    #expect(Double(byPrefix) >= 0.95 * Double(named))
  }
}
