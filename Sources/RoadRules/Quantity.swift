/// The dimension of a number: the default unit of its key, and the units that it may be written in.
enum Dimension: Sendable {
  /// Metres unless another unit is written; the result is in millimetres.
  case length
  /// Metric tonnes unless another unit is written; the result is in kilograms.
  case mass
  /// A plain number.
  case count
}

/// A number with a unit as people write it, computed with integers.
///
/// Exact values remain exact (`12'6"` is 3,810 mm). Others are rounded down, so that no limit
/// becomes looser than its sign.
struct Quantity {
  /// The value in millimetres, kilograms or pieces.
  var value: Int
  /// Whether the mapper marked it as approximate (`~4`).
  var isApproximate: Bool

  /// Reads a value such as `3.8`, `3,8 m`, `12'6"`, `12 ft 6 in`, `380 cm`, `7.5 t` or `~4`.
  static func read(_ text: String, _ dimension: Dimension) throws(Failure) -> Quantity {
    var scanner = ValueScanner(text)
    let isApproximate = scanner.take("~")
    guard let number = scanner.decimal() else { throw .unparsable }
    let unit = scanner.word()
    let value: Int?
    switch dimension {
    case .count:
      guard unit.isEmpty else { throw .unknownUnit }
      guard number.isWhole else { throw .unparsable }
      value = number.scaled(by: 1, over: 1)
    case .mass:
      guard let factor = masses[unit] else { throw .unknownUnit }
      value = number.readingThousands(in: unit).scaled(by: factor.times, over: factor.over)
    case .length:
      switch unit {
      case "'", "ft", "feet", "foot": value = try feet(number, &scanner)
      case "m" where scanner.isDigit:
        // `3m80`, as written in France.
        guard number.isWhole, let rest = scanner.decimal(), rest.isWhole, rest.digits == 2 else {
          throw .unparsable
        }
        value = number.scaled(by: 1_000, over: 1).map { $0 + rest.mantissa * 10 }
      default:
        guard let factor = lengths[unit] else { throw .unknownUnit }
        value = number.scaled(by: factor.times, over: factor.over)
      }
    }
    guard scanner.isAtEnd else { throw .unparsable }
    guard let value else { throw .outOfRange }
    return Quantity(value: value, isApproximate: isApproximate)
  }

  /// The reason why a text is not a quantity.
  enum Failure: Error {
    case unparsable, unknownUnit, outOfRange
  }

  /// Millimetres of feet and, if they follow, inches: 304.8 and 25.4.
  private static func feet(_ feet: Decimal, _ scanner: inout ValueScanner) throws(Failure) -> Int? {
    if scanner.isAtEnd { return feet.scaled(by: 3_048, over: 10) }
    _ = scanner.take("-")
    guard feet.isWhole, let inches = scanner.decimal() else { throw .unparsable }
    // The closing mark is often missing: `12'6`.
    guard ["", "\"", "in", "inch", "inches"].contains(scanner.word()) else { throw .unknownUnit }
    guard inches.isBelow(12) else { throw .unparsable }
    guard let whole = feet.scaled(by: 3_048, over: 1), let part = inches.scaled(by: 254, over: 1)
    else { return nil }
    return (whole + part) / 10
  }

  private typealias Factor = (times: Int, over: Int)

  /// Millimetres by unit.
  private static let lengths: [String: Factor] = [
    "": (1_000, 1), "m": (1_000, 1), "metre": (1_000, 1), "metres": (1_000, 1),
    "meter": (1_000, 1), "meters": (1_000, 1), "mtr": (1_000, 1), "mtrs": (1_000, 1),
    "dm": (100, 1), "cm": (10, 1), "mm": (1, 1),
    "\"": (254, 10), "in": (254, 10), "inch": (254, 10), "inches": (254, 10),
  ]

  /// Kilograms by unit.
  ///
  /// A hundredweight is 100 lb in America and 112 lb in Britain; the lighter one is used, so that
  /// the limit is not looser. `ton` and `tons` mean three different weights and are not guessed.
  private static let masses: [String: Factor] = [
    "": (1_000, 1), "t": (1_000, 1), "tonne": (1_000, 1), "tonnes": (1_000, 1),
    "kg": (1, 1), "kgs": (1, 1), "kilogram": (1, 1), "kilograms": (1, 1),
    "lb": (45_359_237, 100_000_000), "lbs": (45_359_237, 100_000_000),
    "pound": (45_359_237, 100_000_000), "pounds": (45_359_237, 100_000_000),
    "cwt": (45_359_237, 1_000_000),
    "st": (90_718_474, 100_000),
    "lt": (10_160_469_088, 10_000_000),
  ]
}

/// A decimal number as written: `3,80` is the mantissa 380 with 2 decimals.
struct Decimal: Equatable {
  var mantissa: Int
  var decimals: Int
  /// The number of all digits.
  var digits: Int
  /// Whether a comma separates the decimals.
  var hasComma: Bool

  var isWhole: Bool { decimals == 0 }

  /// Whether the value is less than a whole number.
  func isBelow(_ bound: Int) -> Bool { mantissa < bound * Self.powers[decimals] }

  /// The value times a fraction, rounded down; nil if it overflows.
  func scaled(by times: Int, over: Int) -> Int? {
    let (product, overflow) = mantissa.multipliedReportingOverflow(by: times)
    return overflow ? nil : product / (over * Self.powers[decimals])
  }

  /// The number with a comma before three digits as a thousands separator, if the unit is small.
  ///
  /// So `15,000 lbs` is fifteen thousand.
  func readingThousands(in unit: String) -> Decimal {
    guard hasComma, decimals == 3, unit.hasPrefix("lb") || unit.hasPrefix("kg") else { return self }
    return Decimal(mantissa: mantissa, decimals: 0, digits: digits, hasComma: false)
  }

  /// Powers of ten; a number keeps at most six decimals.
  static let powers = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
}
