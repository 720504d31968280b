import Geo
import JSON
import MapReader
import NavFormat
import RoadModel
import RouteModel
import Routing

/// Writes a route or a matching as OSRM does.
struct RouteWriter {
  /// What the costs are.
  static let weightName = "duration"

  let map: NavMap
  let mode: Mode
  let query: Query

  /// The members of a route.
  ///
  /// - Parameters:
  ///   - legs: The ways between stops.
  ///   - json: Gets them.
  /// - Throws: `NavError` when the map is damaged there.
  func write(_ legs: [LegPath], to json: inout JSONWriter) throws(NavError) {
    var failure: NavError?
    let wantsNodes = !query.annotations.isDisjoint(with: [.nodes, .anyNodes]) && map.hasNodeIDs
    var nodes = wantsNodes ? LegNodes(map) : nil
    json.array("legs") { list in
      for leg in legs where failure == nil {
        list.object {
          do throws(NavError) { try write(leg, &nodes, to: &$0) } catch { failure = error }
        }
      }
    }
    if let failure { throw failure }
    let seconds = legs.reduce(0) { $0 + $1.edges.durationSeconds }
    json.string("weight_name", Self.weightName)
    writeGeometry(of: legs, to: &json)
    json.number("weight", seconds, decimals: 1)
    json.number("duration", seconds, decimals: 1)
    json.number("distance", legs.reduce(0) { $0 + $1.edges.lengthMetres }, decimals: 1)
  }

  private func writeGeometry(of legs: [LegPath], to json: inout JSONWriter) {
    guard query.overview != .none else { return }
    var line = legs.first?.line ?? []
    for leg in legs.dropFirst() { line += leg.line.dropFirst() }
    if query.overview == .simplified { line = Simplification.overview(of: line) }
    write(line[...], to: &json)
  }

  /// A line in the wanted encoding.
  private func write(_ line: ArraySlice<Coordinate>, to json: inout JSONWriter) {
    switch query.geometry {
    case .polyline: json.string("geometry", Polyline.encode(line, .five))
    case .polyline6: json.string("geometry", Polyline.encode(line, .six))
    case .geojson:
      json.object("geometry") { object in
        object.array("coordinates") { list in
          for point in line { list.place(point) }
        }
        object.string("type", "LineString")
      }
    }
  }

  private func write(
    _ leg: LegPath, _ nodes: inout LegNodes?, to json: inout JSONWriter
  ) throws(NavError) {
    var steps: [StepMaker.Outline] = []
    if query.steps {
      let maker = try StepMaker(
        leg.edges, along: leg.line, passed: leg.passed, map: map, mode: mode)
      steps = maker.steps(from: leg.start, to: leg.end)
    }
    if !query.annotations.isEmpty {
      Annotation(leg, nodes: try nodes?.ids(along: leg)).write(query.annotations, to: &json)
    }
    json.array("steps") { list in
      for step in steps { list.object { write(step, of: leg, to: &$0) } }
    }
    let seconds = leg.edges.durationSeconds
    json.number("weight", seconds, decimals: 1)
    json.string("summary", summary(steps, leg))
    json.number("duration", seconds, decimals: 1)
    json.number("distance", leg.edges.lengthMetres, decimals: 1)
    guard query.explains else { return }
    json.array("way_ids") { list in
      var last: Int64?
      for edge in leg.edges where edge.wayID != last {
        list.int(Int(edge.wayID))
        last = edge.wayID
      }
    }
  }

  /// The two roads on which most of the time is spent, in their order.
  private func summary(_ steps: [StepMaker.Outline], _ leg: LegPath) -> String {
    var names: [(name: String, seconds: Double)] = []
    for step in steps where step.named < leg.edges.count {
      let edge = leg.edges[step.named]
      guard let name = edge.name ?? edge.ref else { continue }
      let seconds = leg.edges[step.edges].durationSeconds
      if let index = names.firstIndex(where: { $0.name == name }) {
        names[index].seconds += seconds
      } else {
        names.append((name, seconds))
      }
    }
    let longest = Set(names.sorted { $0.seconds > $1.seconds }.prefix(2).map(\.name))
    return names.map(\.name).filter(longest.contains).joined(separator: ", ")
  }

