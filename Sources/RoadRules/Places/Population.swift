/// The number of people in a settlement, as people write it: `12345`, `12 345`, `12.345`, `12,345`, `~12000`.
struct Population: Equatable {
  /// The number of people.
  var count: Int
  /// Whether it is written as an approximate number.
  var isApproximate: Bool

  /// The maximum number of digits; no settlement or country needs more.
  private static let mostDigits = 10
  /// Signs and words before an approximate number, the longest first.
  private static let approximations = [
    "approximately", "approx.", "approx", "around", "about", "circa", "ca.", "ca", "c.", "~", "≈",
    "±",
  ]
  /// Signs between groups of digits: spaces (also narrow ones), full stops, commas, apostrophes.
  private static let separators: Set<Unicode.Scalar> = [
    " ", "\u{A0}", "\u{2009}", "\u{202F}", ".", ",", "'", "\u{2019}", "\u{66C}",
  ]

  init(count: Int, isApproximate: Bool) {
    self.count = count
    self.isApproximate = isApproximate
  }

  /// Reads a value of `population`; nil for other texts, such as `1.2 million` or `12.5`: nobody counts half a person.
  ///
  /// What follows a number in parentheses, such as its year, and the further numbers of a list are left out.
  init?(_ value: String) {
    var text = Self.trimmed(value.prefix { $0 != ";" && $0 != "(" })
    let lowercased = text.lowercased()
    let sign = Self.approximations.first { lowercased.hasPrefix($0) }
    if let sign { text = Self.trimmed(text.dropFirst(sign.count)) }
    guard let count = Self.count(text) else { return nil }
    self.init(count: count, isApproximate: sign != nil)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// The number of a text of digits, perhaps in groups; nil for another text.
  private static func count(_ text: Substring) -> Int? {
    var groups = [0]
    var separator: Unicode.Scalar?
    var (digits, count) = (0, 0)
    for scalar in text.unicodeScalars {
      if scalar.properties.generalCategory == .decimalNumber,
        let value = scalar.properties.numericValue
      {
        digits += 1
        if digits > mostDigits { return nil }
        groups[groups.count - 1] += 1
        count = 10 * count + Int(value)
      } else if separators.contains(scalar), separator ?? scalar == scalar {
        separator = scalar
        groups.append(0)
      } else {
        return nil
      }
    }
    return areGroups(groups) ? count : nil
  }

  /// Whether a number may have groups of so many digits: the last one has three, and those before it three, or two as
  /// in the Indian `12,34,567`.
  private static func areGroups(_ groups: [Int]) -> Bool {
    guard let first = groups.first, let last = groups.last, first > 0 else { return false }
    if groups.count == 1 { return true }
    let middle = groups.dropFirst().dropLast()
    return first <= 3 && last == 3
      && (middle.allSatisfy { $0 == 3 } || first <= 2 && middle.allSatisfy { $0 == 2 })
  }
}
