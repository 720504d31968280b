public import RouteModel

/// A maneuver ahead in short, as the JSON of ``TripProgress`` has it.
public struct ManeuverAhead: Sendable, Hashable, Codable {
  /// The kind of maneuver.
  public var kind: RouteManeuver.Kind
  /// The direction of the turn; for the arrival, the side of the road on which the waypoint lies.
  public var direction: RouteManeuver.Direction?
  /// The number of the exit of a roundabout, from 1.
  public var exit: Int?
  /// Name of the road behind it.
  public var roadName: String?
  /// Number of the road behind it; several are separated by semicolons.
  public var roadNumber: String?

  /// A maneuver from its parts.
  public init(
    kind: RouteManeuver.Kind, direction: RouteManeuver.Direction? = nil, exit: Int? = nil,
    roadName: String? = nil, roadNumber: String? = nil
  ) {
    self.kind = kind
    self.direction = direction
    self.exit = exit
    self.roadName = roadName
    self.roadNumber = roadNumber
  }

  /// The maneuver at the beginning of a step.
  public init(_ step: RouteStep) {
    self.init(
      kind: step.maneuver.kind, direction: step.maneuver.direction, exit: step.maneuver.exit,
      roadName: step.roadName, roadNumber: step.roadNumber)
  }
}

extension TripProgress {
  /// The next two maneuvers in short, the nearest first; fewer near the end of the section.
  ///
  /// Progress that was read from JSON has these maneuvers, but not its ``steps``.
  public var maneuversAhead: [ManeuverAhead] {
    steps.isEmpty ? maneuversRead : steps.dropFirst().prefix(2).map { ManeuverAhead($0) }
  }
}
