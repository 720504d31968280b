/// A day of the Gregorian calendar.
@frozen
public struct LocalDate: Sendable, Hashable, Comparable {
  /// Days since 1970-01-01.
  public var days: Int32

  /// A day by its number.
  @inlinable
  public init(days: Int32) { self.days = days }

  /// Orders by time.
  @inlinable
  public static func < (a: LocalDate, b: LocalDate) -> Bool { a.days < b.days }
}

/// A local time, without its time zone.
@frozen
public struct LocalTime: Sendable, Hashable, Comparable {
  /// Seconds since 1970-01-01 00:00 local time.
  public var seconds: Int64

  /// A local time from its seconds.
  @inlinable
  public init(seconds: Int64) { self.seconds = seconds }

  /// Orders by time.
  @inlinable
  public static func < (a: LocalTime, b: LocalTime) -> Bool { a.seconds < b.seconds }

  /// The time some seconds later, or earlier if negative.
  @inlinable
  public func advanced(by seconds: Int64) -> LocalTime {
    LocalTime(seconds: self.seconds &+ seconds)
  }
}
