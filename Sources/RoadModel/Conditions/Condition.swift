/// The condition of a rule: it holds if all of its terms hold.
///
/// It models the text after the `@` of a `:conditional` tag (OpenStreetMap wiki, "Conditional restrictions"). Without
/// terms it always holds.
public struct Condition: Sendable, Hashable {
  /// One requirement of a condition.
  public enum Term: Sendable, Hashable {
    /// The local time lies in opening hours.
    case time(OpeningHours)
    /// A comparison of a vehicle property with a value, in the unit of its kind. It does not hold if the property is
    /// not given.
    case vehicle(LimitKind, Comparison, UInt32)
    /// The trip begins or ends here (`destination`, `delivery`, `customers`, …; the word as tagged).
    case atEnds(EndUse)
    /// A condition that no router can know in advance, such as `wet`, in the words of the tag.
    case unknown(String)
  }

  /// A comparison operator.
  @frozen
  public enum Comparison: UInt8, CaseIterable, Sendable, Hashable {
    /// `<`
    case less = 0
    /// `<=`
    case atMost = 1
    /// `=`
    case equal = 2
    /// `>=`
    case atLeast = 3
    /// `>`
    case greater = 4
  }

  /// The purpose of a trip that begins or ends somewhere; a router treats all of them alike.
  @frozen
  public enum EndUse: UInt8, CaseIterable, Sendable, Hashable {
    /// `destination`
    case destination = 0
    /// `delivery`
    case delivery = 1
    /// `customers`
    case customers = 2
    /// `residents`
    case residents = 3
  }

  /// The terms; all must hold.
  public var terms: [Term]

  /// A condition of some terms; without terms it always holds.
  public init(_ terms: [Term] = []) { self.terms = terms }

  /// The condition that always holds.
  public static let always = Condition()
}

/// Whether a condition holds, may hold, or does not hold.
@frozen
public enum Truth: Sendable, Hashable {
  /// It does not hold.
  case no
  /// It may hold: the time is unknown, or a router cannot know the condition.
  case perhaps
  /// It holds.
  case yes
}

/// The circumstances under which a condition is evaluated.
public struct Circumstances: Sendable, Hashable {
  /// The vehicle.
  public var vehicle: Vehicle
  /// The local time; nil if unknown.
  public var time: LocalTime?
  /// Whether the trip begins or ends in the zone of the road.
  public var isAtEnd: Bool
  /// The public holidays.
  public var holidays: Set<LocalDate>

  /// Circumstances; without a time, conditions that depend on it may hold.
  public init(
    _ vehicle: Vehicle, time: LocalTime? = nil, isAtEnd: Bool = false,
    holidays: Set<LocalDate> = []
  ) {
    self.vehicle = vehicle
    self.time = time
    self.isAtEnd = isAtEnd
    self.holidays = holidays
  }
}

extension Condition {
  /// Whether the condition holds.
  ///
  /// - Complexity: O(number of terms and of the rules of their opening hours).
  public func holds(_ circumstances: Circumstances) -> Truth {
    var result = Truth.yes
    for term in terms {
      switch term.holds(circumstances) {
      case .no: return .no
      case .perhaps: result = .perhaps
      case .yes: break
      }
    }
    return result
  }

  /// The condition as written after the `@` of a tag: `(Mo-Fr 07:00-19:00 AND weight>7.5)`.
  public var text: String {
    "(" + terms.map(\.text).joined(separator: " AND ") + ")"
  }
}

extension Condition.Term {
  /// Whether the term holds.
  public func holds(_ circumstances: Circumstances) -> Truth {
    switch self {
    case .time(let hours):
      guard let time = circumstances.time else { return hours.isAlways ? .yes : .perhaps }
      return hours.contains(time, holidays: circumstances.holidays) ? .yes : .no
    case .vehicle(let kind, let comparison, let value):
      guard let own = circumstances.vehicle[kind] else { return .no }
      return comparison.holds(own, value) ? .yes : .no
    case .atEnds: return circumstances.isAtEnd ? .yes : .no
    case .unknown: return .perhaps
    }
  }

  /// The term as written in a tag.
  public var text: String {
    switch self {
    case .time(let hours): hours.text
    case .vehicle(let kind, .atLeast, 1) where kind.isYesOrNo: kind.conditionKey
    case .vehicle(let kind, let comparison, let value):
      kind.isCounted
        ? "\(kind.conditionKey)\(comparison.text)\(value)"
        : "\(kind.conditionKey)\(comparison.text)\(LimitKind.decimal(value))"
    case .atEnds(let use): use.text
    case .unknown(let words): words
    }
  }
}

extension Condition.Comparison {
  /// Whether the comparison of `a` with `b` holds.
  public func holds(_ a: UInt32, _ b: UInt32) -> Bool {
    switch self {
    case .less: a < b
    case .atMost: a <= b
    case .equal: a == b
    case .atLeast: a >= b
    case .greater: a > b
    }
  }

  /// The operator as written in a tag.
  public var text: String {
    switch self {
    case .less: "<"
    case .atMost: "<="
    case .equal: "="
    case .atLeast: ">="
    case .greater: ">"
    }
  }
}

extension Condition.EndUse {
  /// The word used in tags.
  public var text: String {
    switch self {
    case .destination: "destination"
    case .delivery: "delivery"
    case .customers: "customers"
    case .residents: "residents"
    }
  }
}

extension LimitKind {
  /// Whether values are counts, not millimetres or kilograms.
  public var isCounted: Bool { decimals == 0 }

  /// Whether the property is yes or no, so that the word alone is the condition.
  var isYesOrNo: Bool { self == .hazmat || self == .hazmatWater }

  /// The word for the property in a condition.
  var conditionKey: String {
    switch self {
    case .height: "height"
    case .width: "width"
    case .length: "length"
    case .weight: "weight"
    case .weightRating: "weightrating"
    case .axleLoad: "axleload"
    case .bogieLoad: "bogieweight"
    case .axles: "axles"
    case .trailers: "trailers"
    case .hazmat: "hazmat"
    case .hazmatWater: "hazmat:water"
    case .tunnelCode: "tunnel_code"
    }
  }
}
