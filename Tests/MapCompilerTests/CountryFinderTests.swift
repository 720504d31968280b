import Geo
import OSMInput
import TestSupport
import Testing

@testable import MapCompiler

/// Countries on a chessboard: node `10·y + x` lies at latitude y and longitude x, in thousands of units.
private struct Board {
  var boundaries = BoundaryCollector()
  var nodes = NodeStore()

  init(without missing: Set<Int64> = []) {
    for id in 0..<100 as Range<Int64> where !missing.contains(id) {
      nodes.append(id, Self.place(Double(id % 10), Double(id / 10)))
    }
    nodes.seal()
  }

  static func place(_ x: Double, _ y: Double) -> Coordinate {
    Coordinate(latitudeUnits: Int32(y * 1_000), longitudeUnits: Int32(x * 1_000))
  }

  mutating func way(_ id: Int64, _ nodes: [Int64]) {
    boundaries.way(id, nodes: nodes, tags: OSMTags([("boundary", "administrative")]))
  }

  mutating func country(
    _ code: String, outer: [Int64], inner: [Int64] = [], level: String = "2", id: Int64? = nil
  ) {
    let members =
      outer.map { OSMMember(kind: .way, ref: $0, role: "outer") }
      + inner.map { OSMMember(kind: .way, ref: $0, role: "inner") }
    boundaries.relation(
      id ?? Int64(boundaries.relations.count), members: members,
      tags: OSMTags([
        ("type", "boundary"), ("boundary", "administrative"), ("admin_level", level),
        ("ISO3166-1:alpha2", code),
      ]))
  }

  var finder: CountryFinder { CountryFinder(boundaries, nodes: nodes) }

  /// The country in the middle of the square whose lower left corner is a node.
  func country(_ square: Int) -> String? {
    finder.country(at: Self.place(Double(square % 10) + 0.5, Double(square / 10) + 0.5))
  }
}

