/// A rule of a road, a junction or a turn, unconditional or under a condition.
///
/// Rules of one subject and one kind of effect are ordered: the last one whose condition holds decides. If there is
/// none, the attributes of the road decide.
public struct RoadRule: Sendable, Hashable {
  /// The effect of a rule.
  public enum Effect: Sendable, Hashable {
    /// The maximum value of a property; nil: no limit.
    case limit(LimitKind, UInt32?)
    /// The access of some modes.
    case access(Access, ModeSet)
    /// The signed speed limit.
    case speed(Speed)
    /// The signed speed limit of heavy goods vehicles.
    case truckSpeed(Speed)
    /// A turn is forbidden for some modes.
    case ban(ModeSet)
    /// Some modes may make a U-turn at a junction even if they could continue.
    case turnRound(ModeSet)
  }

  /// The effect.
  public var effect: Effect
  /// The directions of a segment that the rule applies to; both for junctions and turns.
  public var directions: DirectionSet
  /// The condition under which the rule holds.
  public var condition: Condition

  /// A rule; by default unconditional and in both directions.
  public init(
    _ effect: Effect, directions: DirectionSet = .both, condition: Condition = .always
  ) {
    self.effect = effect
    self.directions = directions
    self.condition = condition
  }
}
