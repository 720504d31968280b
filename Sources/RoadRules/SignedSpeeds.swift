import RoadModel

/// The speed limits that the tags of a way sign, by direction and for heavy goods vehicles.
struct SignedSpeeds {
  private var forward: Speed
  private var backward: Speed
  private var forwardTruck: Speed
  private var backwardTruck: Speed

  /// Keys whose values name a zone of the law, for ways without a number.
  ///
  /// `zone:traffic` is not one of them: it also stands on tracks and service roads, where the law's limit
  /// says nothing of the speed that is driven.
  static let zoneKeys = ["source:maxspeed", "maxspeed:type", "zone:maxspeed"]

  /// Reads the speed tags of a way.
  init(_ tags: RoadTags, country: String?, _ log: inout ProblemLog) {
    var values: [String: Speed] = [:]
    for (key, value) in tags.pairs where key.hasPrefix("maxspeed") {
      if Self.signed.contains(key) {
        switch SpeedValue(value, country: country) {
        case .speed(let speed): values[key] = speed
        case .silent: break
        case .problem(let reason): log.note(key, value, reason)
        }
      } else if key.hasSuffix(":conditional") {
        log.note(key, value, .conditionalNotApplied)
      }
    }
    let plain = values["maxspeed"] ?? Self.zone(tags, country) ?? .unknown
    forward = values["maxspeed:forward"] ?? plain
    backward = values["maxspeed:backward"] ?? plain
    forwardTruck = values["maxspeed:hgv:forward"] ?? values["maxspeed:hgv"] ?? .unknown
    backwardTruck = values["maxspeed:hgv:backward"] ?? values["maxspeed:hgv"] ?? .unknown
  }

  /// Writes the limits to a road.
  func apply(to road: inout RoadAttributes) {
    road.forwardSpeed = forward
    road.backwardSpeed = backward
    road.forwardTruckSpeed = forwardTruck
    road.backwardTruckSpeed = backwardTruck
  }

  private static let signed: Set<String> = [
    "maxspeed", "maxspeed:forward", "maxspeed:backward",
    "maxspeed:hgv", "maxspeed:hgv:forward", "maxspeed:hgv:backward",
  ]

  /// The limit of the zone that the way is tagged to lie in; remarks about sources are not problems.
  private static func zone(_ tags: RoadTags, _ country: String?) -> Speed? {
    for key in zoneKeys {
      guard let value = tags[key], value.contains(":") || key == "zone:maxspeed" else { continue }
      if case .speed(let speed) = SpeedValue(value, country: country) { return speed }
    }
    return nil
  }
}
