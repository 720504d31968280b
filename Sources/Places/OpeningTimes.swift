public import RoadModel
internal import RoadRules

/// Whether places are open, by the rules that roads' conditions have, too.
public enum OpeningTimes {
  /// Whether a place is open some time after a departure.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - departure: The departure in local time; nil if unknown.
  ///   - seconds: The time from then on, in seconds.
  ///   - holidays: The public holidays.
  /// - Returns: Unknown if there is no departure, or the map does not know the hours or they cannot be evaluated.
  public static func opening(
    _ place: FoundPlace, _ departure: Departure?, after seconds: Double,
    holidays: Set<LocalDate> = []
  ) -> PlaceAhead.Opening {
    guard let departure, let text = place[.openingHours],
      seconds >= 0, seconds <= Double(Departure.followedSeconds)
    else { return .unknown }
    if text == "24/7" { return .open }
    guard let hours = RoadRules.openingHours(text) else { return .unknown }
    let time = LocalTime(seconds: departure.time.seconds + Int64(seconds))
    return hours.contains(time, holidays: holidays) ? .open : .closed
  }
}
