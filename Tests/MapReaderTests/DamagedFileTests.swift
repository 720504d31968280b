import Bytes
import Geo
import MapReader
import NavFormat
import RoadCosts
import RouteModel
import Routing
import TestSupport
import Testing

/// The facts of an error that names a part, for comparing without its check values.
struct Fault: Equatable {
  enum Kind { case truncated, damaged, invalid, otherLayout }
  let kind: Kind
  let part: String
  /// Where, for all but truncated files.
  var offset: UInt64?
  var rule: String?

  init(_ kind: Kind, _ part: String, at offset: UInt64?, rule: String? = nil) {
    self.kind = kind
    self.part = part
    self.offset = offset
    self.rule = rule
  }

  init?(_ error: FormatError?) {
    switch error {
    case .truncated(let part, _, _): self.init(.truncated, part, at: nil)
    case .damaged(let part, let offset, _, _): self.init(.damaged, part, at: offset)
    case .invalid(let part, let offset, let rule): self.init(.invalid, part, at: offset, rule: rule)
    case .otherLayout(let part, let offset, _, _): self.init(.otherLayout, part, at: offset)
    default: return nil
    }
  }

  init?(_ error: NavError?, in path: String) {
    guard case .format(let named, let reason) = error, named == path else { return nil }
    self.init(reason)
  }
}

/// Files that are cut off, of another kind or damaged: the error says what and where.
@Suite struct DamagedFileTests {
  private static let good = HandMadeMap.bytes()

  /// Writes bytes as a map and says why it does not open.
  private static func refusal(_ bytes: [UInt8]) throws -> FormatError? {
    let folder = try TemporaryFolder()
    var file = try MapFile(good)
    file.bytes = bytes
    let path = folder.file("map.nav")
    file.write(to: path)
    do throws(NavError) {
      _ = try NavMap(path: path)
      return nil
    } catch {
      guard case .format(path: let named, let reason) = error else { return nil }
      #expect(named == path && error.description == "\(path): \(reason)")
      return reason
    }
  }

  @Test("a file cut off anywhere is refused as not a map or truncated")
  func truncated() throws {
    for length in 0..<Self.good.count where length < 520 || length % 7 == 0 {
      let wanted: FormatError =
        length < 8
        ? .notNav
        : length < 256
          ? .truncated(part: "header", needs: 256, has: UInt64(length))
          : .truncated(part: "file", needs: UInt64(Self.good.count), has: UInt64(length))
      #expect(try Self.refusal(Array(Self.good[..<length])) == wanted)
    }
  }

