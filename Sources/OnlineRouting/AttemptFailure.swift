import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import RouteModel

/// The failure of one attempt to get an answer, and whether a retry may help.
struct AttemptFailure: Error {
  var failure: ServiceFailure
  /// Whether a retry may help.
  var isTransient: Bool
  var isCancellation = false

  init(_ failure: ServiceFailure, isTransient: Bool) {
    self.failure = failure
    self.isTransient = isTransient
  }

  /// The seconds that the service requires clients to wait.
  var retryAfter: Double? {
    if case .busy(let seconds) = failure { seconds } else { nil }
  }
}

extension AttemptFailure {
  /// The failure for an error of the HTTP client.
  init(_ error: any Error, _ options: OnlineOptions) {
    switch error {
    case is CancellationError:
      self.init(.unreachable(reason: "cancelled"), isTransient: false)
      isCancellation = true
    case let error as HTTPClientError: self.init(error, options)
    case is NIOTooManyBytesError:
      self.init(.answerTooLarge(limit: options.answerBytes), isTransient: false)
    case HTTPParserError.invalidEOFState: self = .cut
    case let error as HTTPParserError:
      self.init(.malformed("no HTTP: \(error)"), isTransient: false)
    case is NIOConnectionError, is IOError, is ChannelError:
      self.init(.unreachable(reason: "\(error)"), isTransient: true)
    default: self.init(.unreachable(reason: "\(error)"), isTransient: false)
    }
  }

  /// The connection was closed before the answer was complete.
  private static let cut = AttemptFailure(
    .unreachable(reason: "the connection was closed before the answer was complete"),
    isTransient: true)

  private init(_ error: HTTPClientError, _ options: OnlineOptions) {
    switch error {
    case .cancelled:
      self.init(.unreachable(reason: "cancelled"), isTransient: false)
      isCancellation = true
    case .remoteConnectionClosed: self = .cut
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
      self.init(.unreachable(reason: "\(error)"), isTransient: true)
    case .deadlineExceeded, .readTimeout, .writeTimeout:
      self.init(.timedOut(seconds: options.answerSeconds), isTransient: false)
    case .redirectLimitReached, .redirectCycleDetected: self.init(.redirected, isTransient: false)
    default: self.init(.unreachable(reason: "\(error)"), isTransient: false)
    }
  }
}
