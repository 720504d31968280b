import Geo
import MapReader
import NavFormat
import RoadModel

/// Turns paths into sections: geometry, lengths, durations, names.
struct RouteBuilder {
  let map: NavMap
  let rules: QueryRules
  let request: RouteRequest

  /// The sections of a route, one for each stretch between stopovers.
  func sections(of paths: [Path]) throws(RoutingError) -> [RouteSection] {
    var sections: [RouteSection] = []
    for (leg, path) in paths.enumerated() {
      var section = try section(path, from: leg, to: leg + 1)
      if leg > 0, request.waypoints[leg].kind == .passThrough, let before = sections.popLast() {
        section = join(before, section)
      }
      sections.append(section)
    }
    return sections
  }

  private func section(_ path: Path, from: Int, to: Int) throws(RoutingError) -> RouteSection {
    var line: [Coordinate] = [path.start.point.position]
    var edges: [RouteEdge] = []
    for (index, step) in path.steps.enumerated() {
      do {
        let map = self.map
        let tile = try map.tile(step.tile)
        edges.append(
          edge(
            step, tile, start: index == 0 ? path.start : nil,
            end: index == path.steps.count - 1 ? path.end : nil, &line))
      } catch { throw .map(error) }
    }
    let time = edges.reduce(0) { $0 + UInt64($1.duration) + UInt64($1.turnDuration) }
    return RouteSection(
      departure: snapped(path.start.point, edges.first),
      arrival: snapped(path.end.point, edges.last),
      polyline: line, lengthMetres: edges.reduce(0) { $0 + $1.lengthMetres },
      durationSeconds: Double(time) / 100, edges: edges)
  }

  private func snapped(_ point: RoadPoint, _ edge: RouteEdge?) -> SnappedWaypoint {
    SnappedWaypoint(
      position: point.position, distanceMetres: point.distance, roadName: edge?.name ?? edge?.ref)
  }

  /// One edge, or the part of it between the ends that lie on it; appends its points to the line.
  private func edge(
    _ step: PathStep, _ tile: borrowing TileView, start: SearchEnd?, end: SearchEnd?,
    _ line: inout [Coordinate]
  ) -> RouteEdge {
    let segment = step.edge >> 1
    let direction: Direction = step.edge & 1 == 0 ? .forward : .backward
    let length = tile.length(segment)
    let low = start?.along(length) ?? 0
    let high = end?.along(length) ?? length
    var shape = tile.shape(segment)
    if direction == .backward { shape.reverse() }
    let first = line.count - 1
    append(shape, between: low, high, of: length, isStart: start != nil, end?.point.position, &line)
    let road = rules.road(tile, segment, direction, at: step.time)
    let way = tile.way(segment)
    // Time is asked of the costing even when the path was the shortest.
    let whole = rules.costing(tile.layout).edgeTime(centimetres: length, road, direction)
    let time =
      Costing.partTime(whole, part: high, of: length)
      - Costing.partTime(whole, part: low, of: length)
    var limits: [VehicleLimit] = []
    var conditional: [RoadRule] = []
    for row in tile.ruleRows(segment, of: .segment) {
      let rule = tile.rule(row)
      guard rule.directions.contains(direction), let effect = rule.effect else { continue }
      if rule.condition != RuleRow.always {
        conditional.append(tile.roadRule(rule))
      } else if case .limit(let kind, let value?) = effect {
        limits.append(VehicleLimit(kind, value, directions: rule.directions))
      }
    }
    return RouteEdge(
      id: step.id, wayID: tile.wayOSMID(way), isForward: direction == .forward,
      lengthMetres: Double(high - low) / 100, duration: time,
      turnDuration: rules.isShortest ? 0 : step.turnCost, name: map.name(tile.nameOffset(way)),
      ref: map.name(tile.refOffset(way)), road: road, limits: limits,
      conditionalRules: conditional, points: first...(line.count - 1))
  }

  /// Appends the points of a shape that lie between two distances along it.
  ///
  /// The line already ends with the point at `low`.
  private func append(
    _ shape: [Coordinate], between low: UInt32, _ high: UInt32, of length: UInt32, isStart: Bool,
    _ end: Coordinate?, _ line: inout [Coordinate]
  ) {
    var total = 0.0
    for (a, b) in zip(shape, shape.dropFirst()) { total += Distance.metres(a, b) }
    // Distances are stored for the source's shape; along the stored one they are scaled.
    let scale = length > 0 ? total / Double(length) : 0
    let from = isStart ? Double(low) * scale : -1
    let to = end == nil ? Double.infinity : Double(high) * scale
    var walked = 0.0
    for (a, b) in zip(shape, shape.dropFirst()) {
      walked += Distance.metres(a, b)
      if walked > from && walked < to && line.last != b { line.append(b) }
    }
    if let end, line.last != end { line.append(end) }
  }

  /// Two sections with a pass-through waypoint between them as one.
  private func join(_ a: RouteSection, _ b: RouteSection) -> RouteSection {
    var result = a
    let shift = a.polyline.count - 1
    result.arrival = b.arrival
    result.polyline += b.polyline.dropFirst()
    result.lengthMetres += b.lengthMetres
    result.durationSeconds += b.durationSeconds
    result.edges += b.edges.map { edge in
      var moved = edge
      moved.points = (edge.points.lowerBound + shift)...(edge.points.upperBound + shift)
      return moved
    }
    return result
  }
}