  @Test("bytes at the end are not part of a map")
  func longer() throws {
    let count = UInt64(Self.good.count)
    #expect(
      try Self.refusal(Self.good + [0]) == .truncated(part: "file", needs: count, has: count + 1))
  }

  @Test("other kinds of files are told from maps")
  func foreign() throws {
    let textMode = [0x89, 0x4E, 0x41, 0x56, 0x0A, 0x1A, 0x0A] as [UInt8]
    for bytes in [
      Array("<osm version='0.6'>".utf8), Array("BZh91AY&SY".utf8),
      [UInt8](repeating: 0, count: 500),
      textMode + Self.good[8...],
    ] { #expect(try Self.refusal(bytes) == .notNav) }
  }

  @Test("a newer version and an unknown feature are refused by number")
  func newer() throws {
    var file = try MapFile(Self.good)
    file.bytes[8] = 3
    file.bytes[10] = 3
    #expect(try Self.refusal(file.bytes) == .newerVersion(major: 3, minor: 3))
    file = try MapFile(Self.good)
    file.bytes[21] = 4
    file.repair()
    #expect(try Self.refusal(file.bytes) == .unknownFeature(bit: 42))
    file = try MapFile(Self.good)
    file.bytes[10] = 99
    file.bytes[31] = 0x80
    file.repair()
    #expect(try Self.refusal(file.bytes) == nil, "a minor version and optional features do no harm")
  }

  @Test("a missing file and a folder are the system's errors")
  func missing() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/none.nav"
    let error = #expect(throws: NavError.self) { try NavMap(path: path) }
    guard case .file(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.isNotFound && reason.path == path)
    #expect(error?.description == "\(path): cannot open: No such file or directory")
    #expect(throws: NavError.self) { try NavMap(path: folder.path) }
  }

  static let openedSections: [SectionID] = [.tileDirectory, .tileIndex, .provenance, .sampleTrip]

  @Test(
    "a flipped bit in what is read at once is found when the file is opened",
    arguments: openedSections)
  func sections(_ id: SectionID) throws {
    let file = try MapFile(Self.good)
    let entry = file.section(id)
    for offset in entry.range {
      var bytes = Self.good
      bytes[offset] ^= 1 << UInt8(offset % 8)
      let fault = Fault(try Self.refusal(bytes))
      #expect(fault == Fault(.damaged, "section '\(id.name)'", at: entry.offset))
    }
  }

  @Test("opening looks at no tile and no name")
  func untouched() async throws {
    let folder = try TemporaryFolder()
    var file = try MapFile(of: try await CompiledMap.map)
    for id in [SectionID.tiles, .names] {
      for offset in file.section(id).range { file.bytes[offset] = ~file.bytes[offset] }
    }
    let path = folder.file("ruin.nav")
    file.write(to: path)
    let map = try NavMap(path: path)
    for tile in map.tiles {
      #expect(throws: NavError.self) { _ = try map.tile(tile).layout }
    }
    #expect(map.name(1) == nil)
  }

  @Test("a damaged tile is named, and the others go on")
  func damagedTile() async throws {
    let folder = try TemporaryFolder()
    let good = try await CompiledMap.map
    let file = try MapFile(of: good)
    let path = folder.file("damaged.nav")
    for broken in good.tiles {
      var changed = file
      let range = file.tiles[broken.rawValue]
      changed.bytes[range.lowerBound + range.count / 2] ^= 0x10
      changed.write(to: path)
      let map = try NavMap(path: path)
      let entry = map.entry(broken)
      let wanted = Fault(.damaged, "tile \(broken)", at: entry.offset)
      for tile in map.tiles {
        var failure: NavError?
        do throws(NavError) { _ = try map.tile(tile).layout } catch { failure = error }
        #expect(Fault(failure, in: path) == (tile == broken ? wanted : nil))
      }
      let whole = #expect(throws: NavError.self) { try map.verify() }
      #expect(Fault(whole, in: path) == wanted)
      try await useAround(map, broken, wanted)
    }
  }

  /// Searches and routes that touch the broken tile name it; those that do not work.
  private func useAround(
    _ map: NavMap, _ broken: TileNumber, _ wanted: Fault
  ) async throws {
    let middle = map.entry(broken).box.centre
    let near = #expect(throws: NavError.self) {
      try map.nearest(to: middle, within: 1_000, count: 1) { _, _ in true }
    }
    #expect(Fault(near, in: map.path) == wanted)
    let engine = OfflineRoutingEngine(map: map)
    let other = TileNumber((broken.rawValue + 1) % map.tileCount)
    let place = map.entry(other).box.centre
    #expect(try map.nearest(to: place, within: 1_000, count: 1) { _, _ in true }.count == 1)
    let across = await #expect(throws: RoutingError.self) {
      try await engine.routes(for: RouteRequest(waypoints: [Waypoint(place), Waypoint(middle)]))
    }
    guard case .map(let failure) = across, let near else {
      Issue.record("\(String(describing: across))")
      return
    }
    #expect(failure == MapFailure(near))
  }

  @Test("damaged names leave the roads without names, and verifying tells")
  func damagedNames() async throws {
    let folder = try TemporaryFolder()
    let good = try await CompiledMap.map
    var file = try MapFile(of: good)
    let names = file.section(.names)
    file.bytes[names.range.lowerBound + 5] ^= 1
    let path = folder.file("names.nav")
    file.write(to: path)
    let map = try NavMap(path: path)
    #expect(map.name(1) == nil && good.name(1) != nil)
    let places = map.header.box
    let request = RouteRequest(waypoints: [
      Waypoint(Coordinate(latitudeUnits: places.minLatitude, longitudeUnits: places.minLongitude)),
      Waypoint(Coordinate(latitudeUnits: places.maxLatitude, longitudeUnits: places.maxLongitude)),
    ])
    let route = try await OfflineRoutingEngine(map: map).routes(for: request).routes[0]
    #expect(route.notices.contains(.namesDamaged))
    let error = #expect(throws: NavError.self) { try map.verify() }
    #expect(Fault(error, in: path) == Fault(.damaged, "section 'names'", at: names.offset))
  }

  struct Lie: Sendable, CustomTestStringConvertible {
    let name: String
    /// The byte in the section, and its value.
    let section: SectionID
    let offset: Int
    let value: UInt8
    let part: String
    var testDescription: String { name }
  }

  static let lies: [Lie] = [
    .init(
      name: "a tile outside its section", section: .tileDirectory, offset: 7, value: 1,
      part: "tile directory"),
    .init(
      name: "a tile index of four", section: .tileIndex, offset: 0, value: 4, part: "tile index"),
    .init(
      name: "a tile index with tile 3 of three", section: .tileIndex, offset: 8, value: 3,
      part: "tile index"),
    .init(
      name: "a sample trip beyond the pole", section: .sampleTrip, offset: 3, value: 0x7F,
      part: "sample trip"),
  ]

  @Test("an intact section that says what can't be is refused by name", arguments: lies)
  func lying(_ lie: Lie) throws {
    var file = try MapFile(Self.good)
    file.bytes[file.section(lie.section).range.lowerBound + lie.offset] = lie.value
    file.repair()
    let fault = Fault(try Self.refusal(file.bytes))
    #expect(fault?.kind == .invalid && fault?.part == lie.part)
  }

  @Test("a tile whose counts differ from the directory's is refused with its number")
  func counts() throws {
    // The directory's sums stay right, so the tile itself must tell.
    let folder = try TemporaryFolder()
    var file = try MapFile(Self.good)
    let directory = file.section(.tileDirectory).range.lowerBound
    file.bytes[directory + 64 + 48] += 1
    file.bytes[directory + 128 + 48] -= 1
    file.repair()
    let path = folder.file("counts.nav")
    file.write(to: path)
    let map = try NavMap(path: path)
    var reason: NavError?
    do throws(NavError) { _ = try map.tile(1).layout } catch { reason = error }
    let offset = UInt64(file.tiles[1].lowerBound)
    let rule = "counts differ from the directory's"
    #expect(Fault(reason, in: path) == Fault(.invalid, "tile 1", at: offset, rule: rule))
  }

  @Test("a crossing that the other tile does not answer is found by verifying")
  func crossings() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("crossing.nav")
    let good = try MapFile(Self.good)
    for column in ["crossing junction", "crossing there", "crossing latitude"] {
      for tile in [0, 1, 2] as [TileNumber] {
        var file = good
        let bit = try good.column(column, ofTile: tile).first
        file.bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        file.repair()
        file.write(to: path)
        let error = #expect(throws: NavError.self) { try NavMap(path: path).verify() }
        #expect(error?.description.contains("is not answered by tile") == true)
      }
    }
  }
}
