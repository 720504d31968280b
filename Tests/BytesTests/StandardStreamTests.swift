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

@Suite struct StandardStreamTests {
  @Test("a full disk is an error, however little is written")
  func full() async {
    await #expect(processExitsWith: .exitCode(ENOSPC)) {
      let full = unsafe open("/dev/full", O_WRONLY)
      #expect(dup2(full, 1) == 1)
      do throws(FileError) { try StandardStream.output.write("x") } catch {
        exit(error.path == "standard output" && error.code == ENOSPC ? error.code : 1)
      }
    }
  }

  @Test("a closed stream is an error, and no file that is opened later takes its place")
  func closed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("file")
    await #expect(processExitsWith: .exitCode(EBADF)) { [path = path as String] in
      Self.leaveOtherThreads()
      for descriptor in 0...2 as ClosedRange<Int32> { close(descriptor) }
      StandardStream.reserveClosed()
      var file = try AtomicFile(path: path, naming: .named)
      try file.write([1, 2, 3])
      try? StandardStream.error.write("lost")
      var code: Int32 = 0
      do throws(FileError) { try StandardStream.output.write("x") } catch { code = error.code }
      try file.commit()
      _exit(code)
    }
    #expect(FileSystem.bytes(path) == [1, 2, 3])
  }

  /// Goes on in a copy of the process, which has only this thread, and ends this one with its status.
  ///
  /// Other threads open descriptors at any time, also those of closed streams.
  private static func leaveOtherThreads() {
    #if !canImport(Darwin)
      let copy = fork()
      if copy == 0 { return }
      var status: Int32 = 0
      if unsafe waitpid(copy, &status, 0) != copy || status & 0x7F != 0 { abort() }
      _exit(status >> 8 & 0xFF)
    #endif
  }

  @Test("a pipe that nobody reads is an error where it does not end the process")
  func nobodyReads() async {
    await #expect(processExitsWith: .exitCode(EPIPE)) {
      var ends: [Int32] = [-1, -1]
      #expect(unsafe pipe(&ends) == 0)
      #expect(dup2(ends[1], 1) == 1)
      close(ends[0])
      CurrentProcess.outlivesClosedPipes()
      do throws(FileError) { try StandardStream.output.write("x") } catch {
        exit(error.isBrokenPipe ? error.code : 1)
      }
    }
  }

  @Test("a pipe that another has made one that does not wait gets all")
  func withoutWaiting() async {
    await #expect(processExitsWith: .exitCode(7)) {
      let total = 1_000_000
      var ends: [Int32] = [-1, -1]
      #expect(unsafe pipe(&ends) == 0)
      #expect(dup2(ends[1], 1) == 1)
      close(ends[1])
      #expect(fcntl(1, F_SETFL, O_NONBLOCK) == 0)
      let reading = ends[0]
      let isStarted = WorkerThread.start {
        var count = 0
        var buffer = [UInt8](repeating: 0, count: 10_000)
        while count < total {
          usleep(100)
          count += unsafe buffer.withUnsafeMutableBytes {
            unsafe read(reading, $0.baseAddress, $0.count)
          }
        }
        exit(7)
      }
      #expect(isStarted)
      try StandardStream.output.write([UInt8](repeating: 65, count: total))
      sleep(600)
    }
  }

  @Test("the size of a terminal is the current one, and a file has none")
  func terminalSize() async {
    await #expect(processExitsWith: .exitCode(0)) {
      let null = unsafe open("/dev/null", O_WRONLY)
      #expect(dup2(null, 2) == 2)
      if StandardStream.error.terminalSize != nil { exit(1) }
      let terminal = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
      // Some machines have no terminals to give.
      if terminal < 0 { exit(0) }
      #expect(dup2(terminal, 2) == 2)
      for (columns, rows) in [(80, 24), (33, 7)] as [(UInt16, UInt16)] {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        if unsafe ioctl(terminal, UInt(TIOCSWINSZ), &size) != 0 { exit(2) }
        let found = StandardStream.error.terminalSize
        if found?.columns != Int(columns) || found?.rows != Int(rows) { exit(3) }
      }
      exit(0)
    }
  }
}
