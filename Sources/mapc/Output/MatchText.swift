import Bytes
import MapMatching
import RouteModel

/// Matches as text: each piece of a trace when it is complete, then a summary of its fixes.
struct MatchText: MatchWriter {
  /// The maximum number of listed fixes for each reason for leaving them out.
  private static let named = 8

  private let output: MatchOutput
  /// The roads of the current piece, in order.
  private var roads: Spool
  private var road: (name: String, metres: Double)?
  private var isFirst = true
  private var fixes = 0
  private var onRoad = 0
  private var leftOut: [String: (count: Int, first: [Int])] = [:]
  private var stops: (count: Int, seconds: Double, first: [MatchedStop]) = (0, 0, [])
  private var violations: (count: Int, first: [MatchedViolation]) = (0, [])

  init(_ output: MatchOutput) {
    self.output = output
    roads = Spool(folder: output.scratch)
  }

  mutating func begin(name: String?) throws {
    try output.write((isFirst ? "" : "\n") + TerminalText.harmless(name ?? "trace") + "\n")
    isFirst = false
    (fixes, onRoad, leftOut) = (0, 0, [:])
    (stops, violations) = ((0, 0, []), (0, []))
  }

  mutating func end(noiseMetres: Double, oddTimes: Int) throws {
    try output.write(
      "  \(Text.count(onRoad)) of \(Text.count(fixes)) fixes on roads, noise "
        + "\(Text.fixed(noiseMetres, 1)) m\n")
    if oddTimes > 0 {
      try output.write(
        oddTimes == 1
          ? "  1 time can't be read; its fix has no time\n"
          : "  \(Text.count(oddTimes)) times can't be read; their fixes have no time\n")
    }
    try writeStopsAndViolations()
    for (reason, fixes) in leftOut.sorted(by: { $0.key < $1.key }) {
      let some = fixes.first.map(String.init).joined(separator: ", ")
      let rest = fixes.count - fixes.first.count
      try output.write(
        "  left out, \(reason): \(some)\(rest > 0 ? " and \(Text.count(rest)) more" : "")\n")
    }
  }

  /// Writes the first stops and violated rules of a trace.
  private func writeStopsAndViolations() throws {
    for stop in stops.first {
      let road = stop.road.map { $0.name ?? "way \($0.wayID)" } ?? "off the roads"
      try output.write(
        "  stood \(Text.duration(stop.durationSeconds)) at \(stop.place), "
          + "\(TerminalText.harmless(road))\n")
    }
    if stops.count > stops.first.count {
      try output.write(
        "  stood \(Text.count(stops.count)) times, \(Text.duration(stops.seconds)) in all\n")
    }
    for violation in violations.first {
      try output.write(
        "  \(violation.kind.rawValue): \(TerminalText.harmless(violation.rule.text))\n")
    }
    let rest = violations.count - violations.first.count
    if rest > 0 { try output.write("  \(Text.count(rest)) more violated rules\n") }
  }

  mutating func finish() throws {}

  mutating func add(_ event: MatchEvent) throws {
    switch event {
    case .point(let point): add(point)
    case .began: road = nil
    case .edge(let edge, _): try add(edge)
    case .stopped(let stop):
      stops.count += 1
      stops.seconds += stop.durationSeconds
      if stops.first.count < Self.named { stops.first.append(stop) }
    case .offRoad(let stretch):
      try output.write("  -- off the roads of the map: \(Text.distance(stretch.lengthMetres))\n")
    case .ended(let piece):
      try endRoad()
      if let reason = piece.breakReason, reason != .offRoad {
        try output.write("  -- break: \(reason.rawValue)\n")
      }
      try output.write(
        "  fixes \(piece.points.lowerBound) to \(piece.points.upperBound): "
          + "\(Text.distance(piece.lengthMetres)), confidence \(Text.fixed(piece.confidence, 2))\n")
      try output.write(draining: &roads)
    }
  }

  private mutating func add(_ point: MatchedPoint) {
    fixes += 1
    guard case .dropped(let reason) = point.outcome else {
      if point.position != nil { onRoad += 1 }
      return
    }
    var known = leftOut[reason.rawValue] ?? (0, [])
    known.count += 1
    if known.first.count < Self.named { known.first.append(point.index) }
    leftOut[reason.rawValue] = known
  }

  /// Joins consecutive edges with the same name.
  private mutating func add(_ edge: MatchedEdge) throws {
    for violation in edge.violations {
      violations.count += 1
      if violations.first.count < Self.named { violations.first.append(violation) }
    }
    let name = edge.name ?? edge.ref ?? "unnamed road (way \(edge.wayID))"
    if road?.name == name {
      road?.metres += edge.lengthMetres
    } else {
      try endRoad()
      road = (name, edge.lengthMetres)
    }
  }

  private mutating func endRoad() throws {
    guard let road else { return }
    let name = TerminalText.harmless(road.name)
    try roads.append(Array("    \(name), \(Text.distance(road.metres))\n".utf8))
    self.road = nil
  }
}
