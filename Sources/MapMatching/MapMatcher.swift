public import MapReader
public import RoadModel
import Routing

/// Finds the roads that were driven from the fixes of a receiver.
///
///     let matcher = MapMatcher(map: map, vehicle: .car)
///     let result = try await matcher.match(Trace(locations))
///     for piece in result.pieces { print(piece.confidence, piece.edges.map(\.wayID)) }
///
/// A matcher is a value that many tasks may use at once; each call has its own memory. Who matches many
/// traces takes a ``MatchWorker``, which remembers the roads it has come by.
public struct MapMatcher: Sendable {
  /// The map.
  public let map: NavMap
  /// Who drove.
  public let vehicle: Vehicle
  /// How.
  public var options: MatchOptions

  /// A matcher on a map.
  public init(map: NavMap, vehicle: Vehicle = .car, options: MatchOptions = .init()) {
    self.map = map
    self.vehicle = vehicle
    self.options = options
  }

  /// Matches a trace.
  ///
  /// - Parameter trace: Fixes in their order; what is wrong with one is told in the result.
  /// - Returns: Pieces of road, and what became of every fix.
  /// - Throws: ``MatchingError``: the map is damaged, or the task was cancelled.
  /// - Complexity: O(fixes · roads near each).
  public func match(_ trace: Trace) async throws(MatchingError) -> MatchResult {
    var worker = MatchWorker(self)
    return try worker.match(trace)
  }
}

/// Matches one trace after the other, and remembers the roads; a value for one task.
public struct MatchWorker {
  private var engine: TraceEngine

  /// A worker of a matcher.
  public init(_ matcher: MapMatcher) {
    engine = TraceEngine(matcher.map, matcher.vehicle, matcher.options)
  }

  /// Matches a trace: see ``MapMatcher/match(_:)``.
  public mutating func match(_ trace: Trace) throws(MatchingError) -> MatchResult {
    do throws(RoutingError) {
      engine.reset()
      var builder = PieceBuilder(engine.map)
      for (index, location) in trace.locations.enumerated() {
        if index & 255 == 255, Task.isCancelled { throw .cancelled }
        try engine.push(location)
        if !engine.fates.isEmpty {
          for fate in engine.takeFates() { try builder.add(fate) }
        }
      }
      try engine.finish()
      for fate in engine.takeFates() { try builder.add(fate) }
      try builder.finish()
      return MatchResult(
        pieces: builder.pieces, points: builder.points, noiseMetres: engine.noise)
    } catch {
      throw MatchingError(error)
    }
  }
}

extension MatchingError {
  init(_ error: RoutingError) {
    switch error {
    case .map(let map): self = .map(map)
    default: self = .cancelled
    }
  }
}
