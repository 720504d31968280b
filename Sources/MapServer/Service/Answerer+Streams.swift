import Bytes
import NIOCore
import NIOHTTP1

/// Answers that are sent while they are made, in the chunks of HTTP/1.1 (RFC 9112, section 7.1).
///
/// A stream does not wait for its client: what the client has not read yet waits in the channel, at
/// most the whole answer. It is not compressed, because a compressor holds back what it has not seen
/// the end of.
extension Answerer {
  /// The work for a stream: passes its parts on as they come, and returns the rest.
  ///
  /// It throws nothing after the first part.
  typealias StreamWork =
    @Sendable (_ send: ([UInt8]) -> Void) throws(ServiceError) -> [UInt8]

  /// Makes a stream and sends it.
  ///
  /// - Parameters:
  ///   - part: The answer without its body.
  ///   - work: Makes the body.
  ///   - request: The request.
  ///   - client: The connection of the client.
  ///   - start: The time of the request.
  ///   - later: Receives the parts in order.
  func stream(
    _ part: HTTPAnswer, _ work: @escaping StreamWork, _ request: HTTPRequest,
    _ client: ClientConnection, since start: NIODeadline,
    _ later: @escaping @Sendable (HTTPMessage) -> Void
  ) {
    let isBegun = Guarded(false)
    let message: @Sendable (HTTPAnswer) -> HTTPMessage = { [self] answer in
      answer.message(
        headOnly: request.method == .HEAD, closes: request.closes || client.isLast, date: date.now)
    }
    let send: @Sendable ([UInt8]) -> Void = { bytes in
      let isFirst = isBegun.withLock { begun in
        defer { begun = true }
        return !begun
      }
      var next = HTTPMessage(bytes: ByteBuffer(), closes: false)
      if isFirst {
        var head = part
        head.isStream = true
        next = message(head)
      }
      next.bytes.writeChunk(bytes)
      next.hasMore = true
      later(next)
    }
    queue.run(for: client) { () async throws(ServiceError) in
      if request.takesParts { return try work(send) }
      var whole: [UInt8] = []
      let rest = try work { whole += $0 }
      return whole + rest
    } ending: { [self] result in
      var answer = part
      switch result {
      case .success(let body): answer.body = body
      case .failure(let error): answer = failed(part.service, error, request.target)
      }
      note(answer, request, start)
      guard isBegun.withLock({ $0 }) else { return later(message(answer)) }
      // After the first part an error is that of a client that is gone.
      var last = HTTPMessage(bytes: ByteBuffer(), closes: false)
      last.bytes.writeChunk(answer.body)
      last.bytes.writeStaticString("0\r\n\r\n")
      later(last)
    }
  }
}

extension ByteBuffer {
  /// Writes a chunk; an empty one would end the body, so it is left out.
  fileprivate mutating func writeChunk(_ bytes: [UInt8]) {
    if bytes.isEmpty { return }
    writeString(String(bytes.count, radix: 16) + "\r\n")
    writeBytes(bytes)
    writeStaticString("\r\n")
  }
}
