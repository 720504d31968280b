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
    /// At a waypoint, until the caller lets the next leg begin.
    case holding
    /// Over.
    case ended
  }

  /// The state of rerouting.
  enum Rerouting: Sendable, Codable, Equatable {
    /// Nothing yet.
    case idle
    /// The caller was asked whether there should be one; the question.
    case asking(UInt32)
    /// The caller may change the request; the question.
    case shaping(UInt32)
    /// An engine calculates; the request.
    case requested(UInt32)
    /// It failed; the next attempt is due at this time.
    case waiting(Double)
    /// The caller wants none until this time.
    case declined(Double)
    /// None is wanted near the waypoint.
    case prevented
  }

  /// A request that waits for its answer.
  struct Waiting: Sendable, Codable {
    var id: UInt32
    var purpose: TripRequest.Purpose
    var deadline: Double
    /// The stop that the first section of the answer leads to.
    var firstStop: Int
    /// ``TripState/odometer`` where the answer begins.
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
  /// The stop that the first section of the route leads to.
  var firstStop = 0
  /// The waypoints of the request at which the route stops, but the first.
  var stops: [Int]
  /// Of the waypoints, those that are charging stations inserted by the plan of a route, which those of a new route
  /// replace; nil if the request asks for no plan: its stations are then stops like any others.
  var stations: [Int]?
  /// The stop that the leg leads to.
  var stop = 0
  /// The last waypoint of the request that is behind.
  var passedWaypoint = 0
  var passes: [Pass] = []

  var phase = Phase.waiting
  var follower = RouteFollower()
  /// Metres of the route that are driven; they never become less.
  var driven = 0.0
  /// Metres that are driven on all routes and off them.
  var odometer = 0.0
  /// The time of the first fix.
  var began: Double?
  /// The time of the last input, and that up to which the place is predicted.
  var now: Double?
  var clock: Double?
  var lastFix: Location?
  var recent: [Location] = []
  /// Metres that are driven by the speed, standing fixes left out, and where the last fix for the witness was.
  var way = 0.0
  var spacedWay = -Double.greatestFiniteMagnitude
  /// The recent fixes for the witness, and whether the current one is among them.
  var spaced: [Location] = []
  var isSpaced = false
  var early: [Double] = []
  /// Fixes in a row that jump, and that are far behind the clock.
  var jumps = 0
  var old = 0
  var trace: [Location] = []
  /// The interval at which fixes are kept in the trace, and the number of fixes since the last one.
  var traceStride = 1
  var traceSkipped = 0
  /// Whether the vehicle stands.
  var stand = StandWatch()
  var isLost = false

  /// The fixes that the witness has received since the beginning of a doubt.
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
  /// The sum of nats against the route, where there is no witness.
  var against = 0.0
  var backOn = 0
  /// Fixes in a row that lie elsewhere on the route.
  var apart = 0
  /// The way at the last fix that was counted as a doubt.
  var doubtWay = 0.0

  var deviation: Deviation?
  var deviatedSince = 0.0
  /// Since when it is not sure that the vehicle is off the route; nil while it is.
  var unsureSince: Double?
  var rerouting = Rerouting.idle
  var attempts = 0
  /// The time of the last new route.
  var reroutedAt: Double?
  /// Whether a new route was announced that has neither come nor failed.
  var isRerouting = false
  var isPreventing: Bool?

  var nextID: UInt32 = 1
  var questions: [TripQuestion] = []
  var requests: [Waiting] = []
  var nextImprove: Double?
  var nextRefresh: Double?
  /// ``odometer`` where the faster route begins that the caller is asked about.
  var fasterFrom = 0.0
  /// Whether a road ahead on the route is closed.
  var isClosed = false
  var alternatives: [TripAlternative] = []
  var taking: UInt32?
  /// Whether the route is an alternative that was chosen.
  var isChosen = false

  /// Sentences of the leg that are spoken or past.
  var spoken = 0
  var lastSpoken: String?
  var lastManeuver = 0.0
  var hasApproached = false
  var roadName: String?
  var roadIndex = -1
  var hasMapProblem = false
}
