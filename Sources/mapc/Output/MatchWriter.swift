import MapMatching
import RouteModel

/// Writes the results of matching as they arrive.
protocol MatchWriter {
  /// A trace begins.
  mutating func begin(name: String?) throws
  /// An event of the current trace.
  mutating func add(_ event: MatchEvent) throws
  /// The trace ends; `oddTimes` of its times could not be read.
  mutating func end(noiseMetres: Double, oddTimes: Int) throws
  /// No trace follows.
  mutating func finish() throws
}
