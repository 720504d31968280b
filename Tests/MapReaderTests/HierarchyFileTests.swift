import Bytes
import Geo
import MapReader
import NavFormat
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// Changed bytes of the hierarchy: refused, or harmless.
@Suite struct HierarchyFileTests {
  /// Opens a map and looks at its hierarchy.
  private static func open(_ path: String) throws {
    let map = try NavMap(path: path)
    _ = try map.hierarchy()
  }

  private static func section(_ file: MapFile) -> Range<Int> { file.section(.hierarchy).range }

  @Test("any flipped bit of the hierarchy is refused when it is looked at")
  func flips() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("flipped.nav")
    let file = try MapFile(of: try await CompiledMap.pacificMap)
    for offset in Self.section(file) {
      var changed = file
      changed.bytes[offset] ^= 1 << UInt8(offset % 8)
      changed.write(to: path)
      #expect(throws: NavError.self, "byte \(offset)") { try Self.open(path) }
    }
  }

  @Test("any byte of the hierarchy may be anything behind right check values", arguments: 0..<4)
  func repaired(part: Int) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("hostile.nav")
    let map = try await CompiledMap.pacificMap
    let file = try MapFile(of: map)
    let layout = try #require(map.hierarchyLayout)
    let columns = [
      layout.tileCells, layout.first, layout.lists, layout.sizes, layout.cells, layout.contents,
      layout.upMasks, layout.upCounts, layout.downMasks, layout.downCounts, layout.tileNodes,
      layout.nodes,
    ]
    var exercise = Exercise()
    for offset in Self.section(file) {
      var changed = file
      changed.bytes[offset] =
        [0, 0xFF, file.bytes[offset] ^ 1, file.bytes[offset] ^ 0x80][part]
      if changed.bytes[offset] == file.bytes[offset] { continue }
      changed.repair()
      changed.write(to: path)
      let verified = exercise.verified
      await exercise.run(path, near: [])
      if exercise.verified == verified { continue }
      // The starts of nodes without arcs have no meaning.
      let place = offset - Self.section(file).lowerBound
      #expect(!columns.contains { $0.contains(place) }, "byte \(place) is not checked")
      #expect(place >= HierarchyLayout.headerLength)
    }
    #expect(exercise.nameless.isEmpty && exercise.opened > exercise.refused)
  }

  @Test("a node that is another edge is found by verifying the file")
  func exchanged() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("exchanged.nav")
    let map = try await CompiledMap.map
    let good = try MapFile(of: map)
    let layout = try #require(map.hierarchyLayout)
    let at = good.section(.hierarchy).range.lowerBound + layout.contents.lowerBound
    let edges = (0..<layout.nodeCount).filter {
      good.bytes.rawBytes.u32(at + 4 * $0) & HierarchyView.cellBit == 0
    }
    var changed = good
    changed.put(good.bytes.rawBytes.u32(at + 4 * edges[0]), at: at + 4 * edges[1])
    changed.put(good.bytes.rawBytes.u32(at + 4 * edges[1]), at: at + 4 * edges[0])
    changed.repair()
    changed.write(to: path)
    let other = try NavMap(path: path)
    try other.verify()
    #expect(throws: NavError.self) { try other.verifyHierarchy() }
    try map.verifyHierarchy()
  }

  @Test("a cost of nothing is refused when the metric is looked at")
  func costsOfNothing() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("costs.nav")
    let map = try await CompiledMap.pacificMap
    let good = try MapFile(of: map)
    let layout = try #require(map.hierarchyLayout)
    let metric = good.section(.metric(.car))
    let width = Int(good.bytes[metric.range.lowerBound + 16])
    let ways = layout.upCount + layout.downCount
    for way in [0, layout.upCount - 1, layout.upCount, ways - 1] {
      var changed = good
      let begin = metric.range.lowerBound + MetricLayout.headerLength
      if width == 4 {
        changed.put(0, at: begin + 4 * way)
      } else {
        for byte in 0..<2 { changed.bytes[begin + 2 * way + byte] = 0 }
        changed.bytes[begin + 2 * ways + way] = 0
      }
      changed.repair()
      changed.write(to: path)
      let other = try NavMap(path: path)
      let error = #expect(throws: NavError.self) { _ = try other.metric(.car) }
      #expect(error?.description.contains("is too small") == true)
      // Everybody who searches by it is told.
      let ends = [map.header.box.centre, map.entry(0).box.centre].map { Waypoint($0) }
      await #expect(throws: RoutingError.self) {
        try await OfflineRoutingEngine(map: other).routes(for: RouteRequest(waypoints: ends))
      }
    }
  }

  @Test(
    "cells with edges and edges outside cells that are no node are found when the tile is touched")
  func missingNodes() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("nodes.nav")
    let map = try await CompiledMap.map
    let good = try MapFile(of: map)
    for tile in map.tiles {
      let nodes = try good.nodes(ofTile: tile, map)
      let cells = try map.tile(tile).layout.cellCount
      for (place, name) in [(0, "cell node"), (cells, "top node"), (nodes.count - 1, "top node")] {
        var changed = good
        for bit in 0..<nodes.width {
          let bit = nodes.first + place * nodes.width + bit
          changed.bytes[bit / 8] &= ~(1 << UInt8(bit % 8))
        }
        changed.repair()
        changed.write(to: path)
        let other = try NavMap(path: path)
        let error = #expect(throws: NavError.self) { _ = try other.tile(tile).layout }
        #expect(error?.description.contains("column '\(name)'") == true)
      }
    }
  }

  @Test("cells that name each other's nodes are found when their tile is touched")
  func exchangedCells() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("cells.nav")
    let map = try await CompiledMap.map
    let good = try MapFile(of: map)
    let layout = try #require(map.hierarchyLayout)
    let at = good.section(.hierarchy).range.lowerBound + layout.contents.lowerBound
    func contents(_ node: Int) -> UInt32 { good.bytes.rawBytes.u32(at + 4 * node) }
    let cells = (0..<layout.nodeCount).filter { contents($0) & HierarchyView.cellBit != 0 }
    var changed = good
    changed.put(contents(cells[0]), at: at + 4 * cells[1])
    changed.put(contents(cells[1]), at: at + 4 * cells[0])
    changed.repair()
    changed.write(to: path)
    let other = try NavMap(path: path)
    var refused = 0
    for tile in other.tiles {
      do throws(NavError) { _ = try other.tile(tile) } catch {
        #expect(error.description.contains("do not name each other"))
        refused += 1
      }
    }
    #expect((1...2).contains(refused))
  }
}
