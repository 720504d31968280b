import Geo
import JSON
import MapReader
import NavFormat
import RoadModel
import RouteModel

/// The data of the page that shows routes on their map: the roads around, the routes, the limits.
enum RoutePage {
  /// Roads drawn at most; beyond, the smallest classes are left out.
  private static let maxRoads = 40_000

  static func html(_ answers: [Answer], _ map: NavMap) throws -> String {
    let box = area(answers)
    var roads: [(rank: UInt8, json: [UInt8])] = []
    var limits = JSONWriter()
    var seen: Set<String> = []
    var json = JSONWriter()
    try map.forEachSegment(in: box) { tile, _, segment in
      let road = tile.road(segment)
      guard road.isUsable else { return }
      let shape = tile.shape(segment)
      json.restart()
      write(tile, segment, road, shape, map, to: &json)
      roads.append((road.roadClass.rawValue, json.bytes))
      guard tile.hasLimits(segment) else { return }
      let way = tile.way(segment)
      for row in tile.ruleRows(of: segment) {
        let rule = tile.rule(row)
        guard rule.condition == RuleRow.always,
          case .limit(let kind, let value?) = rule.effect,
          case let limit = VehicleLimit(kind, value, directions: rule.directions),
          seen.insert("\(tile.wayOSMID(way)) \(limit.tag)").inserted
        else { continue }
        let isViolated = answers[0].vehicle.violates(limit)
        limits.object {
          $0.string("tag", limit.tag)
          $0.string("text", limit.words)
          $0.string("road", name(tile, way, map) ?? "")
          $0.int("w", Int(tile.wayOSMID(way)))
          $0.position("at", shape[shape.count / 2])
          $0.bool("binds", isViolated)
          $0.bool(
            "avoided", isViolated && answers[0].wishedWays.contains(tile.wayOSMID(way)))
        }
      }
    }
    // The most important first, so that a crowded map loses its footpaths, not its roads.
    let kept = roads.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }
    .prefix(maxRoads).map(\.element.json)
    json.restart()
    json.object { data in
      data.string("attribution", map.provenance.attribution)
      data.string("map", fileName(map))
      data.array("bounds") {
        for units in [box.minLongitude, box.minLatitude, box.maxLongitude, box.maxLatitude] {
          $0.number(Double(units) / Coordinate.unitsPerDegree, decimals: 7)
        }
      }
      data.array("roads") { list in for road in kept { list.json(road) } }
      data.array("routes") { list in for answer in answers { write(answer, to: &list) } }
      data.array("limits") { list in if !limits.bytes.isEmpty { list.json(limits.bytes) } }
    }
    let title = answers.map(\.label).joined(separator: " and ") + " on " + fileName(map)
    return PageTemplate.html(title: title, data: json)
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

  private static func write(
    _ tile: borrowing TileView, _ segment: SegmentIndex, _ road: RoadAttributes,
    _ shape: [Coordinate],
    _ map: NavMap, to json: inout JSONWriter
  ) {
    let way = tile.way(segment)
    json.openObject()
    json.string("c", road.roadClass.tagValue)
    if let name = map.name(tile.nameOffset(way)) { json.string("n", name) }
    if let ref = map.name(tile.refOffset(way)) { json.string("r", ref) }
    var letters = ""
    if road.flags.contains(.bridge) { letters += "b" }
    if road.flags.contains(.tunnel) { letters += "t" }
    if road.flags.contains(.toll) { letters += "o" }
    if road.flags.contains(.ferry) { letters += "F" }
    if !letters.isEmpty { json.string("f", letters) }
    json.int("w", Int(tile.wayOSMID(way)))
    json.string("p", Polyline.encode(shape, .six))
    json.closeObject()
  }

  private static func write(_ answer: Answer, to json: inout JSONWriter) {
    let line = answer.route.polyline
    json.object { route in
      route.string("label", answer.label)
      route.number("length_m", answer.route.lengthMetres, decimals: 1)
      route.number("duration_s", answer.route.durationSeconds, decimals: 1)
      route.string("p", Polyline.encode(line, .six))
      route.position("from", answer.places.first ?? line[0])
      route.position("to", answer.places.last ?? line[0])
      route.array("via") { list in
        for place in answer.places.dropFirst().dropLast() { list.position(place) }
      }
      route.array("steps") { list in
        for section in answer.route.sections {
          for step in RoadStretch.stretches(of: section) { write(step, of: section, to: &list) }
        }
      }
      route.strings("notices", answer.route.notices.map(\.text))
    }
  }

  private static func write(
    _ step: RoadStretch, of section: RouteSection, to json: inout JSONWriter
  ) {
    json.object {
      $0.string("name", step.name ?? step.title)
      if let ref = step.ref { $0.string("ref", ref) }
      $0.number("length_m", step.edges.lengthMetres, decimals: 1)
      $0.number("duration_s", step.edges.durationSeconds, decimals: 1)
      $0.position("at", section.polyline[step.edges.first?.points.lowerBound ?? 0])
    }
  }
}
