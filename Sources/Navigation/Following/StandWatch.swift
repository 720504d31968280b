import Geo
import RouteModel

/// Detects whether a vehicle stands or moves, by the drift of its fixes relative to their scatter.
///
/// Fixes of a receiver that stands lie as far apart as its noise, and their mean hardly drifts; those of a pedestrian
/// lie as near together, and their mean goes on. So the drift from the oldest third of a stretch of fixes to the newest
/// one is compared with what the distances between neighbouring fixes, and the slow part of the noise, explain. There
/// is no speed below which a vehicle stands. It keeps ``most`` fixes of the last ``longest`` seconds at most.
struct StandWatch: Sendable, Codable {
  /// The result of the fixes.
  enum Verdict: String, Sendable, Codable {
    case unknown, moves, stands

    /// Reads the word; one that this version does not know is `unknown` until the next fix.
    init(from decoder: any Decoder) throws {
      self = Verdict(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .unknown
    }
  }

  /// A fix.
  private struct Stamp: Sendable, Codable {
    var time: Double
    var place: Coordinate
    var speed: Double?
  }

  /// The drift of a stretch of fixes.
  private struct Drift {
    var east = 0.0
    var north = 0.0
    /// Seconds from the middle of the first third to that of the last.
    var seconds = 0.0
    /// The drift in metres that noise explains.
    var allowance = Double.infinity

    var metres: Double { (east * east + north * north).squareRoot() }
    var isMotion: Bool { metres > allowance }
  }

  /// The durations of the stretches, in seconds.
  private static let short = 5.0
  private static let middle = 12.0
  private static let longest = 30.0
  private static let most = 64
  /// The minimum seconds between fixes; an earlier fix replaces the previous one.
  private static let leastInterval = 0.45
  /// The mean Doppler speed in m/s that proves motion; its error is 0.3.
  private static let measuredSpeed = 0.8
  /// The speed in m/s by which the Doppler speed of a vehicle that drives may be less than half of that of its drift.
  private static let speedError = 0.2
  /// Metres around a standing vehicle that contain its fixes, besides the noise.
  private static let leastReach = 8.0
  /// Seconds after which the slow part of the noise has mostly changed.
  private static let driftSeconds = 60.0
  /// The speed in m/s from which the direction between fixes is useless: it lags in corners.
  private static let slow = 3.0

  /// The result of the fixes so far.
  private(set) var verdict = Verdict.unknown
  /// The time since which the vehicle stands; nil if it moves.
  private(set) var since: Double?
  private var stamps: [Stamp] = []
  /// The direction in which a slow vehicle drifts.
  private var east: Double?
  private var north: Double?

  /// Takes a fix.
  ///
  /// - Parameters:
  ///   - place: Its place.
  ///   - time: Its time in seconds.
  ///   - speed: The receiver's speed in metres per second; nil if unknown.
  ///   - noise: The standard deviation of its noise in metres.
  ///   - isOnFoot: Whether the vehicle may walk: receivers then report 0 although it moves.
  mutating func take(
    _ place: Coordinate, time: Double, speed: Double?, noise: Double, isOnFoot: Bool
  ) {
    if let last = stamps.last, time < last.time { stamps = [] }
    if stamps.count > 1, time - stamps[stamps.count - 2].time < Self.leastInterval {
      stamps.removeLast()
    }
    stamps.append(Stamp(time: time, place: place, speed: speed))
    let oldest = stamps.firstIndex { $0.time >= time - Self.longest } ?? 0
    let gone = max(oldest, stamps.count - Self.most)
    stamps.removeFirst(min(gone, max(stamps.count - 2, 0)))
    judge(noise, speedError: isOnFoot ? Self.measuredSpeed : Self.speedError)
  }

