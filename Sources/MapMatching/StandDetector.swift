import Geo

/// Detects a standing vehicle, whose fixes drift around a place.
///
/// Errors of receivers are not white: a parked car's fixes walk slowly. So a stand begins where the mean of the fixes
/// hardly moves for some seconds, its centre follows the fixes slowly, and it ends when fixes leave its surroundings.
struct StandDetector {
  /// Seconds that the fixes must cover before they count as standing, and the duration of compared fixes, in seconds.
  ///
  /// Walking is so slow that only a longer time tells it from standing.
  private var minimumSeconds: Double { isOnFoot ? 34 : 10 }
  private var window: Double { isOnFoot ? 40 : 16 }
  /// The minimum interval of compared fixes, in seconds.
  private static let spacing = 0.25
  /// The maximum speed of the mean of a standing vehicle's sparse fixes, in metres per second.
  private var creeping: Double { isOnFoot ? 0.3 : 0.6 }
  /// The maximum movement of the mean, and distance of fixes from the centre, in metres.
  ///
  /// With more noise, slow driving looks the same.
  private static let maximumWalk = 10.0
  private static let maximumReach = 50.0
  /// The receiver's speed that excludes standing, in metres per second.
  private static let driving = 3.0
  /// The number of successive fixes outside that end a stand.
  ///
  /// The second value is the interval from which one fix suffices.
  private static let enoughOutside = 3
  private static let sparse = 5.0
  /// Seconds without a fix after which a parked vehicle had its receiver off; the next fix is less accurate.
  private static let off = 600.0
  /// Seconds for which fixes outside, but not far away, wait for the next ones, and their maximum number.
  ///
  /// The receiver of a parked car may drift farther than its noise while driving; who has not got far away by then has
  /// not left.
  private static let patience = 90.0
  private static let mostOutside = 512
  /// The number of steps between fixes, the speed in metres per second, and the share of the steps in a straight line,
  /// that show that they drive away.
  private static let enoughSteps = 8
  private static let leavingSpeed = 0.8
  private static let straight = 0.8
  /// The seconds of a stand that are compared with the fixes outside, and the maximum number of its fixes.
  private static let trailSeconds = 16.0
  private static let longestTrail = 64

  /// A vehicle that stands.
  struct Stand {
    var first: Observation
    /// The last fix near the centre.
    var last: Observation
    /// The time of the first of the fixes that repeat the last one's place exactly.
    var still: Double?
    /// How far the receiver was from the vehicle at the last fix, in metres.
    var awayMetres = 0.0
    /// Whether the receiver had lost its signal and repeated a place: the vehicle drove on.
    var isFrozen = false
    /// The mean of its fixes.
    var mean: Coordinate
    /// The mean of its recent fixes.
    fileprivate var centre: Coordinate
    /// The sum of the squares of the distances of its fixes from their mean, in square metres.
    fileprivate var squares = 0.0
    /// The place of its latest fix, and the steps between its fixes.
    fileprivate var latest: Coordinate
    fileprivate var steps: Steps
    fileprivate var time: Double
    fileprivate var count: Double
  }

  /// A fix of a stand.
  private struct Spot {
    var place: Coordinate
    var time: Double
  }

  /// The result of a fix.
  enum Finding {
    /// The vehicle moves: match these fixes.
    ///
    /// If a stand has ended, they come after it, and may belong to another one: they are to be added anew.
    case moving([Observation], after: Stand?)
    /// The vehicle stands at these fixes.
    case standing([Observation])
    /// The fix lies outside a stand; the next ones decide.
    case undecided
  }

  private var recent: [Observation] = []
  private var outside: [Observation] = []
  /// Whether one of those outside was a jump.
  private var hasJumped = false
  /// The last fixes of a stand, in the order of their times.
  private var trail: [Spot] = []
  private(set) var stand: Stand?
  /// Whether to decide each fix at once.
  var isImmediate = false
  /// Whether fixes outside a stand may wait for many others.
  var isPatient = false
  /// Whether the vehicle may walk.
  var isOnFoot = false

  /// The maximum distance of a stand's fixes from their centre, in metres.
  static func reach(_ noise: Double) -> Double { min(15 + 2.5 * noise, maximumReach) }

