import Geo
import MapReader
import OSMInput
import Places
import TestSupport
import Testing

/// Addresses as the OSM file has them, read with no code of the compiler, are found on the map.
@Suite struct SourceAddressTests {
  private static let extracts = [
    "aachen.osm.pbf", "liechtenstein-2025.osm.pbf", "heidelberg.test.osm.pbf",
    "kbh-copenhagen.osm.pbf", "neubrandenburg.osm.bz2",
  ]

  @Test(
    "97 % of a thousand addresses are first, and 90 % with a typing error among five",
    .enabled(if: !TestData.present(extracts).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(extracts))
  func addresses(_ extract: String) async throws {
    var source = SourceAddresses()
    _ = try OSMReader(.file(TestData.path(extract))).read(into: &source) { _, _ in true }
    let all = source.known
    let built = try await BuiltMap(extract: extract)
    let search = PlaceSearch(built.map)
    var generator = SeededGenerator(seed: 77)
    let wanted = all.shuffled(using: &generator).prefix(1_000)
    var (first, wrong) = (0, 0)
    for address in wanted {
      // What lies at the same place may have the same street and number in two towns.
      let text = "\(address.street) \(address.number), \(address.city)"
      if address.isSame(try search.places(for: PlaceQuery(text, limit: 1)).first) {
        first += 1
      }
      let mistyped = RealPlacesTests.mistyped(address.street, &generator)
      let found = try search.places(
        for: PlaceQuery("\(mistyped) \(address.number), \(address.city)", limit: 5))
      if found.contains(where: { address.isSame($0) }) { wrong += 1 }
    }
    print(
      "\(extract): \(wanted.count) of \(all.count) addresses, first \(first), mistyped \(wrong)")
    try #require(wanted.count >= 100)
    #expect(Double(first) >= 0.97 * Double(wanted.count))
    #expect(Double(wrong) >= 0.9 * Double(wanted.count))
  }
}

/// The addresses of an OSM file.
private struct SourceAddresses: OSMVisitor {
  struct Address {
    var street: String
    var number: String
    var city: String
    var position: Coordinate

    func isSame(_ found: FoundPlace?) -> Bool {
      guard let found, found.kind == .address, let house = found.houseNumber else { return false }
      // The map has 3;5 as two addresses, and names without double spaces.
      func letters(_ text: String) -> String { text.lowercased().filter { !$0.isWhitespace } }
      let numbers = number.split { $0 == ";" || $0 == "," }.map { letters(String($0)) }
      return numbers.contains(letters(house)) && letters(found.name) == letters(street)
        && Distance.metres(found.position, position) < 250
    }
  }

  private(set) var known: [Address] = []
  private var nodes: [Int64: Coordinate] = [:]

  mutating func node(_ id: Int64, at position: Coordinate?, tags: borrowing OSMTags) {
    guard let position else { return }
    nodes[id] = position
    add(position, tags)
  }

  mutating func way(_ id: Int64, nodes refs: borrowing [Int64], tags: borrowing OSMTags) {
    guard tags.hasKey("addr:housenumber"), !refs.isEmpty else { return }
    if let position = nodes[refs[0]] { add(position, tags) }
  }

  mutating func relation(_ id: Int64, members: borrowing [OSMMember], tags: borrowing OSMTags) {}

  private mutating func add(_ position: Coordinate, _ tags: borrowing OSMTags) {
    guard let number = tags.value(for: "addr:housenumber"),
      let street = tags.value(for: "addr:street"), let city = tags.value(for: "addr:city"),
      number.contains(where: \.isNumber)
    else { return }
    // Of a list, one is typed.
    let typed = number.split { $0 == ";" || $0 == "," }.first.map(String.init) ?? number
    known.append(Address(street: street, number: typed, city: city, position: position))
  }
}
