package import RoadModel

/// The local time along a trip.
package struct LocalClock: Sendable, Hashable {
  /// Seconds since 1970-01-01 00:00, in UTC if the zone is known, otherwise in local time.
  private let start: Int64
  /// The time zone of the map; nil if unknown.
  private let zone: TimeZoneRule?
  /// The departure in seconds since 1970-01-01 00:00 UTC.
  package let departure: Int64

  /// The clock of a departure; nil if neither its offset nor the zone is known.
  ///
  /// - Parameters:
  ///   - departure: The local time of the departure. With an offset from UTC it is an instant, in any zone.
  ///   - zone: The time zone of the map; nil if unknown. Local times are then those of the departure.
  package init?(_ departure: Departure, zone: TimeZoneRule?) {
    guard let utc = departure.utc(in: zone) else { return nil }
    start = zone == nil ? departure.time.seconds : utc
    self.zone = zone
    self.departure = utc
  }

  /// The time of the week along the trip; nil if the departure is more than ten thousand years from 1970.
  var weekClock: WeekClock? { WeekClock(departure: departure, local: start, zone: zone) }

  /// The local time after an elapsed time; nil beyond ``Departure/followedSeconds``, as if no departure were given.
  package func time(after elapsed: Centiseconds) -> LocalTime? {
    guard elapsed / 100 <= Departure.followedSeconds else { return nil }
    let now = start &+ Int64(elapsed / 100)
    return zone?.local(atUTC: now) ?? LocalTime(seconds: now)
  }
}