  /// Takes the next fix of a trace, with the standard deviation of its noise in metres.
  mutating func add(_ fix: Observation, noise: Double) -> Finding {
    guard let time = fix.time else { return move(outside + [fix]) }
    if let place = fix.rest { return rest(fix, time, at: place, noise) }
    guard var stand else { return begin(fix, time, noise) }
    let reach = Self.reach(noise)
    let metres = Distance.metres(stand.centre, fix.place)
    if metres <= reach && !isDriving(fix) {
      stand.follow(fix, time)
      if metres <= reach / 2 {
        stand.awayMetres = 0
        if fix.place != stand.last.place { stand.still = time }
        stand.last = fix
      }
      self.stand = stand
      keep(Spot(place: fix.place, time: time))
      defer { outside = [] }
      return .standing(outside + [fix])
    }
    hasJumped = !outside.isEmpty && hasJumped || stand.isJump(to: fix, time, from: outside.last)
    outside.append(fix)
    let gap = time - (stand.last.time ?? time)
    let isSparse = gap / Double(outside.count) >= Self.sparse
    guard isImmediate || isSparse || outside.count >= Self.enoughOutside else { return .undecided }
    guard isPatient, !hasJumped, !isDriving(fix), metres <= stand.driftReach,
      !drivesAway(after: Self.enoughSteps), !drivesStraight(from: stand)
    else { return move(outside) }
    if time - (outside.first?.time ?? time) >= Self.patience { return settle() ?? .undecided }
    return outside.count < Self.mostOutside ? .undecided : move(outside)
  }

  /// Takes a fix that creeps about while the vehicle rests at a place.
  private mutating func rest(
    _ fix: Observation, _ time: Double, at place: Coordinate, _ noise: Double
  ) -> Finding {
    let reach = Self.reach(noise)
    let metres = Distance.metres(place, fix.place)
    let isFirst = stand == nil
    let first = recent.reversed().prefix { Distance.metres(place, $0.place) <= reach / 2 }.last
    var next =
      stand
      ?? Stand(
        first: first ?? fix, last: fix, still: time, mean: place, centre: fix.place,
        latest: fix.place, steps: Steps([]), time: time, count: 1)
    next.follow(fix, time, counts: metres <= reach)
    if fix.place != next.last.place { next.still = time }
    next.last = fix
    next.awayMetres = metres <= reach ? 0 : metres
    if metres > reach { next.last.place = place }
    stand = next
    keep(Spot(place: fix.place, time: time))
    defer { (outside, recent) = ([], []) }
    // The path leads to the place where the vehicle stands, and goes on from there.
    return isFirst ? .moving([next.last(at: place)], after: nil) : .standing(outside + [fix])
  }

  /// Whether so many steps or more between fixes outside go on in one direction.
  private func drivesAway(after steps: Int) -> Bool {
    guard outside.count > steps, let first = outside.first, let last = outside.last,
      let start = first.time, let end = last.time
    else { return false }
    let metres = Distance.metres(first.place, last.place)
    guard metres >= Self.leavingSpeed * (end - start) else { return false }
    let way = zip(outside, outside.dropFirst()).reduce(0) {
      $0 + Distance.metres($1.0.place, $1.1.place)
    }
    return metres >= Self.straight * way
  }

  /// Whether fixes go straight from one of the stand's last to the last outside, and farther than it drifts.
  ///
  /// Who moves up in a queue stands again, and who turns in a yard is back, before many fixes are outside.
  private func drivesStraight(from stand: Stand) -> Bool {
    guard outside.count >= Self.enoughOutside, let end = outside.last, let now = end.time,
      let latest = trail.last
    else { return false }
    var way = 0.0
    var next = end.place
    for fix in outside.dropLast().reversed() {
      way += Distance.metres(fix.place, next)
      next = fix.place
    }
    way += Distance.metres(latest.place, next)
    next = latest.place
    var squares = 0.0
    for spot in trail.reversed() {
      let step = Distance.metres(spot.place, next)
      (way, squares, next) = (way + step, squares + step * step, spot.place)
      let (metres, seconds) = (Distance.metres(spot.place, end.place), now - spot.time)
      if metres >= Self.straight * way, metres >= Self.driving * seconds,
        stand.isFar(metres, in: seconds, after: (squares, latest.time - spot.time))
      {
        return true
      }
    }
    return false
  }

  /// Keeps a fix of the stand among the last ones.
  private mutating func keep(_ spot: Spot) {
    while let first = trail.first,
      trail.count >= Self.longestTrail || spot.time - first.time > Self.trailSeconds
    {
      trail.removeFirst()
    }
    trail.append(spot)
  }

  /// Decides the undecided fixes, before an unusable one.
  mutating func decide() -> Finding? { outside.isEmpty ? nil : move(outside) }

