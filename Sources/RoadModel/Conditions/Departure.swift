import Notation

/// The departure time of a trip: a local time at the start, or with a UTC offset, an instant.
///
///     let departure = Departure(iso8601: "2026-11-21T10:00+01:00")
///     departure?.time.minuteOfDay      // 600
///     departure?.offset                // 3600
public struct Departure: Sendable, Hashable {
  /// The number of seconds for which the clock of a trip runs: 365 days.
  ///
  /// Beyond that, the trip behaves as without a departure time: it is unknown whether time conditions hold.
  public static let followedSeconds: UInt32 = 365 * 86_400

  /// The local time at the start, or with an offset, the time at that offset.
  public var time: LocalTime
  /// The offset from UTC in seconds, less than a day; nil for local time at the start.
  public var offset: Int?

  /// A departure in local time, or with an offset, at an instant.
  public init(time: LocalTime, offset: Int? = nil) {
    self.time = time
    self.offset = offset
  }

  /// Parses ISO 8601: date, `T`, hour and minute, optional seconds, optional offset.
  ///
  /// It accepts `2026-11-21T10:00` and `2026-11-21T10:00:30`, each optionally with `Z`, `+01:00`, `+0100` or `+01`.
  /// Parts of a second, which JavaScript's `toISOString` writes, do not count. It refuses anything else: a date alone,
  /// a space instead of the `T`, hour 24, a leap second, an invalid day.
  public init?(iso8601 text: String) {
    guard let read = ISO8601Time(text, allowing: .fractions) else { return nil }
    self.init(time: LocalTime(seconds: Int64(read.seconds)), offset: read.offset)
  }

  /// The departure in ISO 8601, the offset as `Z` or `+01:00`.
  ///
  /// ISO 8601 has offsets of whole minutes within a day; another one is written as the nearest to zero of those, with
  /// the time of the same instant. Years beyond 0 to 9999 have no such text that can be read.
  public var text: String {
    guard let offset else { return time.description }
    let minutes = min(max(offset / 60, -1_439), 1_439)
    let time = time.advanced(by: Int64(minutes * 60) &- Int64(offset))
    if minutes == 0 { return time.description + "Z" }
    let (hour, minute) = abs(minutes).quotientAndRemainder(dividingBy: 60)
    return time.description + (minutes < 0 ? "-" : "+")
      + Decimals.padded(hour, 2) + ":" + Decimals.padded(minute, 2)
  }

  /// Seconds since 1970-01-01 00:00 UTC.
  ///
  /// - Parameter zone: The local time zone, used only if the departure has no offset.
  /// - Returns: The instant; nil if neither offset nor zone is known. For a local time that occurs twice or never, see
  ///   ``TimeZoneRule/utc(of:)``.
  public func utc(in zone: TimeZoneRule? = nil) -> Int64? {
    if let offset { return time.seconds &- Int64(offset) }
    return zone?.utc(of: time)
  }

  /// The local time some seconds after the departure.
  ///
  /// - Parameters:
  ///   - elapsed: Seconds since the departure.
  ///   - zone: The local time zone; with it, changes to and from daylight saving time are considered.
  /// - Returns: The local time; without a zone, at the offset of the departure; without an offset either, on a clock
  ///   that never changes.
  public func local(afterSeconds elapsed: Int64, in zone: TimeZoneRule?) -> LocalTime {
    guard let zone, let start = utc(in: zone) else { return time.advanced(by: elapsed) }
    return zone.local(atUTC: start &+ elapsed)
  }

  /// The time some seconds later, with the offset of the departure, or else by the clocks of a zone.
  package func advanced(by seconds: Int64, in zone: TimeZoneRule?) -> Departure {
    let zone = offset == nil ? zone : nil
    return Departure(time: local(afterSeconds: seconds, in: zone), offset: offset)
  }
}
