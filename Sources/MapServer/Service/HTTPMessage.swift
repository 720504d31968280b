import NIOCore

/// An answer as it goes over the wire.
struct HTTPMessage: Sendable {
  /// The head, and the body behind it unless that is shared.
  var bytes: ByteBuffer
  /// A body that several answers have; sent behind ``bytes``.
  var shared: ByteBuffer?
  /// Whether it says that the connection ends with it.
  var closes: Bool

  /// Bytes on the wire.
  var size: Int { bytes.readableBytes + (shared?.readableBytes ?? 0) }
}
