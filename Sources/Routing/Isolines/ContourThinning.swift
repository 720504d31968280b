import RouteModel

/// An area as simplified lines: the outer one with the area to its left, as all its holes have.
struct Outline {
  var outer: [Contour.Point]
  var holes: [[Contour.Point]]

  /// The points of all lines.
  var points: [Contour.Point] { outer + holes.joined() }
}

/// Leaves out more points of outlines than ``ContourSimplification``, so that areas only grow.
///
/// Where a line turns right, away from its area, the point between can be left out: the area gains the triangle with
/// both neighbours. If no other point lies in the triangle, no line crosses its new side, because such a line would
/// have to end inside or cross an old side. So lines stay valid and apart. If no point of the next value's lines lies
/// in it either, that value's area contains it. A hole without anything inside can be filled.
///
/// The step with the smallest error comes first, as in M. Visvalingam and J. D. Whyatt, "Line generalisation by
/// repeated elimination of points", 1993, doi:10.1179/000870493786962263. The error is a bound of the distance of all
/// points that the area has gained there from the area as it was.
struct ContourThinning {
  private struct Ring {
    /// The index of the outline, and whether the line is one of its holes.
    let outline: Int
    let isHole: Bool
    let points: [Contour.Point]
    /// The indices of the points that remain; none for a filled hole.
    var kept: [Int]
    /// The error of leaving each of them out; infinite if that is not possible.
    var costs: [Double] = []
    /// The error of filling the hole; infinite if that is not possible.
    var fillCost = Double.infinity

    init(_ points: [Contour.Point], outline: Int, isHole: Bool) {
      (self.points, self.outline, self.isHole) = (points, outline, isHole)
      kept = Array(points.indices)
    }

    /// The points that remain.
    var line: [Contour.Point] { kept.map { points[$0] } }
  }

  /// Leaving out a point that remains, or filling a hole (nil).
  private struct Step {
    var error: Double
    var ring: Int
    var place: Int?
  }

  /// The maximum sum of the squares of the numbers of points, to which the time is proportional.
  private static let maximumWork = 30_000_000
  /// The maximum number of times that fewer points are tried, because joining the lines adds some again.
  private static let attempts = 4
  /// The maximum number of steps that are tried, for each point.
  private static let trials = 8

  private var rings: [Ring] = []
  private let outlineCount: Int
  /// The points of the next value's lines.
  private let around: [Contour.Point]
  /// The error of all steps, in halves of a cell.
  private var error = 0.0

  private init(_ outlines: [Outline], around: [Contour.Point]) {
    self.around = around
    outlineCount = outlines.count
    for (number, outline) in outlines.enumerated() {
      rings.append(Ring(outline.outer, outline: number, isHole: false))
      rings += outline.holes.map { Ring($0, outline: number, isHole: true) }
    }
  }

  /// Leaves out points of the outlines of all values.
  ///
  /// - Parameters:
  ///   - values: The outlines by ascending value, each area inside that of the next.
  ///   - maximum: The maximum number of points of a value.
  /// - Returns: The outlines and the error in halves of a cell; nil if there would be more points, or if it takes long.
  /// - Throws: ``RoutingError/cancelled``.
  static func thinned(
    _ values: [[Outline]], to maximum: Int
  ) throws(RoutingError) -> (values: [[Outline]], error: Double)? {
    let counts = values.map { $0.reduce(0) { $0 + $1.points.count } }
    guard counts.reduce(0, { $0 + $1 * $1 }) <= maximumWork else { return nil }
    var target = maximum
    for _ in 0..<attempts {
      guard let thinned = try thinned(values, toBeJoined: target) else { return nil }
      let joined = OutlineJoining.joined(thinned.values)
      let most = joined.map { $0.reduce(0) { $0 + $1.points.count } }.max() ?? 0
      if most <= maximum { return (joined, thinned.error) }
      target -= most - maximum
    }
    return nil
  }

  /// Leaves out points, also some where the lines of smaller values part from those of larger ones.
  private static func thinned(
    _ values: [[Outline]], toBeJoined maximum: Int
  ) throws(RoutingError) -> (values: [[Outline]], error: Double)? {
    var (result, error) = (values, 0.0)
    var around: [Contour.Point] = []
    for level in values.indices.reversed() {
      if Task.isCancelled { throw .cancelled }
      var thinning = ContourThinning(values[level], around: around)
      guard thinning.run(to: maximum) else { return nil }
      result[level] = thinning.outlines
      error = max(error, thinning.error)
      around = result[level].flatMap(\.points)
    }
    return (result, error)
  }

  /// The outlines as they are now.
  private var outlines: [Outline] {
    var result = [Outline](repeating: Outline(outer: [], holes: []), count: outlineCount)
    for ring in rings where !ring.kept.isEmpty {
      if ring.isHole {
        result[ring.outline].holes.append(ring.line)
      } else {
        result[ring.outline].outer = ring.line
      }
    }
    return result
  }

  /// Takes steps until at most a number of points remains; returns whether that was possible.
  private mutating func run(to maximum: Int) -> Bool {
    var count = rings.reduce(0) { $0 + $1.kept.count }
    if count <= maximum { return true }
    measure()
    // Whether steps that were not possible may be possible now.
    var hasChanged = false
    // Steps that are tried in vain again and again must not take longer.
    var work = Self.trials * count * count
    while count > maximum {
      work -= count
      guard work >= 0 else { return false }
      guard let step = best else {
        guard hasChanged else { return false }
        hasChanged = false
        measure()
        continue
      }
      guard isFree(step) else {
        exclude(step)
        continue
      }
      count -= take(step)
      error = max(error, step.error)
      hasChanged = true
    }
    return true
  }

  // MARK: Steps

