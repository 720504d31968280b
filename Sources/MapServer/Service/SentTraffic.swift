public import MapReader
public import RouteModel
import Traffic

/// Traffic that a client has sent, placed on the map.
public struct SentTraffic: Sendable {
  /// The snapshot.
  public var snapshot: TrafficSnapshot
  /// A line about the records without a place; nil if all have one.
  public var unplaced: String?

  /// Traffic from its parts.
  public init(_ snapshot: TrafficSnapshot, unplaced: String? = nil) {
    self.snapshot = snapshot
    self.unplaced = unplaced
  }
}

/// Why traffic that a client has sent is refused; the traffic before it stays in force.
public struct TrafficRefusal: Error, Sendable, Hashable {
  /// The status of HTTP: 400 for what can't be read, 409 for the traffic of another map, 500 where the map is damaged.
  public var status: Int
  /// What is wrong, in one line.
  public var reason: String

  /// A refusal from its parts.
  public init(status: Int = 400, _ reason: String) {
    self.status = status
    self.reason = reason
  }
}

/// Where a service takes traffic, apart from where it answers; anyone who reaches the address can change all routes.
public struct TrafficPort: Sendable {
  /// Makes a snapshot of a body, on the map of the moment.
  public typealias Reader =
    @Sendable (_ body: [UInt8], _ map: NavMap) throws(TrafficRefusal) -> SentTraffic

  /// The address, or a name of it.
  public var host: String
  /// The port; 0 for a free one.
  public var port: Int
  /// The maximum length of a body in bytes.
  public var maximumBytes = 64 << 20
  /// Reads bodies; by default traffic files alone.
  public var reader: Reader = TrafficPort.readFile
  /// Gets the port once the service takes traffic there.
  public var started: @Sendable (Int) -> Void = { _ in }

  /// A place to take traffic.
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
