/// Parses opening hours (OpenStreetMap wiki, "Key:opening_hours/specification").
///
/// The model has years, months and dates, days of the week and public holidays, times, and `off`.
/// It has no times or days that depend on the sun, on Easter, on school or on the number of the
/// week, and no open ends; hours for one day may have all of these but the sun (``OpeningDays``).
/// Unambiguous slips are accepted: `mo-fr`, `7-19`, `07.00-19.00`, `7:00-19:00h`, `7am-7pm`,
/// `Mar 15 – Sep 15`, `Apr-Sep: 8:00-18:00`, `8:00-12:00 14:00-18:00`.
package struct OpeningHoursParser {
  /// The reason why a text gives no hours.
  package enum Failure: Error {
    /// It does not follow the grammar.
    case unparsable
    /// It follows the grammar, but the model can't express it.
    case unsupported
  }

  private let tokens: [HoursToken]
  private var position = 0
  /// Whether a comment without a state means closed; otherwise it means nothing.
  let commentsClose: Bool
  /// The days for which the hours are read; nil for all.
  let around: OpeningDays?

  private init(_ tokens: [HoursToken], commentsClose: Bool, around: OpeningDays?) {
    self.tokens = tokens
    self.commentsClose = commentsClose
    self.around = around
  }

  /// Reads hours such as `Mo-Fr 07:00-19:00; PH off`.
  ///
  /// - Parameters:
  ///   - text: The hours.
  ///   - commentsClose: Whether a rule with a comment and without a state, such as `Sa "by appointment"`, is read as
  ///     closed. The specification calls its state unknown.
  ///   - around: The days for which the hours are read; nil for all.
  /// - Returns: The hours.
  /// - Throws: ``Failure``.
  package static func parse(
    _ text: String, commentsClose: Bool = false, around: OpeningDays? = nil
  ) throws(Failure) -> OpeningHours {
    guard let tokens = HoursToken.split(text) else { throw .unparsable }
    var parser = OpeningHoursParser(tokens, commentsClose: commentsClose, around: around)
    if let hours = parser.hours() { return hours }
    throw isBeyondModel(tokens) ? .unsupported : .unparsable
  }

  /// Whether all words belong to the grammar, and a word or sign to the part that the model lacks.
  private static func isBeyondModel(_ tokens: [HoursToken]) -> Bool {
    var isBeyond = false
    for token in tokens {
      switch token {
      case .word(let word):
        if beyond.contains(word) {
          isBeyond = true
        } else if token.weekday == nil, token.month == nil, !token.isPublicHoliday,
          !plain.contains(word)
        {
          return false
        }
      case .sign("["), .sign("+"), .sign("|"): isBeyond = true
      default: break
      }
    }
    return isBeyond
  }

  private static let beyond: Set<String> = [
    "sunrise", "sunset", "dawn", "dusk", "easter", "sh", "week", "unknown", "day", "days",
  ]
  private static let plain: Set<String> = ["open", "off", "closed", "am", "pm", "h", "uhr"]
}

extension OpeningHoursParser {
  /// All rules; nil if any other text remains.
  private mutating func hours() -> OpeningHours? {
    var rules: [OpeningHours.Rule] = []
    var isAdditional = false
    while true {
      guard let (rule, isComplete) = rule() else { return nil }
      rules.append(rule)
      rules[rules.count - 1].isAdditional = isAdditional
      if isAtEnd { return OpeningHours(rules) }
      if take(";") {
        if isAtEnd { return OpeningHours(rules) }
        isAdditional = false
      } else if isComplete, take(",") {
        isAdditional = true
      } else {
        return nil
      }
    }
  }

  /// One rule, and whether a comma after it can only begin another rule.
  private mutating func rule() -> (OpeningHours.Rule, isComplete: Bool)? {
    let start = position
    var rule = OpeningHours.Rule()
    var isComplete = false
    if takeAlways() {
      isComplete = true
    } else {
      guard let dates = dates() else { return nil }
      rule.dates = dates
      if let year = around?.today.year { rule.dates = dates.map { $0.withoutLeapDay(in: year) } }
      if !dates.isEmpty { _ = take(":") }
      guard let weeks = weeks(), let days = days() else { return nil }
      if days.isAny {
        (rule.weekdays, rule.onHolidays) = (days.weekdays, days.onHolidays)
        _ = take(":")
      }
      if !weeks.isEmpty || days.dependOnDate { limit(&rule, to: weeks, days) }
      guard let times = times() else { return nil }
      isComplete = !times.isEmpty
      // The whole day is stored as no times.
      if times != [OpeningHours.TimeSpan(0, 1_440)] { rule.times = times }
    }
    if take(word: "off") || take(word: "closed") {
      rule.isOff = true
      isComplete = true
    } else if take(word: "open") {
      isComplete = true
    } else if around != nil, take(word: "unknown") {
      rule.isOff = commentsClose
      isComplete = true
    } else if commentsClose, next == .comment {
      rule.isOff = true
    }
    // A comment alone says that the state is unknown.
    guard position > start || around != nil && next == .comment else { return nil }
    while next == .comment { position += 1 }
    return (rule, isComplete)
  }

