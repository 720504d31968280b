import RoadModel

/// A term of a condition, with the problems to report.
struct ConditionTerm {
  /// The term; unknown, with its text, if it could not be read.
  private(set) var term: Condition.Term
  /// The reasons why it could not be read.
  private(set) var problems: [TagProblem.Reason] = []

  /// Reads a term such as `Mo-Fr 07:00-19:00`, `weight>7.5`, `destination` or `wet`.
  init(_ text: String) {
    term = .unknown(String(text.prefix(255)))
    let word = String(text.lowercased().map { $0 == " " ? "_" : $0 })
    if let use = Self.endUse(word) {
      term = .atEnds(use)
    } else if let kind = Self.properties[word] {
      term = .vehicle(kind, .atLeast, 1)
    } else if Self.unknowable.contains(word) {
      return
    } else if let comparison = VehicleComparison(text) {
      read(comparison)
    } else {
      readHours(text)
    }
  }

  private mutating func read(_ comparison: VehicleComparison) {
    switch comparison {
    case .term(let kind, let sign, let value, let problem):
      term = .vehicle(kind, sign, value)
      if let problem { problems = [problem] }
    case .ofUnknownProperty(let property):
      if !Self.unknowableProperties.contains(property) { problems = [.unknownValue] }
    case .problem(let problem):
      problems = [problem]
    }
  }

  private mutating func readHours(_ text: String) {
    do {
      let hours = try OpeningHoursParser.parse(text)
      // Hours that are only closed would never apply, which can't be intended.
      if hours.rules.allSatisfy(\.isOff) {
        problems = [.unparsable]
      } else {
        term = .time(hours)
      }
    } catch {
      switch error {
      case .unsupported: break
      case .unparsable:
        let isWord = text.utf8.allSatisfy { (97...122).contains($0 | 0x20) || $0 == 0x5F }
        problems = [isWord && !text.isEmpty ? .unknownValue : .unparsable]
      }
    }
  }

  /// The use of a word, or of a list of words, which are treated alike.
  private static func endUse(_ words: String) -> Condition.EndUse? {
    var first: Condition.EndUse?
    for word in words.split(whereSeparator: { ",;/".contains($0) }) {
      let word = word.trimmed().drop { $0 == "_" }
      guard let use = endUses[String(word)] else { return nil }
      first = first ?? use
    }
    return first
  }

  private static let endUses: [String: Condition.EndUse] = [
    "destination": .destination, "local": .destination, "local_traffic": .destination,
    "delivery": .delivery, "deliveries": .delivery, "loading": .delivery, "unloading": .delivery,
    "loading_unloading": .delivery,
    "customers": .customers, "customer": .customers, "guests": .customers, "guest": .customers,
    "visitors": .customers, "visitor": .customers,
    "residents": .residents, "resident": .residents, "private": .residents, "permit": .residents,
    "permit_holder": .residents, "permit_holders": .residents,
  ]

  /// Properties that a vehicle has or does not have.
  private static let properties: [String: LimitKind] = [
    "hazmat": .hazmat, "hazmat:water": .hazmatWater,
    "trailer": .trailers, "trailers": .trailers,
    "hgv_articulated": .trailers, "articulated": .trailers,
  ]

  /// Conditions that can't be known in advance, or that apply to no traveller.
  private static let unknowable: Set<String> = [
    "wet", "dry", "rain", "snow", "ice", "icy", "fog", "wind", "storm", "flood", "flooding",
    "flooded", "low_visibility", "low_water", "high_water", "low_tide", "high_tide", "tide",
    "avalanche", "weather", "winter", "summer", "spring", "autumn", "season", "dark", "night",
    "emergency", "doctor", "disabled", "disc", "ticket", "fee", "charging", "employees", "staff",
    "students", "agricultural", "forestry", "event", "events", "market", "school", "school_days",
    "schooldays", "maintenance", "construction", "flashing", "flashing_light", "flashing_lights",
    "signal", "signals", "sign", "occasionally", "sometimes", "unknown",
  ]

  /// Properties that vehicles of this model do not have.
  private static let unknowableProperties: Set<String> = [
    "stay", "maxstay", "fuel", "wheels", "seats", "occupants", "passengers", "speed", "draught",
    "unladenweight", "emptyweight", "emission", "emissions", "emission_class", "euro_class",
  ]
}
