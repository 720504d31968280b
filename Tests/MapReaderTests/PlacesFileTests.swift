import Bytes
import Geo
import MapCompiler
import MapReader
import RoadModel
import TestSupport
import Testing

@testable import NavFormat

/// The section of places: read as it was written, and refused where it says what can't be.
@Suite struct PlacesFileTests {
  private static let xml = """
    <osm version="0.6">
      <node id="1" lat="1.0" lon="1.0"/><node id="2" lat="1.0" lon="1.01"/>
      <way id="5"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/>
        <tag k="name" v="Long Lane"/></way>
      <node id="3" lat="1.001" lon="1.003"><tag k="place" v="village"/><tag k="name" v="Ham"/></node>
      <node id="4" lat="1.0001" lon="1.004"><tag k="addr:housenumber" v="7"/>
        <tag k="addr:street" v="Long Lane"/><tag k="addr:postcode" v="AB1"/></node>
      <node id="6" lat="1.0001" lon="1.006"><tag k="amenity" v="fuel"/><tag k="brand" v="Oil"/></node>
    </osm>
    """

  /// What the section says, read to the end; the error if it is refused.
  private static func read(_ file: MapFile, _ folder: TemporaryFolder) throws -> [String] {
    let path = folder.file("places.nav")
    file.write(to: path)
    let map = try NavMap(path: path)
    let places = try map.places()
    var lines: [String] = []
    for place in 0..<places.layout.placeCount {
      lines.append(
        "\(places.position(place)) \(places.category(place)) \(places.nameOffset(place)) "
          + "\(String(describing: places.parent(place))) \(String(describing: places.edgeNumber(place)))"
      )
      for row in places.details(of: place) {
        lines.append(
          "\(places.detailKind(row).rawValue) \(map.name(places.detailText(row)) ?? "-")")
      }
      for group in places.groups(of: place) {
        for address in places.addressGroup(group).addresses {
          lines.append(
            "\(map.name(places.numberOffset(address, group: group)) ?? "-") "
              + "\(places.position(ofAddress: address, group: group)) "
              + "\(String(describing: places.city(ofGroup: group))) "
              + "\(String(describing: places.postcode(ofGroup: group)))")
        }
      }
    }
    var cursor = places.firstWord(notBelow: [0])
    while var word = cursor {
      var list: [Int] = []
      places.forEachPlace(word.postings) { list.append($0) }
      lines.append("\(String(decoding: word.word, as: UTF8.self)) \(list)")
      cursor = places.advance(&word) ? word : nil
    }
    return lines
  }

  @Test("the section is read as it was written")
  func good() async throws {
    let lines = try Self.read(try await MapFile(xml: Self.xml), try TemporaryFolder())
    let words = lines.filter { $0.hasSuffix("]") }.map { $0.prefix { $0 != " " } }
    #expect(words == ["ab1", "fuel", "ham", "lane", "long", "oil"])
    // 31.25 steps of 32e-7 degrees north of the road, and 312.5 east of the village, rounded.
    #expect(lines.contains { $0.hasPrefix("7 1.0000992,1.0040016 ") })
    #expect(lines.contains("6 Oil") == false && lines.contains("40 fuel"))
  }

