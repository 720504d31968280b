import Bytes
import Logging
import MapReader
import RouteModel
import Routing
import Traffic

/// Follows a traffic file: a replacement takes effect soon; an unusable file changes nothing.
final class TrafficFollower: Sendable {
  private struct State {
    /// The identity of the last file that was read.
    var mark: FileStamp?
    var snapshot: TrafficSnapshot?
    var isBusy = false
  }

  private let path: String
  private let logger: Logger
  private let state = Guarded(State())

  init(path: String, logger: Logger) {
    self.path = path
    self.logger = logger
  }

  /// The last traffic that was read.
  var snapshot: TrafficSnapshot? { state.withLock { $0.snapshot } }

  /// Whether the file was replaced and is not being read; the caller must then call ``follow(_:)``.
  func begin() -> Bool {
    let mark = FileStamp(path: path)
    return state.withLock { state in
      if state.isBusy || mark == nil || mark == state.mark { return false }
      state.isBusy = true
      state.mark = mark
      return true
    }
  }

  /// Reports that the file could not be followed, so that it is checked again.
  func end() {
    state.withLock { state in
      state.isBusy = false
      state.mark = nil
    }
  }

  /// Forgets the file, so that it is read again for another map.
  func forget() { state.withLock { $0.mark = nil } }

  /// Reads the file, and puts it in force.
  ///
  /// - Parameter use: Puts a snapshot in force.
  /// - Returns: Whether it is in force.
  func follow(_ use: (TrafficSnapshot) throws(RoutingError) -> Void) -> Bool {
    defer { state.withLock { $0.isBusy = false } }
    let problem: any Error
    do {
      let snapshot = try read()
      try use(snapshot)
      state.withLock { $0.snapshot = snapshot }
      logger.info(
        "traffic in force",
        metadata: ["version": "\(snapshot.version)", "pieces": "\(snapshot.pieces.count)"])
      return true
    } catch { problem = error }
    logger.error(
      "traffic not used, the old one stays",
      metadata: ["file": "\(path)", "error": "\(Self.told(problem))"])
    return false
  }

  private static func told(_ error: any Error) -> String {
    guard case .unknownEdge? = error as? RoutingError else { return "\(error)" }
    return "it is compiled for another map, or an earlier build of this one"
  }

  private func read() throws -> TrafficSnapshot {
    guard let bytes = try FollowedFile.bytes(path: path, atMost: TrafficFile.maximumLength) else {
      throw TrafficFileError.notTraffic
    }
    return try TrafficFile.snapshot(of: bytes)
  }
}
