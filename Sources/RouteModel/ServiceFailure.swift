/// Why a service on the network gave no answer that can be used.
public enum ServiceFailure: Sendable, Hashable {
  /// The service can't be reached, or cut the connection before its answer was there: look at the network and
  /// at the address, or ask again later.
  case unreachable(reason: String)
  /// No whole answer came within so many seconds: ask again, or allow more time.
  case timedOut(seconds: Double)
  /// It has too much to do, or is asked too often: ask again after so many seconds, if it said how many.
  case busy(retryAfterSeconds: Double?)
  /// It sends its clients round in a circle, or too far: look at the address.
  case redirected
  /// The answer is longer than the limit in bytes: ask for less, or allow more.
  case answerTooLarge(limit: Int)
  /// What came is no answer of the protocol: look at the address; nothing is to be done about the request.
  case malformed(String)
  /// It failed with this status of HTTP: tell those who run it.
  case failed(status: Int, message: String)
  /// It does not have this service, version or profile: look at the address and at the profiles.
  case notOffered(code: String, message: String)
  /// The request asks for more than it gives at once: ask for less.
  case tooBig(message: String)
  /// It does not accept the request: change the option that it names.
  case refused(code: String, message: String)
  /// A failure of a kind that this version does not know, with its words for people.
  case unknown(code: String, text: String)
}

extension ServiceFailure: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .unreachable(let reason): "the service can't be reached: \(reason)"
    case .timedOut(let seconds): "no answer of the service within \(seconds) s"
    case .busy(let seconds?): "the service is busy; ask again after \(seconds) s"
    case .busy(nil): "the service is busy; ask again later"
    case .redirected: "the service's address leads from one to the next without end"
    case .answerTooLarge(let limit): "the service's answer is longer than \(limit) bytes"
    case .malformed(let what): "the service does not answer as OSRM does: \(what)"
    case .failed(let status, let message):
      "the service failed with status \(status)" + (message.isEmpty ? "" : ": \(message)")
    case .notOffered(let code, let message): "the service does not offer that (\(code)): \(message)"
    case .tooBig(let message): "the request is too big for the service: \(message)"
    case .refused(let code, let message):
      "the service does not accept the request (\(code)): \(message)"
    case .unknown(let code, let text): text.isEmpty ? code : text
    }
  }
}
