import Bytes
import Logging
import MapReader
import RouteModel
import Routing
import Synchronization

/// The current map; a request keeps the map with which it began.
final class CurrentMap: Sendable {
  private let path: String
  private let limits: ServiceLimits
  private let logger: Logger
  /// The folders for a copy: that of the map, then that of temporary files.
  private let folders: [String]
  /// Nil while a program writes into the file, if there was no room for a copy.
  private let current: Guarded<MapAnswers?>

  init(_ map: NavMap, _ limits: ServiceLimits, logger: Logger, folders: [String]? = nil) {
    path = map.path
    self.limits = limits
    self.logger = logger
    self.folders = folders ?? [AtomicFile.folder(of: map.path), "/tmp"]
    // A separate mapping, because it must be released before others write into the file.
    let own = (try? NavMap(path: path, guarded: true)) ?? map
    current = Guarded(MapAnswers(Self.safe(own, self.folders, logger), limits))
  }

  /// A map whose pages no other program can change: a copy, if the file can't be guarded.
  private static func safe(_ map: NavMap, _ folders: [String], _ logger: Logger) -> NavMap {
    if map.isGuarded { return map }
    let copy = folders.lazy.compactMap { try? map.copy(in: $0) }.first
    logger.log(
      level: copy == nil ? .warning : .notice,
      copy == nil
        ? "the file can't be guarded, and there is no room for a copy: never write into it, rename another over it"
        : "the file can't be guarded: going on with a copy until SIGHUP",
      metadata: ["file": "\(map.path)"])
    return copy ?? map
  }

  /// The object that answers requests with the current map.
  func answers() throws(ServiceError) -> MapAnswers {
    guard let answers = current.withLock({ $0 }) else {
      throw ServiceError(.noMap, "The map is being replaced.")
    }
    return answers
  }

  /// Opens the file again, and checks every section and tile before it replaces the old map.
  ///
  /// - Parameter ready: Receives the new map before it answers.
  /// - Throws: ``NavError`` if it can't be opened or is damaged; the old map then stays.
  /// - Complexity: O(size of the file).
  func reload(_ ready: (MapAnswers) -> Void = { _ in }) throws(NavError) {
    let map = Self.safe(try NavMap(path: path, guarded: true), folders, logger)
    try map.verify()
    try map.verifyHierarchy()
    let answers = MapAnswers(map, limits)
    ready(answers)
    current.withLock { $0 = answers }
  }

  /// Whether a program waits to write into the file.
  var isAboutToChange: Bool { current.withLock { $0?.map.isAboutToChange ?? false } }

  /// Switches to a copy of the map if a program waits to write into its file.
  ///
  /// That program continues when the requests under way have been answered.
  ///
  /// - Parameter ready: Receives the copy before it answers.
  func makeWay(_ ready: (MapAnswers) -> Void = { _ in }) {
    guard let map = current.withLock({ $0?.map }), map.isAboutToChange else { return }
    let copy = folders.lazy.compactMap { try? map.copy(in: $0) }.first
    logger.log(
      level: copy == nil ? .critical : .warning,
      copy == nil
        ? "somebody writes into the file, and there is no room for a copy: no answers until SIGHUP"
        : "somebody writes into the file: going on with a copy until SIGHUP",
      metadata: ["file": "\(path)"])
    let answers = copy.map { MapAnswers($0, limits) }
    if let answers { ready(answers) }
    // Not if the file was opened again meanwhile.
    current.withLock {
      if $0?.map.isAboutToChange == true { $0 = answers }
    }
  }
}
