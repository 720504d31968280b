/// A duration in whole hundredths of a second, the unit in which every search adds and compares.
public typealias Centiseconds = UInt32

extension Centiseconds {
  /// Seconds rounded to hundredths and clamped to the range; 0 if the value is not a number.
  package init(seconds: Double) {
    self = seconds >= 0 ? UInt32(Swift.min(seconds * 100, Double(UInt32.max)).rounded()) : 0
  }
}

/// The costs of roads and turns for one mode of travel; the only place where length and speed become time.
///
/// The compiler and queries call the same functions, so that a cost and its bound agree exactly. Speeds are expected
/// averages in free flow, not limits: a share of the signed limit if there is one, otherwise a value for the class.
/// tools/bench/QUERIES.md compares them with two other engines on real extracts.
@frozen
public struct Costing: Sendable, Hashable {
  /// The mode.
  public let mode: Mode
  /// Whether traffic keeps left, so that a right turn crosses oncoming traffic.
  public let drivesOnLeft: Bool
  /// Average speed by ``RoadClass`` raw value without a signed limit, in tenths of km/h.
  @usableFromInline
  let classSpeeds: [UInt16]
  /// As `classSpeeds`, for ramps.
  @usableFromInline
  let linkSpeeds: [UInt16]
  /// The maximum speed of the vehicle for each `capIndex(_:)`, by law and by its own limit.
  @usableFromInline
  let caps: [UInt16]
  /// The factor of the speed by ``RoadClass`` raw value, in thousandths; empty if all are 1.
  @usableFromInline
  let factors: [UInt16]
  /// The times of turns.
  public let turns: TurnTimes
  /// The effect of grades on times, on maps with elevation; nil for none.
  package let grades: GradeTimes?

  /// Costs of a mode.
  ///
  /// - Parameters:
  ///   - mode: The mode.
  ///   - drivesOnLeft: Whether traffic keeps left.
  ///   - law: The speed limits for trucks in the country of the roads; if nil, 80 km/h apply to all trucks.
  ///   - vehicle: The vehicle whose permitted weight and trailers the law considers; nil counts as a heavy truck
  ///     without trailer.
  ///   - settings: Times of turns and speeds that replace the defaults.
  public init(
    _ mode: Mode, drivesOnLeft: Bool = false, law: TruckLaw? = nil, vehicle: Vehicle? = nil,
    settings: CostSettings = .usual
  ) {
    self.mode = mode
    self.drivesOnLeft = drivesOnLeft
    (self.classSpeeds, self.linkSpeeds) = SpeedTable.speeds[Int(mode.rawValue)]
    self.caps = SpeedTable.caps(of: mode, law: law, vehicle: vehicle)
    self.factors = SpeedTable.factors(settings.speedFactors)
    self.grades = .times(of: vehicle, mode, kilowatts: settings.enginePowerKilowatts)
    self.turns = TurnTimes(mode, drivesOnLeft: drivesOnLeft, seconds: settings.turnSeconds)
  }

  /// The maximum speed of the mode on any road or ferry under any law, in tenths of km/h.
  public var maximumSpeed: UInt16 { Self.maximumSpeed(of: mode) }

  /// The maximum speed of a mode on any road or ferry under any law, in tenths of km/h.
  package static func maximumSpeed(of mode: Mode) -> UInt16 {
    max(SpeedTable.maximum(of: mode), SpeedTable.ferryCap)
  }

  /// The maximum speed of the mode on roads, without ferries and car trains, in tenths of km/h; nil if factors may
  /// raise it.
  package var maximumRoadSpeed: UInt16? { factors.isEmpty ? SpeedTable.maximum(of: mode) : nil }

  /// The index in `caps`: class in five bits, built-up, motorroad, one-way, and roundabout or link.
  @inlinable
  static func capIndex(_ road: RoadAttributes) -> Int {
    let flags = road.flags
    var index = Int(road.roadClass.rawValue)
    if flags.contains(.builtUp) { index |= 1 << 5 }
    if flags.contains(.motorroad) { index |= 1 << 6 }
    if !flags.isDisjoint(with: [.onewayForward, .onewayBackward]) { index |= 1 << 7 }
    if !flags.isDisjoint(with: [.roundabout, .link]) { index |= 1 << 8 }
    return index
  }

  /// The expected speed on a road, in tenths of km/h; never 0.
  @inlinable
  public func speed(_ road: RoadAttributes, _ direction: Direction) -> UInt16 {
    let speed = usualSpeed(road, direction)
    return factors.isEmpty ? speed : scaled(speed, road)
  }

