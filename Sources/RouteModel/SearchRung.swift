/// The search that found the best path of a leg, cheapest first.
public enum SearchRung: Comparable, OpenWord {
  /// The best path of a stored metric, confirmed by the rules of the query.
  case metric
  /// The best path of a metric made for the vehicle.
  case overlay
  /// A search with the lower bounds of a metric.
  case guided
  /// A search with straight-line distances as lower bounds.
  case plain
  /// A rung that this version does not know.
  case unknown(String)

  /// The rungs that this version knows.
  public static let allCases: [SearchRung] = [.metric, .overlay, .guided, .plain]

  /// The word in JSON.
  public var rawValue: String {
    switch self {
    case .metric: "metric"
    case .overlay: "overlay"
    case .guided: "guided"
    case .plain: "plain"
    case .unknown(let word): word
    }
  }
}
