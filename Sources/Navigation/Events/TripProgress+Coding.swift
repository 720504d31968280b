import Geo
import RoadModel
import RouteModel

/// The position of a vehicle is an object with the members of the event `progress`, without its name.
extension TripProgress: Codable {
  /// Reads progress.
  ///
  /// It has no ``steps``, because the JSON has the maneuvers in short only: see ``maneuversAhead``.
  public init(from decoder: any Decoder) throws {
    try self.init(try decoder.container(keyedBy: TripEvent.CodingKeys.self))
  }

  /// Reads the members of an event besides its name.
  init(_ facts: KeyedDecodingContainer<TripEvent.CodingKeys>) throws {
    self.init(
      position: try facts.fact(.position), rawPosition: try facts.factIfPresent(.rawPosition),
      source: try facts.fact(.source), time: try facts.fact(.time),
      courseDegrees: try facts.fact(.courseDegrees), speed: try facts.fact(.speed),
      probability: try facts.factIfPresent(.probability) ?? 1,
      edge: try facts.factIfPresent(.edge), roadName: try facts.factIfPresent(.roadName),
      speedLimitKmh: try facts.factIfPresent(.speedLimitKmh),
      vehicleSpeedLimitKmh: try facts.factIfPresent(.vehicleSpeedLimitKmh),
      leg: try facts.factIfPresent(.leg) ?? 0, stepIndex: try facts.factIfPresent(.step),
      metresToManeuver: try facts.fact(.metresToManeuver),
      secondsToManeuver: try facts.fact(.secondsToManeuver),
      metresToWaypoint: try facts.fact(.metresToWaypoint),
      secondsToWaypoint: try facts.fact(.secondsToWaypoint),
      metresLeft: try facts.fact(.metresLeft), secondsLeft: try facts.fact(.secondsLeft),
      trafficDelaySeconds: try facts.factIfPresent(.trafficDelaySeconds),
      shareDriven: try facts.fact(.shareDriven), lanes: try facts.factIfPresent(.lanes) ?? [],
      metresToLanes: try facts.factIfPresent(.metresToLanes),
      ahead: try facts.factIfPresent(.ahead) ?? [],
      crossings: try facts.factIfPresent(.crossings) ?? [])
    let maneuvers: [ManeuverAhead?] = [
      try facts.factIfPresent(.maneuver), try facts.factIfPresent(.nextManeuver),
    ]
    maneuversRead = maneuvers.compactMap(\.self)
  }

  /// Writes the progress: lengths, times and speeds rounded to tenths, shares to thousandths.
  ///
  /// Maneuvers ahead have a short form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TripEvent.CodingKeys.self)
    try encode(into: &container)
  }

  /// Writes the members of an event besides its name.
  func encode(
    into container: inout KeyedEncodingContainer<TripEvent.CodingKeys>
  ) throws {
    try container.encode(position, forKey: .position)
    try container.encodeIfPresent(rawPosition, forKey: .rawPosition)
    try container.encode(source, forKey: .source)
    try container.encode(time, forKey: .time)
    try container.encode(wholeCourse, forKey: .courseDegrees)
    try container.encode(speed.tenths, forKey: .speed)
    try container.encode(probability.thousandths, forKey: .probability)
    try container.encodeIfPresent(edge, forKey: .edge)
    try container.encodeIfPresent(roadName, forKey: .roadName)
    try container.encodeIfPresent(speedLimitKmh, forKey: .speedLimitKmh)
    try container.encodeIfPresent(vehicleSpeedLimitKmh, forKey: .vehicleSpeedLimitKmh)
    try container.encode(leg, forKey: .leg)
    try container.encodeIfPresent(stepIndex, forKey: .step)
    let maneuvers = maneuversAhead
    try container.encodeIfPresent(maneuvers.first, forKey: .maneuver)
    try container.encodeIfPresent(maneuvers.dropFirst().first, forKey: .nextManeuver)
    try container.encode(metresToManeuver.tenths, forKey: .metresToManeuver)
    try container.encode(secondsToManeuver.tenths, forKey: .secondsToManeuver)
    try container.encode(metresToWaypoint.tenths, forKey: .metresToWaypoint)
    try container.encode(secondsToWaypoint.tenths, forKey: .secondsToWaypoint)
    try container.encode(metresLeft.tenths, forKey: .metresLeft)
    try container.encode(secondsLeft.tenths, forKey: .secondsLeft)
    try container.encodeIfPresent(trafficDelaySeconds?.tenths, forKey: .trafficDelaySeconds)
    try container.encode(shareDriven.thousandths, forKey: .shareDriven)
    if !lanes.isEmpty {
      try container.encode(lanes, forKey: .lanes)
      try container.encodeIfPresent(metresToLanes?.tenths, forKey: .metresToLanes)
    }
    if !ahead.isEmpty { try container.encode(ahead.map(\.rounded), forKey: .ahead) }
    if !crossings.isEmpty { try container.encode(crossings.map(\.rounded), forKey: .crossings) }
  }

  /// The course in whole degrees, 0 to 359; 0 if it is no number, because progress may be read or made from any.
  private var wholeCourse: Int {
    guard courseDegrees.isFinite else { return 0 }
    let course = Int(courseDegrees.truncatingRemainder(dividingBy: 360).rounded())
    return (course + 360) % 360
  }
}

extension TripSpan {
  /// The span with its metres in tenths.
  fileprivate var rounded: TripSpan {
    TripSpan(kind: kind, metres: metres.lowerBound.tenths...metres.upperBound.tenths)
  }
}

extension TripCrossing {
  /// The crossing with its metres in tenths.
  fileprivate var rounded: TripCrossing {
    TripCrossing(kind: kind, metres: metres.tenths, into: into)
  }
}
