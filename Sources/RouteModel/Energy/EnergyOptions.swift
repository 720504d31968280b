/// What a request says of the vehicle's energy.
///
///     options.energy = EnergyOptions(
///       battery: Battery(capacityKilowattHours: 60, initialChargeKilowattHours: 40))
public struct EnergyOptions: Sendable, Hashable {
  /// What the vehicle consumes.
  public var model: ConsumptionModel
  /// The battery; nil if only the consumption is wanted.
  public var battery: Battery?
  /// Whether to insert stops at charging stations, so that the battery never falls below its minimum.
  ///
  /// It needs the fastest route without alternatives.
  public var ensureReachability: Bool
  /// The caller's own charging stations, in addition to those of the map.
  public var stations: [ChargingStation]

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
  /// - Parameter options: The options of the request.
  /// - Throws: ``RoutingError/invalidEnergy(name:reason:)``, ``RoutingError/invalidSetting(name:value:minimum:maximum:)``.
  package func check(in options: RouteRequest.Options) throws(RoutingError) {
    try model.check()
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
  }

  /// Throws if a value is out of range or no number.
  static func check(
    _ value: Double, _ name: String, _ range: ClosedRange<Double>
  ) throws(RoutingError) {
    guard range.contains(value) else {
      throw .invalidSetting(
        name: name, value: value, minimum: range.lowerBound, maximum: range.upperBound)
    }
  }
}

/// Every member may be left out.
extension EnergyOptions: Codable {
  private enum CodingKeys: String, CodingKey { case model, battery, ensureReachability, stations }

  /// Reads options.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.requestMembers(CodingKeys.self)
    self.init(
      model: try container.decode(.model, default: ConsumptionModel()),
      battery: try container.decodeIfPresent(Battery.self, forKey: .battery),
      ensureReachability: try container.decode(.ensureReachability, default: false),
      stations: try container.decode(.stations, default: []))
  }
}
