public import Geo
public import RoadModel

/// The areas within the ranges of a place.
public struct IsolineResponse: Sendable, Hashable, Codable {
  /// One isoline for each value, in ascending order; each contains those before it.
  ///
  /// They have no polygons if none were requested.
  public var isolines: [Isoline]
  /// The reached parts of roads, in no particular order; nil if they were not requested.
  public var network: [ReachedRoad]?
  /// The place on the road.
  public var place: SnappedWaypoint
  /// Notices about the place.
  public var notices: [RouteNotice]
  /// The error of the polygons in metres; 0 without polygons.
  ///
  /// Every reached point of a road, ferries excepted, lies inside a polygon. A point of a road that the vehicle may use
  /// but does not reach lies outside all polygons, unless a reached point is nearer to it than this.
  public var errorMetres: Double
  /// The maximum distance in metres of a point of a polygon from the nearest reached point of a road.
  public var marginMetres: Double
  /// The version of the traffic that was considered; nil for none.
  public var trafficVersion: UInt64?
  /// Search statistics.
  public var statistics: SearchStatistics

  /// A response from its parts.
  public init(
    isolines: [Isoline], network: [ReachedRoad]? = nil, place: SnappedWaypoint,
    notices: [RouteNotice] = [], errorMetres: Double = 0, marginMetres: Double = 0,
    trafficVersion: UInt64? = nil, statistics: SearchStatistics = SearchStatistics()
  ) {
    self.isolines = isolines
    self.network = network
    self.place = place
    self.notices = notices
    self.errorMetres = errorMetres
    self.marginMetres = marginMetres
    self.trafficVersion = trafficVersion
    self.statistics = statistics
  }

  /// Decodes a response; all but the isolines and the place is optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      isolines: try container.decode([Isoline].self, forKey: .isolines),
      network: try container.decodeIfPresent([ReachedRoad].self, forKey: .network),
      place: try container.decode(SnappedWaypoint.self, forKey: .place),
      notices: try container.decode(.notices, default: []),
      errorMetres: try container.decode(.errorMetres, default: 0),
      marginMetres: try container.decode(.marginMetres, default: 0),
      trafficVersion: try container.decodeIfPresent(UInt64.self, forKey: .trafficVersion),
      statistics: try container.decode(.statistics, default: SearchStatistics()))
  }
}

/// The area within one range.
public struct Isoline: Sendable, Hashable, Codable {
  /// A polygon: the area inside its outer ring and outside its holes.
  ///
  /// It is valid by the rules of OGC Simple Features: rings are closed, do not cross or touch, and holes lie inside.
  public struct Polygon: Sendable, Hashable, Codable {
    /// The outer ring, counter-clockwise; the first point is also the last.
    public var outer: [Coordinate]
    /// The holes, clockwise; the first point of each is also its last.
    public var holes: [[Coordinate]]

    /// A polygon from its rings.
    public init(outer: [Coordinate], holes: [[Coordinate]] = []) {
      self.outer = outer
      self.holes = holes
    }

    /// Decodes a polygon; holes are optional.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        outer: try container.decode([Coordinate].self, forKey: .outer),
        holes: try container.decode(.holes, default: []))
    }

    /// The number of points, closing points not counted.
    public var pointCount: Int {
      holes.reduce(outer.count - 1) { $0 + $1.count - 1 }
    }
  }

  /// The value of the range, in seconds, metres or watt-hours.
  public var value: Double
  /// The polygons, which do not overlap.
  ///
  /// There are several if the area has islands reached by ferry, or is cut at the 180th meridian.
  public var polygons: [Polygon]

  /// An isoline from its parts.
  public init(value: Double, polygons: [Polygon]) {
    self.value = value
    self.polygons = polygons
  }

  /// Decodes an isoline; polygons are optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      value: try container.decode(Double.self, forKey: .value),
      polygons: try container.decode(.polygons, default: []))
  }

  /// The number of points of all polygons, closing points not counted.
  public var pointCount: Int { polygons.reduce(0) { $0 + $1.pointCount } }
}

/// The part of a road, in one direction, that is within the largest range.
public struct ReachedRoad: Sendable, Hashable, Codable {
  /// The directed edge; never a via edge.
  public var edge: EdgeID
  /// The line of the part, in the direction of travel.
  public var line: [Coordinate]
  /// The quantity from the place to the beginning of the line, or from there to the place if reversed: seconds, metres,
  /// or watt-hours (of fuel millilitres) that the vehicle needs up to there.
  public var atBegin: Double
  /// As ``atBegin``, for the end of the line.
  public var atEnd: Double
  /// Whether it is a ferry or a car train, which polygons leave out.
  public var isFerry: Bool

  /// A reached part from its values.
  public init(edge: EdgeID, line: [Coordinate], atBegin: Double, atEnd: Double, isFerry: Bool) {
    self.edge = edge
    self.line = line
    self.atBegin = atBegin
    self.atEnd = atEnd
    self.isFerry = isFerry
  }

  /// Decodes a part; it is not on a ferry unless that is stated.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      edge: try container.decode(EdgeID.self, forKey: .edge),
      line: try container.decode([Coordinate].self, forKey: .line),
      atBegin: try container.decode(Double.self, forKey: .atBegin),
      atEnd: try container.decode(Double.self, forKey: .atEnd),
      isFerry: try container.decode(.isFerry, default: false))
  }
}
