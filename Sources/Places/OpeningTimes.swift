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
    guard let (text, time) = hours(place, departure, after: seconds, in: zone) else {
      return .unknown
    }
    return switch OpeningState(of: text, at: time, holidays: holidays) {
    case .open: .open
    case .closed: .closed
    case .unknown: .unknown
    }
  }

  /// Whether a public holiday on that day, or on one next to it, would make ``opening(_:_:after:in:holidays:)`` another
  /// than without holidays, as it does for `Mo-Fr 08:00-18:00; PH off`.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - departure: The departure; nil if unknown.
  ///   - seconds: The time after the departure, in seconds.
  ///   - zone: The time zone of the place.
  /// - Returns: False if the opening is unknown.
  public static func dependsOnHoliday(
    _ place: FoundPlace, _ departure: Departure?, after seconds: Double,
    in zone: TimeZoneRule? = nil
  ) -> Bool {
    guard let (text, time) = hours(place, departure, after: seconds, in: zone),
      mentionsHolidays(text)
    else { return false }
    let state = OpeningState(of: text, at: time, holidays: [])
    guard state != .unknown else { return false }
    // Hours reach into the next day, and `PH -1 day` is the day before.
    return [0, -1, 1].contains { shift in
      let holiday = LocalDate(days: Int32(clamping: Int(time.date.days) + shift))
      return OpeningState(of: text, at: time, holidays: [holiday]) != state
    }
  }

  /// The hours of a place, and the local time of arrival; nil if either is unknown.
  private static func hours(
    _ place: FoundPlace, _ departure: Departure?, after seconds: Double, in zone: TimeZoneRule?
  ) -> (text: String, time: LocalTime)? {
    guard let departure, let text = place[.openingHours],
      seconds >= 0, seconds <= Double(Departure.followedSeconds)
    else { return nil }
    return (text, departure.local(afterSeconds: Int64(seconds), in: zone))
  }

  /// Whether hours may depend on public holidays: `PH`, also written `public_holiday`.
  private static func mentionsHolidays(_ text: String) -> Bool {
    let letters = text.utf8.map { $0 | 0x20 }
    return zip(letters, letters.dropFirst()).contains { first, second in
      first == UInt8(ascii: "p") && (second == UInt8(ascii: "h") || second == UInt8(ascii: "u"))
    }
  }
}
