import NIOCore

/// Stands before the decoder of requests: lets through what it can take in, and nothing behind the last request.
///
/// A decoder that has stopped, as it does after `CONNECT`, keeps all further input. Lives on the event loop of its
/// connection.
final class RequestIntake: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// Whether requests are taken; all bytes are dropped once they are not.
  var isOpen = true
  private var mask = UpgradeMask()

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard isOpen else { return }
    var bytes = unwrapInboundIn(data)
    mask.apply(to: &bytes)
    context.fireChannelRead(wrapInboundOut(bytes))
  }
}
