public import RoadModel

extension ConsumptionModel {
  /// The model with the defaults of a vehicle for all missing parts, except ``traffic``.
  ///
  /// The defaults follow from the road load of a usual vehicle of the mode: rolling resistance and drag at constant
  /// speed, a share for braking and accelerating again that is larger in towns, and potential energy. A heavier vehicle
  /// (`Vehicle.weight`) has a larger rolling resistance and climbs with more energy.
  ///
  /// - Parameter vehicle: The vehicle.
  /// - Returns: A model in which only ``traffic`` may be nil.
  public func completed(for vehicle: Vehicle) -> ConsumptionModel {
    let load = RoadLoad(vehicle, carrier)
    var model = self
    model.freeFlow = freeFlow ?? load.table
    let ascent = ascentPerMetre ?? load.ascentPerMetre
    model.ascentPerMetre = ascent
    // A given climb that takes little limits what the default recovers.
    model.descentRecoveryPerMetre =
      descentRecoveryPerMetre ?? min(load.descentRecoveryPerMetre, ascent)
    model.auxiliaryPerSecond = auxiliaryPerSecond ?? load.auxiliaryPerSecond
    return model
  }
}

/// The road load of a usual vehicle: the force m·g·c_r + ½·ρ·c_d·A·v².
///
/// Coast-down tests measure it (UN Global Technical Regulation 15, annex 4).
///
/// Masses, drag areas and coefficients of rolling resistance of cars are those of middle-sized ones in the same
/// regulation's range (drag area 0.6 to 0.7 m², c_r 0.009 to 0.012); those of trucks and buses are the generic values
/// of VECTO, the European Commission's tool for heavy vehicles (drag area 5.5 to 6 m², c_r 0.0055 to 0.0065).
private struct RoadLoad {
  private var kilograms: Double
  /// Drag coefficient times frontal area, in square metres.
  private var dragArea: Double
  private var rolling: Double
  /// The share of the energy in the battery or the fuel that reaches the wheels.
  private var efficiency: Double
  /// The share of braking energy that is recovered; fuel is only saved.
  private var recovery: Double
  private var auxiliaryWatts: Double
  private let unit: Double

  private static let gravity = 9.81
  private static let airDensity = 1.2
  private static let joulesPerWattHour = 3_600.0

  init(_ vehicle: Vehicle, _ carrier: EnergyCarrier) {
    (kilograms, dragArea, rolling, auxiliaryWatts) =
      switch vehicle.mode {
      case .car, .taxi: (1_900, 0.65, 0.010, 500)
      case .truck: (30_000, 5.7, 0.006, 3_000)
      case .bus: (16_000, 5.5, 0.0065, 5_000)
      case .motorcycle: (330, 0.55, 0.015, 50)
      case .scooter: (190, 0.5, 0.015, 20)
      // The battery of a bicycle does all the work; people on foot have none.
      case .bicycle: (110, 0.5, 0.008, 5)
      case .foot: (0, 0, 0, 0)
      }
    if let weight = vehicle.weight, vehicle.mode != .foot { kilograms = Double(weight) }
    unit = carrier.wattHoursPerUnit
    switch carrier {
    case .electricity: (efficiency, recovery) = (0.85, 0.65)
    case .petrol: (efficiency, recovery) = (0.26, 0)
    case .diesel: (efficiency, recovery) = (vehicle.mode.isHeavy ? 0.40 : 0.32, 0)
    }
  }

  /// Consumption of the energy of `joules` at the wheels, in the unit of the carrier.
  private func units(_ joules: Double) -> Double {
    joules / efficiency / Self.joulesPerWattHour / unit
  }

  /// The mean number of stops per kilometre, by the usual speed in km/h.
  private static let stopsPerKilometre: [(kmh: Double, stops: Double)] = [
    (10, 4), (20, 3), (30, 2.5), (40, 2), (50, 1.5), (60, 0.8), (70, 0.4), (80, 0.25), (90, 0.15),
    (100, 0.08), (110, 0.05), (120, 0.05), (130, 0.05), (150, 0.05), (200, 0.05),
  ]

  /// The consumption by speed.
  var table: [SpeedConsumption] {
    Self.stopsPerKilometre.map { kmh, stops in
      let speed = kmh / 3.6
      let force =
        kilograms * Self.gravity * rolling + Self.airDensity * dragArea * speed * speed / 2
      let kinetic = kilograms * speed * speed / 2
      // A stop costs the energy to accelerate again, less the energy that braking recovers.
      let lost = units(kinetic) - recovery * kinetic / Self.joulesPerWattHour / unit
      let value = units(force) + stops / 1_000 * lost
      return SpeedConsumption(kmh: kmh, perMetre: min((value * 10_000).rounded() / 10_000, 20))
    }
  }

  private var potential: Double { kilograms * Self.gravity }

  var ascentPerMetre: Double { (units(potential) * 1_000).rounded() / 1_000 }

  /// An engine saves as much fuel as the descent supplies energy; the consumption of an edge is at least 0.
  var descentRecoveryPerMetre: Double {
    let share = recovery > 0 ? recovery / Self.joulesPerWattHour * potential : units(potential)
    return (share * 1_000).rounded() / 1_000
  }

  var auxiliaryPerSecond: Double {
    // An alternator driven by an engine has its efficiency.
    let watts = unit == 1 ? auxiliaryWatts : auxiliaryWatts / efficiency
    return (watts / Self.joulesPerWattHour / unit * 10_000).rounded() / 10_000
  }
}

extension Mode {
  fileprivate var isHeavy: Bool { self == .truck || self == .bus }
}
