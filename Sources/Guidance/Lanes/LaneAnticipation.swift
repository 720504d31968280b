import Geo
import RoadModel
import RouteModel

/// Recommends the lanes that suit the next junction with lanes as well, if it follows soon.
///
/// Lanes keep their order, but it is not known where a road gains or loses one. Before a turn, lanes are therefore
/// counted from the side to which it leads.
struct LaneAnticipation {
  /// The maximum distance to the next lanes in metres, and as much again for each lane of a maneuver that does not lead
  /// along the path: a driver may be on one of those.
  private static let reach = 210.0
  /// The maximum turn at a junction behind which the same lanes hold on, in degrees.
  private static let straight = 30

  /// A maneuver, or another junction with lanes.
  private struct Place {
    /// The indices of its step and of its intersection in that.
    var step: Int
    var intersection: Int
    /// Metres from the beginning of the path.
    var metres: Double
    /// The side to which the path turns; nil if it goes straight on.
    var isLeft: Bool?

    /// Whether the path goes about straight on, also at the first of several junctions of a maneuver.
    var goesOn: Bool

    var isManeuver: Bool { intersection == 0 }
  }

  /// The steps, with their lanes.
  private(set) var steps: [RouteStep]
  /// The side on which traffic drives.
  private let side: DrivingSide

  /// Narrows the recommended lanes of steps.
  ///
  /// - Parameters:
  ///   - steps: The steps of a path.
  ///   - edges: Its edges.
  ///   - side: The side on which traffic drives.
  init(_ steps: consuming [RouteStep], along edges: [RouteEdge], side: DrivingSide) {
    self.steps = steps
    self.side = side
    guard steps.contains(where: { $0.intersections.contains { !$0.lanes.isEmpty } }) else { return }
    let found = places(edges)
    // From the last to the first, since each depends on what the next one leaves.
    for (place, next) in zip(found, found.dropFirst()).reversed() { narrow(place, next) }
  }

  private func places(_ edges: [RouteEdge]) -> [Place] {
    var (edge, metres) = (0, 0.0)
    var places: [Place] = []
    for step in steps.indices {
      for index in steps[step].intersections.indices {
        let point = steps[step].intersections[index].point
        while edge < edges.count, edges[edge].points.lowerBound < point {
          metres += edges[edge].lengthMetres
          edge += 1
        }
        if index > 0, steps[step].intersections[index].lanes.isEmpty { continue }
        places.append(
          Place(
            step: step, intersection: index, metres: metres,
            isLeft: index == 0 ? isLeft(steps[step].maneuver) : nil,
            goesOn: index > 0 || Self.goesOn(at: steps[step].intersections[index])))
      }
    }
    return places
  }

  /// Whether a maneuver leads to the left; nil if it goes straight on, or into a ring, which has lanes of its own.
  private func isLeft(_ maneuver: RouteManeuver) -> Bool? {
    switch maneuver.kind {
    case .roundabout, .rotary, .roundaboutTurn: return nil
    default: break
    }
    switch maneuver.direction {
    case .left, .slightLeft, .sharpLeft: return true
    case .right, .slightRight, .sharpRight: return false
    case .uTurn: return side != .left
    case .straight, .unknown, nil: return nil
    }
  }

  /// Whether a path goes about straight on at an intersection; false if its arms are unknown.
  private static func goesOn(at intersection: RouteIntersection) -> Bool {
    guard let from = intersection.arrivingArm, let to = intersection.leavingArm,
      intersection.arms.indices.contains(from), intersection.arms.indices.contains(to)
    else { return false }
    let coming = LineBearing.opposite(intersection.arms[from].bearing)
    return abs(LineBearing.turn(from: coming, to: intersection.arms[to].bearing)) <= straight
  }

  private func lanes(at place: Place) -> [RouteLane] {
    steps[place.step].intersections[place.intersection].lanes
  }

  /// Narrows the lanes of a place to those that lead to the recommended ones of the next.
  private mutating func narrow(_ place: Place, _ next: Place) {
    let (lanes, later) = (self.lanes(at: place), self.lanes(at: next))
    guard let own = Self.recommended(lanes), let wanted = Self.recommended(later) else { return }
    let others = place.isManeuver ? lanes.count { !$0.isValid } : 0
    guard next.metres - place.metres <= Self.reach * Double(1 + others) else { return }
    let kept: Range<Int>
    if place.goesOn, lanes.elementsEqual(later, by: { $0.indications == $1.indications }) {
      kept = own.clamped(to: wanted)
    } else {
      guard let start = Self.start(own.count, of: later.count, wanted, isLeft: next.isLeft) else {
        return
      }
      kept = own.lowerBound + start..<own.lowerBound + start + wanted.count
    }
    guard !kept.isEmpty else { return }
    for index in own where !kept.contains(index) {
      steps[place.step].intersections[place.intersection].lanes[index].isRecommended = false
    }
  }

  /// The recommended lanes; nil if there are none, or others between them.
  private static func recommended(_ lanes: [RouteLane]) -> Range<Int>? {
    guard let first = lanes.firstIndex(where: \.isRecommended),
      let last = lanes.lastIndex(where: \.isRecommended),
      lanes[first...last].allSatisfy(\.isRecommended)
    else { return nil }
    return first..<last + 1
  }

  /// Which of some lanes leads to the first of those that are wanted later.
  ///
  /// - Parameters:
  ///   - count: The number of lanes.
  ///   - later: The number of lanes that these become.
  ///   - wanted: Those that are wanted.
  ///   - isLeft: Whether the path turns to the left there; nil if it goes straight on.
  /// - Returns: The first lane to keep, from 0; nil if all are kept.
  private static func start(
    _ count: Int, of later: Int, _ wanted: Range<Int>, isLeft: Bool?
  ) -> Int? {
    let spare = count - wanted.count
    guard spare > 0 else { return nil }
    let (left, right) = (wanted.lowerBound, later - wanted.upperBound)
    switch isLeft {
    case true?: return min(left, spare)
    case false?: return max(0, spare - right)
    case nil:
      // A road that has more lanes now has gained them on either side.
      guard later <= count, left + right > 0 else { return nil }
      return (left * spare + (left + right) / 2) / (left + right)
    }
  }
}
