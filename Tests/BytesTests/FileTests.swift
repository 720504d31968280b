import Bytes
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite struct MappedFileTests {
  @Test("a mapped file has the bytes of the file")
  func whole() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let path = try folder.write(bytes, "some")
    let file = try MappedFile(path: path)
    #expect(file.count == 10_000)
    #expect(file.path == path)
    #expect(FileSystem.bytes(path) == bytes)
  }

  @Test("an empty file maps to no bytes")
  func empty() throws {
    let folder = try TemporaryFolder()
    let file = try MappedFile(path: try folder.write([], "empty"))
    let count = file.bytes.byteCount
    #expect(file.count == 0 && count == 0)
  }

  @Test("a missing file is an error that names it and says so")
  func missing() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/missing.nav"
    let error = #expect(throws: FileError.self) { _ = try MappedFile(path: path) }
    #expect(error == FileError(path: path, call: "open", code: ENOENT))
    #expect(error?.isNotFound == true)
    #expect(error?.description == "\(path): cannot open: No such file or directory")
  }

  @Test("a path through a file is not found either")
  func throughFile() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1], "file") + "/inside"
    let error = #expect(throws: FileError.self) { _ = try MappedFile(path: path) }
    #expect(error?.isNotFound == true)
  }

  @Test("an empty path is visible in the message")
  func emptyPath() {
    let error = #expect(throws: FileError.self) { _ = try MappedFile(path: "") }
    #expect(error?.description == "'': cannot open: No such file or directory")
  }

  @Test("a folder, and what is no file at all, are refused")
  func notRegular() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: FileError.self) { _ = try MappedFile(path: folder.path) }
    #expect(error == FileError(path: folder.path, call: "map", code: EISDIR))
    let pipe = folder.file("pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    defer { unsafe unlink(pipe) }
    let waiting = #expect(throws: FileError.self) { _ = try MappedFile(path: pipe) }
    #expect(waiting == FileError(path: pipe, call: "map", code: ENODEV))
    let device = #expect(throws: FileError.self) { _ = try MappedFile(path: "/dev/null") }
    #expect(device == FileError(path: "/dev/null", call: "map", code: ENODEV))
  }

  @Test("a file that another replaced by renaming keeps its bytes while it is mapped")
  func replaced() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1, 2, 3], "map")
    let old = try MappedFile(path: path)
    _ = try folder.write([9, 9, 9, 9], "map")
    let second = old.bytes.u8(1)
    #expect(old.count == 3 && second == 2)
    #expect(FileSystem.bytes(path) == [9, 9, 9, 9])
  }
}

#if os(Linux)
  @Suite struct FileLeaseTests {
    @Test(
      "who wants to write into a leased file is seen, and comes when the mapping is gone",
      .enabled(if: FileSystem.hasLeases, "the file system has no leases"))
    func asked() throws {
      let folder = try TemporaryFolder()
      let path = try folder.write([1, 2, 3], "map")
      var file: MappedFile? = try MappedFile(path: path, leased: true)
      #expect(file?.lease?.isAskedFor == false)
      #expect(unsafe open(path, O_WRONLY | O_NONBLOCK) == -1 && errno == EWOULDBLOCK)
      #expect(file?.lease?.isAskedFor == true)
      let copy = try #require(try file?.copy(in: folder.path))
      file = nil
      let writer = unsafe open(path, O_WRONLY | O_NONBLOCK)
      #expect(writer >= 0)
      #expect(ftruncate(writer, 0) == 0)
      close(writer)
      let bytes = (0..<copy.count).map { copy.bytes.u8($0) }
      #expect(bytes == [1, 2, 3] && copy.path == path && copy.lease == nil)
      #expect(FileSystem.names(in: folder.path) == ["map"])
    }

    @Test("a file may be renamed over a leased one; one that is open for writing can't be leased")
    func others() throws {
      let folder = try TemporaryFolder()
      let path = try folder.write([1, 2, 3], "map")
      let file = try MappedFile(path: path, leased: true)
      _ = try folder.write([4], "map")
      #expect(file.lease?.isAskedFor != true)
      let writer = unsafe open(path, O_WRONLY)
      let second = try MappedFile(path: path, leased: true)
      #expect(second.lease == nil && second.count == 1)
      close(writer)
    }
  }
#endif

