import RoadModel

extension RoadFlags {
  /// The tolls of a way: for all vehicles, for heavy goods vehicles, by a vignette.
  ///
  /// A toll under a condition counts, because a vehicle may have to pay it.
  static func tolls(_ tags: RoadTags) -> RoadFlags {
    // Hardly any way has such a tag.
    guard tags.pairs.contains(where: { $0.key.hasPrefix("toll") || $0.key.hasPrefix("vignette") })
    else { return [] }
    var flags: RoadFlags = []
    let rules = tags["toll:conditional"].map { ConditionalTag.clauses($0).clauses } ?? []
    if let toll = tags["toll:motor_vehicle"] ?? tags["toll"], !noToll.contains(toll) {
      // `toll:motorcar=no` exempts cars from the toll of all vehicles.
      let isFreeForCars = tags["toll:motorcar"] == "no" || rules.contains(where: exemptsCars)
      flags.insert(toll == "hgv" || isFreeForCars ? .truckToll : .toll)
    }
    for rule in rules where !noToll.contains(rule.value) {
      flags.insert(isAboutTrucks(rule.condition) ? .truckToll : .toll)
    }
    if pays(tags["toll:motorcar"]) { flags.insert(.toll) }
    if tags["toll:hgv"] == "no" { flags.remove(.truckToll) }
    if truckKeys.contains(where: { pays(tags[$0]) }) { flags.insert(.truckToll) }
    if isVignette(tags) {
      flags.insert([.toll, .vignette])
    } else if pays(tags["vignette:hgv"]) {
      flags.insert(.truckToll)
    }
    return flags
  }

  private static func pays(_ value: String?) -> Bool {
    guard let value else { return false }
    return !noToll.contains(value)
  }

  /// Whether cars need a vignette for a time, on paper or electronic.
  private static func isVignette(_ tags: RoadTags) -> Bool {
    if pays(tags["vignette"]) || pays(tags["vignette:motorcar"]) { return true }
    return tags["toll"] == "vignette" || tags["toll:motorcar"] == "vignette"
  }

  /// Whether a clause frees vehicles below a weight from a toll: `no @ (weight<=3.5)`.
  private static func exemptsCars(_ clause: ConditionalTag.Clause) -> Bool {
    guard clause.value == "no", clause.condition.terms.count == 1 else { return false }
    return switch clause.condition.terms[0] {
    case .vehicle(.weight, .less, _), .vehicle(.weight, .atMost, _),
      .vehicle(.weightRating, .less, _), .vehicle(.weightRating, .atMost, _):
      true
    default: false
    }
  }

  /// Whether a condition holds for no car: `weight>3.5`, `axles>=3`, `hgv`.
  private static func isAboutTrucks(_ condition: Condition) -> Bool {
    condition.terms.contains {
      switch $0 {
      case .vehicle(_, .greater, _), .vehicle(_, .atLeast, _), .unknown("hgv"): true
      default: false
      }
    }
  }

  /// Keys of tolls for trucks; N2 and N3 are the goods vehicles of the European Union above 3.5 t and above 12 t.
  private static let truckKeys = ["toll:hgv", "toll:N2", "toll:N3"]
  /// A fee for tracks in winter is not one for vehicles of the map.
  private static let noToll: Set = ["no", "snowmobile"]
}
