import RoadModel
import RouteModel

/// The fastest path between two places of a trip, with the energy along it.
struct ChargingLeg: Sendable, Hashable {
  /// Driving time.
  var time: Centiseconds
  /// The energy of the path.
  var energy: EnergyBalance
}

/// A trip of a battery vehicle among charging stations, for ``ChargingSearch``.
///
/// Charges are in milliwatt-hours above the minimum charge, so 0 is the minimum. Places are
/// numbered: stations first, then the origin, then the destination. A trip over several waypoints
/// has the stations once for each of its stages; the waypoints between are places where the vehicle
/// can't charge.
struct ChargingProblem: Sendable {
  /// A time during which a station is open, in seconds from the departure.
  typealias Opening = ClosedRange<Double>

  /// A station, or a waypoint where the vehicle can't charge.
  struct Station: Sendable {
    /// The charging time here; nil if the vehicle can't charge.
    var function: ChargingFunction?
    /// Seconds from arrival, or from the opening of the station, until charging begins: waiting and set-up.
    var delay: Double
    /// The times during which the station is open, ascending; nil if it never closes.
    ///
    /// A stay is during one of them.
    var openings: [Opening]?

    /// The time that a vehicle that arrives at a time, and charges, can be here.
    ///
    /// - Returns: From the arrival, or from the first opening that lasts for the stay, until the station closes;
    ///   without such an opening, as if it never closed.
    func opening(_ arrival: Double, charging seconds: Double) -> Opening {
      for opening in openings ?? [] {
        let beginning = max(arrival, opening.lowerBound)
        // Sums of seconds differ by rounding; the last second before the closing is not part of an opening.
        if beginning + delay + seconds <= opening.upperBound + 0.5 {
          return beginning...max(beginning, opening.upperBound)
        }
      }
      return arrival...Double.infinity
    }
  }

  /// The usable capacity, above 0.
  var capacity: Int64
  /// The charge at the origin, 0 to the capacity.
  var initial: Int64
  /// The charge up to which stations charge, 0 to the capacity.
  var target: Int64
  /// The minimum charge on arrival at a station.
  var minimumAtStation: Int64
  /// The minimum charge on arrival at the destination.
  var minimumAtDestination: Int64
  /// The stations.
  var stations: [Station]

  /// The number of the origin.
  var origin: Int { stations.count }
  /// The number of the destination.
  var destination: Int { stations.count + 1 }

  /// The minimum charge on arrival at a place.
  func minimum(at place: Int) -> Int64 {
    if place == destination { return minimumAtDestination }
    return place < stations.count && stations[place].function != nil ? minimumAtStation : 0
  }

  /// The charge after a path, from a charge that suffices for it.
  func charge(after energy: EnergyBalance, from charge: Int64) -> Int64 {
    min(charge - energy.net, capacity - energy.tail)
  }

  /// The minimum charge at the beginning of a path to a place.
  ///
  /// - Returns: The charge, at least 0; nil if no charge of this battery suffices.
  func need(of energy: EnergyBalance, to place: Int) -> Int64? {
    need(of: energy, leaving: minimum(at: place))
  }

  /// The minimum charge at the beginning of a path that leaves at least a charge at its end; nil if no charge of this
  /// battery suffices.
  func need(of energy: EnergyBalance, leaving least: Int64) -> Int64? {
    guard energy.peak <= capacity, capacity - energy.tail >= least else { return nil }
    let need = max(energy.need, least + energy.net, 0)
    return need <= capacity ? need : nil
  }

  /// The charge missing at the beginning of a path that leaves at least a charge at its end, in a battery with as much
  /// more capacity; at most 0 if none is missing.
  func missing(
    for energy: EnergyBalance, leaving least: Int64, from charge: Int64
  ) -> Int64 {
    max(
      max(energy.need, least + energy.net) - charge, energy.peak - capacity,
      energy.tail + least - capacity)
  }
}

/// The stops of a trip, in order, found by ``ChargingSearch``.
struct ChargingPlan: Sendable, Equatable {
  /// A stop at a station.
  struct Stop: Sendable, Equatable {
    /// The index of the station.
    var station: Int
    /// The charge on arrival, in milliwatt-hours above the minimum.
    var arrival: Int64
    /// The charge on departure; at least the charge on arrival.
    var departure: Int64
    /// Seconds of charging.
    var chargingSeconds: Double
    /// Seconds from the arrival until the station opens.
    var openingSeconds = 0.0
  }

  /// The stops.
  var stops: [Stop]
  /// Seconds of driving, set-up, waiting and charging.
  var seconds: Double
  /// The charge at the destination.
  var arrival: Int64
}
