/// Road types that a request may avoid where possible, or exclude.
public struct Avoidance: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8

  /// A set from its bits.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Roads with a toll for the vehicle.
  public static let tolls = Avoidance(rawValue: 1 << 0)
  /// Ferries and car trains.
  public static let ferries = Avoidance(rawValue: 1 << 1)
  /// Motorways.
  public static let motorways = Avoidance(rawValue: 1 << 2)
  /// Tunnels.
  public static let tunnels = Avoidance(rawValue: 1 << 3)
  /// Unpaved roads.
  public static let unpaved = Avoidance(rawValue: 1 << 4)

  /// All road types with their names on the command line.
  public static let named: [(name: String, value: Avoidance)] =
    AvoidedRoads.allCases.map { ($0.name, Avoidance($0)) }

  /// The names of these road types on the command line and in URLs.
  public var names: [String] { Self.named.filter { contains($0.value) }.map(\.name) }

  /// The road type that a stored metric avoids.
  package init(_ avoided: AvoidedRoads?) {
    self.init(rawValue: avoided.map { 1 << ($0.rawValue - 1) } ?? 0)
  }

  /// Whether a road belongs to one of these types.
  ///
  /// - Parameters:
  ///   - road: The road.
  ///   - truck: Whether tolls for heavy goods vehicles count.
  /// - Returns: `false` for the empty set.
  @inlinable
  package func forbids(_ road: RoadAttributes, truck: Bool) -> Bool {
    rawValue != 0 && !isDisjoint(with: Avoidance(on: road, truck: truck))
  }

  /// All types that a road belongs to.
  @inlinable
  package init(on road: RoadAttributes, truck: Bool) {
    let flags = road.flags
    self = []
    if flags.contains(.toll) || truck && flags.contains(.truckToll) { insert(.tolls) }
    if flags.contains(.ferry) { insert(.ferries) }
    if road.roadClass == .motorway { insert(.motorways) }
    if flags.contains(.tunnel) { insert(.tunnels) }
    if road.surface.isUnpaved { insert(.unpaved) }
  }
}
