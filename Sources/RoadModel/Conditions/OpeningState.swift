/// Whether hours are open at a moment; unknown where a comment or an open end applies, or school holidays decide.
package enum OpeningState: Sendable {
  case open, closed, unknown

  /// The state of hours, also of those with selectors that one day decides, such as `week 1-20` and `Mo[1]`.
  ///
  /// - Parameters:
  ///   - text: The hours; unknown if they can't be evaluated.
  ///   - time: The local time.
  ///   - holidays: The public holidays.
  package init(of text: String, at time: LocalTime, holidays: Set<LocalDate>) {
    // What follows `||` applies where the hours before do not open.
    for hours in Self.alternatives(of: text) {
      self = Self.state(of: String(hours), at: time, holidays)
      if self != .closed { return }
    }
    self = .closed
  }

  /// The state of hours without alternatives.
  private static func state(
    of text: String, at time: LocalTime, _ holidays: Set<LocalDate>
  ) -> OpeningState {
    if text == "24/7" { return .open }
    func state(inSchoolHolidays: Bool) -> OpeningState {
      let days = OpeningDays(
        time.date, holidays: holidays, areSchoolHolidays: inSchoolHolidays)
      guard let hours = OpeningHours(text, around: days, isCertain: false) else { return .unknown }
      guard hours.contains(time, holidays: holidays) else { return .closed }
      // Where only a comment applies, such as `Sa "by appointment"`, or after an open end, nobody knows.
      let certain = OpeningHours(text, around: days, isCertain: true)
      return certain?.contains(time, holidays: holidays) == true ? .open : .unknown
    }
    // School holidays are not known.
    let ordinary = state(inSchoolHolidays: false)
    guard mentionsSchool(text) else { return ordinary }
    return state(inSchoolHolidays: true) == ordinary ? ordinary : .unknown
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
