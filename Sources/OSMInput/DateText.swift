import Notation

/// Points in time written as text.
enum DateText {
  /// Seconds since 1970 of `2026-11-21T10:00:00Z`; fractions of a second are cut off.
  ///
  /// Only universal time is read, as OSM writes it; anything else gives `nil`.
  static func seconds(_ text: Span<UInt8>) -> Int64? {
    var bytes: [UInt8] = []
    bytes.append(contentsOf: text)
    guard let time = ISO8601Time(bytes[...], allowing: [.fractions, .leapSeconds]), time.offset == 0
    else { return nil }
    return Int64(time.seconds)
  }
}
