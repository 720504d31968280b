package import RoadModel

extension RoadClass {
  /// Whether others may be overlooked beside a road of the class: a drive, a car park's aisle, a track.
  package var isMinor: Bool { RoadRank(RoadAttributes(roadClass: self)).isMinor }
}

/// The importance of a road for finding the way ahead.
struct RoadRank: Equatable {
  /// The place of its class; lower numbers are more important.
  let priority: Int
  /// Whether others may be overlooked beside it: a drive, a car park's aisle, a track.
  let isMinor: Bool
  /// Whether it is a motorway or trunk road, with or without `isLink`.
  let isHigh: Bool
  /// Whether it is a ramp or a connector.
  let isLink: Bool

  init(_ road: RoadAttributes) {
    isLink = road.flags.contains(.link)
    isHigh = road.roadClass == .motorway || road.roadClass == .trunk
    switch road.roadClass {
    case .motorway, .trunk, .primary, .secondary, .tertiary:
      priority = 2 * (Int(road.roadClass.rawValue) - 1) + (isLink ? 1 : 0)
      isMinor = false
    case .residential: (priority, isMinor) = (10, false)
    case .livingStreet: (priority, isMinor) = (11, false)
    case .unclassified: (priority, isMinor) = (15, false)
    case .service: (priority, isMinor) = (12, true)
    case .track, .cycleway, .path, .bridleway: (priority, isMinor) = (16, true)
    case .pedestrian, .footway, .steps: (priority, isMinor) = (18, true)
    case .ferry, .carTrain, .busway, .road, .unknown: (priority, isMinor) = (31, true)
    }
  }

  /// Whether it is a motorway or trunk road, without ramps.
  var isMotorway: Bool { isHigh && !isLink }
  /// Whether it is a ramp of a motorway or trunk road.
  var isRamp: Bool { isHigh && isLink }
  /// Whether it is a primary road, without ramps.
  var isPrimary: Bool { priority == 4 }

  /// Whether it is a track or path, which drivers do not take for a road.
  var isTrack: Bool { isMinor && 16...18 ~= priority }

  /// The group of classes that count as equally important.
  var group: Int {
    switch priority {
    case ...1: 0
    case ...3: 1
    case ...9: 2
    case ...13: 3
    case ...15: 4
    case ...17: 5
    case ...18: 6
    default: 7
    }
  }

  /// Whether it is less important in kind than another road.
  func isBelow(_ other: RoadRank) -> Bool {
    isMinor == other.isMinor ? group > other.group : isMinor
  }

  /// Whether it is a link of the class of a road.
  func isLink(to road: RoadRank) -> Bool {
    isLink && !road.isLink && priority < 10 && priority == road.priority + 1
  }

  /// Whether a traveller follows a second road rather than a third, by only their ranks.
  static func isObvious(from: RoadRank, onto: RoadRank, beside other: RoadRank) -> Bool {
    if from == onto, 7 * onto.priority < 4 * other.priority { return true }
    return !from.isMinor && !onto.isMinor && other.isMinor
  }
}
