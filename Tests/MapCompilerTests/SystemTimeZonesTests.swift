import Bytes
import TestSupport
import Testing

@testable import MapCompiler

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite struct SystemTimeZonesTests {
  /// A file of the database with a rule; RFC 9636, section 3.
  private static func file(_ footer: String, version: String = "2") -> [UInt8] {
    let counts: [UInt8] = [
      0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4,
    ]
    let head = Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15) + counts
    // One local time type, whose bytes look like ends of lines, and its name.
    let block: [UInt8] = [0x0A, 0x0A, 0x0A, 0x0A, 0, 0] + Array("LMT\0".utf8) + [0, 0]
    return head + block + head + block + Array("\n\(footer)\n".utf8)
  }

  private let folder: TemporaryFolder
  private let zones: SystemTimeZones

  init() throws {
    folder = try TemporaryFolder()
    zones = SystemTimeZones(folders: ["/no/such/folder", folder.path])
  }

  private func failure(_ name: String) -> SystemTimeZones.Failure? {
    do throws(SystemTimeZones.Failure) {
      _ = try zones.rule(named: name)
      return nil
    } catch { return error }
  }

  @Test(
    "the rule is the last line of the zone's file",
    arguments: ["CET-1CEST,M3.5.0,M10.5.0/3", "<+12>-12", "UTC0"])
  func rules(_ rule: String) throws {
    _ = try folder.write(Self.file(rule), "Zone_1")
    #expect(try zones.rule(named: "Zone_1") == rule)
  }

  @Test(
    "what leads out of the database, or is no name, is refused without a look",
    arguments: [
      "../etc/passwd", "Europe/../../etc/passwd", "/etc/localtime", "", ".", "Europe//Berlin",
      "Europe/", "Europe/Berlin\n", "Europe Berlin", "Zürich", String(repeating: "a", count: 101),
    ])
  func names(_ name: String) {
    #expect(failure(name) == .notAName(name))
  }

  @Test("zones that are not there, folders and files of other kinds are told apart")
  func failures() throws {
    #expect(failure("Nowhere") == .unknown("Nowhere", folder: folder.path))
    #expect(unsafe mkdir(folder.path + "/Region", 0o755) == 0)
    defer { unsafe rmdir(folder.path + "/Region") }
    #expect(failure("Region") == .unknown("Region", folder: folder.path))
    let long = [UInt8](repeating: 10, count: 1 << 20)
    for (name, bytes) in [
      ("empty", []), ("text", Array("CET-1\n".utf8)), ("first", Self.file("CET-1", version: "\0")),
      ("short", Array(Self.file("CET-1").dropLast())), ("long", Self.file("CET-1") + long),
    ] as [(String, [UInt8])] {
      let path = try folder.write(bytes, name)
      #expect(failure(name) == .notTZif(path: path), "\(name)")
    }
    _ = try folder.write(Self.file(""), "none")
    #expect(failure("none") == .noRule(name: "none", footer: ""))
    _ = try folder.write(Self.file("EST5EDT"), "system")
    #expect(failure("system") == .noRule(name: "system", footer: "EST5EDT"))
    let nowhere = SystemTimeZones(folders: ["/no/such/folder"])
    #expect(throws: SystemTimeZones.Failure.noDatabase(["/no/such/folder"])) {
      try nowhere.rule(named: "UTC")
    }
  }

  @Test(
    "the database of this system is read, where there is one",
    .enabled(if: Folder.exists("/usr/share/zoneinfo/Europe"), "needs /usr/share/zoneinfo"))
  func system() throws {
    #expect(try SystemTimeZones().rule(named: "Europe/Berlin") == "CET-1CEST,M3.5.0,M10.5.0/3")
  }
}
