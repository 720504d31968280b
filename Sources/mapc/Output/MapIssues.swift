import Geo
import JSON
import RouteModel

/// Suspected errors of the map from many traces: violated rules and missing roads.
///
/// A rule that many drivers violate is probably an error. Memory is proportional to the number of
/// different places with an issue, at most ``maximumIssues``.
struct MapIssues {
  /// The maximum number of issues; further ones are counted, but not kept.
  private static let maximumIssues = 200_000
  /// The minimum length in metres of a stretch off the roads that counts as a missing road.
  private static let minimumStretch = 30.0
  /// The maximum distance in metres between the ends of stretches that count as the same road.
  private static let sameEnd = 50.0
  /// The side of the squares by which their ends are searched, about 50 m in 1e-7 degrees.
  private static let side: Int32 = 5_000

  /// The key of an issue, which is equal for all its findings.
  private struct Key: Hashable {
    var kind: String
    var tag: String
    var wayID: Int64
    /// The places of a turn or barrier; empty for a road, which its way identifies.
    var places: [Coordinate]

    /// The text that orders issues of the same frequency.
    var order: String { "\(kind) \(wayID) \(tag) \(places)" }
  }

  /// An issue and its frequency.
  private struct Issue {
    var kind: String
    var rule: Blocker?
    var line: [Coordinate]
    var count = 0
    var traces = 0
    var lastTrace = -1
  }

  private var issues: [Key: Issue] = [:]
  private var trace = -1
  /// The issues of the edge before, since several edges of a way are one finding.
  private var ofLastEdge: Set<Key> = []
  private(set) var unlisted = 0

  /// Begins a trace.
  mutating func beginTrace() {
    trace += 1
    ofLastEdge = []
  }

  /// Adds an event of a trace.
  mutating func add(_ event: MatchEvent) {
    switch event {
    case .began: ofLastEdge = []
    case .edge(let edge, _): add(edge.violations)
    case .offRoad(let stretch): add(stretch)
    default: break
    }
  }

  /// Adds the violations on an edge.
  private mutating func add(_ violations: [MatchedViolation]) {
    var keys: Set<Key> = []
    for violation in violations {
      let rule = violation.rule
      let hasPlace = violation.kind == .barrier || violation.kind == .forbiddenTurn
      let key = Key(
        kind: violation.kind.rawValue, tag: rule.tag, wayID: rule.wayID,
        places: hasPlace ? [rule.position] : [])
      keys.insert(key)
      if ofLastEdge.contains(key) { continue }
      count(key, Issue(kind: violation.kind.rawValue, rule: rule, line: [rule.position]))
    }
    ofLastEdge = keys
  }

  /// Adds a stretch between two roads; at the beginning or end of a trace it may be a yard.
  private mutating func add(_ stretch: OffRoadStretch) {
    guard stretch.isBetweenRoads, stretch.lengthMetres >= Self.minimumStretch,
      let first = stretch.polyline.first, let last = stretch.polyline.last
    else { return }
    let key = known(first, last) ?? Self.missing(Self.rounded(first), Self.rounded(last))
    count(key, Issue(kind: key.kind, rule: nil, line: stretch.polyline))
  }

  /// The key of a missing road between two squares, in either direction.
  private static func missing(_ first: Coordinate, _ last: Coordinate) -> Key {
    let ends = [first, last]
      .sorted { ($0.latitudeUnits, $0.longitudeUnits) < ($1.latitudeUnits, $1.longitudeUnits) }
    return Key(kind: "missing road", tag: "", wayID: 0, places: ends)
  }

  /// The key of the known missing road whose ends are nearest to those of a stretch; nil if none are near.
  ///
  /// Noise moves the places where vehicles leave the roads and return, also from one square to the next.
  private func known(_ first: Coordinate, _ last: Coordinate) -> Key? {
    var best: (metres: Double, key: Key)?
    for start in Self.around(first) {
      for end in Self.around(last) {
        let key = Self.missing(start, end)
        guard let line = issues[key]?.line, let a = line.first, let b = line.last else { continue }
        let metres = min(
          max(Distance.metres(a, first), Distance.metres(b, last)),
          max(Distance.metres(a, last), Distance.metres(b, first)))
        if metres <= Self.sameEnd, best.map({ metres < $0.metres }) ?? true { best = (metres, key) }
      }
    }
    return best?.key
  }

  /// The square of a place and those around it.
  private static func around(_ place: Coordinate) -> [Coordinate] {
    let square = rounded(place)
    let steps = [-side, 0, side]
    return steps.flatMap { north in
      steps.map { east in
        Coordinate(
          latitudeUnits: square.latitudeUnits + north, longitudeUnits: square.longitudeUnits + east)
      }
    }
  }

  /// A place rounded to its square.
  private static func rounded(_ place: Coordinate) -> Coordinate {
    Coordinate(
      latitudeUnits: place.latitudeUnits / side * side,
      longitudeUnits: place.longitudeUnits / side * side)
  }

  private mutating func count(_ key: Key, _ new: Issue) {
    if issues[key] == nil, issues.count >= Self.maximumIssues {
      unlisted += 1
      return
    }
    var issue = issues[key] ?? new
    issue.count += 1
    if issue.lastTrace != trace { issue.traces += 1 }
    issue.lastTrace = trace
    issues[key] = issue
  }

  /// The issues as GeoJSON, in descending order of traces.
  func geoJSON(attribution: String) -> [UInt8] {
    let ranked = issues.sorted {
      ($1.value.traces, $1.value.count, $0.key.order) < (
        $0.value.traces, $0.value.count, $1.key.order
      )
    }
    var json = JSONWriter()
    json.object { root in
      root.string("type", "FeatureCollection")
      root.string("attribution", attribution)
      root.int("unlisted", unlisted)
      root.array("features") { list in
        for (_, issue) in ranked { list.object { Self.write(issue, to: &$0) } }
      }
    }
    return json.bytes
  }

  private static func write(_ issue: Issue, to feature: inout JSONWriter) {
    feature.string("type", "Feature")
    if issue.line.count > 1 {
      feature.geometry(issue.line)
    } else if let place = issue.line.first {
      feature.geometry(place)
    }
    feature.object("properties") {
      $0.string("kind", issue.kind)
      $0.int("traces", issue.traces)
      $0.int("count", issue.count)
      guard let rule = issue.rule else { return }
      $0.string("tag", rule.tag)
      $0.int("way_id", Int(rule.wayID))
      $0.string("road", rule.road)
    }
  }
}
