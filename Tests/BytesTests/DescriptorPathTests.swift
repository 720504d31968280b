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

@Suite struct DescriptorPathTests {
  @Test(
    "paths of open files are known, also through other names of their folder",
    arguments: ["/dev/stdout", "/dev/stderr", "/dev/stdin", "/dev/fd/7", "/dev/./fd/99"])
  func streams(_ path: String) { #expect(DescriptorPath.isOne(path)) }

  #if os(Linux)
    @Test(
      "so are those of Linux",
      arguments: [
        "/proc/self/fd/1", "/proc/thread-self/fd/2", "/proc/\(getpid())/fd/1",
        "/proc/1/../self/fd/1",
      ])
    func linux(_ path: String) { #expect(DescriptorPath.isOne(path)) }
  #endif

  @Test(
    "others are none, whether they exist or not",
    arguments: ["/dev/null", "/dev/fd", "/proc/self", "stdout", "/no/such/fd/1", "/", "", "fd/1"])
  func others(_ path: String) { #expect(!DescriptorPath.isOne(path)) }

  @Test("a link that leads to itself is none")
  func loop() throws {
    let folder = try TemporaryFolder()
    let (one, other) = (folder.file("one"), folder.file("other"))
    #expect(unsafe symlink("other", one) == 0 && symlink("one", other) == 0)
    #expect(!DescriptorPath.isOne(one))
  }
}
