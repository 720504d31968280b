public import Geo

/// The clock of a replayed or simulated trip: a tick for each second without a fix, as from an app's timer.
public struct TripClock: Sendable {
  /// Seconds without fixes after which ticks stop until the next fix, because nothing changes.
  private static let longest = 3_600.0

  /// The number of fixes before the last one, each after the one before, that set the clock back, as in a trip.
  private static let enough = 3

  /// The time of the last fix.
  private var last: Double?
  /// The number of such fixes, and the time of the last of them.
  private var early = (count: 0, time: 0.0)

  /// A clock before the first fix.
  public init() {}

  /// The ticks between the previous fix and this one.
  ///
  /// - Parameter fix: The next fix.
  /// - Returns: Times in seconds, ascending; none if the fix has no time.
  public mutating func ticks(before fix: Location) -> [Double] {
    guard let time = fix.time, time.isFinite else { return [] }
    if let last, time < last {
      early = (time < early.time ? 1 : early.count + 1, time)
      if early.count >= Self.enough { (self.last, early.count) = (time, 0) }
      return []
    }
    defer { (last, early.count) = (time, 0) }
    guard let last else { return [] }
    return Array(stride(from: last + 1, to: min(time - 0.5, last + Self.longest), by: 1))
  }
}
