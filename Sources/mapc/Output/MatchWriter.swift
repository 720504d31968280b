import MapMatching
import RouteModel

/// Writes what is found out about traces as it comes.
protocol MatchWriter {
  /// A trace begins.
  mutating func begin(name: String?) throws
  /// What was found out about it.
  mutating func add(_ event: MatchEvent) throws
  /// It ends, so many of its times could not be read.
  mutating func end(noiseMetres: Double, oddTimes: Int) throws
  /// No trace follows.
  mutating func finish() throws
}