  /// A speed with the factor of the road's class, within the limits of the vehicle and the law.
  @usableFromInline
  func scaled(_ speed: UInt16, _ road: RoadAttributes) -> UInt16 {
    let scaled = UInt32(speed) * UInt32(factors[Int(road.roadClass.rawValue)]) / 1_000
    let isRoad = mode.isMotorised && !road.flags.contains(.ferry)
    let cap = isRoad ? caps[Self.capIndex(road)] : max(speed, maximumSpeed)
    return UInt16(max(min(scaled, UInt32(cap)), 1))
  }

  /// The expected speed without factors.
  @inlinable
  func usualSpeed(_ road: RoadAttributes, _ direction: Direction) -> UInt16 {
    let signed = road.signedSpeed(direction, truck: mode == .truck)
    let isLink = road.flags.contains(.link)
    let usual = (isLink ? linkSpeeds : classSpeeds)[Int(road.roadClass.rawValue)]
    if road.flags.contains(.ferry) {
      return signed.isKnown ? max(min(signed.deciKmh, SpeedTable.ferryCap), 1) : usual
    }
    if mode == .foot { return usual }
    if mode == .bicycle { return bicycleSpeed(road, direction, usual, signed) }
    var speed = usual
    if signed == .unlimited {
      speed = max(usual, SpeedTable.unlimited)
    } else if signed.isKnown {
      speed = UInt16(
        truncatingIfNeeded: UInt32(signed.deciKmh) &* SpeedTable.shareOfLimit(isLink) / 100)
    }
    speed = min(speed, SpeedTable.surfaceCap(road))
    if road.flags.contains(.minorService) { speed = min(speed, SpeedTable.minorService) }
    return max(min(speed, caps[Self.capIndex(road)]), 10)
  }

  @usableFromInline
  func bicycleSpeed(
    _ road: RoadAttributes, _ direction: Direction, _ usual: UInt16, _ signed: Speed
  ) -> UInt16 {
    // A pushed bicycle is never faster than the class, such as on stairs.
    if road.access(direction)[.bicycle] == .dismount { return min(usual, SpeedTable.pushing) }
    var speed = min(usual, SpeedTable.bicycleSurfaceCap(road))
    if signed.isKnown { speed = min(speed, signed.deciKmh) }
    return max(speed, 10)
  }

  /// The time for a length at a speed, rounded up once, at least one unit.
  ///
  /// Rounding up ensures that no road is faster than the straight line at its speed, so that bounds hold.
  ///
  /// - Parameters:
  ///   - centimetres: The length of the edge.
  ///   - deciKmh: The speed in tenths of km/h, not 0.
  /// - Returns: Hundredths of a second, at most a quarter of the range (124 days), so that four can be added.
  @inlinable
  public static func time(centimetres: UInt32, deciKmh: UInt16) -> Centiseconds {
    let speed = UInt64(deciKmh)
    let time = (UInt64(centimetres) &* 36 &+ speed &- 1) / speed
    return Centiseconds(truncatingIfNeeded: min(max(time, 1), UInt64(Centiseconds.max / 4)))
  }

  /// The time to travel a whole edge.
  @inlinable
  public func edgeTime(centimetres: UInt32, _ road: RoadAttributes, _ direction: Direction)
    -> Centiseconds
  {
    Self.time(centimetres: centimetres, deciKmh: speed(road, direction))
  }

  /// The sum of two times, saturating at the maximum.
  ///
  /// So times never overflow, however many legs a trip has.
  @inlinable
  public static func sum(_ a: Centiseconds, _ b: Centiseconds) -> Centiseconds {
    let (sum, isMore) = a.addingReportingOverflow(b)
    return isMore ? .max : sum
  }

  /// The time for a part of an edge's length, rounded to the nearest unit.
  @inlinable
  public static func partTime(_ whole: Centiseconds, part: UInt32, of length: UInt32)
    -> Centiseconds
  {
    guard length > 0 else { return 0 }
    return Centiseconds(
      truncatingIfNeeded: (UInt64(whole) &* UInt64(min(part, length)) &+ UInt64(length) / 2)
        / UInt64(length))
  }

  /// The time of a turn in addition to the time on the edges: see ``TurnTimes``.
  @inlinable
  public func turnTime(angle: Int8, isJunction: Bool, isUTurn: Bool, node: NodeFlags)
    -> Centiseconds
  {
    turns.time(angle: angle, isJunction: isJunction, isUTurn: isUTurn, node: node)
  }
}
