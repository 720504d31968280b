public import Geo
public import RoadModel

/// A way from the first waypoint of a request to the last.
public struct Route: Sendable, Hashable {
  /// One section for each stretch between stopovers.
  public var sections: [RouteSection]
  /// What was asked for and could not be kept, or else should be known.
  public var notices: [RouteNotice]

  /// A route from its parts.
  package init(sections: [RouteSection], notices: [RouteNotice]) {
    self.sections = sections
    self.notices = notices
  }

  /// The rules that the route breaks, since no route breaks none.
  public var violations: [Blocker] {
    notices.compactMap { if case .violated(let blocker) = $0 { blocker } else { nil } }
  }
  /// The rules on the route of which it is not known whether they hold.
  public var potentialRules: [PotentialRule] {
    notices.compactMap { if case .potential(let rule) = $0 { rule } else { nil } }
  }

  /// Length in metres.
  public var lengthMetres: Double { sections.reduce(0) { $0 + $1.lengthMetres } }
  /// Duration in seconds.
  public var durationSeconds: Double { sections.reduce(0) { $0 + $1.durationSeconds } }
  /// The whole line.
  public var polyline: [Coordinate] {
    var line: [Coordinate] = []
    for section in sections {
      line.append(
        contentsOf: line.last == section.polyline.first
          ? section.polyline.dropFirst() : section.polyline[...])
    }
    return line
  }
  /// The rectangle that holds the line.
  public var boundingBox: Box {
    sections.reduce(into: Box.empty) { box, section in
      for point in section.polyline { box.add(point) }
    }
  }
}

/// Where a waypoint came to lie on the road.
public struct SnappedWaypoint: Sendable, Hashable {
  /// The point on the road.
  public var position: Coordinate
  /// Metres from the waypoint to it.
  public var distanceMetres: Double
  /// Name of the road.
  public var roadName: String?

  /// A place on the road.
  package init(position: Coordinate, distanceMetres: Double, roadName: String?) {
    self.position = position
    self.distanceMetres = distanceMetres
    self.roadName = roadName
  }
}

/// The part of a route between two stopovers.
public struct RouteSection: Sendable, Hashable {
  /// Where it begins.
  public var departure: SnappedWaypoint
  /// Where it ends.
  public var arrival: SnappedWaypoint
  /// Its line, from the one to the other.
  public var polyline: [Coordinate]
  /// Length in metres.
  public var lengthMetres: Double
  /// Duration in seconds; costs are summed in hundredths.
  public var durationSeconds: Double
  /// The directed edges in order, the first and last in part; where a waypoint is passed, an edge ends and
  /// may go on as the next.
  public var edges: [RouteEdge]
  /// The waypoints that are passed without a stop, in order.
  public var passed: [PassedWaypoint]

  /// A section from its parts.
  package init(
    departure: SnappedWaypoint, arrival: SnappedWaypoint, polyline: [Coordinate],
    lengthMetres: Double, durationSeconds: Double, edges: [RouteEdge],
    passed: [PassedWaypoint] = []
  ) {
    self.departure = departure
    self.arrival = arrival
    self.polyline = polyline
    self.lengthMetres = lengthMetres
    self.durationSeconds = durationSeconds
    self.edges = edges
    self.passed = passed
  }
}

/// Where in a section a waypoint is passed.
public struct PassedWaypoint: Sendable, Hashable {
  /// Where it lies on the road.
  public var waypoint: SnappedWaypoint
  /// The number of the first edge behind it.
  public var edge: Int
  /// The number of its point in the section's polyline.
  public var point: Int
}

/// A directed edge on a route, or the part of it that is driven.
public struct RouteEdge: Sendable, Hashable {
  /// The edge's id in the map; valid for this file only.
  public var id: UInt32
  /// The OSM way.
  public var wayID: Int64
  /// Whether it is driven in the direction in which the way is drawn.
  public var isForward: Bool
  /// Metres driven on it.
  public var lengthMetres: Double
  /// Hundredths of a second for these metres.
  public var duration: Centiseconds
  /// Hundredths of a second for the turn onto it.
  public var turnDuration: Centiseconds
  /// Name of the road.
  public var name: String?
  /// Number of the road.
  public var ref: String?
  /// What the road is.
  public var road: RoadAttributes
  /// The vehicle limits on it in this direction that always hold.
  public var limits: [VehicleLimit]
  /// The rules on it in this direction that hold under conditions.
  public var conditionalRules: [RoadRule]
  /// Its first and last point in the section's polyline.
  public var points: ClosedRange<Int>

  /// An edge from its parts.
  package init(
    id: UInt32, wayID: Int64, isForward: Bool, lengthMetres: Double, duration: Centiseconds,
    turnDuration: Centiseconds, name: String?, ref: String?, road: RoadAttributes,
    limits: [VehicleLimit], conditionalRules: [RoadRule], points: ClosedRange<Int>
  ) {
    self.id = id
    self.wayID = wayID
    self.isForward = isForward
    self.lengthMetres = lengthMetres
    self.duration = duration
    self.turnDuration = turnDuration
    self.name = name
    self.ref = ref
    self.road = road
    self.limits = limits
    self.conditionalRules = conditionalRules
    self.points = points
  }
}

