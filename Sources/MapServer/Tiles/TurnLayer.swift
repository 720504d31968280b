import Geo
import Guidance
import MapReader
import NavFormat
import RoadCosts
import RoadModel
import RouteModel

/// OSRM's layer `turns`: a point for each permitted turn of the profile at places with a choice.
struct TurnLayer {
  private enum Key: Int { case bearingIn, turnAngle, cost, weight, type, modifier }

  private(set) var layer = VectorTileLayer(
    "turns", keys: ["bearing_in", "turn_angle", "cost", "weight", "type", "modifier"])
  private let area: TileArea
  private var count: UInt64 = 0

  init(_ area: TileArea) { self.area = area }

  /// Adds the turns at a tile's own junctions.
  mutating func add(_ tile: borrowing TileView) {
    for junction in tile.layout.junctions {
      guard let point = area.projection.point(tile.position(junction)) else { continue }
      add(tile, junction, at: point)
    }
  }

  private mutating func add(
    _ tile: borrowing TileView, _ junction: JunctionIndex, at point: TilePoint
  ) {
    var into: [EdgeIndex] = []
    var outOf: [EdgeIndex] = []
    var arms = 0
    for entry in tile.outRange(junction) {
      let edge = tile.out(entry)
      let leaves = isOpen(tile, edge)
      let arrives = isOpen(tile, edge.reversed)
      if leaves { outOf.append(edge) }
      if arrives { into.append(edge.reversed) }
      if leaves || arrives { arms += 1 }
    }
    guard arms > 2, area.rules.use(tile, junction: junction, at: 0).ends else { return }
    for from in into {
      for to in outOf where to != from.reversed && !isBanned(tile, from, to) {
        add(tile, junction, from, to, at: point)
      }
    }
  }

  private func isOpen(_ tile: borrowing TileView, _ edge: EdgeIndex) -> Bool {
    area.isOpen(tile, edge.segment, edge.direction)
  }

  private func isBanned(_ tile: borrowing TileView, _ from: EdgeIndex, _ to: EdgeIndex) -> Bool {
    guard let row = tile.turnRow(from: from, to: to) else { return false }
    return area.rules.isBanned(tile, turn: row, at: 0)
  }

  private mutating func add(
    _ tile: borrowing TileView, _ junction: JunctionIndex, _ from: EdgeIndex, _ to: EdgeIndex,
    at point: TilePoint
  ) {
    let arrival = tile.arrivalBearing(from)
    let departure = tile.departureBearing(to)
    let angle = arrival.angle(to: departure)
    let cost = area.rules.costing.turnTime(
      angle: angle, isJunction: !QueryRules.followsRing(tile, from, to), isUTurn: false,
      node: tile.flags(junction))
    let seconds = (Float(cost) / 10).rounded() / 10
    let degrees = LineBearing.turn(
      from: Int(arrival.degrees.rounded()), to: Int(departure.degrees.rounded()))
    let direction = RouteManeuver.Direction(turn: Double(degrees))
    tag(.bearingIn, .sint(Int64(arrival.degrees.rounded())))
    tag(.turnAngle, .sint(Int64(degrees)))
    tag(.cost, .float(seconds))
    tag(.weight, .float(seconds))
    tag(.type, .string(direction == .straight ? "(noturn)" : "turn"))
    tag(.modifier, .string(direction.rawValue))
    count += 1
    layer.addPoint(point, id: count)
  }

  private mutating func tag(_ key: Key, _ value: VectorTileLayer.Value) {
    layer.tag(key.rawValue, value)
  }
}

/// OSRM's layer `osmnodes`: the junctions with their ids, without the nodes between.
struct NodeLayer {
  private(set) var layer = VectorTileLayer("osmnodes", keys: [])
  private let area: TileArea

  init(_ area: TileArea) { self.area = area }

  /// Adds a tile's own junctions.
  mutating func add(_ tile: borrowing TileView) {
    for junction in tile.layout.junctions {
      guard let point = area.projection.point(tile.position(junction)) else { continue }
      layer.addPoint(point, id: UInt64(max(tile.junctionOSMID(junction), 0)))
    }
  }
}