  @Test("words of any length, and addresses of any extent, come back as they were")
  func extremes() throws {
    var contents = PlacesContents()
    contents.places = (0..<Int32(300)).map { place in
      let position = Coordinate(
        latitudeUnits: 500_000_000 + place * 1_000, longitudeUnits: -70_000_000 - place * 777)
      return PlacesContents.Place(category: .street, position: position, name: 1)
    }
    let lengths = [1, 14, 15, 16, 17, 29, 30, 31, 48]
    var words = lengths.map { String(repeating: "a", count: $0) }
    words += lengths.dropLast().map { String(repeating: "a", count: $0) + "b" }
    words += (100..<200).map { "w\($0)" }
    let lists: [[UInt32]] = [[0], [299], [0, 299], [7, 8], Array(0..<300)]
    contents.words = words.sorted().enumerated().map { (Array($1.utf8), lists[$0 % lists.count]) }
    // One house; a line; the widest square; and what needs two squares.
    let houses: [(place: Int, offsets: [(Int32, Int32)])] = [
      (3, [(0, 0)]), (5, [(0, 0), (0, 3_200), (0, 64)]), (7, [(0, 0), (131_000, 131_000)]),
      (8, [(0, 0), (500_000, 9), (500_032, 41)]),
    ]
    for (place, offsets) in houses {
      for (latitude, longitude) in offsets {
        contents.addresses.append(
          PlacesContents.Address(
            place: place, city: nil, postcode: 2, text: UInt32(contents.addresses.count + 5),
            position: Coordinate(
              latitudeUnits: 13_104_000 + latitude, longitudeUnits: -13_104_000 + longitude),
            isInterpolated: false))
      }
    }
    let bytes = contents.encoded()
    let layout = try PlacesLayout(bytes.rawBytes, at: 0)
    let places = PlacesView(bytes.rawBytes, layout: layout)
    try places.validate(at: 0, (edgeEnd: 0, namesLength: 100))
    var cursor = places.firstWord(notBelow: [0])
    var read: [String] = []
    while var word = cursor {
      var list: [UInt32] = []
      places.forEachPlace(word.postings) { list.append(UInt32($0)) }
      read.append("\(String(decoding: word.word, as: UTF8.self)) \(list)")
      var again: [UInt32] = []
      places.forEachPlace(ofWords: word.index..<word.index + 1) { again.append(UInt32($0)) }
      #expect(again == list)
      cursor = places.advance(&word) ? word : nil
    }
    #expect(
      read == contents.words.map { "\(String(decoding: $0.word, as: UTF8.self)) \($0.places)" })
    var found = 0
    for (place, _) in houses {
      for group in places.groups(of: place) {
        #expect(places.city(ofGroup: group) == nil && places.postcode(ofGroup: group) == 2)
        for address in places.addressGroup(group).addresses {
          let text = places.numberOffset(address, group: group)
          let own = try #require(contents.addresses.first { $0.text == text })
          let position = places.position(ofAddress: address, group: group)
          #expect(own.place == place)
          #expect(abs(position.latitudeUnits - own.position.latitudeUnits) <= 16)
          #expect(abs(position.longitudeUnits - own.position.longitudeUnits) <= 16)
          found += 1
        }
      }
    }
    #expect(found == contents.addresses.count)
  }

  struct Chain: Sendable {
    /// Each place and the number of its parent.
    var places: [(category: PlaceCategory, parent: Int?)]
    var isValid: Bool
  }

  static let chains = [
    Chain(places: [(.region, nil), (.village, 0), (.hamlet, 1)], isValid: true),
    Chain(places: [(.village, nil), (.village, 0), (.hamlet, 1)], isValid: true),
    Chain(places: [(.city, nil), (.town, 0), (.suburb, 1)], isValid: true),
    Chain(places: [(.region, nil), (.village, 0), (.village, 1)], isValid: true),
    Chain(places: [(.village, nil), (.village, 0), (.village, 1)], isValid: false),
    Chain(places: [(.village, 1), (.village, 0), (.hamlet, 0)], isValid: false),
    Chain(places: [(.village, 0), (.region, nil), (.hamlet, 0)], isValid: false),
    Chain(places: [(.hamlet, nil), (.village, 0), (.region, nil)], isValid: false),
    Chain(places: [(.street, nil), (.street, 0), (.region, nil)], isValid: false),
    Chain(places: [(.village, nil), (.village, 3), (.region, nil)], isValid: false),
  ]

  @Test("places lie in settlements above, or in one of their depth that does", arguments: chains)
  func parents(_ chain: Chain) throws {
    var contents = PlacesContents()
    contents.places = chain.places.map { category, parent in
      let position = Coordinate(latitudeUnits: 500_000_000, longitudeUnits: 70_000_000)
      return PlacesContents.Place(
        category: category, position: position, name: 1, parent: parent)
    }
    let bytes = contents.encoded()
    let layout = try PlacesLayout(bytes.rawBytes, at: 0)
    let places = PlacesView(bytes.rawBytes, layout: layout)
    var isValid = true
    do { try places.validate(at: 0, (edgeEnd: 0, namesLength: 100)) } catch { isValid = false }
    #expect(isValid == chain.isValid)
  }

  @Test("every changed byte, its checks put right, is refused or read without harm")
  func everyByte() async throws {
    let good = try await MapFile(xml: Self.xml)
    let folder = try TemporaryFolder()
    let refused = try good.refusals(of: .places, called: "places") { _ = try Self.read($0, folder) }
    #expect(refused > good.section(.places).range.count)
  }

  @Test("numbers beyond everything are refused")
  func counts() async throws {
    let good = try await MapFile(xml: Self.xml)
    let folder = try TemporaryFolder()
    let start = good.section(.places).range.lowerBound
    // Between the counts are the origin, which must be on earth, and the version.
    for field in 0..<18 {
      var file = good
      file.put(9...10 ~= field ? UInt32(Int32.max) : .max, at: start + 4 * field)
      file.repair()
      #expect(throws: NavError.self) { _ = try Self.read(file, folder) }
    }
  }

  @Test("navdump says the same", .enabled(if: Program.hasPython, "needs python3"))
  func dump() async throws {
    let built = try await BuiltMap(xml: Self.xml)
    let dumped = Program.navdump("--only place", built.map.path)
    let own = try SwiftDump(built.map).lines.filter { $0.hasPrefix("{\"record\":\"place\"") }
    #expect(dumped.status == 0 && dumped.lines == own && own.count > 2)
    withExtendedLifetime(built) {}
  }

  @Test(
    "navdump reads it, and refuses what is refused here",
    .enabled(if: Program.hasPython, "needs python3"))
  func navdump() async throws {
    let good = try await MapFile(xml: Self.xml)
    let folder = try TemporaryFolder()
    #expect(Program.verdict(good, in: folder) == 0)
    let range = good.section(.places).range
    var both = 0
    for offset in stride(from: range.lowerBound, to: range.upperBound, by: 13) {
      var file = good
      file.bytes[offset] ^= 0xFF
      file.repair()
      var isRefused = false
      do {
        _ = try Self.read(file, folder)
        // `verify` checks the map's other promises, too.
      } catch is NavError { isRefused = true }
      if isRefused {
        #expect(Program.verdict(file, in: folder) == 1, "byte \(offset - range.lowerBound)")
        both += 1
      }
    }
    #expect(both > 5)
  }

  @Test("a reader that does not know the section opens the map; one without it says so")
  func absent() async throws {
    var options = MapCompiler.Options()
    options.places = .none
    let built = try await BuiltMap(xml: Self.xml, options: options)
    let map = built.map
    #expect(!map.hasPlaces && map.sections[.places] == nil)
    #expect(throws: NavError.self) { _ = try map.places().layout }
    try map.verify()
    withExtendedLifetime(built) {}
  }

  @Test("the same bytes for any number of threads")
  func threads() async throws {
    var files: [[UInt8]] = []
    for threads in [1, 4] {
      var options = MapCompiler.Options()
      options.threads = threads
      let built = try await BuiltMap(xml: Self.xml, options: options)
      files.append(try MapFile(of: built.map).bytes)
      withExtendedLifetime(built) {}
    }
    #expect(files[0] == files[1])
  }
}
