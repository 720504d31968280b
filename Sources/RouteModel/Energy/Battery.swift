import Geo

/// The maximum power that a battery takes at a charge.
public struct ChargingPower: Sendable, Hashable, Codable {
  /// The charge in kWh.
  public var kilowattHours: Double
  /// The power in kW, more than 0.
  public var kilowatts: Double

  /// A point of a curve from its values.
  public init(kilowattHours: Double, kilowatts: Double) {
    self.kilowattHours = kilowattHours
    self.kilowatts = kilowatts
  }

  /// Reads a point, which must have both members and no others.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.requestMembers(CodingKeys.self)
    self.init(
      kilowattHours: try container.decode(Double.self, forKey: .kilowattHours),
      kilowatts: try container.decode(Double.self, forKey: .kilowatts))
  }
}

/// The battery of a vehicle.
///
///     var battery = Battery(capacityKilowattHours: 60, initialChargeKilowattHours: 45)
///     battery.minimumChargeKilowattHours = 6
///     battery.connectors = [.type2, .ccs]
public struct Battery: Sendable, Hashable {
  /// The capacity in kWh, more than 0 and at most 10,000.
  public var capacityKilowattHours: Double
  /// The charge at the start of the trip in kWh, from the minimum charge to the capacity.
  public var initialChargeKilowattHours: Double
  /// The charge below which the battery never falls, in kWh.
  public var minimumChargeKilowattHours: Double
  /// Minimum charge at the destination of the trip in kWh; nil for the minimum charge of the trip.
  public var minimumAtDestinationKilowattHours: Double?
  /// Minimum charge on arrival at a charging station in kWh; nil for the minimum charge of the trip.
  public var minimumAtChargerKilowattHours: Double?
  /// The charge up to which the battery is charged at stations, in kWh; nil for the capacity.
  public var targetChargeKilowattHours: Double?
  /// The maximum power by charge, in order of charge, linear between the points and constant beyond them; empty for
  /// that of the station or ``maximumPowerKilowatts``.
  public var chargingCurve: [ChargingPower]
  /// The connectors that fit; empty if any does.
  public var connectors: Set<ConnectorType>
  /// The maximum power of charging in kW; nil for no limit.
  public var maximumPowerKilowatts: Double?
  /// Seconds to begin and end charging at a station: paying, plugging in.
  public var setupSeconds: Double

  /// A battery with a minimum charge of 0, no maximum power, and charging up to its capacity.
  public init(capacityKilowattHours: Double, initialChargeKilowattHours: Double) {
    self.capacityKilowattHours = capacityKilowattHours
    self.initialChargeKilowattHours = initialChargeKilowattHours
    minimumChargeKilowattHours = 0
    chargingCurve = []
    connectors = []
    setupSeconds = 300
  }

  /// Throws if a value is out of range.
  ///
  /// - Throws: ``RoutingError/invalidEnergy(name:reason:)``,
  ///   ``RoutingError/invalidSetting(name:value:minimum:maximum:)``.
  public func check() throws(RoutingError) {
    let capacity = capacityKilowattHours
    guard capacity > 0 else {
      throw .invalidEnergy(
        name: "capacityKilowattHours", reason: "it is \(capacity), and must be more than 0")
    }
    try EnergyOptions.check(capacity, "capacityKilowattHours", 0...10_000)
    let least = minimumChargeKilowattHours
    try EnergyOptions.check(least, "minimumChargeKilowattHours", 0...capacity)
    let charges: [(String, Double?)] = [
      ("initialChargeKilowattHours", initialChargeKilowattHours),
      ("minimumAtDestinationKilowattHours", minimumAtDestinationKilowattHours),
      ("minimumAtChargerKilowattHours", minimumAtChargerKilowattHours),
      ("targetChargeKilowattHours", targetChargeKilowattHours),
    ]
    for (name, charge) in charges {
      if let charge { try EnergyOptions.check(charge, name, least...capacity) }
    }
    if let power = maximumPowerKilowatts {
      try EnergyOptions.check(power, "maximumPowerKilowatts", 0.1...10_000)
    }
    try EnergyOptions.check(setupSeconds, "setupSeconds", 0...86_400)
    try checkCurve()
  }

