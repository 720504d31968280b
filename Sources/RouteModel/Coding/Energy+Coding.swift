/// The sums are written in units for people, and the spans exactly.
extension SectionEnergy: Codable {
  private enum CodingKeys: String, CodingKey {
    case carrier, consumptionKilowattHours, consumptionLitres, carbonDioxideKilograms
    case departureChargeKilowattHours, arrivalChargeKilowattHours, spans
  }

  /// Reads the energy, except the values that follow from the spans.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let word = try container.decode(String.self, forKey: .carrier)
    guard let carrier = EnergyCarrier(rawValue: word) else {
      throw DecodingError.unknownWord(word, at: container.codingPath)
    }
    self.init(
      carrier: carrier,
      spans: try container.decode(.spans, default: []),
      departureChargeKilowattHours: try container.decodeIfPresent(
        Double.self, forKey: .departureChargeKilowattHours),
      arrivalChargeKilowattHours: try container.decodeIfPresent(
        Double.self, forKey: .arrivalChargeKilowattHours))
  }

  /// Writes the energy.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(carrier, forKey: .carrier)
    try container.encodeIfPresent(consumptionKilowattHours, forKey: .consumptionKilowattHours)
    try container.encodeIfPresent(consumptionLitres, forKey: .consumptionLitres)
    try container.encodeIfPresent(carbonDioxideKilograms, forKey: .carbonDioxideKilograms)
    try container.encodeIfPresent(
      departureChargeKilowattHours, forKey: .departureChargeKilowattHours)
    try container.encodeIfPresent(arrivalChargeKilowattHours, forKey: .arrivalChargeKilowattHours)
    try container.encode(spans, forKey: .spans)
  }
}

/// `lengthMetres`, and `energy` in thousandths.
extension SectionEnergy.Span: Codable {
  private enum CodingKeys: String, CodingKey { case lengthMetres, energy }

  /// Reads a span.
  ///
  /// - Throws: `DecodingError`, also for an energy that no edge has.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      lengthMetres: try container.decode(Double.self, forKey: .lengthMetres),
      energy: try container.decode(Int64.self, forKey: .energy))
    // Sums of all edges of a route must fit 64 bits.
    guard lengthMetres >= 0, energy.magnitude <= Self.maximumEnergy else {
      throw DecodingError.dataCorruptedError(
        forKey: .energy, in: container, debugDescription: "an energy that no edge has")
    }
  }

  /// Writes a span.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(lengthMetres, forKey: .lengthMetres)
    try container.encode(energy, forKey: .energy)
  }
}

/// An action has the word `action`, `durationSeconds`, and for charging the charges.
///
/// One that this version does not know keeps its word and its duration.
extension PostAction: Codable {
  private enum CodingKeys: String, CodingKey {
    case action, durationSeconds, chargedKilowattHours, fromKilowattHours, toKilowattHours
    case connector, pricePerKilowattHour
  }

  private enum Word: String { case wait, chargingSetup, charging }

  /// Reads an action.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let word = try container.decode(String.self, forKey: .action)
    guard let known = Word(rawValue: word) else {
      self = .unknown(word, seconds: try container.decode(.durationSeconds, default: 0))
      return
    }
    let seconds = try container.decode(Double.self, forKey: .durationSeconds)
    switch known {
    case .wait: self = .wait(seconds: seconds)
    case .chargingSetup: self = .chargingSetup(seconds: seconds)
    case .charging:
      self = .charging(
        Charging(
          seconds: seconds,
          fromKilowattHours: try container.decode(Double.self, forKey: .fromKilowattHours),
          toKilowattHours: try container.decode(Double.self, forKey: .toKilowattHours),
          connector: try container.decodeIfPresent(ConnectorType.self, forKey: .connector),
          pricePerKilowattHour: try container.decodeIfPresent(
            Double.self, forKey: .pricePerKilowattHour)))
    }
  }

  /// Writes an action.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let word =
      switch self {
      case .wait: Word.wait.rawValue
      case .chargingSetup: Word.chargingSetup.rawValue
      case .charging: Word.charging.rawValue
      case .unknown(let action, _): action
      }
    try container.encode(word, forKey: .action)
    try container.encode(seconds, forKey: .durationSeconds)
    guard case .charging(let charging) = self else { return }
    try container.encode(charging.kilowattHours, forKey: .chargedKilowattHours)
    try container.encode(charging.fromKilowattHours, forKey: .fromKilowattHours)
    try container.encode(charging.toKilowattHours, forKey: .toKilowattHours)
    try container.encodeIfPresent(charging.connector, forKey: .connector)
    try container.encodeIfPresent(charging.pricePerKilowattHour, forKey: .pricePerKilowattHour)
  }
}
