package import RoadModel

/// The clocks along a trip: what time it is when so much of it has passed.
package struct TripClock: Sendable, Hashable {
  /// Seconds since 1970-01-01 00:00: in Greenwich where the zone is known, else on the clocks of the departure.
  private let start: Int64
  /// The rule of the place, where it is known.
  private let zone: TimeZoneRule?

  /// The clock of a departure; nil when neither its offset nor the zone is known, since then it is as if
  /// no time were given.
  ///
  /// - Parameters:
  ///   - departure: The wall clock at the start, and its offset where the request names one: with it the departure is
  ///     a moment, whatever clocks the place has.
  ///   - zone: The time-zone rule of the map, nil when it is not known; clocks are then those of the departure.
  package init?(_ departure: Departure, zone: TimeZoneRule?) {
    guard departure.offset != nil || zone != nil else { return nil }
    start = zone.flatMap { departure.utc(in: $0) } ?? departure.time.seconds
    self.zone = zone
  }

  /// The local time so many hundredths of a second after the start; nil beyond ``Departure/followedSeconds``, where it
  /// is as if no departure were given.
  package func time(after elapsed: Centiseconds) -> LocalTime? {
    guard elapsed / 100 <= Departure.followedSeconds else { return nil }
    let now = start &+ Int64(elapsed / 100)
    return zone?.local(atUTC: now) ?? LocalTime(seconds: now)
  }
}
