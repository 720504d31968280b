import Bytes
import RoadModel

extension Query {
  /// Reads an option of routing beyond OSRM; false for any other option.
  mutating func readRules(_ name: String, _ scanner: inout Scanner) throws(ServiceError) -> Bool {
    switch name {
    case "depart_at": try readDeparture(&scanner)
    case "explain": explains = try scanner.bool()
    case "traffic": considersTraffic = try scanner.bool()
    case "shortest": isShortest = try scanner.bool()
    case "strict_conditions": strictConditions = try scanner.bool()
    case "allow_violations": allowsViolations = try scanner.bool()
    case "holidays":
      let days = try scanner.list(",") { scanner throws(ServiceError) in
        let start = scanner.position
        let text = scanner.takeWhile { 48...57 ~= $0 || $0 == UInt8(ascii: "-") }
        guard let day = LocalDate(iso8601: String(decoding: text, as: UTF8.self)) else {
          throw scanner.malformed(at: start)
        }
        return day
      }
      holidays = Set(days)
    case "max_speed":
      let speed = try scanner.decimal()
      guard speed >= 0.1, speed <= 6_000 else {
        throw ServiceError(.invalidValue, "max_speed takes 0.1 to 6000 km/h.")
      }
      maximumSpeed = speed
    case "prefer":
      costs.preferences = try readNumbers(
        name, RoadTrait.allCases.map { ($0.name, $0) }, CostSettings.preferenceRange, &scanner)
    case "turn_costs":
      costs.turnSeconds = try readNumbers(
        name, TurnDelay.allCases.map { ($0.name, $0) }, CostSettings.turnRange, &scanner)
    case "speed_factors":
      costs.speedFactors = try readNumbers(
        name, RoadClass.allCases.map { ($0.tagValue, $0) }, CostSettings.speedRange, &scanner)
    case "avoid_steep":
      costs.steepPercent = try Self.number(name, CostSettings.steepRange, "percent", &scanner)
    case "engine_power":
      costs.enginePowerKilowatts = try Self.number(name, CostSettings.powerRange, "kW", &scanner)
    default: return false
    }
    return true
  }

  /// Reads `toll:0.2,ferry:1`; if a key repeats, its last number counts.
  private func readNumbers<Key: Hashable>(
    _ name: String, _ keys: [(String, Key)], _ range: ClosedRange<Double>,
    _ scanner: inout Scanner
  ) throws(ServiceError) -> [Key: Double] {
    let pairs = try scanner.list(",") { scanner throws(ServiceError) in
      let start = scanner.position
      let word = String(
        decoding: scanner.takeWhile { $0 == UInt8(ascii: "_") || 97...122 ~= $0 }, as: UTF8.self)
      guard let key = keys.first(where: { $0.0 == word })?.1 else {
        throw scanner.malformed(at: start)
      }
      try scanner.expect(":")
      let value = try scanner.decimal()
      guard range.contains(value) else {
        throw ServiceError(.invalidValue, "\(name) takes \(Self.text(of: range)) for \(word).")
      }
      return (key, value)
    }
    return Dictionary(pairs) { $1 }
  }

  /// Reads an option of the vehicle.
  mutating func readVehicle(_ name: String, _ scanner: inout Scanner) throws(ServiceError) {
    vehicleNames.insert(name)
    switch name {
    case "height": try readSize(.height, 50, name, &scanner)
    case "width": try readSize(.width, 50, name, &scanner)
    case "length": try readSize(.length, 300, name, &scanner)
    case "weight": try readWeight(.weight, name, &scanner)
    case "weight_rating": try readWeight(.weightRating, name, &scanner)
    case "axle_load": try readSize(.axleLoad, 100, name, &scanner)
    case "bogie_load": try readSize(.bogieLoad, 200, name, &scanner)
    case "axle_count": try readCount(.axles, 1...100, name, &scanner)
    case "trailers": try readCount(.trailers, 0...100, name, &scanner)
    case "hazmat": try readGoods(&scanner)
    // The last option: the tunnel code of the load, by severity.
    default:
      limits[.tunnelCode] = try scanner.choice([("E", 1), ("D", 2), ("C", 3), ("B", 4)])
      limits[.hazmat] = 1
    }
  }

