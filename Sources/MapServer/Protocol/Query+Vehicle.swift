import RoadModel

extension Query {
  /// Reads an option of the vehicle or of the time.
  mutating func readVehicle(_ name: String, _ scanner: inout Scanner) throws(ServiceError) {
    switch name {
    case "height": try readSize(.height, 50, name, &scanner)
    case "width": try readSize(.width, 50, name, &scanner)
    case "length": try readSize(.length, 300, name, &scanner)
    case "weight": try readSize(.weight, 1_000, name, &scanner)
    case "weight_rating": try readSize(.weightRating, 1_000, name, &scanner)
    case "axle_load": try readSize(.axleLoad, 100, name, &scanner)
    case "bogie_load": try readSize(.bogieLoad, 200, name, &scanner)
    case "axle_count": try readCount(.axles, name, &scanner)
    case "trailers": try readCount(.trailers, name, &scanner)
    case "hazmat": try readGoods(&scanner)
    case "tunnel_category":
      // The code of the load, by how little it may enter.
      limits[.tunnelCode] = try scanner.choice([("E", 1), ("D", 2), ("C", 3), ("B", 4)])
      limits[.hazmat] = 1
    default: try readDeparture(&scanner)
    }
  }

  /// Metres or tonnes, kept in thousandths.
  private mutating func readSize(
    _ kind: LimitKind, _ greatest: Double, _ name: String, _ scanner: inout Scanner
  ) throws(ServiceError) {
    let value = try scanner.decimal()
    guard value >= 0.001, value <= greatest else {
      throw ServiceError(.invalidValue, "\(name) takes 0.001 to \(Int(greatest)).")
    }
    limits[kind] = UInt32(thousandths: value)
  }

  private mutating func readCount(
    _ kind: LimitKind, _ name: String, _ scanner: inout Scanner
  ) throws(ServiceError) {
    let value = try scanner.natural()
    guard value <= 100 else { throw ServiceError(.invalidValue, "\(name) takes 0 to 100.") }
    limits[kind] = UInt32(value)
  }

  /// `true`, `false`, or classes, of which `water` has signs of its own.
  private mutating func readGoods(_ scanner: inout Scanner) throws(ServiceError) {
    if scanner.take("false") { return }
    if !scanner.take("true") {
      let classes = try scanner.list(",") { scanner throws(ServiceError) in
        if scanner.take("water") { return true }
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
    let word = scanner.takeWhile { $0 != UInt8(ascii: "&") }
    guard let departure = Departure(iso8601: String(decoding: word, as: UTF8.self)) else {
      throw scanner.malformed(at: start)
    }
    self.departure = departure
  }

  /// Who travels, with the limits of the query.
  func vehicle(_ profile: Profile) throws(ServiceError) -> Vehicle {
    guard !limits.isEmpty else { return Vehicle(profile.mode) }
    guard profile == .truck || profile == .driving else {
      throw ServiceError(
        .invalidOptions, "Limits of the vehicle are for the profiles truck and driving.")
    }
    var vehicle = Vehicle(.truck)
    for (kind, value) in limits { vehicle[kind] = value }
    // One weight counts as actual and as permitted.
    vehicle[.weight] = limits[.weight] ?? limits[.weightRating]
    vehicle[.weightRating] = limits[.weightRating] ?? limits[.weight]
    return vehicle
  }
}
