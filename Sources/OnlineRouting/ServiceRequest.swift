import Geo
import Notation
import RoadModel
import RouteModel

/// A request to a service: the parts that are sent, and those that the service can't consider.
struct ServiceRequest {
  let request: RouteRequest
  let profile: String
  /// Whether to send vehicle limits, the departure and other options that OSRM does not know.
  let usesExtensions: Bool
  /// The parts that are not sent to the service.
  private(set) var notConsidered: [RequestPart]

  /// A request to a service with or without the extensions.
  init(_ request: RouteRequest, _ options: OnlineOptions, hasExtensions: Bool) {
    self.request = request
    usesExtensions = hasExtensions && Self.needsExtensions(request)
    notConsidered = usesExtensions ? [] : Self.beyondOSRM(request.options)
    if !request.options.adjustments.isEmpty { notConsidered.append(.adjustments) }
    if request.options.energy != nil { notConsidered.append(.energy) }
    if request.options.alternativeLimits != AlternativeLimits() {
      notConsidered.append(.alternativeLimits)
    }
    if request.options.traffic != nil, request.options.considerTraffic {
      notConsidered.append(.traffic)
    }
    let mode = request.vehicle.mode
    var profile = options.profiles[mode]
    if Self.isBeyondOSRM(mode) && !hasExtensions {
      // A service without a profile of the mode has at most one for cars.
      profile = options.profiles[.car]
      notConsidered.append(.vehicle)
    }
    if profile == nil && !notConsidered.contains(.vehicle) { notConsidered.append(.vehicle) }
    self.profile = profile ?? options.profiles[.car] ?? "driving"
    if !request.vehicle.isUnlimited && !(usesExtensions && mode == .truck) {
      notConsidered.append(.vehicleLimits)
    }
  }

  /// Whether the request needs extensions of OSRM's API.
  static func needsExtensions(_ request: RouteRequest) -> Bool {
    isBeyondOSRM(request.vehicle.mode) || !beyondOSRM(request.options).isEmpty
      || request.options.language != nil
      || !request.options.exclude.isDisjoint(with: [.unpaved, .tunnels])
  }

  /// Whether OSRM has no profile for a mode, but `mapc serve` has.
  private static func isBeyondOSRM(_ mode: Mode) -> Bool {
    switch mode {
    case .car, .bicycle, .foot: false
    case .truck, .scooter, .bus, .taxi, .motorcycle: true
    }
  }

  /// The options that have no parameter in OSRM.
  private static func beyondOSRM(_ options: RouteRequest.Options) -> [RequestPart] {
    var parts: [RequestPart] = []
    if !options.avoid.isEmpty { parts.append(.avoidances) }
    if options.departure != nil { parts.append(.departure) }
    if options.objective != .fastest { parts.append(.objective) }
    if options.strictConditions { parts.append(.strictConditions) }
    if options.allowViolations { parts.append(.violations) }
    if !options.publicHolidays.isEmpty { parts.append(.publicHolidays) }
    if options.costs != .usual { parts.append(.costs) }
    if options.maximumSpeedKmh != nil { parts.append(.maximumSpeed) }
    if !options.considerTraffic { parts.append(.traffic) }
    return parts
  }

  /// The runs from stopover to stopover, each for one request.
  ///
  /// If all waypoints between are stopovers, one request suffices: OSRM allows U-turns at all
  /// waypoints or at none.
  var runs: [ClosedRange<Int>] {
    let last = request.waypoints.count - 1
    let between = request.waypoints[1..<last]
    if between.allSatisfy({ $0.kind == .stopover }) { return [0...last] }
    let stops = [0] + (1..<last).filter { request.waypoints[$0].kind == .stopover } + [last]
    return zip(stops, stops.dropFirst()).map { $0...$1 }
  }

  /// Path and query for a run.
  ///
  /// - Parameters:
  ///   - run: The indices of the waypoints, all on earth.
  ///   - elapsed: Seconds from the departure to its beginning.
  ///   - alternatives: The number of alternatives to ask for.
  ///   - exclude: The kinds of roads to exclude.
  ///   - language: The preferred language of names; nil for none.
  /// - Returns: The part of the URL behind the base address.
  func target(
    _ run: ClosedRange<Int>, after elapsed: Double, alternatives: Int, exclude: Avoidance,
    language: String?
  ) -> String {
    let waypoints = request.waypoints[run]
    let places = waypoints.compactMap(\.coordinate).map {
      [$0.longitudeUnits, $0.latitudeUnits].map { Decimals.text(units: Int64($0), decimals: 7) }
        .joined(separator: ",")
    }
    var query = ["steps=true", "overview=false", "geometries=polyline6", "generate_hints=false"]
    if run.count > 2 {
      let isFree = waypoints.dropFirst().dropLast().allSatisfy { $0.kind == .stopover }
      query.append("continue_straight=\(isFree ? "false" : "true")")
    }
    let radiuses = waypoints.map { $0.radiusMetres ?? request.options.snapRadiusMetres }
    if radiuses.contains(where: { $0 < Self.farthest }) {
      query.append("radiuses=" + radiuses.map(Self.radius).joined(separator: ";"))
    }
    if waypoints.contains(where: { $0.course != nil }) {
      query.append("bearings=" + waypoints.map(Self.bearing).joined(separator: ";"))
    }
    if waypoints.contains(where: { $0.approach != .unrestricted }) {
      query.append("approaches=" + waypoints.map(\.approach.rawValue).joined(separator: ";"))
    }
    if alternatives > 0 { query.append("alternatives=\(alternatives)") }
    if !exclude.isEmpty { query.append("exclude=" + exclude.names.joined(separator: ",")) }
    if usesExtensions {
      query += extensions(after: elapsed)
      if let language { query.append("language=\(language)") }
    }
    return "/route/v1/\(profile)/\(places.joined(separator: ";"))?\(query.joined(separator: "&"))"
  }

