public import Geo
public import RoadModel

/// The far end of a segment that leads into another tile.
public struct Crossing: Sendable, Hashable {
  /// The segment in this tile.
  public var segment: UInt16
  /// The other tile.
  public var tile: UInt32
  /// The far junction's number there.
  public var junction: UInt16
  /// The segment's number there.
  public var there: UInt16
  /// The far junction's place.
  public var position: Coordinate

  /// A crossing.
  public init(
    segment: UInt16, tile: UInt32, junction: UInt16, there: UInt16, position: Coordinate
  ) {
    self.segment = segment
    self.tile = tile
    self.junction = junction
    self.there = there
    self.position = position
  }
}

/// A turn that is forbidden, or leads onto a via edge.
public struct TurnRow: Sendable, Hashable {
  /// The local edge arriving.
  public var from: UInt16
  /// The local base edge leaving.
  public var to: UInt16
  /// The via edge that one is on afterwards, ``none`` when it is the base edge.
  public var enter: UInt16
  /// The modes that may not make this turn.
  public var banned: ModeSet

  /// No via edge.
  public static let none: UInt16 = 65_535

  /// A row.
  public init(from: UInt16, to: UInt16, enter: UInt16, banned: ModeSet) {
    self.from = from
    self.to = to
    self.enter = enter
    self.banned = banned
  }
}

/// A limit as it is stored.
public struct LimitRow: Sendable, Hashable {
  /// The segment or junction that it binds.
  public var subject: UInt16
  /// Whether the subject is a junction.
  public var isJunction: Bool
  /// A ``LimitKind`` of this or a later version.
  public var kind: UInt8
  /// Where it binds, for segments.
  public var directions: DirectionSet
  /// The greatest value that passes.
  public var value: UInt32

  /// A row.
  public init(
    subject: UInt16, isJunction: Bool, kind: UInt8, directions: DirectionSet, value: UInt32
  ) {
    self.subject = subject
    self.isJunction = isJunction
    self.kind = kind
    self.directions = directions
    self.value = value
  }

  /// The limit, nil when its kind is not known to this version.
  public var limit: VehicleLimit? {
    LimitKind(rawValue: kind).map {
      VehicleLimit($0, value, directions: isJunction ? .both : directions)
    }
  }
}
