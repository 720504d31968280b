/// The reason why a service returned no usable answer.
public enum ServiceFailure: Sendable, Hashable {
  /// The service can't be reached, or closed the connection before its answer was complete: check the network and the
  /// address, or try again later.
  case unreachable(reason: String)
  /// There was no complete answer within this time: try again, or increase the timeout.
  case timedOut(seconds: Double)
  /// The service is overloaded, or limits the rate of requests: try again after this time, if given.
  case busy(retryAfterSeconds: Double?)
  /// The service redirects in a circle, or too often: check the address.
  case redirected
  /// The answer exceeds the limit in bytes: request less, or raise the limit.
  case answerTooLarge(limit: Int)
  /// The answer does not follow the protocol: check the address.
  case malformed(String)
  /// The service failed with this HTTP status: inform its operator.
  case failed(status: Int, message: String)
  /// The server does not offer this service, version or profile: check the address and the profiles.
  case notOffered(code: String, message: String)
  /// The request exceeds a limit of the service: request less.
  case tooBig(message: String)
  /// The service refuses the request: change the option that it names.
  case refused(code: String, message: String)
  /// A failure that this version does not know, with its text for people.
  case unknown(code: String, text: String)
}

extension ServiceFailure: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .unreachable(let reason): "the service can't be reached: \(reason)"
    case .timedOut(let seconds): "no answer from the service within \(seconds) s"
    case .busy(let seconds?): "the service is busy; try again after \(seconds) s"
    case .busy(nil): "the service is busy; try again later"
    case .redirected: "the service redirects without end"
    case .answerTooLarge(let limit): "the service's answer is longer than \(limit) bytes"
    case .malformed(let what): "the service's answer does not follow OSRM's protocol: \(what)"
    case .failed(let status, let message):
      "the service failed with status \(status)" + (message.isEmpty ? "" : ": \(message)")
    case .notOffered(let code, let message): "the service does not offer that (\(code)): \(message)"
    case .tooBig(let message): "the request exceeds a limit of the service: \(message)"
    case .refused(let code, let message):
      "the service refuses the request (\(code)): \(message)"
    case .unknown(let code, let text): text.isEmpty ? code : text
    }
  }
}
