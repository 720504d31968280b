import Geo
import RouteModel

/// Detects a receiver whose speeds do not fit its places, such as one that always reports 0, or kilometres per hour.
///
/// For about a minute, the way by the speeds is compared with the distances between places that are some seconds apart.
/// Speeds that do not fit are wrong until they fit again while the vehicle drives.
struct SpeedWatch: Sendable, Codable {
  /// A place, and the way to it from the one before.
  private struct Mark: Sendable, Codable {
    var time: Double
    var place: Coordinate
    /// Metres by the speeds, and between the places.
    var way: Double
    var metres: Double
  }

  /// Seconds between places, and seconds without a fix after which the comparison begins anew.
  private static let interval = 5.0
  private static let longestGap = 20.0
  private static let most = 13
  /// The maximum speed in m/s that counts.
  private static let mostSpeed = 150.0
  /// The factor and the metres by which one of the ways is longer if the speeds are wrong.
  private static let factor = 1.5
  private static let slackMetres = 100.0
  /// Metres that the vehicle must drive, and the share by which the ways may differ, for the speeds to be right again.
  private static let drivenMetres = 200.0
  private static let share = 0.2
  /// The noise in standard deviations that two neighbouring places add to the way, and that the first and last may
  /// have.
  private static let neighbours = 1.8
  private static let ends = 3.0
  /// The minimum distance of the first and last place, relative to the way over those between, of a vehicle that
  /// drives: the places of one that stands may drift to and fro.
  private static let straight = 0.5
  /// The share of the way below which the speeds say that the vehicle stands, and the slack in metres in that case.
  private static let standing = 0.1
  private static let standingMetres = 200.0

  /// Whether the speeds are wrong.
  private(set) var isWrong = false
  private var marks: [Mark] = []
  /// The time and the speed of the last fix, and the metres by the speeds since the last mark.
  private var time: Double?
  private var speed = 0.0
  private var way = 0.0

  /// Takes a fix with a standard deviation of the noise in metres.
  mutating func take(_ fix: Location, noise: Double) {
    guard let told = fix.speed, let now = fix.time,
      let place = Coordinate(latitude: fix.latitude, longitude: fix.longitude)
    else {
      // Nothing is known of the way up to the next speed.
      marks = []
      return
    }
    let fresh = min(told, Self.mostSpeed)
    defer { (time, speed) = (now, fresh) }
    guard let last = time, let mark = marks.last, now > last, now - last <= Self.longestGap else {
      (marks, way) = ([Mark(time: now, place: place, way: 0, metres: 0)], 0)
      return
    }
    way += (now - last) * (fresh + speed) / 2
    guard now - mark.time >= Self.interval else { return }
    marks.append(
      Mark(time: now, place: place, way: way, metres: Distance.metres(mark.place, place)))
    way = 0
    if marks.count > Self.most { marks.removeFirst() }
    judge(noise)
  }

  /// Begins the comparison anew, because the places have jumped.
  mutating func beginAnew() { (marks, time) = ([], nil) }

  private mutating func judge(_ noise: Double) {
    guard let first = marks.first, let last = marks.last else { return }
    let steps = marks.dropFirst()
    let told = steps.reduce(0) { $0 + $1.way }
    let metres = steps.reduce(0) { $0 + $1.metres }
    let apart = Distance.metres(first.place, last.place)
    var least = apart - Self.ends * noise
    if apart >= Self.straight * metres {
      least = max(least, metres - Self.neighbours * noise * Double(steps.count))
    }
    let slack = told < Self.standing * metres ? Self.standingMetres : Self.slackMetres
    if least > Self.factor * told + slack
      || told > Self.factor * metres + Self.slackMetres
    {
      isWrong = true
    } else if least > Self.drivenMetres, abs(told - metres) < Self.share * metres {
      isWrong = false
    }
  }

  /// Whether its numbers are valid.
  var isSound: Bool {
    marks.count <= Self.most && 0...1e9 ~= way && 0...Self.mostSpeed ~= speed
      && abs(time ?? 0) < 1e13
      && marks.allSatisfy { abs($0.time) < 1e13 && 0...1e9 ~= $0.way && 0...1e9 ~= $0.metres }
  }
}
