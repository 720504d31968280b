import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How long a connection waits for its client.
struct HTTPPatience: Sendable {
  /// For a request, its body included, since the one before was answered; and for the client to take some of
  /// an answer.
  var limit: TimeAmount
  /// For a request that may be on its way when the service ends.
  var grace = TimeAmount.seconds(1)
  /// For the client to close its half when the service has closed its own.
  var linger = TimeAmount.seconds(2)
  /// For the client to take some of an answer when the service ends.
  var lastLimit = TimeAmount.seconds(5)

  /// The state of a connection.
  struct Watch {
    /// When the last request came, or was answered.
    var lastRequest: NIODeadline
    /// When the client was last seen to take something.
    var lastTaken: NIODeadline
    /// Bytes that the client, or the system for it, has taken.
    var taken = 0
    /// When the service closed its half, after all was taken.
    var closed: NIODeadline?

    init(at now: NIODeadline) { (lastRequest, lastTaken) = (now, now) }
  }

  /// The decision about a connection.
  enum Verdict: Equatable {
    /// Nothing for this time.
    case wait(TimeAmount)
    /// It ends in order.
    case close
    /// It ends at once, even with data left to send.
    case cut
  }

  /// How often a connection is looked after at least.
  var period: TimeAmount { .nanoseconds(max(limit.nanoseconds / 4, 1_000_000)) }

  /// Says what becomes of a connection.
  ///
  /// - Parameters:
  ///   - watch: What is known of it.
  ///   - now: The time.
  ///   - taken: Bytes taken from the service so far.
  ///   - left: Bytes written that are not taken yet.
  ///   - isBusy: Whether the engine works on a request.
  ///   - isQuiescing: Whether the service ends.
  /// - Returns: The verdict; ask again about a connection that waits.
  func verdict(
    on watch: inout Watch, now: NIODeadline, taken: Int, left: Int, isBusy: Bool, isQuiescing: Bool
  ) -> Verdict {
    if left > 0 {
      if taken > watch.taken { (watch.taken, watch.lastTaken) = (taken, now) }
      // Its next request is waited for from when it has the answer.
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
  /// Makes the end of the connection a reset, so that the system keeps nothing for a client that takes nothing.
  func resetsOnClose() {
    _ = setSoLinger(linger(l_onoff: 1, l_linger: 0))
  }
}
