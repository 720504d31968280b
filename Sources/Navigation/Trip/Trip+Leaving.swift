import Geo
import MapMatching
import RoadModel
import RouteModel

/// Decides whether the fixes show that the vehicle has left its route.
extension Trip {
  /// The maximum angle to a road in the direction of the route, in degrees.
  private static let sameDirection = 30.0
  private static let sameCosine = 0.87
  /// The minimum excess of the cosine to the route over that to another road, as evidence for it.
  private static let ownCosine = 0.3
  /// The minimum angle to a road in the opposite direction, in degrees.
  private static let oppositeDirection = 150.0
  /// The number of fixes against the route before it is left.
  ///
  /// A vehicle in the direction of the route needs more fixes and more evidence.
  private static let doubts = 2
  private static let besideDoubts = 4
  private static let besideFactor = 1.6
  /// The forward share of the distance from the route for a vehicle that has missed a turn.
  private static let aheadShare = 0.7
  /// Standard deviations of the noise by which it is ahead: places that are ahead by less are common before a turn.
  private static let aheadDeviations = 2.0
  /// The cosine between heading and route below which the vehicle drives back, within 60 degrees.
  private static let backCosine = -0.5
  /// The fixes that show that a vehicle with few of them drives back, and the nats for the route that speak against it.
  ///
  /// They are more where the place before was an outlier ahead, from which the next ones seem to come back.
  private static let enoughBack = 2
  private static let sureNats = 5.0
  /// Standard deviations of the noise by which each of them is behind the one before.
  private static let backDeviations = 3.0
  /// Metres of the route behind and ahead of the driven length within which it is looked for.
  private static let (behindReach, aheadReach) = (1_000.0, 500.0)
  /// The maximum evidence of a witness against wrong-way driving: almost the price of a U-turn.
  private static let mostNats = 7.9
  /// The distance within which a path runs beside another, in metres.
  private static let besidePath = 15.0

  /// Whether the fixes show that the vehicle has left the route.
  mutating func hasLeft(
    _ fit: RouteFollower.Fit, _ testimony: Testimony?, _ place: Coordinate,
    _ heading: (east: Double, north: Double)?
  ) -> Bool {
    if testimony == nil {
      state.doubts = state.against > 0 ? state.doubts + 1 : 0
      return state.against >= 12 && state.doubts >= 3
    }
    guard let testimony, state.stand.verdict == .moves else { return false }
    var needed = state.options.leavingNats
    // While the noise is unknown, more evidence is needed, but not more than a witness can have.
    if state.follower.isNew { needed = min(needed * 1.5, Self.mostNats) }
    let course = line.place(at: fit.along).course
    let turn = testimony.elsewhere.map { Self.angle($0.headingDegrees, course) }
    // If the vehicle drives in the direction of the route, only the distance shows whether it is
    // beside the route. The distance drifts, and there is no urgency.
    let isAlong =
      (fit.cosine.map { $0 > Self.sameCosine } ?? (turn ?? 180 < Self.sameDirection))
      && !isPast(fit, place, heading)
    if isAlong { needed *= Self.besideFactor }
    // If the fixes have no heading, the line of the route also fits in the opposite direction.
    let isAgainst = turn ?? 0 > Self.oppositeDirection
    if !isAgainst, isOnPathBeside(fit) {
      state.doubts = 0
      return false
    }
    // A heading against the route shows that its own road is driven back.
    let isBack = isAgainst && fit.cosine ?? 1 < Self.backCosine
    if testimony.margin < needed / 2 || fit.nats < 0.5 && !isAgainst
      || fit.nats < Self.offRoadNats && !isBack && isOwn(testimony.elsewhere, fit)
    {
      state.doubts = 0
      return false
    }
    // Such a fix shows that the vehicle has not left the route, despite the previous fixes.
    if let cosine = fit.cosine, let heading, let road = testimony.elsewhere,
      cosine - Self.cosine(heading, road.headingDegrees) > Self.ownCosine
    {
      return false
    }
    let apart = isAlong ? Self.spacing * state.follower.noise : 0
    if state.isSpaced, state.doubts == 0 || state.way - state.doubtWay >= apart {
      state.doubts += 1
      state.doubtWay = state.way
    }
    return testimony.margin >= needed && state.doubts >= (isAlong ? Self.besideDoubts : Self.doubts)
  }

