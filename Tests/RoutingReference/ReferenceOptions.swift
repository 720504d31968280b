import RoadModel
import RouteModel
import Routing

/// What the reference is asked for beside the vehicle: the options of a request that change costs.
struct ReferenceOptions: Sendable {
  /// When the trip begins, by the clocks of the place, at a time of the year when nobody changes them; nil when it is
  /// not known.
  var departure: LocalTime?
  /// Whether no time passes on the way, so that every road is as it is at the departure.
  var isHeldAtDeparture = false
  /// Whether the map knows its zone: its clocks are else those of a departure with an offset.
  var hasZone = false
  var avoid: Avoidance = []
  var exclude: Avoidance = []
  var isShortest = false
  /// Rules that may hold, hold where that is stricter.
  var isStrict = false
  /// Kilometres an hour.
  var maximumSpeedKmh: Double?
  var costs = CostSettings.usual
  var adjustments: [RoadAdjustment] = []
  var traffic: TrafficSnapshot?
  /// Those of the engine.
  var usual: UsualSpeeds?

  /// The same as a request has them.
  var ofRequest: RouteRequest.Options {
    RouteRequest.Options(
      avoid: avoid, exclude: exclude, objective: isShortest ? .shortest : .fastest,
      departure: departure.map { Departure(time: $0, offset: hasZone ? nil : 0) },
      strictConditions: isStrict, costs: costs,
      maximumSpeedKmh: maximumSpeedKmh, adjustments: adjustments, traffic: traffic,
      explainsRefusals: false)
  }

  /// Whether a path may cost something else than its time.
  var hasPrices: Bool {
    !avoid.isEmpty || !costs.preferences.isEmpty || costs.steepPercent != nil
  }

  /// Ten hours, or 500 km, for each road to be avoided.
  var price: UInt32 { isShortest ? 5_000_000 : 3_600_000 }

  /// Whether a road has something that is to be avoided.
  func avoids(_ road: RoadAttributes, _ mode: Mode) -> Bool { Self.has(avoid, road, mode) }

  /// What the preferences make of a cost on a road: the factors of its kinds, multiplied in whole thousandths.
  func weighed(_ cost: UInt32, _ road: RoadAttributes, _ mode: Mode) -> UInt32 {
    let kinds: [(RoadTrait, Bool)] = [
      (.toll, Self.has(.tolls, road, mode)), (.ferry, Self.has(.ferries, road, mode)),
      (.motorway, Self.has(.motorways, road, mode)), (.tunnel, Self.has(.tunnels, road, mode)),
      (.unpaved, Self.has(.unpaved, road, mode)),
      (.livingStreet, road.roadClass == .livingStreet),
      (.truckRoute, road.flags.contains(.truckNetwork)), (.scenic, road.flags.contains(.scenic)),
    ]
    let permille = kinds.reduce(UInt32(1_000)) { permille, kind in
      kind.1 ? permille * factor(kind.0) / 1_000 : permille
    }
    return ReferenceChange.share(permille, of: cost)
  }

  /// What a preference makes of the cost of turning round.
  func weighedUTurn(_ cost: UInt32) -> UInt32 { ReferenceChange.share(factor(.uTurn), of: cost) }

  /// The factor that a preference means, in thousandths: 4 at 0, 1 in the middle, a quarter at 1.
  private func factor(_ trait: RoadTrait) -> UInt32 {
    let wish = costs.preferences[trait] ?? 0.5
    return UInt32((wish < 0.5 ? 4_000 - 6_000 * wish : 1_750 - 1_500 * wish).rounded())
  }

  /// Whether a road has something that is excluded.
  func excludes(_ road: RoadAttributes, _ mode: Mode) -> Bool { Self.has(exclude, road, mode) }

  private static func has(_ kinds: Avoidance, _ road: RoadAttributes, _ mode: Mode) -> Bool {
    let flags = road.flags
    return kinds.contains(.tolls)
      && (flags.contains(.toll) || mode == .truck && flags.contains(.truckToll))
      || kinds.contains(.ferries) && flags.contains(.ferry)
      || kinds.contains(.motorways) && road.roadClass == .motorway
      || kinds.contains(.tunnels) && flags.contains(.tunnel)
      || kinds.contains(.unpaved) && road.surface.isUnpaved
  }
}

/// What a request changes of one edge, at most one thing of each kind.
struct ReferenceChange: Sendable {
  var isClosed = false
  var speed: UInt16?
  var time: UInt32 = 1_000
  var weight: UInt32 = 1_000

  /// The changes by the id of the base edge, for which the via edges on it stand; the largest factors count.
  static func changes(
    _ list: [RoadAdjustment], _ copies: [UInt32: [UInt32]]
  ) -> [UInt32: ReferenceChange] {
    var bases: [UInt32: UInt32] = [:]
    for (base, vias) in copies { for via in vias { bases[via] = base } }
    var changes: [UInt32: ReferenceChange] = [:]
    func maximum(_ a: UInt32, _ b: UInt32) -> UInt32 { a == 1_000 ? b : max(a, b) }
    for adjustment in list {
      let number = adjustment.edge.number.rawValue
      let edge = bases[number] ?? number
      var change = changes[edge] ?? ReferenceChange()
      switch adjustment.effect {
      case .closed: change.isClosed = true
      case .speed(let speed): change.speed = min(change.speed ?? .max, max(speed, 10))
      case .time(let permille): change.time = maximum(change.time, permille)
      case .weight(let permille): change.weight = maximum(change.weight, permille)
      }
      changes[edge] = change
    }
    return changes
  }

  /// Thousandths of a whole, rounded up, at least 1.
  static func share(_ permille: UInt32, of whole: UInt32) -> UInt32 {
    permille == 1_000 ? whole : UInt32(max((UInt64(whole) * UInt64(permille) + 999) / 1_000, 1))
  }
}
