/// Reads `duration`, the time of a ferry.
enum TravelDuration {
  /// The seconds of `MM`, `HH:MM`, `HH:MM:SS`, `PT1H30M` or `1h 30min`; nil for other texts and 0.
  static func seconds(_ text: String) -> Int? {
    let value = text.trimmed().uppercased()
    let seconds = value.contains(":") ? clock(value) : units(value)
    guard let seconds, seconds > 0, seconds <= 30 * 86_400 else { return nil }
    return seconds
  }

  private static func clock(_ value: String) -> Int? {
    let parts = value.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    var total = 0
    for (index, part) in parts.enumerated() {
      guard let number = digits(part), index == 0 || number < 60 else { return nil }
      total = total * 60 + number
    }
    return parts.count == 2 ? total * 60 : total
  }

  /// Reads numbers with units, in ISO 8601 and as people write them; a plain number is in minutes.
  private static func units(_ value: String) -> Int? {
    if let minutes = digits(value[...]) { return minutes * 60 }
    // ISO 8601 marks the time of day with a T, which is redundant with units.
    let isISO = value.first == "P"
    var rest = isISO ? value.dropFirst().filter { $0 != "T" }[...] : value[...]
    var total = 0
    while !rest.isEmpty {
      rest = rest.drop { $0 == " " }
      let number = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest[number.endIndex...].drop { $0 == " " }
      let unit = rest.prefix { $0.isLetter }
      rest = rest[unit.endIndex...]
      guard let count = digits(number), let length = lengths[String(unit)] else { return nil }
      total += count * length
    }
    return total
  }

  private static let lengths = [
    "D": 86_400, "H": 3_600, "HOUR": 3_600, "HOURS": 3_600, "HR": 3_600, "HRS": 3_600,
    "M": 60, "MIN": 60, "MINS": 60, "MINUTE": 60, "MINUTES": 60, "S": 1, "SEC": 1,
  ]

  /// A number of up to five digits.
  private static func digits(_ text: Substring) -> Int? {
    guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}
