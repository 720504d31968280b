import RouteModel

@testable import Routing
@testable import RoutingReference

/// The case as the engine's search takes it.
extension ChargingReference {
  var problem: ChargingProblem {
    let capacity = Int64(vehicle.steps) * Self.step
    return ChargingProblem(
      capacity: capacity, initial: Int64(initial) * Self.step, target: Int64(target) * Self.step,
      minimumAtStation: Int64(minimumAtStation) * Self.step,
      minimumAtDestination: Int64(minimumAtDestination) * Self.step,
      stations: zip(stations, openings).map { station, openings in
        ChargingProblem.Station(
          function: ChargingFunction(
            curve: vehicle.curve.map {
              ChargingFunction.Power(charge: Int64($0.step) * Self.step, kilowatts: $0.kilowatts)
            }, maximum: station.kilowatts, capacity: capacity),
          delay: vehicle.delay + station.wait, openings: openings)
      })
  }

  func row(_ from: Int) -> ChargingSearch.Row {
    legs[from].map { leg in
      leg.map { leg in
        ChargingLeg(
          time: leg.hundredths,
          energy: leg.edges.reduce(.zero) { $0 + EnergyBalance(edge: Int64($1) * Self.step) })
      }
    }
  }
}
