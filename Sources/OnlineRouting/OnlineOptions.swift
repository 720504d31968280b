public import RoadModel

/// Options of an online engine: names, timeouts, retries and limits.
public struct OnlineOptions: Sendable {
  /// Whether the service supports vehicle limits and departure times, which `mapc serve` adds to OSRM's API.
  public enum Extensions: Sendable, Hashable {
    /// The engine tests the service before the first request that needs them, and keeps the result.
    case ask
    /// The service supports them.
    case present
    /// The service does not support them.
    case absent
  }

  /// The treatment of a request that the service can't consider completely.
  public enum Unsupported: Sendable, Hashable {
    /// The request fails with `RoutingError.unsupported` before anything is sent.
    case refuse
    /// The rest of the request is sent; a notice of the route names the ignored parts.
    case notice
  }

  /// The service's name for each mode, as in its URLs.
  public var profiles: [Mode: String]
  /// Whether the service supports vehicle limits and departure times.
  public var extensions: Extensions
  /// The treatment of a request that the service can't consider completely.
  public var unsupported: Unsupported
  /// Headers to send with every request, such as an API key.
  public var headers: [(name: String, value: String)]
  /// Timeout for one answer in seconds, including the connection.
  public var answerSeconds: Double
  /// Timeout for a calculation in seconds, including all retries and pauses.
  public var totalSeconds: Double
  /// Maximum number of retries after status 429 or 503, or a failed connection.
  public var maximumRetries: Int
  /// Seconds before the first retry, doubled before each further one.
  ///
  /// Exponential backoff, capped at ``maximumBackoffSeconds``, with up to 50 % jitter, so that clients do not all retry
  /// at the same time.
  public var backoffSeconds: Double
  /// The maximum seconds before a retry, unless the service requires more.
  public var maximumBackoffSeconds: Double
  /// Maximum size of an answer in bytes.
  public var answerBytes: Int

  /// Options; by default OSRM's profile names, 20 s per answer, 60 s in total, three retries, answers of up to 32 MiB,
  /// and no unsupported requests.
  public init(
    profiles: [Mode: String] = OnlineOptions.profiles, extensions: Extensions = .ask,
    unsupported: Unsupported = .refuse, headers: [(name: String, value: String)] = [],
    answerSeconds: Double = 20, totalSeconds: Double = 60, maximumRetries: Int = 3,
    backoffSeconds: Double = 0.25, maximumBackoffSeconds: Double = 8, answerBytes: Int = 32 << 20
  ) {
    self.profiles = profiles
    self.extensions = extensions
    self.unsupported = unsupported
    self.headers = headers
    self.answerSeconds = answerSeconds
    self.totalSeconds = totalSeconds
    self.maximumRetries = maximumRetries
    self.backoffSeconds = backoffSeconds
    self.maximumBackoffSeconds = maximumBackoffSeconds
    self.answerBytes = answerBytes
  }

  /// The profile names of `mapc serve`; most OSRM services share those of cars, bicycles and pedestrians.
  public static let profiles: [Mode: String] = [
    .car: "driving", .truck: "truck", .bicycle: "cycling", .foot: "walking",
    .scooter: "scooter", .bus: "bus", .taxi: "taxi", .motorcycle: "motorcycle",
  ]

  /// Seconds clamped to 0 to 1,000,000 (eleven days).
  static func bounded(_ seconds: Double) -> Double { min(max(seconds, 0), 1e6) }
}
