package import RoadModel
package import RouteModel

/// What roads cost a vehicle, whatever the hour and whatever is known of single roads today.
///
/// Equal models have equal costs, so a model is the key of what is kept of costs: metrics are known by it.
package struct CostModel: Hashable, Sendable {
  /// How a rule counts of which it is not known whether it holds.
  package enum Doubt: Hashable, Sendable {
    /// As if it did not hold.
    case ignored
    /// As holding where that is stricter: a query that wants to be safe.
    case stricter
    /// As holding where that is less strict: a bound of what a trip may cost at some hour.
    case lenient
  }

  package var vehicle: Vehicle
  /// Kinds of roads that have a price.
  package var avoid: Avoidance
  /// Kinds of roads that are closed.
  package let exclude: Avoidance
  /// Whether length counts, not time.
  package let isShortest: Bool
  /// Tenths of km/h that are never exceeded; nil without such a limit.
  package var speedCap: UInt16?
  package var doubt: Doubt

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
  }

  /// Whether a vehicle may do by the other model at most what it may do by this one, and pays the same.
  package func isBound(of other: CostModel) -> Bool {
    var mine = self
    mine.vehicle = other.vehicle
    return mine == other && vehicle.mode == other.vehicle.mode && vehicle.isWithin(other.vehicle)
  }
}

/// When a trip begins, and what days it comes upon: what conditions are asked about beside the vehicle.
package struct TripContext: Hashable, Sendable {
  /// The clock of the trip; nil when the time is not known.
  package let clock: TripClock?
  package let holidays: Set<LocalDate>

  /// The context of a request in a time zone; nil where that is not known.
  package init(_ options: RouteRequest.Options, zone: TimeZoneRule?) {
    clock = options.departure.flatMap { TripClock($0, zone: zone) }
    holidays = options.publicHolidays
  }
}

extension Vehicle {
  /// Whether every property of this vehicle that is given is given of the other too, and is no greater.
  fileprivate func isWithin(_ other: Vehicle) -> Bool {
    LimitKind.allCases.allSatisfy { kind in
      guard let own = self[kind] else { return true }
      return other[kind].map { own <= $0 } ?? false
    }
  }
}
