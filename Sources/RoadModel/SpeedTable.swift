/// The numbers behind ``Costing``, in one place: tenths of km/h and hundredths of a second.
///
/// They are our own estimates of actual speeds. With them, the durations of random car routes on
/// real extracts lie between those of OSRM and Valhalla; `tools/bench/compare-peers` repeats the
/// comparison.
@usableFromInline
enum SpeedTable {
  /// Class speeds and ramp speeds of each mode, by ``RoadClass`` raw value.
  static let speeds = Mode.allCases.map { speeds(of: $0) }

  private static func speeds(of mode: Mode) -> (classes: [UInt16], links: [UInt16]) {
    var classes = [UInt16](repeating: 0, count: 256)
    for value in 0..<256 {
      let roadClass = RoadClass(rawValue: UInt8(value)) ?? .unknown
      classes[value] = speed(of: roadClass, mode) * 10
    }
    var links = classes
    guard mode.isMotorised else { return (classes, links) }
    links[Int(RoadClass.motorway.rawValue)] = 500
    links[Int(RoadClass.trunk.rawValue)] = 450
    links[Int(RoadClass.primary.rawValue)] = 350
    links[Int(RoadClass.secondary.rawValue)] = 300
    links[Int(RoadClass.tertiary.rawValue)] = 250
    return (classes, links)
  }

  /// Average speed on a class in km/h.
  static func speed(of roadClass: RoadClass, _ mode: Mode) -> UInt16 {
    switch mode {
    case .foot:
      return switch roadClass {
      case .steps: 2
      case .ferry: 15
      case .carTrain: 50
      default: 5
      }
    case .bicycle:
      return switch roadClass {
      case .motorway, .trunk, .primary, .secondary, .tertiary: 18
      case .cycleway: 18
      case .residential, .unclassified, .service, .busway, .road: 17
      case .livingStreet: 12
      case .track: 12
      case .path, .bridleway: 11
      case .pedestrian, .footway: 6
      case .steps: 2
      case .ferry: 15
      case .carTrain: 50
      case .unknown: 10
      }
    default:
      return switch roadClass {
      case .motorway: mode == .scooter ? 45 : 100
      case .trunk: 85
      case .primary: 62
      case .secondary: 52
      case .tertiary: 42
      case .unclassified: 32
      case .residential: 26
      case .livingStreet: 10
      case .service: 15
      case .track: 12
      case .pedestrian, .path, .footway, .cycleway, .bridleway: 6
      case .steps: 1
      case .ferry: 15
      case .carTrain: 50
      case .busway: 30
      case .road: 25
      case .unknown: 20
      }
    }
  }

  /// Average speed on roads that signs leave without a limit (`maxspeed=none`).
  @inlinable static var unlimited: UInt16 { 1_200 }
  /// Parking aisles, driveways.
  @inlinable static var minorService: UInt16 { 100 }
  /// The maximum speed of ships and trains, even if their tagged duration implies more.
  @inlinable static var ferryCap: UInt16 { 700 }
  /// Pushing a bicycle.
  @inlinable static var pushing: UInt16 { 40 }

  /// The average speed as a percentage of the signed limit.
  @usableFromInline
  static func shareOfLimit(_ isLink: Bool) -> UInt32 { isLink ? 70 : 84 }

  /// The maximum speed of a vehicle of a mode if no law is known.
  static func cap(of mode: Mode) -> UInt16 {
    switch mode {
    case .car, .taxi, .motorcycle: 1_300
    case .truck: 800
    case .bus: 900
    case .scooter: 450
    case .bicycle: 300
    case .foot: 50
    }
  }

  /// The maximum speed of a vehicle of a mode under any law.
  ///
  /// Trucks have speed limiters, set to 90 km/h in Europe (Directive 92/6/EEC, article 3), so they
  /// average no more even if 100 is allowed.
  static func maximum(of mode: Mode) -> UInt16 {
    mode == .truck ? 900 : cap(of: mode)
  }