@Suite struct AtomicFileTests {
  @Test("a committed file has all that was written, and nothing else is left")
  func commit() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("map.nav")
    var file = try AtomicFile(path: path)
    try file.write([1, 2])
    try file.write([])
    try file.write([3])
    let count = file.count
    #expect(count == 3)
    #expect(FileSystem.bytes(path) == nil, "the destination is not there before the commit")
    try file.commit()
    #expect(FileSystem.bytes(path) == [1, 2, 3])
    #expect(FileSystem.names(in: folder.path) == ["map.nav"])
  }

  @Test("a dropped file leaves nothing behind, and the destination as it was")
  func dropped() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([7, 7], "map.nav")
    do {
      var file = try AtomicFile(path: path)
      try file.write([1, 2, 3])
      // The temporary file may have no name.
      #expect(FileSystem.names(in: folder.path).contains("map.nav"))
    }
    #expect(FileSystem.names(in: folder.path) == ["map.nav"])
    #expect(FileSystem.bytes(path) == [7, 7])
  }

  @Test("a commit replaces the destination whole")
  func replaces() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([7, 7, 7, 7, 7], "map.nav")
    var file = try AtomicFile(path: path)
    try file.write([1])
    try file.commit()
    #expect(FileSystem.bytes(path) == [1])
  }

  @Test("a destination that is a folder is refused before anything is written")
  func ontoFolder() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/sub"
    #expect(unsafe mkdir(path, 0o755) == 0)
    defer { unsafe rmdir(path) }
    let error = #expect(throws: FileError.self) {
      var file = try AtomicFile(path: path)
      try file.write([1])
      try file.commit()
    }
    #expect(error?.call == "create" && error?.path == path)
    #expect(FileSystem.names(in: folder.path) == ["sub"])
  }

  @Test("a device is refused, not replaced by a file")
  func ontoDevice() throws {
    let error = #expect(throws: FileError.self) { _ = try AtomicFile(path: "/dev/null") }
    #expect(error?.call == "create")
  }

  @Test("a link is followed: the file that it names is replaced, the link stays")
  func ontoLink() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([7], "map.nav")
    let link = folder.file("link.nav")
    #expect(unsafe symlink(path, link) == 0)
    var file = try AtomicFile(path: link)
    try file.write([1])
    try file.commit()
    #expect(FileSystem.bytes(path) == [1])
    #expect(FileSystem.names(in: folder.path) == ["link.nav", "map.nav"])
  }

  @Test("a folder that is not there is an error that names the destination")
  func noFolder() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/no/map.nav"
    let error = #expect(throws: FileError.self) { _ = try AtomicFile(path: path) }
    #expect(error == FileError(path: path, call: "create", code: ENOENT))
  }

  @Test("more than a pipe takes at once is written whole")
  func large() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 >> 8) }
    let file = try MappedFile(path: try folder.write(bytes, "large"))
    let (count, last) = (file.count, file.bytes.u8(2_999_999))
    #expect(count == bytes.count && last == bytes[2_999_999])
  }
}

@Suite struct ProcessClockTests {
  @Test("work takes time, and the clock does not go back")
  func advances() {
    let start = ProcessClock.cpuSeconds
    var bytes: [UInt8] = []
    for value in 0..<200_000 as Range<UInt64> { Varint.append(value, to: &bytes) }
    #expect(bytes.count > 0)
    #expect(ProcessClock.cpuSeconds > start)
  }
}

@Suite struct TemporaryFilesTests {
  @Test("a process that is told to end leaves no temporary file, and the status of shells")
  func terminated() async throws {
    let path = "/tmp/mapc-test-terminated"
    for number in [SIGINT, SIGTERM, SIGHUP] {
      await #expect(processExitsWith: .exitCode(128 + number)) {
        [path = path as String, number = number as Int32] in
        TemporaryFiles.removeWhenTerminated()
        var file = try AtomicFile(path: path)
        try file.write([1, 2, 3])
        kill(getpid(), number)
        sleep(600)
        try file.commit()
      }
    }
    #expect(!FileSystem.names(in: "/tmp").contains { $0.hasPrefix("mapc-test-terminated") })
  }
}

@Suite struct ScratchFileTests {
  @Test("what was appended can be read, and the file has no name")
  func readBack() throws {
    let folder = try TemporaryFolder()
    let scratch = try ScratchFile(in: folder.path)
    #expect(FileSystem.names(in: folder.path).isEmpty)
    try scratch.append([1, 2, 3])
    try scratch.append([])
    try scratch.append([4])
    #expect(scratch.count == 4)
    let mapped = try scratch.mapped()
    let bytes = (0..<mapped.count).map { mapped.bytes.u8($0) }
    #expect(bytes == [1, 2, 3, 4])
  }

  @Test("a folder that is not there is an error that names it")
  func noFolder() {
    let error = #expect(throws: FileError.self) { _ = try ScratchFile(in: "/nowhere/at/all") }
    #expect(error?.path == "/nowhere/at/all")
    #expect(error?.isNotFound == true)
  }
}