  /// Whether fixes long after each other show that the vehicle drives back on its route.
  ///
  /// The matcher takes that for errors of the places for minutes, because they cost no more than a turn.
  mutating func drivesBack(
    _ fit: RouteFollower.Fit, _ testimony: Testimony?, _ fix: Location, _ place: Coordinate
  ) -> Bool {
    let isBack =
      rareInterval(fix) != nil && state.stand.verdict == .moves
      && fit.cosine ?? 1 < Self.backCosine
      && testimony.map { $0.margin > -Self.sureNats } ?? false
      && isBehindLastFix(place, by: Self.backDeviations * fit.noise)
    state.backFixes = isBack ? (state.backFixes ?? 0) + 1 : nil
    return state.backFixes ?? 0 >= Self.enoughBack
  }

  /// Whether a place is some metres behind that of the last fix along the route, and both lie within as many of it.
  private func isBehindLastFix(_ place: Coordinate, by metres: Double) -> Bool {
    func metresOfRoute(_ place: Coordinate) -> Double? {
      let at = nearestMetres(
        place, from: max(plan.start, state.driven - Self.behindReach),
        to: min(plan.end, state.driven + Self.aheadReach))
      return at.flatMap { Distance.metres(line.place(at: $0).position, place) <= metres ? $0 : nil }
    }
    guard let last = state.recent.last,
      let before = Coordinate(latitude: last.latitude, longitude: last.longitude),
      let from = metresOfRoute(before), let to = metresOfRoute(place)
    else { return false }
    return from - to >= metres
  }

  /// Whether a pedestrian or cyclist is near enough to the route.
  ///
  /// Pavements, crossings and squares have many lines, and a route uses one of them.
  private func isOnPathBeside(_ fit: RouteFollower.Fit) -> Bool {
    guard [.foot, .bicycle].contains(state.request.vehicle.mode) else { return false }
    return abs(fit.left) < Self.besidePath + 2 * state.follower.noise
  }

  /// Whether a vehicle has missed a turn: it is ahead of the nearest place, not beside it.
  private func isPast(
    _ fit: RouteFollower.Fit, _ place: Coordinate, _ heading: (east: Double, north: Double)?
  ) -> Bool {
    guard let heading else { return false }
    let (east, north) = Distance.offset(from: line.place(at: fit.along).position, to: place)
    let ahead = east * heading.east + north * heading.north
    return ahead > Self.aheadDeviations * fit.noise
      && ahead > Self.aheadShare * (east * east + north * north).squareRoot()
  }

  /// The cosine of the angle between a unit vector and a direction in degrees.
  private static func cosine(_ heading: (east: Double, north: Double), _ degrees: Double) -> Double
  {
    heading.east * Trigonometry.cosine(units: (degrees - 90) * Coordinate.unitsPerDegree)
      + heading.north * Trigonometry.cosine(units: degrees * Coordinate.unitsPerDegree)
  }

  /// Whether the road that the witness found instead of the route is the route's, or none.
  ///
  /// In tight bends it may see the vehicle on the other side of the bend only, from where it seems to drive back or off
  /// the roads. The heading shows whether it drives against the road; without a heading it may be driving back.
  private func isOwn(_ road: Testimony.Road?, _ fit: RouteFollower.Fit) -> Bool {
    guard let road else { return true }
    guard fit.cosine != nil, let index = line.edgeIndex(at: fit.along) else { return false }
    let place = line.edges[index]
    return state.route.sections[place.section].edges[place.edge].wayID == road.wayID
  }
}
