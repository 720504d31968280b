internal import Geo

/// A part of a route with the box around it.
struct Stretch {
  var section: Int
  var points: ArraySlice<Coordinate>
  /// Metres from the beginning of the route to the first point.
  var start: Double
  /// Metres of the route for each drawn metre.
  var scale: Double
  var box: Box
}

/// Finds the points of a route that are nearest to a place: one of each section, and one each time that it comes back.
struct PassFinder {
  /// The distance in metres that a route goes away to come back, in addition to twice that at which it passes.
  private static let away = 1_000.0

  private let position: Coordinate
  private let plane: LocalPlane
  private let reach: Double
  private let countsReturns: Bool
  /// Ascending along the route.
  private(set) var passes: [NearRoute] = []
  /// The largest distance in metres from the place to the route since the last pass.
  private var farthest = 0.0
  /// If the last pass is at the end of the last piece of the line, the place's distance to the left of that, in metres.
  private var corner: Double?

  /// A search for a place.
  ///
  /// - Parameters:
  ///   - position: The place.
  ///   - reach: The maximum distance from the route, in metres.
  ///   - countsReturns: Whether a section may pass the place several times.
  init(_ position: Coordinate, within reach: Double, countsReturns: Bool) {
    self.position = position
    self.reach = reach
    self.countsReturns = countsReturns
    plane = LocalPlane(at: position)
  }

  /// Looks at the next part of the route.
  mutating func add(_ stretch: Stretch) {
    if passes.last?.section != stretch.section { corner = nil }
    guard plane.metres(to: stretch.box) <= bound(stretch.section) else {
      corner = nil
      if let end = stretch.points.last { leave(to: end) }
      return
    }
    if stretch.points.count == 1, let point = stretch.points.first {
      let metres = Distance.metres(position, point)
      if metres <= bound(stretch.section) {
        add(stretch.section, offset: metres, along: stretch.start, isLeft: false)
      }
    }
    var at = stretch.start
    for (a, b) in zip(stretch.points, stretch.points.dropFirst()) {
      let near = plane.nearest(from: plane.project(a), to: plane.project(b))
      let drawn = Distance.metres(a, b)
      let left = drawn > 0 ? near.left / drawn : 0
      if let corner, near.share == 0 {
        // Both pieces at a corner are equally near. A sharp corner has on one side what may seem to lie on the other of
        // one of them, but that is straight ahead or behind.
        if abs(left) > abs(corner) { passes[passes.count - 1].isLeft = left > 0 }
        if drawn > 0 { self.corner = nil }
      } else {
        corner = nil
        if near.metres < bound(stretch.section) {
          add(
            stretch.section, offset: near.metres, along: at + near.share * drawn * stretch.scale,
            isLeft: near.left > 0)
          if near.share == 1 { corner = left }
        }
      }
      at += drawn * stretch.scale
      leave(to: b)
    }
  }

  /// Whether the route went so far away that it comes back if it passes the place again.
  private var isAway: Bool {
    guard countsReturns, let last = passes.last else { return false }
    return farthest >= 2 * last.offset + Self.away
  }

  /// The distance in metres below which the next point of a section is nearer than the last pass, or a pass of its own.
  private func bound(_ section: Int) -> Double {
    guard let last = passes.last, last.section == section else { return reach }
    return isAway ? min(reach, (farthest - Self.away) / 2) : last.offset
  }

  private mutating func leave(to point: Coordinate) {
    guard countsReturns else { return }
    let (x, y) = plane.project(point)
    farthest = max(farthest, (x * x + y * y).squareRoot())
  }

  private mutating func add(_ section: Int, offset: Double, along: Double, isLeft: Bool) {
    let pass = NearRoute(
      place: 0, section: section, offset: offset, along: along, isLeft: isLeft, arrival: position)
    if passes.last?.section == section, !isAway {
      passes[passes.count - 1] = pass
    } else {
      passes.append(pass)
    }
    farthest = 0
  }
}