  /// Decides that fixes that waited outside belong to the stand: it drifted there.
  ///
  /// - Returns: The finding; nil if none waited, or they drive away.
  mutating func settle() -> Finding? {
    guard isPatient, !hasJumped, outside.count >= Self.enoughOutside, var stand,
      let last = outside.last, !drivesAway(after: Self.enoughOutside - 1)
    else { return nil }
    for fix in outside { stand.follow(fix, fix.time ?? stand.time) }
    if last.place != stand.last.place { stand.still = last.time }
    stand.last = last
    self.stand = stand
    trail = Self.spots(outside)
    defer { outside = [] }
    return .standing(outside)
  }

  /// Ends the trace; returns the undecided fixes and the stand.
  mutating func finish() -> (fixes: [Observation], stand: Stand?) {
    defer { self = StandDetector() }
    return (outside, stand)
  }

  private func isDriving(_ fix: Observation) -> Bool { fix.speed ?? 0 > Self.driving }

  private mutating func move(_ fixes: [Observation]) -> Finding {
    stand?.leave(for: fixes)
    defer { (stand, outside, recent, trail) = (nil, [], stand == nil ? fixes : [], []) }
    return .moving(fixes, after: stand)
  }

  private mutating func begin(_ fix: Observation, _ time: Double, _ noise: Double) -> Finding {
    // A receiver may send a thousand fixes a second; four are enough.
    let isCrowded = recent.dropLast().last?.time.map { time - $0 < Self.spacing } ?? false
    if isCrowded { recent[recent.count - 1] = fix } else { recent.append(fix) }
    if let last = recent.dropLast().last?.time, last > time { recent = [fix] }
    while recent.count > 2, let first = recent[1].time, time - first >= window {
      recent.removeFirst()
    }
    guard let first = recent.first, let start = first.time, time - start >= minimumSeconds else {
      return .moving([fix], after: nil)
    }
    let wasOff = recent.count == 2 && time - start >= Self.off
    let noise = wasOff ? max(noise, NoiseEstimator.usual) : noise
    guard Distance.metres(first.place, fix.place) <= 2 * (12 + 2 * noise),
      !recent.contains(where: isDriving), isStill(noise)
    else { return .moving([fix], after: nil) }
    let mean = Self.mean(recent[...])
    stand = Stand(
      first: recent[0], last: fix,
      still: recent.reversed().prefix { $0.place == fix.place }.last?.time,
      mean: mean, centre: mean, latest: fix.place, steps: Steps(recent), time: time,
      count: Double(recent.count))
    trail = Self.spots(recent)
    recent = []
    return .standing([fix])
  }

  /// Whether the mean of the recent fixes hardly moves.
  private func isStill(_ noise: Double) -> Bool {
    guard let first = recent.first?.time, let last = recent.last?.time else { return false }
    let half = recent.firstIndex { $0.time ?? first > (first + last) / 2 } ?? recent.count - 1
    let (a, b) = (Self.mean(recent[..<half]), Self.mean(recent[half...]))
    let seconds = (last - first) / 2
    let walk = min(4 + 0.5 * noise, Self.maximumWalk)
    let isPair = recent.count == 2
    let allowed = max(walk, min(creeping * (isPair ? 2 * seconds : seconds), 10 + 2 * noise))
    guard Distance.metres(a, b) <= allowed else { return false }
    let centre = a.interpolated(to: b, share: 0.5)
    return recent.allSatisfy { Distance.metres(centre, $0.place) <= 12 + 2 * noise }
  }

  /// The last fixes that have times.
  private static func spots(_ fixes: [Observation]) -> [Spot] {
    fixes.suffix(longestTrail).compactMap { fix in
      fix.time.map { Spot(place: fix.place, time: $0) }
    }
  }

  private static func mean(_ fixes: ArraySlice<Observation>) -> Coordinate {
    var mean = fixes.first?.place ?? Coordinate(latitudeUnits: 0, longitudeUnits: 0)
    for (index, fix) in fixes.enumerated().dropFirst() {
      mean = mean.interpolated(to: fix.place, share: 1 / Double(index + 1))
    }
    return mean
  }
}

