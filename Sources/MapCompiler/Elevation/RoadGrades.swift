import NavFormat
import RoadModel

/// The maximum grades of roads by class; steeper places in a grid of heights are errors.
///
/// The values are above those of guidelines (AASHTO *Green Book* 2018, table 3-23 and chapters 5 to
/// 8: 3-8 % on freeways, up to 12 % on arterials, 16 % on collectors, more on local roads; the
/// steepest street of the world has 35 %), because tags are trusted and untagged exceptions exist.
enum RoadGrades {
  /// The maximum grade of any road for cars, which is the maximum that they can climb.
  private static let ofCars = 350

  /// The maximum grade of a road.
  ///
  /// - Parameters:
  ///   - road: The road.
  ///   - tagged: The grade by its tag `incline` in thousandths; 0 if unknown.
  /// - Returns: Thousandths of the length.
  static func maximum(_ road: RoadAttributes, tagged: Int16) -> Int {
    let isDrivable = road.forwardAccess[.car].isUsable || road.backwardAccess[.car].isUsable
    return max(isDrivable ? min(usual(road), ofCars) : usual(road), Int(tagged.magnitude))
  }

  private static func usual(_ road: RoadAttributes) -> Int {
    switch road.roadClass {
    // The steepest navigable rivers fall by half a metre in a kilometre.
    case .ferry: 1
    case .carTrain: 40
    case .motorway: road.flags.contains(.link) ? 100 : 80
    case .trunk: 120
    case .primary, .busway: 150
    case .secondary: 170
    case .tertiary: 200
    case .unclassified, .road: 220
    case .residential, .livingStreet, .service, .pedestrian: 250
    case .track: 300
    case .cycleway: 300
    case .path, .footway, .bridleway, .unknown: 450
    case .steps: 1_000
    }
  }
}

extension RoadGraph {
  /// Whether a segment does not follow the ground: on a bridge, in a tunnel, or on the water.
  func leavesGround(_ segment: RoadSegment) -> Bool {
    !road(segment).flags.isDisjoint(with: [.bridge, .tunnel, .ferry])
  }

  /// The maximum grade of a segment in thousandths.
  func maximumGrade(_ segment: RoadSegment) -> Int {
    RoadGrades.maximum(road(segment), tagged: wayInclines[segmentWay[segment]])
  }

  /// The grade of a segment by its tag `incline`, as on signs, in percent, and whether it falls; 0 if unknown.
  func signedGrade(_ segment: RoadSegment) -> (percent: UInt8, falls: Bool) {
    let permille = wayInclines[segmentWay[segment]]
    return (UInt8(clamping: (Int(permille.magnitude) + 5) / 10), permille < 0)
  }
}
