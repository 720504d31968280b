/// The effect of a road's grade on the time, for one kind of traveller.
///
/// - **On foot**: Tobler's hiking function, speed ∝ exp(−3.5 |S + 0.05|) for a grade S (W. Tobler, "Three presentations
///   on geographical analysis and modeling", NCGIA technical report 93-1, 1993), relative to level ground.
/// - **Bicycles**: the speed at which the power of the rider equals that of rolling, climbing and air (J. C. Martin et
///   al., "Validation of a mathematical model for road cycling power", 1998, doi:10.1123/jab.14.3.276), relative to
///   level ground. The power on climbs rises by two thirds, as riders' does (J. Parkin and J. Rotheram, 2010,
///   doi:10.1016/j.tranpol.2010.03.001: 150 W on the level, 250 W on hills). Nobody rides slower than he would push, at
///   Tobler's function. Down, brakes hold the speed at 1.5 times that of level ground.
/// - **Trucks**: up, the speed at which the power of the engine equals that of rolling, climbing and air; by default
///   120 kg/kW, the truck for which climbing lanes are designed (AASHTO, "A policy on geometric design of highways and
///   streets", 2018, section 3.4.3). Down, the speed at which an endurance brake holds the vehicle that passes the
///   type-IIA test, 30 km/h on 7 % (UN Regulation No. 13, annex 4, section 1.8).
///
/// Steps have a speed of their own, whatever their grade.
///
/// Queries use integer arithmetic. The tables are made with basic operations on doubles, so they
/// are the same on every machine.
@usableFromInline
package struct GradeTimes: Sendable {
  /// The kind of traveller.
  package enum Kind: Hashable, Sendable {
    case foot
    case bicycle
    case truck(kilograms: UInt32, watts: UInt32)
  }

  /// The values of one direction, by ``Grade/step``.
  private struct Table: Sendable {
    /// The factor of the level time in thousandths; ``unlimited`` if only the speed decides.
    var factors: [UInt16] = []
    /// The minimum speed in tenths of km/h that results from the factor.
    var speeds: [UInt16] = []

    static let unlimited = UInt16.max

    /// The time for a whole edge of one grade.
    ///
    /// It follows from the factor, at no less than the minimum speed. If only the speed decides, it
    /// is at least the time on level ground.
    func time(_ level: UInt64, _ work: UInt64, _ step: Int) -> UInt64 {
      let speed = UInt64(speeds[step])
      let slowest = max(level, (work + speed - 1) / speed)
      if factors[step] == Self.unlimited { return slowest }
      return min((level * UInt64(factors[step]) + 999) / 1_000, slowest)
    }
  }

  /// The kind of traveller; equal kinds have equal times.
  package let kind: Kind
  private let uphill: Table
  private let downhill: Table
  /// The smallest factor of a time, in thousandths; at most 1,000.
  package let leastPermille: UInt32

  /// People on foot.
  package static let foot = GradeTimes(.foot)
  /// Bicycles.
  package static let bicycle = GradeTimes(.bicycle)
  /// Trucks of 40 t with 120 kg/kW.
  package static let truck = GradeTimes(.truck(kilograms: 40_000, watts: 333_333))

  /// The times of a vehicle; nil if the grade does not change them.
  ///
  /// - Parameters:
  ///   - vehicle: The vehicle; nil counts as one without properties.
  ///   - mode: The mode of travel.
  ///   - kilowatts: The power of a truck's engine; nil for 120 kg/kW.
  /// - Returns: The times.
  package static func times(
    of vehicle: Vehicle?, _ mode: Mode, kilowatts: Double?
  ) -> GradeTimes? {
    switch mode {
    case .foot: return foot
    case .bicycle: return bicycle
    case .truck:
      guard let kilowatts, CostSettings.powerRange.contains(kilowatts) else { return truck }
      let kilograms = vehicle?.weight ?? vehicle?[.weightRating] ?? 40_000
      return GradeTimes(
        .truck(
          kilograms: min(max(kilograms, 500), 1_000_000), watts: UInt32(kilowatts * 1_000)))
    default: return nil
    }
  }

  private init(_ kind: Kind) {
    self.kind = kind
    var (up, down) = (Table(), Table())
    for step in 0..<Grade.stepCount {
      let grade = Double(step) / Double(Grade.stepsPerUnit)
      let (rise, fall) = (Self.limits(kind, grade), Self.limits(kind, -grade))
      up.factors.append(rise.factor)
      up.speeds.append(rise.deciKmh)
      down.factors.append(fall.factor)
      down.speeds.append(fall.deciKmh)
    }
    (uphill, downhill) = (up, down)
    let factors = kind.isPowered ? [] : up.factors + down.factors
    leastPermille = UInt32(factors.min() ?? 1_000)
  }

  /// The time on an edge.
  ///
  /// - Parameters:
  ///   - level: The time on level ground, at most a quarter of the range.
  ///   - centimetres: The length of the edge.
  ///   - grade: Its grade.
  /// - Returns: At least 1, at most a quarter of the range.
  package func time(
    _ level: Centiseconds, centimetres: UInt32, _ grade: Grade
  ) -> Centiseconds {
    let step = grade.step
    if step == 0 { return level }
    let work = UInt64(centimetres) * 36
    let rising = grade.risingShare
    var sum: UInt64 = 0
    if rising > 0 { sum += rising * uphill.time(UInt64(level), work, step) }
    let falling = Grade.wholeShare - rising
    if falling > 0 { sum += falling * downhill.time(UInt64(level), work, step) }
    let time = (sum + Grade.wholeShare - 1) / Grade.wholeShare
    return Centiseconds(truncatingIfNeeded: min(max(time, 1), UInt64(Centiseconds.max / 4)))
  }

  // MARK: The functions

  private static func limits(
    _ kind: Kind, _ grade: Double
  ) -> (factor: UInt16, deciKmh: UInt16) {
    switch kind {
    case .foot: return (permille(tobler(grade)), 1)
    case .bicycle:
      if grade == 0 { return (1_000, 1) }
      let factor = Rider.levelSpeed / Rider.speed(grade)
      let pushing = Double(SpeedTable.pushing) / tobler(grade)
      return (permille(factor), grade > 0 ? UInt16(max(pushing, 1)) : 1)
    case .truck(let kilograms, let watts):
      let speed = HeavyTruck(kilograms: Double(kilograms), watts: Double(watts)).speed(grade)
      return (Table.unlimited, UInt16(min(max(speed * 36, 50), 60_000)))
    }
  }

  private static func permille(_ factor: Double) -> UInt16 {
    UInt16(min(max((factor * 1_000).rounded(), 1), Double(Table.unlimited - 1)))
  }

  /// The time on a grade relative to level ground by Tobler's function.
  static func tobler(_ grade: Double) -> Double {
    exponential(3.5 * ((grade + 0.05).magnitude - 0.05))
  }

  /// e to the power of a number between −1 and 5, to a millionth.
  private static func exponential(_ x: Double) -> Double {
    let part = x / 4_096
    var value = 1 + part + part * part / 2
    for _ in 0..<12 { value *= value }
    return value
  }
}

