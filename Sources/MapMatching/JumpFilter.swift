import Geo

/// Finds fixes whose errors end with a jump, which count less than others.
///
/// A receiver without a signal goes on as before, away from the road by and by, and jumps back as soon as it has one.
/// No vehicle drives such a step: either the fixes before it were wrong for some time, or it undoes a jump away, and
/// those between the two are wrong.
struct JumpFilter {
  /// The weight of such a fix: it is cheap to leave out, and hardly shows a road.
  private static let weight = 0.2
  /// The metres that an error grows in a second, and its maximum duration in seconds.
  private static let growth = 3.0
  private static let longestGrowth = 45.0
  /// The minimum length of a jump beyond the usual step that ends such an error, in metres: what grows less is drift.
  private static let leastMetres = 50.0
  /// The maximum time between a jump away and the one that undoes it, in seconds.
  private static let longestError = 60.0
  /// The speed up to which a vehicle may be quicker than usual, as a factor, and the least usual speed in metres per
  /// second.
  private static let quicker = 1.3
  private static let leastSpeed = 3.0
  /// The distance in metres by which a jump may miss what it undoes, besides the noise.
  private static let missMetres = 15.0
  /// The maximum number of fixes that wait: a receiver may send a thousand a second.
  private static let mostFixes = 512
  /// The number of fixes that were given out, above which they are forgotten.
  private static let mostKept = 256

  /// A jump that is not undone yet.
  private struct Jump {
    /// The number of the fix behind it, and the fix before it.
    var number: Int
    var before: Spot
    /// The step in metres east and north.
    var step: (east: Double, north: Double)
    /// How much longer than usual the step is, in metres.
    var excess: Double
    /// The usual speed before it, in metres per second.
    var speed: Double
  }

  /// A place at a time.
  private struct Spot {
    var place: Coordinate, time: Double
  }

  /// Fixes in their order, with those that were dropped between them.
  private var items: [TraceEngine.Checked] = []
  /// The number of the first that was not given out, and of the first that waits for later ones.
  private var kept = 0
  private var ready = 0
  private var jumps: [Jump] = []
  private var last: Spot?
  private var speeds = RecentSpeeds()

  /// The next fix, or a dropped one, that can be matched; nil if that depends on later ones.
  mutating func decided() -> TraceEngine.Checked? {
    guard kept < ready else { return nil }
    defer { kept += 1 }
    return items[kept]
  }

  /// Takes the next fix of a trace, or one that was dropped.
  ///
  /// - Parameters:
  ///   - item: The fix.
  ///   - noise: The standard deviation of the noise in metres.
  ///   - evidence: The weight of a fix's evidence: 1 for white noise.
  mutating func add(_ item: TraceEngine.Checked, noise: Double, evidence: Double) {
    forget()
    items.append(item)
    if items.count - ready > Self.mostFixes { ready += 1 }
    guard case .fix(let fix) = item else { return }
    guard let now = fix.time, last.map({ $0.time <= now }) ?? true else { return finish() }
    // A receiver that repeats its last place has had none since.
    if let last, last.place != fix.place {
      take(from: last, to: Spot(place: fix.place, time: now), 2 * noise * (1 + evidence))
    }
    if last?.place != fix.place { last = Spot(place: fix.place, time: now) }
    doubt { $0.before.time < now - Self.longestError }
    while ready < items.count - 1,
      time(ready).map({ $0 < now - Self.longestError - Self.longestGrowth }) ?? true
    {
      ready += 1
    }
  }

  /// Lets no fix wait any longer, because no others follow.
  mutating func finish() {
    doubt { _ in true }
    (ready, last, speeds) = (items.count, nil, RecentSpeeds())
  }

  /// Takes a step from fix to fix, which may exceed what a vehicle drives by some metres of noise.
  private mutating func take(from last: Spot, to spot: Spot, _ noise: Double) {
    let metres = Distance.metres(last.place, spot.place)
    let seconds = spot.time - last.time
    let hop = Lattice.State.Hops(metres: Float(metres), longestSeconds: Float(seconds))
    defer { speeds.add(hop) }
    guard seconds <= MotionCost.denseSeconds, let usual = speeds.median.map(Double.init),
      metres > MotionCost.farthest(from: usual, seconds: max(seconds, 1)) + noise
    else { return }
    let jump = Jump(
      number: items.count - 1, before: last,
      step: Distance.offset(from: last.place, to: spot.place),
      excess: metres - usual * seconds, speed: max(usual, Self.leastSpeed))
    guard let first = jumps.firstIndex(where: { isUndone($0, by: jump, spot, noise) }) else {
      jumps.append(jump)
      return
    }
    for number in jumps[first].number..<jump.number { doubt(number) }
    jumps.removeSubrange(first...)
  }

  /// Whether a jump leads back to where the vehicle may have driven since another.
  private func isUndone(
    _ jump: Jump, by later: Jump, _ spot: Spot, _ noise: Double
  ) -> Bool {
    let (east, north) = (jump.step.east + later.step.east, jump.step.north + later.step.north)
    let miss = Self.missMetres + noise
    let speed = Self.quicker * max(jump.speed, later.speed)
    let seconds = spot.time - jump.before.time
    return (east * east + north * north).squareRoot() <= 2 * speed + miss
      && Distance.metres(jump.before.place, spot.place) <= speed * seconds + miss
  }

  /// Lets the fixes before jumps count less, which nothing undid.
  private mutating func doubt(where isOver: (Jump) -> Bool) {
    guard jumps.contains(where: isOver) else { return }
    for jump in jumps where isOver(jump) && jump.excess > Self.leastMetres {
      let start = jump.before.time - min(jump.excess / Self.growth, Self.longestGrowth)
      var number = jump.number - 1
      while number >= ready, time(number).map({ $0 > start }) ?? true {
        doubt(number)
        number -= 1
      }
    }
    jumps.removeAll(where: isOver)
  }

  private mutating func doubt(_ number: Int) {
    guard number >= ready, case .fix(var fix) = items[number] else { return }
    fix.weight = Self.weight
    items[number] = .fix(fix)
  }

  private func time(_ number: Int) -> Double? {
    if case .fix(let fix) = items[number] { fix.time } else { nil }
  }

  /// Forgets most of what was given out.
  private mutating func forget() {
    guard kept > Self.mostKept else { return }
    items.removeFirst(kept)
    for index in jumps.indices { jumps[index].number -= kept }
    (kept, ready) = (0, ready - kept)
  }
}
