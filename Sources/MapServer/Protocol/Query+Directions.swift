import RoadModel
import RouteModel

/// The form of Mapbox Directions v5, whose clients send more than is known here.
extension Query {
  /// The names of Mapbox for limits of the vehicle.
  private static let limitNames = [
    "max_height": "height", "max_width": "width", "max_weight": "weight",
  ]

  /// Options of Mapbox without which the route would be another than the one asked for.
  private static let refused: Set<String> = ["arrive_by", "include"]

  /// Reads one option: what means the same here, in Mapbox's form; what is not known is passed over.
  ///
  /// - Parameters:
  ///   - scanner: Where the name begins.
  ///   - names: The options that are known.
  ///   - properties: The vehicle's properties so far.
  ///   - separator: The position that errors tell.
  /// - Throws: ``ServiceError`` for a value that can't be read, and for an option that would change the route.
  mutating func readDirectionsOption(
    _ scanner: inout Scanner, _ names: Set<String>, _ properties: inout Set<String>,
    at separator: Int
  ) throws(ServiceError) {
    let start = scanner.position
    let word = scanner.takeWhile { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "&") }
    let name = String(decoding: word, as: UTF8.self)
    if name == "annotations", scanner.take("=") {
      readKnownAnnotations(&scanner)
    } else if name == "bearings", scanner.take("=") {
      bearings = try scanner.optionals(Self.course)
    } else if name == "enable_refresh", scanner.take("=") {
      isRefreshable = try scanner.bool()
    } else if let limit = Self.limitNames[name], scanner.take("=") {
      guard properties.insert(limit).inserted else { throw scanner.malformed(at: separator) }
      try readVehicle(limit, &scanner)
      carLimits.insert(limit)
    } else if names.contains(name) || names.contains("ev") && name.hasPrefix("ev[") {
      scanner.back(to: start)
      try readOption(&scanner, names, &properties, at: separator)
    } else if Self.refused.contains(name) {
      throw ServiceError(.invalidValue, "\(name) is not supported.")
    } else {
      _ = scanner.takeWhile { $0 != UInt8(ascii: "&") }
    }
  }

  /// Those of the words that are known; others have no data in a map.
  private mutating func readKnownAnnotations(_ scanner: inout Scanner) {
    let words = scanner.takeWhile { $0 != UInt8(ascii: "&") }.split(separator: UInt8(ascii: ","))
    for word in words {
      switch String(decoding: word, as: UTF8.self) {
      case "duration": annotations.insert(.duration)
      case "distance": annotations.insert(.distance)
      case "speed": annotations.insert(.speed)
      case "congestion": annotations.insert(.congestion)
      case "congestion_numeric": annotations.insert(.congestionNumeric)
      default: break
      }
    }
  }

  /// A course in decimals, as those clients write it.
  private static func course(_ scanner: inout Scanner) throws(ServiceError) -> Course {
    func whole(_ scanner: inout Scanner) throws(ServiceError) -> Int {
      Int(min(max(try scanner.decimal(), -1), 1_000).rounded())
    }
    let degrees = try whole(&scanner)
    try scanner.expect(",")
    return Course(degrees: degrees, tolerance: try whole(&scanner))
  }
}
