/// The speeds of the last steps from fix to fix.
struct RecentSpeeds {
  /// The number of steps: errors of a receiver that jumps are fewer.
  private static let count = 9

  private var speeds: [Float] = []
  private var next = 0

  /// Adds a step, which takes a second at least.
  mutating func add(_ hop: Lattice.State.Hops) {
    let speed = hop.metres / max(hop.longestSeconds, 1)
    if speeds.count < Self.count {
      speeds.append(speed)
    } else {
      speeds[next] = speed
      next = (next + 1) % Self.count
    }
  }

  /// The median in metres per second; nil without steps.
  var median: Float? {
    for speed in speeds {
      var (lower, same) = (0, 0)
      for other in speeds {
        if other < speed { lower += 1 }
        if other == speed { same += 1 }
      }
      if lower <= speeds.count / 2, speeds.count / 2 < lower + same { return speed }
    }
    return nil
  }
}
