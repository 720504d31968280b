public import RoadModel

/// How a trace is matched: one set of parameters, in SI units, for every sampling from 1 s to 60 s.
///
/// A *nat* is the unit of evidence: a hypothesis that costs one nat more is e times less likely.
/// Where the defaults come from: tools/bench/compare-matching on five real extracts.
public struct MatchOptions: Sendable, Hashable {
  /// Whether one-way streets may be driven the wrong way and turn restrictions do not bind: for
  /// trails, and for maps that are wrong.
  public var ignoreOneway = false
  /// Kinds of roads that were not driven for sure.
  public var exclude: Avoidance = []
  /// Standard deviation of the receiver's noise in metres on each axis; nil finds it in the trace.
  public var noiseMetres: Double?
  /// The smallest noise that is believed, in metres: roads are wider than lines.
  ///
  /// Of points without times that are a line drawn on the same map, 2 m are believed.
  public var minimumNoiseMetres = 3.5
  /// The maximum noise that is believed, in metres.
  public var maximumNoiseMetres = 60.0
  /// Metres beyond which no road is looked for, whatever the noise.
  public var maximumRadiusMetres = 250.0
  /// Metres of driving that cost one nat: what a detour must be worth.
  public var metresPerNat = 60.0
  /// The share of that cost that goes by metres; the rest goes by expected time: the quicker of two ways as
  /// long is the likelier.
  public var lengthShare = 0.2
  /// Nats for leaving out a fix that comes a minute or more after the one before; half where it is two seconds.
  public var dropCost = 20.0
  /// Nats for a break between two pieces.
  public var breakCost = 45.0
  /// Nats for turning round between junctions.
  public var turnRoundCost = 12.0
  /// Nats for going from an open road onto one for destination traffic only.
  public var privateCost = 2.0
  /// Metres between two fixes beyond which no way between them is looked for.
  public var maximumGapMetres = 20_000.0
  /// Metres a second for which ways are looked for at least, however near to each other two fixes lie.
  public var speedBetween = 20.0
  /// Fixes that are looked at before one of them is committed, at most.
  public var window = 600

  /// How much worse than the best hypothesis another may be and stay, nats.
  public var beam = 16.0
  /// Nats for a second that a way takes longer than there was time.
  public var natsPerSecondLate = 0.35
  /// Standard deviations beyond which a fix's cost grows in a straight line (Huber's loss), so that
  /// one bad fix does not decide everything.
  public var bend = 3.0
  /// Nats for a heading that is at right angles to the road; twice as much for the opposite.
  public var headingCost = 2.5

  /// The defaults.
  public init() {}
}
