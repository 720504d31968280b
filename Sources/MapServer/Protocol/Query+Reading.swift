import Geo
import RoadModel
import RouteModel

extension Query {
  /// Reads `lon,lat;lon,lat….json?option=value&…` for a service.
  init(_ url: ServiceURL) throws(ServiceError) {
    if let valhalla = url.valhalla {
      self = try Query(valhalla, url.profile)
      return
    }
    self.init()
    var scanner = Scanner(url.text, from: url.queryStart)
    if url.isDirections {
      guidance.isDirections = true
      // In that form, roundabout exits are steps only if requested.
      guidance.hasRoundaboutExits = false
    }
    try readPlaces(&scanner)
    _ = scanner.take(".json")
    if scanner.take("?") {
      let names = Self.options(of: url.service)
      var separator = scanner.position
      var properties: Set<String> = []
      repeat {
        if url.isDirections {
          try readDirectionsOption(&scanner, names, &properties, at: separator)
        } else {
          try readOption(&scanner, names, &properties, at: separator)
        }
        separator = scanner.position
      } while scanner.take("&")
    }
    guard scanner.isAtEnd else { throw scanner.malformed() }
  }

  private mutating func readPlaces(_ scanner: inout Scanner) throws(ServiceError) {
    for (word, precision) in [("polyline6(", Polyline.Precision.six), ("polyline(", .five)]
    where scanner.take(word) {
      let bytes = scanner.takeWhile { 63...126 ~= $0 }
      guard !bytes.isEmpty, let places = Polyline.decode(bytes, precision) else {
        throw scanner.malformed()
      }
      try scanner.expect(")")
      self.places = places
      return
    }
    places = try scanner.list(";") { scanner throws(ServiceError) in
      let longitude = try scanner.decimal()
      try scanner.expect(",")
      return (longitude, try scanner.decimal())
    }
  }

  /// Reads one option; the error for an unknown option has the position of its beginning.
  mutating func readOption(
    _ scanner: inout Scanner, _ names: Set<String>, _ properties: inout Set<String>,
    at separator: Int
  ) throws(ServiceError) {
    let word = scanner.takeWhile { $0 == UInt8(ascii: "_") || 97...122 ~= $0 }
    let name = String(decoding: word, as: UTF8.self)
    // Mapbox's clients send it with every request; other unknown options might change the answer.
    if name == "access_token", names.contains(name), scanner.take("=") {
      _ = scanner.takeWhile { $0 != UInt8(ascii: "&") }
      return
    }
    if name == "arrive_by" { throw ServiceError(.invalidValue, "arrive_by is not supported.") }
    if name == "ev", names.contains(name) {
      return try readEnergy(&scanner, at: separator)
    }
    guard names.contains(name), scanner.take("=") else { throw scanner.malformed(at: separator) }
    if Self.namesOfOSRM.contains(name) {
      return try readValue(name, &scanner, names, &properties, at: separator)
    }
    do throws(ServiceError) {
      try readValue(name, &scanner, names, &properties, at: separator)
      if let next = scanner.next, next != UInt8(ascii: "&") { throw scanner.malformed() }
    } catch { throw error.naming(name) }
  }

  /// The options whose errors have OSRM's messages to the letter.
  private static let namesOfOSRM: Set<String> = [
    "hints", "radiuses", "bearings", "approaches", "exclude", "generate_hints", "skip_waypoints",
    "snapping", "steps", "annotations", "geometries", "overview", "waypoints", "alternatives",
    "continue_straight", "number", "sources", "destinations", "fallback_speed",
    "fallback_coordinate", "scale_factor", "timestamps", "gaps", "tidy",
  ]

