import Logging
import MapReader
import NavFormat
import RouteModel
import TestSupport
import Testing

@testable import MapServer

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What happens to the file of a map that is served.
@Suite struct FileGuardTests {
  @Test(
    "a file that is emptied, and filled with something else, does not disturb the service",
    .enabled(if: FileSystem.hasLeases, "needs leases in the folder for temporary files"))
  func writtenOver() async throws {
    try await ServedMap.with(AsciiMap.town()) { service in
      let path = service.roads.built.map.path
      try #require(Self.writer(path) == nil)
      let target = "/route/v1/driving/\(try service.coordinates(["A", "C"]))?annotations=true"
      let before = try await service.get(target)
      #expect(before.status == 200)
      var writer: Int32?
      // Ten minutes at most.
      for _ in 0..<12_000 where writer == nil {
        try await Task.sleep(for: .milliseconds(50))
        writer = Self.writer(path)
      }
      let file = try #require(writer, "the service has not made way")
      defer { close(file) }
      #expect(ftruncate(file, 0) == 0)
      #expect(try await service.get(target).body == before.body)
      #expect(ftruncate(file, 100_000) == 0)
      #expect(try await service.get(target).body == before.body)
      #expect(try await service.get("/health").status == 200)
    }
  }

  @Test("a file that somebody has open for writing is served from a copy")
  func openForWriting() async throws {
    let roads = try await AsciiMap.town().build()
    let writer = try #require(Self.writer(roads.built.map.path))
    defer { close(writer) }
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let current = CurrentMap(roads.built.map, ServiceLimits(), logger: logger)
    try current.reload()
    #expect(ftruncate(writer, 0) == 0)
    #expect(throws: NavError.self) { try current.reload() }
    let map = try current.answers().map
    #expect(!map.isGuarded)
    for number in map.tiles {
      let count = try map.tile(number).layout.ownSegmentCount
      #expect(count > 0)
    }
  }

  @Test(
    "where there is no room for a copy, requests are told to come again until there is a map",
    .enabled(if: FileSystem.hasLeases, "needs leases in the folder for temporary files"))
  func noRoom() async throws {
    let roads = try await AsciiMap.town().build()
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let map = CurrentMap(roads.built.map, ServiceLimits(), logger: logger, folders: [])
    try #require(Self.writer(roads.built.map.path) == nil)
    #expect(map.isAboutToChange)
    map.makeWay()
    #expect(throws: ServiceError(.noMap, "The map is being replaced.")) { try map.answers() }
    #expect(ServiceError(.noMap, "").status == 503)
    let writer = try #require(Self.writer(roads.built.map.path), "the map has not been let go")
    close(writer)
    try map.reload()
    #expect(try map.answers().map.isGuarded)
    #expect(!map.isAboutToChange)
  }

  /// Opens a file for writing, unless it had to wait for that.
  private static func writer(_ path: String) -> Int32? {
    let descriptor = unsafe open(path, O_WRONLY | O_NONBLOCK)
    return descriptor < 0 ? nil : descriptor
  }
}
