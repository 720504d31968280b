import Logging
import MapReader
import NavFormat
import RouteModel
import TestSupport
import Testing

@testable import MapServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A map that is to take the place of the one that is served.
@Suite struct ReloadTests {
  /// Puts a copy of a file, with one bit changed, in the place of another.
  private static func replace(_ path: String, by bytes: [UInt8], flipping place: Int) throws {
    var bytes = bytes
    bytes[place] ^= 1
    try Data(bytes).write(to: URL(filePath: path), options: .atomic)
  }

  @Test("a file with one bit changed, wherever, does not take the place of a good map")
  func damaged() async throws {
    let roads = try await AsciiMap.town().build()
    let path = roads.built.map.path
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let current = CurrentMap(roads.built.map, ServiceLimits(), logger: logger)
    let good = Array(try Data(contentsOf: URL(filePath: path)))
    var refused = 0
    var places = 0
    for entry in roads.built.map.sections.entries where entry.length > 0 {
      for place in [entry.offset, entry.offset + entry.length / 2, entry.offset + entry.length - 1]
      {
        try Self.replace(path, by: good, flipping: Int(place))
        places += 1
        do throws(NavError) { try current.reload() } catch { refused += 1 }
      }
    }
    #expect(places > 10)
    #expect(refused == places)
    let served = try current.answers().map
    #expect(served.header.buildID == roads.built.map.header.buildID)
    #expect(try Self.segments(served) > 0)
  }

  /// The segments of the first tile, which is read for it.
  private static func segments(_ map: NavMap) throws -> Int {
    try map.tile(0).layout.ownSegmentCount
  }
}
