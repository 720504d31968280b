/// A token of opening hours.
enum HoursToken: Equatable {
  /// A number and its number of digits, at most four.
  case number(Int, digits: Int)
  /// A run of letters, in lower case.
  case word(String)
  /// One other character of ASCII; dashes of all lengths are `-`.
  case sign(Unicode.Scalar)
  /// Words in quotes, for people.
  case comment

  /// Splits a text; nil for a longer number, an unknown character, or an unterminated quote.
  static func split(_ text: String) -> [HoursToken]? {
    var tokens: [HoursToken] = []
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      switch scalar {
      case "0"..."9":
        let digits = rest.prefix { ("0"..."9").contains($0) }
        guard digits.count <= 4, let value = Int(String(digits)) else { return nil }
        tokens.append(.number(value, digits: digits.count))
        rest = rest.dropFirst(digits.count)
      case "a"..."z", "A"..."Z":
        let letters = rest.prefix { isLetter($0) }
        tokens.append(.word(String(letters).lowercased()))
        rest = rest.dropFirst(letters.count)
      case "\"":
        guard let end = rest.dropFirst().firstIndex(of: "\"") else { return nil }
        tokens.append(.comment)
        rest = rest[end...].dropFirst()
      default:
        if !scalar.properties.isWhitespace {
          guard let sign = sign(scalar) else { return nil }
          tokens.append(.sign(sign))
        }
        rest = rest.dropFirst()
      }
    }
    return tokens
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
  }

  private static func sign(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "‐", "‑", "‒", "–", "—", "−": "-"
    case ":", ".", ",", ";", "-", "+", "/", "|", "[", "]", "(", ")": scalar
    default: nil
    }
  }

  /// Monday 0 to Sunday 6, if the token is a day of the week in English.
  var weekday: Int? {
    guard case .word(let word) = self else { return nil }
    return Self.weekdays[word]
  }

  /// January 1 to December 12, if the token is a month in English.
  var month: Int? {
    guard case .word(let word) = self else { return nil }
    return Self.months[word]
  }

  /// Whether the token is `PH`.
  var isPublicHoliday: Bool {
    self == .word("ph") || self == .word("public_holiday") || self == .word("public_holidays")
  }

  private static let weekdays: [String: Int] = [
    "mo": 0, "mon": 0, "monday": 0,
    "tu": 1, "tue": 1, "tues": 1, "tuesday": 1,
    "we": 2, "wed": 2, "wednesday": 2,
    "th": 3, "thu": 3, "thur": 3, "thurs": 3, "thursday": 3,
    "fr": 4, "fri": 4, "friday": 4,
    "sa": 5, "sat": 5, "saturday": 5,
    "su": 6, "sun": 6, "sunday": 6,
  ]

  private static let months: [String: Int] = [
    "jan": 1, "january": 1, "feb": 2, "february": 2, "mar": 3, "march": 3, "apr": 4, "april": 4,
    "may": 5, "jun": 6, "june": 6, "jul": 7, "july": 7, "aug": 8, "august": 8,
    "sep": 9, "sept": 9, "september": 9, "oct": 10, "october": 10, "nov": 11, "november": 11,
    "dec": 12, "december": 12,
  ]
}
