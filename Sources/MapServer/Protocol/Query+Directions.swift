import RoadModel
import RouteModel

/// The form of Mapbox Directions v5, whose clients also send unknown options.
extension Query {
  /// The names of Mapbox for limits of the vehicle.
  private static let limitNames = [
    "max_height": "height", "max_width": "width", "max_weight": "weight",
  ]

  /// Options of Mapbox that would change the route, but are not supported.
  private static let refused: Set<String> = ["arrive_by", "include"]

  /// Reads one option in Mapbox's form; ignores unknown options.
  ///
  /// - Parameters:
  ///   - scanner: At the beginning of the name.
  ///   - names: The known options.
  ///   - properties: The vehicle's properties so far.
  ///   - separator: The position for errors.
  /// - Throws: ``ServiceError`` for an unreadable value, and for an unsupported option that would
  ///   change the route.
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
    } else if name == "waypoint_names", scanner.take("=") {
      let names = scanner.takeWhile { $0 != UInt8(ascii: "&") }
      waypointNames = names.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        .map { String(decoding: ServiceURL.decoded(Array($0)), as: UTF8.self) }
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

  /// Reads annotations; ignores unknown ones, for which a map has no data.
  private mutating func readKnownAnnotations(_ scanner: inout Scanner) {
    let words = scanner.takeWhile { $0 != UInt8(ascii: "&") }.split(separator: UInt8(ascii: ","))
    for word in words {
      switch String(decoding: word, as: UTF8.self) {
      case "duration": annotations.insert(.duration)
      case "distance": annotations.insert(.distance)
      case "speed": annotations.insert(.speed)
      case "maxspeed": annotations.insert(.maxspeed)
      case "congestion": annotations.insert(.congestion)
      case "congestion_numeric": annotations.insert(.congestionNumeric)
      default: break
      }
    }
  }

  /// Reads a course with decimals.
  private static func course(_ scanner: inout Scanner) throws(ServiceError) -> Course {
    func whole(_ scanner: inout Scanner) throws(ServiceError) -> Int {
      Int(min(max(try scanner.decimal(), -1), 1_000).rounded())
    }
    let degrees = try whole(&scanner)
    try scanner.expect(",")
    return Course(degrees: degrees, tolerance: try whole(&scanner))
  }
}