  /// The maximum speeds of a vehicle by ``Costing/capIndex(_:)``.
  static func caps(of mode: Mode, law: TruckLaw?, vehicle: Vehicle?) -> [UInt16] {
    guard mode == .truck, let law else { return usualCaps[Int(mode.rawValue)] }
    let caps = TruckLaw.Zone.allCases.map { zone in
      let legal = law.cap(
        zone, weightRating: vehicle?[.weightRating], trailers: vehicle?[.trailers])
      return min(legal?.deciKmh ?? .max, maximum(of: mode))
    }
    return zones.map { caps[Int($0.rawValue)] }
  }

  /// The factors of the speed by ``RoadClass`` raw value in thousandths; empty if all are 1.
  static func factors(_ given: [RoadClass: Double]) -> [UInt16] {
    guard given.contains(where: { $0.value != 1 }) else { return [] }
    var factors = [UInt16](repeating: 1_000, count: 256)
    for (roadClass, factor) in given where CostSettings.speedRange.contains(factor) {
      factors[Int(roadClass.rawValue)] = UInt16((factor * 1_000).rounded())
    }
    return factors
  }

  /// The maximum speeds of each mode if no law is known.
  private static let usualCaps = Mode.allCases.map {
    Array(repeating: cap(of: $0), count: zones.count)
  }

  /// The kinds of road by ``Costing/capIndex(_:)``.
  private static let zones: [TruckLaw.Zone] = (0..<512).map { index in
    var flags: RoadFlags = []
    if index & 1 << 5 != 0 { flags.insert(.builtUp) }
    if index & 1 << 6 != 0 { flags.insert(.motorroad) }
    if index & 1 << 7 != 0 { flags.insert(.onewayForward) }
    if index & 1 << 8 != 0 { flags.insert(.link) }
    return TruckLaw.Zone(RoadClass(rawValue: UInt8(index & 31)) ?? .unknown, flags)
  }

  /// The maximum speed of a motor vehicle on a surface.
  @usableFromInline
  static func surfaceCap(_ road: RoadAttributes) -> UInt16 {
    var cap = UInt16.max
    switch road.surface {
    case .unknown, .paved: break
    case .stones: cap = 400
    case .compacted: cap = 700
    case .gravel: cap = 450
    case .earth: cap = 350
    case .soft: cap = 150
    }
    switch road.trackGrade {
    case 1: cap = min(cap, 400)
    case 2: cap = min(cap, 300)
    case 3: cap = min(cap, 200)
    case 4: cap = min(cap, 150)
    case 5: cap = min(cap, 100)
    default: break
    }
    switch road.smoothness {
    case 4: cap = min(cap, 500)
    case 5: cap = min(cap, 300)
    case 6: cap = min(cap, 200)
    case 7...: cap = min(cap, 80)
    default: break
    }
    return cap
  }

  /// The maximum speed of a bicycle on a surface.
  @usableFromInline
  static func bicycleSurfaceCap(_ road: RoadAttributes) -> UInt16 {
    switch road.surface {
    case .unknown, .paved: .max
    case .stones: 140
    case .compacted: 160
    case .gravel: 120
    case .earth: 100
    case .soft: 60
    }
  }

  /// Waiting at traffic lights, averaged over red and green.
  @inlinable static var signals: Centiseconds { 200 }
  /// Slowing down, and sometimes giving way, at a crossing with pedestrians or rails.
  @inlinable static var crossing: Centiseconds { 50 }
  /// Opening a gate.
  @inlinable static var gate: Centiseconds { 3_000 }
  /// Paying.
  @inlinable static var tollBooth: Centiseconds { 1_500 }
  /// Turning round where it is allowed.
  @inlinable static var uTurn: Centiseconds { 2_000 }
  /// Turning across oncoming traffic.
  @inlinable static var acrossTraffic: Centiseconds { 300 }
  /// Turning to the near side.
  @inlinable static var withTraffic: Centiseconds { 150 }
  /// Turning back sharply.
  @inlinable static var sharp: Centiseconds { 500 }
  /// Turns below this many 1/256 turns (38 degrees) are straight on.
  @inlinable static var straightBelow: Int { 27 }
  /// From this many 1/256 turns (135 degrees) a turn is sharp.
  @inlinable static var sharpFrom: Int { 96 }
}