  private func write(_ step: StepMaker.Outline, of leg: LegPath, to json: inout JSONWriter) {
    let seconds = leg.edges[step.edges].durationSeconds
    json.array("intersections") { list in
      for (point, junction) in step.junctions {
        list.object { write(junction, at: point, step, leg, to: &$0) }
      }
    }
    json.string("driving_side", map.header.drivingSide == .left ? "left" : "right")
    var line = leg.line[step.points]
    if line.count == 1 {
      line = [leg.line[step.points.lowerBound], leg.line[step.points.upperBound]]
    }
    write(line, to: &json)
    write(step.maneuver, to: &json)
    let edge = step.named < leg.edges.count ? leg.edges[step.named] : leg.edges.last
    if let ref = edge?.ref { json.string("ref", ref) }
    json.string("name", edge?.name ?? "")
    let isFerry = step.first < leg.edges.count && leg.edges[step.first].road.flags.contains(.ferry)
    json.string("mode", isFerry ? "ferry" : Profile.travel(mode))
    json.number("weight", seconds, decimals: 1)
    json.number("duration", seconds, decimals: 1)
    json.number("distance", leg.edges[step.edges].lengthMetres, decimals: 1)
  }

  private func write(_ maneuver: RouteManeuver, to json: inout JSONWriter) {
    json.object("maneuver") { object in
      object.int("bearing_after", maneuver.bearingAfter)
      object.int("bearing_before", maneuver.bearingBefore)
      object.key("location")
      object.place(maneuver.position)
      if let exit = maneuver.exit { object.int("exit", exit) }
      if let direction = maneuver.direction { object.string("modifier", direction.rawValue) }
      object.string("type", maneuver.kind.rawValue)
    }
  }

  /// An intersection: that of a junction, or the place where the leg begins or ends.
  private func write(
    _ junction: RouteJunction?, at point: Int, _ step: StepMaker.Outline, _ leg: LegPath,
    to json: inout JSONWriter
  ) {
    let classes = Self.classes(leg.edges.first { $0.points.lowerBound >= point }?.road)
    if !classes.isEmpty {
      json.array("classes") { list in for name in classes { list.string(name) } }
    }
    json.key("location")
    json.place(leg.line[point])
    guard let junction else { return writeEnd(step.maneuver, to: &json) }
    json.int("in", junction.from)
    json.int("out", junction.to)
    json.array("bearings") { list in for arm in junction.arms { list.int(arm.bearing) } }
    json.array("entry") { list in for arm in junction.arms { list.bool(arm.isOpen) } }
  }

  /// What one sees where the leg begins or ends: the road on which one leaves or comes.
  private func writeEnd(_ maneuver: RouteManeuver, to json: inout JSONWriter) {
    let isArrival = maneuver.kind == .arrive
    json.int(isArrival ? "in" : "out", 0)
    json.array("bearings") {
      $0.int(
        isArrival ? LineBearing.opposite(maneuver.bearingBefore) : maneuver.bearingAfter)
    }
    json.array("entry") { $0.bool(true) }
  }

  /// OSRM's classes of a road.
  private static func classes(_ road: RoadAttributes?) -> [String] {
    guard let road else { return [] }
    var classes: [String] = []
    if road.flags.contains(.toll) { classes.append("toll") }
    if road.roadClass == .motorway { classes.append("motorway") }
    if road.flags.contains(.ferry) { classes.append("ferry") }
    if road.flags.contains(.tunnel) { classes.append("tunnel") }
    return classes
  }
}

extension JSONWriter {
  /// A place as longitude and latitude, to six decimals.
  mutating func place(_ place: Coordinate) {
    array {
      $0.number(place.longitude, decimals: 6)
      $0.number(place.latitude, decimals: 6)
    }
  }
}
