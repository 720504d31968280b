import Bytes
import MapReader
import NavFormat
import OSMInput
import RoadModel
import TestSupport
import Testing

@testable import MapCompiler

/// What a build leaves on the disk: the same bytes every time, or nothing.
@Suite struct MapCompilerTests {
  static let town = AsciiMap(
    """
    A---B---C---D
        |   |   |
        E   F---G
    """,
    ways: [
      "ABCD": "highway=primary name=Main~Street", "BE": "highway=residential maxheight=3.8",
      "CFGD": "highway=residential name=Mill~Lane ref=C~7",
    ],
    nodes: ["E": "barrier=bollard", "C": "highway=traffic_signals"],
    relations: [.restriction("no_right_turn", from: "ABCD", via: "B", to: "BE")])

  // MARK: The same bytes

  @Test(
    "the order of elements in the file does not change the map", arguments: AsciiMap.Order.allCases)
  func order(_ order: AsciiMap.Order) async throws {
    let usual = try await Self.town.build()
    let other = try await Self.town.build(order)
    #expect(other.built.fileBytes == usual.built.fileBytes)
    #expect(!usual.built.fileBytes.isEmpty)
    #expect(other.report.usedRestrictions == 1)
  }

  @Test("the number of threads does not change the map", arguments: [1, 2, 8])
  func threads(_ count: Int) async throws {
    var options = MapCompiler.Options()
    options.threads = count
    let built = try await BuiltMap(xml: Self.grid.xml, options: options)
    #expect(built.map.tileCount > 1)
    #expect(built.fileBytes == (try await Self.gridBytes.value))
    #expect(!built.fileBytes.isEmpty)
  }

  static let grid = StreetGrid(rows: 70, columns: 70)
  static let gridBytes = Task {
    try await BuiltMap(xml: grid.xml).fileBytes
  }

  @Test("what is asked for goes into the header")
  func options() async throws {
    var options = MapCompiler.Options()
    options.country = "GB"
    options.timeZone = "GMT0BST,M3.5.0/1,M10.5.0"
    let map = try await Self.town.build(options: options).built.map
    #expect(map.header.country == "GB")
    #expect(map.header.drivingSide == .left)
    #expect(map.provenance.timeZone == options.timeZone)
    #expect(map.provenance.source == "AsciiMap")
    let plain = try await Self.town.build().built.map
    #expect(plain.header.country == "")
    #expect(plain.header.drivingSide == .unknown)
  }

  // MARK: All or nothing

  struct Failure: Sendable, CustomTestStringConvertible {
    var name: String
    var input: String
    var isExpected: @Sendable (CompileError) -> Bool
    init(_ name: String, _ input: String, _ isExpected: @escaping @Sendable (CompileError) -> Bool)
    {
      self.name = name
      self.input = input
      self.isExpected = isExpected
    }
    var testDescription: String { name }
  }

  static let start = "<osm version=\"0.6\"><node id=\"1\" lat=\"47\" lon=\"8\"/>\n"

  static let failures = [
    Failure("an empty file", "") {
      if case .input(.empty) = $0 { true } else { false }
    },
    Failure("something else", "hello, world") {
      if case .input(.unknownFormat) = $0 { true } else { false }
    },
    Failure("XML of another kind", "<?xml version='1.0'?><gpx></gpx>") {
      if case .input(.corrupt) = $0 { true } else { false }
    },
    Failure("a truncated file", start + "<way id=\"2\"><nd ref=\"1\"/>") {
      if case .input(.truncated) = $0 { true } else { false }
    },
    Failure("a file that is not well-formed", start + "<way id=\"2\"></node></osm>") {
      if case .input(.corrupt(_, _, let byte, let line, _)) = $0 {
        byte > 50 && line == 2
      } else {
        false
      }
    },
    Failure("no elements", "<osm version=\"0.6\"></osm>", isNoRoads),
    Failure(
      "no roads", start + "<way id=\"2\"><nd ref=\"1\"/><nd ref=\"1\"/></way></osm>",
      isNoRoads),
    Failure(
      "roads without their nodes",
      start
        + "<way id=\"2\"><nd ref=\"1\"/><nd ref=\"5\"/><tag k=\"highway\" v=\"primary\"/></way></osm>",
      isNoRoads),
  ]

