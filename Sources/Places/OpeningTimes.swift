public import RoadModel

/// Whether places are open, by the same rules as conditions of roads.
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
    guard let hours = OpeningHours(parsing: text) else { return .unknown }
    guard hours.contains(time, holidays: holidays) else { return .closed }
    // Where only a comment applies, such as `Sa "by appointment"`, nobody knows.
    guard text.contains("\"" as Character), let certain = OpeningHours(withoutComments: text) else {
      return .open
    }
    return certain.contains(time, holidays: holidays) ? .open : .unknown
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
