import NIOCore

/// A filter before the decoder of requests; it drops all input behind the last request.
///
/// A stopped decoder, for example after `CONNECT`, would store all further input. Lives on the
/// event loop of its connection.
final class RequestIntake: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// Whether requests are accepted; otherwise all bytes are dropped.
  var isOpen = true
  private var mask = UpgradeMask()

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard isOpen else { return }
    var bytes = unwrapInboundIn(data)
    mask.apply(to: &bytes)
    context.fireChannelRead(wrapInboundOut(bytes))
  }
}
