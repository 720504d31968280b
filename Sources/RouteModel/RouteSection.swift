public import Geo
public import RoadModel

/// The part of a route between two stopovers.
public struct RouteSection: Sendable, Hashable, Codable {
  /// The snapped waypoint at its beginning.
  public var departure: SnappedWaypoint
  /// The snapped waypoint at its end.
  public var arrival: SnappedWaypoint
  /// Its line, from departure to arrival; at least one point.
  public var polyline: [Coordinate]
  /// Length in metres.
  public var lengthMetres: Double
  /// Duration in seconds; costs are summed in hundredths.
  public var durationSeconds: Double
  /// The directed edges in order, the first and last in part.
  ///
  /// An edge is split where the route passes a waypoint. A route of a service has no edges, or those on the local map.
  public var edges: [RouteEdge]
  /// The pass-through waypoints, in order.
  public var passed: [PassedWaypoint]
  /// The steps from departure to arrival; empty unless requested with ``RouteRequest/Options/steps``.
  public var steps: [RouteStep]
  /// The traffic on it, in order; nil if no traffic was considered.
  ///
  /// Stretches without data have no span.
  public var traffic: [TrafficSpan]?
  /// The elevation along it; nil unless requested with ``RouteRequest/Options/elevation``, or if the map has none.
  public var elevation: SectionElevation?
  /// The energy along it; nil unless requested with ``RouteRequest/Options/energy``.
  public var energy: SectionEnergy?
  /// The actions at its end: waiting and charging.
  ///
  /// ``durationSeconds`` does not include them.
  public var postActions: [PostAction]
  /// The charging station at its end, if it ends at one.
  public var chargingStation: ChargingStation?
  /// The ways given by a service, if the section has no edges.
  package var foreignWayIDs: [Int64]
  /// The energy of a carrier that only a later version knows; it was read, and is written back.
  private var unknownEnergy: JSONValue?

  private enum CodingKeys: String, CodingKey {
    case departure, arrival, polyline, lengthMetres, durationSeconds, edges, passed, steps
    case traffic, elevation, energy, postActions, chargingStation
    case foreignWayIDs = "serviceWayIDs"
  }

  /// A section from its parts.
  public init(
    departure: SnappedWaypoint, arrival: SnappedWaypoint, polyline: [Coordinate],
    lengthMetres: Double, durationSeconds: Double, edges: [RouteEdge],
    passed: [PassedWaypoint] = [], steps: [RouteStep] = [], traffic: [TrafficSpan]? = nil,
    elevation: SectionElevation? = nil, energy: SectionEnergy? = nil,
    postActions: [PostAction] = [], chargingStation: ChargingStation? = nil,
    foreignWayIDs: [Int64] = []
  ) {
    self.departure = departure
    self.arrival = arrival
    self.polyline = polyline
    self.lengthMetres = lengthMetres
    self.durationSeconds = durationSeconds
    self.edges = edges
    self.passed = passed
    self.steps = steps
    self.traffic = traffic
    self.elevation = elevation
    self.energy = energy
    self.postActions = postActions
    self.chargingStation = chargingStation
    self.foreignWayIDs = foreignWayIDs
  }

  /// The OSM ways along the section, in order; empty if unknown.
  ///
  /// A way with no length on the route, at an end where it meets another way, is left out.
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
  /// Decodes a section; lists are optional.
  ///
  /// - Throws: `DecodingError`, also if an index of a point or edge is out of range.
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
      traffic: try container.decodeIfPresent([TrafficSpan].self, forKey: .traffic),
      elevation: try container.decodeIfPresent(SectionElevation.self, forKey: .elevation),
      energy: try ifKnown {
        try container.decodeIfPresent(SectionEnergy.self, forKey: .energy)
      } ?? nil,
      postActions: try container.decode(.postActions, default: []),
      chargingStation: try container.decodeIfPresent(
        ChargingStation.self, forKey: .chargingStation),
      foreignWayIDs: try container.decode(.foreignWayIDs, default: []))
    guard hasKnownNumbers else {
      throw DecodingError.dataCorruptedError(
        forKey: .polyline, in: container,
        debugDescription: "the index of a point or an edge is out of range")
    }
    if energy == nil {
      unknownEnergy = try container.decodeIfPresent(JSONValue.self, forKey: .energy)
    }
  }

  /// Writes a section.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(departure, forKey: .departure)
    try container.encode(arrival, forKey: .arrival)
    try container.encode(polyline, forKey: .polyline)
    try container.encode(lengthMetres, forKey: .lengthMetres)
    try container.encode(durationSeconds, forKey: .durationSeconds)
    try container.encode(edges, forKey: .edges)
    try container.encode(passed, forKey: .passed)
    try container.encode(steps, forKey: .steps)
    try container.encodeIfPresent(traffic, forKey: .traffic)
    try container.encodeIfPresent(elevation, forKey: .elevation)
    if let energy {
      try container.encode(energy, forKey: .energy)
    } else {
      try container.encodeIfPresent(unknownEnergy, forKey: .energy)
    }
    try container.encode(postActions, forKey: .postActions)
    try container.encodeIfPresent(chargingStation, forKey: .chargingStation)
    try container.encode(foreignWayIDs, forKey: .foreignWayIDs)
  }

  private var hasKnownNumbers: Bool {
    let points = polyline.indices
    func isKnown(_ range: ClosedRange<Int>) -> Bool {
      points.contains(range.lowerBound) && points.contains(range.upperBound)
    }
    return !polyline.isEmpty && edges.allSatisfy { isKnown($0.points) }
      && steps.allSatisfy { isKnown($0.points) }
      && elevation.map { $0.heightsMetres.count == points.count } ?? true
      && energy.map { $0.spans.count == edges.count } ?? true
      && passed.allSatisfy { 0...edges.count ~= $0.edge && points.contains($0.point) }
  }
}