  /// Larger radii count as no radius, in metres.
  private static let farthest = 1e7

  private static func radius(_ metres: Double) -> String {
    metres < farthest ? number(metres) : "unlimited"
  }

  private static func bearing(_ waypoint: Waypoint) -> String {
    waypoint.course.map { "\(($0.degrees % 360 + 360) % 360),\(min(max($0.tolerance, 0), 180))" }
      ?? ""
  }

  /// The extensions of `mapc serve` beyond OSRM (Formats/http.md).
  private func extensions(after elapsed: Double) -> [String] {
    var query = request.vehicle.mode == .truck ? limits : []
    let options = request.options
    if !options.avoid.isEmpty {
      query.append("avoid=" + options.avoid.names.joined(separator: ","))
    }
    // Like an offline engine: see Departure.followedSeconds.
    if var departure = options.departure, elapsed <= Double(Departure.followedSeconds) {
      departure.time = departure.time.advanced(by: Int64(elapsed))
      let text = departure.text.split(separator: "+", omittingEmptySubsequences: false)
      query.append("depart_at=" + text.joined(separator: "%2B"))
    }
    if options.objective == .shortest { query.append("shortest=true") }
    if options.strictConditions { query.append("strict_conditions=true") }
    if options.allowViolations { query.append("allow_violations=true") }
    if !options.publicHolidays.isEmpty {
      let days = options.publicHolidays.sorted().map(\.description)
      query.append("holidays=" + days.joined(separator: ","))
    }
    query += Self.parameters(options.costs)
    if let speed = options.maximumSpeedKmh { query.append("max_speed=\(Self.number(speed))") }
    if !options.considerTraffic { query.append("traffic=false") }
    if options.explainsRefusals { query.append("explain=true") }
    return query
  }

  /// The parameters of `mapc serve` for preferences, turns, speeds, steep roads and power.
  private static func parameters(_ costs: CostSettings) -> [String] {
    func parameter(_ name: String, _ pairs: [(String, Double)]) -> String? {
      let texts = pairs.sorted { $0.0 < $1.0 }.map { "\($0):\(number($1))" }
      return texts.isEmpty ? nil : "\(name)=" + texts.joined(separator: ",")
    }
    return [
      parameter("prefer", costs.preferences.map { ($0.name, $1) }),
      parameter("turn_costs", costs.turnSeconds.map { ($0.name, $1) }),
      parameter("speed_factors", costs.speedFactors.map { ($0.tagValue, $1) }),
      costs.steepPercent.map { "avoid_steep=\(number($0))" },
      costs.enginePowerKilowatts.map { "engine_power=\(number($0))" },
    ].compactMap(\.self)
  }

  /// The limits of the vehicle.
  private var limits: [String] {
    var query: [String] = []
    let vehicle = request.vehicle
    for (name, kind) in Self.sizes {
      if let value = vehicle[kind] {
        query.append("\(name)=\(Decimals.text(units: Int64(value), decimals: 3))")
      } else if kind == .weight && vehicle[.weightRating] != nil
        || kind == .weightRating && vehicle[.weight] != nil
      {
        // Else the one would count as the other.
        query.append("\(name)=none")
      }
    }
    if let axles = vehicle[.axles] { query.append("axle_count=\(axles)") }
    if let trailers = vehicle[.trailers] { query.append("trailers=\(trailers)") }
    if vehicle[.hazmatWater] ?? 0 > 0 {
      query.append("hazmat=water")
    } else if vehicle[.hazmat] ?? 0 > 0 {
      query.append("hazmat=true")
    }
    if let code = vehicle[.tunnelCode], 1...4 ~= code {
      query.append("tunnel_category=\(["E", "D", "C", "B"][Int(code) - 1])")
    }
    return query
  }

  /// A number of moderate size, rounded to thousandths.
  private static func number(_ value: Double) -> String { Decimals.text(value, decimals: 3) ?? "0" }

  private static let sizes: [(name: String, kind: LimitKind)] = [
    ("height", .height), ("width", .width), ("length", .length), ("weight", .weight),
    ("weight_rating", .weightRating), ("axle_load", .axleLoad), ("bogie_load", .bogieLoad),
  ]
}
