/// Yes-or-no facts of a junction, as 8 bits of the file.
@frozen
public struct NodeFlags: OptionSet, Sendable, Hashable {
  /// The bits; those without a name here are reserved and zero.
  public let rawValue: UInt8

  /// Flags from their bits.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Traffic lights.
  public static let signals = NodeFlags(rawValue: 1 << 0)
  /// A barrier stands here: see the tile's barrier table.
  public static let barrier = NodeFlags(rawValue: 1 << 1)
  /// A crossing with people on foot or with rails.
  public static let crossing = NodeFlags(rawValue: 1 << 2)
  /// A stop sign binds some approach.
  public static let stop = NodeFlags(rawValue: 1 << 3)
  /// A give-way sign binds some approach.
  public static let giveWay = NodeFlags(rawValue: 1 << 4)
  /// A toll is paid here.
  public static let tollBooth = NodeFlags(rawValue: 1 << 5)
  /// A gate or lift gate that must be opened.
  public static let gate = NodeFlags(rawValue: 1 << 6)
  /// Rows of the tile's turn table begin or lead here.
  public static let turns = NodeFlags(rawValue: 1 << 7)
}
