import RoadModel

// The sets and enumerations of roads are stored in maps and read by every search, so they have no place for words that
// this version does not know. The edges and blockers of routes that contain them keep these words beside them.

/// A limit or a rule of a road.
protocol RoadFact: Codable, Hashable, Sendable {
  /// Whether words that this version does not know were left out of one that was read.
  static func leavesOutWords(_ decoder: any Decoder) throws -> Bool
}

/// A limit or a rule as it was read, with its JSON if this version does not understand it completely.
struct KeptPart<Value: RoadFact>: Codable, Hashable, Sendable {
  /// What this version understands; nil if that is not enough for a rule.
  var value: Value?
  /// The JSON; nil if the value says everything.
  var json: JSONValue?

  /// A part that is understood.
  init(_ value: Value) { self.value = value }

  init(from decoder: any Decoder) throws {
    value = try ifKnown { try Value(from: decoder) }
    if try value == nil || Value.leavesOutWords(decoder) { json = try JSONValue(from: decoder) }
  }

  func encode(to encoder: any Encoder) throws {
    if let json { try json.encode(to: encoder) } else { try value?.encode(to: encoder) }
  }
}

/// The words about a road in its attributes that this version does not know.
struct RoadWords: Sendable, Hashable {
  var roadClass: String?
  var surface: String?
  var flags: [String] = []
  /// Unknown access of modes, and the access of unknown modes, by the names of the modes.
  var forwardAccess: [String: String] = [:]
  var backwardAccess: [String: String] = [:]
}

/// What a later version says about an edge, as far as this version does not know the words.
package struct LaterWords: Sendable, Hashable {
  var road: RoadWords
  /// All limits and rules in their order if some are not understood; else none.
  var limits: [KeptPart<VehicleLimit>]
  var rules: [KeptPart<RoadRule>]

  /// The words; nil if this version knows all of them.
  init?(
    road: RoadWords, limits: [KeptPart<VehicleLimit>], rules: [KeptPart<RoadRule>]
  ) {
    let isKnown = (limits.allSatisfy { $0.json == nil }, rules.allSatisfy { $0.json == nil })
    if road == RoadWords(), isKnown == (true, true) { return nil }
    self.road = road
    self.limits = isKnown.0 ? [] : limits
    self.rules = isKnown.1 ? [] : rules
  }

  /// All words.
  var all: [String] {
    let access = [road.forwardAccess, road.backwardAccess].flatMap { access in
      access.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
    }
    let parts = limits.compactMap(\.json) + rules.compactMap(\.json)
    let words = (access + parts.flatMap(\.words)).filter { !Self.known.contains($0) }
    return [road.roadClass, road.surface].compactMap(\.self) + road.flags + words
  }

  /// The words and names of members of limits and rules that this version knows.
  private static let known = Set(
    modeWords.pairs.map(\.word) + accessWords.pairs.map(\.word) + limitWords.pairs.map(\.word)
      + directionWords.pairs.map(\.word) + comparisonWords.pairs.map(\.word)
      + endUseWords.pairs.map(\.word) + [
        "kind", "value", "directions", "limit", "access", "modes", "speed", "truckSpeed", "ban",
        "turnRound", "condition", "time", "property", "comparison", "atEnds", "unknown", "dates",
        "weekdays", "onHolidays", "times", "isOff", "isAdditional",
      ])
}
