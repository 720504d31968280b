import Geo
import RouteModel

/// Validation of a saved trip: every number that is an index, a count or a divisor.
extension TripState {
  /// The maximum count, and the maximum number of metres or degrees.
  private static let mostCounts = 1 << 30
  private static let most = 1e9

  /// Whether the numbers fit together.
  var isSound: Bool {
    hasSoundStops && hasSoundCounts && hasSoundPlaces && follower.isSound
      && alternatives.allSatisfy { stops.indices.contains($0.firstStop) && $0.route.isDrivable }
  }

  private var hasSoundStops: Bool {
    let sections = route.sections.count
    let waypoints = request.waypoints.indices
    return route.isDrivable && stops.indices.contains(stop) && firstStop >= 0
      && (0..<sections).contains(stop - firstStop) && firstStop + sections == stops.count
      && stops.allSatisfy(waypoints.contains) && zip(stops, stops.dropFirst()).allSatisfy(<)
      && waypoints.contains(passedWaypoint)
      && (stations ?? []).allSatisfy(stops.contains)
      && zip(stations ?? [], (stations ?? []).dropFirst()).allSatisfy(<)
      && passes.allSatisfy { waypoints.contains($0.waypoint) }
  }

  private var hasSoundCounts: Bool {
    [
      jumps, old, traceSkipped, calm, doubts, backOn, apart, behindStop ?? 0, attempts, spoken,
      takenSentences ?? 0, backFixes ?? 0,
    ].allSatisfy {
      0...Self.mostCounts ~= $0
    }
      && 1...Self.mostCounts ~= traceStride && -1...Self.mostCounts ~= roadIndex
      && nextID < 1 << 31
  }

  private var hasSoundPlaces: Bool {
    0...Self.most ~= driven && 0...Self.most ~= odometer && 0...Self.most ~= way
      && 0...Self.most ~= awayMetres && 0...Self.most ~= chargedAwayMetres
      && 0...Self.most ~= beyond && stand.isSound && speeds.isSound
      && 0...Self.most ~= heardNats && 0...Self.most ~= reroutedFrom
      && abs(deviation?.courseDegrees ?? 0) < 1e6
      && (other.map { [$0.metres, $0.way, $0.nats].allSatisfy { 0...Self.most ~= $0 } } ?? true)
      && recent.count <= 100 && spaced.count <= 100 && heard.count <= 1_000 && trace.count <= 10_000
      && early.count <= 100 && questions.count <= 100 && requests.count <= 100
  }
}
