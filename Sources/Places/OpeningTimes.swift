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
  ///   - zone: The time zone of the map; without one, the clock of the departure applies, and never changes.
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
    // What follows `||` applies where the hours before do not open.
    for hours in alternatives(of: text) {
      let opening = opening(String(hours), at: time, holidays)
      if opening != .closed { return opening }
    }
    return .closed
  }

  /// Whether hours without alternatives are open.
  private static func opening(
    _ text: String, at time: LocalTime, _ holidays: Set<LocalDate>
  ) -> PlaceAhead.Opening {
    if text == "24/7" { return .open }
    func opening(inSchoolHolidays: Bool) -> PlaceAhead.Opening {
      let days = OpeningDays(
        time.date, holidays: holidays, areSchoolHolidays: inSchoolHolidays)
      guard let hours = OpeningHours(text, around: days, isCertain: false) else { return .unknown }
      guard hours.contains(time, holidays: holidays) else { return .closed }
      // Where only a comment applies, such as `Sa "by appointment"`, or after an open end, nobody knows.
      let certain = OpeningHours(text, around: days, isCertain: true)
      return certain?.contains(time, holidays: holidays) == true ? .open : .unknown
    }
    // School holidays are not known.
    let ordinary = opening(inSchoolHolidays: false)
    guard mentionsSchool(text) else { return ordinary }
    return opening(inSchoolHolidays: true) == ordinary ? ordinary : .unknown
  }

  /// Whether hours may depend on school holidays, `SH`.
  private static func mentionsSchool(_ text: String) -> Bool {
    let letters = text.utf8.map { $0 | 0x20 }
    return zip(letters, letters.dropFirst()).contains {
      $0 == UInt8(ascii: "s") && $1 == UInt8(ascii: "h")
    }
  }

  /// The parts of hours between `||`, except in comments.
  private static func alternatives(of text: String) -> [Substring] {
    guard text.utf8.contains(UInt8(ascii: "|")) else { return [text[...]] }
    var parts: [Substring] = []
    var isComment = false
    var rest = text[...]
    var at = rest.startIndex
    while at < rest.endIndex {
      if rest[at] == "\"" { isComment.toggle() }
      if !isComment, rest[at...].hasPrefix("||") {
        parts.append(rest[..<at])
        rest = rest[at...].dropFirst(2)
        at = rest.startIndex
      } else {
        at = rest.index(after: at)
      }
    }
    return parts + [rest]
  }
}
