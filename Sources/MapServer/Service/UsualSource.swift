import Bytes
import Logging
import RouteModel
import Routing
import Traffic

/// The file with the usual speeds of the service.
struct UsualSource: Sendable {
  let path: String
  let logger: Logger

  /// Replaces the speeds of the engine; an unusable file is logged and changes nothing.
  func use(on engine: OfflineRoutingEngine) {
    do {
      let speeds = try read()
      try engine.replaceUsualSpeeds(speeds)
      logger.info(
        "usual speeds in force",
        metadata: ["version": "\(speeds.version)", "pieces": "\(speeds.pieces.count)"])
    } catch {
      var told = "\(error)"
      if case .unknownEdge? = error as? RoutingError {
        told = "they are compiled for another map, or an earlier build of this one"
      }
      logger.error(
        "usual speeds not used", metadata: ["file": "\(path)", "error": "\(told)"])
    }
  }

  private func read() throws -> UsualSpeeds {
    guard let bytes = try FollowedFile.bytes(path: path, atMost: UsualFile.maximumLength) else {
      throw UsualFileError.notUsual
    }
    return try UsualFile.speeds(of: bytes)
  }
}
