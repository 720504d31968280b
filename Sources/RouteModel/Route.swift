public import Geo

/// A route from the first waypoint of a request to the last.
public struct Route: Sendable, Hashable, Codable {
  /// One section for each stretch between stopovers.
  public var sections: [RouteSection]
  /// Notices: requirements that the route could not meet, and other facts for the caller.
  public var notices: [RouteNotice]
  /// The engine that made it.
  public var origin: RouteOrigin

  /// A route from its parts.
  public init(
    sections: [RouteSection], notices: [RouteNotice], origin: RouteOrigin = .offline
  ) {
    self.sections = sections
    self.notices = notices
    self.origin = origin
  }

  /// Decodes a route; notices are optional.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      sections: try container.decode([RouteSection].self, forKey: .sections),
      notices: try container.decode(.notices, default: []),
      origin: try container.decode(RouteOrigin.self, forKey: .origin))
  }

  /// The rules that the route violates, because no route is legal.
  public var violations: [Blocker] {
    notices.compactMap { if case .violated(let blocker) = $0 { blocker } else { nil } }
  }
  /// The rules on the route that may apply.
  public var potentialRules: [PotentialRule] {
    notices.compactMap { if case .potential(let rule) = $0 { rule } else { nil } }
  }

  /// Length in metres.
  public var lengthMetres: Double { sections.reduce(0) { $0 + $1.lengthMetres } }
  /// Duration in seconds, waiting and charging included.
  public var durationSeconds: Double {
    sections.reduce(0) { $0 + $1.durationSeconds + $1.postActionSeconds }
  }
  /// Duration in seconds without waiting and charging.
  package var drivingSeconds: Double { sections.reduce(0) { $0 + $1.durationSeconds } }
  /// The OSM ways along the route, in order; see ``RouteSection/wayIDs``.
  public var wayIDs: [Int64] {
    var ways: [Int64] = []
    for way in sections.flatMap(\.wayIDs) where way != ways.last { ways.append(way) }
    return ways
  }
  /// The complete line.
  public var polyline: [Coordinate] {
    var line: [Coordinate] = []
    for section in sections {
      line.append(
        contentsOf: line.last == section.polyline.first
          ? section.polyline.dropFirst() : section.polyline[...])
    }
    return line
  }
  /// The bounding box of the line.
  public var boundingBox: Box {
    sections.reduce(into: Box.empty) { box, section in
      for point in section.polyline { box.add(point) }
    }
  }
}

/// The engine that made a route.
public enum RouteOrigin: OpenWord {
  /// An offline engine.
  case offline
  /// An online service.
  case online
  /// An online service; the route was then placed on the local map, where it has the roads.
  case onlineOnMap
  /// An engine that this version does not know.
  case unknown(String)

  /// The engines that this version knows.
  public static let allCases: [RouteOrigin] = [.offline, .online, .onlineOnMap]

  /// The word in JSON.
  public var rawValue: String {
    switch self {
    case .offline: "offline"
    case .online: "online"
    case .onlineOnMap: "onlineOnMap"
    case .unknown(let word): word
    }
  }
}

/// The snapped position of a waypoint.
public struct SnappedWaypoint: Sendable, Hashable, Codable {
  /// The point on the road.
  public var position: Coordinate
  /// Snap distance: metres from the waypoint to the road.
  public var distanceMetres: Double
  /// Name of the road.
  public var roadName: String?
  /// ``Waypoint/name`` of the request.
  public var name: String?

  /// A snapped waypoint from its parts.
  public init(
    position: Coordinate, distanceMetres: Double, roadName: String?, name: String? = nil
  ) {
    self.position = position
    self.distanceMetres = distanceMetres
    self.roadName = roadName
    self.name = name
  }
}
