import Geo
import RouteModel

/// Fixes whose times are far ahead of those before.
///
/// The times of some fixes may be of another year. Taken as they are, the vehicle would have stood there for that year.
/// If each fix is answered as it comes, there is no time to wait for the next ones.
extension TraceEngine {
  /// Seconds after the fix before from which a time may be wrong.
  private static let leap = 3_600.0
  /// The number of successive fixes, in order, that show that it is right.
  private static let enoughAhead = 12

  /// Holds a fix whose time is far ahead, and drops those held whose times are wrong, as this fix shows.
  ///
  /// - Returns: Whether the fix is held.
  mutating func holds(_ location: Location, _ index: Int) throws(RoutingError) -> Bool {
    guard delay == nil else { return false }
    if let first = held.first?.location.time, let last = held.last?.location.time {
      let time = location.time ?? .infinity
      let before = lastTime ?? time
      if time < first, before <= time, time - before <= Self.leap {
        try dropHeld()
      } else if time >= last, time.isFinite, held.count + 1 < Self.enoughAhead {
        held.append((index, location))
        return true
      } else {
        try acceptHeld()
      }
    }
    guard let time = location.time, let lastTime, time - lastTime > Self.leap, time < 1e15 else {
      return false
    }
    held.append((index, location))
    return true
  }

  /// Takes the held fixes.
  mutating func acceptHeld() throws(RoutingError) {
    let fixes = held
    held = []
    for fix in fixes { try accept(fix.location, fix.index) }
  }

  private mutating func dropHeld() throws(RoutingError) {
    for fix in held { try admit(.dropped(fix.index, .outOfOrder)) }
    held = []
  }
}
