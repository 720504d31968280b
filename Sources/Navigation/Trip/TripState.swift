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
  ///
  /// A trip in a part that only a later version knows can't be continued: reading it throws an error with the word.
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

    enum CodingKeys: String, CodingKey {
      case idle, asking, shaping, requested, waiting, declined, prevented
    }
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
  /// The detection of a standing vehicle, and of wrong speeds.
  var stand = StandWatch()
  var speeds = SpeedWatch()
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
  /// The numbers of successive fixes on the next leg, and back on the route; nil for none.
  var behindStop: Int?
  var backFixes: Int?
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

extension TripState {
  /// Reads a state; what is missing has its value of a new trip.
  ///
  /// So trips that were saved before a member was added can be restored. Of a later version's trip, questions of
  /// unknown topics are left out, because nobody can answer them, and a new route that is made in an unknown way is
  /// begun anew.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      request: try container.decode(RouteRequest.self, forKey: .request),
      options: try container.decodeIfPresent(TripOptions.self, forKey: .options) ?? TripOptions(),
      route: try container.decode(Route.self, forKey: .route),
      stops: try container.decode([Int].self, forKey: .stops))
    func read<Value: Decodable>(_ key: CodingKeys, _ set: (Value) -> Void) throws {
      if let value = try container.decodeIfPresent(Value.self, forKey: key) { set(value) }
    }
    try read(.firstStop) { firstStop = $0 }
    try read(.stations) { stations = $0 }
    try read(.stop) { stop = $0 }
    try read(.passedWaypoint) { passedWaypoint = $0 }
    try read(.passes) { passes = $0 }
    try read(.phase) { phase = $0 }
    try read(.follower) { follower = $0 }
    try read(.driven) { driven = $0 }
    try read(.beyond) { beyond = $0 }
    try read(.odometer) { odometer = $0 }
    try read(.began) { began = $0 }
    try read(.now) { now = $0 }
    try read(.clock) { clock = $0 }
    try read(.lastFix) { lastFix = $0 }
    try read(.recent) { recent = $0 }
    try read(.way) { way = $0 }
    try read(.spacedWay) { spacedWay = $0 }
    try read(.spaced) { spaced = $0 }
    try read(.isSpaced) { isSpaced = $0 }
    try read(.early) { early = $0 }
    try read(.jumps) { jumps = $0 }
    try read(.old) { old = $0 }
    try read(.trace) { trace = $0 }
    try read(.traceStride) { traceStride = $0 }
    try read(.traceSkipped) { traceSkipped = $0 }
    try read(.stand) { stand = $0 }
    try read(.speeds) { speeds = $0 }
    try read(.isLost) { isLost = $0 }
    try read(.heard) { heard = $0 }
    try read(.heardNoise) { heardNoise = $0 }
    try read(.heardDrift) { heardDrift = $0 }
    try read(.heardHeadings) { heardHeadings = $0 }
    try read(.heardRange) { heardRange = $0 }
    try read(.heardNats) { heardNats = $0 }
    try read(.isListening) { isListening = $0 }
    try read(.calm) { calm = $0 }
    try read(.margin) { margin = $0 }
    try read(.doubts) { doubts = $0 }
    try read(.against) { against = $0 }
    try read(.backOn) { backOn = $0 }
    try read(.apart) { apart = $0 }
    try read(.behindStop) { behindStop = $0 }
    try read(.backFixes) { backFixes = $0 }
    try read(.other) { other = $0 }
    try read(.doubtWay) { doubtWay = $0 }
    try read(.deviation) { deviation = $0 }
    try read(.deviatedSince) { deviatedSince = $0 }
    try read(.unsureSince) { unsureSince = $0 }
    try read(.attempts) { attempts = $0 }
    try read(.reroutedAt) { reroutedAt = $0 }
    try read(.isRerouting) { isRerouting = $0 }
    try read(.isPreventing) { isPreventing = $0 }
    try read(.nextID) { nextID = $0 }
    try read(.questions) { (found: [IfKnown<TripQuestion>]) in
      questions = found.compactMap(\.value)
    }
    try read(.requests) { requests = $0 }
    try read(.nextImprove) { nextImprove = $0 }
    try read(.nextRefresh) { nextRefresh = $0 }
    try read(.fasterFrom) { fasterFrom = $0 }
    try read(.isClosed) { isClosed = $0 }
    try read(.alternatives) { alternatives = $0 }
    try read(.taking) { taking = $0 }
    try read(.isChosen) { isChosen = $0 }
    try read(.spoken) { spoken = $0 }
    try read(.omitted) { omitted = $0 }
    try read(.takenSentences) { takenSentences = $0 }
    try read(.lastSpoken) { lastSpoken = $0 }
    try read(.lastManeuver) { lastManeuver = $0 }
    try read(.hasApproached) { hasApproached = $0 }
    try read(.roadName) { roadName = $0 }
    try read(.roadIndex) { roadIndex = $0 }
    try read(.hasMapProblem) { hasMapProblem = $0 }
    try read(.rerouting) { (found: IfKnown<Rerouting>) in
      rerouting = found.value ?? .idle
      // It may be announced again.
      if found.value == nil { isRerouting = false }
    }
  }
}

/// A value that is an object with the name of its kind as the only member; nil if this version does not know the kind.
private struct IfKnown<Value: KindOfTrip>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws {
    value = try Value.isKnown(decoder) ? Value(from: decoder) : nil
  }
}

/// A value of a kind to which later versions may add others.
private protocol KindOfTrip: Decodable {
  /// Whether this version knows the kind.
  static func isKnown(_ decoder: any Decoder) throws -> Bool
}

extension TripState.Rerouting: KindOfTrip {
  fileprivate static func isKnown(_ decoder: any Decoder) throws -> Bool {
    // These are the keys that are cases of the enumeration.
    try !decoder.container(keyedBy: CodingKeys.self).allKeys.isEmpty
  }
}

extension TripQuestion: KindOfTrip {
  private enum Member: String, CodingKey { case kind }

  fileprivate static func isKnown(_ decoder: any Decoder) throws -> Bool {
    let container = try decoder.container(keyedBy: Member.self)
    return try !container.nestedContainer(keyedBy: Kind.CodingKeys.self, forKey: .kind).allKeys
      .isEmpty
  }
}