/// Something about a route that the caller should know.
public enum RouteNotice: Sendable, Hashable {
  /// The route could not keep away from this.
  case avoidanceViolated(Avoidance)
  /// The waypoint's nearest road has no connection, so one farther off was taken.
  case snappedFarther(waypoint: Int, metres: Double)
  /// The waypoint's nearest road has a limit that the vehicle exceeds, so one farther off was taken.
  case endLimited(waypoint: Int, metres: Double, Blocker)
  /// Fewer further routes than asked for.
  case fewerAlternatives(wanted: Int, found: Int)
  /// The route breaks this rule, since no route breaks none.
  case violated(Blocker)
  /// A rule on the route may hold when it is driven; it was not applied.
  case potential(PotentialRule)
  /// The departure time was not used: the map's time zone is not known, and the time names no offset.
  case departureIgnored

  /// One line for people.
  public var text: String {
    switch self {
    case .avoidanceViolated(let what):
      "could not avoid: "
        + Avoidance.named.filter { what.contains($0.value) }.map(\.name).joined(separator: ", ")
    case .snappedFarther(let waypoint, let metres):
      "the road nearest to waypoint \(waypoint + 1) leads nowhere; "
        + "took one \(Int(metres.rounded())) m away"
    case .endLimited(let waypoint, let metres, let blocker):
      "the road nearest to waypoint \(waypoint + 1) is closed to the vehicle (\(blocker.text)); "
        + "took one \(Int(metres.rounded())) m away"
    case .fewerAlternatives(let wanted, let found):
      "\(wanted) alternatives were asked for, \(found) found"
    case .violated(let blocker): "breaks \(blocker.text)\(Self.span(blocker))"
    case .potential(let rule): rule.text
    case .departureIgnored:
      "the map's time zone is not known, so the departure time was not used; "
        + "give it with an offset, such as 2026-11-21T10:00+01:00"
    }
  }
}

extension RouteNotice {
  /// Where on the route a rule is broken, in kilometres from its start.
  private static func span(_ blocker: Blocker) -> String {
    guard let span = blocker.span else { return "" }
    func kilometres(_ metres: Double) -> String {
      let tens = Int((metres / 10).rounded())
      return "\(tens / 100).\(tens / 10 % 10)\(tens % 10)"
    }
    return ", km \(kilometres(span.lowerBound)) to \(kilometres(span.upperBound))"
  }
}

/// A rule that only sometimes holds, on a route of which it is not known whether it does.
public struct PotentialRule: Sendable, Hashable {
  /// The rule with its condition.
  public var rule: RoadRule
  /// Name or number of the road, where the rule is of a road.
  public var road: String?
  /// The OSM way, where the rule is of one.
  public var wayID: Int64?
  /// The middle of the road, or the junction.
  public var position: Coordinate
  /// Roads and junctions on the route with the same rule.
  public var count: Int
  /// What the turn is called, such as `no_left_turn`, where the rule forbids one.
  var turn: String?

  /// The rule as a tag in canonical form.
  public var tag: String { turn.map { rule.tag(turn: $0) } ?? rule.tag }

  /// What kind of rule it is: `potentialAccess`, `potentialLimit`, `potentialSpeed` or `potentialTurn`.
  public var kind: String {
    switch rule.effect {
    case .limit: "potentialLimit"
    case .access: "potentialAccess"
    case .speed, .truckSpeed: "potentialSpeed"
    case .ban: "potentialTurn"
    }
  }

  /// One line for people.
  public var text: String {
    let place = wayID.map { "\(road ?? "unnamed road") (way \($0))" } ?? "junction"
    let more = count > 1 ? " and \(count - 1) more" : ""
    return "\(kind): \(tag) may hold and was not applied: \(place) at \(position)\(more)"
  }
}

/// The answer of an engine.
public struct RouteResponse: Sendable, Hashable {
  /// The best route, then further ones.
  public var routes: [Route]
  /// How the search went.
  public var statistics: SearchStatistics
}

/// What a calculation did, for benchmarks and for the curious.
public struct SearchStatistics: Sendable, Hashable {
  /// Directed edges whose cost became final.
  public var settledEdges = 0
  /// Tiles that were looked at.
  public var touchedTiles = 0
  /// Searches that were made.
  public var searches = 0
  /// The slowest of the ways by which the legs were found; nil when there was no search.
  public var rung: SearchRung?
  /// Time to find the roads next to the waypoints.
  public var snapping = Duration.zero
  /// Time to find the paths, explanations of refusals included.
  public var searching = Duration.zero
  /// Time to make geometry, names and notices of the paths.
  public var building = Duration.zero
}

extension SearchStatistics {
  /// Adds what another search of the same calculation did.
  mutating func add(_ other: SearchStatistics) {
    settledEdges += other.settledEdges
    touchedTiles = max(touchedTiles, other.touchedTiles)
    searches += other.searches
    if let slower = other.rung { rung = max(rung ?? slower, slower) }
    snapping += other.snapping
    searching += other.searching
    building += other.building
  }
}
