import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The times for which a connection waits for its client.
struct HTTPPatience: Sendable {
  /// The maximum time to send a request after the previous answer, or to read some of an answer.
  var limit: TimeAmount
  /// The time for a request that may be on its way when the service ends.
  var grace = TimeAmount.seconds(1)
  /// The time for the client to close its half after the service has closed its own.
  var linger = TimeAmount.seconds(2)
  /// The time for the client to read some of an answer when the service ends.
  var lastLimit = TimeAmount.seconds(5)

  /// The state of a connection.
  struct Watch {
    /// The time when the last request arrived or was answered.
    var lastRequest: NIODeadline
    /// The time when the client was last seen to read data.
    var lastTaken: NIODeadline
    /// The bytes that the client, or the system for it, has received.
    var taken = 0
    /// The time when the service closed its half, after all data was received.
    var closed: NIODeadline?

    init(at now: NIODeadline) { (lastRequest, lastTaken) = (now, now) }
  }

  /// The decision about a connection.
  enum Verdict: Equatable {
    /// Check again after this time.
    case wait(TimeAmount)
    /// End it gracefully.
    case close
    /// End it at once, even with unsent data.
    case cut
  }

  /// The maximum time between two checks of a connection.
  var period: TimeAmount { .nanoseconds(max(limit.nanoseconds / 4, 1_000_000)) }

  /// Decides about a connection.
  ///
  /// - Parameters:
  ///   - watch: Its state.
  ///   - now: The time.
  ///   - taken: The number of received bytes so far.
  ///   - left: The number of written bytes that are not received yet.
  ///   - isBusy: Whether the engine works on a request.
  ///   - isQuiescing: Whether the service ends.
  /// - Returns: The verdict; ask again about a connection that waits.
  func verdict(
    on watch: inout Watch, now: NIODeadline, taken: Int, left: Int, isBusy: Bool, isQuiescing: Bool
  ) -> Verdict {
    if left > 0 {
      if taken > watch.taken { (watch.taken, watch.lastTaken) = (taken, now) }
      // The wait for its next request begins when it has the answer.
      watch.lastRequest = now
      let end = watch.lastTaken + (isQuiescing ? min(limit, lastLimit) : limit)
      return now >= end ? .cut : .wait(min(end - now, .seconds(1)))
    }
    (watch.taken, watch.lastTaken) = (taken, now)
    let end: NIODeadline
    if let closed = watch.closed {
      end = closed + linger
    } else if isBusy {
      return .wait(period)
    } else {
      end = watch.lastRequest + (isQuiescing ? min(grace, limit) : limit)
    }
    return now >= end ? .close : .wait(end - now)
  }
}

extension SocketOptionProvider {
  /// Makes the end of the connection a reset, so that the system keeps no data for the client.
  func resetsOnClose() {
    _ = setSoLinger(linger(l_onoff: 1, l_linger: 0))
  }
}