  private mutating func readValue(
    _ name: String, _ scanner: inout Scanner, _ names: Set<String>,
    _ properties: inout Set<String>, at separator: Int
  ) throws(ServiceError) {
    if try !readCommon(name, &scanner), try !readRoute(name, &scanner),
      try !readOther(name, isTable: names.contains("sources"), &scanner),
      try !readIsochrone(name, &scanner), try !readRules(name, &scanner),
      try !readGuidance(name, &scanner), try !readDrive(name, &scanner)
    {
      // A repeated property is an error: neither value may be ignored.
      guard properties.insert(name).inserted else { throw scanner.malformed(at: separator) }
      try readVehicle(name, &scanner)
    }
  }

  private static let common: Set<String> = [
    "hints", "radiuses", "bearings", "approaches", "avoid", "exclude", "generate_hints",
    "skip_waypoints", "snapping", "depart_at", "explain", "height", "width", "length", "weight",
    "weight_rating", "axle_load", "bogie_load", "axle_count", "trailers", "hazmat",
    "tunnel_category", "traffic", "shortest", "strict_conditions", "allow_violations", "holidays",
    "max_speed", "prefer", "turn_costs", "speed_factors", "avoid_steep",
    "engine_power",
  ]
  /// Whether all services accept an option.
  static func isCommon(_ name: String) -> Bool { common.contains(name) }
  /// The options of services with drawn routes.
  private static let drawing: Set<String> = common.union([
    "steps", "annotations", "geometries", "overview", "waypoints",
  ]).union(guidanceNames)

  /// The options that a service accepts.
  private static func options(of service: ServiceURL.Service) -> Set<String> {
    switch service {
    case .route: drawing.union(["alternatives", "continue_straight", "ev"])
    case .nearest: common.union(["number"])
    case .table:
      common.union([
        "sources", "destinations", "annotations", "fallback_speed", "fallback_coordinate",
        "scale_factor", "ev",
      ])
    case .match: drawing.union(["timestamps", "gaps", "tidy"])
    case .isochrone: common.union(isochroneNames)
    case .drive: common.union(driveNames).union(["ev"])
    case .tile: []
    }
  }

  /// Reads an option of all services; false for any other option.
  private mutating func readCommon(
    _ name: String, _ scanner: inout Scanner
  ) throws(ServiceError) -> Bool {
    switch name {
    case "hints": hints = try scanner.optionals(Hint.read)
    case "radiuses":
      radiuses = try scanner.optionals { scanner throws(ServiceError) in
        scanner.take("unlimited") ? .infinity : try scanner.decimal()
      }
    case "bearings":
      bearings = try scanner.optionals { scanner throws(ServiceError) in
        let degrees = try scanner.integer()
        try scanner.expect(",")
        return Course(degrees: degrees, tolerance: try scanner.integer())
      }
    case "approaches":
      approaches = try scanner.optionals { scanner throws(ServiceError) in
        try scanner.choice([
          ("unrestricted", Waypoint.Approach.unrestricted), ("curb", .curb),
          ("opposite", .opposite),
        ])
      }
    case "avoid":
      let known = Avoidance.named.map(\.name).joined(separator: ", ")
      for word in try scanner.list(",", Self.kindWord) {
        avoid.formUnion(try Self.kind(word, "avoid takes \(known)."))
      }
    case "exclude": try readExclusions(&scanner)
    case "generate_hints": generatesHints = try scanner.bool()
    case "skip_waypoints": skipsWaypoints = try scanner.bool()
    // Both values mean the same roads.
    case "snapping": try scanner.choice([("default", ()), ("any", ())])
    default: return false
    }
    return true
  }

  /// Reads a word that may name a road type.
  static func kindWord(_ scanner: inout Scanner) throws(ServiceError) -> String {
    let word = scanner.takeWhile { $0 == UInt8(ascii: "_") || 97...122 ~= $0 || 48...57 ~= $0 }
    if word.isEmpty { throw scanner.malformed() }
    return String(decoding: word, as: UTF8.self)
  }

  /// The road type that a word names; throws an error with the refusal if there is none.
  static func kind(_ word: String, _ refusal: String) throws(ServiceError) -> Avoidance {
    guard let kind = Avoidance.named.first(where: { $0.name == word }) else {
      throw ServiceError(.invalidValue, refusal)
    }
    return kind.value
  }

