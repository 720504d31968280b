import RoadModel

/// A profile of the service: the mode of travel, by the name in the URL.
public enum Profile: String, CaseIterable, Sendable {
  /// A car.
  case driving
  /// A heavy goods vehicle.
  case truck
  /// A bicycle.
  case cycling
  /// A person on foot.
  case walking
  /// A bus in public service.
  case bus
  /// A taxi with a passenger.
  case taxi
  /// A moped or motor scooter.
  case scooter
  /// A motorcycle.
  case motorcycle

  /// Other names for a profile, which clients of OSRM and other services send.
  private static let others: [String: Profile] = [
    "car": .driving, "driving-traffic": .driving, "driving-car": .driving, "auto": .driving,
    "hgv": .truck, "lorry": .truck, "driving-hgv": .truck,
    "bike": .cycling, "bicycle": .cycling, "cycling-regular": .cycling,
    "foot": .walking, "walk": .walking, "pedestrian": .walking, "foot-walking": .walking,
    "moped": .scooter, "motor_scooter": .scooter, "motorbike": .motorcycle,
  ]

  /// The profile for a name from a client; nil if unknown.
  ///
  /// - Parameter name: Such as `driving`, `car`, `driving-traffic` or `bike`, in lower case.
  public init?(name: String) {
    guard let profile = Profile(rawValue: name) ?? Self.others[name] else { return nil }
    self = profile
  }

  /// The names of all profiles, including the aliases that clients use.
  public static var names: [String] {
    allCases.flatMap { profile in
      [profile.rawValue] + others.filter { $0.value == profile }.map(\.key).sorted()
    }
  }

  /// The mode of travel.
  var mode: Mode {
    switch self {
    case .driving: .car
    case .truck: .truck
    case .cycling: .bicycle
    case .walking: .foot
    case .bus: .bus
    case .taxi: .taxi
    case .scooter: .scooter
    case .motorcycle: .motorcycle
    }
  }

  /// The name of the travel mode on a step that is not on a ferry.
  static func travel(_ mode: Mode) -> String {
    switch mode {
    case .bicycle: "cycling"
    case .foot: "walking"
    default: "driving"
    }
  }
}