  private static let isNoRoads: @Sendable (CompileError) -> Bool = {
    if case .noRoads(let source) = $0 { source.hasSuffix("/bad.osm") } else { false }
  }

  private func build(_ input: String, _ output: String) async -> CompileError? {
    do throws(CompileError) {
      _ = try await MapCompiler().build(.file(input), to: output)
      return nil
    } catch { return error }
  }

  @Test("an input that is no map leaves no file", arguments: failures)
  func failure(_ row: Failure) async throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Array(row.input.utf8), "bad.osm")
    let error = try #require(await build(input, folder.file("out.nav")))
    #expect(row.isExpected(error), "\(error)")
    #expect(!error.description.contains("\n"))
    #expect(error.description.contains("bad.osm"))
    #expect(FileSystem.names(in: folder.path) == ["bad.osm"])
  }

  @Test("an input that is no map leaves the map that was there", arguments: failures)
  func failureKeepsOld(_ row: Failure) async throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Array(row.input.utf8), "bad.osm")
    let old = FileHeader.magic + [1, 2, 3]
    let output = try folder.write(old, "out.nav")
    #expect(await build(input, output) != nil)
    #expect(FileSystem.bytes(output) == old)
    #expect(FileSystem.names(in: folder.path) == ["bad.osm", "out.nav"])
  }

  @Test("a file that is no map is not replaced, unless the options say so; the input never is")
  func keepsOthers() async throws {
    let folder = try TemporaryFolder()
    let xml = Array(try Self.town.xml().utf8)
    let input = try folder.write(xml, "town.osm")
    let notes = try folder.write([1, 2, 3], "notes.txt")
    let refused = FileError(path: notes, refusal: .isOtherFile)
    #expect(await build(input, notes) == .output(refused))
    #expect(FileSystem.bytes(notes) == [1, 2, 3])
    var options = MapCompiler.Options()
    options.replacesAnyFile = true
    _ = try await MapCompiler(options: options).build(.file(input), to: notes)
    #expect(try NavMap(path: notes).tileCount > 0)
    for options in [options, MapCompiler.Options()] {
      await #expect(throws: CompileError.output(FileError(path: input, refusal: .isInput))) {
        try await MapCompiler(options: options).build(.file(input), to: input)
      }
    }
    #expect(FileSystem.bytes(input) == xml)
  }

  @Test("an input that is not there is named")
  func missingInput() async throws {
    let folder = try TemporaryFolder()
    let error = await build(folder.path + "/none.osm", folder.file("out.nav"))
    guard case .input(let reason)? = error else {
      Issue.record("\(error?.description ?? "no error")")
      return
    }
    #expect(reason.kind == OSMInputError.Kind.notFound)
    #expect(reason.description.contains("none.osm"))
    #expect(FileSystem.names(in: folder.path).isEmpty)
  }

  @Test("a destination that can't be written is named before the work is done")
  func badDestination() async throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Array(Self.grid.xml.utf8), "grid.osm")
    let error = await build(input, folder.path + "/none/out.nav")
    let description = try #require(error).description
    #expect(description.contains("/none/out.nav: cannot create: No such file"))
  }

  @Test("a good build replaces the map that was there, and leaves nothing beside it")
  func replaces() async throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Array(try Self.town.xml().utf8), "town.osm")
    let output = try folder.write(FileHeader.magic + [1, 2, 3], "out.nav")
    #expect(await build(input, output) == nil)
    #expect(try NavMap(path: output).header.segmentCount > 0)
    #expect(FileSystem.names(in: folder.path) == ["out.nav", "town.osm"])
  }

  // MARK: Cancelling

  @Test("a task that was cancelled before throws, and leaves no file")
  func cancelledBefore() async throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Array(try Self.town.xml().utf8), "town.osm")
    let output = folder.file("out.nav")
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await build(input, output)
    }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(FileSystem.names(in: folder.path) == ["town.osm"])
  }

  @Test(
    "a task that is cancelled in a phase throws, and leaves the old file",
    arguments: ["network", "reach", "tiles"])
  func cancelledIn(_ phase: String) async throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Array(try Self.town.xml().utf8), "town.osm")
    let old = FileHeader.magic + [1, 2, 3]
    let output = try folder.write(old, "out.nav")
    let task = Task { () -> CompileError? in
      do throws(CompileError) {
        _ = try await MapCompiler().build(.file(input), to: output) { progress in
          if progress == .phase(phase) { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
        }
        return nil
      } catch { return error }
    }
    #expect(await task.value == .cancelled)
    #expect(FileSystem.bytes(output) == old)
    #expect(FileSystem.names(in: folder.path) == ["out.nav", "town.osm"])
  }

  @Test("progress tells the bytes read and the phases in order")
  func progress() async throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Array(try Self.town.xml().utf8), "town.osm")
    let size = try Self.town.xml().utf8.count
    let (stream, continuation) = AsyncStream<MapCompiler.Progress>.makeStream()
    _ = try await MapCompiler().build(.file(input), to: folder.file("out.nav")) {
      continuation.yield($0)
    }
    continuation.finish()
    var seen: [MapCompiler.Progress] = []
    for await event in stream { seen.append(event) }
    #expect(seen.contains(.reading(bytes: size, of: size)))
    #expect(
      Array(seen.suffix(9)) == [
        .phase("network"), .phase("reach"), .phase("order"), .phase("hierarchy"),
        .phase("tiles"), .phase("places"), .phase("write"), .phase("arrivals"), .phase("metrics"),
      ])
  }

  @Test("a disk without room for the map is refused with what is needed and what there is")
  func noRoom() {
    let free = AtomicFile.freeBytes(inFolder: "/tmp")
    #expect((free ?? 0) > 0)
    let error = #expect(throws: CompileError.self) {
      try MapCompiler.checkRoom(for: .max, "/tmp/map.nav", isGuess: false)
    }
    guard case .diskTooSmall("/tmp/map.nav", .max, let left, false) = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(left > 0 && left < .max)
    #expect(throws: Never.self) { try MapCompiler.checkRoom(for: 1, "/tmp/map.nav", isGuess: true) }
  }

  @Test("the encoding and length of files are known before a build, and of nothing else")
  func encodingAndSize() throws {
    let folder = try TemporaryFolder()
    let xml = try Self.town.xml()
    let path = try folder.write(Array(xml.utf8), "town.osm")
    let size = try OSMSource.file(path).encodingAndSize()
    #expect(size?.encoding == .xml && size?.bytes == xml.utf8.count)
    #expect(try OSMSource.standardInput.encodingAndSize() == nil)
    #expect(try OSMSource.file("/dev/null").encodingAndSize() == nil)
    #expect(try OSMSource.file(folder.write([1, 2, 3], "odd")).encodingAndSize() == nil)
    #expect(try OSMSource.file(folder.path + "/no").encodingAndSize() == nil)
  }

  @Test(
    "no map is smaller than what is said to be the least",
    arguments: [
      // Measured: the extract with the fewest roads for its size, and one of roads alone.
      (OSMEncoding.pbf, 838_914, 29_000), (.pbf, 521_495, 1_180_000),
      (.xmlBzip2, 2_639_451, 600_000), (.xmlGzip, 1_332_620, 200_000),
    ])
  func least(_ encoding: OSMEncoding, _ bytes: Int, _ map: Int) {
    let least = MapCompiler.minimumDiskBytes(encoding, bytes: bytes)
    #expect(least > 0 && least < map)
    #expect(MapCompiler.minimumDiskBytes(encoding, bytes: -1) == 0)
  }
}
