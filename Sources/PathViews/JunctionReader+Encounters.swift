import Geo
import Guidance
import MapReader
import NavFormat
import RoadModel
import RouteModel

/// What drivers meet along a path, besides roads (Formats/nav-2.md, section 6.12).
extension JunctionReader {
  /// The encounters of a path, ascending by their points.
  ///
  /// - Parameter view: The path with its junctions.
  /// - Returns: The indices of the points in the line, and what is there; nothing at the end of the path.
  /// - Throws: `NavError` if the map is damaged there.
  func encounters(along view: PathView) throws(NavError) -> [(point: Int, kind: RoadEncounter.Kind)]
  {
    var found: [(point: Int, kind: RoadEncounter.Kind)] = []
    for index in view.edges.indices {
      let next = index + 1
      let met: [RoadEncounter]
      if next < view.edges.count, let junction = view.junctions[next] {
        met = junction.encounters
      } else if let edge = try map.place(ofEdge: view.edges[index].id) {
        // The path ends on the edge, or passes a waypoint there.
        let end = try map.arrival(of: edge.edge, in: map.layout(edge.tile))
        met = try encounters(on: edge, to: end.junction, in: end.tile)
      } else {
        continue
      }
      if met.isEmpty { continue }
      var point = view.edges[index].points.lowerBound
      let last = min(view.edges[index].points.upperBound, view.line.count - 2)
      for encounter in met {
        // A path may begin behind it, or end before it.
        guard
          let place = (point...max(point, last)).first(where: { view.line[$0] == encounter.place }),
          place <= last
        else { continue }
        found.append((place, encounter.kind))
        point = place
      }
    }
    return found
  }

  /// What drivers meet on an edge and at the junction at its end, in driving order.
  func encounters(
    on edge: EdgePlace, to junction: JunctionIndex, in number: TileNumber
  ) throws(NavError) -> [RoadEncounter] {
    let map = self.map
    let tile = try map.tile(edge.tile)
    var found: [RoadEncounter] = []
    for row in tile.approachRows(of: edge.segment) {
      let approach = tile.approach(row)
      guard approach.directions.contains(edge.direction),
        let kind = RoadEncounter.Kind(approach.kind), concerns(kind)
      else { continue }
      found.append(RoadEncounter(kind, at: place(tile, edge.segment, Int(approach.point))))
    }
    if edge.direction == .backward { found.reverse() }
    let layout = try map.layout(number)
    let there = map.view(layout)
    let flags = there.flags(junction)
    let place = there.position(junction)
    if flags.contains(.tollBooth), concerns(.toll) { found.append(RoadEncounter(.toll, at: place)) }
    guard flags.contains(.signals),
      !found.contains(where: { $0.kind == .signals && $0.place == place }),
      try !haveDirections(signalsAt: junction, layout)
    else { return found }
    found.append(RoadEncounter(.signals, at: place))
    return found
  }

  /// Whether travellers of the mode heed something: signs and tolls are not for people on foot.
  private func concerns(_ kind: RoadEncounter.Kind) -> Bool {
    switch kind {
    case .levelCrossing, .signals: true
    case .stop, .giveWay: mode != .foot
    case .toll: mode != .foot && mode != .bicycle
    }
  }

  /// The point of a segment's shape with an index.
  private func place(_ tile: borrowing TileView, _ segment: SegmentIndex, _ point: Int)
    -> Coordinate
  {
    var inner = tile.innerPoints(segment)
    var place = tile.position(tile.from(segment))
    for _ in 0..<point { place = inner.next() ?? tile.position(tile.to(segment)) }
    return place
  }

  /// Whether the traffic lights at a junction are for some of its roads only, which then have them as an approach.
  private func haveDirections(
    signalsAt junction: JunctionIndex, _ layout: TileLayout
  ) throws(NavError) -> Bool {
    let map = self.map
    let tile = map.view(layout)
    for entry in tile.outRange(junction) {
      let home = try map.home(of: tile.out(entry), in: layout)
      let own = try map.tile(home.tile)
      let segment = home.edge.segment
      let point = home.edge.isForward ? 0 : own.innerPointCount(segment) + 1
      for row in own.approachRows(of: segment) {
        let approach = own.approach(row)
        if approach.kind == .signals, Int(approach.point) == point { return true }
      }
    }
    return false
  }
}
