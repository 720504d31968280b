import Geo
import MapMatching
import RouteModel

/// Finds the vehicle on a later part of its route, if the beginning of the route is not where it was thought to be.
extension Trip {
  /// A place on the route far from where the vehicle seems to be, which moves as the vehicle does.
  struct OtherPlace: Sendable, Codable {
    /// Metres of the route.
    var metres: Double
    /// The ``TripState/way`` there.
    var way: Double
    /// The nats by which the fixes so far fit better there.
    var nats: Double
  }

  /// Seconds from the beginning of a route for which its other places are looked at.
  private static let otherSeconds = 60.0
  /// Metres between a place and another one.
  private static let otherMetres = 100.0
  /// The nats that another place needs, and the standard deviations of the noise from it to a fix.
  private static let otherNats = 8.0
  private static let otherDeviations = 2.5

  /// The place of a vehicle that is elsewhere on a route that has just begun; nil if it may be where it seems.
  ///
  /// A new route may begin on a road beside that of the vehicle and lead back there later. Fixes that are spaced are
  /// compared with both places, without regard to where the vehicle should be.
  mutating func otherPlace(
    _ fit: RouteFollower.Fit, _ place: Coordinate, _ heading: (east: Double, north: Double)?
  ) -> Double? {
    guard let now = state.now, let began = state.reroutedAt ?? state.began,
      now - began < Self.otherSeconds, state.stand.verdict == .moves
    else {
      state.other = nil
      return nil
    }
    guard state.isSpaced else { return nil }
    let (along, far) = (state.follower.along, plan.start + Self.startReach)
    let ranges = [
      (plan.start, along - Self.otherMetres), (along + Self.otherMetres, min(plan.end, far)),
    ].compactMap { $0 < $1 ? $0...$1 : nil }
    guard
      let found = passFit(
        place, heading, in: ranges, expected: along, atMost: 0, noise: fit.noise),
      // The nearest point of a long stretch may be outside the ranges.
      Distance.metres(line.place(at: found.metres).position, place)
        <= Self.otherDeviations * fit.noise
    else {
      state.other = nil
      return nil
    }
    var other = OtherPlace(metres: found.metres, way: state.way, nats: fit.nats - found.cost)
    if let last = state.other,
      abs(other.metres - last.metres - (other.way - last.way)) <= 3 * fit.noise
    {
      other.nats += last.nats
    }
    state.other = other.nats > 0 ? other : nil
    guard other.nats >= Self.otherNats else { return nil }
    state.other = nil
    return other.metres
  }
}
