import Geo
import OSMInput
import Testing

@Suite struct OSMReaderTests {
  /// Counts nodes, and notices when something else holds on to its state.
  private struct Owner: OSMVisitor {
    final class Token {}
    var token = Token()
    var nodes = 0
    var wasShared = false

    mutating func node(_ id: Int64, at position: Coordinate?, tags: borrowing OSMTags) {
      nodes += 1
      if !isKnownUniquelyReferenced(&token) { wasShared = true }
    }
    mutating func way(_ id: Int64, nodes: borrowing [Int64], tags: borrowing OSMTags) {}
    mutating func relation(
      _ id: Int64, members: borrowing [OSMMember], tags: borrowing OSMTags
    ) {}
  }

  private static let long: [UInt8] = {
    let nodes = (1...60_000).map { "<node id=\"\($0)\" lat=\"43.7311\" lon=\"7.4197\"/>\n" }
    return Array(("<osm>" + nodes.joined() + "</osm>").utf8)
  }()

  @Test("the visitor's state is moved, never copied", arguments: Sample.cases)
  func visitorIsMoved(_ sample: Sample.Case) throws {
    var owner = Owner()
    _ = try OSMReader(bytes: sample.bytes, name: "test").read(into: &owner) { _, _ in true }
    #expect(owner.nodes == 3)
    #expect(!owner.wasShared)
    let isUnique = isKnownUniquelyReferenced(&owner.token)
    #expect(isUnique)
  }

  @Test("several threads give the same elements in the same order", arguments: Sample.cases)
  func threads(_ sample: Sample.Case) throws {
    for threads in 1...4 {
      var recorder = Recorder()
      let reader = OSMReader(bytes: sample.bytes, name: "test", threads: threads)
      _ = try reader.read(into: &recorder) { _, _ in true }
      #expect(recorder.lines == Sample.lines)
    }
  }

  @Test("a thread that decodes ahead gives all of a long text, and stops with its reader")
  func ahead() throws {
    let bytes = Compressors.gzip(Self.long)
    var owner = Owner()
    let reader = OSMReader(bytes: bytes, name: "test", threads: 2)
    let summary = try reader.read(into: &owner) { _, _ in true }
    #expect(owner.nodes == 60_000)
    #expect(summary.bytesRead == bytes.count)
    #expect(throws: OSMInputError.cancelled(source: "test")) {
      try reader.read(into: &owner) { _, _ in false }
    }
  }

  @Test("the visitor keeps what came before an error")
  func visitorAfterError() {
    var owner = Owner()
    #expect(throws: OSMInputError.self) {
      try OSMReader(bytes: Self.long.dropLast(6), name: "test").read(into: &owner) { _, _ in true }
    }
    #expect(owner.nodes == 60_000)
    #expect(!owner.wasShared)
  }

  @Test("progress comes about once per megabyte, and at the end")
  func progress() throws {
    let bytes = Self.long
    var calls: [Int] = []
    var owner = Owner()
    let summary = try OSMReader(bytes: bytes, name: "test").read(into: &owner) { read, total in
      #expect(total == bytes.count)
      calls.append(read)
      return true
    }
    #expect(summary.bytesRead == bytes.count)
    #expect(calls.last == bytes.count)
    #expect(calls == calls.sorted())
    let millions = bytes.count / 1_000_000
    #expect((millions...millions + 1).contains(calls.count))
  }

  @Test("a progress callback that returns false cancels")
  func cancelled() {
    var owner = Owner()
    #expect(throws: OSMInputError.cancelled(source: "test")) {
      try OSMReader(bytes: Self.long, name: "test").read(into: &owner) { _, _ in false }
    }
    #expect(owner.nodes > 0)
    #expect(owner.nodes < 60_000)
    #expect(OSMInputError.cancelled(source: "test").kind == .cancelled)
  }

  @Test("a file that does not exist is not found, with the system's reason")
  func absent() {
    var owner = Owner()
    do {
      let reader = OSMReader(.file("/nonexistent/region.osm.pbf"))
      _ = try reader.read(into: &owner) { _, _ in true }
      Issue.record("read a file that does not exist")
    } catch {
      #expect(error.kind == .notFound)
      #expect(
        error.description
          == "/nonexistent/region.osm.pbf: cannot open: No such file or directory")
    }
  }

  @Test("a folder can't be read")
  func folder() {
    var owner = Owner()
    do {
      _ = try OSMReader(.file("/")).read(into: &owner) { _, _ in true }
      Issue.record("read a folder")
    } catch {
      #expect(error.kind == .unreadable)
      #expect(error.description.hasSuffix("; give an extract such as region.osm.pbf"))
    }
  }

  @Test("sources and encodings have names for people")
  func names() {
    #expect(OSMSource.standardInput.description == "standard input")
    #expect(OSMSource.file("a/b.osm").description == "a/b.osm")
    #expect(
      OSMEncoding.allCases.map(\.description) == [
        "OSM XML", "OSM XML in gzip", "OSM XML in bzip2", "OSM PBF",
      ])
  }
}
