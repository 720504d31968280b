public import RoadModel

/// Whether places are open, by the same rules as conditions of roads, and by those that one day decides: numbers of
/// weeks, the first Monday of a month, Easter, school holidays, open ends.
public enum OpeningTimes {
  /// Whether a place is open some time after a departure.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - departure: The departure; nil if unknown.
  ///   - seconds: The time after the departure, in seconds.
  ///   - zone: The time zone of the place; without one, the clock of the departure applies, and never changes. A
  ///     departure without an offset is a time there.
  ///   - holidays: The public holidays.
  /// - Returns: Unknown without a departure, or if the hours are unknown or cannot be evaluated.
  public static func opening(
    _ place: FoundPlace, _ departure: Departure?, after seconds: Double,
    in zone: TimeZoneRule? = nil, holidays: Set<LocalDate> = []
  ) -> PlaceAhead.Opening {
    guard let departure, let text = place[.openingHours],
      seconds >= 0, seconds <= Double(Departure.followedSeconds)
    else { return .unknown }
    let time = departure.local(afterSeconds: Int64(seconds), in: zone)
    return switch OpeningState(of: text, at: time, holidays: holidays) {
    case .open: .open
    case .closed: .closed
    case .unknown: .unknown
    }
  }
}
