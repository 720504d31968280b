public import Geo
import Notation
public import RoadModel

/// The reason why an engine returns no route; each case states what the caller can do.
public enum RoutingError: Error, Sendable, Equatable {
  /// Fewer than two waypoints were given: give at least a start and a destination.
  case tooFewWaypoints(Int)
  /// The coordinate of a waypoint is out of range: latitude -90 to 90, longitude -180 to 180.
  case invalidWaypoint(index: Int)
  /// No road for the vehicle is within the snap radius: move the waypoint, or increase the radius.
  ///
  /// `nearestMetres` is the distance to the nearest road; nil if unknown.
  case noRoadNear(waypoint: Int, mode: Mode, radiusMetres: Double, nearestMetres: Double?)
  /// There is no route between two consecutive waypoints: change the vehicle, or allow violations.
  ///
  /// The blockers are the rules that the path with the fewest violations would violate. They are empty if no path
  /// exists at all, or if the engine does not know. For a service, `from` and `to` are the first and the last waypoint.
  case noRoute(from: Int, to: Int, mode: Mode, blockers: [Blocker])
  /// The route between two consecutive waypoints takes more than 248 days: raise the maximum speed of the request, or
  /// add waypoints.
  case tooLong(from: Int, to: Int)
  /// A value of an isoline is out of range, as the text states: change it.
  case invalidRange(String)
  /// An adjustment refers to an edge that is not in the map, for example from an earlier build: look up the edges of
  /// the way in this map with `NavMap.edges(ofWay:_:)`.
  case unknownEdge(EdgeID)
  /// The traffic delays a turn between two edges of the map that don't meet: name the edge that begins where the other
  /// ends.
  case unknownTurn(from: EdgeID, to: EdgeID)
  /// A setting of the request is out of range or no number: change it, or leave it out.
  case invalidSetting(name: String, value: Double, minimum: Double, maximum: Double)
  /// A part of the consumption model, the battery or its options is invalid: change or remove it.
  case invalidEnergy(name: String, reason: String)
  /// The charge does not suffice, even with stops: start with more, or give other stations.
  ///
  /// `metres` is the distance that the vehicle covers on the fastest route, from the charging
  /// station `station`, or from the start if nil. `missingKilowattHours` is the charge missing
  /// there for the rest of the route, or up to a charging station from which the trip goes on. If the
  /// battery can't hold that, it is the charge missing to the first waypoint that can't be reached.
  /// `waypoint` is the index of that waypoint in the request; nil for the destination, or if unknown.
  case notReachable(
    metres: Double, station: String?, missingKilowattHours: Double, waypoint: Int? = nil)
  /// A charging stop is needed, and neither the request nor the map, or the provider of stations in its place, has
  /// charging stations: build the map with them, or give stations.
  case noChargingStations
  /// The required charging stations are closed: leave at another time, or give other stations.
  ///
  /// `station` is one of the closed stations.
  case stationsClosed(station: String)
  /// The map can't be read: get the file again.
  case map(MapFailure)
  /// There is no map for the waypoints in this box: get one, or use an online engine.
  case noMap(missing: Box)
  /// The engine can't consider these parts of the request: leave them out, or use another engine.
  case unsupported([RequestPart])
  /// The service returned no route: see the failure.
  case service(ServiceFailure)
  /// The calculation was cancelled.
  case cancelled
  /// An error that this version does not know, with its text for people.
  case unknown(code: String, text: String)
}

extension RoutingError {
  /// Throws if a setting is out of range or no number.
  package static func check(
    _ value: Double, _ name: String, in range: ClosedRange<Double>
  ) throws(RoutingError) {
    guard !range.contains(value) else { return }
    throw .invalidSetting(
      name: name, value: value, minimum: range.lowerBound, maximum: range.upperBound)
  }

  /// Throws if a snap radius in metres is negative or no number; infinity is as far as half around the earth.
  static func check(snapRadius: Double) throws(RoutingError) {
    let farthest = 20_100_000.0
    try check(min(snapRadius, farthest), "snap radius", in: 0...farthest)
  }
}

