import RoadModel

/// A comparison such as `weight>7.5`, `length <= 12 m`, `7.5 < weight` or `hazmat=yes`.
enum VehicleComparison {
  /// A property of the model with a value, and the problem of the value.
  case term(LimitKind, Condition.Comparison, UInt32, TagProblem.Reason?)
  /// A property that the model does not have.
  case ofUnknownProperty(String)
  /// A comparison that can't be read.
  case problem(TagProblem.Reason)

  /// Reads a text with a comparison sign; nil if it has none.
  init?(_ text: String) {
    guard let start = text.firstIndex(where: Self.isSign) else { return nil }
    let signText = text[start...].prefix(while: Self.isSign)
    let right = text[signText.endIndex...]
    guard let sign = Self.signs[String(signText)], !right.contains(where: Self.isSign) else {
      self = .problem(.unparsable)
      return
    }
    let left = text[..<start]
    if let kind = Self.kinds[Self.name(left)] {
      self.init(kind, sign, String(right.trimmed()))
    } else if let kind = Self.kinds[Self.name(right)] {
      self.init(kind, sign.reversed, String(left.trimmed()))
    } else {
      self = .ofUnknownProperty(Self.name(left))
    }
  }

  private init(_ kind: LimitKind, _ sign: Condition.Comparison, _ value: String) {
    if sign == .equal, [.hazmat, .hazmatWater, .trailers].contains(kind) {
      switch value.lowercased() {
      case "yes":
        self = .term(kind, .atLeast, 1, nil)
        return
      case "no":
        self = .term(kind, .equal, 0, nil)
        return
      default: break
      }
    }
    do {
      let quantity = try Quantity.read(value, kind.dimension)
      guard kind.plausible.contains(quantity.value) else {
        self = .problem(.outOfRange)
        return
      }
      let problem: TagProblem.Reason? = quantity.isApproximate ? .approximate : nil
      self = .term(kind, sign, UInt32(quantity.value), problem)
    } catch {
      switch error {
      case .unparsable: self = .problem(.unparsable)
      case .unknownUnit: self = .problem(.unknownUnit)
      case .outOfRange: self = .problem(.outOfRange)
      }
    }
  }

  private static func isSign(_ character: Character) -> Bool {
    switch character {
    case "<", ">", "=", "≤", "≥", "!": true
    default: false
    }
  }

  private static func name(_ text: Substring) -> String {
    String(text.trimmed().lowercased().map { $0 == " " ? "_" : $0 })
  }

  private static let signs: [String: Condition.Comparison] = [
    "<": .less, "<=": .atMost, "=<": .atMost, "≤": .atMost, "=": .equal, "==": .equal,
    ">=": .atLeast, "=>": .atLeast, "≥": .atLeast, ">": .greater,
  ]

  /// The properties by their names in tags; the key of a limit is the property that it limits.
  private static let kinds: [String: LimitKind] = [
    "height": .height, "maxheight": .height,
    "width": .width, "maxwidth": .width,
    "length": .length, "maxlength": .length,
    "weight": .weight, "maxweight": .weight, "max_weight": .weight,
    "weightrating": .weightRating, "maxweightrating": .weightRating,
    "weight_rating": .weightRating, "max_weight_rating": .weightRating, "gvwr": .weightRating,
    "axleload": .axleLoad, "axle_load": .axleLoad, "maxaxleload": .axleLoad,
    "bogieweight": .bogieLoad, "bogie_weight": .bogieLoad, "maxbogieweight": .bogieLoad,
    "axles": .axles, "axle": .axles, "maxaxles": .axles,
    "trailers": .trailers, "trailer": .trailers,
    "hazmat": .hazmat, "hazmat:water": .hazmatWater, "tunnel_code": .tunnelCode,
  ]
}

extension Condition.Comparison {
  /// The same comparison with its sides exchanged.
  fileprivate var reversed: Condition.Comparison {
    switch self {
    case .less: .greater
    case .atMost: .atLeast
    case .equal: .equal
    case .atLeast: .atMost
    case .greater: .less
    }
  }
}
