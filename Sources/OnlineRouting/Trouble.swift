import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import RouteModel

/// Why an attempt to ask a service failed, and whether another may do better.
struct Trouble: Error {
  var failure: ServiceFailure
  /// Whether asking again may help.
  var mayPass: Bool
  var isCancellation = false

  init(_ failure: ServiceFailure, mayPass: Bool) {
    self.failure = failure
    self.mayPass = mayPass
  }

  /// Seconds for which the service wants to be left alone.
  var retryAfter: Double? {
    if case .busy(let seconds) = failure { seconds } else { nil }
  }
}

extension Trouble {
  /// What the HTTP client says.
  init(_ error: any Error, _ options: OnlineOptions) {
    switch error {
    case is CancellationError:
      self.init(.unreachable(reason: "cancelled"), mayPass: false)
      isCancellation = true
    case let error as HTTPClientError: self.init(error, options)
    case is NIOTooManyBytesError:
      self.init(.answerTooLarge(limit: options.answerBytes), mayPass: false)
    case HTTPParserError.invalidEOFState: self = .cut
    case let error as HTTPParserError:
      self.init(.malformed("no HTTP: \(error)"), mayPass: false)
    case is NIOConnectionError, is IOError, is ChannelError:
      self.init(.unreachable(reason: "\(error)"), mayPass: true)
    default: self.init(.unreachable(reason: "\(error)"), mayPass: false)
    }
  }

  /// The connection was cut before the answer was whole.
  private static let cut = Trouble(
    .unreachable(reason: "the connection was cut before the answer was there"), mayPass: true)

  private init(_ error: HTTPClientError, _ options: OnlineOptions) {
    switch error {
    case .cancelled:
      self.init(.unreachable(reason: "cancelled"), mayPass: false)
      isCancellation = true
    case .remoteConnectionClosed: self = .cut
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
      self.init(.unreachable(reason: "\(error)"), mayPass: true)
    case .deadlineExceeded, .readTimeout, .writeTimeout:
      self.init(.timedOut(seconds: options.answerSeconds), mayPass: false)
    case .redirectLimitReached, .redirectCycleDetected: self.init(.redirected, mayPass: false)
    default: self.init(.unreachable(reason: "\(error)"), mayPass: false)
    }
  }
}
