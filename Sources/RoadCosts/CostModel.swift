package import RoadModel
package import RouteModel

/// The costs of roads for a vehicle, regardless of time and adjustments.
///
/// Equal models have equal costs, so a model is the key of cached metrics.
package struct CostModel: Hashable, Sendable {
  /// The treatment of a rule that may hold.
  package enum Doubt: Hashable, Sendable {
    /// It counts as not holding.
    case ignored
    /// It counts as holding if that is stricter: for a query that must not violate it.
    case stricter
    /// It counts as holding if that is less strict: for a lower bound of the cost at any time.
    case lenient
  }

  /// The vehicle.
  package var vehicle: Vehicle
  /// Road types that have a price.
  package var avoid: Avoidance
  /// Road types that are closed.
  package let exclude: Avoidance
  /// Whether costs are lengths instead of times.
  package let isShortest: Bool
  /// The maximum speed in tenths of km/h; nil for no limit.
  package var speedCap: UInt16?
  /// The treatment of rules that may hold.
  package var doubt: Doubt
  /// Preferences, times of turns and factors of speeds, normalized.
  package var settings: CostSettings

  /// The model of a request.
  package init(_ vehicle: Vehicle, _ options: RouteRequest.Options) {
    self.vehicle = vehicle
    avoid = options.avoid
    exclude = options.exclude
    isShortest = options.objective == .shortest
    speedCap = options.maximumSpeedKmh.flatMap {
      $0.isNaN ? nil : UInt16(min(max($0, 0.1), 6_000) * 10)
    }
    doubt = options.strictConditions ? .stricter : .ignored
    settings = options.costs.normalized
  }

  /// Whether the other model has the same costs, and opens no road that this one closes.
  package func isBound(of other: CostModel) -> Bool {
    var mine = self
    mine.vehicle = other.vehicle
    return mine == other && vehicle.mode == other.vehicle.mode && vehicle.isWithin(other.vehicle)
  }
}

/// The circumstances of conditions besides the vehicle: departure and public holidays.
package struct TripContext: Hashable, Sendable {
  /// The clock of the trip; nil if the time is unknown.
  package let clock: LocalClock?
  /// The public holidays on which rules for them hold.
  package let holidays: Set<LocalDate>

  /// The context of a request in a time zone, nil if the zone is unknown.
  package init(_ options: RouteRequest.Options, zone: TimeZoneRule?) {
    clock = options.departure.flatMap { LocalClock($0, zone: zone) }
    holidays = options.publicHolidays
  }
}

extension Vehicle {
  /// Whether the other vehicle has each given property of this one with at least the same value.
  fileprivate func isWithin(_ other: Vehicle) -> Bool {
    LimitKind.allCases.allSatisfy { kind in
      guard let own = self[kind] else { return true }
      return other[kind].map { own <= $0 } ?? false
    }
  }
}