  /// Reads metres or tonnes, stored in thousandths.
  private mutating func readSize(
    _ kind: LimitKind, _ maximum: Double, _ name: String, _ scanner: inout Scanner
  ) throws(ServiceError) {
    let value = try scanner.decimal()
    guard value >= 0.001, value <= maximum else {
      let isLength = [.height, .width, .length].contains(kind)
      throw ServiceError(
        .invalidValue,
        "\(name) takes 0.001 to \(Int(maximum)) \(isLength ? "metres" : "metric tonnes").")
    }
    limits[kind] = UInt32(thousandths: value)
  }

  /// Reads tonnes, or the word for an unknown weight.
  private mutating func readWeight(
    _ kind: LimitKind, _ name: String, _ scanner: inout Scanner
  ) throws(ServiceError) {
    if scanner.take("none") {
      unknownWeights.insert(kind)
    } else {
      try readSize(kind, 1_000, name, &scanner)
    }
  }

  private mutating func readCount(
    _ kind: LimitKind, _ range: ClosedRange<Int>, _ name: String, _ scanner: inout Scanner
  ) throws(ServiceError) {
    let value = try scanner.natural()
    guard range.contains(value) else {
      throw ServiceError(
        .invalidValue, "\(name) takes \(range.lowerBound) to \(range.upperBound).")
    }
    limits[kind] = UInt32(value)
  }

  /// Reads `true`, `false`, or classes and the words of the command; `water` has its own signs.
  private mutating func readGoods(_ scanner: inout Scanner) throws(ServiceError) {
    if scanner.take("false") { return }
    if !scanner.take("true") {
      let classes = try scanner.list(",") { scanner throws(ServiceError) in
        if scanner.take("water") { return true }
        if scanner.take("any") { return false }
        let digits = scanner.takeWhile { 48...57 ~= $0 || $0 == UInt8(ascii: ".") }
        guard let first = digits.first, 49...57 ~= first else { throw scanner.malformed() }
        return false
      }
      if classes.contains(true) { limits[.hazmatWater] = 1 }
    }
    limits[.hazmat] = 1
  }

  private mutating func readDeparture(_ scanner: inout Scanner) throws(ServiceError) {
    let start = scanner.position
    let word = String(decoding: scanner.takeWhile { $0 != UInt8(ascii: "&") }, as: UTF8.self)
    if word == "now" {
      departure = Departure(time: LocalTime(seconds: ProcessClock.now), offset: 0)
      return
    }
    guard let departure = Departure(iso8601: word) else { throw scanner.malformed(at: start) }
    self.departure = departure
  }

  /// The vehicle, with the limits of the query.
  func vehicle(_ profile: Profile) throws(ServiceError) -> Vehicle {
    guard !limits.isEmpty else { return Vehicle(profile.mode) }
    guard profile == .truck || profile == .driving else {
      throw ServiceError(
        .invalidOptions, "Limits of the vehicle are for the profiles truck and driving.")
    }
    // Mapbox's limits are those of a car; any other makes it a truck.
    let isCar = profile == .driving && vehicleNames == carLimits
    var vehicle = Vehicle(isCar ? .car : .truck)
    for (kind, value) in limits { vehicle[kind] = value }
    // A single weight counts as the actual and the permitted one.
    for (kind, other) in [(LimitKind.weight, LimitKind.weightRating), (.weightRating, .weight)]
    where limits[kind] == nil && !unknownWeights.contains(kind) {
      vehicle[kind] = limits[other]
    }
    return vehicle
  }
}
