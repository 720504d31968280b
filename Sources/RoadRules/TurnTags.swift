public import RoadModel

/// What a turn restriction forbids or demands, and of whom.
public struct RestrictionReading: Sendable, Equatable {
  /// Forbids, or demands.
  public enum Kind: Sendable, Hashable {
    /// The manoeuvre is forbidden (`no_*`).
    case no
    /// Only this manoeuvre is allowed (`only_*`).
    case only
  }

  /// The movement from the `from` way to the `to` way.
  public enum Manoeuvre: Sendable, Hashable, CaseIterable {
    /// `*_left_turn`.
    case leftTurn
    /// `*_right_turn`.
    case rightTurn
    /// `*_straight_on`.
    case straightOn
    /// `*_u_turn`.
    case uTurn
    /// `no_entry`: may have several `from` ways.
    case entry
    /// `no_exit`: may have several `to` ways.
    case exit
  }

  /// Forbids, or demands.
  public var kind: Kind
  /// Which movement, for the explanation; the members of the relation decide.
  public var manoeuvre: Manoeuvre
  /// Who is bound.
  public var bindsModes: ModeSet
  /// Tags that could not be applied as they stand.
  public var problems: [TagProblem]
}

/// Why a turn restriction is not in the map; the raw value names the count in the summary of a build.
public enum RestrictionRefusal: String, Sendable, Hashable, CaseIterable {
  /// Holds only sometimes; conditions are not applied by this version.
  case conditional
  /// A value that this version does not know.
  case unknownValue = "unknown-value"
  /// Binds none of the modes of the map.
  case bindsNobody = "binds-nobody"
}

/// Whether a relation is a turn restriction that can be applied.
public enum RestrictionVerdict: Sendable, Equatable {
  /// A restriction of turns.
  case restriction(RestrictionReading)
  /// A relation about something else.
  case notARestriction
  /// A restriction that is not applied.
  case refused(RestrictionRefusal)
}

/// The values of `restriction` and the vehicles it can be said of.
enum TurnTags {
  typealias Meaning = (kind: RestrictionReading.Kind, manoeuvre: RestrictionReading.Manoeuvre)

  static let values: [String: Meaning] = [
    "no_left_turn": (.no, .leftTurn), "only_left_turn": (.only, .leftTurn),
    "no_right_turn": (.no, .rightTurn), "only_right_turn": (.only, .rightTurn),
    "no_straight_on": (.no, .straightOn), "only_straight_on": (.only, .straightOn),
    "no_u_turn": (.no, .uTurn), "only_u_turn": (.only, .uTurn),
    "no_entry": (.no, .entry), "no_exit": (.no, .exit),
  ]

  /// A restriction without further words binds vehicles, not people on foot.
  static let vehicles = ModeSet.all.subtracting(ModeSet(.foot))
  private static let motorised = vehicles.subtracting(ModeSet(.bicycle))

  /// Whom a word of `except` or of `restriction:…` means; empty for vehicles that the map does not keep.
  static let modes: [String: ModeSet] = [
    "vehicle": vehicles, "motor_vehicle": motorised,
    "motorcar": ModeSet(.car), "hgv": ModeSet(.truck), "bicycle": ModeSet(.bicycle),
    "foot": ModeSet(.foot), "moped": ModeSet(.scooter), "bus": ModeSet(.bus),
    "taxi": ModeSet(.taxi), "psv": [ModeSet(.bus), ModeSet(.taxi)],
    "mofa": [], "motorcycle": [], "goods": [], "hgv_articulated": [], "trailer": [], "caravan": [],
    "tourist_bus": [], "coach": [], "minibus": [], "hazmat": [], "emergency": [], "hov": [],
    "agricultural": [], "horse": [], "carriage": [], "tram": [], "motorhome": [], "disabled": [],
    "no": [], "none": [],
  ]

  /// Keys of the old way to write times.
  static let oldTimes = ["day_on", "day_off", "hour_on", "hour_off"]
}
