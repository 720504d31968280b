internal import Bytes

/// The consumption at a constant speed on a level road.
public struct SpeedConsumption: Sendable, Hashable, Codable {
  /// Speed in km/h, 0 to 1,000.
  public var kmh: Double
  /// Watt-hours, or millilitres of fuel, for each metre; 0 to 20.
  public var perMetre: Double

  /// A row from its values.
  public init(kmh: Double, perMetre: Double) {
    self.kmh = kmh
    self.perMetre = perMetre
  }

  /// Reads a row, which must have both members and no others.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.requestMembers(CodingKeys.self)
    self.init(
      kmh: try container.decode(Double.self, forKey: .kmh),
      perMetre: try container.decode(Double.self, forKey: .perMetre))
  }
}

/// The consumption of a vehicle on roads; parts that are nil take the defaults of the vehicle's mode.
///
/// The energy of an edge is its length times the consumption at its speed, plus the climb times
/// ``ascentPerMetre``, minus the descent times ``descentRecoveryPerMetre``, plus the time times
/// ``auxiliaryPerSecond``. The unit is the watt-hour for electricity, and the millilitre for fuel.
/// An edge never recovers fuel. Ferries consume nothing.
///
///     var model = ConsumptionModel()                        // a usual electric car
///     model.freeFlow = [SpeedConsumption(kmh: 50, perMetre: 0.12), SpeedConsumption(kmh: 130, perMetre: 0.23)]
///     model.auxiliaryPerSecond = 0.8                        // heating
public struct ConsumptionModel: Sendable, Hashable {
  /// The energy carrier of the vehicle.
  public var carrier: EnergyCarrier
  /// The consumption by speed: 1 to 100 rows in order of speed, linear between them and constant beyond them.
  public var freeFlow: [SpeedConsumption]?
  /// The consumption by speed where traffic sets the speed; nil for that of ``freeFlow``.
  public var traffic: [SpeedConsumption]?
  /// The additional consumption for each metre of climb, 0 to 1,000.
  public var ascentPerMetre: Double?
  /// The recovery for each metre of descent, 0 to 1,000 and at most ``ascentPerMetre``.
  public var descentRecoveryPerMetre: Double?
  /// The consumption for each second, standing or driving, 0 to 100: heating, cooling, electronics.
  public var auxiliaryPerSecond: Double?

  /// A model from its parts.
  public init(
    carrier: EnergyCarrier = .electricity, freeFlow: [SpeedConsumption]? = nil,
    traffic: [SpeedConsumption]? = nil, ascentPerMetre: Double? = nil,
    descentRecoveryPerMetre: Double? = nil, auxiliaryPerSecond: Double? = nil
  ) {
    self.carrier = carrier
    self.freeFlow = freeFlow
    self.traffic = traffic
    self.ascentPerMetre = ascentPerMetre
    self.descentRecoveryPerMetre = descentRecoveryPerMetre
    self.auxiliaryPerSecond = auxiliaryPerSecond
  }

  /// Throws if a value is out of range.
  ///
  /// - Throws: ``RoutingError/invalidEnergy(name:reason:)``,
  ///   ``RoutingError/invalidSetting(name:value:minimum:maximum:)``.
  public func check() throws(RoutingError) {
    if let freeFlow { try Self.check(freeFlow, "freeFlow") }
    if let traffic { try Self.check(traffic, "traffic") }
    let rates: [(String, Double?, Double)] = [
      ("ascentPerMetre", ascentPerMetre, 1_000),
      ("descentRecoveryPerMetre", descentRecoveryPerMetre, 1_000),
      ("auxiliaryPerSecond", auxiliaryPerSecond, 100),
    ]
    for (name, rate, most) in rates {
      if let rate { try EnergyOptions.check(rate, name, 0...most) }
    }
  }

  private static func check(_ rows: [SpeedConsumption], _ name: String) throws(RoutingError) {
    guard 1...100 ~= rows.count else {
      throw .invalidEnergy(name: name, reason: "it has \(rows.count) rows, not 1 to 100")
    }
    for (index, row) in rows.enumerated() {
      try EnergyOptions.check(row.kmh, "\(name)[\(index)].kmh", 0...1_000)
      try EnergyOptions.check(row.perMetre, "\(name)[\(index)].perMetre", 0...20)
    }
    for (a, b) in zip(rows, rows.dropFirst()) where a.kmh >= b.kmh {
      throw .invalidEnergy(name: name, reason: "the speeds do not rise: \(b.kmh) after \(a.kmh)")
    }
  }
}

/// Every member is optional.
extension ConsumptionModel: Codable {
  private enum CodingKeys: String, CodingKey {
    case carrier, freeFlow, traffic, ascentPerMetre, descentRecoveryPerMetre, auxiliaryPerSecond
  }

  /// Reads a model; values out of range are read, and refused by engines.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.requestMembers(CodingKeys.self)
    let word = try container.decode(.carrier, default: EnergyCarrier.electricity.rawValue)
    guard let carrier = EnergyCarrier(rawValue: word) else {
      let known = EnergyCarrier.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        forKey: .carrier, in: container,
        debugDescription: "no such carrier: \(TerminalText.brief(word)); known are \(known)")
    }
    self.init(
      carrier: carrier,
      freeFlow: try container.decodeIfPresent([SpeedConsumption].self, forKey: .freeFlow),
      traffic: try container.decodeIfPresent([SpeedConsumption].self, forKey: .traffic),
      ascentPerMetre: try container.decodeIfPresent(Double.self, forKey: .ascentPerMetre),
      descentRecoveryPerMetre: try container.decodeIfPresent(
        Double.self, forKey: .descentRecoveryPerMetre),
      auxiliaryPerSecond: try container.decodeIfPresent(Double.self, forKey: .auxiliaryPerSecond))
  }
}
