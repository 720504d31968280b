import Geo

/// The line of a road in millionths of a degree east and north of a junction.
///
/// Places are whole millionths: near a junction, a tenth of a metre turns a direction by degrees, and OSRM's steps come
/// about with these. Right angles are measured on this grid too, where a degree is as long to the east as to the north;
/// lengths are metres.
struct SeenLine {
  /// The extension of a fitted straight line beyond its ends, in millionths of a degree.
  private static let margin = 10.0

  private(set) var points: [SIMD2<Double>] = []
  /// The metres from the previous point to each point; 0 for the first.
  private(set) var pieces: [Double] = []
  /// Its length in metres.
  private(set) var length = 0.0

  private let grid: SeenGrid

  /// A line of places, as seen from the first of some line.
  ///
  /// - Parameters:
  ///   - places: The places.
  ///   - grid: The grid around the origin of points.
  ///   - reach: The length of the line to use, in metres; from the third point, the rest is left
  ///     out.
  init(_ places: [Coordinate], on grid: SeenGrid, to reach: Double = .infinity) {
    self.grid = grid
    points.reserveCapacity(min(places.count, 16))
    pieces.reserveCapacity(min(places.count, 16))
    for place in places {
      if length >= reach, points.count > 2 { break }
      append(grid.point(place))
    }
  }

  /// A line without points, measured like another.
  private init(like other: SeenLine) { grid = other.grid }

  /// The distance between two points in metres.
  func metres(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { grid.metres(a, b) }

  /// The bearing of a vector in degrees.
  func bearing(_ way: SIMD2<Double>) -> Double { grid.bearing(way) }

  /// Adds a point, unless it repeats the previous one.
  mutating func append(_ point: SIMD2<Double>) {
    guard let last = points.last else {
      points.append(point)
      pieces.append(0)
      return
    }
    guard point != last else { return }
    let piece = metres(last, point)
    points.append(point)
    pieces.append(piece)
    length += piece
  }

  /// The place some metres along the line, or its end.
  func place(after metres: Double) -> SIMD2<Double>? {
    var walked = 0.0
    for index in points.indices.dropFirst() {
      if walked + pieces[index] >= metres {
        let share = (metres - walked) / pieces[index]
        return grid.between(points[index - 1], points[index], share)
      }
      walked += pieces[index]
    }
    return points.last
  }

  /// Ends the line at the first point behind some metres, or within a longer piece.
  mutating func cut(behind metres: Double) {
    var walked = 0.0
    guard
      let end = points.indices.first(where: {
        walked += pieces[$0]
        return walked >= metres
      })
    else { return }
    points.removeSubrange((end + 1)...)
    pieces.removeSubrange((end + 1)...)
    if pieces[end] >= metres {
      let before = pieces[end - 1]
      let share = max(0, min((metres - before) / (pieces[end] - before), 1))
      points[end] = grid.between(points[end - 1], points[end], share)
      pieces[end] = metres
    }
    length = pieces.reduce(0, +)
  }

  /// The line up to and into the first piece of some length; the whole line if there is none.
  func cutAtPiece(of metres: Double) -> SeenLine {
    guard let last = pieces.last, last >= metres,
      let end = pieces.firstIndex(where: { $0 >= metres })
    else { return self }
    var made = self
    made.points.removeSubrange((end + 1)...)
    made.pieces.removeSubrange((end + 1)...)
    let before = pieces[end - 1]
    let share = max(0, min((metres - before) / (pieces[end] - before), 1))
    made.points[end] = grid.between(points[end - 1], points[end], share)
    made.pieces[end] = self.metres(points[end - 1], made.points[end])
    return made
  }

  /// The first metres of the line; all of it if it is shorter.
  func upTo(_ metres: Double) -> SeenLine {
    guard length > metres, let end = place(after: metres) else { return self }
    var (made, walked) = (SeenLine(like: self), 0.0)
    for index in points.indices {
      walked += pieces[index]
      if walked >= metres { break }
      made.append(points[index])
    }
    made.append(end)
    return made
  }

  /// The distance of a point from the line.
  func distance(to point: SIMD2<Double>) -> Double {
    points.indices.dropFirst().reduce(.infinity) {
      min($0, distance(point, points[$1 - 1], points[$1]))
    }
  }

  /// The line without its first metres; empty if it is shorter.
  func dropping(_ metres: Double) -> SeenLine {
    var made = SeenLine(like: self)
    guard length >= metres, let start = place(after: metres) else { return made }
    made.append(start)
    var walked = 0.0
    for index in points.indices {
      walked += pieces[index]
      if walked >= metres { made.append(points[index]) }
    }
    return made
  }

  /// The point of a piece of straight line that is nearest to another point on the grid.
  private static func nearest(
    to point: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>
  ) -> SIMD2<Double> {
    let (along, to) = (b - a, point - a)
    let square = (along * along).sum()
    let share = square > 0 ? max(0, min((along * to).sum() / square, 1)) : 0
    return a + share * along
  }

  /// The distance of a point from a piece of straight line.
  private func distance(
    _ point: SIMD2<Double>, _ a: SIMD2<Double>, _ b: SIMD2<Double>
  ) -> Double {
    metres(point, Self.nearest(to: point, a, b))
  }

  /// The maximum distance of points from the straight line between the first and the last of them.
  func deviation(_ range: ClosedRange<Int>) -> Double {
    deviation(range, points[range.lowerBound], points[range.upperBound])
  }

  /// The maximum distance of points from a straight line.
  func deviation(_ range: ClosedRange<Int>, _ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    range.reduce(0) { max($0, distance(points[$1], a, b)) }
  }

  /// Whether a straight line may be nearer than some metres to all points; if not, none needs to be fitted.
  ///
  /// Whatever line it is, one of three points is as far from it as half of the least height of their triangle. Here
  /// they are the ends and the point that is furthest from the way between them.
  func mayFit(within metres: Double) -> Bool {
    guard points.count > 2, let start = points.first, let end = points.last else { return true }
    let chord = grid.metres(end - start)
    var (most, top) = (0.0, SIMD2<Double>.zero)
    for point in points {
      let way = grid.metres(point - start)
      let area = abs(chord.x * way.y - chord.y * way.x)
      if area > most { (most, top) = (area, way) }
    }
    func square(_ way: SIMD2<Double>) -> Double { (way * way).sum() }
    let longest = max(square(chord), square(top), square(chord - top)).squareRoot()
    // A millimetre more than any error of the arithmetic.
    return most < 2 * (metres + 0.001) * longest || longest == 0
  }

  /// The last point to which the line is straight, and the metres to it.
  func straight(within metres: Double) -> (index: Int, metres: Double) {
    var (index, walked) = (2, pieces[1])
    while index < points.count, deviation(0...index) < metres {
      walked += pieces[index]
      index += 1
    }
    return (index - 1, walked)
  }

  /// The straight line that fits the first metres of the line best, from beside its start to beside its end.
  func fitted(to metres: Double) -> (SIMD2<Double>, SIMD2<Double>) {
    guard let start = points.first, let end = points.last else { return (.zero, .zero) }
    var (count, sum, square, product) = (0.0, SIMD2<Double>.zero, SIMD2<Double>.zero, 0.0)
    var (low, high) = (start, start)
    func add(_ p: SIMD2<Double>) {
      count += 1
      sum += p
      square += p * p
      product += p.x * p.y
      low = pointwiseMin(low, p)
      high = pointwiseMax(high, p)
    }
    add(start)
    var (walked, next) = (0.0, 1.0)
    for index in points.indices.dropFirst() {
      let piece = self.metres(points[index - 1], points[index])
      while next <= min(walked + piece, metres) {
        add(grid.between(points[index - 1], points[index], (next - walked) / piece))
        next += 1
      }
      walked += piece
    }
    guard count > 1 else { return (start, end) }
    let (mean, range) = (sum / count, high - low)
    let spread = square / count - mean * mean
    let common = product / count - mean.x * mean.y
    let isSteep = range.y > 2 * range.x
    let slope = isSteep ? common / spread.y : common / spread.x
    guard slope.isFinite else { return (start, end) }
    func on(_ main: Double) -> SIMD2<Double> {
      isSteep
        ? SIMD2(mean.x + slope * (main - mean.y), main)
        : SIMD2(main, mean.y + slope * (main - mean.x))
    }
    // The straight line is not much longer than the fitted part.
    let (a, b) =
      isSteep
      ? (on(low.y - Self.margin), on(high.y + Self.margin))
      : (on(low.x - Self.margin), on(high.x + Self.margin))
    return (Self.nearest(to: start, a, b), Self.nearest(to: end, a, b))
  }
}

/// Curves.
extension SeenLine {
  private func direction(_ index: Int) -> Double {
    bearing(points[index] - points[index - 1])
  }

