extension OpeningHoursParser {
  /// `07:00-12:00,13:00-19:00`; empty if the next token is not a time, nil if it can't be read.
  mutating func times() -> [OpeningHours.TimeSpan]? {
    var spans: [OpeningHours.TimeSpan] = []
    guard isTime(at: 0) else { return spans }
    repeat {
      guard let span = span() else { return nil }
      spans.append(span)
      // In `10:00-14:00 16:00-20:00`, the comma is missing.
    } while takeComma(if: isTime(at: 1)) || isTime(at: 0) && isClock(at: 0)
    return spans
  }

  /// Whether a number begins a time, with or without minutes (`7-19`).
  private func isTime(at ahead: Int) -> Bool {
    guard case .number(_, 1...2) = token(ahead) else { return false }
    return isClock(at: ahead) || token(ahead + 1) == .sign("-")
  }

  /// Whether a number is an hour by the next token: minutes, `h`, `am`.
  func isClock(at ahead: Int) -> Bool {
    switch token(ahead + 1) {
    case .sign(":"), .sign("."):
      guard case .number(_, 2) = token(ahead + 2) else { return false }
      // In `Oct 15: 09:00`, the first colon ends the date.
      return token(ahead + 3) != .sign(":")
    case .word("am"), .word("pm"), .word("h"), .word("uhr"): return true
    default: return false
    }
  }

  private mutating func span() -> OpeningHours.TimeSpan? {
    guard let first = clock() else { return nil }
    if first.minutes < 1_440, let end = openEnd(after: first.minutes) {
      return OpeningHours.TimeSpan(UInt16(first.minutes), UInt16(end))
    }
    guard take("-"), let last = clock() else { return nil }
    // In `7-9am` the half of the day of the seven is ambiguous.
    guard first.isHalfDay == last.isHalfDay, first.minutes < 1_440, last.minutes <= 2_880 else {
      return nil
    }
    let end = last.minutes <= first.minutes ? last.minutes + 1_440 : last.minutes
    return OpeningHours.TimeSpan(UInt16(first.minutes), UInt16(openEnd(after: end) ?? end))
  }

  /// The end of a span that lasts for an unknown time, as in `17:00+`; nil if the sign does not follow.
  ///
  /// Like the library opening_hours.js, we assume that places may be open until midnight, and late ones for ten or
  /// eight hours.
  private mutating func openEnd(after minutes: Int) -> Int? {
    guard around != nil, take("+") else { return nil }
    if commentsClose { return minutes }
    if minutes < 17 * 60 { return 1_440 }
    return min(minutes + (minutes < 22 * 60 ? 600 : 480), 2_880)
  }

  /// A time of the day.
  private struct Clock {
    /// Minutes since midnight, up to 48:59.
    var minutes: Int
    /// Whether it was written with `am` or `pm`.
    var isHalfDay = false
  }

  /// `07:00`, `7.00`, `7`, `7h30`, `19:00 Uhr`, `7:30pm`.
  private mutating func clock() -> Clock? {
    guard case .number(let hour, 1...2) = next, hour <= 48 else { return nil }
    skip(1)
    var minute = 0
    if next == .sign(":") || next == .sign(".") || next == .word("h"),
      case .number(let read, 2) = token(1)
    {
      guard read <= 59 else { return nil }
      minute = read
      skip(2)
    }
    for (half, hours) in [("am", 0), ("pm", 12)] where take(word: half) {
      guard (1...12).contains(hour) else { return nil }
      return Clock(minutes: (hour % 12 + hours) * 60 + minute, isHalfDay: true)
    }
    _ = take(word: "h") || take(word: "uhr")
    return Clock(minutes: hour * 60 + minute)
  }
}
