import RoadModel
import RouteModel

/// Joins the steps into and out of a roundabout, for clients that want one step for both.
struct RoundaboutJoin {
  /// The steps.
  private(set) var steps: [RouteStep] = []
  /// The angle along the ring to the exit of each roundabout, in degrees, by the index of its step.
  private(set) var degrees: [Int: Int] = [:]

  /// Joins steps.
  ///
  /// - Parameter separate: The steps of a leg.
  init(_ separate: [RouteStep]) {
    steps.reserveCapacity(separate.count)
    for step in separate {
      // The next roundabout may have an exit without an entry, where one does not drive on it.
      guard let entry = steps.last, degrees[steps.count - 1] == nil, Self.leaves(step, entry) else {
        steps.append(step)
        continue
      }
      steps[steps.count - 1] = Self.joined(entry, step)
      degrees[steps.count - 1] = Self.degrees(entry, step)
    }
  }

  private static func leaves(_ step: RouteStep, _ entry: RouteStep) -> Bool {
    switch (entry.maneuver.kind, step.maneuver.kind) {
    case (.roundabout, .exitRoundabout), (.rotary, .exitRotary): true
    default: false
    }
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
