/// Boolean attributes of a junction, as 8 bits of the file.
@frozen
public struct NodeFlags: OptionSet, Sendable, Hashable {
  /// The bits; those without a name here are reserved and zero.
  public let rawValue: UInt8

  /// Flags from their bits.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Traffic lights.
  @inlinable public static var signals: NodeFlags { NodeFlags(rawValue: 1 << 0) }
  /// There is a barrier: see the tile's barrier table.
  @inlinable public static var barrier: NodeFlags { NodeFlags(rawValue: 1 << 1) }
  /// A crossing with pedestrians or rails.
  @inlinable public static var crossing: NodeFlags { NodeFlags(rawValue: 1 << 2) }
  /// A stop sign applies to at least one arriving road.
  @inlinable public static var stop: NodeFlags { NodeFlags(rawValue: 1 << 3) }
  /// A give-way sign applies to at least one arriving road.
  @inlinable public static var giveWay: NodeFlags { NodeFlags(rawValue: 1 << 4) }
  /// A toll is paid here.
  @inlinable public static var tollBooth: NodeFlags { NodeFlags(rawValue: 1 << 5) }
  /// A gate or lift gate that must be opened.
  @inlinable public static var gate: NodeFlags { NodeFlags(rawValue: 1 << 6) }
  /// Rows of the tile's turn table begin or lead here.
  @inlinable public static var turns: NodeFlags { NodeFlags(rawValue: 1 << 7) }
}
