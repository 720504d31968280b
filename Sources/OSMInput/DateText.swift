import Notation

/// Points in time written as text.
enum DateText {
  /// The seconds since 1970 of a time such as `2026-11-21T10:00:00Z`, without fractions.
  ///
  /// It reads only universal time, as OSM writes it; `nil` for other texts.
  static func seconds(_ text: Span<UInt8>) -> Int64? {
    var bytes: [UInt8] = []
    bytes.append(contentsOf: text)
    guard let time = ISO8601Time(bytes[...], allowing: [.fractions, .leapSeconds]), time.offset == 0
    else { return nil }
    return Int64(time.seconds)
  }
}
