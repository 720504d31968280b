public import Geo

/// An event of a reader of traces, in the order of the input.
///
/// Every trace is `began`, at least one `fix`, and `ended`.
public enum TraceEvent: Sendable, Hashable {
  /// A trace begins; with its name, if it has one.
  case began(name: String?)
  /// The next fix of the trace; a fix with an odd time, one that cannot be read, has no time.
  case fix(Location, hasOddTime: Bool)
  /// The trace ends.
  case ended
}

/// The formats of traces; the first bytes of the input tell which one it has.
public enum TraceFormat: String, Sendable, CaseIterable {
  /// GPX 1.0 and 1.1: one trace per track segment or route.
  case gpx
  /// GeoJSON (RFC 7946), or objects with `locations`; any number of values.
  case json
  /// CSV with a header.
  case csv

  /// The missing element of an input without a trace, for messages.
  var wanted: String {
    switch self {
    case .gpx: "track or route with points"
    case .json: "line"
    case .csv: "fix below its header"
    }
  }
}
