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
    var next: RouteManeuver.Direction?
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
    var valid = lanes.map { lane in
      lane.isOpen && !arrows(of: lane).isDisjoint(with: leading)
    }
    if leading.isEmpty, let outer = outerWithoutArrows { valid[outer] = true }
    guard valid.contains(true) else { return [] }
    let followed = best(of: leading)
    var recommended = lanes.indices.filter {
      valid[$0] && arrows(of: lanes[$0]).contains(followed)
    }
    if recommended.isEmpty { recommended = lanes.indices.filter { valid[$0] } }
    recommended = narrowed(lasting(recommended, followed))
    return lanes.indices.map { index in
      let painted = lanes[index].indications
      let own = painted.intersection(leading)
      let arrow =
        own.contains(followed)
        ? followed : own.isEmpty ? painted.intersection(Self.merging) : Self.first(of: own)
      return RouteLane(
        indications: painted, isValid: valid[index], isRecommended: recommended.contains(index),
        followed: valid[index] ? arrow : [])
    }
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

  /// The lanes without those that end where an arrow is followed, if any is left: whoever keeps to one of these need
  /// not merge.
  private func lasting(_ chosen: [Int], _ followed: LaneIndications) -> [Int] {
    guard followed == .straight else { return chosen }
    let lasting = chosen.filter { lanes[$0].indications.isDisjoint(with: Self.merging) }
    return lasting.isEmpty ? chosen : lasting
  }

  /// The lanes on the side of the next maneuver, if that follows soon.
  private func narrowed(_ lanes: [Int]) -> [Int] {
    guard lanes.count > 1, let next = ahead.next else { return lanes }
    switch next {
    case .uTurn where side == .left: return [lanes[lanes.count - 1]]
    case .left, .sharpLeft, .slightLeft, .uTurn: return [lanes[0]]
    case .right, .sharpRight, .slightRight: return [lanes[lanes.count - 1]]
    default: return lanes
    }
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
    var painted = Self.angles.filter { all.contains($0.arrow) }
    guard !painted.isEmpty, !targets.isEmpty else { return [] }
    // A driver turns round across the oncoming traffic.
    if side == .left, painted[0].arrow == .uTurn { painted.append(painted.removeFirst()) }
    // For the first i + 1 arrows, if the last leads to road j, at i · roads + j: the minimum sum, and the road of the
    // arrow before.
    let count = targets.count
    var sums = [Int](repeating: 0, count: painted.count * count)
    var origins = sums
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
