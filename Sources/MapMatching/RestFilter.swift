import Geo

/// Finds where a vehicle rests while its receiver creeps about.
///
/// Drivers walk about with a logger, or take it into a house, where it drifts. Both look like driving at a walk, and
/// ways that follow it lead round houses. What creeps for long and stays within some distance is a rest; a queue
/// leaves it.
struct RestFilter {
  /// The maximum distance of a rest's fixes from its first, in metres, and that at the ends of a trace, where drivers
  /// walk to the car and home.
  private static let reach = 150.0
  private static let reachAtEnds = 600.0
  /// The minimum duration of a rest, in seconds.
  private static let leastSeconds = 90.0
  /// The seconds before and after a fix in which it creeps, and those in which it does not drive.
  private static let window = 10.0
  private static let shortWindow = 4.0
  /// The maximum speed of creeping in metres per second: between a walk and a vehicle in first gear.
  private static let creeping = 2.25
  /// The seconds that this speed is multiplied with at least, and at most.
  private static let seconds = 10.0...45.0
  /// The receiver's speed that excludes creeping, in metres per second.
  private static let driving = 3.0
  /// The maximum movement in the window of a vehicle that stands, in metres, besides two deviations of the noise.
  private static let stillMetres = 8.0
  /// The number of fixes that are known behind the current one.
  private static let remembered = 64
  /// The maximum time in seconds in which fixes after a rest neither creep nor drive.
  private static let longestDoubt = 30.0
  /// The number of fixes, and the seconds, after which what creeps is a rest, however it goes on.
  private static let mostFixes = 512
  private static let mostSeconds = 900.0
  /// The number of fixes, and the seconds, after which who crept out of reach will not be back, or at home.
  private static let mostAway = 4_096
  private static let longestAway = 3_600.0

  /// Fixes in their order, with those that were dropped between them.
  private var items: [TraceEngine.Checked] = []
  /// The number of the first of them that was not given out, and of the first whose movement is unknown.
  private var kept = 0
  private var next = 0
  /// The number of the first of those that creep; nil if they are no rest.
  private var start: Int?
  /// The maximum distance of one of them from that one, in metres.
  private var farthest = 0.0
  /// The place of the rest that they certainly are.
  private var place: Coordinate?
  /// The place of a rest that was left: the first of those that creep is the first elsewhere.
  private var left: Coordinate?
  /// Whether they have left the reach of a rest.
  private var isQueue = false
  /// Whether the vehicle has not driven yet.
  private var isParked = true

  private enum Motion { case creeps, drives, unclear }

  /// The next fix, or a dropped one, that can be matched; nil if that depends on later ones.
  mutating func decided() -> TraceEngine.Checked? {
    guard kept < (place == nil ? start ?? next : next) else { return nil }
    defer { kept += 1 }
    return items[kept]
  }

  /// Takes the next fix of a trace, or one that was dropped, with the standard deviation of the noise in metres.
  mutating func add(_ item: TraceEngine.Checked, noise: Double) {
    forget()
    items.append(item)
    // A receiver may send a thousand a second, or nothing usable, so that not all of them wait.
    if items.count - next > Self.mostFixes { judge(noise) }
    guard case .fix(let fix) = item else { return }
    guard let now = fix.time else { return finish(noise: noise) }
    // The movement of a fix is known with those within the window, and one at least.
    while next < items.count - 1 {
      if let time = time(next), time <= now, now - time < Self.window { return }
      judge(noise)
    }
  }

  /// Judges all fixes that wait, because no others follow.
  mutating func finish(noise: Double) {
    while next < items.count { judge(noise) }
    if let home = left, let start {
      place = home
      for number in start..<next { settle(number) }
    } else {
      end(noise, isEnd: true)
    }
    drive()
  }

  /// Judges the next fix.
  private mutating func judge(_ noise: Double) {
    defer { next += 1 }
    guard case .fix(let fix) = items[next], let now = fix.time else {
      // Fixes that creep don't wait for many that are unusable.
      if let start, next - start >= Self.mostAway { drive() }
      return
    }
    let motion = motion(of: fix, now, noise)
    if let home = left {
      leave(home, fix, now, motion)
    } else if let place {
      if motion == .creeps, Distance.metres(place, fix.place) <= Self.reach {
        settle(next)
      } else if motion == .drives {
        drive()
      } else {
        (left, self.place, start) = (place, nil, next)
      }
    } else if motion == .creeps {
      creep(fix, now, noise)
    } else {
      end(noise)
      drive()
    }
  }

  private mutating func drive() {
    (start, place, left, isParked, isQueue) = (nil, nil, nil, false, false)
  }

  /// Takes a fix that creeps, while no rest is certain.
  private mutating func creep(_ fix: Observation, _ now: Double, _ noise: Double) {
    guard let start, case .fix(let first) = items[start], let begin = first.time else {
      (start, farthest) = (isQueue ? nil : next, 0)
      return
    }
    farthest = max(farthest, Distance.metres(first.place, fix.place))
    let isFar = farthest > Self.reach
    let isLong =
      next - start >= (isFar ? Self.mostAway : Self.mostFixes)
      || now - begin >= (isFar ? Self.longestAway : Self.mostSeconds)
    if farthest > Self.reachAtEnds || isFar && isLong {
      (self.start, isQueue) = (nil, true)
    } else if isLong {
      rest(start...next, noise)
      (self.start, isQueue) = (nil, place == nil)
    }
  }

