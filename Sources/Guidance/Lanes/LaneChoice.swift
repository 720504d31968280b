import Geo
import RoadModel
import RouteModel

/// Finds the lanes before a junction that lead along the path.
///
/// Arrows and roads are matched in their order from left to right, so that the sum of the differences between the
/// angles that the arrows stand for and the turns into the roads is least, and few roads are left without an arrow.
struct LaneChoice {
  /// A road that the lanes may lead to: the turn into it in degrees, clockwise positive.
  struct Target {
    var turn: Int
    var isTaken: Bool
  }

  /// The maneuver that follows the junction.
  struct Ahead {
    /// The turn of the whole maneuver in degrees, including further junctions that belong to it.
    var turn: Int
    /// The direction of the next maneuver; nil unless it follows so soon that the lane matters.
    var next: TurnDirection?
  }

  let lanes: [EdgeWords.Lane]
  /// The roads, from left to right; one of them is taken.
  let targets: [Target]
  let ahead: Ahead
  /// The side on which traffic drives; unknown counts as right.
  var side = DrivingSide.right

  /// The minimum turn of a maneuver that leads back, in degrees.
  private static let turningBack = 145
  /// The same where other lanes lead sharply to a side.
  private static let straightBack = 165

  /// The angle of each arrow in degrees, from left to right where traffic drives on the right.
  private static let angles: [(arrow: LaneIndications, angle: Int)] = [
    (.uTurn, -180), (.sharpLeft, -135), (.left, -90), (.slightLeft, -40),
    (.straight, 0), (.slightRight, 40), (.right, 90), (.sharpRight, 135),
  ]

  /// What it costs if a straight and a slight arrow on one lane lead to one road, in degrees: such a lane shows two
  /// roads, even if the turn into one of them is not slight.
  private static let shared = 35
  /// What it costs to leave a road without an arrow, in degrees: of as many arrows as roads each leads to one, even if
  /// the roads are a fork in a bend.
  private static let skipped = 25

  /// The arrows of a lane that ends: it leads straight on, into the lane beside it.
  private static let merging: LaneIndications = [.mergeToLeft, .mergeToRight]

  /// The lanes with their validity; empty if no lane leads to the road taken.
  var routeLanes: [RouteLane] {
    let leading = arrowsToTaken
    let followed = best(of: leading)
    // All that follows is noted in this one list: intersections with arrows are frequent.
    var made = lanes.map { lane in
      let painted = lane.indications
      let own = painted.intersection(leading)
      let isValid = lane.isOpen && !arrows(of: lane).isDisjoint(with: leading)
      let arrow =
        own.contains(followed)
        ? followed : own.isEmpty ? painted.intersection(Self.merging) : Self.first(of: own)
      return RouteLane(
        indications: painted, isValid: isValid,
        isRecommended: isValid && arrows(of: lane).contains(followed),
        followed: isValid ? arrow : [])
    }
    if leading.isEmpty, let outer = outerWithoutArrows {
      made[outer].isValid = true
      made[outer].isRecommended = true
    }
    guard made.contains(where: \.isValid) else { return [] }
    if !made.contains(where: \.isRecommended) {
      for index in made.indices { made[index].isRecommended = made[index].isValid }
    }
    if followed == .straight { Self.leaveOutEnding(&made) }
    narrow(&made)
    return made
  }

  /// The arrows of a lane; one that only merges, or has no arrows, leads straight on.
  private func arrows(of lane: EdgeWords.Lane) -> LaneIndications {
    let turns = lane.indications.subtracting(Self.merging)
    return turns.isEmpty ? .straight : turns
  }

  private static func first(of arrows: LaneIndications) -> LaneIndications {
    angles.first { arrows.contains($0.arrow) }?.arrow ?? []
  }

  /// The arrow to the road taken that is nearest to the turn of the whole maneuver.
  private func best(of arrows: LaneIndications) -> LaneIndications {
    var (best, least) = (LaneIndications(), Int.max)
    for (arrow, angle) in Self.angles where arrows.contains(arrow) {
      let difference = abs(LineBearing.turn(from: ahead.turn, to: angle))
      if difference < least { (best, least) = (arrow, difference) }
    }
    return best
  }

  /// Recommends no lane that ends where an arrow is followed, if any other is recommended: whoever keeps to that need
  /// not merge.
  private static func leaveOutEnding(_ made: inout [RouteLane]) {
    func lasts(_ lane: RouteLane) -> Bool { lane.indications.isDisjoint(with: merging) }
    guard made.contains(where: { $0.isRecommended && lasts($0) }) else { return }
    for index in made.indices where !lasts(made[index]) { made[index].isRecommended = false }
  }

