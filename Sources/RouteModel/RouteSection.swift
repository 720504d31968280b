public import Geo
public import RoadModel

/// The part of a route between two stopovers.
public struct RouteSection: Sendable, Hashable, Codable {
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
  /// The directed edges in order, the first and last in part.
  ///
  /// Where a waypoint is passed, an edge ends and may go on as the next. In a route of a service there are none, or those on the local map.
  public var edges: [RouteEdge]
  /// The waypoints that are passed without a stop, in order.
  public var passed: [PassedWaypoint]
  /// What is to be done on the way, from the departure to the arrival; none unless it was asked for with
  /// ``RouteRequest/Options/steps``.
  public var steps: [RouteStep]
  /// The ways that a service says the section follows, where it has no edges.
  package var foreignWayIDs: [Int64]

  private enum CodingKeys: String, CodingKey {
    case departure, arrival, polyline, lengthMetres, durationSeconds, edges, passed, steps
    case foreignWayIDs = "serviceWayIDs"
  }

  /// A section from its parts.
  public init(
    departure: SnappedWaypoint, arrival: SnappedWaypoint, polyline: [Coordinate],
    lengthMetres: Double, durationSeconds: Double, edges: [RouteEdge],
    passed: [PassedWaypoint] = [], steps: [RouteStep] = [], foreignWayIDs: [Int64] = []
  ) {
    self.departure = departure
    self.arrival = arrival
    self.polyline = polyline
    self.lengthMetres = lengthMetres
    self.durationSeconds = durationSeconds
    self.edges = edges
    self.passed = passed
    self.steps = steps
    self.foreignWayIDs = foreignWayIDs
  }

  /// The OSM ways that it follows, in order; none where the engine does not know them.
  ///
  /// A way of which nothing is driven, since the end lies where it meets another, is left out.
  public var wayIDs: [Int64] {
    if edges.isEmpty { return foreignWayIDs }
    var ways: [Int64] = []
    for edge in edges where edge.wayID != ways.last && edge.lengthMetres > 0 {
      ways.append(edge.wayID)
    }
    return ways.isEmpty ? [edges[0].wayID] : ways
  }
}

extension RouteSection {
  /// Reads a section; lists may be missing.
  ///
  /// - Throws: `DecodingError`, also where a number of a point or an edge is none of this section's.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      departure: try container.decode(SnappedWaypoint.self, forKey: .departure),
      arrival: try container.decode(SnappedWaypoint.self, forKey: .arrival),
      polyline: try container.decode([Coordinate].self, forKey: .polyline),
      lengthMetres: try container.decode(Double.self, forKey: .lengthMetres),
      durationSeconds: try container.decode(Double.self, forKey: .durationSeconds),
      edges: try container.decode(.edges, default: []),
      passed: try container.decode(.passed, default: []),
      steps: try container.decode(.steps, default: []),
      foreignWayIDs: try container.decode(.foreignWayIDs, default: []))
    guard hasKnownNumbers else {
      throw DecodingError.dataCorruptedError(
        forKey: .polyline, in: container,
        debugDescription: "a number of a point or an edge that the section does not have")
    }
  }

  private var hasKnownNumbers: Bool {
    let points = polyline.indices
    func isKnown(_ range: ClosedRange<Int>) -> Bool {
      points.contains(range.lowerBound) && points.contains(range.upperBound)
    }
    return !polyline.isEmpty && edges.allSatisfy { isKnown($0.points) }
      && steps.allSatisfy { isKnown($0.points) }
      && passed.allSatisfy { 0...edges.count ~= $0.edge && points.contains($0.point) }
  }
}

/// Where in a section a waypoint is passed.
public struct PassedWaypoint: Sendable, Hashable, Codable {
  /// Where it lies on the road.
  public var waypoint: SnappedWaypoint
  /// The number of the first edge behind it; 0 where there are no edges.
  public var edge: Int
  /// The number of its point in the section's polyline.
  public var point: Int

  /// A waypoint that is passed.
  public init(waypoint: SnappedWaypoint, edge: Int, point: Int) {
    self.waypoint = waypoint
    self.edge = edge
    self.point = point
  }
}

