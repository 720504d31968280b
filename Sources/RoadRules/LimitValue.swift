import RoadModel

/// The meaning of the value of a limit tag.
struct LimitValue: Equatable {
  /// The maximum value that passes, in the unit of the kind; nil if the value sets no limit or is unreadable.
  var limit: UInt32?
  /// The problem to report; nil if there is none.
  var problems: [TagProblem.Reason] = []

  /// Whether the value only means that there is no limit.
  var isNoLimit: Bool { limit == nil && problems.isEmpty }

  /// Reads the value of a limit tag.
  ///
  /// The lowest value of a list (`3.5;4.0`) counts. An unreadable part is reported, and the others
  /// still apply.
  init(_ text: String, _ kind: LimitKind) {
    for part in text.split(separator: ";", omittingEmptySubsequences: false) {
      add(String(part.trimmed()), kind)
    }
  }

  private mutating func add(_ part: String, _ kind: LimitKind) {
    if Self.unlimitedWords.contains(part.lowercased()) { return }
    if part.lowercased() == "below_default" {
      problems.append(.belowDefault)
      return
    }
    let quantity: Quantity
    do {
      quantity = try Quantity.read(part, kind.dimension)
    } catch {
      switch error {
      case .unknownUnit: problems.append(.unknownUnit)
      case .outOfRange: problems.append(.outOfRange)
      case .unparsable: problems.append(part.contains { $0.isNumber } ? .unparsable : .unknownValue)
      }
      return
    }
    // The written value applies, even if it is strange: `60` is a height of 60 m. Limits are never
    // made looser.
    if !kind.plausible.contains(quantity.value) { problems.append(.outOfRange) }
    if quantity.isApproximate { problems.append(.approximate) }
    limit = min(limit ?? .max, UInt32(clamping: quantity.value))
  }

  /// Words that mean that no limit is signed; limits by law are not those of the road.
  private static let unlimitedWords: Set<String> = [
    "default", "none", "unsigned", "no_sign", "no-sign", "no sign", "nosign", "no_indications",
    "no_indication", "no", "unlimited", "no_limit", "unrestricted", "implicit", "unposted",
  ]
}

extension LimitKind {
  /// The dimension of a value of this kind.
  var dimension: Dimension {
    switch self {
    case .height, .width, .length: .length
    case .weight, .weightRating, .axleLoad, .bogieLoad: .mass
    case .axles, .trailers, .hazmat, .hazmatWater, .tunnelCode: .count
    }
  }

  /// The usual values of roads.
  ///
  /// A number outside is probably a mistake (`38` for 3.8 m, `3500` for 3.5 t). It is applied as
  /// written and reported.
  var plausible: ClosedRange<Int> {
    switch self {
    case .height: 500...25_000
    case .width: 300...50_000
    case .length: 500...200_000
    case .weight, .weightRating: 100...500_000
    case .axleLoad, .bogieLoad: 100...100_000
    case .axles: 1...50
    case .trailers: 0...10
    case .hazmat, .hazmatWater: 0...1
    case .tunnelCode: 0...4
    }
  }
}
