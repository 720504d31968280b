import JSON
import RouteModel

/// A failed answer: OSRM's code and message, and the HTTP status.
struct ServiceError: Error, Equatable {
  /// The codes, as in answers.
  enum Code: String {
    case invalidURL = "InvalidUrl"
    case invalidService = "InvalidService"
    case invalidVersion = "InvalidVersion"
    case invalidOptions = "InvalidOptions"
    case invalidQuery = "InvalidQuery"
    case invalidValue = "InvalidValue"
    case invalidMethod = "InvalidMethod"
    case noSegment = "NoSegment"
    case tooBig = "TooBig"
    case noRoute = "NoRoute"
    case noMatch = "NoMatch"
    case notImplemented = "NotImplemented"
    /// Not OSRM's: all threads are busy and enough requests wait.
    case overloaded = "Overloaded"
    /// Not OSRM's: the request exceeded its time limit.
    case timeout = "Timeout"
    /// Not OSRM's: no request arrived in time.
    case requestTimeout = "RequestTimeout"
    /// Not OSRM's: the client has closed the connection; used only to count answers.
    case clientGone = "ClientGone"
    /// Not OSRM's: the map is damaged in the area of the request.
    case damagedMap = "DamagedMap"
    /// Not OSRM's: there is currently no map.
    case noMap = "NoMap"
  }

  var code: Code
  var message: String
  /// The index of the coordinate that it concerns; nil if none.
  var waypoint: Int?
  /// The profile that was assumed instead of an unknown one.
  var profile: Profile?
  /// The waypoints without a route, and the rules in the way, if requested.
  var refusal: Refusal?
  /// Whether the path is unknown to the service with any options.
  var isUnknownPath = false
  /// Whether the body has the error in the form of Nominatim, too.
  var isOfPlaces = false

  /// The reason why there is no path from one waypoint to the next.
  struct Refusal: Equatable {
    var from: Int
    var to: Int
    var blockers: [Blocker]
  }

  /// The same error with the name of the option whose value can't be read.
  func naming(_ option: String) -> ServiceError {
    guard code == .invalidQuery else { return self }
    var error = self
    error.message += ", in the value of \(option)"
    return error
  }

  /// The same error as that of a search for places.
  var ofPlaces: ServiceError {
    var error = self
    error.isOfPlaces = true
    return error
  }

  /// The same error with other indices of the coordinates that it concerns.
  func numbered(_ number: (Int) -> Int) -> ServiceError {
    if let waypoint { return .noRoad(near: number(waypoint)) }
    var error = self
    error.refusal = refusal.map {
      Refusal(from: number($0.from), to: number($0.to), blockers: $0.blockers)
    }
    return error
  }

  init(_ code: Code, _ message: String, waypoint: Int? = nil, refusal: Refusal? = nil) {
    self.code = code
    self.message = message
    self.waypoint = waypoint
    self.refusal = refusal
  }

  /// The HTTP status.
  var status: Int {
    if isUnknownPath { return 404 }
    return switch code {
    case .invalidMethod: 405
    case .overloaded, .timeout, .noMap: 503
    case .damagedMap: 500
    case .requestTimeout: 408
    case .clientGone: 499
    default: 400
    }
  }

  static let requestTimeout = ServiceError(.requestTimeout, "No request came in time.")
  static let noHTTP = ServiceError(
    .invalidURL,
    "The request is not HTTP, its header is too long, or its URL has characters such as spaces and "
      + "umlauts that must be percent-encoded.")
  /// Never sent, because the client is gone.
  static let clientGone = ServiceError(.clientGone, "The client has hung up.")

  /// The error of a coordinate, by its index, that has no road near it.
  static func noRoad(near waypoint: Int) -> ServiceError {
    ServiceError(
      .noSegment, "Could not find a matching segment for coordinate \(waypoint)",
      waypoint: waypoint)
  }

  /// The body.
  var json: [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.string("message", message)
      $0.string("code", code.rawValue)
      // Photon's clients read the message, and Nominatim's the error.
      if isOfPlaces {
        $0.object("error") {
          $0.int("code", status)
          $0.string("message", message)
        }
      }
      if let profile { $0.string("profile", profile.rawValue) }
      if let refusal {
        $0.int("from", refusal.from)
        $0.int("to", refusal.to)
        $0.array("blockers") { list in
          for blocker in refusal.blockers { list.value(blocker) }
        }
      }
    }
    return json.bytes
  }
}
