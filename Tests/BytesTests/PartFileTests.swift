import TestSupport
import Testing

@testable import Bytes

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite struct PartFileTests {
  private static let digits = "0123456789abcdef"

  @Test("both kinds of temporary file become the destination whole", arguments: [false, true])
  func whole(named: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("map.nav")
    for bytes in [[1, 2, 3], [4, 5]] as [[UInt8]] {
      var file = try AtomicFile(path: path, naming: named ? .named : .unnamed)
      try file.write(bytes)
      let mapped = try file.mapped()
      let read = (0..<mapped.count).map { mapped.bytes.u8($0) }
      #expect(read == bytes)
      try file.commit()
      #expect(FileSystem.bytes(path) == bytes)
      #expect(FileSystem.names(in: folder.path) == ["map.nav"])
    }
  }

  @Test("a named one has a name that nobody can foresee, and leaves none behind")
  func names() throws {
    let folder = try TemporaryFolder()
    do {
      let one = try AtomicFile(path: folder.file("map.nav"), naming: .named)
      let other = try AtomicFile(path: folder.file("map.nav"), naming: .named)
      let names = FileSystem.names(in: folder.path)
      #expect(names.count == 2)
      for name in names {
        #expect(name.hasPrefix("map.nav.") && name.hasSuffix(".part") && name.count == 29)
      }
      _ = (one.count, other.count)
    }
    #expect(FileSystem.names(in: folder.path).isEmpty)
  }

  #if os(Linux)
    @Test(
      "where files without a name can be had there is none beside the destination",
      .enabled(
        if: UnnamedFile.linkable(for: TemporaryFolder.root + "/x") != nil,
        "needs files without a name"))
    func unnamed() throws {
      let folder = try TemporaryFolder()
      var file = try AtomicFile(path: folder.file("map.nav"))
      try file.write([1])
      #expect(FileSystem.names(in: folder.path).isEmpty)
      try file.commit()
      #expect(FileSystem.names(in: folder.path) == ["map.nav"])
    }
  #endif

  @Test("a link that lies where a process with this number would write is not followed")
  func planted() throws {
    let folder = try TemporaryFolder()
    let victim = try folder.write([7, 7, 7], "victim")
    let planted = folder.file("map.nav.\(getpid()).part")
    #expect(unsafe symlink(victim, planted) == 0)
    _ = try folder.write([1], "map.nav")
    #expect(FileSystem.bytes(victim) == [7, 7, 7])
    #expect(FileSystem.names(in: folder.path).count == 3)
  }

  @Test("what was left behind is removed by the next for the same destination, and nothing else")
  func leftovers() throws {
    let folder = try TemporaryFolder()
    let left = try folder.write([1], "map.nav.\(Self.digits).part")
    let others = try [
      "other.nav.\(Self.digits).part", "map.nav.\(Self.digits)", "map.nav.\(Self.digits)0.part",
      "map.nav.\(Self.digits.uppercased()).part", "map.nav.old.part", "map.nav.part",
    ].map { try folder.write([1], $0) }
    let folderName = folder.path + "/map.nav.aaaaaaaaaaaaaaaa.part"
    #expect(unsafe mkdir(folderName, 0o755) == 0)
    defer { unsafe rmdir(folderName) }
    let linkName = folder.file("map.nav.bbbbbbbbbbbbbbbb.part")
    #expect(unsafe symlink(others[0], linkName) == 0)
    let used = try folder.write([1], "map.nav.cccccccccccccccc.part")
    let holder = unsafe open(used, O_RDONLY | O_CLOEXEC)
    #expect(PartFile.lock(holder) == .ours)
    let before = FileSystem.names(in: folder.path)

    _ = try AtomicFile(path: folder.path + "/map.nav")
    #expect(FileSystem.names(in: folder.path) == before.filter { !left.hasSuffix("/" + $0) })
    close(holder)
    // Until a child process of another test has begun its program, it holds the lock too: ten minutes at most.
    for _ in 0..<60_000 where FileSystem.bytes(used) != nil {
      _ = try AtomicFile(path: folder.path + "/map.nav")
      usleep(10_000)
    }
    #expect(FileSystem.bytes(used) == nil)
  }

  @Test(
    "a finished file is not locked, even while a child process has its descriptor",
    arguments: [false, true])
  func inherited(isNamed: Bool) throws {
    let folder = try TemporaryFolder()
    let destination = folder.file("map.nav")
    var part = try PartFile(for: destination, isNamed ? .named : .unnamed)
    let child = dup(part.descriptor)
    defer { close(child) }
    try part.move(to: destination)
    let holder = unsafe open(destination, O_RDONLY)
    defer { close(holder) }
    #expect(PartFile.lock(holder) == .ours)
  }

  @Test("an input is not taken for what was left behind, by whatever name it is read")
  func inputs() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write([1], "map.nav.\(Self.digits).part")
    let other = try folder.write([2], "map.nav.\(String(Self.digits.reversed())).part")
    let (symbolic, hard) = (folder.file("symbolic"), folder.file("hard"))
    #expect(unsafe symlink(input, symbolic) == 0)
    #expect(unsafe link(input, hard) == 0)
    for given in [input, symbolic, hard] {
      _ = try AtomicFile(path: folder.path + "/map.nav", rule: OutputRule(inputs: [given]))
      #expect(FileSystem.bytes(input) == [1])
      #expect(FileSystem.bytes(other) == nil)
    }
    _ = try AtomicFile(path: folder.path + "/map.nav", rule: OutputRule(inputs: ["/no/such"]))
    #expect(FileSystem.bytes(input) == nil)
  }

  @Test("nor is one that is read as standard input")
  func standardInput() async throws {
    let folder = try TemporaryFolder()
    let input = try folder.write([1], "map.nav.\(Self.digits).part")
    await #expect(processExitsWith: .success) { [input = input as String] in
      #expect(dup2(unsafe open(input, O_RDONLY), 0) == 0)
      let path = String(input.dropLast(Self.digits.count + 6))
      _ = try AtomicFile(path: path, rule: OutputRule(inputs: ["-"]))
    }
    #expect(FileSystem.bytes(input) == [1])
  }

  @Test(
    "a process that is killed leaves nothing that the next does not remove",
    arguments: [false, true])
  func killed(named: Bool) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("map.nav")
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, named = named as Bool] in
      var file = try AtomicFile(path: path, naming: named ? .named : .unnamed)
      try file.write([1, 2, 3])
      kill(getpid(), SIGKILL)
      try file.commit()
    }
    if named { #expect(FileSystem.names(in: folder.path).count == 1) }
    var file = try AtomicFile(path: path)
    try file.write([4])
    try file.commit()
    #expect(FileSystem.names(in: folder.path) == ["map.nav"])
    #expect(FileSystem.bytes(path) == [4])
  }

  @Test("a process that is told to end removes the one that has a name")
  func terminated() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("map.nav")
    await #expect(processExitsWith: .exitCode(128 + SIGTERM)) { [path = path as String] in
      TemporaryFiles.removeWhenTerminated()
      var file = try AtomicFile(path: path, naming: .named)
      try file.write([1, 2, 3])
      kill(getpid(), SIGTERM)
      sleep(600)
      try file.commit()
    }
    #expect(FileSystem.names(in: folder.path).isEmpty)
  }

  @Test("of two at once for one destination both are whole, and the later stays")
  func both() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("map.nav")
    for named in [false, true] {
      var one = try AtomicFile(path: path, naming: named ? .named : .unnamed)
      var other = try AtomicFile(path: path, naming: named ? .named : .unnamed)
      try one.write([1])
      try other.write([2, 2])
      try other.commit()
      #expect(FileSystem.bytes(path) == [2, 2])
      try one.commit()
      #expect(FileSystem.bytes(path) == [1])
      #expect(FileSystem.names(in: folder.path) == ["map.nav"])
    }
  }
}
