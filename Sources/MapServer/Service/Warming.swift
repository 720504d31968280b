import Bytes
import Logging
import MapReader
import RoadModel
import RouteModel
import Routing

/// A vehicle and options that the engine can prepare for.
public struct PreparedVehicle: Sendable, Hashable {
  let vehicle: Vehicle
  /// The options on which its costs depend.
  let options: RouteRequest.Options

  init(_ url: ServiceURL, _ query: Query) throws(ServiceError) {
    vehicle = try query.vehicle(url.profile)
    options = RouteRequest.Options(
      avoid: query.avoid, exclude: query.exclude,
      objective: query.isShortest ? .shortest : .fastest,
      strictConditions: query.strictConditions, costs: query.costs,
      maximumSpeedKmh: query.maximumSpeed)
  }

  /// Whether the map file already has its metric, without traffic.
  var isPlain: Bool { vehicle.isUnlimited && options == RouteRequest.Options() }

  /// Parses a profile and parameters as in URLs; nil if the service would refuse them.
  ///
  /// - Parameter text: Such as `truck?height=4.0&weight=40` or `driving?avoid=toll`.
  public init?(_ text: String) {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let options = parts.count > 1 ? "?" + parts[1] : ""
    do throws(ServiceError) {
      let url = try ServiceURL("/nearest/v1/\(parts[0])/0,0\(options)")
      let query = try Query(url)
      try self.init(url, query)
    } catch { return nil }
  }
}

/// The most recent vehicles of requests, so that a new map can be prepared for them.
final class SeenVehicles: Sendable {
  /// The maximum number of vehicles, like that of an engine's cached metrics.
  private static let most = 16

  private let seen = Guarded<[PreparedVehicle]>([])

  /// The vehicles, the most recent first.
  var all: [PreparedVehicle] { seen.withLock { $0.reversed() } }

  /// Records a vehicle.
  func note(_ vehicle: PreparedVehicle) {
    seen.withLock { seen in
      if seen.last == vehicle { return }
      if let place = seen.firstIndex(of: vehicle) { seen.remove(at: place) }
      seen.append(vehicle)
      if seen.count > Self.most { seen.removeFirst() }
    }
  }
}

/// Prepares an engine on a separate thread while requests are answered.
struct Warming: Sendable {
  private let threads = WorkerThreads(count: 1)
  let logger: Logger

  /// Prepares for vehicles, one after the other.
  func prepare(_ engine: OfflineRoutingEngine, for vehicles: [PreparedVehicle]) -> Task<Void, Never>
  {
    Task(executorPreference: threads, priority: .background) { [logger] in
      for vehicle in vehicles where !Task.isCancelled {
        do throws(RoutingError) {
          try await engine.prepare(vehicle.vehicle, options: vehicle.options)
        } catch {
          if error != .cancelled { logger.error("not prepared", metadata: ["error": "\(error)"]) }
          return
        }
      }
      if !vehicles.isEmpty && !Task.isCancelled {
        logger.info("prepared", metadata: ["vehicles": "\(vehicles.count)"])
      }
    }
  }
}
