import RoadModel
import RouteModel

/// Whether charging stations are open while a vehicle is there.
struct StationHours: Sendable {
  /// The departure of the trip; nil if unknown.
  let departure: Departure?
  /// The time zone of the map; nil if unknown.
  let zone: TimeZoneRule?
  let holidays: Set<LocalDate>

  /// Hours at the times of a trip.
  ///
  /// A local departure in an unknown time zone is not used, as for the rules of roads.
  init(departure: Departure?, zone: TimeZoneRule?, holidays: Set<LocalDate>) {
    self.departure = departure?.utc(in: zone) == nil ? nil : departure
    self.zone = zone
    self.holidays = holidays
  }

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
    guard let state = state(of: text) else { return .open }
    return answer(from: arrival, to: leaving, state)
  }

  /// Whether a public holiday would close a station during the stay of a vehicle, as with `Mo-Su 08:00-20:00; PH off`,
  /// while nobody named the holidays.
  ///
  /// - Parameters:
  ///   - station: The station.
  ///   - arrival: Seconds from the departure.
  ///   - leaving: Seconds from the departure, not before the arrival.
  /// - Returns: False if the hours or the time are unknown.
  /// - Complexity: O(days of the stay × ``answer(_:from:to:)``).
  func dependOnHoliday(
    _ station: ChargingStation, from arrival: Double, to leaving: Double
  ) -> Bool {
    guard holidays.isEmpty, let departure, station.openingHours != nil,
      leaving <= Double(Departure.followedSeconds)
    else { return false }
    let first = departure.local(afterSeconds: Int64(arrival), in: zone).date.days
    let last = departure.local(afterSeconds: Int64(leaving), in: zone).date.days
    // Hours reach into the next day, and `PH -1 day` is the day before.
    return (first - 1...max(first, last) + 1).contains { day in
      let hours = StationHours(
        departure: departure, zone: zone, holidays: [LocalDate(days: day)])
      return hours.answer(station, from: arrival, to: leaving) == .closed
    }
  }

  /// The state of hours by time; nil if they are always open.
  private func state(of text: String) -> ((LocalTime) -> OpeningState)? {
    let holidays = self.holidays
    guard let hours = OpeningHours(parsing: text),
      let certain = OpeningHours(withoutComments: text)
    else {
      // They may have selectors that only one day decides, such as `week 1-20`.
      var day: HoursOfDay?
      return { time in
        let hours =
          day.flatMap { $0.date == time.date ? $0 : nil }
          ?? HoursOfDay(text, on: time.date, holidays: holidays)
        day = hours
        return hours.state(at: time)
      }
    }
    if hours.isAlways, certain.isAlways { return nil }
    let isCertain = certain == hours
    return { time in
      if !hours.contains(time, holidays: holidays) { return .closed }
      return isCertain || certain.contains(time, holidays: holidays) ? .open : .unknown
    }
  }

  /// The number of seconds after the departure in which a vehicle waits for an opening: a week.
  private static let waitingSeconds: Int64 = 7 * 86_400

  /// The times of the week after the departure at which hours are open or unknown.
  ///
  /// - Returns: The times in seconds from the departure, ascending, each up to the last second before it ends; nil if
  ///   there is no closing, or no departure time.
  /// - Complexity: O(minutes of a week × rules of the hours).
  func openings(_ text: String) -> [ChargingProblem.Opening]? {
    guard let departure, let state = state(of: text) else { return nil }
    var openings: [ChargingProblem.Opening] = []
    var opened: Int64?
    // Hours begin and end at full minutes.
    let second = departure.local(afterSeconds: 0, in: zone).seconds % 60
    for minute in stride(from: -(second + 60) % 60, through: Self.waitingSeconds, by: 60) {
      let time = max(minute, 0)
      if state(departure.local(afterSeconds: time, in: zone)) != .closed {
        opened = opened ?? time
      } else if let begin = opened {
        openings.append(Double(begin)...Double(time - 1))
        opened = nil
      }
    }
    if opened == 0 { return nil }
    if let opened { openings.append(Double(opened)...Double.infinity) }
    return openings
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

/// A stop of a plan at which the vehicle charges.
struct StationVisit {
  /// The index of the stop in the plan.
  let stop: Int
  /// The number of the place in the ``StagedTrip``.
  let number: Int
  let station: ChargingStation
  /// Seconds from the departure of the trip.
  let arrival: Double
  /// The end of waiting for the opening; the arrival if the station is open.
  let beginning: Double
  let leaving: Double
  /// The time at which the station closes; infinite if it does not, or is closed.
  let closing: Double
}

extension StagedTrip {
  /// The stops of a plan at which the vehicle charges; it waits where the station opens later.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - driving: The seconds of driving to each stop; nil for those of the legs.
  /// - Returns: The stops in the order of the trip.
  func visits(_ plan: ChargingPlan, driving: [Double]? = nil) -> [StationVisit] {
    var visits: [StationVisit] = []
    let driving = driving ?? self.driving(plan)
    var time = 0.0
    for (index, (stop, seconds)) in zip(plan.stops, driving).enumerated() {
      time += seconds
      let arrival = time
      let delay = problem.stations[stop.station].delay
      guard stop.chargingSeconds > 0, let station = place(stop.station).station else {
        time += delay
        continue
      }
      let opening = problem.stations[stop.station].opening(
        arrival, charging: stop.chargingSeconds)
      time = opening.lowerBound + delay + stop.chargingSeconds
      visits.append(
        StationVisit(
          stop: index, number: stop.station, station: stations[station].offer.station,
          arrival: arrival, beginning: opening.lowerBound, leaving: time,
          closing: opening.upperBound))
    }
    return visits
  }

  /// A plan with its times of waiting for openings.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - driving: As for ``visits(_:driving:)``.
  /// - Returns: The plan with them.
  func waiting(_ plan: ChargingPlan, driving: [Double]? = nil) -> ChargingPlan {
    var plan = plan
    for visit in visits(plan, driving: driving) {
      plan.stops[visit.stop].openingSeconds = visit.beginning - visit.arrival
    }
    return plan
  }
}
