import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Gives the refusal of bytes that are no HTTP a body as all others have one.
final class RefusalHandler: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(var head) = unwrapOutboundIn(data), head.status == .badRequest,
      head.headerFields[.contentLength] == "0"
    else { return context.write(data, promise: promise) }
    let body = ServiceError(.invalidURL, "The request is no HTTP, or its header too long.").json
    head.headerFields[.contentLength] = String(body.count)
    head.headerFields[.contentType] = HTTPAnswer.json
    head.headerFields[.accessControlAllowOrigin] = "*"
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: body))), promise: promise)
  }
}
