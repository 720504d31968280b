public import Geo
public import RouteModel

/// What a ``Trip`` takes.
public enum TripInput: Sendable, Equatable {
  /// A fix of the receiver; it must have a time.
  case fix(Location)
  /// The clock, in the time of the fixes.
  ///
  /// Without ticks the trip knows the time from the fixes alone: then nothing is estimated in a tunnel, and questions
  /// and requests time out with the next fix. One tick a second is enough.
  case tick(Double)
  /// An answer to a question, by its number.
  case answer(UInt32, TripAnswer)
  /// The answer of an engine to a request, by its number.
  case response(UInt32, RouteResponse)
  /// The failure of an engine, by the number of the request.
  case failure(UInt32, RoutingError)
  /// The route in the traffic of now, by the number of a request to refresh it.
  case refreshed(UInt32, RouteRefresh)
  /// The caller selected a waypoint, by its index in the first request.
  case selectWaypoint(Int)
  /// The caller selected an alternative, by its number: it is driven from now on.
  case selectAlternative(UInt32)
  /// The caller lets the next leg begin.
  case nextLeg
  /// The caller ends the trip.
  case cancel
  /// What the driver says of the trip that has ended.
  case feedback(TripFeedback)
}

/// What a driver says of a trip.
public struct TripFeedback: Sendable, Hashable, Codable {
  /// 1 to 5.
  public var rating: Int
  /// The driver's words.
  public var text: String
  /// The recent fixes, if the driver allows that: the trip adds them.
  public var includesTrace: Bool

  /// Feedback; a rating out of range is moved into it.
  public init(rating: Int, text: String = "", includesTrace: Bool = false) {
    self.rating = min(max(rating, 1), 5)
    self.text = text
    self.includesTrace = includesTrace
  }
}

/// An answer to a ``TripQuestion``.
public enum TripAnswer: Sendable, Hashable {
  /// Yes.
  case yes
  /// No.
  case no
  /// Other options for the new route.
  case options(RouteRequest.Options)
  /// A response of the caller's own, which is driven.
  case response(RouteResponse)
  /// A name for the road; nil for none.
  case name(String?)
}

/// What a ``Trip`` asks; without an answer until the deadline the default holds.
public struct TripQuestion: Sendable, Hashable, Codable {
  /// The words for the questions, for ``TripOptions/asks``.
  public enum Topic: String, Sendable, Hashable, Codable, CaseIterable {
    /// Whether to discard a fix.
    case discard
    /// The name of the road.
    case roadName
    /// Whether to calculate a new route.
    case reroute
    /// Whether the options of the new route change.
    case rerouteOptions
    /// Whether no new route is wanted near a waypoint.
    case preventReroute
    /// Whether to take a faster route.
    case fasterRoute
    /// Whether the next leg begins by itself.
    case nextLeg
  }

  /// Why a question does not wait any more.
  public enum Closing: String, Sendable, Hashable, Codable, CaseIterable {
    /// The caller answered it.
    case answered
    /// Nobody answered it in time: the default holds.
    case defaulted
    /// It does not matter any more.
    case withdrawn
  }

  /// What is asked.
  public enum Kind: Sendable, Hashable, Codable {
    /// Whether to discard this fix; by default if it has a flaw.
    case discard(Location, FixFlaw?)
    /// The name of this road; by default that of the map.
    case roadName(Coordinate, String?)
    /// Whether to calculate a new route from here; by default yes.
    case reroute(Coordinate)
    /// Whether this request changes; by default it does not.
    case rerouteOptions(RouteRequest)
    /// Whether no new route is wanted so near the waypoint; by default none is.
    case preventReroute(waypoint: Int)
    /// Whether to take this route, which is so many seconds faster; by default no.
    case fasterRoute(Route, gainSeconds: Double)
    /// Whether the next leg begins by itself after this waypoint; by default yes.
    case nextLeg(waypoint: Int)

    /// The word for the question.
    public var topic: Topic {
      switch self {
      case .discard: .discard
      case .roadName: .roadName
      case .reroute: .reroute
      case .rerouteOptions: .rerouteOptions
      case .preventReroute: .preventReroute
      case .fasterRoute: .fasterRoute
      case .nextLeg: .nextLeg
      }
    }

    /// The answer that holds without another.
    public var defaultAnswer: TripAnswer {
      switch self {
      case .discard(_, let flaw): flaw == nil ? .no : .yes
      case .roadName(_, let name): .name(name)
      case .reroute, .preventReroute, .nextLeg: .yes
      case .rerouteOptions(let request): .options(request.options)
      case .fasterRoute: .no
      }
    }
  }

  /// Its number, for the answer.
  public var id: UInt32
  /// What is asked.
  public var kind: Kind
  /// The time, as in the fixes, from which the default holds.
  public var deadline: Double

  /// A question from its parts.
  public init(id: UInt32, kind: Kind, deadline: Double) {
    self.id = id
    self.kind = kind
    self.deadline = deadline
  }
}

/// A calculation that a ``Trip`` wants from an engine; the caller makes it and puts the answer in.
public struct TripRequest: Sendable, Hashable {
  /// What it is for.
  public enum Purpose: String, Sendable, Hashable, Codable {
    /// A new route, since the vehicle has left the route.
    case reroute
    /// Alternatives, a faster route, or the online route that equals the driven one.
    case improve
    /// The driven route in the traffic of now.
    case refresh
  }

  /// Its number, for the answer.
  public var id: UInt32
  /// What it is for.
  public var purpose: Purpose
  /// The request; from the place of the vehicle through the waypoints ahead.
  public var request: RouteRequest
}
