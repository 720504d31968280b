/// The access of one mode to a road in one direction.
///
/// The raw value is a nibble in the file (Formats/nav-2.md, "Access").
@frozen
public enum Access: UInt8, CaseIterable, Sendable, Hashable {
  /// Closed.
  case no = 0
  /// Open to all.
  case yes = 1
  /// Open, and signed for this mode.
  case designated = 2
  /// Open until the owner revokes it.
  case permissive = 3
  /// Destination access: open to trips that begin or end here; also for customers and residents.
  case destination = 4
  /// Open to deliveries.
  case delivery = 5
  /// Open only with individual permission; a trip may begin or end here.
  case privateOnly = 6
  /// Open to agricultural traffic only.
  case agricultural = 7
  /// Open to forestry traffic only.
  case forestry = 8
  /// A bicycle may be pushed, not ridden.
  case dismount = 9
  /// Legal, but signs advise against it.
  case discouraged = 10
  /// Closed because a parallel way must be used instead.
  case useSidepath = 11

  /// Whether the road is open to through traffic.
  @inlinable
  public var isOpenToThroughTraffic: Bool {
    switch self {
    case .yes, .designated, .permissive, .discouraged, .dismount: true
    default: false
    }
  }

  /// Whether the road is open to destination access only: to trips that begin or end in its zone.
  @inlinable
  public var isEndOnly: Bool {
    switch self {
    case .destination, .delivery, .privateOnly: true
    default: false
    }
  }

  /// Whether the mode may use the road at all.
  @inlinable
  public var isUsable: Bool { isOpenToThroughTraffic || isEndOnly }
}

/// The access of every mode in one direction, packed into 32 bits: nibble `mode.rawValue` is an
/// ``Access``.
@frozen
public struct AccessTable: Sendable, Hashable {
  /// The nibbles, the car's lowest.
  public var rawValue: UInt32

  /// A table from its bits; an undefined nibble reads as ``Access/no``.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A table that closes the road to all modes.
  public static let closed = AccessTable(rawValue: 0)

  /// The same access for every mode of a set; closed to the others.
  public init(_ access: Access, for modes: ModeSet) {
    self.rawValue = 0
    for mode in Mode.allCases where modes.contains(mode) { self[mode] = access }
  }

  /// Whether any mode may use the road.
  public var isUsable: Bool { Mode.allCases.contains { self[$0].isUsable } }

  /// The access of one mode.
  @inlinable
  public subscript(mode: Mode) -> Access {
    get {
      Access(rawValue: UInt8(truncatingIfNeeded: rawValue &>> (UInt32(mode.rawValue) &* 4)) & 0xF)
        ?? .no
    }
    set {
      let shift = UInt32(mode.rawValue) &* 4
      rawValue = rawValue & ~(0xF &<< shift) | UInt32(newValue.rawValue) &<< shift
    }
  }
}
