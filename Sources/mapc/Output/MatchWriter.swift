import MapMatching
import RouteModel

/// Writes the results of matching as they arrive.
protocol MatchWriter {
  /// Begins a trace.
  mutating func begin(name: String?) throws
  /// Adds an event of the current trace.
  mutating func add(_ event: MatchEvent) throws
  /// Ends the trace; `oddTimes` is the number of its unreadable times.
  mutating func end(noiseMetres: Double, oddTimes: Int) throws
  /// Ends the output, after all traces.
  mutating func finish() throws
}
