import Bytes
public import Geo
public import MapReader
public import RoadModel
public import RouteModel

/// Matches traces of GPS fixes to roads.
///
///     let matcher = MapMatcher(map: map, vehicle: .car)
///     let result = try await matcher.match(Trace(locations))
///     for piece in result.pieces { print(piece.confidence, piece.edges.map(\.wayID)) }
///
/// A matcher is a value that many tasks may use at the same time; each call has its own memory. Use a ``MatchWorker``
/// to match many traces: it caches the roads.
public struct MapMatcher: TraceMatcher {
  /// The map.
  public let map: NavMap
  /// The vehicle that was driven.
  public let vehicle: Vehicle
  /// The parameters; matching throws an error that names one out of range.
  public var options: MatchOptions

  /// A matcher on a map.
  public init(map: NavMap, vehicle: Vehicle = .car, options: MatchOptions = .init()) {
    self.map = map
    self.vehicle = vehicle
    self.options = options
  }

  /// Matches a trace, on one of the engines' own threads.
  ///
  /// - Parameter trace: The fixes in order; the result reports invalid ones.
  /// - Returns: The pieces of road, and the outcome of every fix.
  /// - Throws: ``MatchingError``: the map is damaged, a parameter is out of range, or the task was cancelled.
  /// - Complexity: O(fixes · roads near each fix).
  public func match(_ trace: Trace) async throws(MatchingError) -> MatchResult {
    try await TaskThreads.run { () throws(MatchingError) in try match(trace) }
  }

  /// Matches a trace on the calling thread, for programs without tasks.
  ///
  /// - Parameter trace: The fixes in order; the result reports invalid ones.
  /// - Returns: The pieces of road, and the outcome of every fix.
  /// - Throws: ``MatchingError``: the map is damaged, a parameter is out of range, or the task was cancelled.
  public func match(_ trace: Trace) throws(MatchingError) -> MatchResult {
    var worker = MatchWorker(self)
    return try worker.match(trace)
  }
}

/// Matches one trace after the other and caches the roads; a value for one task.
///
/// ``match(_:)`` matches a complete trace. A trace of any length is matched in constant memory, fix by fix:
///
///     var worker = MatchWorker(matcher)
///     for location in trace {
///       try worker.push(location)
///       for event in worker.takeEvents() { write(event) }
///     }
///     try worker.finish()
///     for event in worker.takeEvents() { write(event) }
///
/// Both give the same result.
public struct MatchWorker: Sendable {
  private var engine: TraceEngine
  private var builder: PieceBuilder
  private var count = 0

  /// A worker of a matcher.
  ///
  /// - Parameters:
  ///   - matcher: The map, the vehicle and the parameters.
  ///   - delay: The number of later fixes after which a fix is decided, as in ``MatchSession``; nil for as many as
  ///     improve the result.
  public init(_ matcher: MapMatcher, delay: Int? = nil) {
    engine = TraceEngine(matcher.map, matcher.vehicle, matcher.options, delay: delay)
    builder = PieceBuilder(matcher, engine.rules)
  }

  /// Current estimate of the standard deviation of the noise, in metres.
  public var noiseMetres: Double { engine.noise }

  /// Begins another trace: discards the current one, but keeps the cached roads.
  public mutating func reset() {
    engine.reset()
    builder.reset()
    count = 0
  }

  /// Takes the next fix of a trace; ``takeEvents()`` returns the results.
  ///
  /// - Throws: ``MatchingError``: the map is damaged, a parameter is out of range, or the task was cancelled.
  /// - Complexity: O(roads near the fix), amortized; memory for the window and the roads around it.
  public mutating func push(_ location: Location) throws(MatchingError) {
    do throws(RoutingError) {
      count &+= 1
      if count & 255 == 0, Task.isCancelled { throw .cancelled }
      try engine.push(location)
      try build()
    } catch { throw MatchingError(error) }
  }

  /// Decides all remaining fixes at the end of a trace; ``reset()`` begins the next one.
  ///
  /// - Throws: ``MatchingError``.
  public mutating func finish() throws(MatchingError) {
    do throws(RoutingError) {
      try engine.finish()
      try build()
      try builder.finish()
    } catch { throw MatchingError(error) }
  }

  /// The events since the last call, in order.
  public mutating func takeEvents() -> [MatchEvent] { builder.takeEvents() }

  private mutating func build() throws(RoutingError) {
    if engine.fates.isEmpty { return }
    for fate in engine.takeFates() { try builder.add(fate) }
  }

  /// Matches a trace like `MapMatcher.match(_:)`.
  public mutating func match(_ trace: Trace) throws(MatchingError) -> MatchResult {
    reset()
    var collector = MatchCollector()
    for location in trace.locations {
      try push(location)
      collector.add(takeEvents())
    }
    try finish()
    collector.add(takeEvents())
    return MatchResult(
      pieces: collector.pieces, points: collector.points, stops: collector.stops,
      offRoad: collector.offRoad, noiseMetres: noiseMetres)
  }
}

/// Collects events into a result.
private struct MatchCollector {
  var pieces: [MatchedPiece] = []
  var points: [MatchedPoint] = []
  var stops: [MatchedStop] = []
  var offRoad: [OffRoadStretch] = []
  private var edges: [MatchedEdge] = []
  private var line: [Coordinate] = []

  mutating func add(_ events: [MatchEvent]) {
    for event in events {
      switch event {
      case .point(let point): points.append(point)
      case .stopped(let stop): stops.append(stop)
      case .offRoad(let stretch): offRoad.append(stretch)
      case .began(let place): (edges, line) = ([], [place])
      case .edge(let edge, let more):
        edges.append(edge)
        line += more
      case .ended(let piece):
        pieces.append(
          MatchedPiece(
            confidence: piece.confidence, edges: edges, points: piece.points,
            breakReason: piece.breakReason, polyline: line))
      }
    }
  }
}

extension MatchingError {
  init(_ error: RoutingError) {
    switch error {
    case .map(let failure): self = .map(failure)
    case .unknownEdge(let edge): self = .unknownEdge(edge)
    case .invalidSetting(let name, let value, let minimum, let maximum):
      self = .invalidSetting(name: name, value: value, minimum: minimum, maximum: maximum)
    default: self = .cancelled
    }
  }
}