@Suite struct CountryFinderTests {
  @Test("a border of several ways, in any direction and order, surrounds a country")
  func ring() {
    var board = Board()
    board.way(1, [11, 14])
    board.way(2, [44, 14])
    board.way(3, [44, 41, 31])
    board.way(4, [11, 31])
    board.country("AA", outer: [3, 1, 4, 2])
    #expect(board.country(11) == "AA")
    #expect(board.country(33) == "AA")
    for outside in [0, 1, 10, 14, 34, 41, 44, 99] { #expect(board.country(outside) == nil) }
    #expect(board.finder.complete == ["AA"])
    #expect(board.finder.incomplete.isEmpty && !board.finder.isEmpty)
  }

  @Test("coastlines and roads without a tag that says so are part of a border")
  func untagged() {
    var board = Board()
    board.way(1, [11, 14])
    board.boundaries.way(2, nodes: [14, 44], tags: OSMTags([("natural", "coastline")]))
    board.boundaries.way(3, nodes: [44, 41], tags: OSMTags([("admin_level", "8")]))
    board.boundaries.way(4, nodes: [41, 11], tags: OSMTags([("highway", "residential")]))
    board.country("AA", outer: [1, 2, 3, 4])
    #expect(board.country(22) == nil)
    let refs: [Int64] = [0, 1, 41, 11]
    board.boundaries.complete(
      borders: [], roads: [(id: 9, nodes: 0..<2), (id: 4, nodes: 2..<4)], refs)
    #expect(board.country(22) == "AA")
  }

  @Test("rivers, railways and ways without tags are part of a border that follows them")
  func followed() {
    var board = Board()
    board.way(1, [11, 14])
    board.boundaries.way(7, nodes: [90, 99, 93], tags: OSMTags([("waterway", "stream")]))
    board.boundaries.way(2, nodes: [14, 34], tags: OSMTags([("waterway", "river")]))
    board.boundaries.way(3, nodes: [34, 44], tags: OSMTags([("railway", "rail")]))
    board.boundaries.way(8, nodes: [], tags: OSMTags([]))
    board.boundaries.way(4, nodes: [41, 42, 44], tags: OSMTags([]))
    board.boundaries.way(5, nodes: [41, 11], tags: OSMTags([("source", "survey")]))
    board.country("AA", outer: [1, 2, 3, 4, 5])
    #expect(board.country(22) == nil)
    board.boundaries.complete(borders: [], roads: [], [])
    #expect(board.country(22) == "AA")
    #expect(board.country(94) == nil)
  }

  @Test("the last version of a way that a border follows counts")
  func lastVersion() {
    var board = Board()
    board.way(1, [11, 14, 44])
    board.boundaries.way(2, nodes: [44, 43], tags: OSMTags([]))
    board.boundaries.way(2, nodes: [44, 41, 11], tags: OSMTags([]))
    board.country("AA", outer: [1, 2])
    board.boundaries.complete(borders: [], roads: [], [])
    #expect(board.country(22) == "AA")
  }

  @Test("holes and exclaves: each place is in the country that surrounds it")
  func holes() {
    var board = Board()
    board.way(1, [0, 5, 55, 50, 0])
    board.way(2, [22, 24, 44, 42, 22])
    board.way(3, [77, 78, 88, 87, 77])
    board.country("AA", outer: [1, 3], inner: [2])
    board.country("BB", outer: [2])
    #expect(board.country(11) == "AA")
    #expect(board.country(77) == "AA")
    #expect(board.country(22) == "BB")
    #expect(board.country(66) == nil)
  }

  @Test("a border that is cut surrounds nothing, whatever cuts it")
  func cut() {
    for variant in 0..<4 {
      var board = Board(without: variant == 0 ? [41] : [])
      board.way(1, [11, 14, 44])
      if variant != 1 { board.way(2, [44, 41, 11]) }
      if variant == 2 { board.way(2, [44, 41]) }
      if variant == 3 { board.way(3, [44, 46]) }
      board.country("AA", outer: variant == 3 ? [1, 2, 3] : [1, 2])
      #expect(board.country(22) == nil, "variant \(variant)")
      #expect(board.finder.isEmpty && board.finder.incomplete == ["AA"])
    }
  }

  @Test("a closed exclave counts where the rest of the country is cut, a closed hole does not")
  func partlyCut() {
    var board = Board()
    board.way(1, [0, 5, 55])
    board.way(2, [22, 24, 44, 42, 22])
    board.way(3, [77, 78, 88, 87, 77])
    board.country("AA", outer: [1, 3], inner: [2])
    #expect(board.country(77) == "AA")
    #expect(board.country(22) == nil && board.country(11) == nil)
  }

  @Test("what two countries claim is in neither")
  func disputed() {
    var board = Board()
    board.way(1, [0, 5, 55, 50, 0])
    board.way(2, [22, 28, 88, 82, 22])
    board.country("AA", outer: [1])
    board.country("BB", outer: [2])
    #expect(board.country(11) == "AA")
    #expect(board.country(66) == "BB")
    #expect(board.country(33) == nil)
  }

  @Test("a territory with a code of its own is told from its state")
  func territory() {
    var board = Board()
    board.way(1, [0, 9, 99, 90, 0])
    board.way(2, [22, 24, 44, 42, 22])
    board.country("AA", outer: [1])
    board.country("BB", outer: [2], level: "4")
    board.country("CC", outer: [2], level: "5")
    #expect(board.country(11) == "AA")
    #expect(board.country(22) == "BB")
  }

  @Test(
    "of several versions the last counts; a member named twice counts once")
  func repeats() {
    var board = Board()
    board.way(1, [0, 5, 55, 50, 0])
    board.way(1, [11, 14, 44, 41, 11])
    board.country("AA", outer: [1], id: 7)
    board.country("BB", outer: [1, 1], id: 7)
    #expect(board.country(22) == "BB")
    #expect(board.country(0) == nil)
  }

  static let codes: [([(String, String)], String?)] = [
    ([("ISO3166-1:alpha2", "AD")], "AD"),
    ([("ISO3166-1", "es")], "ES"),
    ([("country_code", "de")], "DE"),
    ([("ISO3166-1:alpha2", "FX")], "FR"),
    ([("ISO3166-1", "GBR")], nil),
    ([("ISO3166-1", "1é")], nil),
    ([("name", "Elbonia")], nil),
  ]

  @Test("the code is that of ISO 3166-1 in capitals", arguments: codes)
  func code(_ tags: [(String, String)], _ expected: String?) {
    for type in ["boundary", "multipolygon"] {
      var boundaries = BoundaryCollector()
      let all =
        [("type", type), ("boundary", "administrative"), ("admin_level", "2")] + tags
      boundaries.relation(1, members: [], tags: OSMTags(all))
      #expect(boundaries.relations[1]?.country == expected)
    }
  }

  static let otherTags: [[(String, String)]] = [
    [("type", "boundary"), ("boundary", "administrative"), ("admin_level", "6")],
    [("type", "boundary"), ("boundary", "administrative")],
    [("type", "boundary"), ("boundary", "land_area"), ("admin_level", "2")],
    [("type", "multilinestring"), ("boundary", "administrative"), ("admin_level", "2")],
    [("boundary", "administrative"), ("admin_level", "2")],
  ]

  @Test("other relations are no countries", arguments: otherTags)
  func others(_ tags: [(String, String)]) {
    var boundaries = BoundaryCollector()
    boundaries.relation(1, members: [], tags: OSMTags(tags + [("ISO3166-1", "AA")]))
    #expect(boundaries.relations.isEmpty)
  }

  @Test("ways are kept if they may be borders")
  func ways() {
    var boundaries = BoundaryCollector()
    boundaries.way(1, nodes: [1, 2], tags: OSMTags([("boundary", "administrative")]))
    boundaries.way(
      2, nodes: [2, 3], tags: OSMTags([("natural", "coastline"), ("admin_level", "2")]))
    boundaries.way(3, nodes: [3, 4], tags: OSMTags([("boundary", "protected_area")]))
    boundaries.way(4, nodes: [4, 5], tags: OSMTags([("highway", "track"), ("admin_level", "6")]))
    boundaries.way(5, nodes: [5, 6], tags: OSMTags([("highway", "track")]))
    boundaries.way(6, nodes: [6, 7], tags: OSMTags([("natural", "coastline")]))
    #expect((1...6).map { boundaries.nodes(ofWay: $0).count } == [2, 2, 0, 2, 0, 2])
  }

  @Test("most places decide, if they are more than half")
  func majority() {
    var board = Board()
    board.way(1, [0, 5, 55, 50, 0])
    board.country("AA", outer: [1])
    let finder = board.finder
    let (inside, outside) = (Board.place(1, 1), Board.place(8, 8))
    #expect(finder.majority(of: [inside, inside, outside]) == "AA")
    #expect(finder.majority(of: [inside, outside]) == nil)
    #expect(finder.majority(of: [outside]) == nil)
    #expect(finder.majority(of: []) == nil)
  }
}

@Suite struct RingIndexTests {
  @Test("inside is what an odd number of edges separates from infinity, on random rings")
  func random() {
    var generator = SeededGenerator(seed: 31)
    for size in [3, 4, 7, 40, 500] {
      for range in [4, 1_000, 900_000_000] as [Int32] {
        // Few places on a small range make corners, level edges and spikes.
        let corners = (0..<size).map { _ in
          Coordinate(
            latitudeUnits: .random(in: -range...range, using: &generator),
            longitudeUnits: .random(in: -range...range, using: &generator))
        }
        let edges = zip(corners, corners.dropFirst() + corners.prefix(1)).map {
          RingIndex.Edge($0, $1)
        }
        let index = RingIndex(edges)
        for _ in 0..<200 {
          let place = Coordinate(
            latitudeUnits: .random(in: -range...range, using: &generator),
            longitudeUnits: .random(in: -range...range, using: &generator))
          let crossed = edges.count { $0.isEast(of: place) }
          #expect(index.contains(place) == (crossed % 2 == 1))
        }
      }
    }
  }

