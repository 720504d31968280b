import Notation
package import RoadModel

/// The content of a turn restriction: the forbidden or required movement, and its modes.
package struct RestrictionReading: Sendable, Equatable {
  /// Whether it forbids or requires the movement.
  package enum Kind: Sendable, Hashable {
    /// The manoeuvre is forbidden (`no_*`).
    case no
    /// Only this manoeuvre is allowed (`only_*`).
    case only
  }

  /// The movement from the `from` way to the `to` way.
  package enum Manoeuvre: Sendable, Hashable, CaseIterable {
    /// `*_left_turn`.
    case leftTurn
    /// `*_right_turn`.
    case rightTurn
    /// `*_straight_on`.
    case straightOn
    /// `*_u_turn`.
    case uTurn
    /// `no_entry`, which may have several `from` ways.
    case entry
    /// `no_exit`, which may have several `to` ways.
    case exit
    /// An unknown movement.
    case other
  }

  /// Whether it forbids or requires the movement.
  package var kind: Kind
  /// The movement, for the explanation; the members of the relation decide.
  package var manoeuvre: Manoeuvre
  /// The modes that it applies to.
  package var bindsModes: ModeSet
  /// The condition under which it applies.
  package var condition: Condition = .always
  /// Tags that could not be applied as written.
  package var problems: [TagProblem]
}

/// The reason why a turn restriction is not in the map; its raw value names a count in the report.
package enum RestrictionRefusal: String, Sendable, Hashable, CaseIterable {
  /// Its conditions can't be read.
  case conditional
  /// An unknown value.
  case unknownValue = "unknown-value"
  /// It applies to no mode of the map.
  case bindsNobody = "binds-nobody"
}

/// Whether a relation is a turn restriction that can be applied.
package enum RestrictionVerdict: Sendable, Equatable {
  /// One turn restriction, or several for different vehicles or times.
  case restrictions([RestrictionReading])
  /// A relation about something else.
  case notARestriction
  /// A restriction that is not applied.
  case refused(RestrictionRefusal)
}

/// The values of `restriction` and its vehicles.
enum TurnTags {
  typealias Meaning = (kind: RestrictionReading.Kind, manoeuvre: RestrictionReading.Manoeuvre)

  static let values: [String: Meaning] = [
    "no_left_turn": (.no, .leftTurn), "only_left_turn": (.only, .leftTurn),
    "no_right_turn": (.no, .rightTurn), "only_right_turn": (.only, .rightTurn),
    "no_straight_on": (.no, .straightOn), "only_straight_on": (.only, .straightOn),
    "no_u_turn": (.no, .uTurn), "only_u_turn": (.only, .uTurn),
    "no_entry": (.no, .entry), "no_exit": (.no, .exit),
  ]

  /// The modes of a restriction without a named mode: vehicles, not people on foot.
  static let vehicles = ModeSet.vehicles

  /// The modes of words in `except` and `restriction:…`; none for vehicles that are not in the map.
  static let modes: [String: ModeSet] = [
    "vehicle": vehicles, "motor_vehicle": .motorised,
    "motorcar": [ModeSet(.car), ModeSet(.taxi)], "hgv": ModeSet(.truck),
    "bicycle": ModeSet(.bicycle),
    "foot": ModeSet(.foot), "moped": ModeSet(.scooter), "motorcycle": ModeSet(.motorcycle),
    "bus": ModeSet(.bus),
    "taxi": ModeSet(.taxi), "psv": [ModeSet(.bus), ModeSet(.taxi)],
    "mofa": [], "caravan": [], "tourist_bus": [], "coach": [], "minibus": [],
    "emergency": [], "hov": [], "agricultural": [], "horse": [], "carriage": [], "tram": [],
    "motorhome": [], "disabled": [], "no": [], "none": [],
  ]

  /// Words for some vehicles of a mode, with their condition.
  static let parts: [String: (modes: ModeSet, term: Condition.Term)] = [
    "goods": (ModeSet(.truck), .vehicle(.weightRating, .atMost, 3_500)),
    "hgv_articulated": (ModeSet(.truck), .vehicle(.trailers, .atLeast, 1)),
    "trailer": (.motorised, .vehicle(.trailers, .atLeast, 1)),
    "hazmat": (.motorised, .vehicle(.hazmat, .atLeast, 1)),
  ]

  /// Suffixes that describe the tag, not the turn.
  static let remarks: Set<Substring> = ["note", "source", "fixme", "description", "website"]

  /// The condition of the old keys for times; always if there are none, nil if they can't be read.
  static func oldTimes(_ tags: RoadTags) -> Condition? {
    let keys = ["day_on", "day_off", "hour_on", "hour_off"]
    let values = keys.map { tags[$0] }
    if values.allSatisfy({ $0 == nil }) { return .always }
    guard (values[0] == nil) == (values[1] == nil), (values[2] == nil) == (values[3] == nil) else {
      return nil
    }
    var words: [String] = []
    if let first = values[0], let last = values[1] {
      guard let first = day(first), let last = day(last) else { return nil }
      words.append(first == last ? first : "\(first)-\(last)")
    }
    if let first = values[2], let last = values[3] {
      guard let first = hour(first), let last = hour(last) else { return nil }
      words.append("\(first)-\(last)")
    }
    let read = ConditionalTag.clauses("no @ (\(words.joined(separator: " ")))")
    return read.problems.isEmpty && read.clauses.count == 1 ? read.clauses[0].condition : nil
  }

  /// `Monday`, `Mo` or `M` as `Mo`; nil if it is ambiguous.
  private static func day(_ text: String) -> String? {
    let start = text.trimmed().lowercased().prefix(2)
    let days = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"].filter {
      !start.isEmpty && $0.lowercased().hasPrefix(start)
    }
    return days.count == 1 ? days[0] : nil
  }

  /// `7:00`, `07:00` or `07:00:00` as `07:00`.
  private static func hour(_ text: String) -> String? {
    let parts = text.trimmed().split(separator: ":").map { Int($0) }
    guard (2...3).contains(parts.count), let hours = parts[0], let minutes = parts[1],
      (0...24).contains(hours), (0...59).contains(minutes)
    else { return nil }
    return "\(Decimals.padded(hours, 2)):\(Decimals.padded(minutes, 2))"
  }
}
