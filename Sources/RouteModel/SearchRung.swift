/// How the best path of a leg was found; a later one is more work.
public enum SearchRung: Comparable, OpenWord {
  /// As the best path of a metric of the map, which the rules of the query allow as it is.
  case metric
  /// As the best path of a metric made for the vehicle.
  case overlay
  /// By a search with the exact bounds of a metric.
  case guided
  /// By a search with straight distances as bounds.
  case plain
  /// By something that this version does not know.
  case unknown(String)

  /// Those that this version knows.
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
