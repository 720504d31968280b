package import RoadModel

/// The kind of subject of a rule row; the raw value is coded in the row's directions.
package enum RuleSubject: UInt8, Sendable {
  /// A segment, own or copied.
  case segment
  /// An own junction: every movement across it.
  case junction
  /// A turn, by its row number.
  case turn
}

/// A rule as stored in a tile (Formats/nav-2.md, section 6.8).
package struct RuleRow: Sendable, Hashable {
  /// The number of the segment, junction or turn row.
  package var subject: UInt16
  /// The kind of the subject.
  package var of: RuleSubject
  /// The kind of rule, of this or a later version.
  package var kind: UInt8
  /// The directions in which it applies; both for junctions and turns.
  package var directions: DirectionSet
  /// The value in the encoding of the kind, without modes unknown to this version.
  package var value: UInt32
  /// The row of the condition, or ``always``.
  package var condition: UInt16

  /// The condition of a row that always holds.
  package static let always: UInt16 = 65_535
  /// The value of a limit row that sets no limit.
  static let unlimited = UInt32.max

  /// Kinds below this one are limits, of this or a later version.
  static let firstOtherKind: UInt8 = 32
  /// The kind of rows that set the access of some modes.
  package static let accessKind: UInt8 = 32
  /// The kind of rows that set the signed speed.
  package static let speedKind: UInt8 = 33
  /// The kind of rows that set the signed speed of heavy goods vehicles.
  package static let truckSpeedKind: UInt8 = 34
  /// The kind of rows that forbid a turn.
  package static let banKind: UInt8 = 35
  /// The kind of rows that let modes make a U-turn at a junction.
  package static let turnRoundKind: UInt8 = 36

  /// A row.
  package init(
    subject: UInt16, of: RuleSubject, kind: UInt8, directions: DirectionSet, value: UInt32,
    condition: UInt16 = always
  ) {
    self.subject = subject
    self.of = of
    self.kind = kind
    self.directions = directions
    self.value = value
    self.condition = condition
  }

  /// The row of a rule whose condition is stored in row `condition`.
  init(subject: UInt16, of: RuleSubject, rule: RoadRule, condition: UInt16) {
    let (kind, value) = Self.stored(rule.effect)
    self.init(
      subject: subject, of: of, kind: kind,
      directions: of == .segment ? rule.directions.intersection(.both) : .both, value: value,
      condition: condition)
  }

  /// The property that the row limits; nil unless its kind is a limit that this version knows.
  package var limitKind: LimitKind? { LimitKind(rawValue: kind) }

  /// The effect of the row, without regard to its condition; nil for a kind of a later version, which has no effect.
  package var effect: RoadRule.Effect? {
    switch kind {
    case Self.accessKind:
      .access(
        Access(rawValue: UInt8(truncatingIfNeeded: value & 0xF)) ?? .no,
        ModeSet(rawValue: UInt8(truncatingIfNeeded: value &>> 8)))
    case Self.speedKind: .speed(Speed(deciKmh: UInt16(truncatingIfNeeded: value)))
    case Self.truckSpeedKind: .truckSpeed(Speed(deciKmh: UInt16(truncatingIfNeeded: value)))
    case Self.banKind: .ban(ModeSet(rawValue: UInt8(truncatingIfNeeded: value)))
    case Self.turnRoundKind: .turnRound(ModeSet(rawValue: UInt8(truncatingIfNeeded: value)))
    default: limitKind.map { .limit($0, value == Self.unlimited ? nil : value) }
    }
  }

  /// Whether the row is a limit; segments have separate flags for limits and other rules.
  var isLimit: Bool { kind < Self.firstOtherKind }

  /// The kind and the value of an effect.
  static func stored(_ effect: RoadRule.Effect) -> (kind: UInt8, value: UInt32) {
    switch effect {
    case .limit(let kind, let value): (kind.rawValue, value ?? unlimited)
    case .access(let access, let modes):
      (accessKind, UInt32(access.rawValue) | UInt32(modes.intersection(.all).rawValue) << 8)
    case .speed(let speed): (speedKind, UInt32(speed.deciKmh))
    case .truckSpeed(let speed): (truckSpeedKind, UInt32(speed.deciKmh))
    case .ban(let modes): (banKind, UInt32(modes.intersection(.all).rawValue))
    case .turnRound(let modes): (turnRoundKind, UInt32(modes.intersection(.all).rawValue))
    }
  }

  /// Whether a kind may be set for a subject; kinds of later versions may be set for any.
  static func isAllowed(_ kind: UInt8, of: RuleSubject) -> Bool {
    switch kind {
    case banKind: of == .turn
    case turnRoundKind: of == .junction
    case accessKind: of != .turn
    case speedKind, truckSpeedKind: of == .segment
    default: of != .turn || LimitKind(rawValue: kind) == nil
    }
  }

  /// The bits that a value of a kind may have, including those of modes of later versions.
  static func valueBits(_ kind: UInt8) -> UInt64 {
    switch kind {
    case accessKind: 0xFF_FFFF_FF0F
    case speedKind, truckSpeedKind: 0xFFFF
    case banKind, turnRoundKind: 0xFFFF_FFFF
    default: LimitKind(rawValue: kind) == nil ? .max : 0xFFFF_FFFF
    }
  }
}
