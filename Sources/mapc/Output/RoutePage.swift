import Geo
import Guidance
import JSON
import MapReader
import NavFormat
import PageParts
import RoadModel
import RouteModel

/// The page that shows routes on their map, as a single file without requests.
///
/// It contains this JSON:
///
///     { "about":  { "name", "file", "snapshot", "attribution", "driving_side", "edges",
///                   "bounds": [west, south, east, north], "trip": [[lon, lat]], "language", "units" },
///       "roads":  [{ "c": class, "n": name, "r": ref, "f": flags, "w": way, "p": polyline }],
///       "limits": [{ "tag", "reason", "road", "wayID", "position": [lat, lon], "binds", "avoided" }],
///       "answer": what the service answers to `/route/v1?steps=true`, with a `label` for each route, and an
///                 `instruction` for each maneuver; if asked for, `ascent`, `descent` and `profile`, and `energy` and
///                 `charging`, and `incidents` }
///
/// Polylines are encoded with six digits. Flags are letters: `b` bridge, `t` tunnel, `o` toll, `F` ferry, `l` link.
/// `n`, `r` and `f` may be absent. Bounds across the antimeridian have their western longitude above their eastern
/// one.
enum RoutePage {
  /// The maximum number of roads to draw; beyond it the smallest classes are left out.
  private static let maxRoads = 40_000

  static func html(
    _ answers: [Answer], _ map: NavMap, _ words: Instructions
  ) throws -> String {
    let box = area(answers)
    let (roads, limits) = try surroundings(answers[0], map, in: box)
    var json = JSONWriter()
    let title = answers.map(\.label).joined(separator: " and ") + " on " + fileName(map)
    json.object { data in
      data.object("about") { about in
        write(title, box, answers[0].places, map, to: &about)
        about.string("language", words.language.tag)
        about.string("units", words.units.rawValue)
      }
      data.array("roads") { list in for road in roads { list.json(road) } }
      data.array("limits") { list in if !limits.isEmpty { list.json(limits) } }
      data.object("answer") { answer in
        answer.string("code", "Ok")
        answer.array("routes") { list in for answer in answers { write(answer, words, to: &list) } }
      }
    }
    let page = PageParts.page(title: Text.xml(title), carrying: json.bytes)
    return String(decoding: page, as: UTF8.self)
  }

  /// The roads in a box, the most important ones first, so that crowded maps have no footpaths; and their limits as the
  /// elements of a list.
  private static func surroundings(
    _ answer: Answer, _ map: NavMap, in box: Box
  ) throws -> (roads: [[UInt8]], limits: [UInt8]) {
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
        let isViolated = answer.vehicle.violates(limit)
        limits.object {
          $0.string("tag", limit.tag)
          $0.string("reason", limit.words)
          $0.string("road", map.roadName(tile, segment) ?? "")
          $0.int("wayID", Int(tile.wayOSMID(way)))
          $0.place("position", shape[shape.count / 2])
          $0.bool("binds", isViolated)
          $0.bool("avoided", isViolated && answer.wishedWays.contains(tile.wayOSMID(way)))
        }
      }
    }
    let sorted = roads.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }
    return (sorted.prefix(maxRoads).map(\.element.json), limits.bytes)
  }

  private static func write(
    _ title: String, _ box: Box, _ places: [Coordinate], _ map: NavMap, to json: inout JSONWriter
  ) {
    json.string("name", title)
    json.string("file", fileName(map))
    json.int("snapshot", Int(map.header.snapshot))
    json.string("attribution", map.provenance.attribution)
    json.string("driving_side", map.header.drivingSide == .left ? "left" : "right")
    json.int("edges", Int(map.header.edgeCount))
    json.array("bounds") {
      for units in [box.minLongitude, box.minLatitude, box.maxLongitude, box.maxLatitude] {
        $0.number(Double(units) / Coordinate.unitsPerDegree, decimals: 7)
      }
    }
    json.array("trip") { list in for place in places { list.position(place) } }
  }

  private static func fileName(_ map: NavMap) -> String {
    map.path.split(separator: "/").last.map(String.init) ?? map.path
  }

  /// The box of the routes, with a margin of a third of its size, at least a kilometre.
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
    if road.flags.contains(.link) { letters += "l" }
    if !letters.isEmpty { json.string("f", letters) }
    json.int("w", Int(tile.wayOSMID(way)))
    json.string("p", Polyline.encode(shape, .six))
    json.closeObject()
  }
}
