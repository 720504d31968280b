public import RoadModel

/// How an online engine asks its service.
public struct OnlineOptions: Sendable {
  /// Whether the service knows limits of vehicles and departure times, as `mapc serve` does beyond OSRM.
  public enum Extensions: Sendable, Hashable {
    /// It is asked before the first request that needs them, and the answer is kept.
    case ask
    /// It does.
    case present
    /// It does not.
    case absent
  }

  /// What becomes of a request of which the service can't consider every part.
  public enum Unsupported: Sendable, Hashable {
    /// It is refused with `RoutingError.unsupported`, before anything is sent.
    case refuse
    /// The rest is asked for; the route says in a notice what was not considered.
    case notice
  }

  /// The service's name for each mode, as in its URLs.
  public var profiles: [Mode: String]
  /// Whether it knows limits of vehicles and departure times.
  public var extensions: Extensions
  /// What becomes of a request of which it can't consider every part.
  public var unsupported: Unsupported
  /// Headers of every request, such as a key.
  public var headers: [(name: String, value: String)]
  /// Seconds for one answer, connecting included.
  public var answerSeconds: Double
  /// Seconds for a calculation, all repetitions and pauses included.
  public var totalSeconds: Double
  /// How often a request is repeated after status 429 or 503, or a failed connection.
  public var repetitions: Int
  /// Seconds before the first repetition; before each further one twice as many.
  ///
  /// There are never more than ``greatestPauseSeconds``, and up to half is taken off at random, so that clients do
  /// not all come back together.
  public var pauseSeconds: Double
  /// The longest pause, unless the service asks for a longer one.
  public var greatestPauseSeconds: Double
  /// Bytes of an answer that are read at most.
  public var answerBytes: Int

  /// Options; the defaults are OSRM's names of profiles, 20 s for an answer, 60 s in all, three repetitions and
  /// 32 MiB, and a refusal of what can't be considered.
  public init(
    profiles: [Mode: String] = OnlineOptions.profiles, extensions: Extensions = .ask,
    unsupported: Unsupported = .refuse, headers: [(name: String, value: String)] = [],
    answerSeconds: Double = 20, totalSeconds: Double = 60, repetitions: Int = 3,
    pauseSeconds: Double = 0.25, greatestPauseSeconds: Double = 8, answerBytes: Int = 32 << 20
  ) {
    self.profiles = profiles
    self.extensions = extensions
    self.unsupported = unsupported
    self.headers = headers
    self.answerSeconds = answerSeconds
    self.totalSeconds = totalSeconds
    self.repetitions = repetitions
    self.pauseSeconds = pauseSeconds
    self.greatestPauseSeconds = greatestPauseSeconds
    self.answerBytes = answerBytes
  }

  /// The names that `mapc serve` has, and but for those of trucks and motorcycles most OSRM services.
  public static let profiles: [Mode: String] = [
    .car: "driving", .truck: "truck", .bicycle: "cycling", .foot: "walking",
    .motorcycle: "motorcycle",
  ]

  /// Seconds that a clock can count: from none to eleven days.
  static func bounded(_ seconds: Double) -> Double { min(max(seconds, 0), 1e6) }
}
