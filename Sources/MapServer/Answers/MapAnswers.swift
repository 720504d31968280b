import Geo
import JSON
import MapReader
import NavFormat
import RoadModel
import RouteModel
import Routing

/// Answers requests on one map.
struct MapAnswers: Sendable {
  let map: NavMap
  let engine: OfflineRoutingEngine
  let limits: ServiceLimits
  /// The cache of recent tiles.
  let tiles: TileCache
  /// The routes that clients may refresh.
  let refreshes = RefreshStore()

  init(_ map: NavMap, _ limits: ServiceLimits) {
    self.map = map
    self.limits = limits
    engine = OfflineRoutingEngine(map: map)
    tiles = TileCache(limit: limits.tileBytes)
  }

  /// The time zone of the map; nil if it is unknown.
  var timeZone: TimeZoneRule? { TimeZoneRule(posix: map.provenance.timeZone) }

  /// The body of a successful answer.
  ///
  /// - Parameters:
  ///   - url: The address of the request.
  ///   - query: Its parameters.
  ///   - send: Receives the parts of a stream as soon as they are known; other bodies have none.
  /// - Returns: The rest of the body.
  /// - Throws: Why there is no answer; never after the first part.
  func answer(
    _ url: ServiceURL, _ query: Query, sending send: ([UInt8]) -> Void
  ) throws(ServiceError) -> [UInt8] {
    do throws(ServiceError) {
      return switch url.service {
      case .route: try route(url, query)
      case .nearest: try nearest(url, query)
      case .table: try table(url, query)
      case .match: try match(url, query)
      case .isochrone: try isochrone(url, query)
      case .drive: try drive(url, query, sending: send)
      case .tile: try tile(url.profile, TileQuery(url))
      }
    } catch { throw told(error, url, query) }
  }

  /// An error, with a hint if the latitude and longitude of a coordinate seem to be swapped.
  private func told(_ error: ServiceError, _ url: ServiceURL, _ query: Query) -> ServiceError {
    var error = error
    if url.isProfileAssumed { error.profile = url.profile }
    // If the error concerns no single place, all are checked.
    let asked = error.waypoint.map { [query.places[$0]] } ?? query.places
    let isSwapped = asked.contains { place in
      Coordinate(latitude: place.latitude, longitude: place.longitude)
        .map(map.holdsSwapped) ?? false
    }
    if [.noSegment, .noMatch].contains(error.code), isSwapped {
      if error.message.last == "." { error.message.removeLast() }
      error.message += ": did you swap latitude and longitude?"
    }
    return error
  }

  /// The options of the engine.
  func options(_ query: Query) -> RouteRequest.Options {
    RouteRequest.Options(
      alternatives: query.alternatives, avoid: query.avoid, exclude: query.exclude,
      objective: query.isShortest ? .shortest : .fastest, snapRadiusMetres: limits.radius,
      departure: query.departure, strictConditions: query.strictConditions,
      allowViolations: query.allowsViolations, publicHolidays: query.holidays,
      costs: query.costs, maximumSpeedKmh: query.maximumSpeed,
      considerTraffic: query.considersTraffic,
      explainsRefusals: query.explains, language: query.guidance.tag,
      // Lines also tell alternatives apart.
      polyline: query.overview != .none || query.steps || !query.annotations.isEmpty
        || query.isRefreshable || query.alternatives > 0,
      energy: query.energyOptions)
  }

  /// Writes the first members of a successful answer: the code, and the profile if it was assumed.
  func open(_ json: inout JSONWriter, _ url: ServiceURL) {
    json.string("code", "Ok")
    if url.isProfileAssumed { json.string("profile", url.profile.rawValue) }
  }

  /// Writes a snapped stop in the form of all services.
  func write(
    _ place: Coordinate, name: String?, metres: Double, hint: Bool, to json: inout JSONWriter
  ) {
    if hint { json.string("hint", Hint(build: map.header.buildID, place: place).text) }
    json.key("location")
    json.place(place)
    json.string("name", name ?? "")
    json.number("distance", metres, decimals: 6)
  }

  /// The name of the road at a place on it, without excluded roads.
  func name(
    at place: Coordinate, for mode: Mode, _ exclude: Avoidance
  ) throws(ServiceError) -> String? {
    do throws(NavError) {
      let found = try map.nearest(to: place, within: 1, count: 1) { tile, segment in
        isOpen(tile, segment, mode, exclude)
      }
      guard let point = found.first else { return nil }
      return try name(of: point)
    } catch { throw ServiceError(error) }
  }

  func name(of point: RoadPoint) throws(NavError) -> String? {
    try map.roadName(at: point)
  }

  /// Whether a mode may be snapped to a road that it may use: no ferry, and not excluded.
  func isOpen(
    _ tile: borrowing TileView, _ segment: SegmentIndex, _ mode: Mode, _ exclude: Avoidance
  ) -> Bool {
    let isUsable =
      tile.access(segment, .forward)[mode].isUsable
      || tile.access(segment, .backward)[mode].isUsable
    guard isUsable && !tile.isFerry(segment) else { return false }
    return exclude.isEmpty || !exclude.forbids(tile.road(segment), truck: mode == .truck)
  }
}

extension ServiceError {
  /// An engine's error with OSRM's code, and with the rules in the way if an explanation is wanted.
  init(_ error: RoutingError, explained: Bool = false) {
    switch error {
    case .tooFewWaypoints:
      self.init(.invalidOptions, "Number of coordinates needs to be at least two.")
    case .invalidWaypoint: self.init(.invalidValue, "Invalid coordinate value.")
    case .noRoadNear(let waypoint, _, _, _): self = .noRoad(near: waypoint)
    case .noRoute(let from, let to, _, let blockers):
      self.init(
        .noRoute, "Impossible route between points",
        refusal: explained ? Refusal(from: from, to: to, blockers: blockers) : nil)
    case .tooLong: self.init(.noRoute, "The route takes longer than can be counted: 248 days.")
    case .notReachable, .noChargingStations, .stationsClosed:
      self.init(.noRoute, error.description)
    case .invalidSetting(let name, _, _, _), .invalidEnergy(let name, _):
      let option = Query.energyOption(of: name).map { ", in the value of \($0)" } ?? ""
      self.init(.invalidValue, error.description + option)
    case .unknownEdge, .unknownTurn, .invalidRange:
      self.init(.invalidValue, error.description)
    case .map: self = .damagedMap
    case .noMap, .unsupported, .service, .unknown:
      // The offline engine does not throw it.
      self.init(.notImplemented, error.description)
    case .cancelled: self.init(.timeout, "The request took too long.")
    }
  }

  /// The error for a damaged map; only the log has the details.
  init(_ error: NavError) { self = .damagedMap }

  /// The answer for a map that can't be read.
  static let damagedMap = ServiceError(.damagedMap, "The map can't be read there.")
}
