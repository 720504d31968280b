import Bytes
import JSON
import Logging
import MapReader
import NIOCore
import NIOHTTP1
import NIOPosix
import RoadModel
import RouteModel
import Routing

/// Traffic that clients send.
extension Answerer {
  /// Puts the traffic of a body in force; an unusable body changes nothing.
  ///
  /// - Parameters:
  ///   - body: The whole body.
  ///   - reader: Makes a snapshot from it.
  /// - Returns: 204; 200 with a line about records without a place; otherwise the reason for
  ///   refusing it.
  func take(_ body: [UInt8], _ reader: TrafficPort.Reader) -> TrafficConnection.Reply {
    let refusal: TrafficRefusal
    do throws(TrafficRefusal) {
      guard let map = try? self.map.answers().map else {
        throw TrafficRefusal(status: 503, "the map is being replaced: try again")
      }
      let sent = try reader(body, map)
      do throws(RoutingError) { try use(sent.snapshot) } catch {
        switch error {
        case .unknownEdge:
          throw TrafficRefusal(status: 409, "the traffic is of another map than that of the moment")
        case .unknownTurn: throw TrafficRefusal(status: 409, "\(error)")
        default: throw TrafficRefusal(status: 500, "\(error)")
        }
      }
      metrics.countTraffic(sent.snapshot.version)
      logger.info(
        "traffic in force",
        metadata: [
          "version": "\(sent.snapshot.version)", "pieces": "\(sent.snapshot.pieces.count)",
        ])
      return sent.unplaced.map { TrafficConnection.Reply(status: 200, body: $0) }
        ?? TrafficConnection.Reply(status: 204)
    } catch { refusal = error }
    metrics.countTraffic(nil)
    // The text comes from the client, so control characters are removed for the log.
    let reason = TerminalText.harmless(refusal.reason)
    logger.error("traffic not used, the old one stays", metadata: ["error": "\(reason)"])
    return TrafficConnection.Reply(status: refusal.status, body: reason)
  }

  /// Ends the traffic.
  func endTraffic() -> TrafficConnection.Reply {
    let refusal = inForce.withLock { kept -> TrafficConnection.Reply? in
      guard let engine = try? map.answers().engine else {
        return TrafficConnection.Reply(status: 503, body: "the map is being replaced: try again")
      }
      do throws(RoutingError) { try engine.replaceTraffic(nil) } catch {
        return TrafficConnection.Reply(status: 500, body: "\(error)")
      }
      kept = nil
      return nil
    }
    if let refusal { return refusal }
    logger.info("traffic ended")
    return TrafficConnection.Reply(status: 204)
  }

  /// The version and the age of the traffic (Formats/http.md).
  func describeTraffic() -> TrafficConnection.Reply {
    guard let traffic = try? map.answers().engine.traffic else {
      return TrafficConnection.Reply(status: 404, body: "no traffic is in force")
    }
    var json = JSONWriter()
    json.object {
      $0.string("version", "\(traffic.version)")
      $0.string("made", LocalTime(seconds: traffic.made).description + "Z")
      $0.int("age_s", Int(ProcessClock.now - traffic.made))
      $0.int("horizon_s", Int(traffic.horizonSeconds))
      $0.int("pieces", traffic.pieces.count)
      $0.int("incidents", traffic.incidents.count)
    }
    return TrafficConnection.Reply(
      status: 200, body: String(decoding: json.bytes, as: UTF8.self), type: HTTPAnswer.json)
  }
}

/// A socket for traffic, and its connections.
struct TrafficService: Sendable {
  /// The maximum number of open connections, all from programs that make traffic.
  private static let maximumConnections = 16
  /// The maximum time for which a connection may be silent.
  private static let silence = TimeAmount.seconds(30)

  private let socket: any Channel
  private let connections: Connections

  /// The port on which it listens.
  var port: Int { socket.localAddress?.port ?? 0 }

  /// Starts to listen and to accept traffic.
  ///
  /// - Throws: `IOError` if the system refuses the port; `SocketAddressError.UnknownHost` if the
  ///   name has no address.
  static func listen(
    _ port: TrafficPort, _ answerer: Answerer, loops: any EventLoopGroup
  ) async throws -> TrafficService {
    let connections = Connections()
    let turn = TrafficTurn()
    let socket = try await ServerBootstrap(group: loops)
      .serverChannelOption(.backlog, value: 16)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            Listener(limit: maximumConnections, logger: answerer.logger))
        }
      }
      .childChannelInitializer { channel in
        connections.add(channel)
        return channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(IdleStateHandler(allTimeout: silence))
          try pipeline.configureHTTPServerPipeline()
          try pipeline.addHandler(TrafficConnection(answerer, port, turn))
        }
      }
      .bind(host: port.host, port: port.port).get()
    return TrafficService(socket: socket, connections: connections)
  }

  /// Ends the service; bodies that are being placed are still answered.
  func end() {
    connections.end()
    socket.close(promise: nil)
  }

  /// Closes everything.
  func cut() {
    connections.cut()
    socket.close(promise: nil)
  }
}