  private mutating func judge(_ noise: Double, speedError: Double) {
    guard let last = stamps.last, let first = stamps.first else { return }
    (east, north) = (nil, nil)
    let speeds = stamps.suffix(3).compactMap { last.time - $0.time <= 3 ? $0.speed : nil }
    let measured = speeds.isEmpty ? nil : speeds.reduce(0, +) / Double(speeds.count)
    if let measured, measured >= Self.slow {
      (verdict, since) = (.moves, nil)
      return
    }
    let plane = LocalPlane(at: last.place)
    let points = stamps.map { plane.project($0.place) }
    let drifts = [Self.short, Self.middle, Self.longest].map { drift(points, over: $0, noise) }
    let recent = drifts[0]
    let going = drifts.first { $0.isMotion && Self.goesOn($0, recent, measured, speedError) }
    if let going, going.metres < Self.slow * going.seconds {
      (east, north) = (going.east / going.metres, going.north / going.metres)
    }
    if going != nil || measured ?? 0 >= Self.measuredSpeed {
      (verdict, since) = (.moves, nil)
      return
    }
    guard last.time - first.time >= Self.short || measured ?? 1 < Self.measuredSpeed / 2 else {
      (verdict, since) = (.unknown, nil)
      return
    }
    verdict = .stands
    if since == nil { begin(points, noise) }
  }

  /// Records when the vehicle stopped; earlier motion does not count as drift.
  private mutating func begin(_ points: [(x: Double, y: Double)], _ noise: Double) {
    let reach = Self.leastReach + 1.5 * noise
    let moving = stamps.indices.last { index in
      let (x, y) = points[index]
      return x * x + y * y > reach * reach || stamps[index].speed ?? 0 >= Self.measuredSpeed
    }
    if let moving { stamps.removeFirst(moving + 1) }
    since = stamps.first?.time
  }

  /// The index of the first fix of the last seconds; at least two fixes remain.
  private func index(over seconds: Double) -> Int {
    guard let last = stamps.last else { return 0 }
    let first = stamps.firstIndex { $0.time >= last.time - seconds } ?? 0
    return max(min(first, stamps.count - 2), 0)
  }

  private func drift(
    _ points: [(x: Double, y: Double)], over seconds: Double, _ noise: Double
  ) -> Drift {
    let first = index(over: seconds)
    let count = points.count - first
    guard count > 1 else { return Drift() }
    let third = max(count / 3, 1)
    var way = 0.0
    for index in first..<points.count - 1 {
      let (x, y) = (points[index + 1].x - points[index].x, points[index + 1].y - points[index].y)
      way += (x * x + y * y).squareRoot()
    }
    var drift = Drift()
    for (old, new) in zip(first..<first + third, points.count - third..<points.count) {
      drift.east += (points[new].x - points[old].x) / Double(third)
      drift.north += (points[new].y - points[old].y) / Double(third)
      drift.seconds += (stamps[new].time - stamps[old].time) / Double(third)
    }
    drift.seconds = max(drift.seconds, 0.1)
    // The mean distance of two fixes with independent noise is 1.77 standard deviations.
    let fresh = min(way / Double(count - 1) / 1.77, noise)
    let slow = noise * noise * min(drift.seconds / Self.driftSeconds, 1)
    drift.allowance = 3 * (2 * fresh * fresh / Double(third) + slow).squareRoot()
    return drift
  }

  /// Whether the motion of a stretch continues in the most recent one.
  private static func goesOn(
    _ drift: Drift, _ recent: Drift, _ measured: Double?, _ speedError: Double
  ) -> Bool {
    // Receivers report 0 for pedestrians, but not for driving vehicles.
    if let measured, measured < drift.metres / drift.seconds / 2 - speedError { return false }
    let along = (recent.east * drift.east + recent.north * drift.north) / drift.metres
    let wanted = drift.metres / drift.seconds * recent.seconds
    return along > wanted / 2 - recent.allowance
  }

  /// The direction of a slowly moving vehicle as a unit vector; nil if it stands or is faster.
  var heading: (east: Double, north: Double)? {
    guard let east, let north else { return nil }
    return (east, north)
  }

  /// Whether its numbers are valid.
  var isSound: Bool {
    stamps.count <= Self.most && stamps.allSatisfy { abs($0.time) < 1e13 }
      && abs(since ?? 0) < 1e13 && abs(east ?? 0) < 2 && abs(north ?? 0) < 2
  }
}
