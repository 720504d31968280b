import Geo
import MapMatching
import RoadModel
import RouteModel

/// The use of the witness, and its initial evidence.
extension Trip {
  /// The number of fixes without doubt after which the witness is dismissed.
  private static let calmEnough = 6
  /// The number of fixes that the witness hears before it restarts.
  private static let longestHearing = 60
  /// The maximum initial evidence in nats that a vehicle is still on the route.
  private static let knownNats = 3.0
  /// Metres behind the vehicle within which the witness may find it, if the place so far was wrong.
  private static let farBehind = 1_000.0

  /// Asks the witness about a fix; it hears the recent ones first if it was not listening.
  mutating func hear(_ fix: Location, isCalm: Bool) -> Testimony? {
    if state.isListening, state.heard.count >= Self.longestHearing { state.isListening = false }
    if !state.isListening {
      state.isListening = true
      state.calm = 0
      state.heard = state.spaced
      state.heardNoise = state.follower.noise
      state.heardDrift = state.follower.driftShare
      state.heardHeadings = state.follower.headings
      expectOnRoute(fix)
      isWitnessStale = true
    }
    if state.isSpaced || !isCalm { state.calm = isCalm ? state.calm + 1 : 0 }
    let testimony = testify(fix)
    if state.deviation == nil, state.calm >= Self.calmEnough,
      testimony.map({ $0.margin < 0 }) ?? true
    {
      sendWitnessAway()
    }
    return testimony
  }

  private mutating func testify(_ fix: Location) -> Testimony? {
    guard witness != nil else { return nil }
    let (low, high) = reach
    let line = self.line
    func isOnRoute(_ edge: EdgeNumber) -> Bool { line.holds(edge: edge, from: low, to: high) }
    let (known, against) = (state.heardRange, state.heardNats)
    func nats(_ edge: EdgeNumber) -> Double {
      line.holds(edge: edge, from: known.lowerBound, to: known.upperBound) ? 0 : against
    }
    do throws(RoutingError) {
      if isWitnessStale {
        isWitnessStale = false
        witness?.begin(
          noise: state.heardNoise, driftShare: state.heardDrift, headings: state.heardHeadings)
        for earlier in state.heard {
          _ = try witness?.hear(earlier, isOnRoute: isOnRoute, against: nats)
        }
      }
      guard state.isSpaced else { return try witness?.testimony(isOnRoute) ?? nil }
      state.heard.append(fix)
      return try witness?.hear(fix, isOnRoute: isOnRoute, against: nats) ?? nil
    } catch {
      if !state.hasMapProblem {
        state.hasMapProblem = true
        hasWitness = false
        self.line.number(state.route) { $0.number }
        sendWitnessAway()
        events.append(.mapProblem(error))
      }
      return nil
    }
  }

  /// Notes where on the route the vehicle was at the first fix that the witness hears, and how sure that is.
  ///
  /// The previous odds still apply, within bounds: that place may be wrong. Where it began, the vehicle is not known
  /// yet.
  private mutating func expectOnRoute(_ fix: Location) {
    let places = [state.heard.first ?? fix, fix].compactMap {
      Coordinate(latitude: $0.latitude, longitude: $0.longitude)
    }
    guard let first = places.first, let last = places.last else { return }
    let at = state.follower.along
    state.heardRange = at - 2 * Distance.metres(first, last) - Self.behind...at + Self.behind
    state.heardNats = state.follower.isNew ? 0 : min(max(-state.margin, 0), Self.knownNats)
  }

  mutating func sendWitnessAway() {
    state.isListening = false
    state.heard = []
    state.calm = 0
    isWitnessStale = false
  }

  /// The metres of the route on which the vehicle may be: around it, but not behind the next waypoint.
  var reach: (low: Double, high: Double) {
    let (low, high) = (
      min(state.follower.along, state.driven), max(state.follower.along, state.driven)
    )
    // Off the route, the vehicle may return to it anywhere ahead.
    let ahead = state.deviation == nil ? min(high + Self.ahead, plan.end) : plan.end
    return (max(low - Self.farBehind, plan.start), ahead)
  }
}
