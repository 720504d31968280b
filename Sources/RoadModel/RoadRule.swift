/// Something that a road, a junction or a turn sets for those who use it, always or under a condition.
///
/// Rules of one subject and one kind of effect are kept in order: the last whose condition holds decides,
/// and where none does, what the road's attributes say.
public struct RoadRule: Sendable, Hashable {
  /// What is set.
  public enum Effect: Sendable, Hashable {
    /// The greatest value of a property that passes; nil: any passes.
    case limit(LimitKind, UInt32?)
    /// The access of some modes.
    case access(Access, ModeSet)
    /// The signed speed limit.
    case speed(Speed)
    /// The signed speed limit of heavy goods vehicles.
    case truckSpeed(Speed)
    /// A turn is forbidden to some modes.
    case ban(ModeSet)
    /// Some modes may turn round at a junction, though they could go on.
    case turnRound(ModeSet)
  }

  /// What is set.
  public var effect: Effect
  /// In which directions of a segment; both for junctions and turns.
  public var directions: DirectionSet
  /// When.
  public var condition: Condition

  /// A rule; always and in both directions unless told otherwise.
  public init(
    _ effect: Effect, directions: DirectionSet = .both, condition: Condition = .always
  ) {
    self.effect = effect
    self.directions = directions
    self.condition = condition
  }
}