  /// Recommends only the lane on the side of the next maneuver, if that follows soon.
  private func narrow(_ made: inout [RouteLane]) {
    guard let next = ahead.next else { return }
    let kept: Int?
    switch next {
    case .uTurn where side == .left: kept = made.lastIndex(where: \.isRecommended)
    case .left, .sharpLeft, .slightLeft, .uTurn: kept = made.firstIndex(where: \.isRecommended)
    case .right, .sharpRight, .slightRight: kept = made.lastIndex(where: \.isRecommended)
    default: return
    }
    for index in made.indices where index != kept { made[index].isRecommended = false }
  }

  /// All arrows.
  private var all: LaneIndications {
    lanes.reduce(into: []) { $0.formUnion(arrows(of: $1)) }
  }

  /// The outermost lane if it has no arrows and the road taken lies further on its side than any that arrows lead to.
  private var outerWithoutArrows: Int? {
    let led = led(among: all)
    guard let taken = targets.firstIndex(where: \.isTaken), !led.isEmpty else { return nil }
    let outer: Int
    if led[...taken].allSatisfy(\.isEmpty) {
      outer = 0
    } else if led[taken...].allSatisfy(\.isEmpty) {
      outer = lanes.count - 1
    } else {
      return nil
    }
    return lanes[outer].isOpen && lanes[outer].indications.isEmpty ? outer : nil
  }

  /// The arrows that lead to the road taken.
  private var arrowsToTaken: LaneIndications {
    if all.contains(.uTurn) {
      // A lane for turning round is for that alone, unless no other leads to the road taken.
      let others = leading(among: all.subtracting(.uTurn))
      let isSharp = !others.isDisjoint(with: [.sharpLeft, .sharpRight])
      let isBack = abs(ahead.turn) >= (isSharp ? Self.straightBack : Self.turningBack)
      if !others.isEmpty, !isBack { return others }
    }
    return leading(among: all)
  }

  /// The arrows among some that lead to the road taken.
  private func leading(among all: LaneIndications) -> LaneIndications {
    // With one road, all lead there.
    if targets.count == 1, targets[0].isTaken { return all }
    let led = led(among: all)
    var arrows: LaneIndications = []
    for place in led.indices where targets[place].isTaken { arrows.formUnion(led[place]) }
    return arrows
  }

  /// Whether one of two arrows is slight and the other straight, and a lane has both.
  private func arePainted(_ a: LaneIndications, _ b: LaneIndications) -> Bool {
    let both = a.union(b)
    return (both == [.slightLeft, .straight] || both == [.straight, .slightRight])
      && lanes.contains { $0.indications.isSuperset(of: both) }
  }

  /// The arrows among some that lead to each road; empty if there are none.
  private func led(among all: LaneIndications) -> [LaneIndications] {
    var painted: [(arrow: LaneIndications, angle: Int)] = []
    painted.reserveCapacity(Self.angles.count)
    for entry in Self.angles where all.contains(entry.arrow) { painted.append(entry) }
    guard !painted.isEmpty, !targets.isEmpty else { return [] }
    // A driver turns round across the oncoming traffic.
    if side == .left, painted[0].arrow == .uTurn { painted.append(painted.removeFirst()) }
    // For the first i + 1 arrows, if the last leads to road j, at i · roads + j: the minimum sum, and the road of the
    // arrow before.
    let count = targets.count
    var sums = [Int](repeating: 0, count: painted.count * count)
    var origins = [Int](repeating: 0, count: sums.count)
    for index in painted.indices {
      let isShared = index > 0 && arePainted(painted[index - 1].arrow, painted[index].arrow)
      let together = isShared ? Self.shared : 0
      for place in targets.indices {
        let own = abs(LineBearing.turn(from: painted[index].angle, to: targets[place].turn))
        guard index > 0 else {
          sums[place] = own + place * Self.skipped
          continue
        }
        var (origin, least) = (0, Int.max)
        for before in 0...place {
          let gap = before == place ? together : (place - before - 1) * Self.skipped
          let sum = sums[(index - 1) * count + before] + gap
          if sum < least { (origin, least) = (before, sum) }
        }
        sums[index * count + place] = own + least
        origins[index * count + place] = origin
      }
    }
    let last = (painted.count - 1) * count
    var (place, least) = (0, Int.max)
    for end in targets.indices {
      let total = sums[last + end] + (count - 1 - end) * Self.skipped
      if total < least { (place, least) = (end, total) }
    }
    var result = [LaneIndications](repeating: [], count: targets.count)
    for index in painted.indices.reversed() {
      result[place].formUnion(painted[index].arrow)
      place = origins[index * count + place]
    }
    return result
  }
}