/// A pass-through waypoint in a section.
public struct PassedWaypoint: Sendable, Hashable, Codable {
  /// The snapped waypoint.
  public var waypoint: SnappedWaypoint
  /// Index of the first edge behind it; 0 without edges.
  public var edge: Int
  /// Index of its point in the section's polyline.
  public var point: Int

  /// A pass-through waypoint from its parts.
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
  /// Whether it is driven in the direction of the OSM way.
  public var isForward: Bool
  /// The length driven on it, in metres.
  public var lengthMetres: Double
  /// Time for these metres, whole so that sums are exact.
  package var time: Centiseconds
  /// Time for the turn onto it.
  package var turnTime: Centiseconds
  /// The facts shared by all edges of its way.
  package var way: RouteWay
  /// The unconditional vehicle limits in this direction.
  public var limits: [VehicleLimit]
  /// The conditional rules in this direction.
  public var conditionalRules: [RoadRule]
  /// Indices of its first and last point in the section's polyline.
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

  /// An edge from its parts, with times in hundredths of a second.
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

  /// Time on the edge in seconds, in whole hundredths.
  public var durationSeconds: Double {
    get { Double(time) / 100 }
    set { time = Centiseconds(seconds: newValue) }
  }
  /// Time for the turn onto it in seconds, in whole hundredths.
  public var turnDurationSeconds: Double {
    get { Double(turnTime) / 100 }
    set { turnTime = Centiseconds(seconds: newValue) }
  }
  /// The OSM way.
  public var wayID: Int64 { way.id }
  /// Name of the road.
  ///
  /// It is in the language of the request if the map has it in that language.
  public var name: String? { way.name }
  /// Number of the road.
  public var ref: String? { way.ref }
  /// The attributes of the road.
  public var road: RoadAttributes { way.road }
  /// Words of a later version about the road and its rules that this version does not know.
  ///
  /// They were read with the edge, and are written back; ``road`` has the value `unknown` for them, or leaves them out.
  public var unknownWords: [String] { way.later?.all ?? [] }
}

/// The facts shared by all edges of a way.
///
/// It is an object because a long route has many edges of few ways, and each copy of an edge would copy two strings.
package final class RouteWay: Sendable {
  /// The OSM way.
  package let id: Int64
  /// Name of the road.
  package let name: String?
  /// Its name on signs, from which ``name`` differs where that is in another language.
  ///
  /// Maneuvers are found by it, so that they are the same in all languages.
  package let localName: String?
  /// Number of the road.
  package let ref: String?
  /// The attributes of the road.
  package let road: RoadAttributes
  /// What a later version says about an edge that was read; then this belongs to that edge alone.
  package let later: LaterWords?

  /// The facts of a way.
  package init(
    id: Int64, name: String?, ref: String?, road: RoadAttributes, later: LaterWords? = nil
  ) {
    self.id = id
    self.name = name
    localName = name
    self.ref = ref
    self.road = road
    self.later = later
  }

  /// A way with its name in another language.
  package init(_ way: RouteWay, named name: String) {
    id = way.id
    self.name = name
    localName = way.localName
    ref = way.ref
    road = way.road
    later = way.later
  }
}

extension RouteWay: Hashable {
  /// Whether all of their facts are equal.
  package static func == (a: RouteWay, b: RouteWay) -> Bool {
    a === b
      || a.id == b.id && a.name == b.name && a.ref == b.ref && a.road == b.road
        && a.later == b.later
  }

  /// Hashes the id, which almost tells ways apart.
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
  /// The edges worth reporting: all except a first and a last piece of less than a metre.
  ///
  /// A route that ends where roads meet has such a piece. If no piece is longer, it is the longest one.
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