  /// Reads an option of routes and matchings; false for any other option.
  private mutating func readRoute(
    _ name: String, _ scanner: inout Scanner
  ) throws(ServiceError) -> Bool {
    switch name {
    case "steps": steps = try scanner.bool()
    case "alternatives":
      let isCount = scanner.next.map { 48...57 ~= $0 } ?? false
      alternatives = isCount ? try scanner.natural() : try scanner.bool() ? 2 : 0
    case "geometries":
      geometry = try scanner.choice([
        ("polyline6", Geometry.polyline6), ("polyline", .polyline), ("geojson", .geojson),
      ])
    case "overview":
      overview = try scanner.choice([
        ("simplified", Overview.simplified), ("full", .full), ("false", .none),
      ])
    case "continue_straight":
      continuesStraight = try scanner.choice([("default", nil), ("true", true), ("false", false)])
    case "waypoints":
      waypoints = try scanner.list(";") { scanner throws(ServiceError) in try scanner.natural() }
    default: return false
    }
    return true
  }

  /// Reads an option of one service; false for any other option.
  private mutating func readOther(
    _ name: String, isTable: Bool, _ scanner: inout Scanner
  ) throws(ServiceError) -> Bool {
    switch name {
    case "number": number = try scanner.natural()
    case "annotations":
      if isTable { try readTableAnnotations(&scanner) } else { try readAnnotations(&scanner) }
    case "sources": sources = try Self.places(&scanner)
    case "destinations": destinations = try Self.places(&scanner)
    case "fallback_speed": fallbackSpeed = try scanner.decimal()
    case "fallback_coordinate":
      fallbackSnapped = try scanner.choice([("input", false), ("snapped", true)])
    case "scale_factor": scaleFactor = try scanner.decimal()
    case "timestamps":
      timestamps = try scanner.list(";") { scanner throws(ServiceError) in
        let start = scanner.position
        guard let value = Int(Self.digits(&scanner)), value <= UInt32.max else {
          throw scanner.malformed(at: start)
        }
        return value
      }
    // The matcher itself decides whether to bridge or to split.
    case "gaps": try scanner.choice([("split", ()), ("ignore", ())])
    case "tidy": isTidy = try scanner.bool()
    default: return false
    }
    return true
  }

  private static func digits(_ scanner: inout Scanner) -> String {
    String(decoding: scanner.takeWhile { 48...57 ~= $0 }, as: UTF8.self)
  }

  /// Reads numbers of places, or `all`.
  private static func places(_ scanner: inout Scanner) throws(ServiceError) -> [Int]? {
    if scanner.take("all") { return nil }
    return try scanner.list(";") { scanner throws(ServiceError) in try scanner.natural() }
  }

  /// Reads the annotations of tables.
  private mutating func readTableAnnotations(_ scanner: inout Scanner) throws(ServiceError) {
    let words = try scanner.list(",") { scanner throws(ServiceError) in
      try scanner.choice([("duration", Annotations.duration), ("distance", .distance)])
    }
    wantsDurations = words.contains(.duration)
    wantsDistances = words.contains(.distance)
  }

  /// Reads the annotations of routes.
  private mutating func readAnnotations(_ scanner: inout Scanner) throws(ServiceError) {
    if scanner.take("true") {
      annotations = .all
      return
    }
    if scanner.take("false") { return }
    let words = try scanner.list(",") { scanner throws(ServiceError) in
      try scanner.choice([
        ("duration", Annotations.duration), ("distance", .distance), ("weight", .weight),
        ("datasources", .datasources), ("speed", .speed), ("nodes", .nodes),
        ("congestion_numeric", .congestionNumeric), ("congestion", .congestion),
        ("elevation", .elevation), ("maxspeed", .maxspeed),
      ])
    }
    annotations = Annotations(words)
  }
}
