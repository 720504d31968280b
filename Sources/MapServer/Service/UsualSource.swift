import Bytes
import Logging
import RouteModel
import Routing
import Traffic

/// The file with the usual speeds of the service.
struct UsualSource: Sendable {
  let path: String
  let logger: Logger

  /// Puts the speeds in force; what can't be used is told, and changes nothing.
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
    let file = try InputFile(path: path)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while case let count = try file.read(into: &buffer), count > 0 {
      bytes += buffer[..<count]
      if bytes.count > UsualFile.maximumLength { throw UsualFileError.notUsual }
    }
    return try UsualFile.speeds(of: bytes)
  }
}
