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
/// The same input and options give the same bytes for any number of threads. Memory: about nine bytes per node of the
/// input and 150 per junction.
public struct MapCompiler: Sendable {
  /// The version in the provenance of the files it writes.
  public static let version = "0.1.0"

  /// The options of a build.
  public struct Options: Sendable {
    /// The number of threads; the output does not depend on it.
    public var threads = 1
    /// ISO 3166-1 alpha-2 code of the country of the whole input; nil uses the borders in the input.
    public var country: String?
    /// A POSIX time zone rule, such as `CET-1CEST,M3.5.0,M10.5.0/3`; nil uses that of the country, if it has only one.
    public var timeZone: String?
    /// The attribution to show wherever the map is used.
    public var attribution = "© OpenStreetMap contributors, ODbL 1.0"
    /// Whether the map has a hierarchy, which makes queries fast.
    public var hierarchy = true
    /// The profiles whose costs are stored; the hierarchy contains the turns of all their modes.
    ///
    /// A profile that avoids a road type implies the profile of its mode that avoids nothing. Each takes about a tenth
    /// of the map; one with an avoided road type takes a third more.
    public var profiles: [MetricProfile] = [.car, .truck]

    /// Whether the map keeps the OSM ids of all road nodes, not only of junctions.
    ///
    /// The build needs eight more bytes of memory for each of them.
    public var nodeIDs = false

    /// A folder of SRTM files (`N42E001.hgt`, plain, `.zip` or `.gz`) for the elevation of roads; nil leaves it out.
    ///
    /// The build needs 28 more bytes of memory for each junction, 24 for each segment, and up to 270 MB for heights.
    public var elevation: String?

    /// The languages in which the map keeps names besides the usual one, such as `de` or `zh-Hant`; at most
    /// ``RoadWordKind/maximumLanguages``, each once.
    public var languages: [String] = []

    /// The places that the map keeps for search: settlements, streets, addresses, points of interest.
    ///
    /// The build needs 16 more bytes of memory for each way of the input, and about 200 for each place and address.
    public var places = PlaceScope.all

    /// The minimum of ``memory`` in bytes: coordinates are written to the file in pieces, and two are in memory.
    public static let minimumMemory = 10_000_000

    /// The maximum bytes of memory for node coordinates during reading; the rest is in a file.
    ///
    /// The file is in the folder of the map and has no name. If nil, all coordinates are kept in memory, about nine
    /// bytes each.
    public var memory: Int?

    /// Whether the map may replace a file that is not a map; the input is never replaced.
    public var replacesAnyFile = false

    /// The modes of the hierarchy in their order, each once; empty without one.
    var modes: [Mode] {
      hierarchy ? Mode.allCases.filter { mode in profiles.contains { $0.mode == mode } } : []
    }

    /// The profiles that will have metrics in their order, each once; none without a hierarchy.
    var metrics: [MetricProfile] {
      let modes = modes.map { MetricProfile($0) }
      return hierarchy ? Set(profiles + modes).sorted() : []
    }

    /// The code by ISO 3166-1.
    var isoCountry: String? { country == "UK" ? "GB" : country }

    /// The defaults: one thread, country and time zone unknown, a hierarchy for car and truck.
    public init() {}
  }

  /// The progress of a build.
  public enum Progress: Sendable, Equatable {
    /// The encoding of the input, if it is a file.
    case input(OSMEncoding)
    /// The bytes of the input read so far, and their total if known.
    case reading(bytes: Int, of: Int?)
    /// Another phase has begun.
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

  /// A compiler with options and another source of metrics.
  init(options: Options, metrics: @escaping MetricFinder) {
    self.options = options
    self.metrics = metrics
  }

  /// Builds a map.
  ///
  /// - Parameters:
  ///   - source: The input, in any encoding of ``OSMReader``.
  ///   - path: The path of the map. An existing map stays until the new one is complete. The input is never replaced,
  ///     and a file of another kind only if the options allow it.
  ///   - progress: Called often while reading and at every phase, always from one task.
  /// - Returns: A report of the used and refused elements.
  /// - Throws: ``CompileError``; then nothing was written.
  public func build(
    _ source: OSMSource, to path: String,
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(CompileError) -> BuildReport {
    // The destination is checked before the work, not only after it.
    let rule = rule(source)
    do { _ = try AtomicFile(path: path, rule: rule) } catch { throw .output(error) }
    let heights: HeightSource?
    do {
      heights = try options.elevation.map { folder throws(ElevationError) in
        try HeightSource(folder: folder)
      }
    } catch {
      throw .elevation(error)
    }
    if let encoding = try encoding(source, to: path) { progress(.input(encoding)) }
    var build = Build(options: options, heights: heights, progress: progress)
    // Each step releases its own data, so that the next has the memory.
    let drawing = try await build.draw(try build.read(source, folder: AtomicFile.folder(of: path)))
    try await build.write(drawing, to: path, rule, metrics)
    return build.finished()
  }
}

extension MapCompiler {
  /// The files that the map may replace.
  private func rule(_ source: OSMSource) -> OutputRule {
    let input = if case .file(let path) = source { path } else { "-" }
    return OutputRule(
      options.replacesAnyFile ? .anything : .beginning(with: FileHeader.magic), inputs: [input])
  }

  /// The encoding of the input; nil if it is not a file.
  ///
  /// - Throws: ``CompileError/diskTooSmall(path:needed:free:isGuess:)`` if the space can't be
  ///   enough.
  private func encoding(
    _ source: OSMSource, to path: String
  ) throws(CompileError) -> OSMEncoding? {
    let size: (encoding: OSMEncoding, bytes: Int)?
    do { size = try source.encodingAndSize() } catch { throw .input(error) }
    guard let size else { return nil }
    try Self.checkRoom(
      for: Self.minimumDiskBytes(size.encoding, bytes: size.bytes), path, isGuess: true)
    return size.encoding
  }

  /// The minimum number of bytes of a map, estimated from the length of the input.
  ///
  /// A better estimate is not possible: the maps of 22 extracts (0.03 to 19 MB) had 0.03 to 2.3
  /// bytes for a byte of PBF, the least for inputs with few roads, the most for inputs with only
  /// roads.
  static func minimumDiskBytes(_ encoding: OSMEncoding, bytes: Int) -> Int {
    let likePBF =
      switch encoding {
      case .pbf: 1.0
      case .xmlBzip2: 0.7
      case .xmlGzip: 0.45
      case .xml: 0.045
      }
    return Int(Double(max(bytes, 0)) * likePBF * 0.02)
  }

  /// Checks that a disk has space for a file.
  static func checkRoom(for bytes: Int, _ path: String, isGuess: Bool) throws(CompileError) {
    guard let free = AtomicFile.freeBytes(inFolder: AtomicFile.folder(of: path)), free < bytes
    else { return }
    throw .diskTooSmall(path: path, needed: bytes, free: free, isGuess: isGuess)
  }
}

extension OSMSource {
  /// The name of the input without its folders; `-` for standard input.
  public var name: String {
    switch self {
    case .file(let path): path.split(separator: "/").last.map(String.init) ?? path
    case .standardInput: "-"
    }
  }
}
