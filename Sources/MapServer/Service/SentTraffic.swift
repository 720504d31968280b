public import MapReader
public import RouteModel
import Traffic

/// Traffic that a client has sent, placed on the map.
public struct SentTraffic: Sendable {
  /// The snapshot.
  public var snapshot: TrafficSnapshot
  /// Lines about the records without a place, and about values that had to be assumed; nil if there are none.
  public var unplaced: String?

  /// Traffic from its parts.
  public init(_ snapshot: TrafficSnapshot, unplaced: String? = nil) {
    self.snapshot = snapshot
    self.unplaced = unplaced
  }
}

/// The reason why traffic from a client is refused; the previous traffic stays in force.
public struct TrafficRefusal: Error, Sendable, Hashable {
  /// The HTTP status: 400 for unreadable data, 409 for the traffic of another map, 500 for a damaged map.
  public var status: Int
  /// The reason, in one line.
  public var reason: String

  /// A refusal from its parts.
  public init(status: Int = 400, _ reason: String) {
    self.status = status
    self.reason = reason
  }
}

/// The address at which a service accepts traffic, separate from its own; any client there can change all routes.
public struct TrafficPort: Sendable {
  /// Makes a snapshot from a body, on the current map.
  public typealias Reader =
    @Sendable (_ body: [UInt8], _ map: NavMap) throws(TrafficRefusal) -> SentTraffic

  /// The address or host name.
  public var host: String
  /// The port; 0 for a free one.
  public var port: Int
  /// The maximum length of a body in bytes.
  public var maximumBytes = 64 << 20
  /// Reads bodies; by default only traffic files.
  public var reader: Reader = TrafficPort.readFile
  /// Receives the port once the service accepts traffic there.
  public var started: @Sendable (Int) -> Void = { _ in }

  /// An address for traffic.
  public init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Reads a traffic file.
  ///
  /// - Parameters:
  ///   - body: The file.
  ///   - map: The map on which it must be compiled.
  /// - Returns: Its snapshot.
  /// - Throws: ``TrafficRefusal``.
  public static func readFile(_ body: [UInt8], _ map: NavMap) throws(TrafficRefusal) -> SentTraffic
  {
    do throws(TrafficFileError) {
      let snapshot = try TrafficFile.snapshot(of: body)
      if snapshot.map == map.id { return SentTraffic(snapshot) }
    } catch { throw TrafficRefusal("the body \(error)") }
    throw TrafficRefusal(
      status: 409,
      "the body is compiled for another map, or an earlier build of this one: compile it again")
  }
}
