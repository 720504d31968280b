import RoadModel
import RouteModel

/// Whether charging stations are open while a vehicle is there.
struct StationHours: Sendable {
  /// The result of the opening hours.
  enum Answer: Sendable { case open, closed, unknown }

  /// The departure of the trip; nil if unknown.
  let departure: Departure?
  /// The time zone of the map; nil if unknown.
  let zone: TimeZoneRule?
  let holidays: Set<LocalDate>

  /// Whether a station is open during the whole stay of a vehicle.
  ///
  /// Without a departure time, a station with unknown hours counts as open. Times with only a comment, such as
  /// `Sa "by appointment"`, are unknown.
  ///
  /// - Parameters:
  ///   - station: The station.
  ///   - arrival: Seconds from the departure.
  ///   - leaving: Seconds from the departure, not before the arrival.
  /// - Returns: The answer; unknown if the hours or the time are unknown.
  /// - Complexity: O(minutes of the stay × rules of the hours).
  func answer(_ station: ChargingStation, from arrival: Double, to leaving: Double) -> Answer {
    guard let text = station.openingHours else { return departure == nil ? .open : .unknown }
    guard let hours = OpeningHours(parsing: text),
      let certain = OpeningHours(withoutComments: text)
    else { return .unknown }
    let answer = answer(hours, from: arrival, to: leaving)
    guard answer == .open, certain != hours else { return answer }
    return self.answer(certain, from: arrival, to: leaving) == .open ? .open : .unknown
  }

  private func answer(
    _ hours: OpeningHours, from arrival: Double, to leaving: Double
  ) -> Answer {
    if hours.isAlways { return .open }
    guard let departure, leaving <= Double(Departure.followedSeconds) else { return .unknown }
    // Hours begin and end at full minutes, so it suffices to check each minute and the end.
    var time = Int64(arrival)
    while true {
      let local = departure.local(afterSeconds: time, in: zone)
      if !hours.contains(local, holidays: holidays) { return .closed }
      guard time < Int64(leaving) else { return .open }
      time = min(time + 60, Int64(leaving))
    }
  }
}

/// A stop of a plan at a station.
struct StationVisit {
  /// The number of the place in the ``StagedTrip``.
  let number: Int
  let station: ChargingStation
  /// Seconds from the departure of the trip.
  let arrival: Double
  let leaving: Double
}

extension StagedTrip {
  /// The stops of a plan at stations.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - driving: The seconds of driving to each stop; nil for those of the legs.
  ///   - battery: The battery.
  /// - Returns: The stops in the order of the trip.
  func visits(
    _ plan: ChargingPlan, driving: [Double]? = nil, _ battery: Battery
  ) -> [StationVisit] {
    var visits: [StationVisit] = []
    let driving = driving ?? self.driving(plan)
    var time = 0.0
    for (stop, seconds) in zip(plan.stops, driving) {
      time += seconds
      guard let index = place(stop.station).station else { continue }
      let arrival = time
      time += stations[index].delay(battery) + stop.chargingSeconds
      visits.append(
        StationVisit(
          number: stop.station, station: stations[index].offer.station, arrival: arrival,
          leaving: time))
    }
    return visits
  }
}
