import Geo
import MapMatching
import RoadModel
import RouteModel

/// Places on the route, and directions.
extension Trip {
  /// The speed below which a receiver's heading is meaningless, in metres per second.
  static let headingSpeed = 2.0
  /// The tolerance of the expected place: standard deviations of the noise, plus a share of it.
  private static let orderDeviations = 2.0
  private static let orderShare = 0.3
  /// The maximum metres from a place on the route to a vehicle there, besides the noise.
  private static let besideMetres = 50.0
  /// Nats against a place beyond a waypoint that is not passed yet.
  private static let passNats = 20.0

  /// The place on an edge of the route that is nearest to a fix, in metres of the route.
  ///
  /// If the route uses the edge several times, it is the place nearest to the expected one.
  func metres(on edge: EdgeNumber, _ place: Coordinate) -> Double? {
    let (low, high) = reach
    var best: Double?
    for index in line.indices(ofEdge: edge) {
      let (from, to) = (line.edgeMetres[index], line.endMetres(ofEdge: index))
      guard from <= high, to >= low,
        let at = nearestMetres(place, from: max(from, low), to: min(to, high)),
        // The route may have only a part of the edge, and the vehicle may be on another part.
        Distance.metres(line.place(at: at).position, place)
          < Self.besideMetres + 3 * state.follower.noise
      else { continue }
      let along = state.follower.along
      if best.map({ abs(at - along) < abs($0 - along) }) ?? true { best = at }
    }
    return best
  }

  /// The nearest place of the route between two of its places, in metres; nil if there is none.
  func nearestMetres(_ place: Coordinate, from low: Double, to high: Double) -> Double? {
    guard line.points.count > 1 else { return nil }
    var index = max(RouteLine.index(in: line.metres, upTo: low) - 1, 0)
    let plane = LocalPlane(at: place)
    var a = plane.project(line.points[index])
    var best: (metres: Double, at: Double)?
    while index + 1 < line.points.count, line.metres[index] <= high {
      let b = plane.project(line.points[index + 1], next: a, of: line.points[index])
      let near = plane.nearest(from: a, to: b)
      let (start, length) = (line.metres[index], line.metres[index + 1] - line.metres[index])
      let at = min(max(start + near.share * length, low), high)
      // What lies outside the range is not the distance from it.
      let share = length > 0 ? min(max((at - start) / length, 0), 1) : near.share
      let (x, y) = (a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share)
      let metres = (x * x + y * y).squareRoot()
      if best.map({ metres < $0.metres }) ?? true { best = (metres, at) }
      a = b
      index += 1
    }
    return best?.at
  }

  /// The place of a vehicle on a route that leads over the same road more than once, in metres.
  ///
  /// Of all passes it is the one that fits best: by the distance from the road, by the direction, and by how far the
  /// vehicle should be. It is not beyond a waypoint that is not passed yet, unless nothing else fits.
  ///
  /// - Parameters:
  ///   - place: The place.
  ///   - heading: The direction of travel as a unit vector; nil if unknown.
  ///   - ranges: The ranges to search, in metres of the route.
  ///   - expected: The expected place in metres.
  ///   - most: The nats against a place that is far from there, at most.
  /// - Returns: The place; nil if the route has no line there.
  func passMetres(
    _ place: Coordinate, _ heading: (east: Double, north: Double)?,
    in ranges: [ClosedRange<Double>],
    expected: Double, atMost most: Double
  ) -> Double? {
    passFit(
      place, heading, in: ranges, expected: expected, atMost: most, noise: state.follower.noise)?
      .metres
  }

  /// The place as in ``passMetres(_:_:in:expected:atMost:)``, and its cost in nats for a fix with a noise in metres.
  func passFit(
    _ place: Coordinate, _ heading: (east: Double, north: Double)?,
    in ranges: [ClosedRange<Double>],
    expected: Double, atMost most: Double, noise: Double
  ) -> (cost: Double, metres: Double)? {
    guard line.points.count > 1 else { return nil }
    let plane = LocalPlane(at: place)
    let scale = Self.orderDeviations * noise + Self.orderShare * abs(expected)
    let pass = state.passes.first { $0.metres > expected }?.metres ?? .infinity
    var best: (cost: Double, metres: Double)?
    for range in ranges {
      var index = max(RouteLine.index(in: line.metres, upTo: range.lowerBound) - 1, 0)
      var a = plane.project(line.points[index])
      while index + 1 < line.points.count, line.metres[index] <= range.upperBound {
        let b = plane.project(line.points[index + 1], next: a, of: line.points[index])
        let length = line.metres[index + 1] - line.metres[index]
        let near = plane.nearest(from: a, to: b)
        let at = line.metres[index] + near.share * length
        let (east, north) = (b.x - a.x, b.y - a.y)
        let flat = (east * east + north * north).squareRoot()
        let deviations = near.metres / noise
        var cost = deviations < 3 ? deviations * deviations / 2 : 3 * deviations - 4.5
        if let heading, flat > 0 {
          let cosine = (east * heading.east + north * heading.north) / flat
          cost += state.follower.headings.nats(cosine: cosine)
        }
        let early = (at - expected) / scale
        cost += min(early * early / 2, most) + (at > pass ? Self.passNats : 0)
        if best.map({ cost < $0.cost }) ?? true {
          best = (cost, min(max(at, range.lowerBound), range.upperBound))
        }
        a = b
        index += 1
      }
    }
    return best
  }

  func isOnFerry(edge index: Int) -> Bool {
    let place = line.edges[index]
    return state.route.sections[place.section].edges[place.edge].road.flags.contains(.ferry)
  }

  /// The direction of travel, by the receiver or by distant fixes; nil while standing.
  func heading(of fix: Location, _ place: Coordinate) -> (east: Double, north: Double)? {
    if let degrees = fix.headingDegrees, degrees.isFinite, abs(degrees) < 1e6,
      fix.speed.map({ $0 > Self.headingSpeed }) ?? true
    {
      let turn = degrees - 360 * (degrees / 360).rounded(.down)
      return (
        Trigonometry.cosine(units: (turn - 90) * Coordinate.unitsPerDegree),
        Trigonometry.cosine(units: turn * Coordinate.unitsPerDegree)
      )
    }
    if let slow = state.stand.heading { return slow }
    guard let last = state.recent.last,
      let from = Coordinate(latitude: last.latitude, longitude: last.longitude)
    else { return nil }
    let (east, north) = Distance.offset(from: from, to: place)
    let metres = (east * east + north * north).squareRoot()
    guard metres > max(15, 2.5 * state.follower.noise) else { return nil }
    return (east / metres, north / metres)
  }
}