  private func checkCurve() throws(RoutingError) {
    guard chargingCurve.count <= 100 else {
      throw .invalidEnergy(
        name: "chargingCurve", reason: "it has \(chargingCurve.count) points, not 1 to 100")
    }
    for (index, point) in chargingCurve.enumerated() {
      let name = "chargingCurve[\(index)]"
      try EnergyOptions.check(point.kilowattHours, "\(name).kilowattHours", 0...10_000)
      try EnergyOptions.check(point.kilowatts, "\(name).kilowatts", 0.1...10_000)
    }
    for (a, b) in zip(chargingCurve, chargingCurve.dropFirst())
    where a.kilowattHours >= b.kilowattHours {
      throw .invalidEnergy(
        name: "chargingCurve",
        reason: "the charges do not rise: \(b.kilowattHours) after \(a.kilowattHours)")
    }
  }

  /// The capacity less the minimum charge, in milliwatt-hours.
  package var usable: Int64 {
    Self.milliwattHours(capacityKilowattHours) - Self.milliwattHours(minimumChargeKilowattHours)
  }
  /// A charge above the minimum charge in milliwatt-hours, as ``EnergyBalance`` counts it.
  package func aboveMinimum(_ kilowattHours: Double) -> Int64 {
    Self.milliwattHours(kilowattHours) - Self.milliwattHours(minimumChargeKilowattHours)
  }

  /// A charge in kWh from one above the minimum charge in milliwatt-hours.
  package func kilowattHours(aboveMinimum charge: Int64) -> Double {
    Double(charge + Self.milliwattHours(minimumChargeKilowattHours)) / 1e6
  }

  /// An energy in kWh as milliwatt-hours, rounded and limited.
  package static func milliwattHours(_ kilowattHours: Double) -> Int64 {
    Int64((bounded(kilowattHours) * 1e6).rounded())
  }

  /// A charge in kWh that can be counted, far beyond any battery; NaN counts as 0.
  package static func bounded(_ kilowattHours: Double) -> Double {
    kilowattHours.clamped(to: -1e6...1e6, nan: 0)
  }
}

/// `capacityKilowattHours` is required; the default charge at the start is the capacity.
extension Battery: Codable {
  private enum CodingKeys: String, CodingKey {
    case capacityKilowattHours, initialChargeKilowattHours, minimumChargeKilowattHours
    case minimumAtDestinationKilowattHours, minimumAtChargerKilowattHours
    case targetChargeKilowattHours, chargingCurve, connectors, maximumPowerKilowatts, setupSeconds
  }

  /// Reads a battery; values out of range are read, and refused by engines.
  ///
  /// - Throws: `DecodingError`, also for a connector that this version does not know.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.requestMembers(CodingKeys.self)
    func read(_ key: CodingKeys) throws -> Double? {
      try container.decodeIfPresent(Double.self, forKey: key)
    }
    let capacity = try container.decode(Double.self, forKey: .capacityKilowattHours)
    self.init(
      capacityKilowattHours: capacity,
      initialChargeKilowattHours: try read(.initialChargeKilowattHours) ?? capacity)
    minimumChargeKilowattHours = try read(.minimumChargeKilowattHours) ?? 0
    minimumAtDestinationKilowattHours = try read(.minimumAtDestinationKilowattHours)
    minimumAtChargerKilowattHours = try read(.minimumAtChargerKilowattHours)
    targetChargeKilowattHours = try read(.targetChargeKilowattHours)
    chargingCurve = try container.decode(.chargingCurve, default: [])
    maximumPowerKilowatts = try read(.maximumPowerKilowatts)
    setupSeconds = try read(.setupSeconds) ?? setupSeconds
    for word in try container.decode(.connectors, default: [String]()) {
      let path = container.codingPath + [CodingKeys.connectors]
      connectors.insert(try ConnectorType(requested: word, at: path))
    }
  }

  /// Writes a battery.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(capacityKilowattHours, forKey: .capacityKilowattHours)
    try container.encode(initialChargeKilowattHours, forKey: .initialChargeKilowattHours)
    try container.encode(minimumChargeKilowattHours, forKey: .minimumChargeKilowattHours)
    try container.encodeIfPresent(
      minimumAtDestinationKilowattHours, forKey: .minimumAtDestinationKilowattHours)
    try container.encodeIfPresent(
      minimumAtChargerKilowattHours, forKey: .minimumAtChargerKilowattHours)
    try container.encodeIfPresent(targetChargeKilowattHours, forKey: .targetChargeKilowattHours)
    try container.encode(chargingCurve, forKey: .chargingCurve)
    try container.encode(connectors.map(\.rawValue).sorted(), forKey: .connectors)
    try container.encodeIfPresent(maximumPowerKilowatts, forKey: .maximumPowerKilowatts)
    try container.encode(setupSeconds, forKey: .setupSeconds)
  }
}
