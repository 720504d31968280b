import Bytes
import RouteModel
import Traffic

/// Versions of traffic for sources without versions, in microseconds since 1970.
enum TrafficVersion {
  private static let last = Guarded<UInt64>(0)

  /// The version of current traffic, greater than those before.
  static func next() -> UInt64 {
    last.withLock { last in
      // The clock of a machine may be set back.
      last = max(last + 1, UInt64(max(ProcessClock.microseconds, 0)))
      return last
    }
  }

  /// The version of a content with a time in seconds since 1970.
  ///
  /// It is the same for the same content. Other content of the same second almost certainly has
  /// another version, but not necessarily a greater one.
  static func version(of content: [UInt8], made: Int64) -> UInt64 {
    UInt64(max(made, 0)) * 1_000_000 + FNV1a.hash(content) % 1_000_000
  }
}
