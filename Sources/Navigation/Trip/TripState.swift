import Geo
import MapMatching
import RoadModel
import RouteModel

/// All that a ``Trip`` remembers; it is written when a trip is saved.
///
/// Lists have a bound: ``recent`` and ``heard`` a few dozen fixes, ``trace`` a thousand, questions and requests one of
/// each kind.
struct TripState: Sendable, Codable {
  /// The part of a trip.
  enum Phase: String, Sendable, Codable {
    /// Before the first fix.
    case waiting
    /// Under way.
    case driving
    /// At a waypoint, until the caller starts the next leg.
    case holding
    /// Over.
    case ended
  }

  /// The state of rerouting.
  enum Rerouting: Sendable, Codable, Equatable {
    /// Nothing yet.
    case idle
    /// The caller was asked whether to reroute; the number of the question.
    case asking(UInt32)
    /// The caller may change the request; the number of the question.
    case shaping(UInt32)
    /// An engine calculates; the number of the request.
    case requested(UInt32)
    /// It failed; the next attempt is due at this time.
    case waiting(Double)
    /// The caller has declined new routes until this time.
    case declined(Double)
    /// The caller has declined new routes near the waypoint.
    case prevented
  }

  /// A request that waits for its answer.
  struct Waiting: Sendable, Codable {
    var id: UInt32
    var purpose: TripRequest.Purpose
    var request: RouteRequest
    var deadline: Double
    /// The stop at the end of the answer's first section.
    var firstStop: Int
    /// The ``TripState/odometer`` at the beginning of the answer.
    var odometer: Double
  }

  /// A waypoint that is passed on a leg.
  struct Pass: Sendable, Codable {
    var waypoint: Int
    var metres: Double
  }

  var request: RouteRequest
  var options: TripOptions
  var route: Route
  /// The stop at the end of the route's first section.
  var firstStop = 0
  /// The waypoints of the request at which the route stops, except the first.
  var stops: [Int]
  /// Of the waypoints, those that are charging stations inserted by the plan of a route, which those of a new route
  /// replace; nil if the request asks for no plan: its stations are then stops like any others.
  var stations: [Int]?
  /// The stop at the end of the leg.
  var stop = 0
  /// The last passed waypoint of the request.
  var passedWaypoint = 0
  var passes: [Pass] = []

  var phase = Phase.waiting
  var follower = RouteFollower()
  /// The driven metres of the route; they never decrease.
  var driven = 0.0
  /// The metres that the vehicle seems to have driven beyond the end of the leg.
  var beyond = 0.0
  /// The metres driven on all routes and off them.
  var odometer = 0.0
  /// The time of the first fix.
  var began: Double?
  /// The time of the last input, and the time up to which the place is predicted.
  var now: Double?
  var clock: Double?
  var lastFix: Location?
  var recent: [Location] = []
  /// The metres driven by the speed, except while standing, and those at the witness's last fix.
  var way = 0.0
  var spacedWay = -Double.greatestFiniteMagnitude
  /// The recent fixes for the witness, and whether the current one is among them.
  var spaced: [Location] = []
  var isSpaced = false
  var early: [Double] = []
  /// The numbers of successive fixes that jump, and that are far behind the clock.
  var jumps = 0
  var old = 0
  var trace: [Location] = []
  /// The interval at which fixes are kept in the trace, and the number of fixes since the last one.
  var traceStride = 1
  var traceSkipped = 0
  /// The detection of a standing vehicle.
  var stand = StandWatch()
  var isLost = false

  /// The fixes of the witness since the beginning of a doubt.
  var heard: [Location] = []
  var heardNoise = 0.0
  var heardDrift = 0.0
  var heardHeadings = HeadingError()
  /// Where on the route the vehicle was at the first of them, in metres, and nats against its being elsewhere.
  var heardRange = 0.0...0.0
  var heardNats = 0.0
  var isListening = false
  var calm = 0
  var margin = 0.0
  var doubts = 0
  /// The sum of nats against the route without a witness.
  var against = 0.0
  var backOn = 0
  /// The number of successive fixes elsewhere on the route.
  var apart = 0
  /// The number of successive fixes on the next leg; nil for none.
  var behindStop: Int?
  /// Another place on the route, where the vehicle may be.
  var other: Trip.OtherPlace?
  /// The value of ``way`` at the last fix that counted as a doubt.
  var doubtWay = 0.0

  var deviation: Deviation?
  var deviatedSince = 0.0
  /// The time since which it is unsure that the vehicle is off the route; nil while it is sure.
  var unsureSince: Double?
  var rerouting = Rerouting.idle
  var attempts = 0
  /// The time of the last new route.
  var reroutedAt: Double?
  /// Whether an announced new route has neither arrived nor failed.
  var isRerouting = false
  var isPreventing: Bool?

  var nextID: UInt32 = 1
  var questions: [TripQuestion] = []
  var requests: [Waiting] = []
  var nextImprove: Double?
  var nextRefresh: Double?
  /// The ``odometer`` at the beginning of the faster route in question.
  var fasterFrom = 0.0
  /// Whether a road ahead on the route is closed.
  var isClosed = false
  var alternatives: [TripAlternative] = []
  var taking: UInt32?
  /// Whether the route is a chosen alternative.
  var isChosen = false

  /// The number of the leg's sentences that are spoken or past.
  var spoken = 0
  /// Those that were left out because their maneuver seemed past, ascending, and how many were taken before the
  /// vehicle was found to be behind; nil for none.
  var omitted: [Int]?
  var takenSentences: Int?
  var lastSpoken: String?
  var lastManeuver = 0.0
  var hasApproached = false
  var roadName: String?
  var roadIndex = -1
  var hasMapProblem = false
}
