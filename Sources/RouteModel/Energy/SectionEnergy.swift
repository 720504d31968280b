/// The energy along a section of a route.
public struct SectionEnergy: Sendable, Hashable {
  /// The energy on an edge of the section, or on the part of it that is driven.
  public struct Span: Sendable, Hashable {
    /// The length driven on it, in metres.
    public var lengthMetres: Double
    /// The energy in thousandths of the unit of the carrier, as in ``EnergyBalance``; negative if recovered.
    public var energy: Int64

    /// The largest energy of an edge, used or recovered, so that no sum exceeds 64 bits: 10 MWh, or 10,000 litres.
    package static let maximumEnergy: Int64 = 10_000_000_000

    /// A span from its parts.
    public init(lengthMetres: Double, energy: Int64) {
      self.lengthMetres = lengthMetres
      self.energy = energy
    }
  }

  /// The energy carrier of the vehicle.
  public var carrier: EnergyCarrier
  /// The energy of each edge of the section, in order.
  public var spans: [Span]
  /// The charge at the beginning in kWh; nil without a battery, or if it runs out before that.
  public var departureChargeKilowattHours: Double?
  /// The charge at the end in kWh, without charging there; nil as for the beginning.
  public var arrivalChargeKilowattHours: Double?

  /// The energy from its parts.
  public init(
    carrier: EnergyCarrier, spans: [Span], departureChargeKilowattHours: Double? = nil,
    arrivalChargeKilowattHours: Double? = nil
  ) {
    self.carrier = carrier
    self.spans = spans
    self.departureChargeKilowattHours = departureChargeKilowattHours
    self.arrivalChargeKilowattHours = arrivalChargeKilowattHours
  }

  /// The balance of the section.
  public var balance: EnergyBalance {
    spans.reduce(.zero) { $0 + EnergyBalance(edge: $1.energy) }
  }
  /// The consumption in thousandths of the unit: milliwatt-hours or microlitres.
  public var consumption: Int64 { spans.reduce(0) { $0 + $1.energy } }
  /// The consumption in kWh; nil for fuel.
  public var consumptionKilowattHours: Double? { carrier.isFuel ? nil : Double(consumption) / 1e6 }
  /// The consumption in litres; nil for electricity.
  public var consumptionLitres: Double? { carrier.isFuel ? Double(consumption) / 1e6 : nil }
  /// The carbon dioxide of the fuel burnt in kg; nil for electricity.
  public var carbonDioxideKilograms: Double? {
    carrier.carbonDioxideKilogramsPerLitre.map { $0 * Double(consumption) / 1e6 }
  }
}

/// An action at the end of a section.
public enum PostAction: Sendable, Hashable {
  /// Waiting until the station opens, and for a free connector.
  case wait(seconds: Double)
  /// Connecting, paying and disconnecting.
  case chargingSetup(seconds: Double)
  /// Charging.
  case charging(Charging)
  /// An action that this version does not know, with its word; it takes its time all the same.
  case unknown(String, seconds: Double)

  /// One charging of the battery at a station.
  public struct Charging: Sendable, Hashable {
    /// Duration in seconds.
    public var seconds: Double
    /// The charge at its beginning in kWh.
    public var fromKilowattHours: Double
    /// The charge at its end in kWh.
    public var toKilowattHours: Double
    /// The connector.
    public var connector: ConnectorType?
    /// The price for each kWh by the ``ChargingStationProvider``, in its currency; nil if unknown.
    public var pricePerKilowattHour: Double?

    /// A charging from its facts.
    public init(
      seconds: Double, fromKilowattHours: Double, toKilowattHours: Double,
      connector: ConnectorType? = nil, pricePerKilowattHour: Double? = nil
    ) {
      self.seconds = seconds
      self.fromKilowattHours = fromKilowattHours
      self.toKilowattHours = toKilowattHours
      self.connector = connector
      self.pricePerKilowattHour = pricePerKilowattHour
    }

    /// The energy charged, in kWh.
    public var kilowattHours: Double { toKilowattHours - fromKilowattHours }
    /// The price of the energy charged, in the currency of the offer; nil if unknown.
    public var price: Double? { pricePerKilowattHour.map { $0 * kilowattHours } }
  }

  /// Duration in seconds.
  public var seconds: Double {
    switch self {
    case .wait(let seconds), .chargingSetup(let seconds), .unknown(_, let seconds): seconds
    case .charging(let charging): charging.seconds
    }
  }
}

extension Route {
  /// The consumption in thousandths of the unit of the carrier; nil unless requested with
  /// ``RouteRequest/Options/energy``.
  package var consumption: Int64? {
    let known = sections.compactMap(\.energy)
    return known.isEmpty ? nil : known.reduce(0) { $0 + $1.consumption }
  }
  /// The consumption in kWh; nil for fuel, and unless requested with ``RouteRequest/Options/energy``.
  public var consumptionKilowattHours: Double? {
    sections.contains { $0.energy?.carrier == .electricity }
      ? consumption.map { Double($0) / 1e6 } : nil
  }
  /// The consumption in litres; nil for electricity, and unless requested with ``RouteRequest/Options/energy``.
  public var consumptionLitres: Double? {
    sections.contains { $0.energy?.carrier.isFuel == true }
      ? consumption.map { Double($0) / 1e6 } : nil
  }
  /// The carbon dioxide of the fuel burnt in kg; nil for electricity, and unless requested with
  /// ``RouteRequest/Options/energy``.
  public var carbonDioxideKilograms: Double? {
    let known = sections.compactMap { $0.energy?.carbonDioxideKilograms }
    return known.isEmpty ? nil : known.reduce(0, +)
  }
  /// The charge at the destination in kWh; nil without a battery, or if it runs out before that.
  public var arrivalChargeKilowattHours: Double? {
    sections.last?.energy?.arrivalChargeKilowattHours
  }
  /// Seconds of waiting and charging.
  public var postActionSeconds: Double {
    sections.reduce(0) { $0 + $1.postActionSeconds }
  }
}

extension RouteSection {
  /// Seconds of waiting and charging at its end.
  public var postActionSeconds: Double { postActions.reduce(0) { $0 + $1.seconds } }
}
