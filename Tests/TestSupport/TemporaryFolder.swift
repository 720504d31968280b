import Bytes
public import MapCompiler
public import MapReader
import OSMInput
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A folder for the files of one test, removed when this object goes.
public final class TemporaryFolder: Sendable {
  /// Its path.
  public let path: String
  private let files = Guarded<[String]>([])
  private let folders = Guarded<[String]>([])

  private static let counter = Atomic<Int>(0)

  /// The folder of all these folders: one in memory where the system has it with room, else `/tmp`.
  ///
  /// A map is flushed to the disk before it takes its name, and tests write thousands of maps.
  public static let root: String = {
    // What no test removes, since it lasts as long as the process.
    atexit { TemporaryFolder.removeAll() }
    let memory = "/dev/shm"
    let free = AtomicFile.freeBytes(inFolder: memory) ?? 0
    return unsafe access(memory, W_OK) == 0 && free >= 1 << 29 ? memory : "/tmp"
  }()

  /// Those that are there.
  private static let present = Guarded<Set<String>>([])

  private static func removeAll() {
    for path in present.withLock({ $0 }) {
      for name in FileSystem.names(in: path) {
        let file = path + "/" + name
        for inner in FileSystem.names(in: file) { unsafe unlink(file + "/" + inner) }
        if unsafe rmdir(file) != 0 { unsafe unlink(file) }
      }
      unsafe rmdir(path)
    }
  }

  /// Makes a new, empty folder.
  public init() throws {
    let number = Self.counter.add(1, ordering: .relaxed).newValue
    path = "\(Self.root)/mapc-test-\(getpid())-\(number)"
    // A test runs with a fresh process number; a left-over folder may be used again.
    unsafe mkdir(path, 0o755)
    Self.present.withLock { [path] in _ = $0.insert(path) }
  }

  deinit { remove() }

  /// Removes the folder with its files.
  func remove() {
    for file in files.withLock({ $0 }) { unsafe unlink(file) }
    for folder in folders.withLock({ $0 }) { unsafe rmdir(folder) }
    if unsafe rmdir(path) == 0 { Self.present.withLock { [path] in _ = $0.remove(path) } }
  }

  /// Makes a folder in the folder, for files with names such as `folder/file`, which is removed with it.
  public func makeFolder(_ name: String) {
    let folder = path + "/" + name
    folders.withLock { $0.append(folder) }
    unsafe mkdir(folder, 0o755)
  }

  /// The path of a file in the folder, which is removed with it.
  public func file(_ name: String) -> String {
    let file = path + "/" + name
    files.withLock { $0.append(file) }
    return file
  }

  /// Writes a file in the folder and gives its path.
  public func write(_ bytes: [UInt8], _ name: String) throws -> String {
    let file = file(name)
    var output = try AtomicFile(path: file)
    try output.write(bytes)
    try output.commit()
    return file
  }
}

/// A map built for a test; its file goes with it.
public struct BuiltMap: Sendable {
  /// The opened map.
  public let map: NavMap
  /// What the build said.
  public let report: BuildReport
  fileprivate let folder: TemporaryFolder

  /// Builds a map from OSM XML.
  public init(xml: String, options: MapCompiler.Options = .init()) async throws {
    let folder = try TemporaryFolder()
    let input = try folder.write(Array(xml.utf8), "map.osm")
    try await self.init(input: input, folder: folder, options: options)
  }

  /// Builds a map from a file in any encoding.
  public init(file: String, options: MapCompiler.Options = .init()) async throws {
    try await self.init(input: file, folder: try TemporaryFolder(), options: options)
  }

  /// The map of a real extract by the usual options: built once, for all tests of the process.
  public init(extract name: String) async throws { self = try await ExtractMaps.shared.map(name) }

  private init(
    input: String, folder: TemporaryFolder, options: MapCompiler.Options
  ) async throws {
    let output = folder.file("map.nav")
    self.folder = folder
    report = try await MapCompiler(options: options).build(.file(input), to: output)
    map = try NavMap(path: output)
  }
}

/// Builds each extract once.
private actor ExtractMaps {
  static let shared = ExtractMaps()
  private var built: [String: Task<BuiltMap, any Error>] = [:]

  func map(_ name: String) async throws -> BuiltMap {
    let task =
      built[name]
      ?? Task {
        let built = try await BuiltMap(file: TestData.path(name))
        // Nothing removes the file of a map that lives as long as the process; an open map needs no name.
        built.folder.remove()
        return built
      }
    built[name] = task
    return try await task.value
  }
}

extension MapCompiler.Options {
  /// No hierarchy, so that tiles are halves of halves of the map, and a test knows where their borders are.
  public static var halved: MapCompiler.Options {
    var options = MapCompiler.Options()
    options.hierarchy = false
    return options
  }

  /// The ids of all nodes are kept.
  public static var withNodeIDs: MapCompiler.Options {
    var options = MapCompiler.Options()
    options.nodeIDs = true
    return options
  }
}
