import Notation

extension RoadRule {
  /// The rule as a canonical tag: `maxheight=3.8`, `hgv:backward=no`,
  /// `maxweight:conditional=3.5 @ (Mo-Fr 07:00-19:00)`.
  public var tag: String { tag(turn: "no_turn") }

  /// The rule as a canonical tag; a ban has the given restriction as its value: `restriction=no_left_turn`.
  public func tag(turn: String) -> String {
    let ways: String
    switch directions {
    case .forward: ways = ":forward"
    case .backward: ways = ":backward"
    default: ways = ""
    }
    var (key, value) = effect.keyAndValue
    if case .ban = effect { value = turn }
    if condition.terms == [.unknown(Self.unwritten)] { return "\(key)\(ways)=\(Self.unwritten)" }
    return condition.terms.isEmpty
      ? "\(key)\(ways)=\(value)" : "\(key)\(ways):conditional=\(value) @ \(condition.text)"
  }
}

extension RoadRule {
  /// The condition of a limit whose value is unknown.
  public static let unwritten = "below_default"
}

extension RoadRule.Effect {
  fileprivate var keyAndValue: (key: String, value: String) {
    switch self {
    case .limit(let kind, let value):
      return (kind.key, value.map { kind.tagValue(of: $0) } ?? (kind.isBan ? "yes" : "none"))
    case .access(let access, let modes): return (modes.accessKey, access.tagValue)
    case .speed(let speed): return ("maxspeed", speed.tagValue)
    case .truckSpeed(let speed): return ("maxspeed:hgv", speed.tagValue)
    case .turnRound: return ("highway", "turning_circle")
    case .ban(let modes):
      let bound = modes.subtracting(ModeSet(.foot))
      return (
        bound.rawValue == ModeSet.vehicles.rawValue
          ? "restriction" : "restriction:\(modes.accessKey)", "no_turn"
      )
    }
  }
}

extension LimitKind {
  /// A value as in a tag, without its unit: `3.8`, `7.5`, `no`.
  func tagValue(of value: UInt32) -> String {
    if isBan { return value == 0 ? "no" : "yes" }
    return isCounted ? text(of: value) : Self.decimal(value)
  }

  /// Whether the value of the tag is yes or no, not a number.
  var isBan: Bool { self == .trailers || self == .hazmat || self == .hazmatWater }
}

extension Speed {
  /// The value as in a tag, in km/h.
  public var tagValue: String {
    if self == .unlimited { return "none" }
    return Decimals.text(units: Int64(deciKmh), decimals: 1)
  }
}

extension Access {
  /// The value as in a tag.
  public var tagValue: String {
    switch self {
    case .no: "no"
    case .yes: "yes"
    case .designated: "designated"
    case .permissive: "permissive"
    case .destination: "destination"
    case .delivery: "delivery"
    case .privateOnly: "private"
    case .agricultural: "agricultural"
    case .forestry: "forestry"
    case .dismount: "dismount"
    case .discouraged: "discouraged"
    case .useSidepath: "use_sidepath"
    }
  }
}

extension RoadClass {
  /// The class as OpenStreetMap's tag value.
  package var tagValue: String {
    switch self {
    case .unknown: "unknown"
    case .motorway: "motorway"
    case .trunk: "trunk"
    case .primary: "primary"
    case .secondary: "secondary"
    case .tertiary: "tertiary"
    case .unclassified: "unclassified"
    case .residential: "residential"
    case .livingStreet: "living_street"
    case .service: "service"
    case .track: "track"
    case .pedestrian: "pedestrian"
    case .path: "path"
    case .footway: "footway"
    case .cycleway: "cycleway"
    case .bridleway: "bridleway"
    case .steps: "steps"
    case .ferry: "ferry"
    case .carTrain: "car_train"
    case .busway: "busway"
    case .road: "road"
    }
  }
}

extension ModeSet {
  /// Every mode except pedestrians.
  public static let vehicles = all.subtracting(ModeSet(.foot))
  /// Every motorised mode.
  public static let motorised = vehicles.subtracting(ModeSet(.bicycle))

  /// The access key for these modes.
  public var accessKey: String {
    if self == .all { return "access" }
    if self == .vehicles { return "vehicle" }
    if self == .motorised { return "motor_vehicle" }
    let single = Mode.allCases.filter { contains($0) }
    if single.count == 1 { return single[0].accessKey }
    if self == [ModeSet(.bus), ModeSet(.taxi)] { return "psv" }
    // Taxis count as cars if no rule mentions them.
    if self == [ModeSet(.car), ModeSet(.taxi)] { return Mode.car.accessKey }
    return single.map(\.accessKey).joined(separator: "+")
  }
}

extension AccessTable {
  /// The largest group of modes, among those with a tag, that have the same access as a mode.
  public func group(of mode: Mode) -> ModeSet {
    let access = self[mode]
    for group in [ModeSet.all, .vehicles, .motorised] where group.contains(mode) {
      if Mode.allCases.allSatisfy({ !group.contains($0) || self[$0] == access }) { return group }
    }
    return ModeSet(mode)
  }
}

extension Mode {
  /// The access key for only this mode.
  public var accessKey: String {
    switch self {
    case .car: "motorcar"
    case .truck: "hgv"
    case .bicycle: "bicycle"
    case .foot: "foot"
    case .scooter: "moped"
    case .bus: "bus"
    case .taxi: "taxi"
    case .motorcycle: "motorcycle"
    }
  }
}
