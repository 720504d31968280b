import RouteModel

/// Options of energy, with HERE's names: `ev[freeFlowSpeedTable]=0,0.2,50,0.12`.
extension Query {
  /// Reads `[name]=value` behind `ev`.
  mutating func readEnergy(_ scanner: inout Scanner, at separator: Int) throws(ServiceError) {
    try scanner.expect("[")
    let word = scanner.takeWhile { 97...122 ~= $0 || 65...90 ~= $0 }
    let name = String(decoding: word, as: UTF8.self)
    guard scanner.take("]"), scanner.take("=") else { throw scanner.malformed(at: separator) }
    do throws(ServiceError) {
      try readEnergy(name, &scanner, at: separator)
      if let next = scanner.next, next != UInt8(ascii: "&") { throw scanner.malformed() }
    } catch { throw error.naming("ev[\(name)]") }
  }

  private mutating func readEnergy(
    _ name: String, _ scanner: inout Scanner, at separator: Int
  ) throws(ServiceError) {
    var options = energy ?? EnergyOptions()
    if name == "makeReachable" {
      options.ensureReachability = try scanner.bool()
    } else if try !Self.readModel(name, &options.model, &scanner) {
      batteryNames.insert(name)
      var battery =
        options.battery ?? Battery(capacityKilowattHours: 0, initialChargeKilowattHours: 0)
      guard try Self.readBattery(name, &battery, &scanner) else {
        throw scanner.malformed(at: separator)
      }
      options.battery = battery
    }
    energy = options
  }

  /// Reads a member of the model; false for any other name.
  private static func readModel(
    _ name: String, _ model: inout ConsumptionModel, _ scanner: inout Scanner
  ) throws(ServiceError) -> Bool {
    switch name {
    case "model": try scanner.choice([("default", ())])
    case "carrier":
      model.carrier = try word(
        name, "carrier", of: EnergyCarrier.allCases.map { ($0.rawValue, $0) }, &scanner)
    case "freeFlowSpeedTable": model.freeFlow = try speeds(&scanner)
    case "trafficSpeedTable": model.traffic = try speeds(&scanner)
    case "ascent": model.ascentPerMetre = try scanner.decimal()
    case "descent": model.descentRecoveryPerMetre = try scanner.decimal()
    case "auxiliaryConsumption": model.auxiliaryPerSecond = try scanner.decimal()
    default: return false
    }
    return true
  }

  /// Reads a member of the battery; false for any other name.
  private static func readBattery(
    _ name: String, _ battery: inout Battery, _ scanner: inout Scanner
  ) throws(ServiceError) -> Bool {
    switch name {
    case "maxCharge": battery.capacityKilowattHours = try scanner.decimal()
    case "initialCharge": battery.initialChargeKilowattHours = try scanner.decimal()
    case "minCharge": battery.minimumChargeKilowattHours = try scanner.decimal()
    case "minChargeAtDestination":
      battery.minimumAtDestinationKilowattHours = try scanner.decimal()
    case "minChargeAtChargingStation":
      battery.minimumAtChargerKilowattHours = try scanner.decimal()
    case "maxChargeAfterChargingStation":
      battery.targetChargeKilowattHours = try scanner.decimal()
    case "maxChargingPower": battery.maximumPowerKilowatts = try scanner.decimal()
    case "chargingSetupDuration": battery.setupSeconds = try scanner.decimal()
    case "chargingCurve":
      battery.chargingCurve = try pairs(&scanner).map {
        ChargingPower(kilowattHours: $0, kilowatts: $1)
      }
    case "connectorTypes":
      let types = ConnectorType.allCases.map { ($0.rawValue, $0) } + Self.connectorsOfHERE
      battery.connectors = Set(
        try scanner.list(",") { scanner throws(ServiceError) in
          try word(name, "connector", of: types, &scanner)
        })
    default: return false
    }
    return true
  }

  /// Reads one of some words; the error for another names it.
  private static func word<Value>(
    _ name: String, _ kind: String, of words: [(String, Value)], _ scanner: inout Scanner
  ) throws(ServiceError) -> Value {
    let bytes = scanner.takeWhile { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "&") }
    if bytes.isEmpty { throw scanner.malformed() }
    let word = String(decoding: bytes, as: UTF8.self)
    if let known = words.first(where: { $0.0 == word }) { return known.1 }
    throw ServiceError(
      .invalidValue,
      "ev[\(name)]: no such \(kind): \(word.prefix(40)); known are "
        + words.map(\.0).joined(separator: ", ") + ".")
  }

  /// HERE's names of connectors that are others here.
  private static let connectorsOfHERE: [(String, ConnectorType)] = [
    ("iec62196Type1Combo", .ccs1), ("iec62196Type2Combo", .ccs), ("Chademo", .chademo),
    ("Tesla", .tesla),
  ]

  /// The options by the members of models and batteries, as errors of engines name them.
  private static let optionsByMember = [
    "freeFlow": "freeFlowSpeedTable", "traffic": "trafficSpeedTable", "ascentPerMetre": "ascent",
    "descentRecoveryPerMetre": "descent", "auxiliaryPerSecond": "auxiliaryConsumption",
    "capacityKilowattHours": "maxCharge", "initialChargeKilowattHours": "initialCharge",
    "minimumChargeKilowattHours": "minCharge",
    "minimumAtDestinationKilowattHours": "minChargeAtDestination",
    "minimumAtChargerKilowattHours": "minChargeAtChargingStation",
    "targetChargeKilowattHours": "maxChargeAfterChargingStation",
    "maximumPowerKilowatts": "maxChargingPower", "setupSeconds": "chargingSetupDuration",
    "chargingCurve": "chargingCurve", "ensureReachability": "makeReachable",
  ]

  /// The option that has the value of a member, such as `ev[maxCharge]`; nil for other members.
  ///
  /// - Parameter member: A member, or one of its rows, such as `freeFlow[0].kmh`.
  /// - Returns: The option.
  static func energyOption(of member: String) -> String? {
    optionsByMember[String(member.prefix { $0 != "[" && $0 != "." })].map { "ev[\($0)]" }
  }

  /// Checks what the engine would say of members that the URL does not name.
  func checkEnergy() throws(ServiceError) {
    guard let battery = energy?.battery else { return }
    guard batteryNames.contains("maxCharge") else {
      throw ServiceError(.invalidOptions, "ev[maxCharge], the capacity in kWh, is missing.")
    }
    // A battery whose charge is not stated is full.
    if batteryNames.contains("initialCharge"),
      battery.initialChargeKilowattHours > battery.capacityKilowattHours
    {
      throw ServiceError(.invalidValue, "ev[initialCharge] must be at most ev[maxCharge].")
    }
  }

  /// Reads `0,0.239,27,0.239`.
  private static func speeds(_ scanner: inout Scanner) throws(ServiceError) -> [SpeedConsumption] {
    try pairs(&scanner).map { SpeedConsumption(kmh: $0, perMetre: $1) }
  }

  private static func pairs(
    _ scanner: inout Scanner
  ) throws(ServiceError) -> [(Double, Double)] {
    try scanner.list(",") { scanner throws(ServiceError) in
      let first = try scanner.decimal()
      try scanner.expect(",")
      return (first, try scanner.decimal())
    }
  }

  /// The requested energy; a battery without a stated charge is full.
  ///
  /// The engine refuses values out of range.
  var energyOptions: EnergyOptions? {
    guard var options = energy else { return nil }
    if let battery = options.battery, !batteryNames.contains("initialCharge") {
      options.battery?.initialChargeKilowattHours = battery.capacityKilowattHours
    }
    return options
  }
}
