/// The units of distances in instructions.
public enum DistanceUnits: String, CaseIterable, Sendable, Hashable {
  /// Metres and kilometres.
  case metric
  /// Feet and miles.
  case imperial
  /// Yards and miles.
  case british = "british_imperial"

  /// The units on the signs of a region.
  ///
  /// - Parameter tag: A language tag with a region, such as `en-US`; without one, units are metric.
  public init(regionOf tag: String) {
    switch LanguageTag(tag).region {
    case "us", "as", "gu", "lr", "mp", "pr", "um", "vi": self = .imperial
    case "gb", "gg", "im", "je": self = .british
    default: self = .metric
    }
  }
}

/// A rounded distance in a unit.
struct DistanceAmount: Sendable, Hashable {
  /// The unit; parts of a mile are separate units.
  var unit: UnitWord
  /// Tenths of the unit; meaningless for parts of a mile.
  var tenths: Int
  /// The rounded distance in metres.
  var metres: Double

  /// Metres in a foot, a yard and a mile.
  static let foot = 0.3048
  static let yard = 0.9144
  static let mile = 1609.344

  /// The steps to which lengths below a bound are rounded, for display and speech.
  ///
  /// They are stored, because a literal at the place of use allocates memory each time.
  private typealias Steps = [(bound: Double, step: Double)]
  private static let metresShown: Steps = [(30, 1), (250, 10), (1000, 50)]
  private static let feetShown: Steps = [(100, 5), (500, 10), (1000, 50)]
  private static let yardsShown: Steps = [(50, 5), (100, 10), (400, 50)]
  private static let metresSpoken: Steps = [(30, 5), (100, 10), (300, 50), (1000, 100)]
  private static let feetSpoken: Steps = [(100, 10), (500, 50), (1000, 100)]
  private static let yardsSpoken: Steps = [(100, 10), (400, 50)]

  /// The maximum distance in words, in metres; longer ones are clamped.
  private static let maximum = 1e9

  /// A distance for display: exact below 30 m, otherwise with two or three digits.
  static func displayed(_ metres: Double, _ units: DistanceUnits) -> DistanceAmount {
    let metres = clamped(metres)
    switch units {
    case .metric:
      return rounded(metres, 1, .metre, metresShown, below: 1000)
        ?? decimal(metres, 1000, .kilometre)
    case .imperial:
      return rounded(metres, foot, .foot, feetShown, below: 1000)
        ?? miles(metres)
    case .british:
      return rounded(metres, yard, .yard, yardsShown, below: 400)
        ?? miles(metres)
    }
  }

  /// A distance for speech: coarser, with halves and quarters of a mile.
  static func spoken(_ metres: Double, _ units: DistanceUnits) -> DistanceAmount {
    let metres = clamped(metres)
    switch units {
    case .metric:
      if let amount = rounded(max(metres, 5), 1, .metre, metresSpoken, below: 1000) {
        return amount
      }
      if metres < 3000 { return decimal(metres, 1000, .kilometre) }
      if metres < 9750 { return decimal((metres / 500).rounded() * 500, 1000, .kilometre) }
      return decimal((metres / 1000).rounded() * 1000, 1000, .kilometre)
    case .imperial:
      return rounded(max(metres, 10 * foot), foot, .foot, feetSpoken, below: 1000)
        ?? spokenMiles(metres)
    case .british:
      return rounded(max(metres, 10 * yard), yard, .yard, yardsSpoken, below: 400)
        ?? spokenMiles(metres)
    }
  }

  private static func clamped(_ metres: Double) -> Double {
    metres > 0 ? min(metres, maximum) : 0
  }

  /// A whole number of a unit, in the step of the first bound above it; nil from `limit` on.
  private static func rounded(
    _ metres: Double, _ unit: Double, _ word: UnitWord, _ steps: Steps, below limit: Double
  ) -> DistanceAmount? {
    let value = metres / unit
    guard let step = steps.first(where: { value < $0.bound })?.step else { return nil }
    let rounded = (value / step).rounded() * step
    guard rounded < limit else { return nil }
    return DistanceAmount(unit: word, tenths: Int(rounded) * 10, metres: rounded * unit)
  }

  /// Tenths of a unit below 10, whole ones above; at least one tenth.
  private static func decimal(_ metres: Double, _ unit: Double, _ word: UnitWord) -> DistanceAmount
  {
    let value = metres / unit
    var tenths = max(1, Int((value * 10).rounded()))
    if tenths >= 100 { tenths = Int(value.rounded()) * 10 }
    return DistanceAmount(unit: word, tenths: tenths, metres: Double(tenths) / 10 * unit)
  }

  /// Miles for display: quarters if they are as exact as tenths.
  private static func miles(_ metres: Double) -> DistanceAmount {
    let miles = metres / mile
    if miles < 0.9 {
      let quarters = (miles * 4).rounded()
      if quarters > 0, abs(quarters / 4 - miles) <= 0.03 { return part(Int(quarters)) }
    }
    return decimal(metres, mile, .mile)
  }

  private static func spokenMiles(_ metres: Double) -> DistanceAmount {
    let miles = metres / mile
    if miles < 0.875 { return part(max(1, Int((miles * 4).rounded()))) }
    let halves = Int((miles * 2).rounded())
    if halves < 20, halves % 2 == 1 {
      return DistanceAmount(
        unit: .mileAndHalf, tenths: halves / 2 * 10, metres: Double(halves) / 2 * mile)
    }
    let whole = halves < 20 ? halves / 2 : Int(miles.rounded())
    return DistanceAmount(unit: .mile, tenths: whole * 10, metres: Double(whole) * mile)
  }

  /// One, two or three quarters of a mile.
  private static func part(_ quarters: Int) -> DistanceAmount {
    let unit: UnitWord =
      quarters == 1 ? .quarterMile : quarters == 2 ? .halfMile : .threeQuarterMiles
    return DistanceAmount(unit: unit, tenths: 0, metres: Double(quarters) / 4 * mile)
  }
}
