import NIOCore
import NIOPosix
import RouteModel
import Testing

@testable import MapServer

#if os(Linux)
  @Suite struct HandshakeFilterTests {
    /// Sends back what comes.
    private final class Echo: ChannelInboundHandler, Sendable {
      typealias InboundIn = ByteBuffer

      func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.writeAndFlush(data, promise: nil)
      }
    }

    private static let loops = MultiThreadedEventLoopGroup.singleton

    private func listening() async throws -> any Channel {
      try await ServerBootstrap(group: Self.loops)
        .childChannelInitializer { channel in channel.pipeline.addHandler(Echo()) }
        .bind(host: "127.0.0.1", port: 0).get()
    }

    private func attachFilter(to channel: any Channel) async throws {
      try await channel.eventLoop.submit { HandshakeFilter.attach(to: channel) }.get()
    }

    @Test func `who comes after the filter is not let in`() async throws {
      let server = try await listening()
      let port = try #require(server.localAddress?.port)
      let patient = ClientBootstrap(group: Self.loops).connectTimeout(.minutes(10))
      try await patient.connect(host: "127.0.0.1", port: port).get().close()
      try await attachFilter(to: server)
      let client = ClientBootstrap(group: Self.loops).connectTimeout(.milliseconds(300))
      await #expect(throws: ChannelError.self) {
        try await client.connect(host: "127.0.0.1", port: port).get()
      }
      try await server.close()
    }

    @Test func `who came before is answered on`() async throws {
      let server = try await listening()
      let answer = server.eventLoop.makePromise(of: String.self)
      let client = try await ClientBootstrap(group: Self.loops).channelInitializer { channel in
        channel.pipeline.addHandler(Ear(answer))
      }.connect(host: "127.0.0.1", port: try #require(server.localAddress?.port)).get()
      try await attachFilter(to: server)
      try await client.writeAndFlush(ByteBuffer(string: "still here"))
      #expect(try await answer.futureResult.get() == "still here")
      try await client.close()
      try await server.close()
    }

    /// Keeps the first bytes that come.
    private final class Ear: ChannelInboundHandler, Sendable {
      typealias InboundIn = ByteBuffer
      private let heard: EventLoopPromise<String>

      init(_ heard: EventLoopPromise<String>) { self.heard = heard }

      func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        heard.succeed(String(buffer: unwrapInboundIn(data)))
      }

      func channelInactive(context: ChannelHandlerContext) { heard.fail(ChannelError.eof) }
    }
  }
#endif
