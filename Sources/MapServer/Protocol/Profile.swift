import RoadModel

/// A profile by its name in the URL.
enum Profile: String, CaseIterable {
  case driving, truck, cycling, walking

  /// The way of travelling.
  var mode: Mode {
    switch self {
    case .driving: .car
    case .truck: .truck
    case .cycling: .bicycle
    case .walking: .foot
    }
  }

  /// How a step of a route is called that is not on a ferry.
  static func travel(_ mode: Mode) -> String {
    switch mode {
    case .bicycle: "cycling"
    case .foot: "walking"
    default: "driving"
    }
  }
}
