import NIOCore

/// The bytes of an answer, or of a part of it.
struct HTTPMessage: Sendable {
  /// Leave to send the body of a request; its answer follows.
  static let goOn = HTTPMessage(
    bytes: ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n"), closes: false)

  /// The head, then the body unless it is shared.
  var bytes: ByteBuffer
  /// A body that several answers share; sent after ``bytes``.
  var shared: ByteBuffer?
  /// Whether it announces the end of the connection.
  var closes: Bool
  /// Whether more parts of the same answer follow.
  var hasMore = false

  /// The number of bytes to send.
  var size: Int { bytes.readableBytes + (shared?.readableBytes ?? 0) }
}
