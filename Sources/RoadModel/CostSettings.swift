/// The weights of roads and turns for a trip; unlike ``Avoidance``, preferences are gradual.
///
/// The default settings have no entries. Other settings have their own metric. An engine makes it
/// once it pays off, and shares it between requests with equal settings.
public struct CostSettings: Sendable, Hashable {
  /// The preference for a kind of road, 0 to 1; 0.5 is neutral, like no entry.
  ///
  /// A preference multiplies the cost of such a road by 4 at 0, by 2 at 1/3, by 1/2 at 5/6 and by
  /// 1/4 at 1 (``weight(ofPreference:)``). On a road of several kinds the factors multiply. It
  /// changes which route is best, not the duration of a route.
  public var preferences: [RoadTrait: Double]
  /// Seconds for a kind of turn or delay at a junction instead of the default, 0 to 3,600.
  public var turnSeconds: [TurnDelay: Double]
  /// Factors of the usual speed on a class of roads, 0.1 to 4; 1 is like no entry.
  ///
  /// Speeds stay within the limits of the vehicle and of the law for it.
  public var speedFactors: [RoadClass: Double]
  /// The grade in percent, 1 to 100, from which roads are avoided where possible, uphill or downhill; nil for none.
  ///
  /// It has an effect only on maps with elevation.
  public var steepPercent: Double?
  /// The power of a truck's engine in kW, 1 to 2,000, for its speed uphill; nil for 1 kW per 120 kg of weight.
  ///
  /// The weight is that of the vehicle, otherwise its permitted weight, otherwise 40 t. It has an
  /// effect only on maps with elevation.
  public var enginePowerKilowatts: Double?

  /// Settings.
  public init(
    preferences: [RoadTrait: Double] = [:], turnSeconds: [TurnDelay: Double] = [:],
    speedFactors: [RoadClass: Double] = [:], steepPercent: Double? = nil,
    enginePowerKilowatts: Double? = nil
  ) {
    self.preferences = preferences
    self.turnSeconds = turnSeconds
    self.speedFactors = speedFactors
    self.steepPercent = steepPercent
    self.enginePowerKilowatts = enginePowerKilowatts
  }

  /// No entries.
  public static let usual = CostSettings()

  /// The range of ``preferences``.
  public static let preferenceRange = 0.0...1.0
  /// The range of ``turnSeconds``.
  public static let turnRange = 0.0...3_600.0
  /// The range of ``speedFactors``.
  public static let speedRange = 0.1...4.0
  /// The range of ``steepPercent``.
  public static let steepRange = 1.0...100.0
  /// The range of ``enginePowerKilowatts``.
  public static let powerRange = 1.0...2_000.0

  /// A value out of range, with the range; nil if all values are valid.
  public var invalidValue: (name: String, value: Double, range: ClosedRange<Double>)? {
    let values =
      preferences.map { ("preference of \($0.name)", $1, Self.preferenceRange) }
      + turnSeconds.map { ("turn time of \($0.name)", $1, Self.turnRange) }
      + speedFactors.map { ("speed factor of \($0.tagValue)", $1, Self.speedRange) }
      + (steepPercent.map { [("grade of steep roads", $0, Self.steepRange)] } ?? [])
      + (enginePowerKilowatts.map { [("power of the engine", $0, Self.powerRange)] } ?? [])
    return values.filter { !$0.2.contains($0.1) }.min { $0.0 < $1.0 }
  }

  /// The cost factor of a preference: linear from 4 at 0 to 1 at 0.5, and to 1/4 at 1.
  public static func weight(ofPreference preference: Double) -> Double {
    preference <= 0.5 ? 4 - 6 * preference : 1.75 - 1.5 * preference
  }

  /// The same settings without entries that change nothing, so that equal costs have equal settings.
  package var normalized: CostSettings {
    CostSettings(
      preferences: preferences.filter { $0.value != 0.5 },
      turnSeconds: turnSeconds,
      speedFactors: speedFactors.filter { $0.value != 1 }, steepPercent: steepPercent,
      enginePowerKilowatts: enginePowerKilowatts)
  }
}

/// A kind of road or maneuver that a trip may prefer or dislike by degrees.
public enum RoadTrait: UInt8, Sendable, Hashable, CaseIterable {
  /// Roads with a toll for the vehicle.
  case toll = 0
  /// Ferries and car trains.
  case ferry = 1
  /// Motorways.
  case motorway = 2
  /// Tunnels.
  case tunnel = 3
  /// Unpaved roads.
  case unpaved = 4
  /// Living streets.
  case livingStreet = 5
  /// Roads of a network for heavy goods vehicles (`hgv=designated`, `hgv:national_network`).
  case truckRoute = 6
  /// Roads tagged as scenic.
  case scenic = 7
  /// U-turns.
  case uTurn = 8

  /// The name in URLs and on the command line.
  public var name: String {
    switch self {
    case .toll: "toll"
    case .ferry: "ferry"
    case .motorway: "motorway"
    case .tunnel: "tunnel"
    case .unpaved: "unpaved"
    case .livingStreet: "living_street"
    case .truckRoute: "truck_route"
    case .scenic: "scenic"
    case .uTurn: "u_turn"
    }
  }

  /// The trait with a name; nil if there is none.
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// The traits of a road as bits by raw value; the lowest five are those of ``Avoidance``.
  package static func bits(of road: RoadAttributes, truck: Bool) -> UInt8 {
    var bits = Avoidance(on: road, truck: truck).rawValue
    if road.roadClass == .livingStreet { bits |= 1 << livingStreet.rawValue }
    if road.flags.contains(.truckNetwork) { bits |= 1 << truckRoute.rawValue }
    if road.flags.contains(.scenic) { bits |= 1 << scenic.rawValue }
    return bits
  }
}

/// A turn or a delay at a junction that takes time.
public enum TurnDelay: UInt8, Sendable, Hashable, CaseIterable {
  /// Traffic lights.
  case signals = 0
  /// A crossing with pedestrians or rails.
  case crossing = 1
  /// A gate.
  case gate = 2
  /// A toll booth.
  case tollBooth = 3
  /// A U-turn.
  case uTurn = 4
  /// A turn across oncoming traffic.
  case acrossTraffic = 5
  /// A turn to the near side.
  case withTraffic = 6
  /// A sharp turn, from 135 degrees.
  case sharp = 7

  /// The name in URLs and on the command line.
  public var name: String {
    switch self {
    case .signals: "signals"
    case .crossing: "crossing"
    case .gate: "gate"
    case .tollBooth: "toll_booth"
    case .uTurn: "u_turn"
    case .acrossTraffic: "across_traffic"
    case .withTraffic: "with_traffic"
    case .sharp: "sharp"
    }
  }

  /// The delay with a name; nil if there is none.
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}
