import Notation

/// When a trip begins: what the clocks of the place say, or, with an offset from Greenwich, a moment.
///
///     let departure = Departure(iso8601: "2026-11-21T10:00+01:00")
///     departure?.time.minuteOfDay      // 600
///     departure?.offset                // 3600
public struct Departure: Sendable, Hashable {
  /// For how long the clocks of a trip are followed, in seconds: 365 days.
  ///
  /// What a trip reaches later is as it is without a departure: it is not known whether conditions of time hold.
  public static let followedSeconds: UInt32 = 365 * 86_400

  /// What the clocks say: those of the place, or with an offset any.
  public var time: LocalTime
  /// Seconds that these clocks are ahead of Greenwich, within a day; nil if they are those of the place.
  public var offset: Int?

  /// A departure by the clocks of the place.
  public init(time: LocalTime, offset: Int? = nil) {
    self.time = time
    self.offset = offset
  }

  /// Reads ISO 8601: date, `T`, hour and minute, then perhaps seconds, then perhaps an offset.
  ///
  /// `2026-11-21T10:00`, `2026-11-21T10:00:30`, and after either `Z`, `+01:00`, `+0100` or `+01`. Nothing
  /// else: no date alone, no space for the `T`, no hour 24, no leap second, no day that its month does not have.
  public init?(iso8601 text: String) {
    guard let read = ISO8601Time(text) else { return nil }
    self.init(time: LocalTime(seconds: Int64(read.seconds)), offset: read.offset)
  }

  /// The departure in ISO 8601, the offset as `Z` or `+01:00`.
  public var text: String {
    guard let offset else { return time.description }
    if offset == 0 { return time.description + "Z" }
    let minutes = offset.magnitude / 60
    return time.description + (offset < 0 ? "-" : "+")
      + Decimals.padded(Int(minutes / 60), 2) + ":" + Decimals.padded(Int(minutes % 60), 2)
  }

  /// Seconds since 1970-01-01 00:00 in Greenwich.
  ///
  /// - Parameter zone: The rule of the place, asked only if the departure has no offset of its own.
  /// - Returns: nil if neither is known. For a time that the clocks show twice or never, see
  ///   ``TimeZoneRule/utc(of:)``.
  public func utc(in zone: TimeZoneRule? = nil) -> Int64? {
    if let offset { return time.seconds &- Int64(offset) }
    return zone?.utc(of: time)
  }

  /// What the clocks of a place say some seconds after the departure.
  ///
  /// - Parameters:
  ///   - elapsed: Seconds on the way.
  ///   - zone: The rule of the place; with it, switches on the way to and from daylight saving count.
  /// - Returns: By the offset of the departure if the rule is not known, and if that is not known either, by
  ///   clocks that never switch.
  public func local(afterSeconds elapsed: Int64, in zone: TimeZoneRule?) -> LocalTime {
    guard let zone, let start = utc(in: zone) else { return time.advanced(by: elapsed) }
    return zone.local(atUTC: start &+ elapsed)
  }
}
