/// A day of the Gregorian calendar, as a number of days.
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

/// A moment on the clocks of a place, without saying which place.
@frozen
public struct LocalTime: Sendable, Hashable, Comparable {
  /// Seconds since 1970-01-01 00:00 on those clocks.
  public var seconds: Int64

  /// A moment by its seconds.
  @inlinable
  public init(seconds: Int64) { self.seconds = seconds }

  /// Orders by time.
  @inlinable
  public static func < (a: LocalTime, b: LocalTime) -> Bool { a.seconds < b.seconds }

  /// Later, or earlier, by some seconds.
  @inlinable
  public func advanced(by seconds: Int64) -> LocalTime {
    LocalTime(seconds: self.seconds &+ seconds)
  }
}
