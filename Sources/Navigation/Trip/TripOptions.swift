public import Guidance

/// The options of a ``Trip``; times in seconds, lengths in metres.
public struct TripOptions: Sendable, Hashable {
  /// The questions that the caller answers; the others get their default at once.
  public var asks: Set<TripQuestion.Topic>
  /// The time for which a question waits for an answer, 0 to 600.
  public var answerSeconds = 3.0
  /// The time for which a request waits for an answer, 1 to 600.
  public var requestSeconds = 30.0
  /// The rules for fixes.
  public var fixRules = FixRules()
  /// The time before a waypoint from which its approach is reported.
  public var approachSeconds = 60.0
  /// The distance along the route at which a waypoint is reached.
  public var arrivalMetres = 12.0
  /// The distance from a waypoint at which a standing vehicle has reached it: across the road, or at its gate.
  ///
  /// It must stand for 5 s, and longer where more of the route is left: there may be a traffic light.
  public var standingArrivalMetres = 40.0
  /// The distance before and behind a waypoint within which no new route is requested, if no more than three times as
  /// much of the route is left to it.
  public var preventRerouteMetres = 120.0
  /// The evidence in nats for another road at which the vehicle has left the route.
  public var leavingNats = 5.5
  /// The delay after the first failure of a new route; it doubles up to ``maximumBackoffSeconds``.
  public var backoffSeconds = 5.0
  /// The maximum delay before the next attempt.
  public var maximumBackoffSeconds = 120.0
  /// The time for which a driver who has declined a new route is not asked again.
  public var askAgainSeconds = 30.0
  /// The interval at which alternatives and faster routes are requested; 0 for never.
  public var improveSeconds = 300.0
  /// The number of alternatives to request, 0 to 16.
  public var alternatives = 2
  /// The minimum time that a faster route must save.
  public var gainSeconds = 60.0
  /// The minimum share of the remaining time that a faster route must save.
  ///
  /// If the shortest route is requested, it is that of the remaining length, whatever the time.
  public var gainShare = 0.05
  /// The interval at which the traffic along the route of an offline engine is refreshed, if it considers traffic; 0
  /// for never.
  public var refreshSeconds = 120.0
  /// The maximum time for which a position is estimated without fixes.
  public var estimateSeconds = 180.0
  /// Seconds without a fix after which the signal is lost.
  public var lostSeconds = 3.0
  /// The share by which the edges of a chosen alternative cost less when rerouting, 0 to 0.5.
  public var preference = 0.05
  /// The tag of a built-in language for spoken instructions, nil for none; ``Trip/speak(_:)`` takes others.
  public var language: String? = "en"
  /// The units of spoken instructions.
  public var units = DistanceUnits.metric { didSet { unknownUnits = nil } }
  /// The word of units that only a later version knows, of a saved trip; it is written back.
  var unknownUnits: String?

  /// Options; by default no question is asked.
  public init(asks: Set<TripQuestion.Topic> = []) { self.asks = asks }
}

extension TripOptions {
  /// The maximum number of seconds, metres or nats; no trip has as many.
  private static let most = 1e9

  /// The options without infinity and NaN, which JSON does not have, so that a trip with them can be saved.
  ///
  /// NaN counts as the default.
  var finite: TripOptions {
    let numbers: [WritableKeyPath<TripOptions, Double>] = [
      \.answerSeconds, \.requestSeconds, \.approachSeconds, \.arrivalMetres,
      \.standingArrivalMetres, \.preventRerouteMetres, \.leavingNats, \.backoffSeconds,
      \.maximumBackoffSeconds, \.askAgainSeconds, \.improveSeconds, \.gainSeconds, \.gainShare,
      \.refreshSeconds, \.estimateSeconds, \.lostSeconds, \.preference,
    ]
    var options = self
    for number in numbers {
      let value = self[keyPath: number]
      options[keyPath: number] =
        value.isNaN ? TripOptions()[keyPath: number] : min(max(value, -Self.most), Self.most)
    }
    return options
  }
}

extension DistanceUnits: Codable {}
