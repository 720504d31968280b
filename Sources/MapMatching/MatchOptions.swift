public import RoadModel

/// The parameters of matching: one set, in SI units, for all sampling intervals from 1 s to 60 s.
///
/// A *nat* is the unit of evidence: a hypothesis that costs one nat more is e times less likely. Costs in nats take 0
/// to 1,000, unless stated otherwise. Matching throws ``MatchingError/invalidSetting(name:value:minimum:maximum:)`` for
/// a value out of range. The defaults were determined with tools/bench/compare-matching on five real extracts.
public struct MatchOptions: Sendable, Hashable {
  /// Whether a path may lead against one-way streets.
  public var wrongWay = WrongWay.rare
  /// Road types that were certainly not driven.
  public var exclude: Avoidance = []
  /// Standard deviation of the noise in metres on each axis, 0.1 to 1,000; nil estimates it from
  /// the trace.
  public var noiseMetres: Double?
  /// The minimum noise in metres, 0.1 to 1,000: roads are wider than lines.
  ///
  /// For points without times that form a line drawn on the same map, it is 2 m.
  public var minimumNoiseMetres = 3.5
  /// The maximum noise in metres, 0.1 to 1,000.
  public var maximumNoiseMetres = 60.0
  /// The maximum search radius in metres, 1 to 10,000, for any noise.
  public var maximumRadiusMetres = 250.0
  /// Metres of driving that cost one nat, 1 to 1,000,000: the evidence that a detour needs.
  public var metresPerNat = 60.0
  /// The share of that cost by length, 0 to 1; the rest is by expected time, so of two paths of equal length the faster
  /// one is more likely.
  ///
  /// On ferries and car trains that time is at most that of a usual road.
  public var lengthShare = 0.2
  /// Nats for leaving out a fix if fixes are a minute or more apart, or an error has lasted for so long; half of that
  /// if they are two seconds apart.
  ///
  /// Behind a gap it costs what it does elsewhere, but only if fixes on the road follow. Of several sparse fixes, each
  /// that the path passes too far away costs this much besides.
  public var dropCost = 20.0
  /// The share of that for leaving out the next fix as well, if it follows at once; 0 to 1.
  public var dropShare = 0.4
  /// Nats for a break between two pieces.
  public var breakCost = 45.0
  /// Nats for a U-turn, between junctions or at a junction that is not a dead end; 0 or more, infinity for never.
  public var turnRoundCost = 8.0
  /// Nats for turning into a one-way street against its direction; 0 or more, infinity for never.
  ///
  /// A metre there costs two and a half times as much as elsewhere, one on a closed road twice as much.
  public var wrongWayCost = 9.0
  /// Nats for turning into a road that is closed to the vehicle; 0 or more, infinity for never.
  public var closedRoadCost = 9.0
  /// Nats for passing a barrier that is closed to the vehicle; 0 or more, infinity for never.
  public var barrierCost = 6.0
  /// Nats for a turn that a restriction forbids; 0 or more, infinity for never.
  public var forbiddenTurnCost = 6.0
  /// Nats for leaving the roads of the map and returning to them, if fixes are 15 s apart or more; 0 or more,
  /// infinity for never.
  ///
  /// For closer fixes, down to a second apart, each of the two costs more by the logarithm of 15 s over the interval.
  public var offRoadCost = 16.0
  /// Nats for a fix off the roads: the cost of a fix on a road at the distance where being off the road becomes
  /// likelier; twice that along a road within 25 m.
  public var offRoadFixCost = 4.0
  /// Nats for entering a destination-access road from an open one.
  public var privateCost = 2.0
  /// The maximum distance between two fixes for which a path is searched, in metres, 0 to 1,000,000.
  public var maximumGapMetres = 20_000.0
  /// The maximum number of fixes considered before one of them is committed, 2 to 100,000.
  public var window = 600

  /// The maximum cost in nats above the best hypothesis at which a hypothesis is kept.
  public var beam = 16.0
  /// Nats for each second by which a path takes longer than the time between the fixes.
  ///
  /// Slow roads, such as driveways, may have been driven at the usual speed in towns.
  public var natsPerSecondLate = 0.35
  /// Standard deviations beyond which the cost of a fix grows linearly (Huber loss), 0.1 to 100, so that one bad fix
  /// does not dominate.
  public var bend = 3.0
  /// Nats for a heading at right angles to the road; twice as many for the opposite heading.
  public var headingCost = 2.5

  /// The cost of a metre off the roads, relative to a metre on a road of average speed; 0 to 1,000.
  ///
  /// To a fix without a road near, it is 1 at most.
  public var offRoadFactor = 3.0
  /// Standard deviations of the noise by which a path may exceed the distance between two fixes at no cost, 0 to 100:
  /// at a corner, a fix that is off to one side moves from road to road at once.
  public var slackDeviations = 1.5
  /// Nats for each metre by which a path exceeds the distance between two fixes one second apart; less for longer
  /// intervals.
  ///
  /// An exponential distribution whose mean grows with the time between the fixes, as in Barefoot (BMW Car IT, 2015),
  /// which has two metres per second; three are better on the drives of tools/bench/compare-matching.
  public var natsPerMetreBeyond = 0.35

  /// The defaults.
  public init() {}

  /// Allows only paths that obey all rules, on the roads of the map.
  public mutating func obeyRules() {
    (wrongWayCost, closedRoadCost, barrierCost) = (.infinity, .infinity, .infinity)
    (forbiddenTurnCost, offRoadCost) = (.infinity, .infinity)
  }

  /// Whether a path may lead against one-way streets.
  public enum WrongWay: String, Sendable, Hashable, CaseIterable {
    /// Never; fixes driven that way are left out, with that reason.
    case never
    /// At a price, if every legal path is much less likely; the result names each such street.
    case rare
    /// Freely, and through turn restrictions: for trails, or for maps without usable one-way tags.
    case free
  }
}
