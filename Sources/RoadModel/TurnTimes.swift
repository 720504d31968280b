/// The time of turns in addition to the time on edges, for one mode.
///
/// It has two parts, so that a search over all turns of a junction computes the part of the junction once.
@frozen
public struct TurnTimes: Sendable, Hashable {
  @usableFromInline
  let drivesOnLeft: Bool
  // All times are 0 for a mode without delays.
  @usableFromInline
  var signals: Centiseconds
  @usableFromInline
  var crossing: Centiseconds
  @usableFromInline
  var gate: Centiseconds
  @usableFromInline
  var tollBooth: Centiseconds
  /// The time of a U-turn; the cost may be a multiple of it.
  @usableFromInline
  package var uTurn: Centiseconds
  @usableFromInline
  var acrossTraffic: Centiseconds
  @usableFromInline
  var withTraffic: Centiseconds
  @usableFromInline
  var sharp: Centiseconds

  /// The times of a mode.
  ///
  /// - Parameters:
  ///   - mode: The mode.
  ///   - drivesOnLeft: Whether traffic keeps left.
  ///   - seconds: Times that replace the defaults; they apply only to delays that affect the mode.
  public init(_ mode: Mode, drivesOnLeft: Bool, seconds: [TurnDelay: Double] = [:]) {
    self.drivesOnLeft = drivesOnLeft
    func time(_ delay: TurnDelay, _ usual: Centiseconds, _ applies: Bool) -> Centiseconds {
      applies ? seconds[delay].map { Centiseconds(seconds: min($0, 3_600)) } ?? usual : 0
    }
    let isHeldUp = mode.isMotorised || mode == .bicycle
    signals = time(.signals, SpeedTable.signals, isHeldUp)
    crossing = time(.crossing, SpeedTable.crossing, isHeldUp)
    gate = time(.gate, SpeedTable.gate, isHeldUp)
    tollBooth = time(.tollBooth, SpeedTable.tollBooth, isHeldUp)
    uTurn = time(.uTurn, SpeedTable.uTurn, mode.isMotorised)
    acrossTraffic = time(.acrossTraffic, SpeedTable.acrossTraffic, mode.isMotorised)
    withTraffic = time(.withTraffic, SpeedTable.withTraffic, mode.isMotorised)
    sharp = time(.sharp, SpeedTable.sharp, mode.isMotorised)
  }

  /// Turns that take no time.
  public static let none = TurnTimes(.foot, drivesOnLeft: false)

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
    var time: Centiseconds = 0
    if node.contains(.signals) { time &+= signals }
    if node.contains(.gate) { time &+= gate }
    if node.contains(.crossing) { time &+= crossing }
    if node.contains(.tollBooth) { time &+= tollBooth }
    return time
  }

  /// The time for the turn itself: see ``time(angle:isJunction:isUTurn:node:)``.
  ///
  /// `isJunction` is only evaluated if the angle matters.
  @inlinable
  public func bend(
    _ angle: Int8, isJunction: @autoclosure () -> Bool, isUTurn: Bool
  ) -> Centiseconds {
    if isUTurn { return uTurn }
    let across = drivesOnLeft ? Int(angle) : -Int(angle)
    let size = across < 0 ? -across : across
    if size < SpeedTable.straightBelow || !isJunction() { return 0 }
    if size > SpeedTable.sharpFrom { return sharp }
    return across > 0 ? acrossTraffic : withTraffic
  }
}