  private mutating func takeAlways() -> Bool {
    guard case .number(24, _) = next, token(1) == .sign("/"), case .number(7, _) = token(2) else {
      return false
    }
    position += 3
    return true
  }

  /// `Mo-Fr`, `Sa,Su,PH`; empty if the next token is not a day.
  private mutating func days() -> SelectedDays? {
    var days = SelectedDays()
    guard isDay(next) else { return days }
    guard take(daysInto: &days) else { return nil }
    // Without a comma, `PH Mo-Fr` means holidays on these days, which the model can't express.
    guard isDay(next) else { return days }
    guard around != nil, days.areHolidays, next?.weekday != nil else { return nil }
    days.mustBeBoth = true
    return take(daysInto: &days) && !isDay(next) ? days : nil
  }

  /// A list of days.
  private mutating func take(daysInto days: inout SelectedDays) -> Bool {
    repeat {
      if next?.isPublicHoliday == true {
        position += 1
        let offset = around == nil ? 0 : dayOffset()
        guard !days.onHolidays || days.holidayOffset == offset else { return false }
        (days.onHolidays, days.holidayOffset) = (true, offset)
        continue
      }
      if next == .word("sh") {
        position += 1
        days.onSchoolHolidays = true
        continue
      }
      guard let first = next?.weekday else { return false }
      position += 1
      if around != nil, take("[") {
        guard let counts = counts() else { return false }
        days.counted.append((first, counts))
        continue
      }
      var last = first
      if next == .sign("-"), let day = token(1)?.weekday {
        position += 2
        last = day
      }
      var day = first
      days.weekdays |= 1 << UInt8(day)
      while day != last {
        day = (day + 1) % 7
        days.weekdays |= 1 << UInt8(day)
      }
    } while takeComma(if: isDay(token(1)))
    return true
  }

  private func isDay(_ token: HoursToken?) -> Bool {
    token?.weekday != nil || token?.isPublicHoliday == true
      || around != nil && token == .word("sh")
  }
}

extension OpeningHoursParser {
  /// Whether no token is left.
  var isAtEnd: Bool { position == tokens.count }

  /// The next token; nil at the end.
  var next: HoursToken? { token(0) }

  /// The token some places ahead; nil beyond the end.
  func token(_ ahead: Int) -> HoursToken? {
    let index = position + ahead
    return tokens.indices.contains(index) ? tokens[index] : nil
  }

  /// Skips some tokens.
  mutating func skip(_ count: Int) { position = min(position + count, tokens.count) }

  /// Takes one sign if it is the next token; returns whether it was.
  mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard next == .sign(sign) else { return false }
    position += 1
    return true
  }

  /// Takes one word if it is the next token; returns whether it was.
  mutating func take(word: String) -> Bool {
    guard next == .word(word) else { return false }
    position += 1
    return true
  }

  /// Takes a comma if it is the next token and the list continues; returns whether it did.
  mutating func takeComma(if continues: Bool) -> Bool { continues && take(",") }
}

extension OpeningHours {
  /// Parses hours such as `Mo-Fr 07:00-19:00; PH off`; nil if they are not understood.
  public init?(parsing text: String) {
    guard let hours = try? OpeningHoursParser.parse(text) else { return nil }
    self = hours
  }

  /// Parses hours, without the times of rules that have only a comment, such as `Sa "by appointment"`.
  package init?(withoutComments text: String) {
    guard let hours = try? OpeningHoursParser.parse(text, commentsClose: true) else { return nil }
    self = hours
  }

  /// Parses hours for some days only, which may then be days that the model can't express, such as `week 1-20`.
  ///
  /// - Parameters:
  ///   - text: The hours.
  ///   - days: The days.
  ///   - isCertain: Whether times at which a place may be open, such as those behind an open end, are left out.
  package init?(_ text: String, around days: OpeningDays, isCertain: Bool) {
    guard
      let hours = try? OpeningHoursParser.parse(text, commentsClose: isCertain, around: days)
    else { return nil }
    self = hours
  }
}
