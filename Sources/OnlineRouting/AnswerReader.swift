import NIOCore
import RoadModel
import RouteModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads the answer of a service: the routes, or the error for its code.
struct AnswerReader {
  /// The request; errors contain its vehicle and radii.
  let request: RouteRequest
  /// The indices of the requested waypoints.
  let run: ClosedRange<Int>

  /// The routes of an answer; at least one, with one leg for each pair of consecutive waypoints.
  ///
  /// - Throws: `RoutingError`, whatever the bytes.
  func answer(_ reply: ServiceClient.Reply) throws(RoutingError) -> OSRMAnswer {
    let data = Data(reply.body.readableBytesView)
    guard let code = try? JSONDecoder().decode(OSRMCode.self, from: data) else {
      throw .service(Self.failure(ofStatus: reply.status))
    }
    guard code.code == "Ok" else { throw error(code, reply.status) }
    let answer: OSRMAnswer
    do { answer = try JSONDecoder().decode(OSRMAnswer.self, from: data) } catch {
      throw .service(.malformed(Self.text(error)))
    }
    guard !answer.routes.isEmpty, answer.waypoints.count == run.count,
      answer.routes.allSatisfy({ $0.legs.count == run.count - 1 })
    else { throw .service(.malformed("not as many legs and waypoints as were asked for")) }
    return answer
  }

  /// The failure for a status without OSRM's JSON.
  static func failure(ofStatus status: Int) -> ServiceFailure {
    switch status {
    case 200..<300: .malformed("no JSON with a code")
    case 300..<400: .redirected
    case 404, 405, 410: .notOffered(code: "HTTP \(status)", message: "no such address")
    case 413, 414, 431: .tooBig(message: "status \(status)")
    case 400..<500: .refused(code: "HTTP \(status)", message: "")
    default: .failed(status: status, message: "")
    }
  }

  /// The place and kind of a flaw in the JSON.
  private static func text(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    let (context, what): (DecodingError.Context, String) =
      switch error {
      case .typeMismatch(_, let context): (context, "wrong type")
      case .valueNotFound(_, let context): (context, "no value")
      case .keyNotFound(let key, let context): (context, "no '\(key.stringValue)'")
      case .dataCorrupted(let context): (context, "no JSON")
      @unknown default: (.init(codingPath: [], debugDescription: ""), "\(error)")
      }
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return path.isEmpty ? what : "\(what) in \(path.joined(separator: "."))"
  }

  /// OSRM's code as an error.
  private func error(_ code: OSRMCode, _ status: Int) -> RoutingError {
    let message = code.message ?? ""
    switch code.code {
    case "NoRoute":
      let places = code.from.flatMap { from in code.to.map { (from, $0) } }
      let (from, to) =
        places.flatMap { 0 <= $0 && $0 < $1 && $1 < run.count ? ($0, $1) : nil }
        ?? (0, run.count - 1)
      return .noRoute(
        from: run.lowerBound + from, to: run.lowerBound + to, mode: request.vehicle.mode,
        blockers: (code.blockers ?? []).compactMap(\.blocker))
    case "NoSegment":
      guard let waypoint = Self.number(in: message), waypoint < run.count else {
        return .service(.refused(code: code.code, message: message))
      }
      let index = run.lowerBound + waypoint
      return .noRoadNear(
        waypoint: index, mode: request.vehicle.mode,
        radiusMetres: request.waypoints[index].radiusMetres ?? request.options.snapRadiusMetres,
        nearestMetres: nil)
    case "TooBig": return .service(.tooBig(message: message))
    case "InvalidUrl", "InvalidService", "InvalidVersion", "InvalidMethod", "NotImplemented",
      "DisabledDataset":
      return .service(.notOffered(code: code.code, message: message))
    case "InvalidOptions", "InvalidQuery", "InvalidValue":
      return .service(.refused(code: code.code, message: message))
    case "NoMatch", "NoTrips", "NoTrip", "NoTable":
      return .service(.malformed("code \(code.code) for a route"))
    case "Overloaded", "Timeout": return .service(.busy(retryAfterSeconds: nil))
    case "DamagedMap": return .service(.failed(status: status, message: message))
    default:
      return status >= 500
        ? .service(.failed(status: status, message: "\(code.code): \(message)"))
        : .service(.refused(code: code.code, message: message))
    }
  }

  /// The number at the end of a message, such as `Could not find a matching segment for coordinate 1`.
  static func number(in message: String) -> Int? {
    message.split { !$0.isNumber }.last.flatMap { Int($0) }
  }
}