extension RoutingError: CustomStringConvertible {
  /// A distance in metres, or from 10 km in kilometres.
  private static func far(_ metres: Double) -> String {
    guard abs(metres) < 1e9 else { return "any distance" }
    return metres < 10_000
      ? "\(Int(metres.rounded())) m" : "\(Int((metres / 1000).rounded())) km"
  }

  /// An amount with one decimal, rounded up.
  private static func tenths(_ amount: Double) -> String {
    let tenths = amount.isNaN ? 0 : Int64((min(max(amount, 0), 1e12) * 10).rounded(.up))
    return Decimals.text(units: tenths, decimals: 1, keepsZeros: true)
  }

  /// One line for people, including the blockers of a refusal.
  public var description: String { description { "waypoint \($0 + 1)" } }

  /// One line for people.
  ///
  /// - Parameter name: The name for a waypoint, by its index from 0.
  /// - Returns: The line, without a line feed.
  package func description(naming name: (Int) -> String) -> String {
    switch self {
    case .tooFewWaypoints(let count):
      "a route needs at least two waypoints, not \(count)"
    case .invalidWaypoint(let index):
      "\(name(index)) is out of range: latitude -90 to 90, longitude -180 to 180"
    case .noRoadNear(let waypoint, let mode, let radius, let nearest):
      "no road for a \(mode.traveller) within \(Self.far(radius)) of \(name(waypoint)); "
        + (nearest.map { "the nearest is \(Self.far($0)) away" } ?? "none is known")
    case .noRoute(let from, let to, let mode, let blockers):
      blockers.isEmpty
        ? "no route for a \(mode.traveller) from waypoint \(from + 1) to \(to + 1): "
          + "no roads connect them in this direction, or the rules in the way are not known"
        : "no route for this \(mode.traveller) from waypoint \(from + 1) to \(to + 1); "
          + "in the way: " + blockers.map(\.text).joined(separator: "; ")
    case .tooLong(let from, let to):
      "the route from waypoint \(from + 1) to \(to + 1) takes longer than can be counted: 248 days"
    case .invalidRange(let text): "the range is not possible: \(text)"
    case .unknownEdge(let edge):
      "this map has no edge \(edge): the id is of another map, or of an earlier build of this one"
    case .unknownTurn(let from, let to):
      "no turn leads from edge \(from) onto edge \(to): they don't meet"
    case .invalidSetting(let name, let value, let minimum, let maximum):
      "the \(name) is \(value), out of range: \(minimum) to \(maximum)"
    case .invalidEnergy(let name, let reason): "the energy's \(name) is not possible: \(reason)"
    case .notReachable(let metres, let station, let missing, let waypoint):
      "the charge does not reach \(waypoint.map(name) ?? "the destination"): from "
        + (station.map { "the charging station '\($0)'" } ?? "the start")
        + " it reaches \(Self.far(metres)), and at least \(Self.tenths(missing)) kWh are missing"
    case .noChargingStations:
      "a charging stop is needed, but no charging stations are known: give some with the request, "
        + "or use a map that has them"
    case .stationsClosed(let station):
      "the trip would have to charge at stations while they are closed, such as \(station)"
    case .map(let error): error.description
    case .noMap(let box):
      "no map for the area \(Double(box.minLatitude) / Coordinate.unitsPerDegree),"
        + "\(Double(box.minLongitude) / Coordinate.unitsPerDegree) to "
        + "\(Double(box.maxLatitude) / Coordinate.unitsPerDegree),"
        + "\(Double(box.maxLongitude) / Coordinate.unitsPerDegree)"
    case .unsupported(let parts):
      "the engine can't consider " + parts.map(\.name).joined(separator: ", ")
    case .service(let failure): failure.description
    case .cancelled: "cancelled"
    case .unknown(let code, let text): text.isEmpty ? code : text
    }
  }
}