  /// The step with the smallest error; nil if there is none.
  private var best: Step? {
    var (least, ring, place) = (Double.infinity, 0, Int?.none)
    for number in rings.indices {
      if rings[number].fillCost < least {
        (least, ring, place) = (rings[number].fillCost, number, nil)
      }
      for (index, cost) in rings[number].costs.enumerated() where cost < least {
        (least, ring, place) = (cost, number, index)
      }
    }
    return least < .infinity ? Step(error: least, ring: ring, place: place) : nil
  }

  private mutating func exclude(_ step: Step) {
    if let place = step.place {
      rings[step.ring].costs[place] = .infinity
    } else {
      rings[step.ring].fillCost = .infinity
    }
  }

  /// Takes a step and returns the number of points left out.
  private mutating func take(_ step: Step) -> Int {
    guard let place = step.place else {
      let count = rings[step.ring].kept.count
      rings[step.ring].kept = []
      rings[step.ring].costs = []
      rings[step.ring].fillCost = .infinity
      return count
    }
    rings[step.ring].kept.remove(at: place)
    rings[step.ring].costs.remove(at: place)
    let count = rings[step.ring].kept.count
    // Three points all remain, also the one that is no neighbour.
    let changed = count > 3 ? [(place + count - 1) % count, place % count] : Array(0..<count)
    for other in changed { rings[step.ring].costs[other] = Self.cost(rings[step.ring], other) }
    return 1
  }

  /// Whether no other point lies in what the area would gain.
  private func isFree(_ step: Step) -> Bool {
    let ring = rings[step.ring]
    guard let place = step.place else {
      let hole = ring.line
      if around.contains(where: { Self.contains(hole, $0) }) { return false }
      return !rings.indices.contains { other in
        other != step.ring && rings[other].line.contains { Self.contains(hole, $0) }
      }
    }
    let (a, middle, b) = Self.corner(ring, place)
    // Where the line is straight, only a point of the next value's lines must stay a point of both.
    if Self.turn(a, middle, b) == 0 { return !around.contains(middle) }
    func isInside(_ point: Contour.Point) -> Bool {
      Self.turn(a, middle, point) <= 0 && Self.turn(middle, b, point) <= 0
        && Self.turn(b, a, point) <= 0 && point != a && point != b
    }
    if around.contains(where: isInside) { return false }
    for other in rings {
      for index in other.kept {
        let point = other.points[index]
        if isInside(point), point != middle { return false }
      }
    }
    return true
  }

  // MARK: Errors

  private mutating func measure() {
    for number in rings.indices where !rings[number].kept.isEmpty {
      let ring = rings[number]
      rings[number].costs = ring.kept.indices.map { Self.cost(ring, $0) }
      if ring.isHole { rings[number].fillCost = Self.fillCost(ring) }
    }
  }

  /// The error of leaving out a point that remains; infinite where the line turns left.
  ///
  /// The area gains what lies between the new side and the line as it was. From a point there, that line lies on both
  /// sides along the new side, and on the far side across it.
  private static func cost(_ ring: Ring, _ place: Int) -> Double {
    let count = ring.kept.count
    guard count > 3 else { return .infinity }
    let (a, middle, b) = corner(ring, place)
    guard turn(a, middle, b) <= 0 else { return .infinity }
    let (dx, dy) = (Double(b.x - a.x), Double(b.y - a.y))
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return .infinity }
    var (height, low, high) = (0.0, 0.0, length)
    let last = ring.kept[(place + 1) % count]
    var index = ring.kept[(place + count - 1) % count]
    while true {
      index = index + 1 < ring.points.count ? index + 1 : 0
      if index == last { break }
      let (x, y) = (Double(ring.points[index].x - a.x), Double(ring.points[index].y - a.y))
      height = max(height, (dx * y - dy * x).magnitude / length)
      let along = (dx * x + dy * y) / length
      (low, high) = (min(low, along), max(high, along))
    }
    return min(height, (high - low) / 2)
  }

  /// The error of filling a hole: half of the smaller side of its box.
  private static func fillCost(_ ring: Ring) -> Double {
    let (x, y) = (ring.points.map(\.x), ring.points.map(\.y))
    let width = (x.max() ?? 0) - (x.min() ?? 0)
    return Double(min(width, (y.max() ?? 0) - (y.min() ?? 0))) / 2
  }

  /// A point that remains, between its neighbours.
  private static func corner(
    _ ring: Ring, _ place: Int
  ) -> (before: Contour.Point, point: Contour.Point, next: Contour.Point) {
    let count = ring.kept.count
    return (
      ring.points[ring.kept[(place + count - 1) % count]], ring.points[ring.kept[place]],
      ring.points[ring.kept[(place + 1) % count]]
    )
  }

  /// Positive if the way over three points turns left, negative if it turns right.
  private static func turn(_ a: Contour.Point, _ b: Contour.Point, _ c: Contour.Point) -> Int {
    Int(b.x - a.x) * Int(c.y - a.y) - Int(b.y - a.y) * Int(c.x - a.x)
  }

  /// Whether a point lies inside a closed line or on it.
  private static func contains(_ line: [Contour.Point], _ point: Contour.Point) -> Bool {
    var isInside = false
    for index in line.indices {
      let (a, b) = (line[index > 0 ? index - 1 : line.count - 1], line[index])
      let side = turn(a, b, point)
      let isBeside =
        min(a.x, b.x) <= point.x && point.x <= max(a.x, b.x) && min(a.y, b.y) <= point.y
        && point.y <= max(a.y, b.y)
      if side == 0 && isBeside { return true }
      if (a.y > point.y) != (b.y > point.y), (side > 0) == (b.y > a.y) { isInside.toggle() }
    }
    return isInside
  }
}
