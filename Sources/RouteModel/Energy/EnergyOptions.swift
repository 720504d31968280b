import Geo
package import RoadModel

/// The energy options of a request: consumption, battery and charging stations.
///
///     options.energy = EnergyOptions(
///       battery: Battery(capacityKilowattHours: 60, initialChargeKilowattHours: 40))
public struct EnergyOptions: Sendable, Hashable {
  /// The consumption of the vehicle.
  public var model: ConsumptionModel
  /// The battery; nil if only the consumption is requested.
  public var battery: Battery?
  /// Whether to insert stops at charging stations, so that the battery never falls below its minimum.
  ///
  /// It requires the fastest route and no alternatives.
  public var ensureReachability: Bool
  /// The caller's own charging stations, in addition to those of the map: at most ``maximumStations``.
  public var stations: [ChargingStation]

  /// The maximum number of the caller's own stations.
  public static let maximumStations = 10_000

  /// Options from their parts.
  public init(
    model: ConsumptionModel = ConsumptionModel(), battery: Battery? = nil,
    ensureReachability: Bool = false, stations: [ChargingStation] = []
  ) {
    self.model = model
    self.battery = battery
    self.ensureReachability = ensureReachability
    self.stations = stations
  }

  /// Throws if the options cannot be considered.
  ///
  /// - Parameters:
  ///   - options: The options of the request.
  ///   - vehicle: The vehicle of the request.
  /// - Throws: ``RoutingError/invalidEnergy(name:reason:)``,
  ///   ``RoutingError/invalidSetting(name:value:minimum:maximum:)``.
  package func check(
    in options: RouteRequest.Options, _ vehicle: Vehicle
  ) throws(RoutingError) {
    try model.check()
    if vehicle.mode == .foot, model.freeFlow == nil {
      throw .invalidEnergy(name: "model", reason: "people on foot have none: give freeFlow")
    }
    let completed = model.completed(for: vehicle)
    if let most = completed.ascentPerMetre, let recovered = completed.descentRecoveryPerMetre,
      recovered > most
    {
      throw .invalidEnergy(
        name: "descentRecoveryPerMetre",
        reason: "\(recovered) is more than the \(most) that the way up takes (ascentPerMetre)")
    }
    try battery?.check()
    if battery != nil && model.carrier.isFuel {
      throw .invalidEnergy(
        name: "battery", reason: "a vehicle that burns \(model.carrier.rawValue) has none")
    }
    guard ensureReachability else { return }
    func refuse(_ reason: String) -> RoutingError {
      .invalidEnergy(name: "ensureReachability", reason: reason)
    }
    if battery == nil { throw refuse("it needs a battery") }
    if options.objective == .shortest {
      throw refuse("it needs the fastest route, not the shortest")
    }
    if options.alternatives > 0 { throw refuse("it does not go with alternatives") }
    try checkStations()
  }

  /// Throws if one of the caller's stations is invalid.
  package func checkStations() throws(RoutingError) {
    guard stations.count <= Self.maximumStations else {
      throw .invalidEnergy(
        name: "stations",
        reason: "there are \(stations.count), and at most \(Self.maximumStations) can be searched: "
          + "give those near the trip")
    }
    var ids: Set<String> = []
    for (index, station) in stations.enumerated() {
      func refuse(_ reason: String) -> RoutingError {
        .invalidEnergy(name: "stations", reason: "\(station.id): \(reason)")
      }
      guard !station.id.isEmpty else {
        throw .invalidEnergy(name: "stations", reason: "[\(index)] has an empty id")
      }
      guard ids.insert(station.id).inserted else { throw refuse("two stations have this id") }
      guard station.coordinate.isOnEarth else { throw refuse("its coordinate is out of range") }
      for (number, connector) in station.connectors.enumerated() {
        let name = "connectors[\(number)]"
        if let power = connector.powerKilowatts, !Self.powers.contains(power) {
          throw refuse("\(name).powerKilowatts is \(power), not 0.1 to 10000")
        }
        if connector.count < 1 {
          throw refuse("\(name).count is \(connector.count), not 1 or more")
        }
      }
    }
  }

  private static var powers: ClosedRange<Double> { 0.1...10_000 }

  /// Throws if a value is out of range or not a number.
  static func check(
    _ value: Double, _ name: String, _ range: ClosedRange<Double>
  ) throws(RoutingError) {
    try RoutingError.check(value, name, in: range)
  }
}

/// Every member is optional.
extension EnergyOptions: Codable {
  private enum CodingKeys: String, CodingKey { case model, battery, ensureReachability, stations }

  /// Reads options.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.requestMembers(CodingKeys.self)
    self.init(
      model: try container.decode(.model, default: ConsumptionModel()),
      battery: try container.decodeIfPresent(Battery.self, forKey: .battery),
      ensureReachability: try container.decode(.ensureReachability, default: false),
      stations: try container.decode(.stations, default: [OwnStation]()).map(\.station))
  }
}