  @Test("a ray through corners counts each once")
  func corners() {
    let places = [(0, 0), (2, 2), (4, 0), (2, -2)].map {
      Coordinate(latitudeUnits: $0.1, longitudeUnits: $0.0)
    }
    let diamond = RingIndex(
      zip(places, places.dropFirst() + places.prefix(1)).map { RingIndex.Edge($0, $1) })
    func contains(_ x: Int32, _ y: Int32) -> Bool {
      diamond.contains(Coordinate(latitudeUnits: y, longitudeUnits: x))
    }
    #expect(contains(2, 0) && contains(1, 0) && contains(3, 0) && contains(2, 1))
    #expect(!contains(-1, 0) && !contains(5, 0) && !contains(0, 2) && !contains(0, -2))
    #expect(!RingIndex([]).contains(places[0]))
  }

  @Test("the whole range of coordinates does not overflow")
  func extremes() {
    let (south, north, west, east) = (-900_000_000, 900_000_000, -1_800_000_000, 1_800_000_000)
    func place(_ x: Int, _ y: Int) -> Coordinate {
      Coordinate(latitudeUnits: Int32(y), longitudeUnits: Int32(x))
    }
    let ring = [place(west, south), place(0, north), place(east, south), place(0, south)]
    let index = RingIndex(
      zip(ring, ring.dropFirst() + ring.prefix(1)).map { RingIndex.Edge($0, $1) })
    #expect(index.contains(place(0, 0)))
    #expect(!index.contains(place(west, north)) && !index.contains(place(east, 0)))
  }
}
