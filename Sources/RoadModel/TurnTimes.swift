/// The time of turns in addition to the time on edges, for one mode.
///
/// It has two parts, so that a search over all turns of a junction computes the part of the junction once.
@frozen
public struct TurnTimes: Sendable, Hashable {
  @usableFromInline
  let isMotorised: Bool
  @usableFromInline
  let isHeldUp: Bool
  @usableFromInline
  let drivesOnLeft: Bool

  /// The times of a mode.
  ///
  /// - Parameters:
  ///   - mode: The mode.
  ///   - drivesOnLeft: Whether traffic keeps left.
  @inlinable
  public init(_ mode: Mode, drivesOnLeft: Bool) {
    isMotorised = mode.isMotorised
    isHeldUp = mode.isMotorised || mode == .bicycle
    self.drivesOnLeft = drivesOnLeft
  }

  /// Turns that take no time.
  @inlinable
  public static var none: TurnTimes { TurnTimes(.foot, drivesOnLeft: false) }

  /// The time of a turn.
  ///
  /// - Parameters:
  ///   - angle: From the heading of arrival to that of departure in 1/256 turns, clockwise,
  ///     -128 to 127.
  ///   - isJunction: Whether the mode has a choice here, other than continuing around a roundabout; bends cost
  ///     nothing.
  ///   - isUTurn: Whether the turn leads back along the same segment.
  ///   - node: The signals, signs and barriers at the junction.
  /// - Returns: Hundredths of a second.
  @inlinable
  public func time(angle: Int8, isJunction: Bool, isUTurn: Bool, node: NodeFlags) -> Centiseconds {
    crossing(node) &+ bend(angle, isJunction: isJunction, isUTurn: isUTurn)
  }

  /// The time for the signals, signs and barriers at a junction.
  @inlinable
  public func crossing(_ node: NodeFlags) -> Centiseconds {
    guard isHeldUp else { return 0 }
    var time: Centiseconds = 0
    if node.contains(.signals) { time &+= SpeedTable.signals }
    if node.contains(.gate) { time &+= SpeedTable.gate }
    if node.contains(.crossing) { time &+= SpeedTable.crossing }
    if node.contains(.tollBooth) { time &+= SpeedTable.tollBooth }
    return time
  }

  /// The time for the turn itself: see ``time(angle:isJunction:isUTurn:node:)``.
  @inlinable
  public func bend(_ angle: Int8, isJunction: Bool, isUTurn: Bool) -> Centiseconds {
    guard isMotorised else { return 0 }
    if isUTurn { return SpeedTable.uTurn }
    guard isJunction else { return 0 }
    let across = drivesOnLeft ? Int(angle) : -Int(angle)
    let size = across < 0 ? -across : across
    if size < SpeedTable.straightBelow { return 0 }
    if size > SpeedTable.sharpFrom { return SpeedTable.sharp }
    return across > 0 ? SpeedTable.acrossTraffic : SpeedTable.withTraffic
  }
}
