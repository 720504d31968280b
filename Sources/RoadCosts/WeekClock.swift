import RoadModel
import RouteModel

/// The time of the week along a trip, in hundredths of a second like the times of searches.
package struct WeekClock: Sendable, Hashable {
  /// A week.
  static let week: Int64 = 604_800 * 100

  /// A time of the week, and the end of the period without a clock change.
  struct Position {
    /// Hundredths of a second since Monday 00:00.
    var inWeek: Int64
    /// The elapsed time at which clocks change, or from which the time is unknown.
    var end: Int64
    /// Whether the time of the week is known.
    var isKnown: Bool
  }

  /// The elapsed times at which the clocks change, in order.
  private let changes: [Int64]
  /// The time since a Monday minus the elapsed time, before each change and after the last.
  private let shifts: [Int64]
  /// The elapsed time from which the trip has no clock.
  private static let end = (Int64(Departure.followedSeconds) + 1) * 100

  /// The clock of a departure; nil if it is more than ten thousand years from 1970.
  ///
  /// - Parameters:
  ///   - departure: Seconds since 1970-01-01 00:00 UTC.
  ///   - local: The same by local clocks, for a map without a time zone.
  ///   - zone: The time zone of the map; nil if unknown.
  init?(departure: Int64, local: Int64, zone: TimeZoneRule?) {
    guard TrafficSnapshot.times.contains(departure) else { return nil }
    // 1970-01-01 was a Thursday.
    let monday: Int64 = 3 * 86_400
    guard let zone else {
      changes = []
      shifts = [(local + monday) * 100]
      return
    }
    // Fading looks at times before the departure: at most a horizon and the longest time of an edge.
    let span = departure - 150 * 86_400...departure + 366 * 86_400
    let moments = zone.changes(in: span)
    changes = moments.map { ($0 - departure) * 100 }
    shifts = ([span.lowerBound] + moments).map {
      (departure + Int64(zone.offset(atUTC: $0)) + monday) * 100
    }
  }

  /// The time of the week after an elapsed time, which may be negative.
  func position(at elapsed: Int64) -> Position {
    guard elapsed < Self.end else { return Position(inWeek: 0, end: .max, isKnown: false) }
    var index = 0
    while index < changes.count, changes[index] <= elapsed { index += 1 }
    let local = (elapsed + shifts[index]) % Self.week
    return Position(
      inWeek: local < 0 ? local + Self.week : local,
      end: index < changes.count ? min(changes[index], Self.end) : Self.end, isKnown: true)
  }
}

/// A part of the week that bounds hold for: some minutes, over the end of the week too.
package struct WeekWindow: Hashable, Sendable {
  /// The first minute of the week.
  package var begin: UInt16
  /// The number of minutes.
  package var length: UInt16

  /// An edge that takes longer than this may reach far out of the window; in hundredths of a second.
  static let longEdge: Centiseconds = 30_000
  /// As much later than the window's end a shorter edge may still be driven, in minutes.
  static let overhang = 5

  /// The minutes in which edges entered in the window are driven, unless they take longer than ``longEdge``.
  var minutes: Range<Int> { Int(begin)..<Int(begin) + Int(length) + Self.overhang }

  /// Whether every time in another window is in this one.
  func contains(_ other: WeekWindow) -> Bool {
    let ahead = (Int(other.begin) - Int(begin) + WeekProfile.minuteCount) % WeekProfile.minuteCount
    return ahead + Int(other.length) <= Int(length)
  }
}

/// At which times a query looks at usual speeds.
package enum WeekTiming: Hashable, Sendable {
  /// By the clock of the trip.
  case trip
  /// At the best time of a window, nil for the week: a lower bound.
  case best(WeekWindow?)
}

/// The times for which the bounds of a query hold; edges entered at others may cost less.
package struct TimeBounds: Hashable, Sendable {
  /// The time of the week; nil for all.
  package var window: WeekWindow?
  /// Whether the traffic is as it was measured.
  package var isSteady = false

  /// Bounds that hold at all times.
  package static let always = TimeBounds()
}
