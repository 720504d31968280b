public import Guidance

/// How a ``Trip`` behaves; times in seconds, lengths in metres.
public struct TripOptions: Sendable, Hashable, Codable {
  /// The questions that the caller wants to answer; the others have their default at once.
  public var asks: Set<TripQuestion.Topic>
  /// How long a question waits for an answer, 0 to 600.
  public var answerSeconds = 3.0
  /// How long a request waits for an answer, 1 to 600.
  public var requestSeconds = 30.0
  /// The rules for fixes.
  public var fixRules = FixRules()
  /// The time before a waypoint from which the approach is told.
  public var approachSeconds = 60.0
  /// The distance along the route at which a waypoint is reached.
  public var arrivalMetres = 12.0
  /// The distance from a waypoint at which a vehicle that stands has reached it: on the other side, or at its gate.
  public var standingArrivalMetres = 40.0
  /// The distance before and behind a waypoint at which no new route is wanted.
  public var preventRerouteMetres = 120.0
  /// How many nats likelier another road must be than the route.
  public var leavingNats = 5.5
  /// The delay after the first failure of a new route; it doubles up to ``maximumBackoffSeconds``.
  public var backoffSeconds = 5.0
  /// The longest delay.
  public var maximumBackoffSeconds = 120.0
  /// How long a driver who wants no new route is not asked again.
  public var askAgainSeconds = 30.0
  /// How often alternatives and faster routes are looked for; 0 for never.
  public var improveSeconds = 300.0
  /// The number of alternatives that are looked for, 0 to 16.
  public var alternatives = 2
  /// The time that a faster route must save, and the share of what is left.
  public var gainSeconds = 60.0
  /// The share of the time left that a faster route must save.
  public var gainShare = 0.05
  /// How often the traffic along the route is refreshed, if the route considers traffic; 0 for never.
  public var refreshSeconds = 120.0
  /// How long a place is estimated without fixes.
  public var estimateSeconds = 180.0
  /// Seconds without a fix after which the signal is lost.
  public var lostSeconds = 3.0
  /// How much less the edges of a chosen alternative count when rerouting, 0 to 0.5.
  public var preference = 0.05
  /// The tag of a built-in language for what is spoken; nil for no words.
  public var language: String? = "en"
  /// The units of what is spoken.
  public var units = DistanceUnits.metric

  /// Options; by default nothing is asked.
  public init(asks: Set<TripQuestion.Topic> = []) { self.asks = asks }

  private enum CodingKeys: String, CodingKey {
    case asks, answerSeconds, requestSeconds, fixRules, approachSeconds, arrivalMetres
    case standingArrivalMetres, preventRerouteMetres, leavingNats, backoffSeconds
    case maximumBackoffSeconds, askAgainSeconds, improveSeconds, alternatives, gainSeconds
    case gainShare, refreshSeconds, estimateSeconds, lostSeconds, preference, language, units
  }
}

extension DistanceUnits: Codable {}
