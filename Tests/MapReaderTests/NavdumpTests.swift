import Bytes
import MapReader
import NavFormat
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a program prints on its standard output, line by line.
enum Program {
  /// The lines, and the program's exit status.
  static func run(_ command: String) -> (lines: [String], status: Int32) {
    guard let pipe = unsafe popen(command, "r") else { return ([], -1) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe fread(&buffer, 1, buffer.count, pipe)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    let status = unsafe pclose(pipe)
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true)
      .map { String(decoding: $0, as: UTF8.self) }
    return (lines, status >> 8)
  }

  /// Whether there is a Python, for `tools/navdump`.
  static let hasPython = run("python3 --version 2>/dev/null").status == 0

  /// What `tools/navdump` prints, its errors too.
  static func navdump(_ options: String, _ path: String = "") -> (lines: [String], status: Int32) {
    let tool = "python3 " + quoted(TestData.package + "/tools/navdump") + " " + options
    return run(tool + (path.isEmpty ? "" : " " + quoted(path)) + " 2>&1")
  }

  /// What one `tools/navdump` says of several files: a line for each, which begins with its path.
  static func verdicts(_ paths: [String]) -> [String] {
    navdump("--verify " + paths.map(quoted).joined(separator: " ")).lines
  }

  /// The status with which `tools/navdump` verifies a file.
  static func verdict(_ file: MapFile, in folder: TemporaryFolder) -> Int32 {
    let path = folder.file("dump.nav")
    file.write(to: path)
    return navdump("--verify", path).status
  }

  /// A path as the shell takes it.
  private static func quoted(_ path: String) -> String {
    "'" + path.replacing("'", with: "'\\''") + "'"
  }
}

/// The reader that was written from the specification alone says the same as the Swift one.
@Suite(.enabled(if: Program.hasPython, "needs python3"))
struct NavdumpTests {
  private static func compare(_ map: NavMap) throws {
    let (lines, status) = Program.navdump("", map.path)
    #expect(status == 0)
    let own = try SwiftDump(map).lines
    #expect(lines.count == own.count)
    var differences = 0
    for (theirs, ours) in zip(lines, own) where theirs != ours {
      differences += 1
      if differences <= 5 { #expect(ours == theirs) }
    }
    #expect(differences == 0)
    let verdict = Program.navdump("--verify", map.path)
    #expect(verdict.status == 0 && verdict.lines == ["\(map.path): ok"])
  }

  @Test("navdump says the same of the map put together by hand")
  func handMade() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("hand.nav")
    try MapFile(HandMadeMap.bytes()).write(to: path)
    try Self.compare(try NavMap(path: path))
  }

  @Test("navdump says the same of compiled random networks")
  func compiled() async throws {
    try Self.compare(try await CompiledMap.map)
    try Self.compare(try await CompiledMap.pacificMap)
  }

  static let extracts = [
    "monaco-osrm.osm.pbf", "reisterstown-via-restriction.osm.pbf",
    "fiji-ferry-antimeridian.osm.pbf",
  ]

  @Test(
    "navdump says the same of real extracts",
    .enabled(if: !TestData.present(extracts).isEmpty, "needs extracts; set MAPC_DATA"),
    arguments: TestData.present(extracts))
  func real(_ name: String) async throws {
    let extract = TestData.path(name)
    let built =
      name == Self.extracts[0]
      ? try await BuiltMap(file: extract)
      : try await BuiltMap(file: extract, options: .withNodeIDs)
    try Self.compare(built.map)
  }

  @Test("navdump refuses what the Swift reader refuses: a flipped bit in any region")
  func refusals() throws {
    let folder = try TemporaryFolder()
    let good = try MapFile(HandMadeMap.bytes())
    let offsets =
      [0, 9, 60, 255, 300] + good.sections.map { $0.range.lowerBound + 3 }
      + good.tiles.map { $0.upperBound - 1 }
    let paths = offsets.enumerated().map { number, offset in
      var file = good
      file.bytes[offset] ^= 4
      let path = folder.file("flipped-\(number).nav")
      file.write(to: path)
      return path
    }
    let verdicts = Program.verdicts(paths)
    try #require(verdicts.count == paths.count, "a line for each file")
    for (offset, (path, verdict)) in zip(offsets, zip(paths, verdicts)) {
      #expect(
        verdict.hasPrefix(path + ": ") && verdict != path + ": ok", "byte \(offset): \(verdict)")
      #expect(throws: NavError.self) { try NavMap(path: path).verify() }
    }
    #expect(Program.navdump("--verify", paths[0]).status == 1)
  }

  /// Columns of rules, conditions and barriers, and those that tell of them.
  static let ruleColumns = [
    "segment flags", "junction flags", "turn banned", "rule subject", "rule kind",
    "rule directions", "rule value", "rule condition", "condition offset", "conditions",
    "barrier junction", "barrier passing", "barrier end only",
  ]
  /// Columns of words and approaches.
  static let wordColumns = [
    "word way", "word kind", "word directions", "word text", "junction word junction",
    "junction word kind", "junction word text", "approach segment", "approach point",
    "approach kind", "approach directions",
  ]

  @Test(
    "of rules, conditions and words navdump refuses all that the Swift reader does",
    arguments: 0..<4)
  func ruleRefusals(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let good = try MapFile(HandMadeMap.bytes())
    let names = Self.ruleColumns + Self.wordColumns
    let paths = try names.enumerated().map { number, name in
      var file = good
      let column = try good.column(name, ofTile: 1)
      let bit =
        column.first + column.stride * Int.random(in: 0..<column.rows, using: &generator)
        + Int.random(in: 0..<column.width, using: &generator)
      file.bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      file.repair()
      let path = folder.file("rules-\(number).nav")
      file.write(to: path)
      return path
    }
    let verdicts = Program.verdicts(paths)
    try #require(verdicts.count == paths.count, "a line for each file")
    var refused = 0
    for (name, (path, verdict)) in zip(names, zip(paths, verdicts)) {
      #expect(verdict.hasPrefix(path + ": "))
      do throws(NavError) { try NavMap(path: path).verify() } catch {
        refused += 1
        #expect(verdict != path + ": ok", "\(name): \(error)")
      }
    }
    #expect(refused > 0)
  }
}
