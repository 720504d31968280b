import Geo

/// The maximum speeds of a simulated vehicle on the line of its route, in metres per second.
struct SpeedLimits: Sendable {
  /// The maximum speed from each point of the line to the next.
  private(set) var stretches: [Double] = []
  /// The maximum speed at each point: that of its corner, and of the stretch behind it.
  ///
  /// A corner slows a vehicle down before it, but not on the stretch behind it.
  private(set) var points: [Double] = []

  /// The maximum lateral acceleration in corners, in metres per second squared.
  private static let sideways = 2.5
  /// The speed where the line tells none.
  private static let usual = 13.9
  /// The slowest and the fastest speed of a stretch.
  private static let range = 1.5...60.0

  /// No limits, of an empty line.
  init() {}

  /// The limits of a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - speed: The speed on all stretches; nil for those of the route.
  init(_ line: RouteLine, _ speed: Double?) {
    for index in line.points.indices {
      var limit = speed ?? Self.usual
      if speed == nil, index + 1 < line.points.count {
        let seconds = line.seconds[index + 1] - line.seconds[index]
        let metres = line.metres[index + 1] - line.metres[index]
        if seconds > 0, metres > 0 {
          limit = min(max(metres / seconds, Self.range.lowerBound), Self.range.upperBound)
        }
      }
      stretches.append(limit)
      let isCorner = index > 0 && index + 1 < line.points.count
      points.append(isCorner ? min(limit, Self.cornerSpeed(line, index)) : limit)
    }
  }

  private static func cornerSpeed(_ line: RouteLine, _ index: Int) -> Double {
    let a = line.points[index - 1]
    let b = line.points[index]
    let c = line.points[index + 1]
    let (ax, ay) = Distance.offset(from: a, to: b)
    let (bx, by) = Distance.offset(from: b, to: c)
    let lengths = (ax * ax + ay * ay).squareRoot() * (bx * bx + by * by).squareRoot()
    guard lengths > 0.01 else { return range.upperBound }
    let cosine = (ax * bx + ay * by) / lengths
    // A radius of 8 m at a right angle, more at flatter bends.
    let radius = 8 / max(1 - cosine, 0.002)
    return max((sideways * radius).squareRoot(), 2)
  }
}
