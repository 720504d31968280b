public import RoadModel

/// Whether places are open, by the same rules as conditions of roads.
public enum OpeningTimes {
  /// Whether a place is open some time after a departure.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - departure: The departure in local time; nil if unknown.
  ///   - seconds: The time after the departure, in seconds.
  ///   - holidays: The public holidays.
  /// - Returns: Unknown without a departure, or if the hours are unknown or cannot be evaluated.
  public static func opening(
    _ place: FoundPlace, _ departure: Departure?, after seconds: Double,
    holidays: Set<LocalDate> = []
  ) -> PlaceAhead.Opening {
    guard let departure, let text = place[.openingHours],
      seconds >= 0, seconds <= Double(Departure.followedSeconds)
    else { return .unknown }
    if text == "24/7" { return .open }
    guard let hours = OpeningHours(parsing: text) else { return .unknown }
    let time = LocalTime(seconds: departure.time.seconds + Int64(seconds))
    return hours.contains(time, holidays: holidays) ? .open : .closed
  }
}
