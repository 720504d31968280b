/// The connection of a segment to the main network for one mode.
///
/// It takes four bits of the file (Formats/nav-2.md, section 6.5).
@frozen
public struct Reach: OptionSet, Sendable, Hashable {
  /// The bits.
  public let rawValue: UInt8

  /// A set from its bits.
  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The bits of one mode, from those of all modes.
  @inlinable
  public init(_ bits: UInt32, _ mode: Mode) {
    self.init(rawValue: UInt8(truncatingIfNeeded: bits &>> (UInt32(mode.rawValue) &* 4)) & 0xF)
  }

  /// The core of a main part of the network can be reached from the segment: no trip that begins here is moved to
  /// another road.
  @inlinable public static var leaves: Reach { Reach(rawValue: 1) }
  /// The segment can be reached from the core of a main part of the network: no trip that ends here is moved.
  @inlinable public static var enters: Reach { Reach(rawValue: 2) }
  /// The main network can be reached from the segment over roads open to through traffic.
  @inlinable public static var leavesOpenly: Reach { Reach(rawValue: 4) }
  /// The segment can be reached from the main network over roads open to through traffic.
  @inlinable public static var entersOpenly: Reach { Reach(rawValue: 8) }

  /// These bits, shifted to their position among those of all modes.
  @inlinable
  public func bits(of mode: Mode) -> UInt32 { UInt32(rawValue) &<< (UInt32(mode.rawValue) &* 4) }
}