  /// Whether it ends in another direction than it begins.
  var turns: Bool {
    abs(LineBearing.turn(from: direction(1), to: direction(points.count - 1))) > 20
  }

  /// Whether all points are on the same side of the straight line between the ends.
  var isOnOneSide: Bool {
    guard points.count > 3, let end = points.last else { return true }
    func side(_ p: SIMD2<Double>) -> Bool {
      let (d, to) = (end - points[0], p - points[0])
      return d.x * to.y - d.y * to.x > 0
    }
    let first = side(points[1])
    return points[2..<points.count - 1].allSatisfy { side($0) == first }
  }

  /// The farthest point from the line between the ends; nil if the distances have several maxima.
  var top: (index: Int, metres: Double)? {
    let (start, end) = (points[0], points[points.count - 1])
    let away = points.map { distance($0, start, end) }
    if points.count == 3 { return (1, away[1]) }
    var index = 1
    while index + 1 < away.count, away[index + 1] >= away[index] { index += 1 }
    if index + 1 == away.count { return (index, 0) }
    for after in index + 1..<away.count - 1 where away[after + 1] > away[after] { return nil }
    return (index, away[index])
  }

  /// Whether no long part is straight, and all bends are to the same side.
  func bendsEvenly(behind metres: Double) -> Bool {
    let bends = (1..<points.count - 1).map {
      LineBearing.turn(from: direction($0), to: direction($0 + 1))
    }
    let most = 0.3 * length
    var (wasStraight, straight) = (false, max(0, pieces[1] - metres))
    for index in bends.indices.dropFirst() {
      let (before, here) = (bends[index - 1], bends[index])
      if abs(before) > 25, abs(here) > 25, (before < 0) == (here > 0) { return false }
      let isStraight = abs(here) < 5
      if isStraight {
        straight += pieces[index + 1]
        if wasStraight, straight > most { return false }
      } else if straight > most {
        return false
      } else {
        straight = pieces[index + 1]
      }
      wasStraight = isStraight
    }
    return true
  }
}
