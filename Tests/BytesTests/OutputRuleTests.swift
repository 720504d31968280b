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

@Suite struct OutputRuleTests {
  private static let mark: [UInt8] = [0x89, 0x4E, 0x41, 0x56]

  /// Tries to write a file by a rule.
  private static func write(_ path: String, _ rule: OutputRule) -> FileError? {
    do throws(FileError) {
      var file = try AtomicFile(path: path, rule: rule)
      try file.write([1])
      try file.commit()
      return nil
    } catch { return error }
  }

  @Test("an input is not replaced, by whatever name, even if anything else may be")
  func inputs() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write([7, 7], "in.osm")
    let (symbolic, hard) = (folder.file("symbolic"), folder.file("hard"))
    #expect(unsafe symlink(input, symbolic) == 0)
    #expect(unsafe link(input, hard) == 0)
    let names = [input, folder.path + "/./in.osm", symbolic, hard]
    for given in names {
      let rule = OutputRule(.anything, inputs: ["/no/such/file", given])
      for output in names {
        #expect(Self.write(output, rule) == FileError(path: output, refusal: .isInput))
      }
    }
    #expect(FileSystem.bytes(input) == [7, 7])
    #expect(FileSystem.names(in: folder.path) == ["hard", "in.osm", "symbolic"])
    #expect(Self.write(folder.file("other"), OutputRule(inputs: [input])) == nil)
  }

  @Test("a file that is read as standard input is one")
  func standardInput() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([7], "in.osm")
    await #expect(processExitsWith: .success) { [path = path as String] in
      let file = unsafe open(path, O_RDONLY)
      #expect(dup2(file, 0) == 0)
      let refused = Self.write(path, OutputRule(inputs: ["-"]))
      exit(refused == FileError(path: path, refusal: .isInput) ? 0 : 1)
    }
    #expect(FileSystem.bytes(path) == [7])
  }

  @Test(
    "a symbolic link that leads to no file is neither replaced nor followed",
    arguments: ["nowhere", "no/such/folder/file", "loop"])
  func brokenLink(_ target: String) throws {
    let folder = try TemporaryFolder()
    let link = folder.file("loop")
    #expect(unsafe symlink(target, link) == 0)
    for kind in [
      OutputRule.Kind.anything, .beginning(with: Self.mark),
      .recognised(by: { _ in true }, mapMark: Self.mark),
    ] {
      #expect(Self.write(link, OutputRule(kind)) == FileError(path: link, refusal: .isBrokenLink))
    }
    #expect(FileSystem.names(in: folder.path) == ["loop"])
    // One that appears while the file is written is not lost either.
    let path = folder.file("late")
    var refused: FileError?
    do throws(FileError) {
      var file = try AtomicFile(path: path)
      try file.write([1])
      #expect(unsafe symlink("nowhere", path) == 0)
      try file.commit()
    } catch { refused = error }
    #expect(refused == FileError(path: path, refusal: .isBrokenLink))
  }

  @Test(
    "a file behind a stream is not replaced by way of the stream",
    arguments: ["/dev/stdout", "/dev/stderr", "/dev/fd/1", "/dev/fd/2", "link", "chain"])
  func streams(_ name: String) async throws {
    let folder = try TemporaryFolder()
    let log = try folder.write([7], "log")
    let (link, chain) = (folder.file("link"), folder.file("chain"))
    #expect(unsafe symlink("/dev/stdout", link) == 0)
    #expect(unsafe symlink("link", chain) == 0)
    let path = name.hasPrefix("/") ? name : folder.path + "/" + name
    await #expect(processExitsWith: .success) { [log = log as String, path = path as String] in
      let file = unsafe open(log, O_WRONLY | O_APPEND)
      #expect(dup2(file, 1) == 1 && dup2(file, 2) == 2)
      let refusals = [path, log].map { Self.write($0, OutputRule())?.refusal }
      exit(refusals == [.isStream, .isStream] ? 0 : 1)
    }
    #expect(FileSystem.bytes(log) == [7])
    #expect(FileSystem.names(in: folder.path) == ["chain", "link", "log"])
  }

  @Test("what is written to is no input")
  func readAndWritten() async throws {
    let folder = try TemporaryFolder()
    let log = try folder.write([7], "log")
    let other = try folder.write([8], "other")
    for stream in [1, 2] as [Int32] {
      await #expect(processExitsWith: .success) {
        [log = log as String, other = other as String, stream = stream as Int32] in
        let file = unsafe open(log, O_RDWR | O_APPEND)
        #expect(dup2(file, stream) == stream)
        #expect(dup2(file, 0) == 0)
        var refused: [String] = []
        for path in [log, "-", other, "/dev/null"] {
          do throws(FileError) { _ = try InputFile(path: path) } catch {
            if error.refusal == .isOutput { refused.append(error.path) }
          }
        }
        do throws(FileError) { _ = try MappedFile(path: log) } catch {
          if error.refusal == .isOutput { refused.append(error.path) }
        }
        exit(refused == [log, "standard input", log] ? 0 : 1)
      }
    }
  }

  @Test("an input that another file has replaced by renaming is still one")
  func renamed() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write([7], "in.osm")
    let rule = OutputRule(inputs: [input])
    _ = try folder.write([8], "in.osm")
    #expect(Self.write(input, rule)?.refusal == .isInput)
    #expect(FileSystem.bytes(input) == [8])
  }

  @Test("only files of a kind are replaced, and empty ones")
  func kinds() throws {
    let folder = try TemporaryFolder()
    let map = try folder.write(Self.mark + [1, 2, 3], "map.nav")
    let notes = try folder.write(Array("notes".utf8), "notes.txt")
    let short = try folder.write(Array(Self.mark.dropLast()), "short")
    let maps = OutputRule(.beginning(with: Self.mark))
    #expect(Self.write(notes, maps) == FileError(path: notes, refusal: .isOtherFile))
    #expect(Self.write(short, maps)?.refusal == .isOtherFile)
    #expect(FileSystem.bytes(notes) == Array("notes".utf8))
    #expect(Self.write(map, maps) == nil)
    #expect(Self.write(try folder.write([], "empty"), maps) == nil)
    #expect(Self.write(folder.file("new"), maps) == nil)
    #expect(Self.write(notes, OutputRule(.anything)) == nil)

    let other = try folder.write(Self.mark, "other.nav")
    let texts = OutputRule(
      .recognised(by: { $0.starts(with: "car:".utf8) && $0.count <= 4096 }, mapMark: Self.mark))
    #expect(Self.write(other, texts) == FileError(path: other, refusal: .isMap))
    let half = try folder.write(Self.mark.dropLast(), "half")
    #expect(Self.write(half, texts) == FileError(path: half, refusal: .isUnrecognised))
    #expect(FileSystem.bytes(half) == Array(Self.mark.dropLast()))
    #expect(Self.write(try folder.write([], "nothing"), texts) == nil)
    #expect(Self.write(try folder.write(Array("car: 1 m".utf8), "text"), texts) == nil)
    let long = Array("car:".utf8) + [UInt8](repeating: 32, count: 10_000)
    #expect(Self.write(try folder.write(long, "long"), texts) == nil)
    #expect(Self.write(folder.file("newer"), texts) == nil)
  }

  @Test("what came into the way meanwhile is not replaced", arguments: [false, true])
  func atCommit(named: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("map.nav")
    let error = #expect(throws: FileError.self) {
      let rule = OutputRule(.beginning(with: Self.mark))
      var file = try AtomicFile(path: path, rule: rule, naming: named ? .named : .unnamed)
      try file.write(Self.mark)
      _ = try folder.write([1, 2, 3], "map.nav")
      try file.commit()
    }
    #expect(error?.refusal == .isOtherFile)
    #expect(FileSystem.bytes(path) == [1, 2, 3])
    #expect(FileSystem.names(in: folder.path) == ["map.nav"])
  }
}
