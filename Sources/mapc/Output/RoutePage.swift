import Geo
import MapReader
import NavFormat
import RoadModel
import Routing

/// The data of the page that shows routes on their map: the roads around, the routes, the limits.
enum RoutePage {
  /// Roads drawn at most; beyond, the smallest classes are left out.
  private static let maxRoads = 40_000

  static func html(_ answers: [Answer], _ map: NavMap) throws -> String {
    let box = area(answers)
    var roads: [(rank: UInt8, json: JSON)] = []
    var limits: [JSON] = []
    var seen: Set<String> = []
    let vehicle = answers[0].vehicle
    try map.forEachSegment(in: box) { tile, _, segment in
      let road = tile.road(segment)
      guard road.isUsable else { return }
      let shape = tile.shape(segment)
      roads.append((road.roadClass.rawValue, self.road(tile, segment, road, shape, map)))
      guard tile.hasLimits(segment) else { return }
      let way = tile.way(segment)
      for row in tile.ruleRows(segment, of: .segment) {
        let rule = tile.rule(row)
        guard rule.condition == RuleRow.always,
          case .limit(let kind, let value?) = rule.effect,
          case let limit = VehicleLimit(kind, value, directions: rule.directions),
          seen.insert("\(tile.wayOSMID(way)) \(limit.tag)").inserted
        else { continue }
        limits.append(
          .object([
            ("tag", .string(limit.tag)), ("text", .string(limit.words)),
            ("road", .string(name(tile, way, map) ?? "")),
            ("w", .int(Int(tile.wayOSMID(way)))),
            ("at", RouteJSON.position(shape[shape.count / 2])),
            ("binds", .bool(vehicle.violates(limit))),
            (
              "avoided",
              .bool(vehicle.violates(limit) && answers[0].wishedWays.contains(tile.wayOSMID(way)))
            ),
          ]))
      }
    }
    // The most important first, so that a crowded map loses its footpaths, not its roads.
    let kept = roads.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }
    .prefix(maxRoads).map(\.element.json)
    let data = JSON.object([
      ("attribution", .string(map.provenance.attribution)), ("map", .string(fileName(map))),
      (
        "bounds",
        .array(
          [box.minLongitude, box.minLatitude, box.maxLongitude, box.maxLatitude].map {
            .number(Double($0) / Coordinate.unitsPerDegree, decimals: 7)
          })
      ), ("roads", .array(kept)), ("routes", .array(answers.map(route))),
      ("limits", .array(limits)),
    ])
    let title = answers.map(\.label).joined(separator: " and ") + " on " + fileName(map)
    return PageTemplate.html(title: title, data: data)
  }

  private static func fileName(_ map: NavMap) -> String {
    map.path.split(separator: "/").last.map(String.init) ?? map.path
  }

  /// The routes' box with a third of its size around, a kilometre at least.
  private static func area(_ answers: [Answer]) -> Box {
    var box = Box.empty
    for answer in answers { box.add(answer.route.boundingBox) }
    let north = max((Int64(box.maxLatitude) - Int64(box.minLatitude)) / 3, 90_000)
    let east = max((Int64(box.maxLongitude) - Int64(box.minLongitude)) / 3, 120_000)
    func clamped(_ value: Int64, _ limit: Int64) -> Int32 { Int32(min(max(value, -limit), limit)) }
    return Box(
      minLatitude: clamped(Int64(box.minLatitude) - north, 900_000_000),
      minLongitude: clamped(Int64(box.minLongitude) - east, 1_800_000_000),
      maxLatitude: clamped(Int64(box.maxLatitude) + north, 900_000_000),
      maxLongitude: clamped(Int64(box.maxLongitude) + east, 1_800_000_000))
  }

  private static func name(_ tile: borrowing TileView, _ way: Int, _ map: NavMap) -> String? {
    map.name(tile.nameOffset(way)) ?? map.name(tile.refOffset(way))
  }

  private static func road(
    _ tile: borrowing TileView, _ segment: Int, _ road: RoadAttributes, _ shape: [Coordinate],
    _ map: NavMap
  ) -> JSON {
    let way = tile.way(segment)
    var members: [(String, JSON)] = [("c", .string(road.roadClass.tagValue))]
    if let name = map.name(tile.nameOffset(way)) { members.append(("n", .string(name))) }
    if let ref = map.name(tile.refOffset(way)) { members.append(("r", .string(ref))) }
    var letters = ""
    if road.flags.contains(.bridge) { letters += "b" }
    if road.flags.contains(.tunnel) { letters += "t" }
    if road.flags.contains(.toll) { letters += "o" }
    if road.flags.contains(.ferry) { letters += "F" }
    if !letters.isEmpty { members.append(("f", .string(letters))) }
    members.append(("w", .int(Int(tile.wayOSMID(way)))))
    members.append(("p", .string(Polyline.encode(shape, .six))))
    return .object(members)
  }

  private static func route(_ answer: Answer) -> JSON {
    var steps: [JSON] = []
    for section in answer.route.sections {
      for step in RoadStep.steps(of: section) {
        let place = section.polyline[step.edges.first?.points.lowerBound ?? 0]
        var members: [(String, JSON)] = [("name", .string(step.name ?? step.title))]
        if let ref = step.ref { members.append(("ref", .string(ref))) }
        members += [
          ("length_m", .number(step.edges.lengthMetres, decimals: 1)),
          ("duration_s", .number(step.edges.durationSeconds, decimals: 1)),
          ("at", RouteJSON.position(place)),
        ]
        steps.append(.object(members))
      }
    }
    return .object([
      ("label", .string(answer.label)),
      ("length_m", .number(answer.route.lengthMetres, decimals: 1)),
      ("duration_s", .number(answer.route.durationSeconds, decimals: 1)),
      ("p", .string(Polyline.encode(answer.route.polyline, .six))),
      ("from", RouteJSON.position(answer.places.first ?? answer.route.polyline[0])),
      ("to", RouteJSON.position(answer.places.last ?? answer.route.polyline[0])),
      ("via", .array(answer.places.dropFirst().dropLast().map(RouteJSON.position))),
      ("steps", .array(steps)),
      ("notices", .array(answer.route.notices.map { .string($0.text) })),
    ])
  }
}