/// A directed edge on a route, or the part of it that is driven.
public struct RouteEdge: Sendable, Hashable {
  /// The edge.
  public var id: EdgeID
  /// Whether it is driven in the direction in which the way is drawn.
  public var isForward: Bool
  /// Metres driven on it.
  public var lengthMetres: Double
  /// Time for these metres, whole so that sums are exact.
  package var time: Centiseconds
  /// Time for the turn onto it.
  package var turnTime: Centiseconds
  /// What it has in common with other edges of its way.
  package let way: RouteWay
  /// The vehicle limits on it in this direction that always hold.
  public var limits: [VehicleLimit]
  /// The rules on it in this direction that hold under conditions.
  public var conditionalRules: [RoadRule]
  /// Its first and last point in the section's polyline.
  public var points: ClosedRange<Int>

  /// An edge from its parts.
  public init(
    id: EdgeID, wayID: Int64, isForward: Bool, lengthMetres: Double, durationSeconds: Double,
    turnDurationSeconds: Double, name: String?, ref: String?, road: RoadAttributes,
    limits: [VehicleLimit], conditionalRules: [RoadRule], points: ClosedRange<Int>
  ) {
    self.init(
      id: id, isForward: isForward, lengthMetres: lengthMetres,
      time: Centiseconds(seconds: durationSeconds),
      turnTime: Centiseconds(seconds: turnDurationSeconds),
      way: RouteWay(id: wayID, name: name, ref: ref, road: road),
      limits: limits, conditionalRules: conditionalRules, points: points)
  }

  package init(
    id: EdgeID, isForward: Bool, lengthMetres: Double, time: Centiseconds,
    turnTime: Centiseconds, way: RouteWay, limits: [VehicleLimit],
    conditionalRules: [RoadRule], points: ClosedRange<Int>
  ) {
    self.id = id
    self.isForward = isForward
    self.lengthMetres = lengthMetres
    self.time = time
    self.turnTime = turnTime
    self.way = way
    self.limits = limits
    self.conditionalRules = conditionalRules
    self.points = points
  }

  /// Seconds for these metres, in whole hundredths.
  public var durationSeconds: Double {
    get { Double(time) / 100 }
    set { time = Centiseconds(seconds: newValue) }
  }
  /// Seconds for the turn onto it, in whole hundredths.
  public var turnDurationSeconds: Double {
    get { Double(turnTime) / 100 }
    set { turnTime = Centiseconds(seconds: newValue) }
  }
  /// The OSM way.
  public var wayID: Int64 { way.id }
  /// Name of the road.
  public var name: String? { way.name }
  /// Number of the road.
  public var ref: String? { way.ref }
  /// What the road is.
  public var road: RoadAttributes { way.road }
}

/// What the edges of a way have in common: an object, since a long route has many edges of few ways, and each
/// copy of an edge would copy two strings.
package final class RouteWay: Sendable {
  package let id: Int64
  package let name: String?
  package let ref: String?
  package let road: RoadAttributes

  package init(id: Int64, name: String?, ref: String?, road: RoadAttributes) {
    self.id = id
    self.name = name
    self.ref = ref
    self.road = road
  }
}

extension RouteWay: Hashable {
  package static func == (a: RouteWay, b: RouteWay) -> Bool {
    a === b || a.id == b.id && a.name == b.name && a.ref == b.ref && a.road == b.road
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension ArraySlice<RouteEdge> {
  /// Metres driven on them.
  package var lengthMetres: Double {
    var metres = 0.0
    for index in indices { metres += self[index].lengthMetres }
    return metres
  }
  /// Seconds on them and for the turns onto them; summed in hundredths.
  package var durationSeconds: Double {
    var time: UInt64 = 0
    for index in indices { time += UInt64(self[index].time) + UInt64(self[index].turnTime) }
    return Double(time) / 100
  }
}

extension [RouteEdge] {
  /// The edges that are told of: all but a first and a last piece of less than a metre.
  ///
  /// An end that lies where roads meet has such a piece. Where nothing is longer, it is the longest.
  package var told: Range<Int> {
    let least = 1.0
    guard count > 1 else { return indices }
    guard lengthMetres >= least else {
      let longest = indices.max { self[$0].lengthMetres < self[$1].lengthMetres } ?? 0
      return longest..<longest + 1
    }
    var (first, last) = (0, count - 1)
    var metres = 0.0
    while first < last, metres + self[first].lengthMetres < least {
      metres += self[first].lengthMetres
      first += 1
    }
    metres = 0
    while last > first, metres + self[last].lengthMetres < least {
      metres += self[last].lengthMetres
      last -= 1
    }
    return first..<last + 1
  }

  /// Metres driven on them.
  package var lengthMetres: Double { self[...].lengthMetres }
  /// Seconds on them and for the turns onto them.
  package var durationSeconds: Double { self[...].durationSeconds }
}
