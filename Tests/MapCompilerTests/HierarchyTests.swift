import MapReader
import NavFormat
import OSMInput
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

@testable import MapCompiler

/// The hierarchy that a build writes.
@Suite struct HierarchyTests {
  static let names = ["monaco-osrm.osm.pbf", "liechtenstein-2025.osm.pbf"]

  private static func build(
    _ name: String, threads: Int = 1, hierarchy: Bool = true
  ) async throws -> BuiltMap {
    var options = MapCompiler.Options()
    options.threads = threads
    options.hierarchy = hierarchy
    return try await BuiltMap(file: TestData.path(name), options: options)
  }

  @Test(
    "real extracts verify, and are the same for any number of threads",
    .enabled(if: !TestData.present(names).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(names))
  func extracts(_ name: String) async throws {
    let one = try await Self.build(name)
    let two = try await Self.build(name, threads: 2)
    #expect(one.fileBytes == two.fileBytes)
    try one.map.verify()
    try one.map.verifyHierarchy()
  }

  @Test(
    "metrics of modes that share few roads are what the roads cost",
    .enabled(
      if: TestData.has("andorra-2026.osm.pbf"), "needs andorra-2026.osm.pbf; set MAPC_DATA"))
  func modes() async throws {
    var options = MapCompiler.Options()
    options.profiles = [.car, MetricProfile(.foot)]
    let built = try await BuiltMap(
      file: TestData.path("andorra-2026.osm.pbf"), options: options)
    try built.map.verifyMetrics()
  }

  @Test(
    "every edge outside cells is the node whose contents are its id, every other one is none",
    .enabled(
      if: TestData.has("liechtenstein-2025.osm.pbf"),
      "needs liechtenstein-2025.osm.pbf; set MAPC_DATA"))
  func nodes() async throws {
    let map = try await Self.build("liechtenstein-2025.osm.pbf").map
    guard let hierarchy = try map.hierarchy() else {
      Issue.record("no hierarchy")
      return
    }
    var cut = 0
    for number in map.tiles {
      let tile = try map.tile(number)
      let layout = tile.layout
      for edge in layout.baseEdges.prefix(2 * layout.ownSegmentCount) {
        let (from, to) = (tile.from(edge.segment), tile.to(edge.segment))
        let cells = [from, to].map { tile.cell(ofJunction: $0) }
        if cells[0] == cells[1] {
          #expect(tile.topNodeNumber(edge) == .max && tile.cell(ofEdge: edge) == cells[0])
        } else {
          cut += 1
          let id = map.entry(number).firstEdge + UInt32(edge)
          #expect(tile.cell(ofEdge: edge) == nil)
          #expect(hierarchy.contents[Int(tile.topNodeNumber(edge))] == id)
          #expect(hierarchy.directory.tile(ofEdge: EdgeNumber(rawValue: id)) == number)
        }
      }
      for cell in layout.cells {
        let id = hierarchy.tileCells[number.rawValue] + UInt32(cell)
        let found = hierarchy.tile(ofCell: id)
        #expect(found?.tile == number && found?.cell == cell)
        let node = tile.cellNodeNumber(cell)
        #expect(node == .max || hierarchy.contents[Int(node)] == HierarchyView.cellBit | id)
      }
    }
    #expect(cut > 1_000 && map.tileCount > 1)
    #expect(hierarchy.directory.tile(ofEdge: map.endOfEdges) == nil)
    #expect(hierarchy.tile(ofCell: hierarchy.tileCells[map.tileCount]) == nil)
  }

  @Test(
    "without a hierarchy there are no cells, and nothing of it in the file",
    .enabled(if: TestData.has("monaco-osrm.osm.pbf"), "needs monaco-osrm.osm.pbf; set MAPC_DATA"))
  func without() async throws {
    let name = "monaco-osrm.osm.pbf"
    let built = try await Self.build(name, hierarchy: false)
    let map = built.map
    #expect(!map.hasHierarchy && map.metricProfiles.isEmpty)
    #expect(map.header.optional & FileHeader.hierarchyFeature == 0)
    if try map.hierarchy() != nil { Issue.record("a hierarchy") }
    if try map.metric(.car) != nil { Issue.record("a metric") }
    #expect(try map.tile(0).layout.cellCount == 0)
    try map.verify()
    try map.verifyHierarchy()
  }

  @Test(
    "metrics are found on the whole file and appended to it, in three bytes a cost where that is enough",
    .enabled(if: TestData.has("monaco-osrm.osm.pbf"), "needs monaco-osrm.osm.pbf; set MAPC_DATA"),
    arguments: [(0xFF_FFFE, 3), (0xFF_FFFF, 4), (HierarchyView.maximumCost - 1, 4)]
      as [(UInt32, Int)])
  func metrics(_ maximum: UInt32, _ width: Int) async throws {
    let input = TestData.path("monaco-osrm.osm.pbf")
    let folder = try TemporaryFolder()
    let path = folder.file("out.nav")
    var options = MapCompiler.Options()
    options.profiles = [.truck, .car]
    let compiler = MapCompiler(options: options) { file, profiles, _ in
      let map = try NavMap(file)
      try map.verify()
      let layout = try #require(map.hierarchyLayout)
      return profiles.map { profile in
        let first = UInt32(profile.mode.rawValue) * 100_000
        return (
          profile,
          [HierarchyView.maximumCost, maximum] + (2..<UInt32(layout.upCount)).map { first + $0 },
          (0..<UInt32(layout.downCount)).map { first + 50_000 + $0 }
        )
      }
    }
    _ = try await compiler.build(.file(input), to: path)
    let map = try NavMap(path: path)
    #expect(map.metricProfiles == [.car, .truck])
    try map.verify()
    try map.verifyHierarchy()
    for profile in map.metricProfiles {
      guard let metric = try map.metric(profile) else {
        Issue.record("no metric of \(profile.name)")
        continue
      }
      let mode = profile.mode
      let layout = try #require(map.hierarchyLayout)
      let count = (up: max(metric.up.count, metric.upLows.count), width: metric.width)
      #expect(count == (layout.upCount, width))
      #expect(metric.upCost(0) == HierarchyView.maximumCost)
      #expect(metric.upCost(1) == maximum)
      let last = layout.upCount - 1
      #expect(metric.upCost(last) == UInt32(mode.rawValue) * 100_000 + UInt32(last))
      #expect(metric.downCost(0) == UInt32(mode.rawValue) * 100_000 + 50_000)
    }
    if try map.metric(.bicycle) != nil { Issue.record("a metric that is not there") }
  }

  @Test(
    "who keeps away from something gets a metric beside that of the mode, which costs less",
    .enabled(if: TestData.has("monaco-osrm.osm.pbf"), "needs monaco-osrm.osm.pbf; set MAPC_DATA"))
  func avoiding() async throws {
    let input = TestData.path("monaco-osrm.osm.pbf")
    let folder = try TemporaryFolder()
    let path = folder.file("out.nav")
    var options = MapCompiler.Options()
    let noTunnels = MetricProfile(.car, avoiding: .tunnels)
    let noTolls = MetricProfile(.truck, avoiding: .tolls)
    options.profiles = [noTunnels, noTolls, noTunnels]
    _ = try await MapCompiler(options: options).build(.file(input), to: path)
    let map = try NavMap(path: path)
    #expect(map.metricProfiles == [.car, .truck, noTolls, noTunnels])
    #expect(map.sections.entries.suffix(4).map(\.id) == [16, 16, 16, 16])
    #expect(map.sections.entries.suffix(4).map(\.key) == [0, 1, 1 | 1 << 8, 1 << 11])
    try map.verify()
    try map.verifyHierarchy()
    guard let plain = try map.metric(.car), let avoiding = try map.metric(noTunnels) else {
      Issue.record("a metric is missing")
      return
    }
    let ways = 0..<(try #require(map.hierarchyLayout)).upCount
    let more = ways.filter { avoiding.upCost($0) > plain.upCost($0) }
    #expect(ways.allSatisfy { avoiding.upCost($0) >= plain.upCost($0) })
    #expect(!more.isEmpty && more.count < ways.count / 2)
  }

  struct Unable: Error, CustomStringConvertible {
    var description: String { "no idea" }
  }

  @Test("when no metrics are found, nothing is written")
  func failure() async throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Array(try MapCompilerTests.town.xml().utf8), "town.osm")
    let compiler = MapCompiler(options: .init()) { _, _, _ in throw Unable() }
    await #expect(throws: CompileError.metrics("no idea")) {
      try await compiler.build(.file(input), to: folder.file("out.nav"))
    }
    #expect(throws: NavError.self) { try NavMap(path: folder.file("out.nav")) }
  }
}