extension StandDetector {
  /// The steps between the fixes of a stand.
  fileprivate struct Steps {
    /// The sums of their squares and of the products of successive ones, in square metres, and of their seconds.
    private var squares = 0.0
    private var products = 0.0
    private var seconds = 0.0
    private var last = (east: 0.0, north: 0.0)

    /// The minimum share of drift in the squares, from which they tell how far it goes.
    private static let drifting = 0.5

    init(_ fixes: [Observation]) {
      for (a, b) in zip(fixes, fixes.dropFirst()) {
        add(from: a.place, to: b.place, seconds: (b.time ?? 0) - (a.time ?? 0))
      }
    }

    mutating func add(from place: Coordinate, to next: Coordinate, seconds more: Double) {
      let (east, north) = Distance.offset(from: place, to: next)
      squares += east * east + north * north
      products += east * last.east + north * last.north
      seconds += more
      last = (east, north)
    }

    /// The square of a usual step in a second, in square metres.
    var square: Double { squares / max(seconds, 1) }

    /// The same without the last steps; nil if the others took less than some seconds.
    func square(
      without last: (squares: Double, seconds: Double), during least: Double
    ) -> Double? {
      let rest = seconds - last.seconds
      return rest >= least ? max(squares - last.squares, 0) / max(rest, 1) : nil
    }

    /// The part of it that is due to drift; 0 if most is noise that is new at each fix, which steps back and forth.
    var drift: Double {
      let drift = squares + 2 * products
      return drift >= Self.drifting * squares ? drift / max(seconds, 1) : 0
    }
  }
}

extension StandDetector.Stand {
  /// The time constant with which the centre follows the fixes, in seconds.
  private static let following = 60.0
  /// The maximum distance in metres of a vehicle that stood until just now, and what it may drive in each second more.
  private static let startMetres = 30.0
  private static let startSpeed = 45.0
  /// The least and the most metres from the centre within which a fix may be the stand's drift; in between, they depend
  /// on the standard deviation of its fixes on each axis.
  private static let driftMetres = 60.0...150.0
  private static let driftDeviations = 3.5
  /// Seconds after which the drift has mostly changed.
  private static let driftSeconds = 60.0
  /// Steps between fixes that are so many times as long as usual, beyond some metres, are no drift.
  private static let jump = 3.0
  private static let jumpMetres = 5.0

  /// Metres from the centre within which a fix may be its drift.
  ///
  /// Fixes far from the centre are not among its own, so that their deviation is too small if the drift is great. The
  /// squares of the steps of a first-order process add up to four variances of an axis in the time that it lasts.
  fileprivate var driftReach: Double {
    let variance = max(squares / 2 / max(count, 1), steps.drift * Self.driftSeconds / 4)
    let deviation = variance.squareRoot()
    return min(
      max(Self.driftDeviations * deviation, Self.driftMetres.lowerBound),
      Self.driftMetres.upperBound)
  }

  /// Whether a fix is much farther from the one before than the stand's fixes are from each other.
  ///
  /// The one before is the stand's latest if there is none outside.
  fileprivate func isJump(
    to fix: Observation, _ now: Double, from outside: Observation?
  ) -> Bool {
    let step = Distance.metres(outside?.place ?? latest, fix.place)
    let usual = steps.square * max(now - (outside?.time ?? time), 0)
    return step * step > Self.jump * Self.jump * usual + Self.jumpMetres * Self.jumpMetres
  }

  /// Whether fixes go farther in some seconds than the stand's do, not counting its last steps.
  fileprivate func isFar(
    _ metres: Double, in seconds: Double, after last: (squares: Double, seconds: Double)
  ) -> Bool {
    guard let usual = steps.square(without: last, during: seconds) else { return false }
    let square = Self.jump * Self.jump * usual * seconds + Self.jumpMetres * Self.jumpMetres
    return metres * metres > square
  }

  /// Its last fix, moved to the place where the vehicle stands.
  fileprivate func last(at place: Coordinate) -> Observation {
    var fix = last
    (fix.place, fix.headingDegrees) = (place, nil)
    return fix
  }

  /// Takes another fix, which `counts` for the place of the vehicle unless the receiver is elsewhere.
  fileprivate mutating func follow(_ fix: Observation, _ now: Double, counts: Bool = true) {
    let seconds = max(now - time, 0)
    steps.add(from: latest, to: fix.place, seconds: seconds)
    latest = fix.place
    time = now
    centre = centre.interpolated(to: fix.place, share: seconds / (Self.following + seconds))
    guard counts else { return }
    count += 1
    let before = Distance.metres(mean, fix.place)
    mean = mean.interpolated(to: fix.place, share: 1 / count)
    squares += before * Distance.metres(mean, fix.place)
  }

  /// Ends with fixes elsewhere, which show whether the vehicle can have stood until the last one here.
  fileprivate mutating func leave(for fixes: [Observation]) {
    guard let still, let begin = first.time, let end = last.time, let next = fixes.first?.time,
      2 * (end - still) >= end - begin
    else { return }
    let reach = Self.startMetres + Self.startSpeed * max(next - end, 0)
    isFrozen = fixes.allSatisfy { Distance.metres(last.place, $0.place) > reach }
  }
}
