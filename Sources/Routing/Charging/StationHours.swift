import RoadModel
import RouteModel

/// Whether charging stations are open while a vehicle is there.
struct StationHours: Sendable {
  /// The departure of the trip; nil if unknown.
  let departure: Departure?
  /// The time zone of the map; nil if unknown.
  let zone: TimeZoneRule?
  let holidays: Set<LocalDate>

  /// Whether a station is open during the whole stay of a vehicle.
  ///
  /// Without a departure time, a station with unknown hours counts as open. Times with only a comment, such as
  /// `Sa "by appointment"`, and those behind an open end are unknown.
  ///
  /// - Parameters:
  ///   - station: The station.
  ///   - arrival: Seconds from the departure.
  ///   - leaving: Seconds from the departure, not before the arrival.
  /// - Returns: The answer; unknown if the hours or the time are unknown.
  /// - Complexity: O(minutes of the stay × rules of the hours).
  func answer(
    _ station: ChargingStation, from arrival: Double, to leaving: Double
  ) -> OpeningState {
    guard let text = station.openingHours else { return departure == nil ? .open : .unknown }
    guard let hours = OpeningHours(parsing: text),
      let certain = OpeningHours(withoutComments: text)
    else {
      // They may have selectors that only one day decides, such as `week 1-20`.
      return answer(from: arrival, to: leaving) {
        OpeningState(of: text, at: $0, holidays: holidays)
      }
    }
    if hours.isAlways, certain.isAlways { return .open }
    let isCertain = certain == hours
    return answer(from: arrival, to: leaving) { time in
      if !hours.contains(time, holidays: holidays) { return .closed }
      return isCertain || certain.contains(time, holidays: holidays) ? .open : .unknown
    }
  }

  private func answer(
    from arrival: Double, to leaving: Double, _ state: (LocalTime) -> OpeningState
  ) -> OpeningState {
    guard let departure, leaving <= Double(Departure.followedSeconds) else { return .unknown }
    var answer = OpeningState.open
    // Hours begin and end at full minutes, so it suffices to check each minute and the end.
    var time = Int64(arrival)
    while true {
      switch state(departure.local(afterSeconds: time, in: zone)) {
      case .open: break
      case .closed: return .closed
      case .unknown: answer = .unknown
      }
      guard time < Int64(leaving) else { return answer }
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