extension GradeTimes.Kind {
  /// Whether an engine and brakes limit the speed, instead of a factor.
  fileprivate var isPowered: Bool { if case .truck = self { true } else { false } }
}

extension GradeTimes: Hashable {
  /// Whether the kinds are equal; equal kinds have equal times.
  @usableFromInline
  package static func == (a: GradeTimes, b: GradeTimes) -> Bool { a.kind == b.kind }

  /// Hashes the kind.
  @usableFromInline
  package func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

private let gravity = 9.81
/// The density of air in kg/m³ at 15 degrees.
private let air = 1.225

/// The speed at which a power moves a mass up a grade, in m/s.
///
/// - Parameters:
///   - watts: The power at the wheels.
///   - kilograms: The mass.
///   - resistance: Climbing and rolling, as a share of the weight.
///   - dragArea: The drag coefficient times the frontal area in m².
/// - Returns: The speed, at most 60 m/s.
private func speed(
  watts: Double, kilograms: Double, resistance: Double, dragArea: Double
) -> Double {
  var (low, high) = (0.0, 60.0)
  for _ in 0..<40 {
    let middle = (low + high) / 2
    let force = kilograms * gravity * resistance + air / 2 * dragArea * middle * middle
    if middle * force < watts { low = middle } else { high = middle }
  }
  return low
}

/// A rider with a bicycle: 95 kg, upright.
private enum Rider {
  static let kilograms = 95.0
  static let rolling = 0.008
  static let dragArea = 0.6
  /// 17 km/h on level ground, the middle of the classes' speeds.
  static let levelSpeed = 17 / 3.6
  /// The maximum speed downhill, relative to level ground.
  static let braking = 1.5
  /// The grade from which the power is at its maximum.
  static let steep = 0.05

  static var levelWatts: Double {
    levelSpeed
      * (kilograms * gravity * rolling + air / 2 * dragArea * levelSpeed * levelSpeed)
  }

  static func speed(_ grade: Double) -> Double {
    let effort = 1 + min(max(grade / steep, 0), 1) * 2 / 3
    let found = RoadModel.speed(
      watts: levelWatts * effort, kilograms: kilograms, resistance: grade + rolling,
      dragArea: dragArea)
    return min(max(found, 0.1), levelSpeed * braking)
  }
}

/// A truck with an engine and an endurance brake.
private struct HeavyTruck {
  let kilograms: Double
  let watts: Double

  func speed(_ grade: Double) -> Double {
    if grade < 0 { return 0.07 * (30 / 3.6) / -grade }
    // 90 % of the engine's power reaches the wheels.
    return RoadModel.speed(
      watts: watts * 0.9, kilograms: kilograms, resistance: grade + 0.006, dragArea: 6)
  }
}
