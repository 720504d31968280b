public import Geo

/// A way from the first waypoint of a request to the last.
public struct Route: Sendable, Hashable, Codable {
  /// One section for each stretch between stopovers.
  public var sections: [RouteSection]
  /// What was asked for and could not be kept, or else should be known.
  public var notices: [RouteNotice]
  /// Which engine made it.
  public var origin: RouteOrigin

  /// A route from its parts.
  public init(
    sections: [RouteSection], notices: [RouteNotice], origin: RouteOrigin = .offline
  ) {
    self.sections = sections
    self.notices = notices
    self.origin = origin
  }

  /// Reads a route; notices may be missing.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      sections: try container.decode([RouteSection].self, forKey: .sections),
      notices: try container.decode(.notices, default: []),
      origin: try container.decode(RouteOrigin.self, forKey: .origin))
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
  /// The OSM ways that it follows, in order; see ``RouteSection/wayIDs``.
  public var wayIDs: [Int64] {
    var ways: [Int64] = []
    for way in sections.flatMap(\.wayIDs) where way != ways.last { ways.append(way) }
    return ways
  }
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

/// Which engine made a route.
public enum RouteOrigin: OpenWord {
  /// The offline engine, from a map.
  case offline
  /// A service, over the network.
  case online
  /// A service; the route was then found again on the local map, as far as that goes.
  case onlineOnMap
  /// An engine of a kind that this version does not know.
  case unknown(String)

  /// Those that this version knows.
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

/// Where a waypoint came to lie on the road.
public struct SnappedWaypoint: Sendable, Hashable, Codable {
  /// The point on the road.
  public var position: Coordinate
  /// Metres from the waypoint to it.
  public var distanceMetres: Double
  /// Name of the road.
  public var roadName: String?

  /// A place on the road.
  public init(position: Coordinate, distanceMetres: Double, roadName: String?) {
    self.position = position
    self.distanceMetres = distanceMetres
    self.roadName = roadName
  }
}
