import Geo
import JSON
import RouteModel

/// Suspected errors of the map, gathered over many traces: rules that were violated, and roads that are missing.
///
/// One driver may not obey; where many do not, the map is wrong. Memory is proportional to the number of different
/// places with an issue, at most ``maximumIssues``.
struct MapIssues {
  /// Further issues are counted, not kept.
  private static let maximumIssues = 200_000
  /// A stretch off the roads that is shorter than this is no missing road, metres.
  private static let minimumStretch = 30.0

  /// The key that makes two findings the same issue.
  private struct Key: Hashable {
    var kind: String
    var tag: String
    var wayID: Int64
    /// The way is enough for a road; a turn or a barrier also has a place.
    var places: [Coordinate]

    /// A text by which issues that are as frequent are sorted.
    var order: String { "\(kind) \(wayID) \(tag) \(places)" }
  }

  /// An issue and how often it was found.
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
  /// The issues of the edge before: a way of several edges is one finding.
  private var ofLastEdge: Set<Key> = []
  private(set) var unlisted = 0

  /// A trace begins.
  mutating func beginTrace() {
    trace += 1
    ofLastEdge = []
  }

  /// Takes what was found out about a trace.
  mutating func add(_ event: MatchEvent) {
    switch event {
    case .began: ofLastEdge = []
    case .edge(let edge, _): add(edge.violations)
    case .offRoad(let stretch): add(stretch)
    default: break
    }
  }

  /// Takes what one edge violates.
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

  /// A stretch between two roads: where a trace begins or ends, there is a yard.
  private mutating func add(_ stretch: OffRoadStretch) {
    guard stretch.isBetweenRoads, stretch.lengthMetres >= Self.minimumStretch,
      let first = stretch.polyline.first, let last = stretch.polyline.last
    else { return }
    let ends = [Self.rounded(first), Self.rounded(last)]
      .sorted { ($0.latitudeUnits, $0.longitudeUnits) < ($1.latitudeUnits, $1.longitudeUnits) }
    let kind = "missing road"
    let key = Key(kind: kind, tag: "", wayID: 0, places: ends)
    count(key, Issue(kind: kind, rule: nil, line: stretch.polyline))
  }

  /// A place on a grid of some 50 m.
  private static func rounded(_ place: Coordinate) -> Coordinate {
    Coordinate(
      latitudeUnits: place.latitudeUnits / 5_000 * 5_000,
      longitudeUnits: place.longitudeUnits / 5_000 * 5_000)
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

  /// The issues as GeoJSON, most traces first.
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
    feature.object("geometry") {
      guard issue.line.count > 1 else {
        $0.string("type", "Point")
        if let place = issue.line.first { $0.position("coordinates", place) }
        return
      }
      $0.string("type", "LineString")
      $0.array("coordinates") { list in for place in issue.line { list.position(place) } }
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
