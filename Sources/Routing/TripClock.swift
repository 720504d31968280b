import RoadModel

/// The clocks along a trip: what time it is when so much of it has passed.
struct TripClock: Sendable, Hashable {
  private let departure: LocalTime
  /// Where it is known and the request names no offset of its own; it only matters when clocks are
  /// changed on the way.
  private let zone: TimeZoneRule?

  /// The clock of a departure; nil when neither its offset nor the zone is known, since then it is as if
  /// no time were given.
  ///
  /// - Parameters:
  ///   - departure: The wall clock at the start, and its offset where the request names one.
  ///   - zone: The time-zone rule of the map, nil when it is not known.
  init?(_ departure: Departure, zone: TimeZoneRule?) {
    guard departure.offset != nil || zone != nil else { return nil }
    self.departure = departure.time
    self.zone = departure.offset == nil ? zone : nil
  }

  /// The local time so many hundredths of a second after the start; nil beyond ``Departure/followedSeconds``, where it is
  /// as if no departure were given.
  func time(after elapsed: Centiseconds) -> LocalTime? {
    guard elapsed / 100 <= Departure.followedSeconds else { return nil }
    let seconds = Int64(elapsed / 100)
    return zone?.local(afterSeconds: seconds, from: departure) ?? departure.advanced(by: seconds)
  }
}
