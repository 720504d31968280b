import Geo
import MapReader
import NavFormat
import OSMInput
import RoadModel
import TestSupport
import Testing

@testable import MapCompiler

/// The ids of nodes in a map are those of the input, and only there when they are asked for.
@Suite struct NodeIDsTests {
  /// What the input says of ways and nodes.
  private struct Source: OSMVisitor {
    var positions: [Int64: Coordinate] = [:]
    var ways: [Int64: [Int64]] = [:]

    mutating func node(_ id: Int64, at position: Coordinate?, tags: borrowing OSMTags) {
      positions[id] = position
    }

    mutating func way(_ id: Int64, nodes: borrowing [Int64], tags: borrowing OSMTags) {
      ways[id] = copy nodes
    }

    mutating func relation(_ id: Int64, members: borrowing [OSMMember], tags: borrowing OSMTags) {}

    /// The nodes of a way in runs, without those that are missing, and those named twice on end.
    func runs(_ way: Int64) -> [[Int64]] {
      var runs: [[Int64]] = [[]]
      for node in ways[way] ?? [] {
        if positions[node] == nil {
          runs.append([])
        } else if runs[runs.count - 1].last != node {
          runs[runs.count - 1].append(node)
        }
      }
      return runs
    }
  }

  static let extracts = [
    "monaco-osrm.osm.pbf", "fiji-ferry-antimeridian.osm.pbf", "liechtenstein-2013-08-03.osm.bz2",
    "reisterstown-via-restriction.osm.pbf", "andorra-2015.osm.gz",
  ]

  @Test(
    "the nodes of every segment follow each other in its way, and its points lie at them",
    .enabled(if: !TestData.present(extracts).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(extracts))
  func real(_ name: String) async throws {
    let extract = TestData.path(name)
    let built = try await BuiltMap(file: extract, options: .withNodeIDs)
    var source = Source()
    _ = try OSMReader(.file(extract)).read(into: &source) { _, _ in true }
    let map = built.map
    var reader = NodeIDReader(map)
    var (points, strangers, far) = (0, 0, 0)
    for number in map.tiles {
      let tile = try map.tile(number)
      for segment in tile.layout.ownSegments {
        let place = EdgePlace(tile: number, segment: segment, direction: .forward)
        let ids = try reader.ids(along: place)
        let shape = tile.shape(segment)
        #expect(ids.count == shape.count)
        points += ids.count
        let runs = source.runs(tile.wayOSMID(tile.way(segment)))
        if !runs.contains(where: { $0.contains(ids) }) { strangers += 1 }
        for (id, point) in zip(ids, shape) {
          guard let position = source.positions[id], Distance.metres(position, point) < 0.1 else {
            far += 1
            continue
          }
        }
      }
    }
    #expect(points > 1_000 && strangers == 0 && far == 0)
  }

  @Test(
    "every edge has its nodes in the direction of travel; without the section its junctions alone")
  func edges() async throws {
    let drawing = AsciiMap(
      """
      A-a-b-B-c-C
            |   |
            D-d-E
      """,
      ways: ["AabBcC": "highway=primary", "BDdEC": "highway=residential"],
      relations: [.restriction("no_right_turn", from: "AabBcC", via: "B", to: "BDdEC")])
    let with = try await drawing.build(options: .withNodeIDs).built.map
    let without = try await drawing.build().built.map
    #expect(with.hasNodeIDs && !without.hasNodeIDs)
    func letters(_ map: NavMap) throws -> Set<String> {
      let letters = "AabBcCDdE"
      return Set(
        try map.edgeNumbers.map { edge in
          String(
            try map.nodeIDs(ofEdge: map.edgeID(edge)).map { id in
              try letters.first { try drawing.node($0) == id } ?? "?"
            })
        })
    }
    #expect(try letters(with) == ["AabB", "BbaA", "BcC", "CcB", "BDdEC", "CEdDB"])
    #expect(try letters(without) == ["AB", "BA", "BC", "CB"])
    #expect(try with.nodeIDs(ofEdge: with.edgeID(with.endOfEdges)).isEmpty)
  }

  @Test("nodes named twice on end, missing ones and those at one place shift no ids")
  func oddWays() async throws {
    let drawing = AsciiMap(
      "A-b-c-d-E-f-G-h-i-J",
      ways: [
        "AAbbbcdE": "highway=primary", "EfG?GhhiJ": "highway=primary",
        "ccb": "highway=construction",
      ],
      sharing: ["d": "c"])
    let map = try await drawing.build(options: .withNodeIDs).built.map
    let forward = try map.edgeNumbers.map { try map.nodeIDs(ofEdge: map.edgeID($0)) }
    let wanted = try ["AbcdE", "EfG", "GhiJ"].map { try $0.map { try drawing.node($0) } }
    #expect(Set(forward) == Set(wanted + wanted.map { $0.reversed() }))
  }

  @Test("a map of several tiles with ids is the same for any number of threads, and verifies")
  func threads() async throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Array(StreetGrid(rows: 70, columns: 70).xml.utf8), "grid.osm")
    var bytes: [[UInt8]] = []
    for threads in [1, 3] {
      var options = MapCompiler.Options.withNodeIDs
      options.threads = threads
      let built = try await BuiltMap(file: input, options: options)
      bytes.append(built.fileBytes)
      #expect(built.map.tileCount > 1)
      try built.map.verify()
    }
    #expect(bytes[0] == bytes[1] && !bytes[0].isEmpty)
  }

  @Test("but for the section and what counts sections, a map is the same with and without ids")
  func sameOtherwise() async throws {
    let town = MapCompilerTests.town
    let with = try await town.build(options: .withNodeIDs).built.map
    let without = try await town.build().built.map
    #expect(with.sections[.nodeIDs] != nil && without.sections[.nodeIDs] == nil)
    #expect(with.header.optional == without.header.optional | FileHeader.nodeIDsFeature)
    for id in SectionID.allCases where id != .nodeIDs && id != .tileDirectory {
      #expect(with.sections[id]?.check == without.sections[id]?.check, "\(id.name)")
    }
  }
}
