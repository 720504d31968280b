import RouteModel

/// The answer of a search.
extension ChargingSearch {
  /// The plan that ends with a label at the destination.
  func plan(_ index: Int) -> ChargingPlan {
    var way: [Int] = []
    var at = index
    while at > 0 {
      way.append(at)
      at = labels[at].parent
    }
    way.reverse()
    var stops: [ChargingPlan.Stop] = []
    var charge = problem.initial
    var place = problem.origin
    for (position, index) in way.enumerated() {
      let label = labels[index]
      // The next label that is not a through label has the charge with which the station is left.
      let next = way[position...].first { labels[$0].through == nil }
      if !stops.isEmpty, position == 0 || labels[way[position - 1]].through == nil, let next {
        leave(&stops[stops.count - 1], with: labels[next].departure)
        charge = stops[stops.count - 1].departure
      }
      guard let leg = rows(place)[min(label.place, problem.stations.count)] else { break }
      charge = problem.charge(after: leg.energy, from: charge)
      place = label.place
      if place != problem.destination {
        stops.append(
          ChargingPlan.Stop(
            station: place, arrival: charge, departure: charge, chargingSeconds: 0))
      }
    }
    return ChargingPlan(stops: stops, seconds: labels[index].time, arrival: charge)
  }

  /// Completes a stop with the charge on departure.
  private func leave(_ stop: inout ChargingPlan.Stop, with charge: Int64) {
    guard charge > stop.arrival, let function = problem.stations[stop.station].function else {
      return
    }
    stop.departure = charge
    stop.chargingSeconds = function.seconds(to: charge) - function.seconds(to: stop.arrival)
  }
}
