import Bytes
import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Maps with right checks that no reader is led astray by, and that break the format all the same.
@Suite struct VerificationTests {
  /// A change of the hand-made map's tiles, and what verifying says of it.
  struct Flaw: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rule: String
    let change: @Sendable (inout TileContents) -> Void

    init(
      _ name: String, _ rule: String, _ change: @escaping @Sendable (inout TileContents) -> Void
    ) {
      (testDescription, self.rule, self.change) = (name, rule, change)
    }
  }

  static let flaws = [
    Flaw("turn rows reversed", "turn rows do not ascend") { $0.turns.reverse() },
    Flaw("a turn row twice", "turn rows do not ascend") {
      if let last = $0.turns.last { $0.turns.append(last) }
    },
    Flaw("a turn between edges that do not meet", "do not meet at an own junction") {
      if $0.number == 0 { $0.turns[0].from = $0.turns[0].from.reversed }
    },
    Flaw("a junction without the flag of its turns", "turn flag of junction") { tile in
      for junction in tile.junctions.indices { tile.junctions[junction].flags.remove(.turns) }
    },
    Flaw("an edge that is in no list", "not every edge is in the list") {
      if $0.number == 1 { $0.junctions[0].out.removeLast() }
    },
    Flaw("a list that does not ascend", "do not ascend") { $0.junctions[0].out.reverse() },
    Flaw("a road of half its length", "length of segment 0 is not that of its shape") {
      $0.segments[0].length /= 2
    },
    Flaw("a road that begins the other way", "bearing of segment 0 is not that of its shape") {
      $0.segments[0].bearingFrom = $0.segments[0].bearingFrom.reversed
    },
    Flaw("a copy with another reach", "the copy has another reach") {
      if $0.number == 1, let last = $0.segments.indices.last { $0.segments[last].reach = 0 }
    },
    Flaw("a copy of another way", "the copy has another") {
      if $0.number == 1 { $0.ways[1].osmID += 1 }
    },
    Flaw("a crossing that leads elsewhere", "not that of the junction in tile") {
      if $0.number == 0 { $0.crossings[0].position.latitudeUnits += 1 }
    },
    Flaw("a via edge that another answers", "via edge 0 is not answered") {
      if $0.number == 1 { $0.vias[0].base ^= 1 }
    },
    Flaw("a country that is the header's", "the country is that of the header") {
      $0.country = "DE"
    },
    Flaw("a name that is not there", "a name is not inside") {
      if $0.number == 2 { $0.ways[0].name = 4_000 }
    },
    Flaw("a track grade that is none", "there is no such track grade") {
      $0.attributes[0].trackGrade = 6
    },
    Flaw("a copy with other words", "the copy has another word") {
      if $0.number == 1 { $0.ways[1].words.removeLast() }
    },
    Flaw("a copy with another approach", "the copy has another approach") { tile in
      guard tile.number == 1 else { return }
      for segment in tile.segments.indices { tile.segments[segment].approaches = [] }
    },
    Flaw("an approach behind the end of its segment", "its segment has no such point") { tile in
      for segment in tile.segments.indices where !tile.segments[segment].approaches.isEmpty {
        tile.segments[segment].approaches[0].point += 5
      }
    },
    Flaw("arrows of lanes that are no arrows", "word of kind 1 is not in its canonical form") {
      $0.ways[1].words[0].text = HandMadeMap.nameOffsets[4]
    },
    Flaw("a word without a text", "a word has no text") { $0.ways[1].words[0].text = 0 },
    Flaw("a word that is not there", "a name is not inside") { $0.ways[1].words[0].text = 4_000 },
    Flaw("a name in a language that is not there", "a name in language 1") {
      $0.ways[4].words[0].kind = .name(inLanguage: 1)
    },
  ]

  @Test("what the format forbids is found by verifying the file", arguments: flaws)
  func tiles(_ flaw: Flaw) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("flawed.nav")
    try MapFile(HandMadeMap.bytes(changing: flaw.change)).write(to: path)
    let map = try NavMap(path: path)
    let error = #expect(throws: NavError.self) { try map.verify() }
    #expect(error?.description.contains(flaw.rule) == true, "\(error?.description ?? "accepted")")
  }

  @Test(
    "what the format forbids is found by navdump too",
    .enabled(if: Program.hasPython, "needs python3"), arguments: flaws)
  func navdump(_ flaw: Flaw) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("flawed.nav")
    try MapFile(HandMadeMap.bytes(changing: flaw.change)).write(to: path)
    #expect(Program.navdump("--verify", path).status == 1)
  }

  // MARK: Sections

  /// Writes a map with some bytes changed and the checks put right, and gives what is found wrong.
  private static func finding(
    _ map: NavMap, deep: Bool = false, _ change: (inout MapFile) throws -> Void
  ) throws -> String? {
    let folder = try TemporaryFolder()
    let path = folder.file("changed.nav")
    var file = try MapFile(of: map)
    try change(&file)
    file.repair()
    file.write(to: path)
    do throws(NavError) {
      let changed = try NavMap(path: path)
      try changed.verify()
      try changed.verifyHierarchy()
      if deep { try changed.verifyMetrics() }
      return nil
    } catch { return error.description }
  }

  @Test("header and section table must agree on what the file has")
  func features() async throws {
    let map = try await CompiledMap.pacificMap
    for bit in 0..<3 {
      let found = try Self.finding(map) { $0.bytes[24] ^= 1 << UInt8(bit) }
      #expect(found?.contains("section table disagree") == true, "\(found ?? "accepted")")
    }
  }

  @Test("the boxes of the header and of the tile index are those of the tiles, no less and no more")
  func boxes() async throws {
    let map = try await CompiledMap.pacificMap
    for offset in [64, 72] {
      let found = try Self.finding(map) { $0.bytes[offset] &-= 1 }
      #expect(found?.contains("the box is not that of the tiles") == true)
    }
    let found = try Self.finding(map) { file in
      let last = file.section(.tileIndex).range.upperBound
      for offset in last - 16..<last { file.bytes[offset] = 0 }
    }
    #expect(found?.contains("tile index") == true)
  }

  @Test("boxes of segments that hold nothing are found")
  func segmentBoxes() async throws {
    let found = try Self.finding(try await CompiledMap.pacificMap) { file in
      let boxes = try file.column("boxes", ofTile: 0)
      for bit in boxes.first..<boxes.first + boxes.rows * boxes.stride {
        file.bytes[bit >> 3] &= ~(1 << UInt8(bit & 7))
      }
    }
    #expect(found?.contains("is not that of the segments it covers") == true)
  }

  private static let limited = """
    <osm version="0.6">
      <node id="1" lat="50.000" lon="8.000"/><node id="2" lat="50.001" lon="8.000"/>
      <node id="3" lat="50.001" lon="8.002"/><node id="4" lat="50.000" lon="8.002"/>
      <way id="10"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/>
        <tag k="maxheight" v="3.5"/></way>
      <way id="11"><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/>
        <tag k="maxheight" v="3.8"/></way>
      <way id="12"><nd ref="3"/><nd ref="4"/><tag k="highway" v="primary"/>
        <tag k="hgv:conditional" v="no @ (22:00-06:00)"/></way>
      <way id="13"><nd ref="4"/><nd ref="1"/><tag k="highway" v="primary"/></way>
    </osm>
    """

  @Test("lists of restrictions are those that the rules in the tiles ask for")
  func restrictions() async throws {
    let built = try await BuiltMap(xml: Self.limited)
    let map = built.map
    let good = try MapFile(of: map)
    let start = good.section(.restrictions).range.lowerBound
    func word(_ place: Int) -> UInt32 { good.bytes.rawBytes.u32(start + 4 * place) }
    // Two lists: four edges with a height, two under a condition.
    #expect((0..<5).map(word) == [2, 1, 4, RestrictionLists.conditionalKind, 2])
    let plain = try Self.finding(map) { _ in }
    #expect(plain == nil)
    let changes: [(place: Int, value: UInt32, rule: String)] = [
      (5, 3_400, "is not listed"), (6, word(10), "out of order|do not ascend|is not listed"),
      (1, 2, "is not listed"), (1, 13, "unknown or out of order"), (3, 1, "out of order"),
      (15, 2, "is not listed"),
    ]
    for (place, value, rule) in changes {
      let found = try Self.finding(map) { $0.put(value, at: start + 4 * place) } ?? "accepted"
      let isExpected = rule.split(separator: "|").contains { found.contains($0) }
      #expect(isExpected, "word \(place): \(found)")
    }
  }

  @Test("a metric must be what the roads cost, and of this hierarchy")
  func metrics() async throws {
    let map = try await CompiledMap.pacificMap
    let plain = try Self.finding(map, deep: true) { _ in }
    #expect(plain == nil)
    func all(_ file: inout MapFile, _ value: UInt8) {
      for offset in file.section(.metric(.car)).range.dropFirst(24) { file.bytes[offset] = value }
    }
    let unreachable = try Self.finding(map, deep: true) { all(&$0, 0xFF) }
    #expect(unreachable != nil, "a metric that reaches nothing")
    // Where turns join edges of the top it is found without making the metric anew.
    let large = try Self.finding(try await CompiledMap.map) { all(&$0, 0xFF) }
    #expect(large?.contains("has no cost") == true)
    let free = try Self.finding(map) { all(&$0, 0) }
    #expect(free?.contains("is too small") == true)
    let start = try MapFile(of: map).section(.metric(.car)).range.lowerBound
    let other = try Self.finding(map) { $0.bytes[start + 8] ^= 1 }
    #expect(other?.contains("belongs to another hierarchy") == true)
    // One unit more: only making it anew tells.
    let dearer = try Self.finding(map, deep: true) { $0.bytes[start + 24] ^= 1 }
    #expect(dearer?.contains("the roads that it stands for") == true)
  }

  @Test("a turn that the hierarchy must have and lacks is found")
  func turns() async throws {
    let map = try await CompiledMap.map
    let layout = try #require(map.hierarchyLayout)
    // A metric that reaches nothing tells of a way that is a single turn: "way up 17 is a turn …".
    let told = try #require(
      try Self.finding(map) { file in
        for offset in file.section(.metric(.car)).range.dropFirst(24) { file.bytes[offset] = 0xFF }
      })
    let words = told.split(separator: " ")
    let place = try #require(words.firstIndex(of: "way"))
    let number = try #require(Int(words[place + 2]))
    let masks = words[place + 1] == "up" ? layout.upMasks : layout.downMasks
    let good = try MapFile(of: map)
    let start = good.section(.hierarchy).range.lowerBound + masks.lowerBound
    func isWay(_ arc: Int) -> Bool {
      good.bytes.rawBytes.u64(start + 8 * (arc / 64)) >> UInt64(arc % 64) & 1 != 0
    }
    let ways = (0..<layout.arcCount).filter(isWay)
    let arc = ways[number]
    // The way goes, and another comes beside it: no count changes.
    var rules: [String] = []
    for other in arc / 64 * 64..<min(arc / 64 * 64 + 64, layout.arcCount) where !isWay(other) {
      let found = try Self.finding(map) { file in
        for bit in [arc, other] { file.bytes[start + bit / 8] ^= 1 << UInt8(bit % 8) }
        let check = CRC32C.value(
          of: file.bytes.rawBytes.extracting(file.section(.hierarchy).range))
        for section in file.sections where section.id == SectionID.metricNumber {
          file.put(check, at: section.range.lowerBound + 8)
        }
      }
      rules.append(try #require(found))
      if rules.last?.contains("lacks the turn") == true { return }
    }
    Issue.record("\(rules)")
  }
}
