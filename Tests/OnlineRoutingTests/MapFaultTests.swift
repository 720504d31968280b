import Bytes
import MapReader
import NavFormat
import OnlineRouting
import RoadCosts
import RoadModel
import RouteModel
import Routing
import TestSupport
import Testing

/// What may be wrong with the map on the device, and what becomes of it with a service behind and without.
@Suite struct MapFaultTests {
  /// What is done to the file before it is opened.
  enum Fault: String, CaseIterable, Sendable {
    case missing, empty, folder, anotherKind, headerOnly, halfThere, flippedHeader, flippedTiles
  }

  private static func damaged(
    _ fault: Fault, _ map: NavMap, _ folder: TemporaryFolder
  ) throws -> String {
    var bytes = try #require(FileSystem.bytes(map.path))
    switch fault {
    case .missing: return folder.path + "/nowhere.nav"
    case .folder: return folder.path
    case .empty: bytes = []
    case .anotherKind: bytes = Array("<osm version='0.6'/>".utf8)
    case .headerOnly: bytes = Array(bytes.prefix(256))
    case .halfThere: bytes = Array(bytes.prefix(bytes.count / 2))
    case .flippedHeader: bytes[100] ^= 0xFF
    case .flippedTiles:
      for tile in map.tiles {
        let entry = map.entry(tile)
        for at in stride(from: 0, to: Int(entry.byteCount), by: 7) {
          bytes[Int(entry.offset) + at] ^= 0x55
        }
      }
    }
    return try folder.write(bytes, "map.nav")
  }

  @Test(
    "each fault is the map's error alone, and a fall-over with a service", arguments: Fault.allCases
  )
  func fault(_ fault: Fault) async throws {
    try await ServedEngines.with(SameRouteTests.town) { served in
      let folder = try TemporaryFolder()
      let path = try Self.damaged(fault, served.roads.built.map, folder)
      let onBoard: Result<any RegionalRoutingEngine, MapFailure>
      do throws(NavError) {
        onBoard = .success(OfflineRoutingEngine(map: try NavMap(path: path)))
      } catch { onBoard = .failure(MapFailure(error)) }
      let request = RouteRequest(waypoints: [
        try served.roads.waypoint("A"), try served.roads.waypoint("C"),
      ])
      let online = OnlineRoutingEngine(base: served.base, options: .patient())
      let alone = HybridRoutingEngine(onBoard: onBoard, server: online, policy: .onBoardOnly)
      guard case .map(let wanted) = await outcome(alone, request).error else {
        Issue.record("no error of the map")
        return
      }
      #expect(wanted.description.contains(path))
      let both = HybridRoutingEngine(onBoard: onBoard, server: online)
      let calculation = both.calculate(request)
      let route = try await calculation.response.routes[0]
      #expect(route.origin == .online)
      #expect(served.roads.letters(route) == "ABC")
      #expect(calculation.nonFatalErrors.first == .map(wanted))
    }
  }

  @Test(
    "a file replaced under a running engine: it goes on with the old map, a new one has the new")
  func replaced() async throws {
    let old = try await SameRouteTests.town.build()
    let other = try await AsciiMap(
      """
      A---B---C
          |   |
          D---E
      """,
      ways: ["AB": "highway=primary", "BDEC": "highway=residential"]
    ).build()
    let folder = try TemporaryFolder()
    let path = try folder.write(old.built.fileBytes, "map.nav")
    let engine = OfflineRoutingEngine(map: try NavMap(path: path))
    let request = RouteRequest(waypoints: [try old.waypoint("A"), try old.waypoint("C")])
    #expect(old.letters(try await engine.routes(for: request).routes[0]) == "ABC")
    _ = try folder.write(other.built.fileBytes, "map.nav")
    #expect(old.letters(try await engine.routes(for: request).routes[0]) == "ABC")
    let again = OfflineRoutingEngine(map: try NavMap(path: path))
    #expect(old.letters(try await again.routes(for: request).routes[0]) == "ABDEC")
  }
}
