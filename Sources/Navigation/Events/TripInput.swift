public import Geo
public import RouteModel

/// An input of a ``Trip``.
///
/// A log of the inputs replays a drive; `Formats/trip-events.md` specifies their JSON.
public enum TripInput: Sendable, Equatable {
  /// A fix of the receiver; it must have a time.
  case fix(Location)
  /// The clock, in the time of the fixes.
  ///
  /// Without ticks, the trip knows the time from the fixes only: no position is estimated in a tunnel, and questions
  /// and requests time out at the next fix. One tick a second is enough.
  case tick(Double)
  /// An answer to a question, by its number.
  case answer(UInt32, TripAnswer)
  /// The answer of an engine to a request, by its number.
  case response(UInt32, RouteResponse)
  /// The failure of an engine, by the number of the request.
  case failure(UInt32, RoutingError)
  /// The route with the current traffic, by the number of the refresh request.
  case refreshed(UInt32, RouteRefresh)
  /// The caller selected a waypoint, by its index in ``Trip/request``; the charging stations of the route count.
  case selectWaypoint(Int)
  /// The caller selected an alternative, by its number; it replaces the driven route.
  case selectAlternative(UInt32)
  /// The caller starts the next leg.
  case nextLeg
  /// The caller ends the trip.
  case cancel
  /// The driver's feedback on the ended trip.
  case feedback(TripFeedback)
}

/// A driver's feedback on a trip.
public struct TripFeedback: Sendable, Hashable, Codable {
  /// The rating, 1 to 5.
  public var rating: Int
  /// The driver's text.
  public var text: String
  /// Whether to add the recent fixes, with the driver's consent.
  public var includesTrace: Bool

  /// Feedback; a rating out of range is clamped.
  public init(rating: Int, text: String = "", includesTrace: Bool = false) {
    self.rating = min(max(rating, 1), 5)
    self.text = text
    self.includesTrace = includesTrace
  }

  private enum CodingKeys: String, CodingKey { case rating, text, includesTrace }

  /// Reads feedback; a rating out of range is clamped.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      rating: try container.decode(Int.self, forKey: .rating),
      text: try container.decodeIfPresent(String.self, forKey: .text) ?? "",
      includesTrace: try container.decodeIfPresent(Bool.self, forKey: .includesTrace) ?? false)
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
  /// The caller's own response, which is then driven.
  case response(RouteResponse)
  /// A name for the road; nil for none.
  case name(String?)
}

/// A question of a ``Trip``; without an answer by the deadline, the default applies.
public struct TripQuestion: Sendable, Hashable, Codable {
  /// The topics of questions, for ``TripOptions/asks``.
  public enum Topic: OpenWord {
    /// Whether to discard a fix.
    case discard
    /// The name of the road.
    case roadName
    /// Whether to calculate a new route.
    case reroute
    /// Whether the options of the new route change.
    case rerouteOptions
    /// Whether to make no new route near a waypoint.
    case preventReroute
    /// Whether to take a faster route.
    case fasterRoute
    /// Whether to start the next leg automatically.
    case nextLeg
    /// A topic that this version does not know, and never asks.
    case unknown(String)

    /// The topics that this version knows.
    public static let allCases: [Topic] = [
      .discard, .roadName, .reroute, .rerouteOptions, .preventReroute, .fasterRoute, .nextLeg,
    ]

    /// The word in JSON.
    public var rawValue: String {
      switch self {
      case .discard: "discard"
      case .roadName: "roadName"
      case .reroute: "reroute"
      case .rerouteOptions: "rerouteOptions"
      case .preventReroute: "preventReroute"
      case .fasterRoute: "fasterRoute"
      case .nextLeg: "nextLeg"
      case .unknown(let word): word
      }
    }
  }

  /// The reason why a question is closed.
  public enum Closing: OpenWord {
    /// The caller answered it.
    case answered
    /// It was not answered in time, so the default applies.
    case defaulted
    /// It no longer matters.
    case withdrawn
    /// A reason that this version does not know.
    case unknown(String)

    /// The reasons that this version knows.
    public static let allCases: [Closing] = [.answered, .defaulted, .withdrawn]

    /// The word in JSON.
    public var rawValue: String {
      switch self {
      case .answered: "answered"
      case .defaulted: "defaulted"
      case .withdrawn: "withdrawn"
      case .unknown(let word): word
      }
    }
  }

  /// The content of a question.
  public enum Kind: Sendable, Hashable, Codable {
    /// Whether to discard this fix; by default if it has a flaw.
    case discard(Location, FixFlaw?)
    /// The name of this road; by default that of the map.
    case roadName(Coordinate, String?)
    /// Whether to calculate a new route from here; by default yes.
    case reroute(Coordinate)
    /// The options for this request; by default unchanged.
    case rerouteOptions(RouteRequest)
    /// Whether to prevent a new route near this waypoint; by default yes.
    case preventReroute(waypoint: Int)
    /// Whether to take this route, which saves `gainSeconds`; by default no.
    ///
    /// If the shortest route is requested, it is a shorter one, and the seconds are negative if it takes longer. So
    /// they are if it has charging stops, where the charge does not last for the driven one.
    case fasterRoute(Route, gainSeconds: Double)
    /// Whether to start the next leg automatically after this waypoint; by default yes.
    case nextLeg(waypoint: Int)

    enum CodingKeys: String, CodingKey {
      case discard, roadName, reroute, rerouteOptions, preventReroute, fasterRoute, nextLeg
    }

    /// The topic of the question.
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

    /// The default answer.
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
  /// The content.
  public var kind: Kind
  /// The time in seconds, as in the fixes, from which the default applies.
  public var deadline: Double

  /// A question from its parts.
  public init(id: UInt32, kind: Kind, deadline: Double) {
    self.id = id
    self.kind = kind
    self.deadline = deadline
  }
}

/// A calculation that a ``Trip`` requests from an engine; the caller runs it and passes the answer to the trip.
public struct TripRequest: Sendable, Hashable {
  /// The purpose of a request.
  public enum Purpose: OpenWord {
    /// A new route, because the vehicle has left the route.
    case reroute
    /// Alternatives, a faster route, or the online route that equals the driven one.
    case improve
    /// The driven route with the current traffic.
    case refresh
    /// A purpose that this version does not know; the answer has no effect.
    case unknown(String)

    /// The purposes that this version knows.
    public static let allCases: [Purpose] = [.reroute, .improve, .refresh]

    /// The word in JSON.
    public var rawValue: String {
      switch self {
      case .reroute: "reroute"
      case .improve: "improve"
      case .refresh: "refresh"
      case .unknown(let word): word
      }
    }
  }

  /// Its number, for the answer.
  public var id: UInt32
  /// The purpose.
  public var purpose: Purpose
  /// The request; from the place of the vehicle through the waypoints ahead.
  public var request: RouteRequest

  /// A request from its parts.
  public init(id: UInt32, purpose: Purpose, request: RouteRequest) {
    self.id = id
    self.purpose = purpose
    self.request = request
  }
}
