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
  /// The metres driven off the routes, and those of them up to where the route began or the vehicle was charged, whose
  /// consumption the charge there has considered.
  var awayMetres = 0.0
  var chargedAwayMetres = 0.0
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
  /// The time of the last fix that jumped, and was used because the ones before it had jumped as well.
  var jumpedAt: Double?
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
  /// Whether an announced new route has neither arrived nor failed, and the ``odometer`` where it begins.
  var isRerouting = false
  var reroutedFrom = 0.0
  var isPreventing: Bool?

  var nextID: UInt32 = 1
  var questions: [TripQuestion] = []
  var requests: [Waiting] = []
  var nextImprove: Double?
  var nextRefresh: Double?
  /// The time at which the last stop has charged the vehicle by the plan of the route; nil if it does not charge there.
  var chargedAt: Double?
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
  /// The index of the edge whose road was named last, 0 on a route without edges; -1 if none was.
  var roadIndex = -1
  /// The route's name of that road; ``roadName`` may be the caller's own.
  var givenName: String?
  var hasMapProblem = false
}

extension TripState {
  /// Reads a state; what is missing has its value of a new trip.
  ///
  /// So trips that were saved before a member was added can be restored. Of a later version's trip, questions of
  /// unknown topics are left out, because nobody can answer them, and rerouting in an unknown state begins anew.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      request: try container.decode(RouteRequest.self, forKey: .request),
      options: try container.decodeIfPresent(TripOptions.self, forKey: .options) ?? TripOptions(),
      route: try container.decode(Route.self, forKey: .route),
      stops: try container.decode([Int].self, forKey: .stops))
    try readPlace(container)
    try readFixes(container)
    try readDoubts(container)
    try readCalls(container)
    try readWords(container)
  }

  /// Reads where the vehicle is on the route.
  private mutating func readPlace(_ container: KeyedDecodingContainer<CodingKeys>) throws {
    try container.read(.firstStop, into: &firstStop)
    try container.read(.stations, into: &stations)
    try container.read(.stop, into: &stop)
    try container.read(.passedWaypoint, into: &passedWaypoint)
    try container.read(.passes, into: &passes)
    try container.read(.phase, into: &phase)
    try container.read(.follower, into: &follower)
    try container.read(.driven, into: &driven)
    try container.read(.beyond, into: &beyond)
    try container.read(.odometer, into: &odometer)
    try container.read(.awayMetres, into: &awayMetres)
    try container.read(.chargedAwayMetres, into: &chargedAwayMetres)
    try container.read(.began, into: &began)
    try container.read(.now, into: &now)
    try container.read(.clock, into: &clock)
    try container.read(.lastFix, into: &lastFix)
    try container.read(.recent, into: &recent)
  }

  /// Reads the fixes, and what was learned from them.
  private mutating func readFixes(_ container: KeyedDecodingContainer<CodingKeys>) throws {
    try container.read(.way, into: &way)
    try container.read(.spacedWay, into: &spacedWay)
    try container.read(.spaced, into: &spaced)
    try container.read(.isSpaced, into: &isSpaced)
    try container.read(.early, into: &early)
    try container.read(.jumps, into: &jumps)
    try container.read(.old, into: &old)
    try container.read(.jumpedAt, into: &jumpedAt)
    try container.read(.trace, into: &trace)
    try container.read(.traceStride, into: &traceStride)
    try container.read(.traceSkipped, into: &traceSkipped)
    try container.read(.stand, into: &stand)
    try container.read(.speeds, into: &speeds)
    try container.read(.isLost, into: &isLost)
    try container.read(.heard, into: &heard)
    try container.read(.heardNoise, into: &heardNoise)
    try container.read(.heardDrift, into: &heardDrift)
    try container.read(.heardHeadings, into: &heardHeadings)
    try container.read(.heardRange, into: &heardRange)
    try container.read(.heardNats, into: &heardNats)
    try container.read(.isListening, into: &isListening)
  }

  /// Reads the doubts and deviations.
  private mutating func readDoubts(_ container: KeyedDecodingContainer<CodingKeys>) throws {
    try container.read(.calm, into: &calm)
    try container.read(.margin, into: &margin)
    try container.read(.doubts, into: &doubts)
    try container.read(.against, into: &against)
    try container.read(.backOn, into: &backOn)
    try container.read(.apart, into: &apart)
    try container.read(.behindStop, into: &behindStop)
    try container.read(.backFixes, into: &backFixes)
    try container.read(.other, into: &other)
    try container.read(.doubtWay, into: &doubtWay)
    try container.read(.deviation, into: &deviation)
    try container.read(.deviatedSince, into: &deviatedSince)
    try container.read(.unsureSince, into: &unsureSince)
    try container.read(.attempts, into: &attempts)
    try container.read(.reroutedAt, into: &reroutedAt)
    try container.read(.isRerouting, into: &isRerouting)
    reroutedFrom = odometer
    try container.read(.reroutedFrom, into: &reroutedFrom)
    try container.read(.isPreventing, into: &isPreventing)
    guard let found = try container.decodeIfPresent(IfKnown<Rerouting>.self, forKey: .rerouting)
    else { return }
    rerouting = found.value ?? .idle
    // It may be announced again.
    if found.value == nil { isRerouting = false }
  }

  /// Reads the questions, requests and other routes.
  private mutating func readCalls(_ container: KeyedDecodingContainer<CodingKeys>) throws {
    try container.read(.nextID, into: &nextID)
    try container.read(.requests, into: &requests)
    try container.read(.nextImprove, into: &nextImprove)
    try container.read(.nextRefresh, into: &nextRefresh)
    try container.read(.chargedAt, into: &chargedAt)
    try container.read(.fasterFrom, into: &fasterFrom)
    try container.read(.isClosed, into: &isClosed)
    try container.read(.alternatives, into: &alternatives)
    try container.read(.taking, into: &taking)
    try container.read(.isChosen, into: &isChosen)
    let questions = try container.decodeIfPresent(
      [IfKnown<TripQuestion>].self, forKey: .questions)
    if let questions { self.questions = questions.compactMap(\.value) }
  }

  /// Reads what was spoken and shown.
  private mutating func readWords(_ container: KeyedDecodingContainer<CodingKeys>) throws {
    try container.read(.spoken, into: &spoken)
    try container.read(.omitted, into: &omitted)
    try container.read(.takenSentences, into: &takenSentences)
    try container.read(.lastSpoken, into: &lastSpoken)
    try container.read(.lastManeuver, into: &lastManeuver)
    try container.read(.hasApproached, into: &hasApproached)
    try container.read(.roadName, into: &roadName)
    try container.read(.roadIndex, into: &roadIndex)
    try container.read(.givenName, into: &givenName)
    try container.read(.hasMapProblem, into: &hasMapProblem)
  }
}

extension KeyedDecodingContainer {
  /// Reads a member if it is there.
  fileprivate func read<Value: Decodable>(_ key: Key, into value: inout Value) throws {
    if let found = try decodeIfPresent(Value.self, forKey: key) { value = found }
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
