import Bytes
import Logging
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

/// Files that a service reads again while it runs.
@Suite struct FollowedFileTests {
  @Test("a regular file is read whole, unless it is too long")
  func regular() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1, 2, 3], "file")
    #expect(try FollowedFile.bytes(path: path, atMost: 3) == [1, 2, 3])
    #expect(try FollowedFile.bytes(path: path, atMost: 2) == nil)
    #expect(throws: FileError.self) {
      try FollowedFile.bytes(path: folder.path + "/none", atMost: 3)
    }
  }

  @Test("a pipe without a writer is refused at once; what replaces it is read")
  func pipes() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/now.traffic"
    // SAFETY: the argument is a terminated string.
    #expect(unsafe mkfifo(path, 0o600) == 0)
    #expect(throws: NotRegularFile.self) { try FollowedFile.bytes(path: path, atMost: 3) }
    #expect(throws: NotRegularFile.self) { try FollowedFile.bytes(path: folder.path, atMost: 3) }
    let follower = TrafficFollower(path: path, logger: Logger(label: "test"))
    #expect(follower.begin())
    #expect(!follower.follow { _ in })
    // It is not read again until it is replaced.
    #expect(!follower.begin())
    var file = try AtomicFile(path: folder.path + "/next")
    try file.write([1])
    try file.commit()
    // SAFETY: the arguments are terminated strings.
    #expect(unsafe rename(folder.path + "/next", path) == 0)
    #expect(follower.begin())
  }
}
