import Bytes
import Geo
import MapMatching
import RouteModel
import TraceIO

/// Matches the fixes of traces and passes the results to a writer, in constant memory.
struct MatchRun<Writer: MatchWriter> {
  /// The number of fixes between two readings of the clock.
  private static var batch: Int { 256 }

  private var worker: MatchWorker
  private var writer: Writer
  /// The closure that is called when the first piece is found.
  private let found: () throws -> Void
  /// Suspected errors of the map; nil if they are not requested.
  private(set) var issues: MapIssues?
  private var batch: [Location] = []
  /// Whether all traces of a line count as one.
  private var isLine = false
  private var hasBegun = false
  private(set) var clock = MatchClock()
  /// The number of unreadable times of the current trace, and of all traces.
  private var oddTimesOfTrace = 0
  private(set) var oddTimes = 0
  /// The number of fixes of the current trace, and of those that are earlier than the one before.
  private var order = (fixes: 0, early: 0)
  /// The number of traces in which most fixes are earlier than the one before.
  private(set) var unordered = 0
  /// The first place of the traces.
  private(set) var firstPlace: Coordinate?
  /// Whether any fix was near a road.
  private(set) var hasPieces = false

  init(
    _ worker: MatchWorker, _ writer: Writer, issues: MapIssues?,
    found: @escaping () throws -> Void = {}
  ) {
    self.issues = issues
    self.worker = worker
    self.writer = writer
    self.found = found
  }

  /// Adds the next event of the reader.
  mutating func take(_ event: TraceEvent) throws {
    switch event {
    case .began(let name): try begin(name: name)
    case .fix(let location, let hasOddTime): try add(location, hasOddTime: hasOddTime)
    case .ended: if !isLine { try endTrace() }
    }
  }

  private mutating func begin(name: String?) throws {
    if isLine && hasBegun { return }
    hasBegun = true
    oddTimesOfTrace = 0
    order = (0, 0)
    worker.reset()
    batch.removeAll(keepingCapacity: true)
    issues?.beginTrace()
    try writer.begin(name: name)
  }

  private mutating func add(_ location: Location, hasOddTime: Bool) throws {
    if firstPlace == nil {
      firstPlace = Coordinate(latitude: location.latitude, longitude: location.longitude)
    }
    if hasOddTime {
      oddTimesOfTrace += 1
      oddTimes += 1
    }
    batch.append(location)
    if batch.count == Self.batch { try match() }
  }

  /// Treats the traces from here to ``endLine()`` as one.
  mutating func beginLine() { (isLine, hasBegun) = (true, false) }

  /// Ends the trace of the line, which may have no fix.
  mutating func endLine() throws {
    if !hasBegun { try begin(name: nil) }
    try endTrace()
  }

  /// Ends the output, after all traces.
  mutating func finish() throws { try writer.finish() }

  private mutating func match() throws {
    let start = ProcessClock.cpuSeconds
    var events: [MatchEvent] = []
    do throws(MatchingError) {
      for location in batch { try worker.push(location) }
      events = worker.takeEvents()
    } catch { throw Failure(error) }
    clock.add(batch.count, since: start)
    batch.removeAll(keepingCapacity: true)
    try write(events)
  }

  private mutating func endTrace() throws {
    try match()
    let start = ProcessClock.cpuSeconds
    do throws(MatchingError) { try worker.finish() } catch { throw Failure(error) }
    let events = worker.takeEvents()
    clock.add(0, since: start)
    try write(events)
    if 2 * order.early > order.fixes { unordered += 1 }
    try writer.end(noiseMetres: worker.noiseMetres, oddTimes: oddTimesOfTrace)
  }

  private mutating func write(_ events: [MatchEvent]) throws {
    for event in events {
      if case .began = event, !hasPieces {
        hasPieces = true
        try found()
      }
      if case .point(let point) = event {
        order.fixes += 1
        if point.outcome == .dropped(.outOfOrder) { order.early += 1 }
      }
      issues?.add(event)
      try writer.add(event)
    }
  }
}

/// The number of matched fixes, and the CPU time without reading and writing.
struct MatchClock {
  private var fixes = 0
  private var seconds = 0.0

  /// Adds fixes, and the CPU time since a reading of the clock.
  mutating func add(_ count: Int, since start: Double) {
    seconds += ProcessClock.cpuSeconds - start
    fixes += count
  }

  /// The text, such as `1,200 fixes in 0.010 s, 120,000 per second`.
  var text: String {
    let rate = seconds > 0 ? Int(Double(fixes) / seconds) : 0
    return
      "\(Text.count(fixes)) fixes in \(Text.fixed(seconds, 3)) s, \(Text.count(rate)) per second"
  }
}
