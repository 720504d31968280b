import Bytes
import NavFormat
public import OSMInput
public import RoadModel

/// Compiles OpenStreetMap data into a `.nav` file.
///
///     let compiler = MapCompiler(options: .init())
///     let report = try await compiler.build(.file("region.osm.bz2"), to: "region.nav")
///     print(report.edges)
///
/// The same input and options give the same bytes, whatever the number of threads. Memory: some nine
/// bytes for every node of the input and 150 for every junction.
public struct MapCompiler: Sendable {
  /// The version in the provenance of the files it writes.
  public static let version = "0.1.0"

  /// What may be chosen.
  public struct Options: Sendable {
    /// Threads that read, build and encode; the file is the same for any number.
    public var threads = 1
    /// ISO 3166-1 alpha-2 code of the country that the whole input lies in; else it is found from the
    /// borders of countries in the input.
    public var country: String?
    /// A POSIX time-zone rule, such as `CET-1CEST,M3.5.0,M10.5.0/3`; else that of the country, where it has
    /// one.
    public var timeZone: String?
    /// What must be shown where the map is used.
    public var attribution = "© OpenStreetMap contributors, ODbL 1.0"
    /// Whether the map gets a hierarchy, which makes queries quick.
    public var hierarchy = true
    /// For whom costs are stored with the hierarchy, which has the turns that any of their modes may take.
    ///
    /// Where one keeps away from something, those of the same mode without that are stored too. Each takes about
    /// a tenth of the map; those of one who keeps away from something a third more.
    public var profiles: [MetricProfile] = [.car, .truck]

    /// Whether the map keeps the OSM ids of all nodes of its roads, not only of junctions.
    ///
    /// The build takes eight bytes of memory more for each of them.
    public var nodeIDs = false

    /// Less memory than this is none to speak of: places go to the file in pieces, of which two are in memory.
    public static let leastMemory = 10_000_000

    /// Bytes of memory for the places of nodes while the input is read; those of more nodes go to a file.
    ///
    /// The file has no name, and is in the folder of the map. Without a number all are kept in memory, some
    /// nine bytes each.
    public var memory: Int?

    /// Whether the map may replace a file that is not a map; the input is never replaced.
    public var replacesAnyFile = false

    /// The modes of the hierarchy in their order, each once; empty without one.
    var modes: [Mode] {
      hierarchy ? Mode.allCases.filter { mode in profiles.contains { $0.mode == mode } } : []
    }

    /// For whom there will be metrics, in their order, each once; none without a hierarchy.
    var metrics: [MetricProfile] {
      let modes = modes.map { MetricProfile($0) }
      return hierarchy ? Set(profiles + modes).sorted() : []
    }

    /// The code as ISO 3166-1 has it.
    var isoCountry: String? { country == "UK" ? "GB" : country }

    /// The defaults: one thread, country and time zone unknown, a hierarchy for car and truck.
    public init() {}
  }

  /// How far a build has come.
  public enum Progress: Sendable, Equatable {
    /// How the input is encoded, where it is a file.
    case input(OSMEncoding)
    /// Bytes of the input read, of how many when that is known.
    case reading(bytes: Int, of: Int?)
    /// A later phase has begun.
    case phase(String)
  }

  private let options: Options
  private let metrics: MetricFinder

  /// A compiler with options.
  public init(options: Options = Options()) {
    self.init(options: options) { file, profiles, orders in
      try await StandardMetrics.costs(file, profiles, orders, threads: options.threads)
    }
  }

  /// A compiler with options that gets metrics from elsewhere.
  init(options: Options, metrics: @escaping MetricFinder) {
    self.options = options
    self.metrics = metrics
  }

  /// Builds a map.
  ///
  /// - Parameters:
  ///   - source: The input, in any encoding that ``OSMReader`` knows.
  ///   - path: Where the map goes; a map that is there stays until the new one is complete. The input is never
  ///     replaced, and another file only if the options say so.
  ///   - progress: Called often while reading, and at every phase, always from one task.
  /// - Returns: What was used and refused.
  /// - Throws: ``CompileError``; then nothing was written.
  public func build(
    _ source: OSMSource, to path: String,
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(CompileError) -> BuildReport {
    // A destination that can't be written is found out before the work, not after it.
    let rule = rule(source)
    do { _ = try AtomicFile(path: path, rule: rule) } catch { throw .output(error) }
    if let encoding = try encoding(source, to: path) { progress(.input(encoding)) }
    var build = Build(options: options, progress: progress)
    // Each step lets go of what only it needed, so that the next has the memory.
    let drawing = try await build.draw(try build.read(source, folder: AtomicFile.folder(of: path)))
    try await build.write(drawing, to: path, rule, metrics)
    return build.finished()
  }
}

extension MapCompiler {
  /// What the map may replace.
  private func rule(_ source: OSMSource) -> OutputRule {
    let input = if case .file(let path) = source { path } else { "-" }
    return OutputRule(
      options.replacesAnyFile ? .anything : .beginning(with: FileHeader.magic), inputs: [input])
  }

  /// How the input is encoded; nil where it is not a file.
  ///
  /// - Throws: ``CompileError/diskTooSmall(path:needed:free:isGuess:)`` when there can't be enough room.
  private func encoding(
    _ source: OSMSource, to path: String
  ) throws(CompileError) -> OSMEncoding? {
    let size: (encoding: OSMEncoding, bytes: Int)?
    do { size = try source.encodingAndSize() } catch { throw .input(error) }
    guard let size else { return nil }
    try Self.checkRoom(
      for: Self.leastDiskBytes(size.encoding, bytes: size.bytes), path, isGuess: true)
    return size.encoding
  }

  /// Bytes that a map takes at least, guessed from the length of the input.
  ///
  /// No more can be said: of 22 extracts (0.03 to 19 MB) maps took 0.03 to 2.3 bytes for a byte of PBF, the least where
  /// there are few roads, the most where the input holds roads alone.
  static func leastDiskBytes(_ encoding: OSMEncoding, bytes: Int) -> Int {
    let likePBF =
      switch encoding {
      case .pbf: 1.0
      case .xmlBzip2: 0.7
      case .xmlGzip: 0.45
      case .xml: 0.045
      }
    return Int(Double(max(bytes, 0)) * likePBF * 0.02)
  }

  /// Makes sure that a disk has room for a file.
  static func checkRoom(for bytes: Int, _ path: String, isGuess: Bool) throws(CompileError) {
    guard let free = AtomicFile.freeBytes(inFolder: AtomicFile.folder(of: path)), free < bytes
    else { return }
    throw .diskTooSmall(path: path, needed: bytes, free: free, isGuess: isGuess)
  }
}

extension OSMSource {
  /// The name of the input without its folders, `-` for standard input.
  public var name: String {
    switch self {
    case .file(let path): path.split(separator: "/").last.map(String.init) ?? path
    case .standardInput: "-"
    }
  }
}
