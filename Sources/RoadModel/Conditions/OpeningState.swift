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
    self = HoursOfDay(text, on: time.date, holidays: holidays).state(at: time)
  }
}

/// Hours as they apply on one day, so that its times need no other reading.
package struct HoursOfDay: Sendable {
  /// Hours without `||`.
  private struct Alternative {
    /// Whether they are `24/7`.
    var isAlways: Bool
    /// As they are outside and in school holidays, which are not known; once if they do not depend on these.
    var readings: [Reading]
  }

  /// Hours that were read; nil if they can't be evaluated.
  private struct Reading {
    var hours: OpeningHours?
    /// The same without the times at which a comment, or an open end, leaves it unknown whether they are open.
    var certain: OpeningHours?
  }

  /// The day.
  package let date: LocalDate
  private let holidays: Set<LocalDate>
  private let alternatives: [Alternative]

  /// Reads hours for a day.
  ///
  /// - Parameters:
  ///   - text: The hours; their state is unknown if they can't be evaluated.
  ///   - date: The day.
  ///   - holidays: The public holidays.
  package init(_ text: String, on date: LocalDate, holidays: Set<LocalDate>) {
    self.date = date
    self.holidays = holidays
    let mentionsSchool = Self.mentionsSchool(text)
    alternatives = Self.closing(
      Self.alternatives(of: text).map { part in
        let text = String(part)
        if text == "24/7" { return Alternative(isAlways: true, readings: []) }
        let isInSchoolHolidays = mentionsSchool ? [false, true] : [false]
        return Alternative(
          isAlways: false,
          readings: isInSchoolHolidays.map {
            let days = OpeningDays(date, holidays: holidays, areSchoolHolidays: $0)
            return Reading(
              hours: OpeningHours(text, around: days, isCertain: false),
              certain: OpeningHours(text, around: days, isCertain: true))
          })
      })
  }

  /// Whether the hours were read; if not, their state is unknown, at least where an alternative before does not open.
  package var isUnderstood: Bool {
    alternatives.allSatisfy { $0.isAlways || $0.readings.allSatisfy { $0.hours != nil } }
  }

  /// The state of the hours at a time of the day.
  ///
  /// - Parameter time: A local time of ``date``.
  /// - Returns: The state.
  /// - Complexity: O(number of rules and their times).
  package func state(at time: LocalTime) -> OpeningState {
    // What follows `||` applies where the hours before do not open.
    for alternative in alternatives {
      let state = state(of: alternative, at: time)
      if state != .closed { return state }
    }
    return .closed
  }

  private func state(of alternative: Alternative, at time: LocalTime) -> OpeningState {
    if alternative.isAlways { return .open }
    let states = alternative.readings.map { state(of: $0, at: time) }
    guard let first = states.first, states.allSatisfy({ $0 == first }) else { return .unknown }
    return first
  }

  private func state(of reading: Reading, at time: LocalTime) -> OpeningState {
    guard let hours = reading.hours else { return .unknown }
    guard hours.contains(time, holidays: holidays) else { return .closed }
    // Where only a comment applies, such as `Sa "by appointment"`, or after an open end, nobody knows.
    return reading.certain?.contains(time, holidays: holidays) == true ? .open : .unknown
  }

  /// Whether hours may depend on school holidays, `SH`.
  private static func mentionsSchool(_ text: String) -> Bool {
    let letters = text.utf8.map { $0 | 0x20 }
    return zip(letters, letters.dropFirst()).contains {
      $0 == UInt8(ascii: "s") && $1 == UInt8(ascii: "h")
    }
  }

  /// Lets rules that close behind `||` also close the hours before it, as `Su off` does in
  /// `Mo-Fr 10:00-18:00 || "by appointment"; Su off`.
  private static func closing(_ alternatives: [Alternative]) -> [Alternative] {
    var result = alternatives
    for (index, later) in alternatives.enumerated() {
      for (number, reading) in later.readings.enumerated() {
        // The first rule is what may apply instead.
        let closing = reading.hours?.rules.dropFirst().filter(\.isOff) ?? []
        for before in 0..<index where result[before].readings.indices.contains(number) {
          result[before].readings[number].hours?.rules += closing
          result[before].readings[number].certain?.rules += closing
        }
      }
    }
    return result
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
