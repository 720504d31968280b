public import Geo

/// What a reader of traces finds, in the order of the input.
///
/// Every trace is `began`, one `fix` or more, and `ended`.
public enum TraceEvent: Sendable, Hashable {
  /// A trace begins, with what the input calls it.
  case began(name: String?)
  /// The next fix of the trace; one with an odd time, which can't be read, has no time.
  case fix(Location, hasOddTime: Bool)
  /// The trace ends.
  case ended
}

/// The formats of traces, each known by its first bytes.
public enum TraceFormat: String, Sendable, CaseIterable {
  /// GPX 1.0 and 1.1: one trace a track segment or route.
  case gpx
  /// GeoJSON (RFC 7946), or objects with `locations`, one value after the other.
  case json
  /// CSV with a header.
  case csv

  /// What is missing where the input has no trace.
  var wanted: String {
    switch self {
    case .gpx: "track or route with points"
    case .json: "line"
    case .csv: "fix below its header"
    }
  }
}
