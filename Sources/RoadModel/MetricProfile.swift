/// A road type that a stored metric may avoid.
public enum AvoidedRoads: UInt8, Sendable, Hashable, CaseIterable {
  /// Roads with a toll for the vehicle.
  case tolls = 1
  /// Ferries and car trains.
  case ferries = 2
  /// Motorways.
  case motorways = 3
  /// Tunnels.
  case tunnels = 4
  /// Unpaved roads.
  case unpaved = 5

  /// The name on the command line.
  public var name: String {
    switch self {
    case .tolls: "toll"
    case .ferries: "ferry"
    case .motorways: "motorway"
    case .tunnels: "tunnel"
    case .unpaved: "unpaved"
    }
  }
}

/// The vehicle that a stored metric serves: a standard vehicle of a mode, or one that avoids a road type.
public struct MetricProfile: Sendable, Hashable, Comparable {
  /// The mode.
  public var mode: Mode
  /// The road type to avoid; nil for none.
  public var avoided: AvoidedRoads?

  /// The profile of a mode.
  public init(_ mode: Mode, avoiding avoided: AvoidedRoads? = nil) {
    self.mode = mode
    self.avoided = avoided
  }

  /// The profile with a name such as `car` or `car-no-motorway`; nil if there is none.
  public init?(name: String) {
    guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// The name, on the command line and in the output of `mapc info`.
  public var name: String { avoided.map { "\(mode.name)-no-\($0.name)" } ?? mode.name }

  /// The profiles of all modes, those that avoid nothing first.
  public static let all: [MetricProfile] =
    ([nil] + AvoidedRoads.allCases).flatMap { avoided in
      Mode.allCases.map { MetricProfile($0, avoiding: avoided) }
    }

  /// In the order of ``all``.
  public static func < (a: MetricProfile, b: MetricProfile) -> Bool { a.order < b.order }

  private var order: Int { Int(avoided?.rawValue ?? 0) << 8 | Int(mode.rawValue) }

  /// A standard car.
  public static let car = MetricProfile(.car)
  /// A standard truck.
  public static let truck = MetricProfile(.truck)
  /// A standard bicycle.
  public static let bicycle = MetricProfile(.bicycle)
  /// A standard pedestrian.
  public static let foot = MetricProfile(.foot)
}