  /// Takes a fix after a rest: the vehicle has left, or the receiver has, and may be back.
  private mutating func leave(
    _ home: Coordinate, _ fix: Observation, _ now: Double, _ motion: Motion
  ) {
    guard let start, let begin = time(start), motion != .drives else { return drive() }
    let metres = Distance.metres(home, fix.place)
    if motion == .creeps, metres <= Self.reach {
      (place, left, self.start) = (home, nil, nil)
      for number in start...next { settle(number) }
    } else if metres > Self.reachAtEnds || next - start >= Self.mostAway
      || now - begin >= Self.longestAway
      || motion == .unclear && now - begin > Self.longestDoubt
    {
      drive()
      isQueue = motion == .creeps
    }
  }

  /// Ends a sequence of fixes that creep.
  private mutating func end(_ noise: Double, isEnd: Bool = false) {
    // A trace that only creeps has no ends.
    let reach = isEnd != isParked ? Self.reachAtEnds : Self.reach
    if let start, place == nil, farthest <= reach, let begin = time(start),
      let last = (start..<next).last(where: { time($0) != nil }), let end = time(last),
      end - begin >= Self.leastSeconds
    {
      rest(start...last, noise)
    }
  }

  /// Makes fixes a rest if one shows its place: where the vehicle first came to rest, or from where it first drives.
  private mutating func rest(_ range: ClosedRange<Int>, _ noise: Double) {
    let still = { (number: Int) in isStill(number, before: range.upperBound, noise) }
    guard let number = isParked ? range.last(where: still) : range.first(where: still),
      case .fix(let fix) = items[number]
    else { return }
    place = mean(of: range, near: fix.place, noise)
    for number in isParked ? range : number...range.upperBound { settle(number) }
  }

  /// The mean of the fixes near one of them.
  private func mean(
    of range: ClosedRange<Int>, near first: Coordinate, _ noise: Double
  ) -> Coordinate {
    var (mean, count) = (first, 1.0)
    for number in range {
      guard case .fix(let fix) = items[number],
        Distance.metres(first, fix.place) <= StandDetector.reach(noise)
      else { continue }
      count += 1
      mean = mean.interpolated(to: fix.place, share: 1 / count)
    }
    return mean
  }

  /// Counts a fix among those of the rest.
  private mutating func settle(_ number: Int) {
    guard case .fix(var fix) = items[number] else { return }
    fix.rest = place
    items[number] = .fix(fix)
  }

  /// Whether the vehicle hardly moves within a window from a fix on.
  private func isStill(_ number: Int, before end: Int, _ noise: Double) -> Bool {
    guard case .fix(let fix) = items[number], let time = fix.time else { return false }
    for other in number...end {
      guard case .fix(let later) = items[other], let now = later.time else { continue }
      if Distance.metres(fix.place, later.place) > Self.stillMetres + 2 * noise { return false }
      if now - time >= Self.window { return true }
    }
    return false
  }

  /// What the fixes around one show.
  private func motion(of fix: Observation, _ now: Double, _ noise: Double) -> Motion {
    if fix.speed ?? 0 > Self.driving { return .drives }
    // A vehicle that moves up drives for some seconds. A receiver may jump, but then rests or returns.
    let drives = [-1, 1].allSatisfy { direction in
      let other = other(direction, fix, now, within: Self.shortWindow)
      return Distance.metres(fix.place, other.place) > Self.creeping * other.seconds + 2 * noise
    }
    if drives { return .drives }
    let first = other(-1, fix, now, within: Self.window)
    let last = other(1, fix, now, within: Self.window)
    let seconds = min(
      max(first.seconds + last.seconds, Self.seconds.lowerBound), Self.seconds.upperBound)
    let isNear = Distance.metres(first.place, last.place) <= Self.creeping * seconds + noise
    // Between sparse fixes, a vehicle may leave a place and be back near it.
    let isSlow = [first, last].allSatisfy { other in
      other.seconds <= Self.window
        || Distance.metres(fix.place, other.place) <= Self.creeping * other.seconds + 2 * noise
    }
    return isNear && isSlow ? .creeps : .unclear
  }

  /// The place of the last fix within some seconds after the judged one, or the first before it with a direction
  /// of -1, but at least of its neighbour; and the seconds in between.
  private func other(
    _ direction: Int, _ fix: Observation, _ now: Double, within window: Double
  ) -> (place: Coordinate, seconds: Double) {
    var result = (place: fix.place, seconds: 0.0)
    var number = next + direction
    while items.indices.contains(number), abs(number - next) <= Self.mostFixes {
      defer { number += direction }
      guard case .fix(let other) = items[number] else { continue }
      guard let time = other.time else { break }
      let seconds = Double(direction) * (time - now)
      guard seconds >= result.seconds, result.seconds == 0 || seconds <= window else { break }
      result = (other.place, seconds)
    }
    return result
  }

  private func time(_ number: Int) -> Double? {
    if case .fix(let fix) = items[number] { fix.time } else { nil }
  }

  /// Forgets most of what was given out.
  private mutating func forget() {
    let old = min(kept, start ?? next) - Self.remembered
    guard old > Self.remembered else { return }
    items.removeFirst(old)
    (kept, next, start) = (kept - old, next - old, start.map { $0 - old })
  }
}
