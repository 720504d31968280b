/// The kind of an approach: something that drivers meet on a segment before its end.
///
/// The file stores the raw value (Formats/nav-2.md, section 6.12).
@frozen
public struct ApproachKind: RawRepresentable, Sendable, Hashable {
  /// The number in the file, from 1 on.
  public let rawValue: UInt8

  /// A kind from its number.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Traffic lights for some directions only.
  public static var signals: ApproachKind { ApproachKind(rawValue: 1) }
  /// A stop sign.
  public static var stop: ApproachKind { ApproachKind(rawValue: 2) }
  /// A give-way sign.
  public static var giveWay: ApproachKind { ApproachKind(rawValue: 3) }
  /// A border control.
  public static var borderControl: ApproachKind { ApproachKind(rawValue: 4) }
  /// A crossing with rails.
  public static var levelCrossing: ApproachKind { ApproachKind(rawValue: 5) }
}

/// Something that drivers meet on a segment.
public struct Approach: Sendable, Hashable {
  /// The index of its point in the segment's shape; 0 is the junction where the shape begins.
  public var point: UInt16
  /// The kind.
  public var kind: ApproachKind
  /// The directions along the segment for which it applies.
  public var directions: DirectionSet

  /// Something at a point.
  public init(point: UInt16, kind: ApproachKind, directions: DirectionSet) {
    self.point = point
    self.kind = kind
    self.directions = directions
  }
}
