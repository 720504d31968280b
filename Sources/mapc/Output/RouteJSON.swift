import Geo
import MapReader
import RoadModel
import Routing

/// Routes as JSON (Formats/cli-json.md) and as GeoJSON (RFC 7946).
enum RouteJSON {
  static func text(_ answers: [Answer], _ map: NavMap) throws(NavError) -> String {
    var routes: [JSON] = []
    for answer in answers { routes.append(try route(answer, map)) }
    return JSON.object([
      ("map", .string(map.path)), ("map_id", .string(map.id.description)),
      ("attribution", .string(map.provenance.attribution)),
      ("routes", .array(routes)),
    ]).text + "\n"
  }

  /// A refusal: why, and the rules that stand in the way.
  static func refusal(_ error: RoutingError) -> JSON {
    var blockers: [JSON] = []
    if case .noRoute(_, _, _, let found) = error { blockers = found.map(blocker) }
    return .object([("error", .string(error.description)), ("blockers", .array(blockers))])
  }

  /// A rule that stands in the way, or is broken.
  private static func blocker(_ blocker: Blocker) -> JSON {
    var members: [(String, JSON)] = [
      ("rule", .string(blocker.tag)),
      ("value", blocker.limit.map { .int(Int($0.value)) } ?? .null),
      ("needed", blocker.needed.map { .int(Int($0)) } ?? .null),
      ("road", blocker.road.map { .string($0) } ?? .null), ("way_id", .int(Int(blocker.wayID))),
      ("at", place(blocker.position)),
    ]
    if let span = blocker.span {
      members += [
        ("from_m", .number(span.lowerBound, decimals: 2)),
        ("to_m", .number(span.upperBound, decimals: 2)),
      ]
    }
    return .object(members)
  }

  /// A rule of which it is not known whether it holds.
  private static func potential(_ rule: PotentialRule) -> JSON {
    .object([
      ("kind", .string(rule.kind)), ("rule", .string(rule.tag)),
      ("road", rule.road.map { .string($0) } ?? .null),
      ("way_id", rule.wayID.map { .int(Int($0)) } ?? .null), ("at", place(rule.position)),
      ("count", .int(rule.count)),
    ])
  }

  private static func route(_ answer: Answer, _ map: NavMap) throws(NavError) -> JSON {
    var sections: [JSON] = []
    for section in answer.route.sections { sections.append(try self.section(section, map)) }
    return .object([
      ("label", .string(answer.label)), ("profile", .string(answer.vehicle.mode.name)),
      ("length_m", .number(answer.route.lengthMetres, decimals: 2)),
      ("duration_s", .number(answer.route.durationSeconds, decimals: 2)),
      ("notices", .array(answer.route.notices.map { .string($0.text) })),
      ("violations", .array(answer.route.violations.map(blocker))),
      ("potential", .array(answer.route.potentialRules.map(potential))),
      ("sections", .array(sections)),
      (
        "statistics",
        .object(StatisticsText.counts(answer.statistics))
      ),
    ])
  }

  private static func section(
    _ section: RouteSection, _ map: NavMap
  ) throws(NavError) -> JSON {
    var edges: [JSON] = []
    var nodes = NodeIDReader(map)
    for edge in section.edges {
      edges.append(self.edge(edge, map.hasNodeIDs ? try nodes.ids(ofEdge: edge.id) : nil))
    }
    return .object([
      ("departure", snapped(section.departure)), ("arrival", snapped(section.arrival)),
      ("length_m", .number(section.lengthMetres, decimals: 2)),
      ("duration_s", .number(section.durationSeconds, decimals: 2)),
      ("polyline6", .string(Polyline.encode(section.polyline, .six))),
      ("steps", .array(RoadStep.steps(of: section).map(step))),
      ("edges", .array(edges)),
    ])
  }

  private static func snapped(_ end: SnappedWaypoint) -> JSON {
    .object([
      ("at", place(end.position)), ("distance_m", .number(end.distanceMetres, decimals: 2)),
      ("road", end.roadName.map { .string($0) } ?? .null),
    ])
  }

  private static func step(_ step: RoadStep) -> JSON {
    .object([
      ("title", .string(step.title)), ("length_m", .number(step.edges.lengthMetres, decimals: 2)),
      ("duration_s", .number(step.edges.durationSeconds, decimals: 2)),
    ])
  }

  private static func edge(_ edge: RouteEdge, _ nodes: [Int64]?) -> JSON {
    var members: [(String, JSON)] = [
      ("edge", .int(Int(edge.id.number))), ("way_id", .int(Int(edge.wayID))),
      ("forward", .bool(edge.isForward)), ("class", .string(edge.road.roadClass.tagValue)),
      ("length_m", .number(edge.lengthMetres, decimals: 2)),
      ("duration_s", .number(Double(edge.duration) / 100, decimals: 2)),
      ("turn_s", .number(Double(edge.turnDuration) / 100, decimals: 2)),
      ("limits", .array(edge.limits.map { .string($0.tag) })),
      ("conditional", .array(edge.conditionalRules.map { .string($0.tag) })),
      ("points", .array([.int(edge.points.lowerBound), .int(edge.points.upperBound)])),
    ]
    if let nodes { members.append(("nodes", .array(nodes.map { .int(Int($0)) }))) }
    return .object(members)
  }

  /// Latitude, longitude.
  static func place(_ place: Coordinate) -> JSON {
    .array([.number(place.latitude, decimals: 7), .number(place.longitude, decimals: 7)])
  }

  /// One feature a section, then one a waypoint.
  static func geoJSON(_ answers: [Answer], _ map: NavMap) -> String {
    var features: [JSON] = []
    for answer in answers {
      for (index, section) in answer.route.sections.enumerated() {
        features.append(
          feature(
            "LineString", .array(section.polyline.map(position)),
            [
              ("label", .string(answer.label)), ("section", .int(index)),
              ("length_m", .number(section.lengthMetres, decimals: 2)),
              ("duration_s", .number(section.durationSeconds, decimals: 2)),
            ]))
      }
    }
    for (index, place) in (answers.first?.places ?? []).enumerated() {
      features.append(feature("Point", position(place), [("waypoint", .int(index))]))
    }
    return JSON.object([
      ("type", .string("FeatureCollection")),
      ("attribution", .string(map.provenance.attribution)), ("features", .array(features)),
    ]).text + "\n"
  }

  private static func feature(
    _ type: String, _ coordinates: JSON, _ properties: [(String, JSON)]
  ) -> JSON {
    .object([
      ("type", .string("Feature")), ("properties", .object(properties)),
      ("geometry", .object([("type", .string(type)), ("coordinates", coordinates)])),
    ])
  }

  /// Longitude, latitude, as GeoJSON has it.
  static func position(_ place: Coordinate) -> JSON {
    .array([.number(place.longitude, decimals: 7), .number(place.latitude, decimals: 7)])
  }
}
