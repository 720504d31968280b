import Guidance
import RoadModel
import RouteModel

/// Joins the steps into and out of a roundabout, for clients that want one step for both.
struct RoundaboutJoin {
  /// The steps before they were joined.
  private let separate: [RouteStep]
  /// How many of them each step has.
  private var parts: [Int] = []
  /// The steps.
  private(set) var steps: [RouteStep] = []
  /// The angle along the ring to the exit of each roundabout, in degrees, by the index of its step.
  private(set) var degrees: [Int: Int] = [:]

  /// Joins steps.
  ///
  /// - Parameter separate: The steps of a leg.
  init(_ separate: [RouteStep]) {
    self.separate = separate
    steps.reserveCapacity(separate.count)
    for step in separate {
      // The next roundabout may have an exit without an entry, where one does not drive on it.
      guard let entry = steps.last, degrees[steps.count - 1] == nil, Self.leaves(step, entry) else {
        if Self.isTakenAtOnce(step, after: steps.last) {
          degrees[steps.count] = Self.degrees(step, step)
          steps.append(Self.entered(step))
        } else {
          steps.append(step)
        }
        parts.append(1)
        continue
      }
      steps[steps.count - 1] = Self.joined(entry, step)
      parts[steps.count - 1] += 1
      degrees[steps.count - 1] = Self.degrees(entry, step)
    }
  }

  /// The spoken instructions of the steps.
  ///
  /// They are those of the separate steps: on a ring, nobody wants to hear of a turn behind its exit.
  func announcements(
    in words: Instructions, along edges: [RouteEdge], at stop: GuidanceStop
  ) -> [[SpokenInstruction]] {
    let said = words.announcements(for: separate, along: edges, at: stop)
    var first = 0
    return zip(steps, parts).map { step, count in
      defer { first += count }
      if count == 1 { return said[first] }
      var (spoken, behind) = ([SpokenInstruction](), step.lengthMetres)
      for part in first..<first + count {
        behind = max(0, behind - separate[part].lengthMetres)
        spoken += said[part].map { sentence in
          var moved = sentence
          moved.distanceBeforeManeuver = min(
            sentence.distanceBeforeManeuver + behind, step.lengthMetres)
          return moved
        }
      }
      return spoken
    }
  }

  private static func leaves(_ step: RouteStep, _ entry: RouteStep) -> Bool {
    switch (entry.maneuver.kind, step.maneuver.kind) {
    case (.roundabout, .exitRoundabout), (.rotary, .exitRotary): true
    default: false
    }
  }

  /// Whether a step takes the first exit of a ring where the path comes to it: there is no step into the ring.
  private static func isTakenAtOnce(_ step: RouteStep, after previous: RouteStep?) -> Bool {
    step.maneuver.kind == .exitRoundabout && step.maneuver.exit == 1 && previous != nil
      && previous?.maneuver.kind != .passWaypoint
  }

  /// A step out of a ring as one into and out of it.
  private static func entered(_ exit: RouteStep) -> RouteStep {
    var step = exit
    step.maneuver.kind = .roundabout
    return step
  }

  /// The maneuver of the entry, with the road behind the exit.
  private static func joined(_ entry: RouteStep, _ exit: RouteStep) -> RouteStep {
    var step = entry
    step.maneuver.exit = entry.maneuver.exit ?? exit.maneuver.exit
    step.roadName = exit.roadName
    step.roadNumber = exit.roadNumber
    step.pronunciation = exit.pronunciation
    step.sign = exit.sign ?? entry.sign
    step.isFerry = exit.isFerry
    step.isPushed = exit.isPushed
    step.isOnStairs = exit.isOnStairs
    step.lengthMetres += exit.lengthMetres
    step.durationSeconds += exit.durationSeconds
    step.points = entry.points.lowerBound...exit.points.upperBound
    step.intersections += exit.intersections
    return step
  }

  private static func degrees(_ entry: RouteStep, _ exit: RouteStep) -> Int {
    let turn = exit.maneuver.bearingAfter - entry.maneuver.bearingBefore
    let along = entry.drivingSide == .left ? 180 + turn : 180 - turn
    let degrees = (along % 360 + 360) % 360
    return degrees == 0 ? 360 : degrees
  }
}
